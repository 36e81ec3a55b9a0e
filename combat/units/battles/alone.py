"""A campaign of one fighter who meets one after another: exact, a chain of duels."""

from functools import cache

import numpy as np

from combat.units.duels import won_duels

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
