"""A team as arrays, in the order of its fighters, for battles to compute with."""

from typing import NamedTuple

import numpy as np

from combat.battle.side import closed
from combat.marked_for_death.rules import Rules

OUTCOMES = ("heroes", "villains", "draw", "undecided")
SIDES = OUTCOMES[:2]

# Whole numbers up to here are exact in float64, and a quotient of two is rounded only once.
_EXACT = 2**53


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
        self._units = _Units(fighters, places, rules)

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
        return self._units.numbers(np.asarray(alive, bool), round)

    def buffs_of(self, taker):
        """The buffs for a fighter: pairs (giver's index, (to hit, to defend) in whole units)."""
        given = zip(
            self._units.given_hit[:, taker], self._units.given_defend[:, taker], strict=True
        )
        return [
            (giver, (int(hit), int(defend)))
            for giver, (hit, defend) in zip(self._units.giving, given, strict=True)
            if hit or defend
        ]

    @property
    def givers(self):
        """The indices of fighters who give buffs, in groups with the same buffs for the same."""
        return self._units.givers


class _Units:
    """Bonuses and chances in whole units of 10^-d, where d is the most decimals in use.

    Sums and products of whole numbers are exact: 10 base dice at a raw 0.3 + 1.1 are 14 dice,
    but in float64 10 * (0.3 + 1.1) = 14.000000000000002, which rounds up to 15.
    """

    def __init__(self, fighters, places, rules):
        buffs = [
            (giver, places[who], buff)
            for giver, fighter in enumerate(fighters)
            for buff in fighter.buffs
            for who in dict.fromkeys(buff.who)
            if who in places
        ]
        self.givers = _givers(buffs)
        self.one = 10 ** _decimals(fighters, rules)
        self.base = np.array([_ceiling(f.total_xp, rules.xp_per_die) for f in fighters], object)
        self.own_hit = self._in_units(rules.default_to_hit + f.bonus_to_hit for f in fighters)
        self.own_defend = self._in_units(
            rules.default_to_defend + f.bonus_to_defend for f in fighters
        )
        # Rows for givers only, as most fighters of a large team give nothing.
        self.giving = sorted({giver for giver, _, _ in buffs})
        self.given_hit = self._given(((*at, buff.offense) for *at, buff in buffs), len(fighters))
        self.given_defend = self._given(((*at, buff.defense) for *at, buff in buffs), len(fighters))
        self.hit_range = self._in_units([rules.min_to_hit, rules.max_to_hit])
        self.defend_range = self._in_units([rules.min_to_defend, rules.max_to_defend])
        self.bonus_above, self.tired = map(
            int, self._in_units([rules.bonus_dice_above, rules.exhaustion])
        )
        self._narrow()

    def _in_units(self, numbers):
        return np.array([int(number * self.one) for number in numbers], object)

    def _given(self, bonuses, size):
        rows = {giver: row for row, giver in enumerate(self.giving)}
        matrix = np.zeros((len(rows), size), object)
        for giver, taker, bonus in bonuses:
            matrix[rows[giver], taker] += int(bonus * self.one)
        return matrix

    def _narrow(self):
        """Use float64 if all possible values are exact in it; otherwise Python's integers."""
        highest = [
            np.abs(own) + np.abs(given).sum(axis=0)
            for own, given in ((self.own_hit, self.given_hit), (self.own_defend, self.given_defend))
        ]
        # No raw value is above this, and lowered by more than this, any is below every range.
        self.most = 2 * (max((int(raw) for row in highest for raw in row), default=0) + self.one)
        wide = self.most * max(self.base, default=1) >= _EXACT
        self.kind, self.whole = (object, object) if wide else (np.float64, np.int64)
        self.base = self.base.astype(np.int64)
        for name in (
            "own_hit",
            "own_defend",
            "given_hit",
            "given_defend",
            "hit_range",
            "defend_range",
        ):
            setattr(self, name, getattr(self, name).astype(self.kind))

    def numbers(self, alive, round):
        """See `Side.numbers`."""
        giving = alive[..., self.giving].astype(self.kind)
        tired = min(self.tired * (round - 1), self.most)
        raw_hit = giving @ self.given_hit + self.own_hit
        raw_defend = giving @ self.given_defend + (self.own_defend - tired)
        return Numbers(
            self._dice(raw_hit),
            self._dice(raw_defend),
            self._chance(raw_hit, *self.hit_range),
            self._chance(raw_defend, *self.defend_range),
        )

    def _dice(self, raw):
        """ "if (raw-ToHit > 1.0) ceiling(BaseDice x ToHit). else BaseDice", by the raw value."""
        dice = np.broadcast_to(self.base, raw.shape).copy()
        bonus = (raw > self.bonus_above).astype(bool)
        if bonus.any():
            product = dice[bonus].astype(self.whole) * raw[bonus].astype(self.whole)
            dice[bonus] = (-(-product // self.one)).astype(np.int64)
        return dice

    def _chance(self, raw, low, high):
        return (np.clip(raw, low, high) / self.one).astype(float, copy=False)


def _givers(buffs):
    """The indices of givers, grouped by equal sums of their buffs for everybody."""
    given = {}
    for giver, taker, buff in buffs:
        sums = given.setdefault(giver, {})
        hit, defend = sums.get(taker, (0, 0))
        sums[taker] = hit + buff.offense, defend + buff.defense
    alike = {}
    for giver, sums in given.items():
        key = frozenset((taker, both) for taker, both in sums.items() if any(both))
        if key:
            alike.setdefault(key, []).append(giver)
    return list(alike.values())


def _decimals(fighters, rules):
    numbers = [
        rules.default_to_hit,
        rules.default_to_defend,
        rules.min_to_hit,
        rules.max_to_hit,
        rules.min_to_defend,
        rules.max_to_defend,
        rules.exhaustion,
        rules.bonus_dice_above,
    ]
    for fighter in fighters:
        numbers += [fighter.bonus_to_hit, fighter.bonus_to_defend]
        numbers += [bonus for buff in fighter.buffs for bonus in (buff.offense, buff.defense)]
    return max(-number.as_tuple().exponent for number in numbers)


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
