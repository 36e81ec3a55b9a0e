"""A designer's own game: duels, battles and charters, beside plain programmes."""

import itertools
import random
from concurrent.futures import ProcessPoolExecutor

import numpy as np

from combat.battle import Side, Volleyer, simulate, volley
from combat.charter import judge, read_charter
from combat.markov import solve
from combat.units import Odds, Rules, battle, many_battles, matrix, read_units
from tests.battle import plainly
from tests.bench import party5e, plain
from tests.bench.timing import Case
from tests.test_project import ROOT

GAME = ROOT / "data" / "own_game" / "units.csv"
UNITS, RULES = read_units(GAME), Rules(critical=(0.1, 2), spread=0.1)
ARMIES = {"Knight": 10, "Archer": 3}, {"Swordsman": 12}
TEAMS = [dict.fromkeys(names, 1) for names in itertools.combinations(UNITS.names[:6], 3)]
PAIRS, TURNS = [*itertools.product(TEAMS, repeat=2)], Rules(order="initiative")
CROWDS = {
    name: Side(
        tuple(f"{name} {n}" for n in range(100)),
        # Half of the blows miss, a quarter costs one hit point, a quarter two.
        lambda attacks, _defenses, _most: np.repeat([[0.5, 0.75, 1.0]], len(attacks), axis=0),
        hit_points=2,
    )
    for name in ("red", "blue")
}


def one_pair():
    rng, groups = np.random.default_rng(0), [[UNITS["Knight"]], [UNITS["Archer"]]]
    blows = plain.blows_of(groups, RULES, rng, 1000)
    for _ in range(1000):
        plain.army_fight(groups, blows, RULES, rng)


def fighter_by_fighter():
    rng = np.random.default_rng(0)
    groups = [[UNITS[name] for name, many in army.items() for _ in range(many)] for army in ARMIES]
    blows = plain.blows_of(groups, RULES, rng, 1000)
    for _ in range(5):
        plain.army_fight(groups, blows, RULES, rng)


def by_turns():
    rng = random.Random(1)
    for _ in range(100):
        party5e.one_fight(rng)


def crowds():
    rng, tables = random.Random(1), {}
    for _ in range(4):
        plainly.battle([*CROWDS.values()], rng, tables=tables)


def forty():
    """20 duels, exact, and 20 pairs of armies of one price, with bands that some just miss."""
    names = UNITS.names
    pairs = [f"{one},{other}" for one in names for other in names if one != other][:20]
    rows = ["claim,system,first,second,measure,at least,at most,given,budget"]
    rows += [f"duel,units,{pair},win,,60 %,," for pair in pairs]
    rows += [f"gold,units,{pair},score,,60 %,cost=300," for pair in pairs]
    files = {"units.csv": GAME.read_bytes()}
    return read_charter("\n".join(rows).encode(), "bench", files=files).claims


CLAIMS = forty()


def in_two_processes():
    with ProcessPoolExecutor(2) as pool:
        judge(CLAIMS, executor=pool)


VOLLEYERS = {
    "attacker": Volleyer(("man",) * 24, 1 / 6),
    "defender": Volleyer(("man",) * 17, 1 / 3),
}
EIGHT = [*UNITS][:8]


def solved_fight(first, second):
    def step(at):
        mine, theirs = at
        if not mine or not theirs:
            return []
        return [(0.5, (mine, theirs - 1)), (0.5, (mine - 1, theirs))]

    found = solve((min(first.hp, 9), min(second.hp, 9)), step)
    return Odds.of(found, first=lambda s: s[0], second=lambda s: s[1], left=(min, max))


CASES = [
    Case(
        "units.matrix, 14 units",
        lambda: matrix(UNITS, RULES),
        "one pair, 1,000 fights one by one",
        one_pair,
        share=1 / 105,
    ),
    Case(
        "units.battle, 13 against 12, 10,000 times",
        lambda: battle(*ARMIES, RULES, units=UNITS, battles=10_000),
        "plain loop",
        fighter_by_fighter,
        share=5 / 10_000,
    ),
    Case(
        "units.battle by turns, 4 against 14, 10,000 times",
        lambda: battle(
            party5e.HEROES,
            party5e.FOES,
            Rules(**party5e.RULES),
            units=party5e.UNITS,
            battles=10_000,
        ),
        "a programme for this fight",
        by_turns,
        share=100 / 10_000,
    ),
    Case(
        "units.many_battles, 400 pairs of 3 against 3, 30 times",
        lambda: many_battles(PAIRS, TURNS, units=UNITS, battles=30),
        "one by one",
        lambda: [battle(*pair, TURNS, units=UNITS, battles=30) for pair in PAIRS[::40]],
        share=10 / 400,
    ),
    Case(
        "battle.simulate, 100 against 100, 4,000 times",
        lambda: simulate(CROWDS, battles=4000),
        "plain loop",
        crowds,
        share=4 / 4000,
    ),
    Case(
        "charter.judge, 40 claims, half exact",
        lambda: judge(CLAIMS),
        "each to its whole budget",
        lambda: battle({"Knight": 2}, {"Archer": 5}, units=UNITS, battles=20_000),
        share=1 / 20,
    ),
    Case(
        "battle.volley, 24 against 17",
        lambda: volley(VOLLEYERS),
        "the chain over blocks, 6 against 6",
        lambda: battle({"Knight": 6}, {"Swordsman": 6}, units=UNITS, battles=None),
    ),
    Case(
        "units.matrix of 8, fight=, attacks=False",
        lambda: matrix(EIGHT, Rules(fight=solved_fight, attacks=False)),
        "each in both roles",
        lambda: matrix(EIGHT, Rules(fight=solved_fight)),
    ),
    Case("charter.judge, two processes", in_two_processes, "one process", lambda: judge(CLAIMS)),
]
