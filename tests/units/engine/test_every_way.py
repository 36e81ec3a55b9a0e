"""Every way to the same number, at the edges: sure and hopeless blows, one hit point, any speed."""

from concurrent.futures import ThreadPoolExecutor
from itertools import product

import numpy as np
import pytest

from combat.units import Rules, Unit, Units, battle, duel, matrices, matrix
from combat.units.battles.armies import Army, match_up, match_up_by_turns
from combat.units.engine import exact, pairs
from combat.units.engine.pairs import turn_duel
from combat.units.round_robin import duel_tables
from combat.units.sheets.actions import Action
from combat.units.sheets.statuses import Grant, Status
from combat.units.views import scores

ORDERS = ("both", "faster", "coin", "initiative", "first", "alternate", "exchange")
RACES = ORDERS[:5]
TOGETHER = ORDERS[:3]
NEAR = 1e-12
MOST = 8  # turns, where somebody may be helpless; the slowest acts in two of them


def hit(attacker, defender):
    return attacker.aim


def rules_of(order, **more):
    return Rules(hit=hit, order=order, initiative="d4", **more)


def a_unit(name, hp, damage, aim, speed=1, initiative=0, actions=()):
    more = {"aim": aim, "initiative": initiative}
    return Unit(name, hp, 1, 1, damage, speed=speed, actions=actions, **more)


PLAIN = [
    a_unit("One", 1, "1", 0.5),
    a_unit("Sure", 5, "1d3", 1),
    a_unit("Never", 3, "2", 0),
    a_unit("Slow", 4, "1d6", 0.7, 0.5, 3),
    a_unit("Odd", 6, "1d2", 0.9, 0.3, 1),
    a_unit("Quick", 4, "1", 0.4, 2, 2),
    a_unit("Helpless", 3, "0", 1),
]
WEAK = Status("weak", changes=(("damage", "x", 0.5),), turns=1)
ABLE = [
    a_unit("Elf", 4, "1d4", 0.6, 2, 2, (Action("Curse", uses=1, gives=(Grant(WEAK),)),)),
    a_unit("Imp", 3, "1", 1, 0.5, 0, (Action("Never", (("damage", 9),), uses=0),)),
    a_unit("Bat", 5, "1d2", 0.5, 1, 1, (Action("Bite", drain=1.0, times=2),)),
]


def numbers_of(found):
    """What `Odds` of a duel tell, without chances of 0."""
    return [found.first, found.second, found.both, found.undecided, found.turns.mean] + [
        side.mean for side in found.left
    ]


def check_same(one, other):
    assert numbers_of(one) == pytest.approx(numbers_of(other), abs=NEAR, rel=NEAR)


@pytest.mark.parametrize("order", RACES)
@pytest.mark.parametrize("one", PLAIN, ids=lambda unit: unit.name)
def test_the_engine_fights_as_the_races_do(order, one):
    for other in PLAIN:
        rules = rules_of(order)
        for most in (1, MOST) if other is one else (MOST,):
            duels_at_once = duel(one, other, rules, max_turns=most)
            turns = turn_duel(one, other, rules, most)
            check_same(turns, duels_at_once)
            assert turns.left[0].values.tolist() == duels_at_once.left[0].values.tolist()
            assert turns.joint.to_numpy().sum() == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("order", ORDERS)
def test_a_matrix_is_its_duels_by_every_function(order, monkeypatch):
    rules, units = rules_of(order), Units([ABLE[0], ABLE[2], PLAIN[0], PLAIN[2]])
    said = []
    found = matrices(units, rules, max_turns=MOST, progress=lambda *one: said.append(one))
    for one, other in product(units, repeat=2):
        single = duel(one, other, rules, max_turns=MOST)
        at = one.name, other.name
        lead = single.first - single.second
        assert found["win"].loc[at] == pytest.approx(single.first, abs=NEAR)
        assert found["lead"].loc[at] == pytest.approx(lead, abs=NEAR)
        assert found["turns"].loc[at] == pytest.approx(single.turns.mean, rel=NEAR)
        assert found["left"].loc[at] == pytest.approx(single.left[0].mean, abs=1e-11)
        assert found["score"].loc[at] == pytest.approx(0.5 + lead / 2, abs=NEAR)
    assert said[-1][0] == said[-1][1] == max(done for done, _ in said)
    assert [done for done, _ in said] == sorted(done for done, _ in said)
    few = scores(list(units)[:2], list(units)[2:], rules, max_turns=MOST).to_numpy()
    assert few == pytest.approx(found["score"].to_numpy()[:2, 2:], abs=NEAR)
    # Few at once, or many: the same.
    monkeypatch.setattr(pairs, "_AT_ONCE", 5)
    assert matrix(units, rules, max_turns=MOST).to_numpy() == pytest.approx(
        found["win"].to_numpy(), abs=NEAR
    )


@pytest.mark.parametrize("order", ORDERS)
def test_too_many_states_are_solved_in_parts(order, monkeypatch):
    rules = rules_of(order)
    whole = duel_tables(ABLE, ABLE, rules, MOST)
    solved = pairs.solved
    monkeypatch.setattr(
        pairs,
        "solved",
        lambda game, w, **how: None if len(game.places) > 1 else solved(game, w, **how),
    )
    parts = duel_tables(ABLE, ABLE, rules, MOST)
    assert parts["fought"] == 0
    for name, numbers in whole.items():
        assert parts[name] == pytest.approx(numbers, abs=NEAR)


def test_what_is_too_large_is_fought_with_dice_and_said(monkeypatch):
    rules = rules_of("alternate")
    known = duel_tables(ABLE, ABLE, rules, MOST)["win"]
    monkeypatch.setattr(exact, "MOST_BYTES", 0)
    with pytest.warns(UserWarning, match="9 of 9 duels have too many states"):
        found = duel_tables(ABLE, ABLE, rules, MOST)["win"]
    assert np.abs(found - known).max() < 4 * 0.5 / pairs.FIGHTS**0.5
    single = duel(ABLE[0], ABLE[2], rules, max_turns=MOST)
    assert single.fights == pairs.FIGHTS
    low, high = single.interval(single.first)
    assert low - 0.01 < known[0, 2] < high + 0.01


@pytest.mark.parametrize("order", RACES)
def test_a_duel_goes_on_from_where_it_stood(order):
    """Without uses and statuses hit points are all; speeds of 1 have no memory either."""
    rules = rules_of(order)
    bat = a_unit("Bat", 5, "1d2", 0.5, actions=(Action("Bite", drain=1.0, times=2),))
    other = a_unit("Imp", 4, "1d3", 0.6)
    if order == "initiative":
        other = a_unit("Imp", 4, "1d3", 0.6, initiative=9)  # it is rolled once, so let it be sure
    whole, half = duel(bat, other, rules), duel(bat, other, rules, max_turns=2)
    rest = duel(bat, other, rules, start=half.joint)
    for name in ("first", "second", "both"):
        assert getattr(rest, name) == pytest.approx(getattr(whole, name), abs=NEAR)
    assert [side.mean for side in rest.left] == pytest.approx(
        [side.mean for side in whole.left], abs=NEAR
    )
    assert half.turns.mean + rest.turns.mean == pytest.approx(whole.turns.mean, abs=1e-9)


def told_of(odds):
    return [*odds.outcomes, *(side.mean for side in odds.left), odds.turns.mean]


@pytest.mark.parametrize("order", TOGETHER)
@pytest.mark.parametrize("targeting", ["random", "weakest", "strongest", "front"])
def test_plain_armies_fight_as_those_of_the_core(order, targeting):
    rules = Rules(hit=hit, order=order)
    units, count = Units([PLAIN[1], PLAIN[3], PLAIN[5]]), 8000
    armies = {"Sure": 1, "Quick": 2}, {"Slow": 2, "Quick": 1}
    core = match_up(*armies, rules, units=units, targeting=targeting, max_rounds=MOST)
    turns = match_up_by_turns(core.armies, rules, targeting, MOST)
    names = ("first", "second")
    one, other = core.odds(names, count), turns.odds(names, count, seed=1)
    off = np.abs(np.array(told_of(one)) - told_of(other)) * (count / 2) ** 0.5
    assert (off < 4 * np.array([0.5] * 4 + [4, 4, 3])).all()
    for side in (0, 1):
        assert np.abs(one.alive[side] - other.alive[side]).max() < 4 * 0.5 * (2 / count) ** 0.5


def test_small_plain_armies_are_exact_both_ways():
    rules, rat = Rules(hit=hit), a_unit("Rat", 2, "1d2", 0.5)
    armies = Army(((rat, 2),)), Army(((a_unit("Cat", 3, "1d3", 0.7), 1),))
    one = match_up(*armies, rules).exact()
    other = match_up_by_turns(armies, rules).exact()
    assert told_of(one) == pytest.approx(told_of(other), abs=1e-11)


def test_blocks_an_executor_and_progress_change_no_number(monkeypatch):
    units, armies = Units(ABLE), ({"Elf": 1, "Bat": 1}, {"Imp": 3})
    said = []
    with ThreadPoolExecutor(2) as executor:
        how = {"rules": rules_of("first"), "units": units, "battles": 500}
        one = battle(*armies, **how)
        monkeypatch.setattr("combat.units.engine.armies._BLOCK", 90)
        other = battle(*armies, **how, executor=executor, progress=lambda *one: said.append(one))
    assert told_of(one) == told_of(other)
    assert said[-1] == (500, 500)
    assert len(said) == 6
