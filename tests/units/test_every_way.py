"""Every way to the same number, at the edges: against a plain chain and against each other.

Pairs are drawn for each order, ten of them in `make test`: sure hits and hopeless ones, dice
whose chances sum to a hair above 1, one hit point, armour above the damage, slow and fast units.
"""

import math
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from combat.units import (
    ORDERS,
    Rules,
    Unit,
    Units,
    battle,
    blow,
    blows_to_kill,
    breakpoints,
    duel,
    matrices,
    matrix,
    turns_to_kill,
    views,
)
from combat.units.engine import pairs
from combat.units.round_robin import duel_tables
from combat.units.sheets.actions import Action
from combat.units.sheets.statuses import Grant, Status
from tests.units.plain_duel import Plain, blow_matrix

# Of four units each: ten pairs a game, and 80 more for each order in `make rest`.
pytestmark = pytest.mark.filterwarnings("ignore:the hit rule gives")
FEW, MANY = range(1), range(1, 9)
NEAR = 1e-9
MOST = 8  # turns, where somebody may be helpless; the slowest acts in two of them
SURE = 1.0000000000000002  # as a rule gives it that adds 0.7, 0.2 and 0.1
CHANCES = [0, 1e-12, 0.05, 0.3, 0.5, 0.95, 1, 1, SURE]
DAMAGE = ["0", "1", "3", "1d20", "2d6", "1d4!", "1d3-2", "3-7", "1d8+2", "3d4"]


def a_unit(rng, name):
    return Unit(
        name,
        hp=int(rng.choice([1, 2, 5, 12, 30])),
        attack=1,
        defense=1,
        damage=str(rng.choice(DAMAGE)),
        armor=int(rng.choice([0, 0, 0, 1, 40])),
        speed=float(rng.choice([0.1, 0.5, 0.7, 1, 1, 1, 1.7, 3])),
        hits=float(rng.choice(CHANCES)),
    )


def a_game(order, seed):
    """Four units, their rules, and the last turn of their duels, or None."""
    rng = np.random.default_rng([ord(order[0]), seed])
    units = Units([a_unit(rng, name) for name in ("Imp", "Elf", "Ogre", "Rat")])
    rules = Rules(
        hit=lambda attacker, defender: attacker.hits,
        critical=(float(rng.choice([0, 0, 0.25, 1])), float(rng.choice([1.5, 2]))),
        spread=float(rng.choice([0, 0, 0.2])),
        least=int(rng.choice([0, 1])),
        order=order,
    )
    max_turns = [None, None, 1, 7][rng.integers(4)]
    # Who hurts once in a million million blows, or once in 40, takes too long.
    hurts = [blow(one, other, rules).at_least(1) for one in units for other in units]
    slow = any(0 < chance < 0.04 for chance in hurts)
    return units, rules, 7 if slow else max_turns


def pairs_of(units):
    units = list(units)
    return [(one, other) for at, one in enumerate(units) for other in units[at:]]


@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("order", ["both", "faster", "coin"])
def test_every_way_gives_the_same_number(order, seeds):
    for seed in seeds:
        units, rules, max_turns = a_game(order, seed)
        tables = matrices(units, rules, max_turns=max_turns)
        assert matrix(units, rules, "lead", max_turns=max_turns).equals(tables["lead"])
        for chances in (tables["win"], tables["score"], (1 + tables["lead"]) / 2):
            assert chances.to_numpy().min() >= 0
            assert chances.to_numpy().max() <= 1
        for one, other in pairs_of(units):
            plain = Plain(one, other, rules, max_turns)
            said = f"{order} {seed}, {one.name} against {other.name}"
            assert differences(plain, one, other, rules, max_turns, tables) == [], said


def differences(plain, one, other, rules, max_turns, tables):
    """The ways that give another number than the plain chain: (way, its number, the chain's)."""
    found, mirrored = (
        duel(*pair, rules, max_turns=max_turns) for pair in ((one, other), (other, one))
    )
    cell = {measure: table.loc[one.name, other.name] for measure, table in tables.items()}
    mean = plain.blows[0] @ np.arange(len(plain.blows[0]))
    how = {"max_turns": max_turns}
    by = views.outcomes_by(one, other, rules, "hp", [one.hp], **how).iloc[0]
    against = views.outcomes_by(one, other, rules, "hp", [other.hp], of="other", **how).iloc[0]
    undecided = 1.0 if plain.endless else plain.going.sum()
    ways = {
        "duel, first": (found.first, plain.first),
        "duel, second": (found.second, plain.second),
        "duel, both": (found.both, plain.over[0, 0]),
        "duel, undecided": (found.undecided, undecided if max_turns or plain.endless else 0),
        "duel, endless": (found.endless, plain.endless),
        "duel, turns": (found.turns.mean, plain.turns),
        "duel, all turns": (plain.off_turns(found.turns, max_turns), 0),
        "duel, joint": (plain.off_joint(found.joint), 0),
        "duel, left of the first": (found.left[0].mean, plain.left(0)),
        "duel, left of the second": (found.left[1].mean, plain.left(1)),
        "the other way round, first": (mirrored.first, plain.second),
        "the other way round, second": (mirrored.second, plain.first),
        "the other way round, turns": (mirrored.turns.mean, plain.turns),
        "matrix, win": (cell["win"], plain.first),
        "matrix, score": (cell["score"], plain.score),
        "matrix, lead": (cell["lead"], plain.first - plain.second),
        "matrix, turns": (cell["turns"], plain.turns),
        "matrix, left": (cell["left"], plain.left(0)),
        "matrix, damage": (cell["damage"], mean * one.speed),
        "outcomes_by, wins": (by["wins"], plain.first),
        "outcomes_by, loses": (by["loses"], plain.second),
        "outcomes_by, score": (by["score"], plain.score),
        "outcomes_by of the other": (against["wins"], plain.first),
        "scores": (views.scores([one], [other], rules, **how).iloc[0, 0], plain.score),
    } | kills(plain, one, other, rules)
    if rules.order == "both" and one.speed == other.speed == 1:
        odds = battle(Units([one]), Units([other]), rules, max_rounds=max_turns, battles=None)
        if odds.fights is None:  # else it took too long to be exact
            ways["battle, first"] = odds.first, plain.first
            ways["battle, second"] = odds.second, plain.second
            ways["battle, draw"] = odds.both, plain.over[0, 0]
            ways["battle, undecided"] = odds.undecided, found.undecided
    return [(way, *pair) for way, pair in ways.items() if not alike(*pair)]


def alike(one, other):
    return one == other or abs(one - other) <= NEAR * max(1, abs(other))


def kills(plain, one, other, rules):
    """What a kill takes, blow by blow."""
    found = blow(one, other, rules)
    whole = np.bincount(found.values, found.chances, len(plain.blows[0]))
    ways = {
        f"blow of {lost}": pair for lost, pair in enumerate(zip(whole, plain.blows[0], strict=True))
    }
    hurts = plain.blows[0][1:].sum()
    if 0 < hurts < 0.04:
        return ways
    alive, fallen = np.eye(other.hp + 1)[-1], [0.0]
    one_blow = blow_matrix(plain.blows[0], other.hp)
    while alive[1:].sum() > 1e-14 and hurts:
        alive = one_blow @ alive
        fallen.append(alive[0])
    chances = np.diff(fallen)
    blows = np.arange(1, len(fallen))
    turns = [math.ceil(count / Fraction(str(one.speed))) for count in blows]
    mean, mean_turns = (blows @ chances, turns @ chances) if blows.size else (math.inf,) * 2
    late = next((count for count in blows if fallen[count] >= 0.9 - 1e-12), math.inf)
    median = next((count for count in blows if fallen[count] >= 0.5 - 1e-12), math.inf)
    row = breakpoints(one, other, rules, "hp", [one.hp]).iloc[0]
    return ways | {
        "blows_to_kill": (blows_to_kill(one, other, rules).mean, mean),
        "turns_to_kill": (turns_to_kill(one, other, rules).mean, mean_turns),
        "breakpoints, mean": (row["mean"], mean),
        "breakpoints, median": (row["median"], median),
        "breakpoints, late": (row["late"], late),
    }


def test_games_of_sure_hits_are_among_them():
    """What was wrong: dice whose chances sum to 1.0000000000000002, and who always hits."""
    sums = [Unit("x", 1, 1, 1, damage).damage.chances.sum() for damage in DAMAGE]
    assert max(sums) <= 1
    knight = Unit("Knight", hp=20, attack=15, defense=15, damage="1d20")
    imp = Unit("Imp", hp=20, attack=5, defense=5, damage="1d6")
    rules = Rules(hit="NetHack, vanilla d20")
    assert not duel(imp, knight, rules).endless
    assert duel(imp, knight, rules).second == pytest.approx(1)
    twins = Units([knight.changed(hp=30), knight.changed(name="Foe", hp=26)])
    sure = Rules(hit=lambda attacker, defender: 1.0)
    assert matrix(twins, sure).loc["Knight", "Foe"] == pytest.approx(0.4597, abs=1e-4)


# By the engine, whose fights are rounds with whatever units can do


def rules_of(order):
    return Rules(hit=lambda attacker, _: attacker.aim, order=order, initiative="d4")


def aiming(name, hp, damage, aim, speed=1, initiative=0, actions=()):
    more = {"aim": aim, "initiative": initiative}
    return Unit(name, hp, 1, 1, damage, speed=speed, actions=actions, **more)


PLAIN = [
    aiming("One", 1, "1", 0.5),
    aiming("Never", 3, "2", 0),
    aiming("Slow", 4, "1d6", 0.7, 0.5, 3),
    aiming("Odd", 6, "1d2", 0.9, 0.3, 1),
    aiming("Quick", 4, "1", 0.4, 2, 2),
]
WEAK = Status("weak", changes=(("damage", "x", 0.5),), turns=1)
CURSE = Action("Curse", uses=1, gives=(Grant(WEAK),))
BITE = Action("Bite", drain=1.0, times=2)
ABLE = [
    aiming("Elf", 4, "1d4", 0.6, 2, 2, (CURSE,)),
    aiming("Imp", 3, "1", 1, 0.5, 0, (Action("Never", (("damage", 9),), uses=0),)),
    aiming("Bat", 5, "1d2", 0.5, 1, 1, (BITE,)),
]


def told(odds):
    """What `Odds` tell in numbers."""
    return [*odds.outcomes, *(side.mean for side in odds.left), odds.turns.mean]


@pytest.mark.parametrize("order", ORDERS[::3])
def test_a_matrix_is_its_duels_however_many_are_solved_at_once(order, monkeypatch):
    rules, units = rules_of(order), Units([ABLE[0], ABLE[2], PLAIN[1]])
    said = []
    found = matrices(units, rules, max_turns=MOST, progress=lambda *one: said.append(one))
    for one, other in product(units, repeat=2):
        single = duel(one, other, rules, max_turns=MOST)
        lead = single.first - single.second
        expected = {
            "win": single.first,
            "score": 0.5 + lead / 2,
            "lead": lead,
            "turns": single.turns.mean,
            "left": single.left[0].mean,
        }
        cell = {measure: found[measure].loc[one.name, other.name] for measure in expected}
        assert cell == pytest.approx(expected, abs=1e-11)
    assert said == sorted(said)
    assert said[-1][0] == said[-1][1]
    monkeypatch.setattr(pairs, "_AT_ONCE", 5)
    few = matrix(units, rules, max_turns=MOST)
    assert few.to_numpy() == pytest.approx(found["win"].to_numpy(), abs=1e-12)


def test_too_many_states_are_solved_in_parts(monkeypatch):
    rules, solved = rules_of("first"), pairs.solved
    whole = duel_tables(ABLE, ABLE, rules, MOST)
    monkeypatch.setattr(
        pairs,
        "solved",
        lambda game, w, **how: None if len(game.places) > 1 else solved(game, w, **how),
    )
    parts = duel_tables(ABLE, ABLE, rules, MOST)
    assert parts["fought"] == 0
    for name, numbers in whole.items():
        assert parts[name] == pytest.approx(numbers, abs=1e-12)


@pytest.mark.parametrize("order", ORDERS[:5])
@pytest.mark.parametrize("actions", [(), (BITE,)])
def test_a_duel_goes_on_from_where_it_stood(order, actions):
    """Without uses and statuses hit points are all; speeds of 1 have no memory either."""
    rules, bat = rules_of(order), aiming("Bat", 5, "1d2", 0.5, actions=actions)
    other = aiming("Imp", 4, "1d3", 0.6, initiative=9)  # it is rolled once, so let it be sure
    whole, half = duel(bat, other, rules), duel(bat, other, rules, max_turns=2)
    rest = duel(bat, other, rules, start=half.joint)
    assert told(rest)[:-1] == pytest.approx(told(whole)[:-1], abs=1e-12)
    assert rest.joint.sub(whole.joint, fill_value=0).abs().to_numpy().max() < 1e-12
    assert half.turns.mean + rest.turns.mean == pytest.approx(whole.turns.mean, abs=1e-9)


def test_blocks_an_executor_and_progress_change_no_number(monkeypatch):
    units, armies = Units(ABLE), ({"Elf": 1, "Bat": 1}, {"Imp": 3})
    said = []
    with ThreadPoolExecutor(2) as executor:
        how = {"rules": rules_of("first"), "units": units, "battles": 500}
        one = battle(*armies, **how)
        monkeypatch.setattr("combat.units.engine.armies._BLOCK", 90)
        other = battle(*armies, **how, executor=executor, progress=lambda *one: said.append(one))
    assert told(one) == told(other)
    assert said[-1] == (500, 500)
    assert len(said) == 6
