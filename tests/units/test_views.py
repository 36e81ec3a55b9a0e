"""What the notebook of one's own game shows, found in a second way."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from combat.dice import dice
from combat.units import Action, Rules, Unit, Units, battle, duel, matrix, views
from combat.units.sheets.statuses import Grant, Status
from combat.units.strikes import races
from tests.units.test_own_game import OWN_GAME, RULES, read_units

IMP = Unit("Imp", hp=4, attack=10, defense=10, damage="1d4", cost=40)
OGRE = Unit("Ogre", hp=9, attack=12, defense=8, damage="1d6", armor=1, speed=0.5, cost=150)


@pytest.fixture(scope="module")
def game():
    return read_units(OWN_GAME)


def test_many_pairs_are_fought_in_blocks_like_few(game, monkeypatch):
    whole = views.scores(game, game, RULES)
    monkeypatch.setattr(races, "_MOST_CELLS", 2000)
    pd.testing.assert_frame_equal(views.scores(game, game, RULES), whole, rtol=0, atol=1e-12)


def test_a_curve_of_nobody_is_told():
    with pytest.raises(ValueError, match="of = 'both' is not known"):
        views.outcomes_by(IMP, OGRE, of="both")
    with pytest.raises(ValueError, match="there is no column 'luck'"):
        views.outcomes_by(IMP, OGRE, column="luck")
    with pytest.raises(ValueError, match="there is nobody but Imp"):
        views.field_score(IMP, Units([IMP]))


def test_what_matters_is_the_difference_of_two_tables(game):
    before = matrix(game, RULES, "score").loc["Knight"].drop("Knight").mean()
    armored = game.changed("Knight", armor=game["Knight"].armor + 1)
    after = matrix(armored, RULES, "score").loc["Knight"].drop("Knight").mean()
    found = views.what_matters("Knight", game, RULES)
    assert found.loc["armor +1", "effect"] == pytest.approx(after - before, abs=1e-12)
    # A tenth of the mean: 27 hit points, 1.0 actions, 27 % of the weapon's 4.
    assert {"hp +3", "speed +0.1", "weapon +1", "damage +1"} < set(found.index)
    alike = Units([IMP, OGRE.changed(speed=1)])
    assert "speed +0.1" in views.what_matters("Imp", alike).index  # whole, but a turn is not
    with pytest.raises(ValueError, match=r"share = 0\.0 is out of range"):
        views.what_matters("Knight", game, RULES, share=0)
    assert not {"cost", "count", "kind"} & {change.split()[0] for change in found.index}


def test_which_numbers_count_is_what_matters_of_each():
    """Steps that differ, a switch, a unit that always wins, and a number of actions."""
    sure = Unit("Sure", hp=9, attack=50, defense=50, damage=9, horse=1)
    helpless = Unit("Helpless", hp=3, attack=1, defense=1, damage=0, horse=0)
    drink = Action("Drink", heals=dice(2), on="self", uses=1)
    one = Unit("Healer", hp=4, attack=2, defense=2, damage=1, horse=0, actions=(drink,))
    units = Units([sure, helpless, one])
    rules = Rules(hit=lambda a, d: np.clip(0.5 + 0.1 * (a.attack - d.defense) + a.horse / 9, 0, 1))
    found = views.which_numbers_count(units, rules, max_turns=9)
    assert found.index.tolist() == units.names
    for name in units.names:
        alone = views.what_matters(name, units, rules, max_turns=9)["effect"]
        for change, effect in alone.items():
            assert found.loc[name, change.rpartition(" ")[0]] == effect
        assert found.loc[name].count() == len(alone)
    assert np.isnan(found.loc["Sure", "Drink: heals"])
    assert found.columns.tolist()[:3] == ["hp", "attack", "defense"]
    with pytest.raises(ValueError, match="nobody but Sure"):
        views.which_numbers_count(Units([sure]), rules)


@pytest.mark.parametrize("order", ["both", "first"])
def test_a_step_to_a_unit_that_cannot_fight_is_left_out_alone(order):
    """The others are as each is by itself, and as they are where nobody is refused."""

    def refusing(attacker, defender):
        if np.any(np.ravel(attacker.attack) > 11):
            raise ValueError("nobody has more than 11")
        return plain(attacker, defender)

    def plain(attacker, defender):
        return np.clip(0.5 + 0.05 * (attacker.attack - defender.defense), 0, 1)

    units = Units([IMP.changed(attack=11), OGRE.changed(attack=11)])
    found = views.what_matters("Imp", units, Rules(hit=refusing, order=order))
    assert list(found.attrs["left_out"]) == ["attack +1"]
    free = Rules(hit=plain, order=order)
    at_once = views.what_matters("Imp", units, free).drop("attack +1")
    pd.testing.assert_frame_equal(found, at_once.loc[found.index], atol=1e-12, rtol=0)
    more = views.field_score(units["Imp"].changed(hp=units["Imp"].hp + 1), units, free)
    assert found.loc["hp +1", "result"] == pytest.approx(more, abs=1e-12)


@pytest.mark.parametrize(
    ("dodge", "step"), [((0.1, 0.1), 0.01), ((0.06, 0.24), 0.015), ((0, 12.5), 0.62), ((0, 0), 1)]
)
def test_a_step_is_the_share_of_the_mean_in_two_digits(dodge, step):
    imp, ogre = (
        Unit(name, hp=2, attack=9, defense=9, damage=1, speed=0.2, dodge=value)
        for name, value in zip(("Imp", "Ogre"), dodge, strict=True)
    )
    rules = Rules(hit=lambda attacker, defender: 0.5 + 0 * defender.dodge)
    found = views.what_matters("Imp", Units([imp, ogre]), rules)
    assert {f"dodge +{step:g}", "speed +0.02"} <= set(found.index)


def test_nobody_and_no_values_are_told():
    for what, sides in (("units", ([], [IMP])), ("others", ([IMP], []))):
        with pytest.raises(ValueError, match=rf"{what} = \[\] is out of range: give at least one"):
            views.scores(*sides)
    with pytest.raises(ValueError, match=r"values = \[\] is out of range: give at least one"):
        views.outcomes_by(IMP, OGRE, values=[])


def test_the_ranking_says_who_is_replaced_by_whom(game):
    found = views.ranked(matrix(game, RULES, "score"), game.frame["cost"])
    assert found["share"].sum() == pytest.approx(1)
    assert found.index[found["share"] > 0].tolist() == ["Knight", "Duelist", "Maul"]
    assert (found.loc[["Knight", "Duelist", "Maul"], "replaced by"] == "").all()
    assert found.loc["Lancer", "replaced by"] == "Knight, Duelist"
    assert "for cost" not in views.ranked(matrix(game, RULES, "score"), [np.nan] * len(game))


def test_armies_of_one_price_are_whole_units():
    units = Units([IMP, OGRE])
    assert views.for_price(units, 150) == {"Imp": {"Imp": 3}, "Ogre": {"Ogre": 1}}
    with pytest.raises(ValueError, match="price = 149: Ogre costs 150, 149 buys none; write more"):
        views.for_price(units, 149)
    with pytest.raises(ValueError, match="Imp: cost = nan buys no army"):
        views.for_price(Units([Unit("Imp", hp=4, attack=1, defense=1, damage=1)]), 100)
    with pytest.raises(ValueError, match=r"price = 0\.0 is out of range"):
        views.for_price(units, 0)


@pytest.mark.parametrize(("price", "cost", "count"), [(0.3, 0.1, 3), (0.7, 0.1, 7), (3.3, 1.1, 3)])
def test_gold_of_decimals_buys_what_it_pays_for(price, cost, count):
    assert views.bought(price, cost) == count
    units = Units([IMP.changed(cost=cost)])
    assert views.for_price(units, price) == {"Imp": {"Imp": count}}
    assert views.bought(price - cost / 100, cost) == count - 1


def test_a_price_that_is_no_number_is_told():
    with pytest.raises(ValueError, match="price = nan is out of range: it must be a number above"):
        views.for_price([IMP], float("nan"))


def test_armies_of_one_price_are_all_fought_once():
    done = []
    units = Units([IMP, OGRE, IMP.changed(name="Elf", cost=20)])
    found = views.price_matrix(units, price=300, battles=200, progress=lambda *at: done.append(at))
    assert done == [(1, 3), (2, 3), (3, 3)]
    assert np.allclose(found + found.T, 1, rtol=0, atol=1e-12)
    odds = battle({"Imp": 7}, {"Elf": 15}, units=units, battles=200)
    assert found.loc["Imp", "Elf"] == odds.first + odds.both / 2


def by_what_is_written(attacker, defender):
    """A rule that reads the damage as the designer wrote it."""
    return dice(attacker.written).map(lambda points: 2 * points)


WRITTEN = Rules(hit=lambda a, d: 0.6, damage=by_what_is_written)


def test_what_matters_does_not_depend_on_the_unit_of_measure():
    """Hit points, damage and armor by the hundred: one point of damage went from first to last."""
    drink = Action("Drink", heals=dice(10), on="self", uses=1)

    def game(times):
        sizes = {"Imp": (80, 30, 5), "Ogre": (160, 40, 10), "Elf": (60, 50, 15)}
        return Units(
            Unit(
                name,
                hp=hp * times,
                attack=20,
                defense=10,
                damage=damage * times,
                armor=armor * times,
                actions=[Action("Hit"), replace(drink, heals=dice(10 * times))],
            )
            for name, (hp, damage, armor) in sizes.items()
        )

    for name in ("Imp", "Ogre", "Elf"):
        small, large = (views.what_matters(name, game(times)) for times in (1, 100))
        assert {"damage +4", "Drink: heals +1"} < set(small.index)
        assert {"damage +400", "Drink: heals +100"} < set(large.index)
        one, other = (
            found["effect"].round(9).rename(lambda change: change.rpartition(" ")[0])
            for found in (small, large)
        )
        assert one.to_dict() == pytest.approx(other.to_dict(), abs=1e-9)
        assert one[one != 0].index.tolist() == other[other != 0].index.tolist()


def test_a_number_of_a_status_changes_in_all_units_that_the_table_changes():
    """A status is known by its name: the step is taken in the whole game, not in one unit alone."""
    ill = Status("ill", loses=1)
    bite = Action("Bite", gives=[Grant(ill, turns=2)])
    imp = Unit("Imp", hp=9, attack=10, defense=10, damage=1, actions=[bite])
    units = Units([imp, imp.changed(name="Elf"), IMP.changed(name="Orc")])

    found = views.what_matters("Imp", units, max_turns=5)
    game = units.changed("Imp", **{"ill: loses": 2})
    assert game["Elf"]["ill: loses"].mean == 2
    score = views.field_score(game["Imp"], game, max_turns=5)
    assert found.loc["ill: loses +1", "result"] == pytest.approx(score, abs=1e-12)
    more = views.field_score(imp.changed(hp=10), units, max_turns=5)
    assert found.loc["hp +1", "result"] == pytest.approx(more, abs=1e-12)


@pytest.mark.parametrize(("written", "more"), [("1d4", "1d4+1"), ("3-5", "4-6"), (4, 5)])
def test_a_point_more_of_damage_is_written_so_too(written, more):
    """A rule that reads `written` got 'Distribution(7..21, mean 14)': wrong, or NaN."""
    imp = IMP.changed(damage=written)
    units = Units([imp, OGRE])
    found = views.what_matters("Imp", units, WRITTEN)
    tried = views.field_score(imp.changed(damage=more), units, WRITTEN)
    assert found.loc["damage +1", "result"] == pytest.approx(tried, abs=1e-12)
    rolled = views.what_matters("Imp", Units([IMP.changed(damage=dice("1d4") * 2), OGRE]))
    assert rolled.loc["damage +1", "effect"] > 0


@pytest.mark.parametrize(("shield", "step"), [(0, "+1"), (1, "-1")])
def test_a_switch_is_turned_and_a_rating_left_out(shield, step):
    """A flag of 0 and 1 was stepped to 2, and a challenge rating that no rule reads stepped too."""
    rules = Rules(hit=lambda a, d: 0.6 - 0.2 * d.shield)
    units = Units([IMP.changed(), OGRE])
    units = Units(
        Unit(**{c: one[c] for c in ("name", "hp", "attack", "defense", "damage")}, shield=at, cr=7)
        for one, at in zip(units, (shield, 1), strict=True)
    )
    found = views.what_matters("Imp", units, rules)
    other = units["Imp"].changed(shield=1 - shield)
    expected = views.field_score(other, units, rules)
    assert found.loc[f"shield {step}", "result"] == pytest.approx(expected, abs=1e-12)
    assert not any(change.startswith("cr") for change in found.index)
    by_more = Rules(hit=lambda a, d: 0.5 + 0.01 * a.more.get("cr", 0))
    assert "cr +1" in views.what_matters("Imp", units, by_more).index


@pytest.mark.parametrize("order", ["first", "alternate", "exchange"])
def test_armies_of_one_price_attack_and_are_attacked(order):
    """Two units that differ only in name scored 0.92, and with the rows swapped 0.08."""
    imp = Unit("Imp", hp=2, attack=30, defense=3, damage=2, cost=40)
    rules, how = Rules(order=order), {"price": 80, "battles": 101}
    twins = Units([imp, imp.changed(name="Elf")])
    assert views.price_matrix(twins, rules, **how).loc["Imp", "Elf"] == 0.5
    ogre = imp.changed(name="Ogre", hp=4, cost=80)
    one, other = (
        views.price_matrix(Units(some), rules, **how) for some in ([imp, ogre], [ogre, imp])
    )
    pd.testing.assert_frame_equal(one, other.loc[one.index, one.columns], atol=1e-12, rtol=0)
    each = {"units": Units([imp, ogre]), "battles": 51}
    attacks = battle({"Imp": 2}, {"Ogre": 1}, rules, **each).score
    attacked = 1 - battle({"Ogre": 1}, {"Imp": 2}, rules, **each).score
    assert attacks != attacked
    assert one.loc["Imp", "Ogre"] == pytest.approx((attacks + attacked) / 2, abs=1e-12)


@pytest.mark.parametrize("order", ["both", "first", "alternate", "exchange"])
def test_scores_in_both_roles(order):
    rules, units = Rules(order=order), [IMP, OGRE]
    found = views.scores(units, units, rules, both_roles=True)
    assert np.allclose(found + found.T, 1, rtol=0, atol=1e-12)
    one, other = duel(IMP, OGRE, rules), duel(OGRE, IMP, rules)
    assert found.loc["Imp", "Ogre"] == pytest.approx((one.score + 1 - other.score) / 2, abs=1e-12)
    if order != "both":
        assert views.scores(units, units, rules).loc["Imp", "Imp"] != pytest.approx(0.5, abs=1e-3)


def with_dice(monkeypatch):
    """Let no duel by turns be exact."""
    monkeypatch.setattr("combat.units.engine.ends.MOST_BYTES", 0)


@pytest.mark.filterwarnings("ignore:.*too many states")
def test_tables_say_how_many_duels_were_fought_with_dice(monkeypatch):
    rules, units, how = Rules(order="exchange"), [IMP, OGRE], {"max_turns": 2}
    tables = {
        "scores": lambda: views.scores(units, units, rules, **how),
        "both": lambda: views.scores([IMP], units, rules, both_roles=True, **how),
        "by": lambda: views.outcomes_by(IMP, OGRE, rules, "hp", [3, 4], **how),
        "matters": lambda: views.what_matters("Imp", Units(units), rules, **how),
        "counts": lambda: views.which_numbers_count(Units(units), rules, **how),
    }
    assert {make().attrs["fought"] for make in tables.values()} == {0}
    with_dice(monkeypatch)
    monkeypatch.setattr("combat.units.engine.pairs.FIGHTS", 9)  # they are only counted
    found = {name: make().attrs["fought"] for name, make in tables.items()}
    assert (found["scores"], found["both"], found["by"]) == (4, 4, 2)
    assert 0 < found["matters"] < found["counts"]


@pytest.mark.filterwarnings("ignore:.*too many states")
def test_a_fight_of_ones_own_may_be_fought_with_dice(monkeypatch):
    with_dice(monkeypatch)
    rules = Rules(fight=lambda first, second: duel(first, second, Rules(order="exchange")))
    assert matrix([IMP, OGRE], rules).attrs["fought"] == 4
