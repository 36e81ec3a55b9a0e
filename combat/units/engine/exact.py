"""Fights of a `CompiledFight` solved exactly, all at once, as one chain of `combat.markov`."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from combat.markov.absorbing import absorbed
from combat.markov.batches import Outcomes, chain_of_rows
from combat.markov.ends import steps_of
from combat.units.engine.ends import Ended
from combat.units.engine.orders import TurnLoop
from combat.units.engine.rows import Branching, TooMany, TooManyAtOnce, World

# Fights whose chain would take more are fought with dice: a fifth of it for the states, 300,000 of
# two fighters with an action and a status each, the rest for their transitions.
MOST_BYTES = 320 * 2**20
_OF_A_NUMBER, _OF_A_TRANSITION = 12, 32  # bytes, with what is copied on the way
# Outcomes before equal ones are merged, of which a million takes 0.7 seconds: for each state that
# may be followed, and of any fight.
_EACH, _OF_ANY = 16, 4_000_000
_AT_ONCE = 4000  # states followed together, if there is room for their outcomes
_GOING = 1e-13  # a fight that goes on with a smaller chance counts as over
_MOST_ROUNDS = 100_000
_LONGER = 30  # times the mean: about e**-30 of all fights last longer


def solved(game, w, weights=None, *, most_states=math.inf, keeps_uses=False):
    """Return how fights end, a `FightEnds`; None if that takes too much: they need dice."""
    try:
        return _solved(game, w, weights, most_states, keeps_uses)
    except TooMany:
        return None


def _solved(game, w, weights, most_states, keeps_uses):
    most_states = min(most_states, MOST_BYTES // (5 * game.form.width * _OF_A_NUMBER))
    left = 4 * MOST_BYTES // (5 * _OF_A_TRANSITION)
    loop = TurnLoop(game, Branching(max(_EACH * most_states, _OF_ANY)), keeps_uses=keeps_uses)
    w["weight"] = np.ones(w.many) if weights is None else np.asarray(weights, float)
    loop.begun(w)
    start, weights = w.table.T.astype(np.int64), w["weight"]
    phase, at_once = game.form.columns("phase").start, _AT_ONCE

    def step(rows):
        nonlocal left, at_once
        table = rows.T
        going = np.flatnonzero(table[phase] >= 0)
        parts = [Outcomes(going[:0], np.zeros(0), np.zeros((0, len(table)), np.int64))]
        while len(going):
            block = going[:at_once]
            after = unpacked(game, table[:, block], block)
            try:
                loop.phase(after)
            except TooManyAtOnce:
                if len(block) == 1:
                    raise
                at_once = len(block) // 4 or 1  # of all that follow, too: they are alike
                continue
            parts.append(Outcomes(after["of"], after["weight"], after.table.T.astype(np.int64)))
            going, left = going[at_once:], left - after.many
            if left < 0:
                raise TooMany
        return Outcomes(*map(np.concatenate, zip(*parts, strict=True)))

    total = weights.sum()
    chain = chain_of_rows(start, weights / total, step, most_states)
    if chain is None:
        raise TooMany
    ends = unpacked(game, chain.states.T)
    return FightEnds(game, chain, absorbed(chain), ends, total, loop.turns.targets.ever_true)


def unpacked(game, table, of=None):
    """The fights of a table of states (numbers, fights), each with weight 1."""
    many = table.shape[1]
    of = np.arange(many) if of is None else of
    return World(game.form, table.astype(np.int32), of=of, weight=np.ones(many))


@dataclass(frozen=True, eq=False)
class FightEnds(Ended):
    """How fights end, exactly: for each state of `chain` the chance to stop there.

    total: the weight of all fights together, by which the chances must be multiplied.
    """

    game: object
    chain: object
    absorption: object
    rows: World
    total: float
    ever_true: dict

    @cached_property
    def chances(self):
        """For each state the chance that its pair's fight stops there."""
        return self.absorption.chances * self.total

    @cached_property
    def _begun(self):
        """How many rounds are expected to begin in each state."""
        return np.where(self.rows["phase"] == 0, self.absorption.visits, 0)

    @property
    def longest(self):
        """About how many rounds must be followed until hardly any fight goes on."""
        return _LONGER * float(self._begun.sum())

    def mean_rounds(self):
        """Return the mean number of rounds of each pair, infinite if it may never end."""
        trapped = self.by_pair(np.where(self.absorption.traps, self.chances, 0)) > 0
        return np.where(trapped, np.inf, self.by_pair(self._begun * self.total))

    @property
    def turns(self):
        """The Distribution of rounds, of all fights together; some may last for ever."""
        over, after = self.chain.ends | self.absorption.traps, self.chain.matrix.T.tocsr()
        mass, ended = self.chain.start, [float(self.chain.start[self.chain.ends].sum())]
        endless = float(self.absorption.chances[self.absorption.traps].sum())
        anew = self.rows["phase"] == 0
        while (mass := np.where(over, 0, mass)).sum() > _GOING and len(ended) <= _MOST_ROUNDS:
            done, later = 0.0, np.zeros(len(mass))
            while mass.any():
                mass = after @ mass
                done += float(mass[self.chain.ends].sum())
                later += np.where(anew, mass, 0)
                mass = np.where(anew | over, 0, mass)
            ended.append(done)
            mass = later
        ended[-1] += max(0.0, 1 - sum(ended) - endless)
        return steps_of(ended, np.inf, endless)
