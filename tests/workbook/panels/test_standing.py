"""What the table of all duels comes to, in words."""

import pandas as pd
import pytest

from combat.units import Rules, duel, read_units
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


HEROES = b"name,hp,attack,defense,damage\nRat,4,9,9,1d4\nOgre,12,12,8,1d6\nElf,6,14,9,1d6\n"
ENEMIES = b"name,hp,attack,defense,damage\nRat,3,6,9,1d3\nOrc,9,10,9,1d6\nDragon,30,14,12,2d6\n"


def test_a_table_against_another_file_holds_each_duel_and_follows_both():
    game, other = Game(HEROES, "heroes.csv"), Game(ENEMIES, "enemies.csv")
    panel = panels.table(game, against=other, rule="ratio")

    def check():
        (shown,) = panel.answer.charts[0].numbers()
        assert [*shown.index], [*shown] == (game.names, other.names)
        for name in shown.index:
            for enemy in shown:
                expected = duel(game.units[name], other.units[enemy]).first
                assert shown.loc[name, enemy] == pytest.approx(expected, abs=1e-12)

    check()
    assert panel.answer.title == "Orc is the first that stops most units: 2."
    assert panel.answer.note.endswith("50%: Orc stops Rat, Elf; Dragon stops Ogre.")
    other.units = other.units.only("Rat", "Orc")
    check()
    assert panel.answer.note.endswith("50%: Orc stops Rat, Elf; nobody stops Ogre.")
    game.units = game.units.changed("Rat", hp=40).changed("Elf", hp=40)
    check()
    assert panel.answer.title.startswith("Nobody stops Rat: it wins ")


SURE = Rules(hit="always hits", damage="attack less defense", least=0)
UNSTOPPED = "Nobody stops Ant: it wins 100% at least."
STRONG = b"name,hp,attack,defense\nAnt,5,2,0\nBee,5,1,3\n"


@pytest.mark.parametrize(
    ("enemies", "title", "note"),
    [
        (b"X,9,9,0\n", "X is the first that stops most units: 2.", "X stops Ant, Bee."),
        # Ant needs 4 turns and falls in the fifth, Bee hurts nobody of defense 1.
        (b"X,4,1,1\n", UNSTOPPED, "nobody stops Ant; X stops Bee."),
        (b"X,1,1,0\n", UNSTOPPED, "nobody stops Ant, Bee."),
        # Ant and Y fall at once, in the second turn.
        (b"X,4,1,1\nY,4,3,0\n", "All are stopped, most by X: 1.", "Y stops Ant; X stops Bee."),
    ],
)
def test_what_a_table_against_others_says_first(enemies, title, note):
    game = Game(STRONG, "heroes.csv", rules=SURE)
    others = read_units(b"name,hp,attack,defense\n" + enemies)
    answer = panels.table(game, against=others).answer
    assert answer.title == title
    assert answer.note.endswith(f" 50%: {note}")


def test_who_cannot_be_hurt_nor_hurt_is_grey_and_stops():
    game = Game(STRONG, "heroes.csv", rules=SURE)
    wall = read_units(b"name,hp,attack,defense\nWall,9,0,9\n")
    answer = panels.table(game, against=wall).answer
    assert answer.charts[0].numbers()[0].isna().all(axis=None)
    assert answer.note.startswith("Grey: they can't hurt each other. ")
    assert answer.note.endswith("Wall stops Ant, Bee.")


def test_a_table_is_by_a_column_or_against_others():
    game = Game(HEROES, "heroes.csv")
    with pytest.raises(ValueError, match="by, against: a table has one of them"):
        panels.table(game, by="slot", against=game)
