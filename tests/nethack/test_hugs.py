"""Hugs, from the game's code: the exact chains against what one reckons by hand."""

from dataclasses import replace

import pytest

from combat.nethack import (
    Attacker,
    Defender,
    Fighter,
    Piece,
    Strike,
    attack_chance,
    duel,
)
from tests.nethack.files import CAST

PYTHON = CAST.monster("python")


def victim(hp, *armor):
    body = Defender(player=True, armor=armor)
    return Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=hp)


SURE = Fighter(
    name="sure",
    attacker=Attacker(engulfed=True, level=40),
    defender=Defender(),
    hp=9,
    strikes=("0d0", "0d0", Strike(1, hug="crush")),
)


def test_two_strikes_that_land_bring_a_hug_and_a_hold():
    # Every hug does 1: three turns without a hold, and with one just the same.
    assert duel(SURE, victim(3), sd=0.1).turns().values.tolist() == [3]
    touch = replace(SURE, strikes=("0d0", Strike(1, hug="crush")))
    fought = duel(touch, victim(1), max_turns=50)
    assert fought.chances[0] == 0  # only one strike goes before it


def test_who_is_held_is_hugged_however_the_strikes_go():
    """Claws that hit half the time: at first a quarter of the hugs land, later nearly all."""
    even = replace(SURE, attacker=Attacker(level=0))
    fought = duel(even, victim(2))
    p = attack_chance(even.attacker, victim(1).defender) ** 2
    # First hug in turn t: p (1-p)^(t-1). Then held (half): one turn more; else as before.
    for turn in range(2, 9):
        held = p / 2 * (1 - p) ** (turn - 2)
        loose = p / 2 * p * (turn - 1) * (1 - p) ** (turn - 2)
        assert fought.wins[0][turn] == pytest.approx(held + loose, abs=1e-12)


def test_a_pythons_coils_take_hold_once_in_ten_and_hurt_no_one_else():
    wrap = replace(SURE, strikes=("0d0", "0d0", Strike(1, hug="wrap")))
    fought = duel(wrap, victim(1), sd=0.1)
    for turn in range(1, 6):
        assert fought.wins[0][turn] == pytest.approx(0.1 * 0.9 ** (turn - 1), abs=1e-12)
    burn = replace(SURE, strikes=("0d0", "0d0", Strike(1, hug="burn")))
    assert duel(burn, victim(1), sd=0.1).turns().values.tolist() == [1]


def test_the_touch_that_does_nothing_counts_before_a_hug():
    assert [(strike.damage, strike.hug) for strike in PYTHON.strikes] == [
        ("1d4", ""),
        ("0d0", ""),
        ("1d4", "wrap"),
        ("2d4", "crush"),
    ]
    # A guardian naga's hug follows a bite and a spit, which it never does close by.
    assert [strike.damage for strike in CAST.monster("guardian naga").strikes] == ["1d6"]


def test_oilskin_slips_free():
    oilskin = Piece("oilskin cloak", "cloak")
    # Half of the hugs would take hold, and slip off unhurt: as a coin for each hit point.
    fought = duel(SURE, victim(1, oilskin), sd=0.1)
    for turn in range(1, 6):
        assert fought.wins[0][turn] == pytest.approx(0.5**turn, abs=1e-12)


def test_monsters_hold_no_monsters_and_nobody_who_has_a_hug():
    even = replace(SURE, attacker=Attacker(level=0))
    monster = replace(SURE, name="target", strikes=(), hp=2)
    p = attack_chance(even.attacker, monster.defender) ** 2
    for target in (monster, replace(victim(2), strikes=(Strike("0d0", hug="crush"),))):
        fought = duel(even, target)
        assert fought.wins[0][3] == pytest.approx(2 * p * p * (1 - p), abs=1e-12)
