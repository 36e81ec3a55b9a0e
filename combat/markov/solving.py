"""Solves a process exactly: how it ends, how long it takes, and where it is on the way."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from combat.core.checks import check_whole, warn
from combat.markov.absorbing import PUSH, absorbed
from combat.markov.chain import Chain, chain_of
from combat.markov.ends import Ends, by_state, steps_of

_GOING = 1e-13  # a process that goes on with at most this chance counts as over
_MOST_WORK = 4e9  # steps times chances that are followed one by one, at most: some seconds
_DOUBTFUL = 1e-6  # an error bound above this gives a warning


@dataclass(frozen=True, eq=False)
class Solved(Ends):
    """How a process ends, exactly, as returned by `solve`.

    error: a bound on the error of any chance. most_steps: after how many steps it was stopped, or
    None. mean_steps: the mean number of steps, infinite if the process may never end. gained: the
    expected sum of what the steps gain, None without gains. The other questions are those of
    `Ends`: `ends`, `chance`, `distribution`, `given`, `undecided`.

    >>> found = solve(2, lambda hp: [(0.5, hp - 1), (0.5, hp)] if hp else [])
    >>> round(found.steps.mean, 9), found.at(2).to_dict(), len(found.path(seed=1)) > 2
    (4.0, {1: 0.5, 2: 0.25, 0: 0.25}, True)
    >>> print(found)
    The likeliest of 1 end is 0: 100.0%; it takes 4.0 steps on average.
    """

    chain: Chain = field(default=None, repr=False)
    most_steps: int | None = None
    error: float = 0.0
    mass: np.ndarray = field(default=None, repr=False)
    mean_steps: float = 0.0
    gained: float | None = None
    _traps: np.ndarray = field(default=False, repr=False)
    _last: dict = field(default_factory=dict, repr=False)

    def _lasts(self):
        if np.isinf(self.mean_steps):
            return "; it may never end"
        return f"; it takes {self.mean_steps:,.1f} steps on average"

    @property
    def states(self):
        """All states that the process can reach, in the order in which they were found."""
        return self.chain.states

    @property
    def stopped(self):
        """The states in which it stops (ends, endless cycles, the last step) and their chances."""
        places = np.flatnonzero(self.mass)
        return [self.states[place] for place in places.tolist()], self.mass[places]

    @cached_property
    def steps(self):
        """The Distribution of the number of steps that the process takes.

        A process stopped after most_steps counts with that number, one that stays in a cycle for
        ever with infinity. ValueError if there are too many steps to follow; `mean_steps` is known
        even then.
        """
        ends, over = self.chain.ends, self.chain.ends | self._traps
        into, mass = self.chain.matrix.T.tocsr(), self.chain.start
        ended, going = [float(mass[ends].sum())], float(mass[~over].sum())
        most = np.inf if self.most_steps is None else self.most_steps
        followed = min(most, _MOST_WORK / (into.nnz + PUSH))
        while going > _GOING and len(ended) <= followed:
            mass = into @ np.where(over, 0, mass)
            ended.append(float(mass[ends].sum()))
            going = float(mass[~over].sum())
        if going > _GOING and len(ended) <= most:
            raise ValueError(
                f"it takes {self.mean_steps:,.0f} steps on average, too many to follow one by one "
                f"in {len(self.states):,} states: say after how many to stop (most_steps)"
            )
        if self.most_steps is None:
            ended[-1] += going
        last = np.inf if self.most_steps is None else self.most_steps
        return steps_of(ended, last, self.undecided)

    def at(self, step):
        """Return the chance of each state after so many steps, in the form of `ends`.

        A process that has ended stays in its end. Rising steps are fastest: each call goes on from
        the one before.
        """
        step = int(check_whole("step", step, low=0))
        if self.most_steps is not None:
            step = min(step, self.most_steps)
        done, mass = self._last.get("at", (0, self.chain.start))
        if done > step:
            done, mass = 0, self.chain.start
        into = self._last.setdefault("into", self.chain.matrix.T.tocsr())
        for _ in range(step - done):
            mass = into @ mass + np.where(self.chain.ends, mass, 0)
        self._last["at"] = step, mass
        there = np.flatnonzero(mass)
        return by_state([self.states[place] for place in there.tolist()], mass[there])

    def path(self, seed=0, *, most=1000):
        """Return one random course of the process: a list of states, of at most `most` steps."""
        rng, matrix = np.random.default_rng(seed), self.chain.matrix
        most = most if self.most_steps is None else min(most, self.most_steps)
        place = rng.choice(len(self.states), p=self.chain.start)
        course = [self.states[place]]
        while not self.chain.ends[place] and len(course) <= most:
            row = slice(*matrix.indptr[place : place + 2])
            place = rng.choice(matrix.indices[row], p=matrix.data[row])
            course.append(self.states[place])
        return course


def solve(start, step, *, most_steps=None, most_states=1_000_000, gains=None):
    """Return how a process ends, exactly: `Solved`.

    start: a state, which is anything hashable (a NamedTuple reads best); or {state: chance}; or the
    `ends` of a process solved before, for fights that follow each other. step: a function of a
    state that returns a list of (chance, next state); an empty list, or None, is an end. Outcomes
    that lead to the same state are added up. It is called once per state.

    most_steps: after how many steps the process stops; what still goes on is `undecided`. Without
    it a process may go round in cycles; those without a way out are found, and are undecided.
    most_states: the most states allowed.

    gains: a function of (state, next state), what such a step gains, a number: damage dealt, mana
    spent, or 1 for a tick; `Solved.gained` is the expected sum over all steps.

    Chances are exact to 1e-12 without cycles; with cycles `error` bounds their error. ValueError
    that names the state: for an invalid chance, chances that don't sum to 1 within 1e-9, a step
    that fails, or a state that can't be hashed. ValueError also for more states than allowed.

    >>> def coin_for_coin(coins):
    ...     if coins in (0, 6):
    ...         return []
    ...     return [(0.5, coins - 1), (0.5, coins + 1)]
    >>> found = solve(2, coin_for_coin)
    >>> found.ends.round(4).to_dict(), round(found.steps.mean, 4)
    ({0: 0.6667, 6: 0.3333}, 8.0)
    >>> round(solve(2, coin_for_coin, gains=lambda coins, after: after > coins).gained, 9)
    4.0
    """
    if most_steps is not None:
        most_steps = int(check_whole("most_steps", most_steps, low=0))
    chain = chain_of(start, step, int(check_whole("most_states", most_states, low=1)), most_steps)
    if most_steps is not None:
        return _stopped(chain, most_steps, gains)
    return solved_chain(chain, gains)


def solved_chain(chain, gains=None):
    """Return the `Solved` of a `Chain`."""
    found = absorbed(chain)
    if found.error > _DOUBTFUL:
        warn(
            f"its chances are known only to {found.error:.0e}: there is a cycle that is hardly "
            f"ever left"
        )
    steps = np.inf if found.chances[found.traps].any() else found.steps
    known = {"error": found.error, "_traps": found.traps}
    if gains is not None:
        visits = np.where(found.chances[found.traps].any() & found.traps, np.nan, found.visits)
        known["gained"] = _gained(chain, visits, gains, found.traps & (found.chances > 0))
    return _solved(chain, found.chances, steps, **known)


def _gained(chain, visits, gains, traps=None):
    """The expected sum of what the steps gain; infinite if a cycle without a way out gains."""
    total = 0.0
    going = ~chain.ends if traps is None else ~chain.ends & (traps | (np.nan_to_num(visits) > 0))
    for place in np.flatnonzero(going).tolist():
        state = chain.states[place]
        row = slice(*chain.matrix.indptr[place : place + 2])
        expected = 0.0
        for chance, target in zip(
            chain.matrix.data[row].tolist(), chain.matrix.indices[row].tolist(), strict=True
        ):
            try:
                expected += chance * float(gains(state, chain.states[target]))
            except Exception as error:
                raise ValueError(
                    f"gains({state!r}, {chain.states[target]!r}) raised "
                    f"{type(error).__name__}: {error}"
                ) from error
        if traps is not None and traps[place]:
            total += np.inf * expected if expected else 0.0
        else:
            total += visits[place] * expected
    return float(total)


def _stopped(chain, most_steps, gains=None):
    """The `Solved` of a process stopped after so many steps."""
    into, going = chain.matrix.T.tocsr(), np.where(chain.ends, 0, chain.start)
    ended, steps = np.where(chain.ends, chain.start, 0), 0.0
    visits = np.zeros(len(going))
    for _ in range(most_steps):
        if not going.any():
            break
        steps += float(going.sum())
        visits += going
        going = into @ going
        ended += np.where(chain.ends, going, 0)
        going[chain.ends] = 0
    known = {} if gains is None else {"gained": _gained(chain, visits, gains)}
    return _solved(chain, ended + going, steps, most_steps=most_steps, **known)


def _solved(chain, mass, steps, **known):
    ends = np.flatnonzero(chain.ends & (mass > 0))
    states = [chain.states[place] for place in ends.tolist()]
    undecided = min(1.0, float(mass[~chain.ends].sum()))
    return Solved(states, mass[ends], undecided, chain, mass=mass, mean_steps=steps, **known)
