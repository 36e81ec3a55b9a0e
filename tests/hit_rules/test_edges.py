"""Each rule at the ends of its domain: nothing, negative, equal, huge, NaN."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.hit_rules import (
    civilization,
    d20,
    diablo,
    elo,
    pathfinder,
    rules,
    runescape,
    wesnoth,
)

RULES = rules()
ANY = st.floats(allow_nan=False, allow_infinity=False)
EITHER_WAY = [name for name, rule in RULES.items() if rule.depends == "difference"]
LARGEST = np.finfo(float).max


@pytest.mark.parametrize("name", EITHER_WAY)
@settings(max_examples=30)
@given(attack=ANY, defense=ANY)
def test_a_rule_of_the_difference_takes_any_numbers(name, attack, defense):
    assert 0 <= RULES[name](attack, defense) <= 1
    # Equal numbers are equal, whatever their size.
    assert RULES[name](attack, attack) == RULES[name](0, 0)


@pytest.mark.parametrize("name", EITHER_WAY)
def test_at_the_ends_of_the_number_line(name):
    ends = RULES[name]([LARGEST, -LARGEST], [-LARGEST, LARGEST])
    assert ends == pytest.approx(RULES[name]([1e7, 0], [0, 1e7]), abs=1e-6)


@pytest.mark.parametrize("name", ["ratio", "Diablo II", "Old School RuneScape"])
@given(attack=st.floats(0, LARGEST), defense=st.floats(0, LARGEST))
def test_a_rule_of_both_numbers_takes_any_that_are_not_negative(name, attack, defense):
    chance = RULES[name](attack, defense)
    assert 0 <= chance <= 1 or (name == "ratio" and attack == defense == 0)


@pytest.mark.parametrize("size", [1, 1e6, 1e300, LARGEST])
def test_equal_numbers_of_any_size_are_even(size):
    assert RULES["ratio"](size, size) == RULES["Diablo II"](size, size) == 0.5
    assert runescape(size, size) == pytest.approx(size / (size + 1) / 2)


@pytest.mark.parametrize("strength", [1e-300, 0.004, 0.01])
def test_the_weakest_that_fight_are_even(strength):
    """The game's strengths are whole hundredths, at least 1: two of them are even."""
    assert civilization(strength, strength) == pytest.approx(civilization(6, 6))


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_a_parameter_that_is_nan_gives_nan(rule):
    for own in rule.parameters:
        assert math.isnan(rule(35, 30, **{own.name: math.nan}))


class TestDiablo:
    def test_without_both_numbers_the_levels_decide(self):
        """The ratio is left out: 2 alvl/(alvl + dlvl) alone, clamped."""
        assert diablo(0, 0) == 0.95
        assert diablo(0, 0, attacker_level=20, defender_level=60) == 0.5
        assert diablo(0, 0, attacker_level=1, defender_level=99) == 0.05

    @pytest.mark.parametrize(
        ("attack", "defense"),
        [(-3, 7), (7, -3), (-3, -7), (-7, -3), (0, 7), (7, 0), (-4, -4), (0, -4), (-4, 0)],
    )
    def test_negative_numbers_are_raised_to_nothing(self, attack, defense):
        """As the notes tell it, one number after the other, in whole numbers."""
        rating, armor = attack, defense
        if armor < 0:
            rating, armor = rating - armor, 0
        if rating < 0:
            rating, armor = 0, armor - rating
        factor = rating / (rating + armor) if rating + armor else 1
        for own, its in itertools.product([5, 20, 80], repeat=2):
            chance = min(0.95, max(0.05, 2 * factor * own / (own + its)))
            found = diablo(attack, defense, attacker_level=own, defender_level=its)
            assert found == pytest.approx(chance)

    def test_the_game_cuts_less_than_three_percentage_points(self):
        """Whole percent of the ratio, then of the chance: what is not done here."""
        lost = []
        for (own, its), attack, defense in itertools.product(
            [(99, 1), (50, 20), (20, 20), (7, 30)], range(1, 300, 7), range(1, 300, 11)
        ):
            game = 2 * own * (100 * attack // (attack + defense)) // (own + its)
            exact = diablo(attack, defense, attacker_level=own, defender_level=its)
            lost.append(exact - min(95, max(5, game)) / 100)
        assert 0.02 < max(lost) < 0.03
        assert min(lost) >= -1e-12


class TestWesnoth:
    def test_magic_hits_as_often_on_any_terrain(self):
        assert wesnoth(50, [0, 30, 60, 90], magical=0.7).tolist() == [0.7] * 4

    def test_a_marksman_hits_at_least_so_often(self):
        assert wesnoth(50, [20, 40, 60, 90], marksman=0.6) == pytest.approx([0.8, 0.6, 0.6, 0.6])

    def test_an_ordinary_attack_has_neither(self):
        assert wesnoth(50, 60) == wesnoth(50, 60, magical=0, marksman=0) == 0.4

    @pytest.mark.parametrize("special", ["magical", "marksman"])
    def test_outside_the_domain(self, special):
        with pytest.raises(ValueError, match=f"{special} = 70.0 is out of range"):
            wesnoth(50, 60, **{special: 70})


class TestRunescape:
    @pytest.mark.parametrize(
        ("attack", "defense"), list(itertools.product([-30, -6, -3, -2, -1, 0, 1, 9], repeat=2))
    )
    def test_negative_rolls_are_counted(self, attack, defense):
        """The rolls go from 0 to the number, which the wiki's calculator brings 2 nearer to 0."""
        own, its = (min(0, most + 2) if most < 0 else most for most in (attack, defense))
        rolls = itertools.product(
            range(min(own, 0), max(own, 0) + 1), range(min(its, 0), max(its, 0) + 1)
        )
        assert runescape(attack, defense) == pytest.approx(np.mean([a > d for a, d in rolls]))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: d20(5, 5, low=-0.1), r"low = -0\.1 is out of range"),
        (lambda: d20(5, 5, high=1.5), r"high = 1\.5 is out of range"),
        (lambda: d20(5, 5, low=0.9, high=0.1), r"low = 0\.9 .* must not be above high = 0\.1"),
        (lambda: elo(5, 5, scale=0), r"scale = 0\.0 is out of range"),
        (lambda: pathfinder(5, 5, degree=1.5), r"degree = 1\.5 .* must be whole"),
        (lambda: civilization(1e10, 5), r"attack = 10000000000\.0 is out of range"),
        (lambda: civilization(5, 1e10), r"defense = 10000000000\.0 is out of range"),
        (lambda: civilization(6, 6, damage=0), r"damage = 0\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
