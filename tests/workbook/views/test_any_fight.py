"""The panels and sentences on six fights."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from combat.markov import optimal, simulate, solve
from combat.questions import seek
from combat.units import Action, Rules, Unit, best_play, duel
from combat.workbook.views.any_fight import (
    fifth_edition,
    fire_emblem,
    risk,
    rpglite,
    told,
    volleys,
    wesnoth,
)


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


def test_an_exchange_in_words_counts_who_is_dead():
    found = solve(
        Blows((10, 8)),
        lambda at: (
            [(0.25, Blows((9, 0))), (0.125, Blows((0, 7))), (0.625, Blows((9, 7)))]
            if at.hp == (10, 8)
            else []
        ),
    )
    said = wesnoth.in_words(found, ("Elf", "Orc"), (10, 8), 1)
    assert said == (
        "In one exchange the Elf kills the Orc in 25.0% and dies in 12.5%. On average 7.9 of 10 "
        "and 5.2 of 8 hit points are left."
    )
    several = wesnoth.in_words(found, ("Elf", "Orc"), (10, 8), 3)
    assert several.startswith("In 3 exchanges, each attacking in turn, the Elf")


def test_sliders_of_hit_points_end_at_those_of_the_units():
    asked = []

    def after(weapons, most, hp, exposed, exchanges):
        asked.append((most, hp))
        return solve(Blows(hp), lambda at: [])

    panel = wesnoth.exchange(after, Weapon, UNITS)
    own, others = panel.controls["own"], panel.controls["others"]
    assert (own.max, own.value, others.max, others.value) == (33, 33, 38, 20)
    assert "33.0 of 33 and 20.0 of 20 hit points" in panel.now.words
    panel.controls["attack"].value = ("Orcish Grunt", "melee")
    assert (own.max, own.value) == (38, 38)  # who was fresh still is
    own.value = 30
    panel.controls["attack"].value = ("Elvish Shaman", "melee")
    assert (own.max, own.value) == (26, 26)
    assert "26.0 of 26" in panel.now.words
    own.value = 5
    panel.controls["attack"].value = ("Elvish Fighter", "melee")
    assert (own.max, own.value) == (33, 5)
    assert panel.described(own=38)[0].startswith("In one exchange")
    assert all(hp <= full for most, start in asked for hp, full in zip(start, most, strict=True))
    panel.show_fragment("?attack=orcish-grunt-9-2-charge&attacker-has=37")
    assert (own.max, own.value) == (38, 37)
    panel.reset()
    assert (own.max, own.value, others.value) == (33, 33, 20)


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
        words = risk.battle_in_words(start, 0.5, -1.0, prize, halting)
        assert words.startswith(
            "{attackers} against {defenders}: the country falls in 50.0%. Fought "
        )
        assert (
            f"1.0 defenders are left over on average. If it is worth {prize} armies, {said}"
            in words
        )
        assert words.endswith("4 to whoever stops at once.")


class Health(NamedTuple):
    mine: tuple
    theirs: tuple


def test_a_position_in_words_tells_the_best_move_and_what_others_cost():
    at, names = Health((6, 8), (8, 4)), ["first", "second", "third"]
    said = rpglite.position_in_words(at, pd.Series([0.5, 0.45, 0.3], names))
    assert said == (
        "At 6 and 8 health against 8 and 4: first, and win in 50.0%. The next best move costs 5.0 "
        "percentage points, the worst (third) 20.0."
    )
    alone = rpglite.position_in_words(at, pd.Series([0.5], ["first"]))
    assert alone.endswith("there is but one move, and it wins in 50.0%.")


class Camp(NamedTuple):
    heroes: tuple


def test_a_day_in_words_has_its_interval_also_where_nobody_lives():
    worth = pd.DataFrame({"chance": [0.25, 0.5]}, [0, 1])
    for chance, said in ((0.5, "with 7 hit points"), (0.0, "with 0 hit points")):
        step = [(chance, Camp((3, 4))), (1 - chance, Camp((0, 0)))]
        found = simulate(Camp((9, 9)), lambda at, step=step: step * (at.heroes == (9, 9)), 400)
        words = fifth_edition.day_in_words(found, lambda at: any(at.heroes), worth)
        assert said in words
        assert " to " in words
        assert words.endswith("By fireballs, 0: 25%, 1: 50%.")


def test_estimates_are_a_frame_with_whiskers():
    found = simulate(0, lambda at: [] if at else [(0.5, 1), (0.5, 2)], 100)
    one = found.chance(lambda at: at == 1)
    frame = fifth_edition.estimates([one], ["one"])
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
    sides = Squad(3), Squad(2)
    for limit, said in ((0.9, "they need 3."), (0.1, "no penetration will do.")):
        answer = seek(lambda step, limit=limit: min(limit, step / 5), 0.6, 0, 5, whole=True)
        words = volleys.squads_in_words(sides, ends, answer)
        assert words.startswith("3 rifles win 25.0% against 2 in armour")
        assert "on average 0.2 and 1.5 models are left" in words
        assert words.endswith(f"For three battles of five {said}")


def test_a_map_in_words_counts_the_positions_where_one_should_drink():
    chances = pd.DataFrame({"a rule of thumb": [0.1, 0.4], "the best play": 0.5}, [0, 8])
    gains = pd.DataFrame([[0.1, -0.1], [np.nan, 0.2]])
    words = fire_emblem.map_in_words(chances, gains, 3)
    assert "survives in 50.0%; by the best rule of thumb, to drink at 8 or less, in 40.0%" in words
    assert words.endswith(
        "Before enemy 3 he should drink in 67% of the positions that he may come to."
    )


def test_a_move_in_rpglite_names_the_characters():
    names = ["Knight", "Archer", "Healer"]
    said = rpglite.move_in_words("H strikes K, heals A", names)
    assert said == "Healer strikes Knight, heals Archer"


def test_a_potion_counts_only_where_it_is_timed_and_heals_more_than_a_blow():
    def meeting(heals, hp, damage):
        drink = Action("Potion", on="self", heals=heals, uses=1)
        hero = Unit("Hero", hp=hp, attack=10, defense=10, damage=3, actions=[drink])
        return hero, Unit("Ogre", hp=10, attack=12, defense=10, damage=damage)

    rules = Rules(order="first")
    panel = told.potion(meeting, rules)
    hero, ogre = meeting(8, 12, 4)
    listed, best = duel(hero, ogre, rules).first, best_play(hero, ogre, rules).value()
    assert f"first wound wins {listed:.1%}, at the right moment {best:.1%}. " in panel.now.words
    panel.controls["heals"].value = 4
    assert f"wins {listed:.1%}, at the right moment {listed:.1%}. " in panel.now.words
