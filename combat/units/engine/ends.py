"""How fights of a `CompiledFight` end: solved exactly, all at once, or fought with dice.

Exactly they are one chain of `combat.markov`, whose states are those of the fights between two
phases; with dice thousands go on side by side. Both are `Ended`, and become `Odds` here.
"""

import math
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from combat.battle.odds import Odds, crossed
from combat.dice.distribution import gathered
from combat.markov.absorbing import absorbed
from combat.markov.chain import Outcomes, chain_of_rows
from combat.markov.ends import steps_of
from combat.units.cautions import notes_of
from combat.units.engine.game import FLED
from combat.units.engine.luck import Branching, Rolling, TooMany, TooManyAtOnce
from combat.units.engine.orders import TurnLoop
from combat.units.engine.rows import World, joined


class Ended:
    """Ends of fights: `game`; `rows`, the states; `chances`, that the fight of a pair ends there.

    ever_true: whether the conditions of actions ever held, see `Targets`. turns: the Distribution
    of rounds.
    """

    @cached_property
    def stood(self):
        """Whether each side has somebody left in each state: two arrays."""
        stands = self.rows["hp"] > 0
        return [stands[self.game.side == side].any(axis=0) for side in (0, 1)]

    def by_pair(self, values):
        """Return for each pair the sum of values (states,) over its states."""
        return np.bincount(self.rows["pair"], values, len(self.game.places))

    def outcomes(self):
        """Return the chances that the first wins, the second, both fall, undecided: (4, pairs)."""
        first, second = self.stood
        ends = first & ~second, second & ~first, ~first & ~second, first & second
        chances = [self.by_pair(np.where(where, self.chances, 0)) for where in ends]
        return np.clip(np.array(chances), 0, 1)

    def left(self, slot):
        """Return one fighter's mean hit points at the end, for each pair."""
        return self.by_pair(self.chances * np.maximum(self.rows["hp"][slot], 0))

    @property
    def notes(self):
        """What the answer leaves out, or what a reader may not expect: sentences."""
        return notes_of(self.game, self.ever_true)

    def odds(self, names, fighters, fights=None):
        """Return the `Odds` of the only pair; names: of the sides, fighters: of each side."""
        there = np.flatnonzero(self.chances)
        weights = self.chances[there] / self.chances.sum()
        sides = [self.rows["hp"][self.game.side == side][:, there] for side in (0, 1)]
        alive, points = [side > 0 for side in sides], [np.maximum(side, 0) for side in sides]
        fled = [(side <= FLED) @ weights for side in sides]
        alone = all(len(side) == 1 for side in sides)
        return Odds(
            tuple(names),
            self.outcomes()[:, 0],
            self.turns,
            tuple(gathered(side.sum(axis=0), weights) for side in points),
            fighters,
            tuple(np.clip(side @ weights, 0, 1) for side in alive),
            tuple(gathered(side.sum(axis=0), weights) for side in alive),
            fights,
            notes=self.notes,
            fled=tuple(fled) if any(side.any() for side in fled) else (),
            together=partial(crossed, *(side[0] for side in points), weights) if alone else None,
        )


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


def solved(game, w, weights=None, *, most_states=math.inf, keeps_spent=False):
    """Return how fights end, a `FightEnds`; None if that takes too much: they need dice."""
    try:
        return _solved(game, w, weights, most_states, keeps_spent)
    except TooMany:
        return None


def _solved(game, w, weights, most_states, keeps_spent):
    most_states = min(most_states, MOST_BYTES // (5 * game.form.width * _OF_A_NUMBER))
    left = 4 * MOST_BYTES // (5 * _OF_A_TRANSITION)
    loop = TurnLoop(game, Branching(max(_EACH * most_states, _OF_ANY)), keeps_spent=keeps_spent)
    w["weight"] = np.ones(w.many) if weights is None else np.asarray(weights, float)
    loop.begun(w)
    start, weights, at_once = w.table.T.astype(np.int64), w["weight"], _AT_ONCE

    def step(rows):
        nonlocal left, at_once
        here = unpacked(game, rows.T)
        going = np.flatnonzero(here["phase"] >= 0)
        parts = [Outcomes(going[:0], np.zeros(0), rows[:0])]
        while len(going):
            after = here.take(going[:at_once])
            try:
                loop.phase(after)
            except TooManyAtOnce:
                if at_once == 1 or len(going) == 1:
                    raise
                at_once = min(at_once, len(going)) // 4 or 1  # of all that follow, too
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


def unpacked(game, table):
    """The fights of a table of states (numbers, fights), each with weight 1."""
    many = table.shape[1]
    return World(game.form, table.astype(np.int32), of=np.arange(many), weight=np.ones(many))


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


MOST_ROUNDS = 1000  # if no max_rounds is given


@dataclass(frozen=True, eq=False)
class Fought(Ended):
    """How fights with dice ended, and the rounds of each."""

    game: object
    rows: World
    rounds: np.ndarray
    ever_true: dict

    @property
    def chances(self):
        """Of each fight the same: (fights,)."""
        return np.full(self.rows.many, 1 / self.rows.many)

    @property
    def turns(self):
        """The Distribution of rounds."""
        return gathered(self.rounds, self.chances)


def fought(game, w, seed=0, first=0, most_rounds=None, each=None):
    """Return a `Fought`; the seed and a fight's number, from `first` on, determine its dice.

    most_rounds: the last round; by default the game's own, or MOST_ROUNDS if it has none. each: so
    many fights are of one pair, and those of the next have the same numbers.
    """
    if most_rounds is None:
        most_rounds = MOST_ROUNDS if game.max_rounds is None else math.inf
    source = Rolling(seed)
    loop, done = TurnLoop(game, source), []
    w["of"] = w.every
    source.started(w, first, each=each, counts=game.reacts)
    loop.begun(w)
    w["turn"] = np.where(w["phase"] < 0, 0, w["turn"])  # over before it began
    while w.many:
        over = (w["phase"] < 0) | (w["turn"] > most_rounds)
        if over.any():
            done.append(w.take(over))
            w.become(w.take(~over))
        if w.many:
            loop.phase(w)
    w.become(joined(done))
    w.become(w.take(np.argsort(w["of"])))
    # A fight before the first phase of a round hasn't fought that round.
    return Fought(game, w, w["turn"] - (w["phase"] == 0), loop.turns.targets.ever_true)
