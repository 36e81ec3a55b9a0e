"""Published rules: whole tables and exact answers, beside plain loops and simulation."""

import math

import numpy as np

from combat import luck, marked_for_death, nethack, tome
from combat.nethack.questions import Nets
from tests.bench.timing import Case
from tests.marked_for_death.rosters import load
from tests.test_project import ROOT

ATTACK, DEFENSE = np.random.default_rng(1).uniform(1, 100, (2, 1_000_000))
PAIRS = list(zip(ATTACK[:10_000].tolist(), DEFENSE[:10_000].tolist(), strict=True))


def exponential():
    for a, d in PAIRS:
        min(0.95, max(0.05, (1 / (1 + math.exp(-(a - d) / 7)) + a / (a + d)) / 2))


def smooth():
    for a, d in PAIRS:
        0.5 + 0.5 * (a - d) / (abs(a - d) + 10)


CAST = nethack.read_cast(ROOT / "data" / "nethack")
KITS = [CAST.character(role, "mid").attacker for role in CAST.kits.index.unique("role")]
BEASTS = [CAST.monster(name).defender for name in CAST.monsters.index]
LARGE = load("large")


def one_by_one():
    for seed in range(20):
        marked_for_death.fight(*LARGE, seed=seed)


CASES = [
    Case(
        "tome.check_hit_old, a million pairs",
        lambda: tome.check_hit_old(ATTACK, DEFENSE),
        "plain loop",
        exponential,
        share=1 / 100,
    ),
    Case("smooth rule, pair by pair", smooth, "exponential rule likewise", exponential),
    Case(
        "luck.miss_streaks, 50 rolls",
        lambda: luck.miss_streaks(50, 50),
        "100,000 simulated players",
        lambda: luck.simulate([50] * 50, players=100_000, seed=1),
    ),
    Case(
        "nethack.questions.Nets, 362 monsters, 13 roles",
        lambda: Nets(KITS, BEASTS).chances(8),
        "monster by monster",
        lambda: [Nets(KITS, [beast]).chances(8) for beast in BEASTS[:10]],
        share=10 / 362,
    ),
    Case(
        "marked_for_death.simulate, 27 against 4, 40,000 times",
        lambda: marked_for_death.simulate(*LARGE, battles=40_000),
        "battle by battle",
        one_by_one,
        share=20 / 40_000,
    ),
]
