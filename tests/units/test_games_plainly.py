"""Games of many genres, each by loops of its own, against the plain simulation of its tables."""

import random
from functools import partial
from math import hypot

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.units.sheets.actions import Action
from tests.units.games import by_hand, drawn, plainly
from tests.units.games.every import CASES, NAMES
from tests.units.games.means import means
from tests.units.games.tables import units_of

FIGHTS = 600


@pytest.mark.slow  # it holds the tests' own simulation to the games' loops
@pytest.mark.parametrize(("game", "case"), CASES, ids=NAMES)
def test_a_game_of_its_own_loops_and_its_tables_agree(game, case):
    own = means(partial(game.fight, case=case), FIGHTS, 1)
    tables = plainly.simulate(units_of(game.TABLES), game.CASES[case], game.RULES, FIGHTS, 2)
    for name in own:
        if not name.endswith("+-"):
            error = hypot(own[f"{name} +-"], tables[f"{name} +-"])
            assert abs(own[name] - tables[name]) <= 3.5 * error, name


@pytest.mark.parametrize("fight", by_hand.BY_HAND, ids=lambda fight: fight.what)
def test_a_fight_without_luck_ends_as_worked_out_by_hand(fight):
    found = plainly.fight(
        (fight.first, fight.second),
        fight.rules,
        random.Random(0),
        targeting="front",
        max_rounds=fight.rounds,
    )
    assert found.hp == fight.left


def test_a_campaign_carries_hit_points_and_uses_a_day():
    """In each of four fights two blows of 4 are taken; two potions a day heal 5, each rest 2."""
    potion = Action("Potion", on="self", heals="5", uses=2, per="day", free=True)
    blast = Action("Blast", (("damage", "2"),), uses=1)
    hero, imp = by_hand.one(20, 1, potion, blast), by_hand.one(3, 4, name="Imp")
    rules = {"order": "both", "hit": by_hand.sure}
    fights = plainly.campaign([(hero, 1)], [[(imp, 1)]] * 4, rules, random.Random(0), rest=2)
    assert [end.hp[0][0] for end in fights] == [17, 16, 10, 4]
    assert [end.uses[0][0]["Potion"] for end in fights] == [1, 0, 0, 0]
    assert [end.uses[0][0]["Blast"] for end in fights] == [0, 0, 0, 0]


@settings(max_examples=15)
@given(drawn.games(), st.integers(0, 9))
def test_a_drawn_game_keeps_its_bounds(game, seed):
    found = plainly.fight(
        game.armies,
        game.rules,
        random.Random(seed),
        targeting=game.targeting,
        max_rounds=game.max_rounds,
    )
    kinds = [unit for army in game.armies for unit, _ in army]
    # What is done as the fight begins may end it before its first round.
    begins = any(action.reacts == "begins" for unit in kinds for action in unit.actions)
    assert (0 if begins else 1) <= found.rounds <= game.max_rounds
    assert found.rounds == game.max_rounds or not all(map(any, found.hp))
    for army, points, uses in zip(game.armies, found.hp, found.uses, strict=True):
        units = [unit for unit, count in army for _ in range(count)]
        for unit, hp, left in zip(units, points, uses, strict=True):
            limits = {action.name: action.uses for action in unit.actions if action.uses}
            assert 0 <= hp <= unit.hp
            assert left.keys() == limits.keys()
            assert all(0 <= left[name] <= limits[name] for name in limits)
