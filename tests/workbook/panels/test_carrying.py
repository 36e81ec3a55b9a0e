"""The panel of builds, and the table by what is carried: what the mechanics say, drawn."""

import pytest

from combat.units import item_worth, loadouts, matrix, read_units
from combat.workbook import Game, panels
from combat.workbook.charts.palette import BAND, BLUE
from tests.units.sheets.test_items import ITEMS, SHEET


@pytest.fixture
def game():
    return Game(SHEET, "units.csv", items=ITEMS)


def plates(chart):
    """The texts of a chart, row by row, the colours of its plates, and how many rings it has."""
    marks = [mark for layer in chart.layers for mark in layer.marks]
    rows = {}
    for mark in marks:
        if mark["kind"] == "text":
            for y, text in zip(mark["y"], mark["text"], strict=True):
                rows.setdefault(-y, []).append(text)
    fills = [mark["color"] for mark in marks if mark.get("fill")]
    rings = sum(mark["kind"] == "path" and not mark["fill"] for mark in marks)
    return rows, fills, rings


def test_builds_are_the_best_loadouts_with_their_scores(game):
    panel = panels.builds(game, unit="Knight", budget=20)
    rows, fills, rings = plates(panel.answer.charts[0])
    assert panel.answer.title == "Knight: Club, Mail, Amulet is best: 79% on average."
    assert rows[-0.65] == ["hand", "body", "neck"]
    assert rows[0] == ["79%", "Club", "Mail", "Amulet"]
    assert rows[1] == ["74%", "Spear", "Amulet"]
    assert rows[6] == ["never fielded", "Spear"]
    grey = fills.count(BAND)
    assert grey == sum("Spear" in row for row in rows.values())
    assert rings == fills.count(BLUE) == len(fills) - grey  # all others are in the one best build


def test_items_that_nobody_needs_stand_one_below_another():
    game = Game(SHEET, "units.csv", items=ITEMS + b"Twig,hand,1,,attack -9\nRag,body,9,,hp +1\n")
    rows, fills, _ = plates(panels.builds(game, unit="Knight", budget=20).answer.charts[0])
    assert (rows[6], rows[7]) == (["never fielded", "Spear", "Rag"], ["never fielded", "Twig"])
    assert fills.count(BAND) == sum(len(row) - 1 for row in (rows[6], rows[7])) + sum(
        name in ("Spear", "Twig", "Rag") for at in range(6) for name in rows[at]
    )


def test_a_budget_that_buys_less_has_other_builds(game):
    panel = panels.builds(game, unit="Knight", budget=20)
    slider = panel.controls["budget"]
    assert (slider.min, slider.max) == (9, 10 + 4 + 2 + 5 + 3)
    slider.value = 13
    units = loadouts(game.units, budget=13)
    scores = item_worth(units, next(iter(game.rules.values()))).attrs["scores"]
    assert panel.answer.title == f"Knight: Club is best: {scores['Knight: Club']:.0%} on average."
    rows, *_ = plates(panel.answer.charts[0])
    assert rows[2][-1] == "nothing"
    panel.controls["unit"].value = "Rogue"
    assert panel.answer.title.startswith("Rogue: Spear is best")
    panel.controls["unit"].value, slider.value = "Knight", 9
    assert "too few" in panel.answer.title or "raise the budget" in panel.answer.title


def test_an_upload_and_an_edit_keep_the_items(game):
    panel = panels.builds(game, unit="Knight", budget=20)
    before = panel.answer.title
    texts = [[*cells] for cells in game.texts]
    other = [[*cells] for cells in texts]
    other[1][1] = "60"
    game.edit(other)
    assert panel.answer.title != before
    game.edit(texts)
    assert panel.answer.title == before
    beside = {kind: (one.name, one.content) for kind, one in game.files.beside.items()}
    upload = Game(b"name,hp,damage\nImp,1,1\nRat,1,1\n", "a.csv")
    assert "no items lie beside" in panels.builds(upload).answer.title
    upload.load(SHEET, "units.csv", **beside)
    assert panels.builds(upload, unit="Knight", budget=20).answer.title == before
    game.units = game.units.changed("Amulet", hp=1)
    changed = panel.answer.title
    game.edit([[*cells] for cells in game.texts])
    assert panel.answer.title == changed != before


def test_a_chosen_file_of_items_is_one_of_the_uploads(game):
    sheet = game.sheet()
    files = {"units.csv": SHEET, "units.items.csv": b"item,slot,changes\nRing,finger,hp +1\n"}
    sheet._uploaded({"new": [{"name": name, "content": one} for name, one in files.items()]})
    assert [*game.units.items] == ["Ring"]


def test_a_table_by_a_column_has_the_means_of_its_texts(game):
    units = loadouts(read_units(SHEET, "units.csv", items=ITEMS), budget=20)
    game.units = units
    panel = panels.table(game, by="hand")
    scores = matrix(units, next(iter(game.rules.values())), "score")
    clubs = [unit.name for unit in units if unit.hand == "Club"]
    bare = [unit.name for unit in units if not unit.hand]
    (found,) = panel.answer.charts[0].numbers()
    assert [*found.index] == ["Club", "Spear", "–"]
    mean = sum(scores.loc[one, other] for one in clubs for other in bare) / len(clubs) / len(bare)
    assert found.loc["Club", "–"] == pytest.approx(mean)
    assert found.loc["Club", "Club"] == pytest.approx(0.5)
    panel.controls["cell"].value = "best by its mean"
    (found,) = panel.answer.charts[0].numbers()
    best = scores.loc["Knight: Club, Mail, Amulet", bare].mean()
    assert found.loc["Club", "–"] == pytest.approx(best)
    assert (
        "is no column of texts: take one of unit, hand" in panels.table(game, by="hp").answer.title
    )


def test_loadouts_may_be_edited_where_dice_say_what_they_do():
    game = Game(SHEET, "units.csv", items=ITEMS.replace(b"damage x 1.5", b"damage x 2"))
    game.units = loadouts(game.units, budget=20)
    before = [*game.units]
    game.edit([[*cells] for cells in game.texts])
    assert [one.damage for one in game.units] == [one.damage for one in before]
    assert [one.hand for one in game.units] == [one.hand for one in before]
