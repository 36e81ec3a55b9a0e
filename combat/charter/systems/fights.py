"""Answers about fights: of two sides, of a day of battles, and of single units.

Blows and duels of single units are computed side by side where rows only ask for numbers.
"""

import hashlib
import pickle
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement, islice

import numpy as np

from combat.battle import MOST_ROUNDS, blocks
from combat.battle.tally import of_ends, of_odds
from combat.charter.claim import Exact, Sample, written
from combat.charter.measures import BLOW
from combat.dice import Distribution
from combat.units import duel as duel_of
from combat.units.battles.alone import is_alone, through_alone
from combat.units.battles.armies import Army, match_up
from combat.units.battles.campaigns import Plan, came_through, meetings, pauses_of
from combat.units.battles.encounters import fallen, lost_by
from combat.units.measures import numbers_of
from combat.units.rest import rest_of
from combat.units.strikes.kill_curves import MOST_OF_A_TABLE
from combat.units.strikes.races import duels_of, kills_of
from combat.units.strikes.strikes import AttackTable

LEFT = "fighters left, the second side's counted below 0"
TURNS = "turns"
OWN_POINTS = "hit points left"
LOST = "lost", "lost if won"
_POINTS = "hit points left, the second side's counted below 0"
HELPLESS = "neither can hurt the other"
NEVER = "it never ends"
_OUTCOMES = ("win", "lose", "both", "undecided")
_BLOCK = 2000  # battles at once at most
_MOST_BLOWS = 5000  # to a kill
_NOTHING = 1e-9  # a smaller undecided chance is rounding


def battle(measure, army, other, how, given, rules):
    """Return the answer for two `Army`s: `Exact` if they are few, else a `Sample`.

    how: arguments of `match_up`. given: the settings method and mirrored.
    """
    met, method = match_up(army, other, rules, **how), given.get("method")
    exact = None if method == "sampled" else _exact(met, measure.name)
    if exact is not None:
        return exact
    if method == "exact":
        raise ValueError("the battle is too large to be exact; leave method out")
    # Fought by turns, the dice of the two sides can't be swapped.
    mirrored = given.get("mirrored", True) and not met.by_turns and measure.name not in LOST
    return _battles(met, measure.name, mirrored)


def _exact(met, name):
    """The `Exact` answer about a battle; None if it takes dice."""
    odds = met.exact()
    if odds is None or name not in LOST:
        return odds and _of_odds(odds, name, met.helpless)
    lost = lost_by(met, odds)
    return None if lost is None else Exact(lost[LOST.index(name)], label=name)


def _of_odds(odds, name, helpless):
    """The `Exact` answer from the `Odds` of a battle; helpless: it may never be decided."""
    value, undecided = of_odds(name, odds), odds.undecided
    note = HELPLESS if helpless else NEVER if np.isinf(odds.turns.mean) else ""
    if undecided <= _NOTHING:
        note = ""
    elif note and undecided < 1 - _NOTHING:
        note = f"in {written(undecided)} {note}"
    if name == "survives":
        return Exact(value, odds.survivors[0], "fighters left of the first side", note=note)
    if name == TURNS or undecided > _NOTHING:
        return Exact(value, odds.turns, TURNS, note=note)
    return Exact(value, _margin(*odds.survivors), LEFT)


def _margin(first, second):
    """What the winner has left: negative for the second side, 0 if both fell."""
    won, lost = first.values > 0, second.values > 0
    values = np.concatenate([-second.values[lost][::-1], [0], first.values[won]])
    chances = second.chances[lost][::-1], first.chances[won]
    both = max(0.0, 1 - sum(part.sum() for part in chances))
    chances = np.concatenate([chances[0], [both], chances[1]])
    return Distribution(values[chances > 0], chances[chances > 0])


def _battles(met, name, mirrored):
    """The `Sample` of battles of two armies."""
    army = met.armies[0]
    points = float(army.each([unit.hp for unit in army.units]).sum())
    low, high = _range(name, met.max_rounds or MOST_ROUNDS, points, len(army))
    label = name if name in (TURNS, OWN_POINTS, *LOST) else LEFT
    _, block = next(blocks(_BLOCK, met.fighters, _BLOCK))
    play, key = partial(_scores, met, name), None
    if getattr(met, "rules", None) is None:  # functions of one's own can't be told apart
        key = hashlib.sha256(pickle.dumps((met, name, mirrored))).digest()
    return Sample(play, low, high, mirrored, label, block, key)


def _range(name, rounds, points, fighters=1):
    """The least and the greatest score of a battle."""
    most = {TURNS: float(rounds), OWN_POINTS: float(points)} | dict.fromkeys(LOST, float(fighters))
    return (-1.0 if name == "lead" else 0.0), most.get(name, 1.0)


def _scores(met, name, exchanged, seed, battles):
    """The scores of some battles, and their turns or fighters left: two arrays."""
    if name in LOST:
        lost, won = fallen(met, battles, seed)
        lost = lost[won] if name == "lost if won" else lost
        return lost, lost
    ends = met.ends(battles, seed, exchanged=exchanged)
    if name == OWN_POINTS:
        points = np.maximum(ends.hit_points["first"], 0).sum(axis=0).astype(float)
        return points, points
    scores = of_ends(name, ends, side="first")
    if name == TURNS:
        return scores, ends.rounds
    left = [(ends.hit_points[side] > 0).sum(axis=0) for side in ("first", "second")]
    return scores, left[0] - left[1]


def rolled(measure, odds, hp):
    """The `Sample` of the fights that the rules' own `fight` has rolled: there are no others."""
    found = {TURNS: odds.turns, OWN_POINTS: odds.left[0]}.get(measure.name)
    if found is not None:
        values, chances = found.values, found.chances
    else:
        values = measure.value(dict(zip(_OUTCOMES, np.eye(4), strict=True)))
        chances = odds.outcomes
    scores = np.repeat(values, np.rint(chances * odds.fights).astype(int))
    low, high = _range(measure.name, MOST_ROUNDS, hp)
    play = partial(_again, scores)
    return Sample(play, low, high, False, measure.name, odds.fights, rolled=True)


def _again(scores, _exchanged, _seed, _fights):
    return scores, scores


def day(army, armies, rest, how, rules):
    """Return the `Sample` of days on which an army fights several others in turn.

    Where one meets one after another with plain blows it is the `Exact` answer, and where a fight
    can't be won as neither can hurt the other. rest: a `Rest`.
    """
    met = meetings(army, armies, rules, **how)
    if any(map(_is_stuck, met)):
        return Exact(0.0, note=f"in a fight {HELPLESS}")
    plan = Plan(tuple(met), pauses_of(rest_of(rest), len(met)))
    if is_alone(met):
        rows, _ = through_alone(met, plan.pauses, replace(rules, derived=None))
        return Exact(float(rows[-1, 0]))
    return Sample(
        partial(_days, plan), 0.0, 1.0, False, "fighters left after the last fight", _BLOCK
    )


def _is_stuck(met):
    """Whether nobody in a battle can hurt anybody: it never ends."""
    deadlock = None if met.by_turns else met.deadlock
    return deadlock is not None and not deadlock.hurts.any()


def _days(plan, _exchanged, seed, battles):
    """Whether the army survived each day (1 or 0), and how many of it are left."""
    through, left = came_through(plan, seed, battles)
    return through.astype(float), np.where(through, left, 0)


def all_against_all(units):
    """Yield each pair of some units once, and each unit with itself."""
    return combinations_with_replacement(units, 2)


class DuelCache:
    """Pairs of units about which rows ask under the same rules, with the most turns of a duel."""

    def __init__(self, rounds=None):
        self.rounds, self._pairs, self._known, self._games = rounds, {}, {}, set()

    def add(self, first, second):
        """Take in a pair of units, best before anything is asked."""
        self._pairs[first, second] = None

    def add_all(self, units):
        """Take in each pair of some units, for all rows that ask of them together."""
        if units not in self._games:
            self._games.add(units)
            self._pairs.update(dict.fromkeys(all_against_all(units)))

    def answer(self, measure, first, second, rules):
        """Return the answer about a pair: `Exact`, or a `Sample` where a duel needs dice."""
        if measure.of != BLOW:
            return self._duel(measure, first, second, rules)
        alone = partial(measure.value, first, second, rules)
        if measure.name == "blows to kill":
            blows = self._found(rules, self._blows).get((first, second))
            if blows is not None:
                return Exact(blows, lambda: alone()[1], measure.label)
        return Exact(*alone(), measure.label)

    def _duel(self, measure, first, second, rules):
        numbers = self.numbers(rules, first, second)
        alone = partial(duel_alone, measure, first, second, self.rounds, rules)
        if numbers is None:
            return alone()
        label = _label(measure.name, numbers["undecided"])
        return Exact(measure.value(numbers), lambda: alone().distribution, label)

    def numbers(self, rules, first, second):
        """Return the numbers of a duel, {name: number}; None if it is to be asked alone."""
        return self._found(rules, self._duels).get((first, second))

    def _found(self, rules, compute):
        key = rules, compute
        found, many = self._known.get(key, ({}, 0))
        if many < len(self._pairs):
            self._known[key] = found, len(self._pairs)
            self._ask(compute, list(islice(self._pairs, many, None)), rules, found)
        return found

    def _ask(self, compute, pairs, rules, found):
        """Compute some pairs; at a fault those of each half, as each pair tells its own."""
        try:
            found.update(compute(pairs, rules))
        except (ValueError, ArithmeticError, MemoryError):
            half = len(pairs) // 2
            for some in (pairs[:half], pairs[half:]) if half else ():
                self._ask(compute, some, rules, found)

    def _duels(self, pairs, rules):
        if rules.decided:
            return
        by_turns = [rules.duels_by_turns(pair) for pair in pairs]
        for turned, compute in ((False, _plain_duels), (True, _duels_by_turns)):
            some = [pair for pair, one in zip(pairs, by_turns, strict=True) if one == turned]
            table = compute(some, rules, self.rounds) if some else {}
            for pair, *numbers in zip(some, *table.values(), strict=True):
                duel = dict(zip(table, map(float, numbers), strict=True))
                if np.isfinite(duel["turns"]):
                    yield pair, duel

    def _blows(self, pairs, rules):
        pairs = [pair for pair in pairs if not pair[0].actions]
        if rules.decided or not pairs:
            return
        units, places = _placed(pairs)
        strikes, found = AttackTable(units, units, rules), np.full(len(pairs), np.inf)
        kills = kills_of(strikes, places, most_blows=_MOST_BLOWS, most_work=MOST_OF_A_TABLE)
        for some, curve in kills:
            found[some] = curve.alive.sum(axis=0)
        yield from ((pair, one) for pair, one in zip(pairs, found.tolist(), strict=True))


def _plain_duels(pairs, rules, rounds):
    units, places = _placed(pairs)
    units, rules = rules.derived_units(units)
    return duels_of(units, units, rules, places, rounds)


def _duels_by_turns(pairs, rules, rounds):
    from combat.units.engine.pairs import TurnDuels  # loads scipy's sparse matrices

    units, places = _placed(pairs)
    return TurnDuels(units, places.T, rules, rounds, dice=False).found()


def _placed(pairs):
    """The units of some pairs, each once, and the places of the pairs in them, (2, pairs)."""
    units = dict.fromkeys(unit for pair in pairs for unit in pair)
    place = dict(zip(units, range(len(units)), strict=True))
    return list(units), np.array([(place[one], place[other]) for one, other in pairs]).T


def duel_alone(measure, first, second, rounds, rules):
    """Return the answer for two single units: `Exact`, or a `Sample` where dice were rolled."""
    found = duel_of(first, second, rules, max_turns=rounds)
    if found.fights is not None and rules.decided:
        return rolled(measure, found, first.hp)
    if found.fights is not None:
        armies = Army(((first, 1),)), Army(((second, 1),))
        return battle(measure, *armies, {"max_rounds": rounds}, {"method": "sampled"}, rules)
    value = measure.value(numbers_of(found))
    if found.endless:
        return Exact(value, note=HELPLESS if found.helpless else NEVER)
    label = _label(measure.name, found.undecided)
    behind = {OWN_POINTS: found.left[0], TURNS: found.turns}
    return Exact(value, behind.get(label, found.margin), label)


def _label(name, undecided):
    """The label of what stands behind a measure of a duel."""
    if name == OWN_POINTS:
        return name
    return TURNS if name == TURNS or undecided else _POINTS
