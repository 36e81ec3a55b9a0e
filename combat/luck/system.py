"""The base class of all luck systems, and the Markov chain of a system."""

from dataclasses import dataclass, is_dataclass, replace
from functools import cached_property, lru_cache

import numpy as np
from scipy import linalg, sparse
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import spsolve

from combat.core.checks import check_numbers

MOST_STATES = 4000
FULL = 150  # up to so many states a dense matrix is solved faster than a sparse one


class System:
    """A way to turn a displayed chance into successes, with a memory of earlier rolls.

    A system gives the states at the beginning, and for an array of states the possible outcomes of
    one roll. faces: the chance that is certain, in points. parts: the sum of the weights of
    `outcomes`.
    """

    name = tell = ""
    whole, mixable = False, True
    faces = 100
    parts = 1

    def begin(self, chance, start):
        """Return the states at the beginning and the probability of each."""
        if start != 0:
            raise ValueError(
                f"start = {start} is out of range: {self.name} has no meter, it must be 0"
            )
        return np.zeros(1), np.ones(1)

    def outcomes(self, chance, states):
        """Return weight, success and next state of each outcome, each (states, outcomes)."""
        hit = self.hit_chance(chance, states)
        probability = np.stack([hit, 1 - hit], axis=1)
        success = np.broadcast_to([True, False], probability.shape)
        return probability, success, np.stack(self.after(chance, states), axis=1)

    def hit_chance(self, chance, states):
        """Return the probability of success in each state."""
        raise NotImplementedError

    def after(self, chance, states):
        """Return the next states after a success, and those after a failure."""
        return states, states

    def play(self, chance, states, rng):
        """Return simulated successes and next states, one for each of `states`."""
        success = rng.random(np.shape(states)) < self.hit_chance(chance, states)
        return success, np.where(success, *self.after(chance, states))


@dataclass(frozen=True)
class Moves:
    """One roll at a chance: the outcomes from every state, in arrays (n, outcomes).

    after: the index of the next state. weight: of each outcome; the weights of a state sum to
    `parts`. success: whether the outcome is a success. The matrices (n, n) are sparse.
    """

    after: np.ndarray
    weight: np.ndarray
    success: np.ndarray
    parts: float

    @cached_property
    def hits(self):
        """The probability of going from one state to another with a success, (n, n)."""
        return self._matrix(self.success * self.weight)

    @cached_property
    def misses(self):
        """The probability of going from one state to another with a failure, (n, n)."""
        return self._matrix(~self.success * self.weight)

    @cached_property
    def step(self):
        """The transition matrix of a roll, success or not, (n, n); rows sum to 1."""
        return self._matrix(self.weight)

    @cached_property
    def hit_chances(self):
        """The probability of success in each state, (n,)."""
        return (self.success * self.weight).sum(axis=1) / self.parts

    def _matrix(self, weight):
        size = len(self.after)
        possible = weight > 0  # an impossible outcome may lead to no known state
        rows = np.broadcast_to(np.arange(size)[:, None], self.after.shape)[possible]
        places = rows, self.after[possible]
        found = sparse.coo_array((weight[possible], places), (size, size)).tocsr()
        found.data /= self.parts
        return found


@dataclass(frozen=True)
class Chain:
    """The Markov chain of a system: one step is one roll.

    states: sorted, (n,). start: the probability of each at the beginning, (n,). chances: as
    displayed, in points. weights: of the chances, (c,), sum 1.
    """

    states: np.ndarray
    start: np.ndarray
    chances: tuple
    weights: np.ndarray
    moves: tuple

    @cached_property
    def hit(self):
        """The probability of going from state to state with a success, over the mix, (n, n)."""
        return self._mixed([one.hits for one in self.moves])

    @cached_property
    def miss(self):
        """The probability of going from state to state with a failure, over the mix, (n, n)."""
        return self._mixed([one.misses for one in self.moves])

    @cached_property
    def step(self):
        """The transition matrix of one roll, over the mix, (n, n); rows sum to 1."""
        return self._mixed([one.step for one in self.moves])

    def _mixed(self, matrices):
        if len(matrices) == 1:
            return matrices[0]
        pairs = zip(self.weights, matrices, strict=True)
        return sum(weight * matrix for weight, matrix in pairs).tocsr()

    @cached_property
    def hit_chances(self):
        """The probability of success at each chance in each state, (c, n)."""
        return np.stack([one.hit_chances for one in self.moves])

    def after(self, rolls):
        """Return the probability of each state after that many rolls, (n,)."""
        now, onward = self.start, self.step.T.tocsr()
        for _ in range(rolls):
            now = onward @ now
        return now

    def mean(self, rolls):
        """Return the share of the first `rolls` rolls that is spent in each state, (n,)."""
        now, onward, total = self.start, self.step.T.tocsr(), 0
        for _ in range(rolls):
            total = total + now
            now = onward @ now
        return total / rolls

    def long_run(self):
        """Return the share of all rolls that is spent in each state, in the long run, (n,)."""
        return self._long_run.copy()

    @cached_property
    def _long_run(self):
        return long_run(self.step, self.start)


def long_run(step, start):
    """Return the share of time that a chain spends in each state, in the long run, (n,).

    step: sparse (n, n), rows sum to 1. start: (n,). Solved in two steps: the chance to end up in
    each closed class of states, then the equilibrium within the class. Exact also where the chain
    is periodic (X = 50) or has many closed classes (X < 50, where every state that allows no
    success is a class of its own).
    """
    count, label = connected_components(step, connection="strong")
    source, target = step.nonzero()
    if len(start) <= FULL:
        step = step.toarray()
    leaves = np.zeros(count, bool)
    leaves[label[source[label[source] != label[target]]]] = True
    ending = _ending(step, start, leaves[label])
    share = np.zeros(len(start))
    for closed in np.unique(label[ending > 0]):
        members = np.flatnonzero(label == closed)
        share[members] = ending[members].sum() * _equilibrium(step[members][:, members])
    return share


def _ending(step, start, passing):
    """The probability of each state as the first one in a closed class, (n,)."""
    ending = np.where(passing, 0, start)
    if passing.any():
        inside, out = step[passing][:, passing], step[passing][:, ~passing]
        visits = _solved(_minus_one(inside.T), -start[passing])
        ending[~passing] += visits @ out
    return ending


def _minus_one(matrix):
    """A matrix minus the identity."""
    size = matrix.shape[0]
    if sparse.issparse(matrix):
        return (matrix - sparse.eye_array(size)).tocsr()
    return matrix - np.eye(size)


def _solved(matrix, right):
    if sparse.issparse(matrix):
        return spsolve(matrix.tocsc(), right)
    # numpy's own solver starts threads from 100 states on: 0.3 ms become 90 on a busy machine.
    return linalg.solve(matrix, right, check_finite=False)


def chain(chance, start, rules):
    """Return the `Chain` of `rules` over the states that can be reached from `start`.

    chance: points, or a mix {chance: weight}.
    """
    mix = _mix(chance, rules)
    chances, weights = tuple(mix), tuple(mix.values())
    frozen = is_dataclass(rules) and rules.__dataclass_params__.frozen
    if frozen and isinstance(start, int | float):
        return _kept(chances, weights, start, rules)
    return _weighted(_moves(chances, start, rules), weights)


# Memoised, as a figure needs the chain of a chance again for every number of rolls.
@lru_cache(maxsize=1000)
def _kept(chances, weights, start, rules):
    return _weighted(_kept_moves(chances, start, rules), weights)


def _weighted(even, weights):
    weights = np.array(weights)
    weights.setflags(write=False)
    return replace(even, weights=weights)


def _moves(chances, start, rules):
    """The chain over these chances, all with the same weight."""
    begun, start_weights = rules.begin(chances[0], start)
    known = _closure(chances, begun, rules)
    moves = []
    for points in chances:
        weight, success, after = rules.outcomes(points, known)
        moves.append(Moves(np.searchsorted(known, _key(after)), weight, success, rules.parts))
    begin = np.zeros(len(known))
    np.add.at(begin, np.searchsorted(known, _key(begun)), start_weights)
    for array in (known, begin):
        array.setflags(write=False)
    return Chain(known, begin, chances, np.full(len(chances), 1 / len(chances)), tuple(moves))


# Memoised apart from the weights, as different mixes share their chances.
_kept_moves = lru_cache(maxsize=100)(_moves)


def _mix(chance, rules):
    mix = dict(chance) if isinstance(chance, dict) else {chance: 1.0}
    if len(mix) > 1 and not rules.mixable:
        raise ValueError(
            f"chance = {chance} is out of range: {rules.name} keeps one memory for "
            f"each chance, so a mix has no meaning for it"
        )
    for points in mix:
        value = check_numbers("chance", points, low=0, high=rules.faces)
        if np.isnan(value) or (rules.whole and value != np.rint(value)):
            kind = "a whole number of points" if rules.whole else "a number of points"
            raise ValueError(
                f"chance = {points} is out of range: it must be {kind} from 0 to {rules.faces}"
            )
    weights = check_numbers("weight", list(mix.values()), low=0)
    if np.isnan(weights).any():
        raise ValueError("weight = nan is out of range: it must be finite and at least 0")
    if not weights.sum() > 0:
        raise ValueError("weight = 0.0 is out of range: at least one weight must be above 0")
    return {points: weight / weights.sum() for points, weight in zip(mix, weights, strict=True)}


def _closure(chances, states, rules):
    known, frontier = set(), set(_key(states).tolist())
    while frontier:
        known |= frontier
        if len(known) > MOST_STATES:
            raise ValueError(
                f"chance = {list(chances)} is out of range: {rules!r} needs more than "
                f"{MOST_STATES} states for it; take rounder numbers, or simulate"
            )
        here, reached = np.array(sorted(frontier)), set()
        for points in chances:
            weight, _, after = rules.outcomes(points, here)
            reached.update(_key(np.unique(after[weight > 0])).tolist())
        frontier = reached - known
    return np.array(sorted(known))


def _key(states):
    # Meters with fractional steps reach a value by different sums: 0.1 + 0.2 must be 0.3.
    return np.round(np.asarray(states, dtype=float), 6)


def _equilibrium(step):
    """The stationary distribution: p (step - 1) = 0 with sum 1."""
    size = step.shape[0]
    if size == 1:
        return np.ones(1)
    balance, right = _minus_one(step.T), np.eye(1, size, size - 1)[0]
    if sparse.issparse(balance):
        return _solved(sparse.vstack([balance[:-1], np.ones((1, size))]), right)
    balance[-1] = 1
    return _solved(balance, right)
