"""The rules of a battle of two sides once more, one blow after the other, without any array."""

import math

import numpy as np


def battle(sides, rng, *, order="together", hit_points=None, max_rounds=100, tables=None):
    """Fight one battle; return (hit points left of both sides, rounds).

    sides: two of `combat.battle.Side`. rng: a `random.Random`. tables: a dict in which the
    tables of damage are kept from battle to battle.
    """
    tables = {} if tables is None else tables
    points = [list(map(int, given)) for given in hit_points or [side.hit_points for side in sides]]
    number = 0
    while number < max_rounds and all(any(left > 0 for left in side) for side in points):
        number += 1
        alive = [[left > 0 for left in side] for side in points]
        classes = [
            _classes(side, living, number) for side, living in zip(sides, alive, strict=True)
        ]
        for acting in _phases(sides, order, number, rng):
            _phase(sides, points, classes, acting, rng, tables)
    return [[max(0, left) for left in side] for side in points], number


def _classes(side, alive, number):
    if side.stances is None:
        return side.attack, side.defense
    attacks, attack, defenses, defense = side.stances(np.array([alive]), number)
    rows = [np.broadcast_to(of, (1, len(alive)))[0] for of in (attack, defense)]
    return attacks[rows[0]], defenses[rows[1]]


def _phases(sides, order, number, rng):
    """Lists of (side, fighter, actions), one for each phase of the round."""
    everybody = [
        (at, who, math.floor(number * speed + 1e-9) - math.floor((number - 1) * speed + 1e-9))
        for at, side in enumerate(sides)
        for who, speed in enumerate(side.speed.tolist())
    ]
    if order == "together":
        return [everybody]
    if order == "coin":
        first = rng.randrange(2)
        return [[one for one in everybody if one[0] == at] for at in (first, 1 - first)]
    speeds = sorted({sides[at].speed[who] for at, who, _ in everybody}, reverse=True)
    return [[one for one in everybody if sides[one[0]].speed[one[1]] == speed] for speed in speeds]


def _phase(sides, points, classes, acting, rng, tables):
    before = [list(side) for side in points]
    for at, who, actions in acting:
        if before[at][who] <= 0 or not any(left > 0 for left in before[1 - at]):
            continue
        for _ in range(actions):
            for target in _targets(sides[at], who, before[1 - at], rng):
                target = _guard(sides[1 - at], target, before[1 - at], rng)
                attack, defense = classes[at][0][who], classes[1 - at][1][target]
                points[1 - at][target] -= _damage(sides[at], attack, defense, rng, tables)
    for at, side in enumerate(sides):
        fell = [who for who, left in enumerate(before[at]) if left > 0 and points[at][who] <= 0]
        for who in fell:
            for linked, falls in enumerate(side.falls[who]):
                if falls:
                    points[at][linked] = min(points[at][linked], 0)


def _targets(side, who, left, rng):
    living = [row for row, points in enumerate(left) if points > 0]
    kind, number = side.targeting[who], int(side.targets[who])
    if kind == "random":
        met = rng.sample(living, min(number, len(living)))
        return met + rng.choices(living, k=number - len(met))
    if kind != "front":
        living.sort(key=lambda row: left[row] * (1 if kind == "weakest" else -1))
    return [living[blow % len(living)] for blow in range(number)]


def _guard(side, target, left, rng):
    guards = [row for row, points in enumerate(left) if side.guards[row][target] and points > 0]
    return rng.choice(guards) if guards else target


def _damage(side, attack, defense, rng, tables):
    key = id(side), attack, defense
    if key not in tables:
        found = side.damage(np.array([attack]), np.array([defense]), 1000)
        tables[key] = found[0].tolist()
    drawn = rng.random()
    return sum(drawn >= chance for chance in tables[key])
