"""The words and tables of comparisons: the rules are asked once more, number by number."""

import numpy as np
import pandas as pd
import pytest

from combat.compare import protection_table, traits_table
from combat.hit_rules import hit_rule, rules
from combat.workbook.charts.palette import GREY
from combat.workbook.views import compare as views
from combat.workbook.views import compare_fights, compare_tables

SOME = {name: rules()[name] for name in ("ratio", "TOME, smooth", "3d6 roll under (GURPS)")}


def test_a_sword_is_worth_what_ten_points_add_and_three_of_its_slopes_are_coloured():
    """By hand: under the ratio 30 of 60 become 40 of 70; of 3d6 all but 17 and 18 are enough."""
    panel = views.a_sword(rules())
    ratio, rolls = 40 / 70 - 1 / 2, (216 - 4) / 216 - 1 / 2
    assert panel.answer.title == (
        f"A +10 sword is worth {100 * ratio:.0f} to {100 * rolls:.0f} percentage points."
    )
    told = panel.answer.told(panel.values)["charts"][0]
    shades = {name: color for name, color, *_ in told["ends"]}
    grey = {name for name, color in shades.items() if color == GREY.lower()}
    assert (len(shades), len(grey)) == (8, 5)
    assert (
        {*shades} - grey == {name for name, *_ in told["legend"]} == {*panel.values.values()} - {30}
    )
    assert panel.answered(level=10).note.startswith("Ten points ahead of a defence of 10: ")
    flat = panel.answered(level=100, first="Battle for Wesnoth").title
    assert flat.startswith("A +10 sword is worth 0 to ")


def test_fights():
    fewest, most = (2 / SOME[name](27, 30) for name in ("ratio", "3d6 roll under (GURPS)"))
    assert compare_fights.fights_in_words(SOME, -3, 2) == (
        f"-3 points ahead a kill takes {fewest:.1f} blows by ratio, {most:.1f} blows by 3d6 "
        "roll under (GURPS). At defence 30, 2 hits to kill."
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("3d6 roll under (GURPS)", "never kills"),  # at ten points behind no skill is left
        ("Civilization IV, whole battle", "decides a battle"),
    ],
)
def test_of_who_never_kills_and_of_a_battle_no_number_is_told(name, said):
    one = {name: rules()[name]}
    told = compare_fights.fights_in_words(one, -10, 4)
    assert said in told
    assert "nan" not in told


def test_a_decision_is_about_the_rule_and_its_fight():
    """A rule of one's own has nothing more to say."""
    mine = hit_rule("mine", depends="ratio", source="me")(lambda attack, defense: 0.5)
    found = compare_tables.decision_table({"ratio": SOME["ratio"], "mine": mine})
    assert found.loc["ratio", "blows"] == pytest.approx(4 / (35 / 65))
    assert found.loc["ratio", "+1 adds"] == pytest.approx(31 / 61 - 1 / 2)
    assert found.loc["mine", ["good for", "it costs"]].tolist() == ["yours", "yours"]


def test_each_column_that_a_reader_sees_is_written_for_him():
    assert set(compare_tables.HEADS) == set(traits_table(rules()))
    assert set(compare_tables.HEADS.values()) <= set(compare_tables.FORMATS)
    shown = compare_tables.show(
        pd.DataFrame({"blows": [7.43, np.inf, np.nan], "+1 adds": [-0.0123, 0.5, np.nan]}), ""
    )
    assert shown.texts().to_numpy().T.tolist() == [["7.4", "never", "–"], ["−1.2", "50.0", "–"]]


def test_armour_is_told_by_its_table():
    table = protection_table(30, 0.6, "2d6", 3)
    title, note = compare_fights.protection_in_words(30, 0.6, "2d6", 3)
    assert title.startswith("Up to blow 11 more have fallen with evasion, ")
    first, last = table["1 in 100"].astype(int), table["99 in 100"].astype(int)
    assert note.endswith(
        f"after {first['evasion']} blows with evasion, after {first['reduction']} with reduction; "
        f"99 in 100 after {last['evasion']} and {last['reduction']}."
    )
    of_all, _ = compare_fights.protection_in_words(10, 0.5, "1d4", 4)
    assert of_all == "4 points off each blow of 1d4 save all of it: nobody falls."
    never, _ = compare_fights.protection_in_words(16, 1.0, "5", 1)
    assert never == "At no time have more fallen with evasion."


def test_a_rules_own_number_is_told_where_it_has_one():
    smooth, ratio = (views.tuned_in_words(rules()[name], 8)[1] for name in [*SOME][1::-1])
    assert smooth.startswith("2.83 of its points are worth one of the bell curve, whose sd is 8 ")
    assert "(its own m would be 3.5)" in smooth
    assert "its own" not in ratio
