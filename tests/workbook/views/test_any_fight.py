"""The panels and sentences on six fights, and on a potion."""

from types import SimpleNamespace as State
from typing import NamedTuple

import pandas as pd
import pytest

from combat.markov import simulate, solve
from combat.units import Action, Rules, Unit, best_play, duel
from combat.workbook.views.any_fight import fifth_edition, rpglite, told, wesnoth


class Weapon(NamedTuple):
    damage: int = 0
    strikes: int = 0
    special: str = ""


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
    assert wesnoth.armed(Weapon, "3-2 slow") == Weapon(3, 2, "slow")
    assert wesnoth.armed(Weapon, "10-2") == Weapon(10, 2)
    assert wesnoth.armed(Weapon, "–") == Weapon()
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
    assert title == "In one exchange the Elf kills the Orc in 25.0% and dies in 12.5%."
    assert note == "On average 7.9 of 10 and 5.2 of 8 hit points are left."


def test_sliders_of_hit_points_end_at_those_of_the_units():
    asked = []

    def after(weapons, most, hp, exposed, exchanges):
        asked.append((most, hp))
        return solve(Blows(hp), lambda at: [])

    panel = wesnoth.exchange(after, Weapon, UNITS)
    own, others = panel.controls["own"], panel.controls["others"]
    assert (own.max, own.value, others.max, others.value) == (33, 33, 38, 20)
    assert "33.0 of 33 and 20.0 of 20 hit points" in panel.answer.note
    panel.controls["attack"].value = ("Orcish Grunt", "melee")
    assert (own.max, own.value) == (38, 38)  # who was fresh still is
    own.value = 30
    panel.controls["attack"].value = ("Elvish Shaman", "melee")
    assert (own.max, own.value) == (26, 26)
    own.value = 5
    panel.controls["attack"].value = ("Elvish Fighter", "melee")
    assert (own.max, own.value) == (33, 5)
    assert "33.0 of 33" in panel.answered(own=38).note
    assert all(hp <= full for most, start in asked for hp, full in zip(start, most, strict=True))
    panel.show_fragment("?attacker-has=37&attack=orcish-grunt-9-2-charge")
    assert (own.max, own.value) == (38, 37)
    panel.reset()
    assert (own.max, own.value, others.value) == (33, 33, 20)


def test_where_nobody_lives_nothing_is_left_and_the_chance_has_its_interval():
    found = simulate(Blows((0, 0)), lambda at: [], 400)
    worth = pd.DataFrame({"chance": [0.25, 0.5]}, [0, 1])
    title, note = fifth_edition.day_in_words(found, lambda at: any(at.hp), worth)
    assert title.startswith("The day is survived in 0% (0% to ")
    assert title.endswith("then with 0 hit points among the four.")
    assert note == "By fireballs, 0: 25%, 1: 50%."


def test_a_position_has_one_best_move_and_says_what_others_cost():
    at, names = State(mine=(6, 8), theirs=(8, 4)), ["first", "second", "third"]
    title, note = rpglite.position_in_words(at, pd.Series([0.5, 0.45, 0.3], names))
    assert title == "At 6 and 8 health against 8 and 4: first, and win in 50.0%."
    assert "5.0 percentage points, the worst (third) 20.0" in note
    alone, _ = rpglite.position_in_words(at, pd.Series([0.5], ["first"]))
    assert alone.endswith("there is but one move, and it wins in 50.0%.")


@pytest.mark.parametrize("heals", [4, 8])
def test_a_potion_is_worth_what_the_duel_and_the_best_play_say(heals):
    def meeting(heals, hp, damage):
        drink = Action("Potion", on="self", heals=heals, uses=1)
        hero = Unit("Hero", hp=hp, attack=10, defense=10, damage=3, actions=[drink])
        return hero, Unit("Ogre", hp=10, attack=12, defense=10, damage=damage)

    rules = Rules(order="first")
    sides = meeting(heals, 12, 4)
    listed, best = duel(*sides, rules).first, best_play(*sides, rules).value()
    title = told.potion(meeting, rules).answered(heals=heals).title
    assert title.endswith(f"first wound wins {listed:.1%}, at the right moment {best:.1%}.")
