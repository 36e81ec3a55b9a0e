"""What the table of all duels comes to, in words."""

import pandas as pd
import pytest

from combat.workbook import Game, panels
from combat.workbook.panels.standing import near_even, verdict


def table(names, **scores):
    """Scores of pairs, such as AB=0.7; all others are even."""
    found = pd.DataFrame(0.5, [*names], [*names])
    for (one, other), score in scores.items():
        found.loc[one, other], found.loc[other, one] = score, 1 - score
    return found


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (table("A"), ""),
        (table("AB", AB=0.7), "A beats B, 70.0% of all duels."),
        (table("AB"), "A and B are even."),
        (
            table("ABC", AB=0.7, BC=0.6, AC=0.9),
            "A beats both others; C loses to both. Closest: B against C, 60%. No three units go "
            "round like rock, paper, scissors.",
        ),
        (
            table("ABC", AB=1, BC=1, AC=1),
            "A beats both others; C loses to both. Luck decides no duel. No three units go round "
            "like rock, paper, scissors.",
        ),
        (
            table("ABC", AB=0.995, BC=1, AC=1),
            "A beats both others; C loses to both. In each duel the winner is all but sure. No "
            "three units go round like rock, paper, scissors.",
        ),
        (
            table("ABC", AB=0.7, BC=0.7, CA=0.7),
            "A beats one of two; C beats one of two. Closest: A against B, 70%. A beats B, B beats "
            "C, C beats A: as rock, paper, scissors.",
        ),
        (
            table("ABCD", AB=0.7, AC=0.8, AD=0.9, BD=0.6),
            "A beats all three others; D beats none of three. Closest: B against C, 50%. No three "
            "units go round like rock, paper, scissors.",
        ),
    ],
)
def test_the_verdict_says_who_stands_where(scores, said):
    assert verdict(scores) == said


def test_a_draw_that_is_sure_is_no_close_duel():
    scores = table("ABC", AC=0.4)
    wins = pd.DataFrame([[0, 0, 0.3], [0, 0, 0.5], [0.5, 0.5, 0]], [*"ABC"], [*"ABC"])
    assert near_even(scores, {"win": wins}).to_dict() == {("B", "C"): 0.5, ("C", "A"): 0.6}
    assert len(near_even(scores)) == 3


LADDER = """name,hp,attack,defense
Sawfin,90,105,65
Amber,100,80,85
Vesper,130,95,65
""" + "".join(f"T{n},{200 + 60 * n},{130 + 12 * n},64\n" for n in range(30))


def test_three_that_go_round_are_told_also_in_what_is_else_a_ladder():
    game = Game(LADDER.encode(), "ladder.csv")
    circle = "Sawfin beats Amber, Amber beats Vesper, Vesper beats Sawfin"
    told = panels.table(game).answer.note
    assert f"{circle}: as rock, paper, scissors in a game that is otherwise a ladder." in told
    game.units = game.units.only("Sawfin", "Amber", "T0", "T1")
    assert "No three units go round" in panels.table(game).answer.note


def test_pairs_that_cannot_hurt_each_other_are_no_even_match():
    sheet = b"name,hp,attack,defense\nRock,5,1,9\nWall,9,2,8\nOgre,9,20,3\n"
    game = Game(sheet, "walls.csv", rules="attack less defense")
    panel = panels.table(game)
    assert "; 1 of 3 pairs can't hurt each other." in panel.answer.title
    chart = panel.answer.charts[0]
    assert chart.numbers()[0].loc["Rock"].isna().to_dict() == {
        "Ogre": False,
        "Rock": True,
        "Wall": True,
    }
    assert chart.spec()["layers"][0]["marks"][0]["missing"] == "can't hurt each other"
    assert panels.closest(game).answer.title == "The narrowest win: Ogre beats Rock with 100% left."
    game.units = game.units.only("Rock", "Wall")
    assert panels.table(game).answer.title == "Rock and Wall can't hurt each other."
