"""Teams for a budget: who is drawn, who beats whom, and what the headline says."""

from combat.units import Rules, battle
from combat.workbook import Game, panels

SHEET = b"name,hp,attack,defense,damage,cost,kind\nRock,2,9,9,2,1,0\nPaper,2,9,9,2,1,1\n"
SHEET += b"Scissors,2,9,9,2,1,2\n"


def hit(attacker, defender):
    return 0.5 + 0.4 * ((attacker.kind - defender.kind) % 3 == 1)


def panel_of(sheet=SHEET):
    return panels.teams(Game(sheet, "mine.csv", rules=Rules(hit=hit)), budget=2, most=2)


def marks_of(chart, kind):
    return [mark for layer in chart.layers for mark in layer.marks if mark["kind"] == kind]


def test_arrows_lead_from_teams_to_those_they_beat():
    panel = panel_of()
    drawn, added = panel.answer.charts
    texts = [(x, y, text) for one in marks_of(drawn, "text") for x, y, text in zip(
        one["x"], one["y"], one["text"], strict=True)]  # fmt: skip
    rows = {}
    for x, y, text in texts:
        if x >= 0 and text in ("Rock", "Paper", "Scissors"):
            rows.setdefault(y, []).append(text)
    found = {tuple(mark["y"]) for mark in marks_of(drawn, "path") if mark.get("arrow")}
    for one, mine in rows.items():
        for other, theirs in rows.items():
            army, against = ({name: side.count(name) for name in side} for side in (mine, theirs))
            odds = battle(army, against, Rules(hit=hit), units=Game(SHEET, "mine.csv").units)
            if one != other and abs(odds.score - 0.52) > 0.05:
                assert ((one, other) in found) == (odds.score > 0.52), (mine, theirs)
    assert list(added.numbers()[0].index) == ["Rock", "Paper", "Scissors"]


def test_the_headline_is_short_and_says_one_number():
    title = panel_of().answer.title
    assert title.startswith("Banning ")
    assert len(title.split()) <= 12
    assert sum(character == "%" for character in title) == 1


def test_a_sheet_without_costs_is_told():
    panel = panel_of(SHEET.replace(b"cost", b"price of it"))
    assert "buys no team: write one above 0" in panel.answer.title
