"""Many against many: crowds beside the plain loop, two processes beside one."""

import random
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from combat.battle import Side, simulate
from tests.battle import plainly
from tests.bench.timing import Case


def damage(attacks, defenses, most):
    """Half of the blows miss, a quarter costs one hit point, a quarter two."""
    return np.repeat([[0.5, 0.75, 1.0]], len(attacks), axis=0)


def crowds(count):
    return {
        name: Side(tuple(f"{name} {n}" for n in range(count)), damage, hit_points=2)
        for name in ("red", "blue")
    }


def plain_battles(sides, count):
    rng, tables = random.Random(1), {}
    return lambda: [plainly.battle(list(sides.values()), rng, tables=tables) for _ in range(count)]


def cases():
    for count, battles, few in ((4, 100_000, 100), (100, 4000, 4)):
        sides = crowds(count)
        yield Case(
            f"simulate, {count} against {count}, {battles:,} battles",
            lambda sides=sides, battles=battles: simulate(sides, battles=battles),
            f"plain loop, {few} battles",
            plain_battles(sides, few),
            share=few / battles,
        )
    hundred, thousand = crowds(100), crowds(1000)
    yield Case(
        "simulate, 1,000 against 1,000, 100 battles",
        lambda: simulate(thousand, battles=100),
        "100 against 100, 1,000 battles",
        lambda: simulate(hundred, battles=1000),
    )
    with ProcessPoolExecutor(2) as pool:
        yield Case(
            "100 against 100, 40,000 battles, two processes",
            lambda: simulate(hundred, battles=40_000, executor=pool),
            "one process",
            lambda: simulate(hundred, battles=40_000),
        )
