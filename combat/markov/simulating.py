"""Simulates a process many times, and answers the same questions as `solve`, with intervals."""

from bisect import bisect
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from scipy.special import ndtri

from combat.core.binomial import wilson
from combat.core.checks import check_whole
from combat.core.estimate import Estimate, share
from combat.core.words import many
from combat.dice import Distribution
from combat.markov.chain import ROUNDING, checked, pairs_in, started, state_fault
from combat.markov.ends import Ends, by_state

_BLOCK = 256  # runs that share a random number generator
_TASKS = 64  # at most: their results are awaited in order
_REMEMBERED = 200_000  # states whose outcomes are kept, at most
_PLAIN = {float, int}
_DRAWS = 4096  # random numbers drawn at once


@dataclass(frozen=True, eq=False)
class Simulated(Ends):
    """How many runs of a process ended, as returned by `simulate`: chances with 95 % intervals.

    The questions are those of `Ends`. Chances are `Estimate`s with Wilson's interval, means with
    1.96 standard errors to either side. runs: how many. steps: the Distribution of their numbers of
    steps; undecided runs took most_steps. standing: {state: runs} of the undecided runs.

    >>> found = simulate(2, lambda hp: [(0.5, hp - 1), (0.5, hp - 2)] if hp > 0 else [], 1000)
    >>> found.ends.round(2).loc[-1].to_dict(), found.mean(lambda hp: -hp)
    ({'chance': 0.28, 'low': 0.25, 'high': 0.31}, 0.277 (0.2492 to 0.3048))
    >>> print(found)
    The likeliest of 2 ends is 0: 72.3%; it takes 1.5 steps on average (1,000 runs).
    """

    runs: int = 0
    steps: Distribution = field(default=None, repr=False)
    standing: dict = field(default_factory=dict, repr=False)
    _process: tuple = field(default=None, repr=False)

    def _lasts(self):
        runs = f" ({many(self.runs, 'run')})"
        if self.steps is None:
            return runs
        return f"; it takes {self.steps.mean:,.1f} steps on average{runs}"

    @property
    def ends(self):
        """The chance of each end state, as in `Ends.ends`, with its interval: chance, low, high."""
        return self._known(super().ends)

    @property
    def stopped(self):
        """The states in which the runs stop, also the undecided ones, and their chances."""
        states = [*self.end_states, *self.standing]
        shares = np.array([*self.standing.values()], float) / self.runs
        return states, np.append(self.chances, shares)

    def at(self, step):
        """Return the chance of each state after so many steps, like `ends`; simulates anew."""
        start, after, seed = self._all_runs("at")
        again = simulate(start, after, self.runs, seed=seed, most_steps=step)
        return self._known(by_state(*again.stopped))

    def path(self, seed=0, *, most=1000):
        """Return one random course of the process: a list of states, of at most `most` steps."""
        start, step, _ = self._all_runs("path")
        start, outcomes = started(start), {}
        draw = _draws(np.random.default_rng(seed)).__next__
        course = [_one_of((list(start), list(accumulate(start.values()))), draw())]
        while len(course) <= most and (after := _after(course[-1], step, outcomes)):
            course.append(_one_of(after, draw()))
        return course

    def _all_runs(self, asked):
        """The start, the step and the seed; ValueError where only some runs were kept."""
        if self._process is None:
            raise ValueError(f"{asked}: of runs chosen by `given` only the ends are known")
        return self._process

    def _known(self, found):
        found = found.to_frame() if found.ndim == 1 else found
        low, high = wilson(np.rint(found["chance"] * self.runs), self.runs)
        return found.assign(low=low, high=high)

    def chance(self, when):
        """Return the chance of the ends for which `when` is true, an `Estimate`."""
        found = super().chance(when)
        known = share(round(found * self.runs), self.runs)
        # The sum of the chances may lie beyond 0 or 1 by rounding.
        return Estimate(found, min(known.low, found), max(known.high, found))

    def given(self, when=lambda state: True):
        """Return the `Simulated` of the runs for whose ends `when` is true; it knows only ends."""
        found = super().given(when)
        kept = float(self.chances[self._where(when)].sum())
        return Simulated(found.end_states, found.chances, runs=round(kept * self.runs))

    def mean(self, what):
        """Return the mean of a number over the ends, an `Estimate`; what: as in `distribution`."""
        found = self.distribution(what)
        half = ndtri(0.975) * found.sd / np.sqrt(max(1, self.runs - 1))
        return Estimate(found.mean, found.mean - half, found.mean + half)


def simulate(start, step, runs, *, seed=0, most_steps=10_000, executor=None, progress=None):
    """Return how many runs of a process end, with intervals: `Simulated`.

    start, step: as in `solve`; outcomes are kept, so the step is seldom called twice on a state.
    runs: at least 1. seed: a whole number; the same seed gives the same answer. most_steps: a run
    that takes longer is undecided. executor: any `concurrent.futures.Executor`; the answer doesn't
    depend on it, but for one with processes the step must be importable. progress: called as
    progress(done, runs). ValueError as in `solve`.

    >>> def coin_for_coin(coins):
    ...     return [] if coins in (0, 6) else [(0.5, coins - 1), (0.5, coins + 1)]
    >>> found = simulate(2, coin_for_coin, 2000, seed=1)
    >>> found.chance(lambda coins: coins == 6), round(found.steps.mean, 3)
    (0.3455 (0.325 to 0.3666), 8.021)
    """
    runs, seed = int(check_whole("runs", runs, low=1)), int(check_whole("seed", seed, low=0))
    most_steps = int(check_whole("most_steps", most_steps, low=0))
    blocks = range(-(-runs // _BLOCK))
    tasks = [
        (started(start), step, seed, runs, most_steps, part)
        for part in np.array_split(blocks, min(_TASKS, len(blocks)))
    ]
    ended, lasted, standing, done = Counter(), Counter(), Counter(), 0
    for ends, steps, rest in _counted(tasks, executor):
        ended.update(ends)
        lasted.update(steps)
        standing.update(rest)
        done += steps.total()
        if progress is not None:
            progress(done, runs)
    values = sorted(lasted)
    steps = Distribution(np.array(values), np.array([lasted[one] for one in values]) / runs)
    chances = np.array(list(ended.values()), float) / runs
    undecided, process = share(standing.total(), runs), (start, step, seed)
    return Simulated(list(ended), chances, undecided, runs, steps, dict(standing), process)


def _counted(tasks, executor):
    """The results of all tasks, in order."""
    if executor is None:
        outcomes = {}
        return (_run(*task, outcomes) for task in tasks)
    waiting = [executor.submit(_run, *task) for task in tasks]
    return (future.result() for future in waiting)


def _run(start, step, seed, runs, most_steps, blocks, outcomes=None):
    """Counts for some blocks of runs: of their ends, their steps, and the undecided states."""
    outcomes = {} if outcomes is None else outcomes
    begins = list(start), list(accumulate(start.values()))
    ended, lasted, standing = Counter(), Counter(), Counter()
    for block in blocks.tolist():
        draw = _draws(np.random.default_rng([seed, block])).__next__
        for _ in range(min(_BLOCK, runs - block * _BLOCK)):
            state, steps = _one_of(begins, draw()), 0
            while after := _after(state, step, outcomes):
                if steps == most_steps:
                    break
                state, steps = _one_of(after, draw()), steps + 1
            lasted[steps] += 1
            counts = standing if after else ended
            counts[state] += 1
    return ended, lasted, standing


def _draws(rng):
    while True:
        yield from rng.random(_DRAWS).tolist()


def _one_of(outcomes, number):
    """The state drawn with a random number from 0 to 1."""
    states, sums = outcomes
    return states[min(bisect(sums, number), len(states) - 1)]


def _after(state, step, outcomes):
    """The states that may follow, and the running sums of their chances; nothing at an end."""
    try:
        known = outcomes.get(state)
        if known is not None:
            return known
        given = pairs_in(step(state))
        pairs = [pair for pair in given if pair[0] != 0]
        if given and not pairs:
            raise ValueError("the chances of its outcomes sum to 0")
        chances, states = zip(*pairs, strict=True) if pairs else ((), ())
        hash(states)
    except Exception as error:
        raise state_fault("step", state, error) from error
    found = (states, _sums(state, chances)) if pairs else ()
    if len(outcomes) < _REMEMBERED:
        outcomes[state] = found
    return found


def _sums(state, chances):
    """The running sums of the chances of a state's outcomes; ValueError as from `checked`."""
    # For one state, numpy alone would take longer than most steps.
    if {*map(type, chances)} <= _PLAIN and min(chances) > 0:
        sums = list(accumulate(chances))
        if abs(sums[-1] - 1) <= ROUNDING:
            return sums
    return np.cumsum(checked([state], chances, np.array([0, len(chances)]))).tolist()
