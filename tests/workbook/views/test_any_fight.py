"""The panels and sentences on six fights, and on a potion."""

from types import SimpleNamespace as State
from typing import NamedTuple

import pandas as pd
import pytest

from combat.markov import simulate, solve
from combat.workbook.views.any_fight import fifth_edition, risk, rpglite, wesnoth


class Blows(NamedTuple):
    hp: tuple


UNITS = pd.DataFrame(
    {
        "hit points": [33, 26, 38],
        "melee": ["5-4", "3-2", "9-2 charge"],
        "ranged": ["–", "3-2 slow", "–"],
    },
    ["Elvish Fighter", "Elvish Shaman", "Orcish Grunt"],
)


def test_weapons_are_read_as_the_game_writes_them():
    assert wesnoth.armed("3-2 slow") == wesnoth.Weapon(3, 2, "slow")
    assert wesnoth.armed("10-2") == wesnoth.Weapon(10, 2)
    assert wesnoth.armed("–") == wesnoth.Weapon()
    assert [*wesnoth.attacks_of(UNITS)] == [
        "Elvish Fighter, 5-4 melee",
        "Elvish Shaman, 3-2 melee",
        "Elvish Shaman, 3-2 slow",
        "Orcish Grunt, 9-2 charge",
    ]


def test_an_exchange_counts_who_is_dead():
    def step(at):
        ends = [(0.25, Blows((9, 0))), (0.125, Blows((0, 7))), (0.625, Blows((9, 7)))]
        return ends if at.hp == (10, 8) else []

    title, note = wesnoth.in_words(solve(Blows((10, 8)), step), ("Elf", "Orc"), (10, 8), 1)
    assert title == (
        "In one exchange the Elf kills the Orc 25.0% of the time and dies 12.5% of the time."
    )
    assert note == "On average 7.9 of 10 and 5.2 of 8 hit points are left."


def test_nobody_starts_with_more_hit_points_than_he_has(monkeypatch):
    asked = []

    def after(weapons, most, hp, exposed, exchanges):
        asked.append((most, hp))
        return solve(Blows(hp), lambda at: [])

    monkeypatch.setattr(wesnoth, "after", after)
    panel = wesnoth.exchange(UNITS)
    assert "33.0 of 33 and 20.0 of 20 hit points" in panel.answer.note
    assert "38.0 of 38" in panel.answered(attack=("Orcish Grunt", "melee")).note
    assert "5.0 of 5" in panel.answered(own=5).note
    assert all(hp <= full for most, start in asked for hp, full in zip(start, most, strict=True))


def test_where_nobody_lives_nothing_is_left_and_the_chance_has_its_interval():
    found = simulate(fifth_edition.Day((0, 0), (4, 2)), lambda at: [], 400)
    title = fifth_edition.day_in_words(found)
    assert title.startswith("The four survive 0% of the days (0% to ")
    assert title.endswith("then with 0 hit points among them.")


def test_a_position_has_one_best_move_and_says_what_others_cost():
    at, names = State(mine=(6, 8), theirs=(8, 4)), ["first", "second", "third"]
    title, note = rpglite.position_in_words(at, pd.Series([0.5, 0.45, 0.3], names))
    assert title == "At 6 and 8 health against 8 and 4: best is first; you win 50.0%."
    assert "5.0 percentage points, the worst (third) 20.0" in note
    alone, _ = rpglite.position_in_words(at, pd.Series([0.5], ["first"]))
    assert alone.endswith("there is but one move, and it wins 50.0% of the time.")


@pytest.mark.parametrize(
    ("worth", "advice"),
    [(10.0004, "don't attack: nothing is gained"), (10.3, "worth 10.30, to stop at once 10")],
)
def test_who_gains_nothing_by_an_attack_is_told_to_stop(worth, advice):
    battle = State(attackers=10, defenders=10)
    halting = State(value=lambda at: worth)
    title, note = risk.battle_in_words(battle, 0.568, 0.9, 8, halting)
    assert title == "10 against 10: the country falls 56.8% of the time."
    assert note.endswith(f"{advice}.")
