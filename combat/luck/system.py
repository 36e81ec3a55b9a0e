"""Luck systems as exact Markov chains: a roll is a step, and a state is what is remembered."""

from dataclasses import is_dataclass
from functools import cached_property, lru_cache

import numpy as np
from scipy import linalg, sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import spsolve

from combat.core.checks import check_numbers
from combat.markov.absorbing import absorbed
from combat.markov.chain import Chain as Process

MOST_STATES = 4000
_FULL = 150  # up to so many states a full matrix is faster than a sparse one


class System:
    """A way to turn a displayed chance into successes, with a memory of earlier rolls.

    name: of the system. tell: what a player must be told. whole: whether chances are whole points.
    mixable: whether one memory serves rolls of several chances. first: the state at the beginning.

    >>> from combat.luck import NeutralMeter
    >>> NeutralMeter(0.25).step(75, 0)
    [(0.75, True, -6.25), (0.25, False, 18.75)]
    """

    name = tell = ""
    whole, mixable = False, True
    first = 0

    def begin(self, chance):
        """Return the probability of each state at the beginning, a dict."""
        return {self.first: 1.0}

    def step(self, chance, state):
        """Return what one roll may bring: a list of (probability, success, next state)."""
        raise NotImplementedError


def hit_or_miss(chance, hit=0, miss=0):
    """Return the outcomes of a roll with that probability; the states after a hit and a miss."""
    return [(chance, True, hit), (1 - chance, False, miss)]


class Chain:
    """The Markov chain of a system over the states that it can reach; one step is one roll.

    mix: the share of each chance in points. states: sorted. start: the probability of each at the
    beginning, (n,). rolls: for each chance the probabilities of going from state to state with a
    success, and with a failure, (n, n), full or sparse.
    """

    def __init__(self, mix, rules):
        begun = rules.begin(next(iter(mix)))
        reached = _reached(mix, begun, rules)
        self.mix, self.states = mix, sorted(reached)
        at = {state: place for place, state in enumerate(self.states)}
        self.start = np.array([begun.get(state, 0.0) for state in at])
        self.start.setflags(write=False)
        self.rolls = {
            chance: _matrices([reached[state][chance] for state in at], at) for chance in mix
        }

    @cached_property
    def hit(self):
        """The probability of going from state to state with a success, over the mix, (n, n)."""
        return sum(share * self.rolls[chance][0] for chance, share in self.mix.items())

    @cached_property
    def miss(self):
        """The probability of going from state to state with a failure, over the mix, (n, n)."""
        return sum(share * self.rolls[chance][1] for chance, share in self.mix.items())

    @cached_property
    def step(self):
        """The transition matrix of one roll, over the mix, (n, n); rows sum to 1."""
        return self.hit + self.miss

    @cached_property
    def hit_chances(self):
        """The probability of success in each state, by chance, each (n,)."""
        return {chance: hit.sum(axis=1) for chance, (hit, _) in self.rolls.items()}

    def shares(self, rolls=None):
        """Return the share of the first rolls, or of all (None), that begin in each state, (n,)."""
        return shares(self.step, self.start, rolls) if rolls else self._long_run.copy()

    @cached_property
    def _long_run(self):
        return shares(self.step, self.start)


def _reached(mix, begun, rules):
    """The outcomes of a roll by state and chance, for each state that can be reached."""
    found, waiting = {}, list(begun)
    while waiting:
        state = waiting.pop()
        if state in found:
            continue
        found[state] = {chance: rules.step(chance, state) for chance in mix}
        if len(found) > MOST_STATES:
            raise ValueError(
                f"chance = {list(mix)} is out of range: {rules!r} needs more than {MOST_STATES} "
                f"states for it; take rounder numbers"
            )
        waiting += {
            after for rolled in found[state].values() for chance, _, after in rolled if chance > 0
        } - found.keys()
    return found


def _matrices(outcomes, at):
    """The matrices of a success and of a failure; outcomes: of a roll from each state in turn."""
    cells = [
        (chance, success, row, at[after])
        for row, rolled in enumerate(outcomes)
        for chance, success, after in rolled
        if chance > 0
    ]
    chances, success, rows, columns = map(np.array, zip(*cells, strict=True))
    found = (
        sparse.coo_array((chances[won], (rows[won], columns[won])), (len(at), len(at)))
        for won in (success, ~success)
    )
    return tuple(one.toarray() if len(at) <= _FULL else one.tocsr() for one in found)


def shares(step, start, rolls=None):
    """Return the share of time that a chain spends in each state, (n,).

    step: (n, n), rows sum to 1. start: (n,). rolls: over so many steps; None: in the long
    run. That is solved in two steps: the chance to end up in each closed class of states, then the
    equilibrium within the class. So it is exact also where the chain is periodic (X = 50) or has
    many closed classes (X < 50, where every state that allows no success is a class of its own).
    """
    if rolls is not None:
        now, total = start, np.zeros(len(start))
        for _ in range(rolls):
            total, now = total + now, now @ step
        return total / rolls
    # As a dense matrix, connected_components would take chances below 1e-8 for none.
    moves = sparse.csr_array(step)
    count, label = connected_components(moves, connection="strong")
    if count == 1:
        return _equilibrium(step)
    ending = absorbed(Process(range(len(start)), start, moves, np.zeros(len(start), bool))).chances
    share = np.zeros(len(start))
    for closed in np.unique(label[ending > 0]):
        members = np.flatnonzero(label == closed)
        share[members] = ending[members].sum() * _equilibrium(step[members][:, members])
    return share


def _equilibrium(step):
    """The stationary distribution: p (step - 1) = 0 with sum 1."""
    size = step.shape[0]
    if size == 1:
        return np.ones(1)
    sums, right = np.ones((1, size)), np.eye(1, size, size - 1)[0]
    if sparse.issparse(step):
        balance = (step.T - sparse.eye_array(size)).tocsr()[:-1]
        return spsolve(sparse.vstack([balance, sums]).tocsc(), right)
    # numpy's own solver starts threads from 100 states on: 0.3 ms become 90 on a busy machine.
    balance = (step.T - np.eye(size))[:-1]
    return linalg.solve(np.vstack([balance, sums]), right, check_finite=False)


def chain(chance, rules):
    """Return the `Chain` of `rules`; chance: points, or a mix {chance: weight}."""
    mix = tuple(_mix(chance, rules).items())
    frozen = is_dataclass(rules) and rules.__dataclass_params__.frozen
    return _kept(mix, rules) if frozen else Chain(dict(mix), rules)


# Memoised, as a figure needs the chain of a chance again for every number of rolls.
@lru_cache(maxsize=1000)
def _kept(mix, rules):
    return Chain(dict(mix), rules)


def _mix(chance, rules):
    """The share of each chance, checked."""
    mix = dict(chance) if isinstance(chance, dict) else {chance: 1.0}
    if len(mix) > 1 and not rules.mixable:
        raise ValueError(
            f"chance = {chance} is out of range: {rules.name} keeps one memory for "
            f"each chance, so a mix has no meaning for it"
        )
    for points in mix:
        value = check_numbers("chance", points, low=0, high=100)
        if np.isnan(value) or (rules.whole and value != np.rint(value)):
            kind = "a whole number of points" if rules.whole else "a number of points"
            raise ValueError(f"chance = {points} is out of range: it must be {kind} from 0 to 100")
    weights = check_numbers("weight", list(mix.values()), low=0)
    total = weights.sum()
    if not total > 0:
        raise ValueError(f"weight = {total} in all is out of range: it must be above 0")
    return dict(zip(mix, (weights / total).tolist(), strict=True))
