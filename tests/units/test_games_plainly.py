"""Games of many genres, each by loops of its own, against the plain simulation of its tables."""

import random
from functools import partial
from math import hypot

import pytest

from combat.units.sheets.actions import Action
from tests.units.games import by_hand, plainly
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
    assert [dict(end.uses[0][0])["Potion"] for end in fights] == [1, 0, 0, 0]
    assert [dict(end.uses[0][0])["Blast"] for end in fights] == [0, 0, 0, 0]
