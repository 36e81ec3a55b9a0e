"""A battle of two armies the plain way, with dice."""

import itertools
import math

from combat.units import blow


def actions(turn, speed):
    """Fractions add up; speeds here are halves and the like, without rounding."""
    return math.floor(turn * speed) - math.floor((turn - 1) * speed)


def army_fight(groups, blows, rules, rng, targeting="random", start=None, most=10_000):
    """One battle of two armies, fighter by fighter: the hit points left of both, and rounds.

    groups: of both armies, the units fighter by fighter. blows: (unit's name, unit's name) ->
    an endless iterator of damage. start: other hit points to begin with.
    """
    points = [list(side) for side in start or [[unit.hp for unit in side] for side in groups]]
    rounds = 0
    while all(any(left > 0 for left in side) for side in points) and rounds < most:
        rounds += 1
        for phase in phases(groups, rules, rng):
            before = [list(side) for side in points]
            for side, fighter in phase:
                if before[side][fighter] <= 0:
                    continue
                for _ in range(actions(rounds, groups[side][fighter].speed)):
                    standing = [at for at, left in enumerate(before[1 - side]) if left > 0]
                    if standing:
                        target = chosen(standing, before[1 - side], targeting, rng)
                        names = groups[side][fighter].name, groups[1 - side][target].name
                        points[1 - side][target] -= next(blows[names])
    return [[max(0, left) for left in side] for side in points], rounds


def phases(groups, rules, rng):
    """Who acts at once, phase by phase: pairs (side, fighter)."""
    everybody = [(side, fighter) for side in (0, 1) for fighter in range(len(groups[side]))]
    if rules.order == "both":
        return [everybody]
    if rules.order == "coin":
        first = rng.integers(0, 2)
        return [[who for who in everybody if who[0] == side] for side in (first, 1 - first)]
    speeds = sorted({unit.speed for side in groups for unit in side}, reverse=True)
    return [
        [(side, fighter) for side, fighter in everybody if groups[side][fighter].speed == speed]
        for speed in speeds
    ]


def chosen(standing, points, targeting, rng):
    if targeting == "front":
        return standing[0]
    if targeting == "random":
        return standing[rng.integers(len(standing))]
    best = (min if targeting == "weakest" else max)(points[at] for at in standing)
    return next(at for at in standing if points[at] == best)


def blows_of(groups, rules, rng, count=20_000):
    """What `army_fight` draws its blows from."""
    units = [list({unit.name: unit for unit in side}.values()) for side in groups]
    pairs = [(one, other) for at in (0, 1) for one in units[at] for other in units[1 - at]]
    drawn = {
        (one.name, other.name): blow(one, other, rules).sample(rng, count).tolist()
        for one, other in pairs
    }
    return {names: itertools.cycle(values) for names, values in drawn.items()}
