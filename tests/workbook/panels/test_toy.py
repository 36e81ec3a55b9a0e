"""Two units to be typed: what is saved of them, and what is refused."""

import re

import pytest

from combat.workbook.panels import TwoUnits
from tests.workbook.pages.cells import page
from tests.workbook.pages.cells import shown as as_cell


def test_what_is_saved_is_a_picture_of_the_exact_chances():
    shown = TwoUnits(("Imp", 4, 50, "1d4"), ("Ogre", 9, 60, "2"))
    data, metadata = shown._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert data["text/plain"] == metadata["image/png"]["alt"] == str(shown.odds)
    assert f"<noscript><p>{shown.odds}" in page(as_cell(shown))
    assert metadata["combat"]["toy"] == [["Imp", "4", "50", "1d4"], ["Ogre", "9", "60", "2"]]


@pytest.mark.parametrize("imp", [("Imp", 4, 50, "1d4"), ("Imp", 4, 0, "1d4")], ids=["", "helpless"])
def test_the_ends_by_turn_are_those_of_the_duel(imp):
    shown = TwoUnits(imp, ("Ogre", 9, 60, "2"))
    odds, ends = shown.odds, shown.ends()
    assert ends.sum().tolist() == pytest.approx([odds.first, odds.both, odds.second], abs=0.003)
    assert 0.997 <= ends.to_numpy().sum() < 1
    assert ends.to_numpy()[:-1].sum() < 0.997


@pytest.mark.parametrize(
    ("imp", "said"),
    [
        (("Imp", 0, 50, "1d4"), "hit points = 0.0 is out of range: it must be between 1 and 200"),
        (("Imp", 4, 101, "1d4"), "chance to hit in % = 101.0 is out of range: it must be between"),
        (("Imp", 4, 50, "1x4"), "dice '1x4', character 2"),
        (("Imp", 4, 0, "1d4"), "Imp and Stone can't hurt each other"),
    ],
)
def test_what_is_no_fight_is_refused(imp, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        TwoUnits(imp, ("Stone", 9, 60, "0"))
