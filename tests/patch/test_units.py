"""What a patch of units does, held against plain loops over duels."""

import io

import numpy as np
import pandas as pd
import pytest

from combat.patch import at_revision, patch_of_units
from combat.patch import units as module
from combat.patch.result import Part
from combat.patch.units import numbers_of
from combat.ranking import strength
from combat.units import Rules, Unit, Units, duel, loadouts, matrix
from combat.units.sheets.actions import Action
from combat.units.sheets.headings import ROLES
from combat.units.sheets.reading import read_game
from combat.units.sheets.statuses import Grant, Status
from combat.units.views import field_score
from combat.units.views import scores as scores_of
from tests.patch.games import RULES, small
from tests.patch.test_versions import git


@pytest.fixture(scope="module")
def after():
    units = small().changed("Knight", armor=2, attack=14).changed("Rat", hp=6, cost=25)
    return Units([*(unit for unit in units if unit.name != "Ogre"), _troll(units)])


def _troll(units):
    return units["Ogre"].changed(name="Troll", hp=25)


@pytest.fixture(scope="module")
def patch(after):
    return patch_of_units(small(), after, RULES)


def part(patch, kind):
    return next(part for part in patch.parts if part.kind == kind)


def score(first, second):
    found = duel(first, second, RULES)
    return found.first + (found.both + found.undecided) / 2


def field(units, name):
    return np.mean([score(units[name], other) for other in units if other.name != name])


def test_the_summary_counts_numbers_and_units(patch):
    assert patch
    assert patch.summary == "4 numbers of 2 units changed, 1 unit is added, 1 unit is gone"


def test_each_duel_that_changed_is_there_once_the_greatest_change_first(patch):
    frame = part(patch, "duels").frame
    found = zip(frame["first"], frame["second"], strict=True)
    assert {frozenset(pair) for pair in found} == {
        frozenset(pair) for pair in [("Archer", "Knight"), ("Archer", "Rat"), ("Knight", "Rat")]
    }
    assert frame["change"].abs().is_monotonic_decreasing
    assert (frame["change"] == frame["after"] - frame["before"]).all()
    # Who was changed comes first.
    assert set(frame["first"]) == {"Knight", "Rat"}


def test_scores_are_the_mean_over_all_others_and_tell_who_came_and_went(patch, after):
    frame = part(patch, "units").frame.set_index("unit")
    for name in ("Archer", "Knight", "Rat"):
        assert frame.loc[name, "before"] == pytest.approx(field(small(), name), abs=1e-12)
        assert frame.loc[name, "after"] == pytest.approx(field(after, name), abs=1e-12)
    assert np.isnan(frame.loc["Ogre", "after"])
    assert np.isnan(frame.loc["Troll", "before"])


def test_a_number_by_itself_is_what_the_field_makes_of_it_alone(patch):
    numbers = part(patch, "numbers").frame.set_index(["unit", "column"])
    changes = ("Knight", "armor", 2), ("Knight", "attack", 14), ("Rat", "hp", 6)
    for name, column, value in changes:
        alone = field(small().changed(name, **{column: value}), name) - field(small(), name)
        assert numbers.loc[(name, column), "alone"] == pytest.approx(alone, abs=1e-12)
    assert numbers.loc[("Rat", "cost"), "alone"] == 0


def test_ranks_are_places_by_strength(patch, after):
    frame = part(patch, "units").frame.set_index("unit")
    order = [strength(matrix(units, RULES, "score")).index for units in (small(), after)]
    for name, row in frame.iterrows():
        if name in order[0]:
            assert row["rank before"] == order[0].get_loc(name) + 1
        if name in order[1]:
            assert row["rank after"] == order[1].get_loc(name) + 1
    unmoved = set(small().names) & set(after.names) - set(frame.index)
    assert all(order[0].get_loc(name) == order[1].get_loc(name) for name in unmoved)
    assert set(frame.index) >= {"Ogre", "Troll"}


def test_one_unit_alone_has_numbers_and_no_field():
    (imp,) = [unit for unit in small() if unit.name == "Rat"]
    found = patch_of_units(Units([imp]), Units([imp.changed(hp=6)]), RULES)
    assert [part.kind for part in found.parts] == ["numbers", "duels"]
    assert "hp" in str(found)


def test_nothing_changed_is_said_in_one_line():
    found = patch_of_units(small(), small(), RULES, names=("a.csv", "b.csv"))
    assert not found
    assert str(found) == "a.csv -> b.csv: nothing changed."
    assert found.csv() == "part,unit,column,before,after\n"


def test_the_csv_has_every_row_unrounded(patch):
    frame = pd.read_csv(io.StringIO(patch.csv()))
    assert len(frame) == sum(len(part.frame) for part in patch.parts)
    duels = frame[frame["part"] == "duels"]
    expected = part(patch, "duels").frame
    assert duels["before"].astype(float).tolist() == expected["before"].tolist()
    assert duels["first"].tolist() == expected["first"].tolist()


def test_the_text_shows_the_greatest_and_how_many_more():
    many = Units(
        [
            unit.changed(name=f"{unit.name} {at}", hp=unit.hp + at)
            for unit in small()
            for at in (0, 1, 2, 3)
        ]
    )
    found = part(patch_of_units(many, many.changed("Rat 0", hp=9), RULES), "duels")
    all_of_them = "; --out FILE.csv has all of them"
    assert found.text().endswith(f"\n  and 3 that moved by less than 0.05{all_of_them}")
    assert len(found.text().splitlines()) == 2 + 1 + 12 + 1
    assert found.text(most=5).endswith(f"\n  and 10 more{all_of_them}")
    assert len(found.text(most=5).splitlines()) == 2 + 1 + 5 + 1


def test_a_part_in_which_all_stands_still_but_counts_them():
    frame = pd.DataFrame({"unit": ["Imp", "Ogre"], "before": [0.5, 0.2], "after": [0.5, 0.2]})
    still = Part("duels", "The duels", frame.assign(change=[1e-4, -1e-4]), "Exact.")
    rest = "2 that moved by less than 0.05; --out FILE.csv has all of them"
    assert still.text() == f"The duels\nExact.\n  {rest}"


def test_a_number_that_cannot_be_tried_by_itself_leaves_its_cell_blank():
    def hit(attacker, defender):
        return attacker.attack / 20 if (attacker.attack * attacker.hp).max() < 400 else attacker.hp

    before = Units([Unit(name, hp=20, attack=10, defense=1, damage=1) for name in ("Imp", "Elf")])
    after = before.changed("Imp", attack=20, hp=10)
    numbers = part(patch_of_units(before, after, Rules(hit=hit)), "numbers").frame
    alone = numbers.set_index("column")["alone"]
    assert np.isnan(alone["attack"])  # with 20 hit points the rule gives a chance of 20
    assert np.isfinite(alone["hp"])


def test_a_column_that_only_one_version_has_is_not_tried_by_itself():
    after = Units([unit.changed(hp=unit.hp + (unit.name == "Rat")) for unit in small()])
    wider = Units([Unit(**{c: u[c] for c in ROLES}, **u.more, luck=1) for u in after])
    for versions in ((small(), wider), (wider, small())):
        numbers = part(patch_of_units(*versions, RULES), "numbers").frame
        alone = numbers.set_index(["unit", "column"])["alone"]
        assert np.isnan(alone["Rat", "luck"])
        assert np.isfinite(alone["Rat", "hp"])


def test_a_rule_that_asks_for_a_column_that_is_not_there_names_it():
    rules = Rules(hit=lambda a, d: 0.5 + 0.01 * (a.luck - d.luck))
    with pytest.raises(ValueError, match="no column 'luck'"):
        patch_of_units(small(), small().changed("Rat", hp=6), rules)


def test_a_rule_reads_damage_as_it_is_written_in_each_version():
    """Under alone it got 'Distribution(1..6, mean 3.5)' for 1d6."""
    rules = Rules(hit=lambda a, d: 0.5, damage=lambda a, d: int(a.written.partition("d")[2]) * 1.0)
    units = Units(
        [Unit("Imp", hp=9, attack=1, defense=1, damage="1d4"), Unit("Elf", 9, 1, 1, "1d5")]
    )
    after = units.changed("Imp", damage="1d6")
    found = patch_of_units(units, after, rules).parts[0].frame
    changed = duel(after["Imp"], units["Elf"], rules), duel(units["Imp"], units["Elf"], rules)
    scores = [one.first + one.both / 2 for one in changed]
    assert found.loc[0, "alone"] == pytest.approx(scores[0] - scores[1], abs=1e-12)


def test_who_cannot_hurt_each_other_draws_and_it_is_told():
    healers = [
        Unit(name, hp=9, attack=9, defense=9, damage=0, cost=10) for name in ("Cleric", "Druid")
    ]
    units = Units([*healers, Unit("Archer", hp=9, attack=9, defense=9, damage="1d6", cost=10)])
    rules = Rules(least=0)
    found = patch_of_units(units, units.changed("Cleric", hp=12), rules)
    assert "1 duel may never end: then it is half a win each." in part(found, "duels").note


@pytest.mark.filterwarnings("ignore:.*too many states")
def test_every_part_says_how_many_duels_were_fought_with_dice(monkeypatch):
    """They were called exact, or nothing was said, and those before went unmentioned."""
    rules, how = Rules(order="exchange"), {"max_turns": 2}
    before, after = small(), small().changed("Rat", hp=6)
    exact = patch_of_units(before, after, rules, **how)
    assert "dice" not in str(exact)
    monkeypatch.setattr("combat.units.engine.ends.MOST_BYTES", 0)
    monkeypatch.setattr("combat.units.engine.pairs.FIGHTS", 100)  # they are only counted
    found = patch_of_units(before, after, rules, **how)
    assert [one.kind for one in found.parts] == [one.kind for one in exact.parts]
    said = "Exact, but for 16 duels before and 16 after fought with dice"
    for one in found.parts:
        assert said in one.note, one.kind
        assert "Exact." not in one.note


def test_a_chance_is_not_rounded_to_nothing_or_all():
    frame = pd.DataFrame({"unit": ["Imp"], "before": [0.99999], "after": [1e-5]})
    text = Part("units", "The units", frame.assign(change=-0.99998)).text()
    assert "99.999%  0.001%" in text


def test_a_status_by_itself_is_tried_in_the_whole_game():
    """A status is known by its name: tried in one unit alone it would be two statuses."""
    bite = Action("Bite", gives=[Grant(Status("ill", loses=1), turns=2)])
    imp = Unit("Imp", hp=9, attack=10, defense=10, damage=1, actions=[bite])
    before = Units([imp, imp.changed(name="Elf"), imp.changed(name="Orc", actions=[])])
    after = before.changed("Imp", **{"ill: loses": 2})
    frame = part(patch_of_units(before, after, max_turns=5), "numbers").frame
    whole = field_score(after["Imp"], after, max_turns=5)
    alone = frame.set_index(["unit", "column"]).loc[("Imp", "ill: loses"), "alone"]
    assert alone == pytest.approx(whole - field_score(imp, before, max_turns=5), abs=1e-12)


def test_more_units_than_a_table_can_have_are_told_by_what_changed(monkeypatch):
    imp = Unit("Imp", hp=3, attack=10, defense=10, damage=1)
    before = Units([imp.changed(name=f"Imp {at}", hp=3 + at % 4) for at in range(1001)])
    found = patch_of_units(before, before.changed("Imp 7", hp=9))
    assert [part.kind for part in found.parts] == ["numbers", "duels", "units"]
    assert len(found.parts[1].frame) == 1000
    assert "without ranks" in found.parts[2].note
    monkeypatch.setattr(module, "MOST_TOUCHED", 0)
    with pytest.raises(ValueError, match="too many for a table"):
        patch_of_units(before, before.changed("Imp 7", hp=9))


def both_roles(one, other, rules):
    attacks, attacked = (duel(*pair, rules).score for pair in ((one, other), (other, one)))
    return (attacks + 1 - attacked) / 2


@pytest.mark.parametrize("limit", [1000, 2])
def test_duels_and_scores_of_what_changed_are_the_same_in_games_of_any_size(monkeypatch, limit):
    monkeypatch.setattr(module, "MOST_UNITS", limit)
    before = small()
    after = before.changed("Knight", hp=30).changed("Archer", damage="2d6")
    rules = Rules(order="first")
    found = {one.kind: one.frame for one in patch_of_units(before, after, rules).parts}
    changed = found["duels"].set_index(["first", "second"])
    for at, first in enumerate(touched := ["Archer", "Knight"]):
        for second in set(before.names) - set(touched[: at + 1]):
            was, now = (both_roles(units[first], units[second], rules) for units in (before, after))
            told = (first, second) in changed.index
            assert told == (abs(now - was) > 1e-9)
            if told:
                assert changed.loc[(first, second), "before"] == pytest.approx(was, abs=1e-12)
                assert changed.loc[(first, second), "after"] == pytest.approx(now, abs=1e-12)
    rates = found["units"].set_index("unit")["after"]
    scores = scores_of(list(after), list(after), rules, both_roles=True)
    for name in ("Knight", "Archer"):
        assert rates[name] == pytest.approx(scores.loc[name].drop(name).mean(), abs=1e-12)


def test_what_units_may_carry_is_part_of_a_game(tmp_path):
    """Between two revisions, also where nothing but an item has changed."""
    path = tmp_path / "units.csv"
    path.write_text("name,hp,attack,defense,damage\nRat,4,9,9,2\nOgre,9,9,9,2\n")
    row = "item,slot,cost,for,changes\nRing,finger,{},{},hp +{}\n"
    git(tmp_path, "init", "-q", "-b", "main")
    for text in (row.format(1, "", 2) + "Rag,body,1,,hp +1\n", row.format(2, "Rat", 3)):
        path.with_name("units.items.csv").write_text(text)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", "items")
    before, after = (read_game(at_revision(path, one)) for one in ("HEAD~1", "main"))
    found = patch_of_units(before, after)
    assert [tuple(one) for one in numbers_of(before, after).itertuples(index=False)] == [
        ("Ring", "for", "Rat, Ogre", "Rat"),
        ("Ring", "cost", "1", "2"),
        ("Ring", "hp", "2", "3"),
        ("Rag", "(all of it)", "there", "gone"),
    ]
    assert "Ring" in found.parts[0].text()
    assert part(found, "duels").frame.empty
    carried = patch_of_units(
        *(loadouts(units, ["Ring"]).only("Ogre", "Rat: Ring") for units in (before, after))
    )
    changed = part(carried, "duels").frame.iloc[0]
    rat, ogre = after["Rat"].changed(hp=7), after["Ogre"]
    assert changed["after"] in (
        pytest.approx(duel(rat, ogre).score),
        pytest.approx(duel(ogre, rat).score),
    )
