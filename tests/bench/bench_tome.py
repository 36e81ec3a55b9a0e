"""Hit chances of a million pairs, beside the formulas in a plain loop."""

import math

import numpy as np

from combat import tome
from tests.bench.timing import Case

ATTACK, DEFENSE = np.random.default_rng(1).uniform(1, 100, (2, 1_000_000))
FEW = list(zip(ATTACK[:10_000].tolist(), DEFENSE[:10_000].tolist(), strict=True))


def linear(a, d):
    return min(0.95, max(0.05, 0.5 + 0.025 * (a - d)))


def exponential(a, d):
    return min(0.95, max(0.05, (1 / (1 + math.exp(-(a - d) / 7)) + a / (a + d)) / 2))


def smooth(a, d):
    return 0.5 + 0.5 * (a - d) / (abs(a - d) + 10)


def cases():
    rules = [
        (tome.check_hit, linear),
        (tome.check_hit_old, exponential),
        (tome.check_hit_smooth, smooth),
    ]
    for rule, plain in rules:
        yield Case(
            f"tome.{rule.__name__}, a million pairs",
            lambda rule=rule: rule(ATTACK, DEFENSE),
            "plain loop",
            lambda plain=plain: [plain(a, d) for a, d in FEW],
            share=0.01,
        )
    yield Case(
        "smooth rule, one by one in Python",
        lambda: [smooth(a, d) for a, d in FEW],
        "exponential rule likewise",
        lambda: [exponential(a, d) for a, d in FEW],
    )
    yield Case(
        "tome.fit_m, 100 x 100 grid",
        lambda: tome.fit_m(tome.check_hit_old, range(1, 101), range(1, 101)),
        "10,000 values of m on the grid",
        scan,
        share=0.01,
    )


def scan():
    attack, defense = np.meshgrid(np.arange(1.0, 101), np.arange(1.0, 101))
    wanted = tome.check_hit_old(attack, defense)
    return min(
        np.abs(tome.check_hit_smooth(attack, defense, m=m) - wanted).mean()
        for m in np.linspace(1, 40, 100)
    )
