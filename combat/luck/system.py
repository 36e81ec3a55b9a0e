"""What all systems that bend luck have in common, and the Markov chain of each."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse.csgraph import connected_components

from combat.domain import numbers

MOST_STATES = 4000


class System:
    """A way to turn a displayed chance into successes, with a memory of earlier rolls.

    The memory is a number, the state. A system says how it begins, and for an array of
    states what may come of one roll.

    name, tell: what it is called, and what a player must be told of it.
    whole: whether chances must be whole points. mixable: whether one memory serves
    different chances. faces: the chance that is certain, in points.
    """

    name = tell = ""
    whole, mixable = False, True
    faces = 100
    parts = 1

    def begin(self, chance, start):
        """Return the states at the beginning and the probability of each."""
        if start != 0:
            raise ValueError(f"start = {start} is out of range: {self.name} has no meter, "
                             f"it must be 0")
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
        """Return drawn successes and next states, one for each of `states`."""
        success = rng.random(np.shape(states)) < self.hit_chance(chance, states)
        return success, np.where(success, *self.after(chance, states))


@dataclass(frozen=True)
class Chain:
    """The Markov chain of a system: one step is one roll.

    states: sorted, (n,). start: (n,). weights: of each displayed chance, (c,). hits and
    misses: (c, n, n), the probability to go from one state to another with a success or a
    failure at that chance; together their rows sum to 1.
    """

    states: np.ndarray
    start: np.ndarray
    chances: tuple
    weights: np.ndarray
    hits: np.ndarray
    misses: np.ndarray

    @cached_property
    def hit(self):
        """One roll that succeeds, over the mix of chances, (n, n)."""
        return np.tensordot(self.weights, self.hits, 1)

    @cached_property
    def miss(self):
        """One roll that fails, over the mix of chances, (n, n)."""
        return np.tensordot(self.weights, self.misses, 1)

    @cached_property
    def hit_chances(self):
        """The probability of success at each chance in each state, (c, n)."""
        return self.hits.sum(axis=2)

    def long_run(self):
        """Return the share of all rolls that is spent in each state, in the long run, (n,).

        Solved in two steps: the chance to end in each closed class of states, then the
        equilibrium within it. Exact also where the chain is periodic (X = 50) or has many
        closed classes (X < 50, where every state that allows no success is one).
        """
        step = self.hit + self.miss
        count, label = connected_components(step > 0, connection="strong")
        leaves = np.zeros(count, bool)
        source, target = np.nonzero(step)
        leaves[label[source[label[source] != label[target]]]] = True
        passing = leaves[label]
        ending = self._ending(step, passing)
        share = np.zeros(len(self.states))
        for closed in np.flatnonzero(~leaves):
            members = label == closed
            if ending[members].sum() > 0:
                share[members] = ending[members].sum() * _equilibrium(step[members][:, members])
        return share

    def _ending(self, step, passing):
        """Where the chain first enters a closed class, (n,)."""
        ending = np.where(passing, 0, self.start)
        if passing.any():
            inside, out = step[passing][:, passing], step[passing][:, ~passing]
            visits = np.linalg.solve((np.eye(len(inside)) - inside).T, self.start[passing])
            ending[~passing] += visits @ out
        return ending


def chain(chance, start, rules):
    """Return the `Chain` of `rules` over the states that can be reached from `start`.

    chance: points, or a mix {chance: weight}. ValueError for chances outside 0..faces,
    weights that are negative or all zero, or more than 4,000 states.
    """
    mix = _mix(chance, rules)
    states, start_weights = rules.begin(next(iter(mix)), start)
    known = _closure(list(mix), states, rules)
    hits = np.zeros((len(mix), len(known), len(known)))
    misses = np.zeros_like(hits)
    for i, points in enumerate(mix):
        weight, success, after = rules.outcomes(points, known)
        rows = np.broadcast_to(np.arange(len(known))[:, None], after.shape)
        columns = np.searchsorted(known, _key(after))
        for matrix, which in ((hits[i], success), (misses[i], ~success)):
            which = which & (weight > 0)  # what can't come of a roll may have no state
            np.add.at(matrix, (rows[which], columns[which]), weight[which])
    hits, misses = hits / rules.parts, misses / rules.parts
    begin = np.zeros(len(known))
    np.add.at(begin, np.searchsorted(known, _key(states)), start_weights)
    return Chain(known, begin, tuple(mix), np.array(list(mix.values())), hits, misses)


def _mix(chance, rules):
    mix = dict(chance) if isinstance(chance, dict) else {chance: 1.0}
    if len(mix) > 1 and not rules.mixable:
        raise ValueError(f"chance = {chance} is out of range: {rules.name} keeps one memory for "
                         f"each chance, so a mix has no meaning for it")
    for points in mix:
        value = numbers("chance", points, low=0, high=rules.faces)
        if np.isnan(value) or (rules.whole and value != np.rint(value)):
            raise ValueError(f"chance = {points} is out of range: it must be a whole number of "
                             f"points from 0 to {rules.faces}")
    weights = numbers("weight", list(mix.values()), low=0)
    if not weights.sum() > 0:
        raise ValueError("weight = 0.0 is out of range: at least one weight must be above 0")
    return {points: weight / weights.sum() for points, weight in zip(mix, weights, strict=True)}


def _closure(chances, states, rules):
    known = frontier = np.unique(_key(states))
    while len(frontier):
        reached = []
        for points in chances:
            weight, _, after = rules.outcomes(points, frontier)
            reached.append(_key(after[weight > 0]))
        frontier = np.setdiff1d(np.concatenate(reached), known)
        known = np.union1d(known, frontier)
        if len(known) > MOST_STATES:
            raise ValueError(f"{rules.name} needs more than {MOST_STATES} states for this chance: "
                             f"take rounder constants, or simulate")
    return known


def _key(states):
    # Meters with fractional steps reach one value by many sums: 0.1 + 0.2 is 0.3 here.
    return np.round(np.asarray(states, dtype=float), 6)


def _equilibrium(step):
    """The distribution that one step leaves as it is: p (step - 1) = 0 with sum 1."""
    size = len(step)
    equations = step.T - np.eye(size)
    equations[-1] = 1
    return np.linalg.solve(equations, np.eye(size)[-1])
