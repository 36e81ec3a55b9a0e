"""The sentences on six fights."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from combat.markov import optimal, simulate, solve
from combat.questions import seek
from combat.workbook.views import any_fight as views


class Weapon(NamedTuple):
    damage: int
    strikes: int
    special: str = ""


def test_units_have_their_weapons_as_the_game_writes_them():
    units = {"Elf": (33, {"melee": Weapon(5, 4)}), "Mage": (24, {"ranged": Weapon(7, 3, "magic")})}
    table = views.units_table(units)
    assert table.loc["Elf"].tolist() == [33, "5-4", "–"]
    assert table.loc["Mage"].tolist() == [24, "–", "7-3 magic"]


def test_an_exchange_in_words_counts_who_is_dead():
    rows = [(10, 0, 0.25), (0, 8, 0.125), (10, 8, 0.625)]
    ends = pd.DataFrame(rows, columns=["attacker", "defender", "chance"])
    said = views.exchange_in_words(ends, "Elf", "Orc", 1)
    assert said == (
        "In one exchange the Elf kills the Orc in 25.0% and dies in 12.5%; on average 8.8 and 6.0 "
        "hit points are left."
    )
    assert views.exchange_in_words(ends, "Elf", "Orc", 3).startswith("In 3 exchanges, each att")


class Armies(NamedTuple):
    attackers: int
    defenders: int


def test_a_battle_in_words_tells_what_a_halt_is_worth():
    start = Armies(4, 2)
    moves = {"attack": [(0.5, Armies(4, 0)), (0.5, Armies(0, 2))], "stop": [(1, Armies(4, -2))]}
    for prize, said in ((10, "first attack: the position is worth 7.00"), (2, "first stop: the")):
        halting = optimal(
            start,
            lambda at: moves,
            lambda at, prize=prize: (
                {0: at.attackers + prize, -2: at.attackers}.get(at.defenders)
                if at.attackers
                else 0.0
            ),
        )
        words = views.battle_in_words(start, 0.5, -1.0, prize, halting)
        assert words.startswith("4 against 2: fought out, the country falls in 50.0%, and on ")
        assert f"1.0 defenders are left over. If it is worth {prize} armies, {said}" in words
        assert words.endswith("4 to whoever stops at once.")


class Health(NamedTuple):
    mine: tuple
    theirs: tuple


def test_a_position_in_words_tells_the_best_move_and_what_others_cost():
    at, names = Health((6, 8), (8, 4)), ["first", "second", "third"]
    said = views.position_in_words(at, pd.Series([0.5, 0.45, 0.3], names))
    assert said == (
        "At 6 and 8 health against 8 and 4: first, and win in 50.0%. The next best move costs 5.0 "
        "percentage points, the worst (third) 20.0."
    )
    alone = views.position_in_words(at, pd.Series([0.5], ["first"]))
    assert alone.endswith("there is but one move, and it wins in 50.0%.")


def test_a_table_in_words_names_the_best_and_the_worst():
    table = pd.DataFrame([[0.5, 0.7], [0.3, 0.5]], ["AB", "CD"], ["AB", "CD"])
    assert views.table_in_words(table) == (
        "Over all opponents AB wins most, 60.0%, and CD least, 40.0%."
    )


class Camp(NamedTuple):
    heroes: tuple


def test_a_day_in_words_has_its_interval_also_where_nobody_lives():
    worth = pd.DataFrame({"chance": [0.25, 0.5]}, [0, 1])
    for chance, said in ((0.5, "with 7 hit points"), (0.0, "with 0 hit points")):
        step = [(chance, Camp((3, 4))), (1 - chance, Camp((0, 0)))]
        found = simulate(Camp((9, 9)), lambda at, step=step: step * (at.heroes == (9, 9)), 400)
        words = views.day_in_words(found, lambda at: any(at.heroes), worth)
        assert said in words
        assert " to " in words
        assert words.endswith("By fireballs, 0: 25%, 1: 50%.")


def test_estimates_are_a_frame_with_whiskers():
    found = simulate(0, lambda at: [] if at else [(0.5, 1), (0.5, 2)], 100)
    one = found.chance(lambda at: at == 1)
    frame = views.estimates([one], ["one"])
    assert frame.loc["one"].tolist() == [float(one), one.low, one.high]


class Squad(NamedTuple):
    models: int


class Volley(NamedTuple):
    models: tuple


def test_squads_in_words_tell_whether_any_penetration_does():
    ends = solve(
        Volley((3, 2)),
        lambda at: [(0.75, Volley((0, 2))), (0.25, Volley((1, 0)))] if all(at.models) else [],
    )
    squads = Squad(3), Squad(2)
    for limit, said in ((0.9, "they need 3."), (0.1, "no penetration will do.")):
        answer = seek(lambda step, limit=limit: min(limit, step / 5), 0.6, 0, 5, whole=True)
        words = views.squads_in_words(squads, ends, answer)
        assert words.startswith("3 rifles win 25.0% against 2 in armour")
        assert "on average 0.2 and 1.5 models are left" in words
        assert words.endswith(f"For three battles of five {said}")


def test_a_map_in_words_counts_the_positions_where_one_should_drink():
    chances = pd.DataFrame({"a rule of thumb": [0.1, 0.4], "the best play": 0.5}, [0, 8])
    gains = pd.DataFrame([[0.1, -0.1], [np.nan, 0.2]])
    words = views.map_in_words(chances, gains, 3)
    assert "survives in 50.0%; by the best rule of thumb, to drink at 8 or less, in 40.0%" in words
    assert words.endswith(
        "Before enemy 3 he should drink in 67% of the positions that he may come to."
    )
