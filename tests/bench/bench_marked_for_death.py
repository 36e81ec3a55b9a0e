"""Marked for Death: battles a second beside the plain reading of the rules, and exact odds."""

import random
from concurrent.futures import ProcessPoolExecutor

from combat.marked_for_death import Fighter, Team, changed, effects, simulate, solve
from tests.bench.timing import Case
from tests.marked_for_death import reference
from tests.marked_for_death.rosters import load

BATTLES = {"large": 40_000, "four": 200_000}
PLAIN = {"large": 20, "four": 150}
TEN = [Team((Fighter(name, xp, bonus_hp=8),)) for name, xp in (("A", 6000), ("B", 6500))]


def crowd_of(count, prefix):
    return Team(tuple(Fighter(f"{prefix}{n}", 6000) for n in range(count)))


def plainly(name):
    """The scalar reading, one die at a time, without any cache."""
    teams, rng = [reference.plainly(team) for team in load(name)], random.Random(1)
    return lambda: [reference.battle(*teams, rng) for _ in range(PLAIN[name])]


def cases():
    for name, what in (("large", "27 against 4"), ("four", "four against four")):
        teams = load(name)
        yield Case(
            f"simulate, {what}, {BATTLES[name]:,} battles",
            lambda teams=teams, name=name: simulate(*teams, battles=BATTLES[name]),
            f"plain reading, {PLAIN[name]} battles",
            plainly(name),
            share=PLAIN[name] / BATTLES[name],
        )
    teams = load("large")
    step = changed(teams, "heroes", ["Hale Ironbark"], "aoe", 1)
    yield Case(
        "what if, 27 against 4, 2 x 8,192 battles",
        lambda: [simulate(*both, battles=8192) for both in (teams, step)],
        "plain reading, 20 battles",
        plainly("large"),
        share=20 / 16_384,
    )
    with ProcessPoolExecutor(2) as pool:
        yield Case(
            "tornado, 27 against 4, 61 x 1,024 battles, two processes",
            lambda: effects(*teams, battles=1024, executor=pool),
            "one process",
            lambda: effects(*teams, battles=1024),
        )
    crowd = [crowd_of(100, who) for who in "hv"]
    yield Case(
        "simulate, 100 against 100, 4,000 battles",
        lambda: simulate(*crowd, battles=4000),
        "27 against 4, as many blows",
        lambda: simulate(*teams, battles=22_000),
    )
    yield Case(
        "solve, four against four, 2 hit points each",
        lambda: solve(*load("four")),
        "10,000 battles simulated",
        lambda: simulate(*load("four")),
    )
    yield Case(
        "solve, a duel with 10 hit points",
        lambda: solve(*TEN),
        "10,000 battles simulated",
        lambda: simulate(*TEN),
    )
