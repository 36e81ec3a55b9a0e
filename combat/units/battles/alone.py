"""One fighter who meets one after another with plain blows: exact, a chain of duels.

What a duel leaves is followed for each number of hit points that it may begin with; all other
campaigns are in `campaigns`.
"""

from dataclasses import replace
from functools import cache
from itertools import islice

import numpy as np

from combat.units.duels import hits_by_then, paired
from combat.units.rules import PLAIN
from combat.units.strikes.kill_curves import hits_to_kill, sums_of_blows
from combat.units.strikes.races import duels_at_once

MOST_POINTS = 1_500_000  # hit points of both, multiplied, of all different duels: some 8 seconds


def is_alone(fights):
    """Return whether one meets one in each of some match-ups, by plain blows and with few points.

    What a duel leaves is followed for each number of hit points that it may begin with.
    """
    if any(fight.by_turns or [len(army) for army in fight.armies] != [1, 1] for fight in fights):
        return False
    hero = fights[0].armies[0].units[0]
    foes = {fight.armies[1].units[0] for fight in fights}
    return sum(hero.hp * max(hero.hp, foe.hp) for foe in foes) <= MOST_POINTS


def through_alone(fights, pauses, rules):
    """Return how one comes through: a row for each fight, and the chances of its points at the end.

    Rows of the chance to have won this fight and all before, and, each times that chance, the
    rounds of the fight and the hit points after it. The last fight's: chances (hit points + 1,).
    """
    hero = fights[0].armies[0].units[0]
    every, last = np.arange(1, hero.hp + 1), fights[0].max_rounds
    won = cache(lambda foe: won_duels(hero, foe, rules, last, points=every))
    points, rows = np.zeros(hero.hp + 1), []
    points[-1] = 1.0
    for number, fight in enumerate(fights):
        if number:
            points = _rested(points, pauses[number - 1])
        left, turns = won(fight.armies[1].units[0])
        before, points = points[1:], points[1:] @ left
        rounds = before @ turns @ np.arange(turns.shape[1])
        rows.append([points.sum(), rounds, points @ np.arange(len(points))])
    return np.array(rows), points


def _rested(points, rest):
    """The chances of hit points after a rest."""
    most = len(points) - 1
    found, gain = np.zeros(most + 1), rest.gain(most)
    for hp in np.flatnonzero(points).tolist():
        after = np.minimum(hp + gain.values, most).astype(int)
        np.add.at(found, after, points[hp] * gain.chances)
    return found


def won_duels(first, second, rules=PLAIN, max_turns=None, *, points):
    """Return what the first unit has left in the duels that it wins, for plain blows.

    points: with how many hit points it begins, an array (n,), each at least 1. Two arrays: the
    chance to win with 0, 1, ... hit points left (n, hp + 1), and to win in turn 0, 1, ...
    (n, turns + 1). The rest as for `duel`.

    >>> from combat.units import Unit
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> left, turns = won_duels(imp, imp, max_turns=2, points=np.array([1, 2]))
    >>> left.tolist()
    [[0.0, 0.0625, 0.0], [0.0, 0.125, 0.0625]]
    >>> turns.tolist()
    [[0.0, 0.0, 0.0625], [0.0, 0.0, 0.1875]]
    """
    left = np.zeros((len(points), first.hp + 1))
    (_, theirs), pairs = paired((first, second), rules, max_turns)
    if not pairs.many:
        return left, np.zeros((len(points), 1))
    sides = pairs.sides(np.zeros(len(points), int))
    targets = hits_to_kill(theirs.amounts, np.zeros(len(points), int), points)
    sides[1] = replace(sides[1], targets=targets)
    found = duels_at_once(*sides, rules.acts_first(first, second), max_turns)
    many = max(len(target.alive) for target in targets)
    lost = np.array([s[:, 0] for s in islice(sums_of_blows(theirs.amounts, first.hp), many)])
    for row, hp in enumerate(points.tolist()):
        hits = hits_by_then(theirs, sides[1], found.stops[0][:, row], row)[:many]
        left[row, 1 : hp + 1] = (hits @ lost[: len(hits), :hp])[::-1]
    return left, np.vstack([np.zeros(len(points)), found.won[0]]).T
