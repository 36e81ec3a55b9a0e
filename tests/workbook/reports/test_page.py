"""A report as one page: what it shows, what it escapes, what it asks for."""

import re

import numpy as np
import pandas as pd
import pytest

from combat.dice import dice
from combat.patch import patch_of_units
from combat.units import Units
from combat.workbook import charts
from combat.workbook.reports import patch as patches
from combat.workbook.reports.page import LONG, SHOWN, page
from tests.patch.games import RULES, small

VERDICTS = pd.DataFrame(
    {
        "claim": ["even", "sure", "rare"],
        "value": [0.5, 0.9, np.nan],
        "verdict": ["holds", "broken", "open"],
    }
)


def test_every_part_is_there_in_its_order():
    turns, long = charts.distribution(dice("3d6"), xlabel="turns"), ", and\n\n more" * 20
    parts = [
        f"-3 of three claims{long}.",
        ("heading", "Verdicts"),
        ("table", VERDICTS, "All claims", {"value": ".0%"}),
        ("heading", "Turns <b> & $x$ of `1` *die*"),
        ("chart", turns, "Turns of a duel", "Ten and a half on average."),
    ]
    found = page("Balance", parts, made="Made by a test.")
    told = "Turns &lt;b&gt; &amp; $x$ of `1` *die*"
    claims = f"−3 of three claims{', and more' * 20}."
    marks = [">Balance</h1>", claims, 'class="contents"', told, ">Verdicts</h2>"]
    marks += ["All claims", ">50%<", f">{told}</h2>", "<figure", "Ten and a half on average."]
    marks += ["Turns of a duel", "Made by a test."]
    places = [found.index(mark) for mark in marks]
    assert places == sorted(places)
    assert "Show the code" not in found
    assert not re.search(r"(?:src|href)=.(?!data:|#)", found.partition("<script>")[0])


def test_verdicts_have_their_colors_and_other_words_none():
    found = page("Balance", [("table", VERDICTS.assign(claim="wide open"), "")])
    assert re.findall(r'<td class="verdict (\w+)"', found) == ["holds", "broken", "open"]


def test_a_long_table_is_folded_and_whole():
    frame = pd.DataFrame({"row": [f"row {at}." for at in range(LONG + 5)]})
    found = page("Balance", [("table", frame, "Many")])
    before, folded = found.split("<details")
    assert before.count("row ") == SHOWN
    assert f"All {LONG + 5} rows" in folded
    assert all(f"row {at}." in folded for at in range(LONG + 5))
    short = page("Balance", [("table", frame.head(LONG), "Few")])
    assert "<details" not in short
    assert short.count("<tr>") == 1 + LONG


def test_a_part_or_a_chart_that_is_none_is_refused():
    with pytest.raises(ValueError, match="a text, a heading, a table or a chart, not 'picture'"):
        page("Duels", [("picture", "turns.png")])
    with pytest.raises(ValueError, match="the chart 'Verdicts' is none"):
        page("Balance", [("chart", VERDICTS, "Verdicts", "Three.")])


class TestPatches:
    def test_several_changed_units_are_a_map_and_one_is_bars(self):
        one = patch_of_units(small(), small().changed("Rat", hp=6), RULES)
        two = patch_of_units(small(), small().changed("Rat", hp=6).changed("Ogre", hp=9), RULES)
        shown = [
            next(part[1] for part in patches.parts_of(found) if part[0] == "chart")
            for found in (one, two)
        ]
        kinds = [chart.spec()["layers"][0]["marks"][0]["kind"] for chart in shown]
        assert kinds == ["bar", "cell"]
        for found in (one, two):
            assert page("Patch", patches.parts_of(found)).count("<figure") == 2

    def test_the_map_shows_the_change_of_the_rows_unit_against_the_columns(self):
        after = small().changed("Rat", hp=6).changed("Ogre", hp=9)
        found = patch_of_units(small(), after, RULES)
        cells = found.parts[1].picture
        duels = found.parts[1].frame.set_index(["first", "second"])["change"]
        assert cells.loc["Rat", "Archer"] == duels["Rat", "Archer"]
        assert cells.loc["Rat", "Ogre"] == pytest.approx(-cells.loc["Ogre", "Rat"])

    def test_nothing_changed_is_a_page_too(self):
        found = patch_of_units(small(), Units([*small()]), RULES)
        assert "Nothing changed." in page("Patch", patches.parts_of(found))
