"""A team as arrays, in the order of its fighters, for battles to compute with."""

from functools import cached_property
from typing import NamedTuple

import numpy as np

from combat.battle.side import closed
from combat.marked_for_death.rules import MOST_DECIMALS, Rules

OUTCOMES = ("heroes", "villains", "draw", "undecided")
SIDES = OUTCOMES[:2]

MOST_DICE = 100_000  # of a fighter: a battle needs time and memory for each
_ONE = 10**MOST_DECIMALS


class Numbers(NamedTuple):
    """The dice that fighters roll: two pools, and the chance that a die succeeds, each (..., n).

    >>> from combat.marked_for_death import Fighter, Team
    >>> twice = Side(Team((Fighter("Tom", 7001), Fighter("Orc", 900)))).numbers([True, True], 2)
    >>> twice.defense_dice, twice.to_defend
    (array([8, 1]), array([0.2, 0.2]))
    """

    offense_dice: np.ndarray
    defense_dice: np.ndarray
    to_hit: np.ndarray
    to_defend: np.ndarray


class Side:
    """A team in arrays that don't change in a battle; `numbers` gives those that do.

    fighters: those with hit points at the start; the others are out of the fight. names: theirs,
    in order. hit_points (n,): at the start. aoe (n,): "If <1 it will be set to 1".
    guards (n, n): whether the row's fighter is a bodyguard of the column's. falls (n, n):
    whether the column's fighter dies if the row's does, over any chain of links. Names that
    none of them has count as blank.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom = Fighter("Tom", 7001, bodyguard_for="Summoner", linked_to="Dragon")
    >>> side = Side(Team((tom, Fighter("Summoner", 5800), Fighter("Dragon", 13000))))
    >>> side.guards[0].tolist(), side.falls[2].tolist()
    ([False, True, False], [True, False, False])
    """

    def __init__(self, team, rules=Rules()):
        fighters = [f for f in team.fighters if rules.default_hp + f.bonus_hp > 0]
        self.fighters, self.names = fighters, tuple(f.name for f in fighters)
        self.hit_points = np.array([rules.default_hp + f.bonus_hp for f in fighters], int)
        self.aoe = np.array([_aoe(f, rules) for f in fighters], int)
        places = {name: place for place, name in enumerate(self.names)}
        self.guards = _named([places.get(f.bodyguard_for) for f in fighters])
        self.falls = closed(_named([places.get(f.linked_to) for f in fighters]).T)
        self._dice_of = np.array([_ceiling(f.total_xp, rules.xp_per_die) for f in fighters], int)
        self._own = _millionths(
            [rules.default_to_hit + f.bonus_to_hit for f in fighters],
            [rules.default_to_defend + f.bonus_to_defend for f in fighters],
        )
        # Rows for givers only, as most fighters of a large team give nothing.
        given = {}
        for giver, fighter in enumerate(fighters):
            for buff in fighter.buffs:
                takers = [places[who] for who in dict.fromkeys(buff.who) if who in places]
                row = given.setdefault(giver, np.zeros((2, len(fighters))))
                row[:, takers] += _millionths([buff.offense], [buff.defense])
        rows = np.array([*given.values()]).reshape(len(given), 2, len(fighters))
        self._giving, self._given = list(given), rows.swapaxes(0, 1)
        self._limits = _millionths(
            [rules.min_to_hit, rules.max_to_hit], [rules.min_to_defend, rules.max_to_defend]
        )
        ((self._bonus_above, self._tired),) = _millionths(
            [rules.bonus_dice_above, rules.exhaustion]
        )

    def numbers(self, alive, round=1):
        """Return the `Numbers` of all fighters in a round, arrays like alive.

        alive: bools (..., n), who lives at the start of the round; the values for the dead are
        meaningless. A buff ends with the fighter who gives it. "ToDefend goes down by
        EXHAUSTION-PENALTY after every round": this lowers the raw value, and so DefenseDice too.

        >>> from combat.marked_for_death import Fighter, Team
        >>> side = Side(Team((Fighter("Dragon", 14500, bonus_to_hit=0.96),)))
        >>> Numbers(*(array.tolist() for array in side.numbers(np.array([True]))))
        Numbers(offense_dice=[19], defense_dice=[15], to_hit=[0.99], to_defend=[0.3])
        """
        giving = np.asarray(alive, bool)[..., self._giving].astype(float)
        to_hit, to_defend = (
            giving @ given + own for given, own in zip(self._given, self._own, strict=True)
        )
        to_defend = to_defend - self._tired * (round - 1)
        return Numbers(
            self._dice(to_hit),
            self._dice(to_defend),
            np.clip(to_hit, *self._limits[0]) / _ONE,
            np.clip(to_defend, *self._limits[1]) / _ONE,
        )

    def _dice(self, raw):
        """ "if (raw-ToHit > 1.0) ceiling(BaseDice x ToHit). else BaseDice", by the raw value."""
        base = np.broadcast_to(self._dice_of, raw.shape)
        product = base * np.maximum(raw, 0).astype(np.int64)
        dice = np.where(raw > self._bonus_above, -(-product // _ONE), base)
        if (most := dice.max(initial=0)) > MOST_DICE:
            raise ValueError(
                f"a fighter has {most:,} dice, more than {MOST_DICE:,}: lower XP or bonuses"
            )
        return dice

    @property
    def own(self):
        """The numbers of each fighter alone: base dice, raw ToHit and ToDefend, (n, 3)."""
        return np.column_stack([self._dice_of, *self._own])

    @property
    def given(self):
        """What the row's fighter gives the column's: (to hit, to defend), (2, n, n)."""
        found = np.zeros((2, len(self.names), len(self.names)))
        found[:, self._giving] = self._given
        return found

    @cached_property
    def givers(self):
        """The indices of fighters who give buffs, in groups with the same buffs for the same."""
        alike = {}
        for row, giver in enumerate(self._giving):
            if self._given[:, row].any():
                alike.setdefault(self._given[:, row].tobytes(), []).append(giver)
        return list(alike.values())


def _millionths(*rows):
    """Decimals in whole millionths: sums are exact, of 1.1 and of 0.3 as well.

    10 base dice at a raw 0.3 + 1.1 are 14 dice, but in float64 10 * (0.3 + 1.1) is
    14.000000000000002, which rounds up to 15.
    """
    return np.array([[int(number * _ONE) for number in row] for row in rows], float)


def _ceiling(dividend, divisor):
    return int(dividend // divisor) + (dividend % divisor > 0)


def _aoe(fighter, rules):
    return max(1, rules.default_aoe if fighter.aoe is None else fighter.aoe)


def _named(others):
    """Whether the row's fighter names the column's, (n, n); others: an index or None for each."""
    named = np.zeros((len(others), len(others)), bool)
    for fighter, other in enumerate(others):
        if other is not None:
            named[fighter, other] = True
    return named
