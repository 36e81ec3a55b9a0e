"""The Luck meter's exact answers, beside plain Python loops that do the same."""

import numpy as np

from combat import luck
from tests.bench.timing import Case


def outcomes(chance, state):
    """Every roll of the rule, one by one: pairs of success and new Luck."""
    for roll in range(1, 101):
        if chance + state >= roll:
            yield True, state - (max(0, roll - chance) if chance > 50 else 55 - chance)
        else:
            yield False, state + (chance - 45 if chance >= 50 else 0)


def plain_long_run(chance):
    """Iterate the distribution of Luck for 200 rolls and take the last one's rate."""
    now, rate = {0: 1.0}, 0.0
    for _ in range(200):
        after, rate = {}, 0.0
        for state, weight in now.items():
            for success, new in outcomes(chance, state):
                after[new] = after.get(new, 0) + weight / 100
                rate += success * weight / 100
        now = after
    return rate


def plain_hits(chance, rolls):
    now = {(0, 0): 1.0}
    for _ in range(rolls):
        after = {}
        for (hits, state), weight in now.items():
            for success, new in outcomes(chance, state):
                key = (hits + success, new)
                after[key] = after.get(key, 0) + weight / 100
        now = after
    return now


def cases():
    yield Case(
        "luck.success_rate, long run, X = 1..99",
        lambda: luck.success_rate(np.arange(1, 100)),
        "plain loop, 3 of the X",
        lambda: [plain_long_run(x) for x in (25, 50, 75)],
        share=3 / 99,
    )
    yield Case(
        "luck.hits_distribution, 50 rolls",
        lambda: luck.hits_distribution(75, 50),
        "plain loop",
        lambda: plain_hits(75, 50),
    )
    yield Case(
        "luck.longest_miss_streak, 50 rolls",
        lambda: luck.longest_miss_streak(50, 50),
        "100,000 simulated players",
        lambda: luck.simulate([50] * 50, players=100_000, seed=1),
    )
