"""A step in one number of a battle: exact by the odds before and after, with dice within them."""

import pytest

from combat.units import Action, Rules, Unit, Units, battle, encounter, what_moves
from combat.units.battles import steps

KNIGHT = Unit("Knight", hp=9, attack=12, defense=10, damage="1d6")
IMP = Unit("Imp", hp=4, attack=10, defense=8, damage="1d4", actions=[Action("Bite", uses=1)])
UNITS = Units([KNIGHT, IMP])
OURS, THEIRS = {"Knight": 1}, {"Imp": 2}
CHANGED = {
    "Knight: damage +1": UNITS.changed("Knight", damage="1d6+1"),
    "Knight: hp +1": UNITS.changed("Knight", hp=10),
    "Imp: hp +1": UNITS.changed("Imp", hp=5),
    "Imp: defense +1": UNITS.changed("Imp", defense=9),
}
RULES = Rules(order="initiative")
SHARES = ("Knight", "Imp"), (0.95, 0.5)


def odds(units):
    found = encounter(OURS, THEIRS, RULES, units=units)
    return battle(OURS, THEIRS, RULES, units=units).first, found.attrs["lost"]


def test_each_step_is_the_difference_of_two_exact_battles():
    found = what_moves(OURS, THEIRS, RULES, units=UNITS)
    assert found["win"].abs().is_monotonic_decreasing
    before = odds(UNITS)
    for change, units in CHANGED.items():
        row, after = found.loc[change], odds(units)
        assert row["win"] == row["low"] == row["high"] == pytest.approx(after[0] - before[0])
        assert row["lost"] == pytest.approx(after[1] - before[1])


def test_with_dice_the_intervals_hold_what_is_exact(monkeypatch):
    exact = what_moves(OURS, THEIRS, RULES, units=UNITS)
    monkeypatch.setattr(steps, "lost_by", lambda met, odds: None)
    fought = what_moves(OURS, THEIRS, RULES, units=UNITS, battles=3000).loc[exact.index]
    inside = (fought["low"] <= exact["win"]) & (exact["win"] <= fought["high"])
    assert inside.mean() > 0.8
    assert (fought["lost"] - exact["lost"]).abs().max() < 0.05
    assert (fought["high"] - fought["low"]).between(0.0005, 0.1).all()


def test_a_step_that_is_never_seen_to_count_keeps_an_interval():
    units = UNITS.changed("Knight", damage=99, attack=99)
    found = what_moves({"Knight": 6}, {"Imp": 1}, RULES, units=units, battles=100)
    assert (found["win"] == 0).all()
    assert (found["high"] > 0.01).all()
    assert (found["low"] < -0.01).all()


def test_a_step_that_nobody_can_fight_with_is_left_out():
    numbers = {"attack": 9, "defense": 9, "damage": 1}
    odd = Units([Unit(name, hp=4, share=one, **numbers) for name, one in zip(*SHARES, strict=True)])
    rules = Rules(hit=lambda one, other: one.share)  # a chance of 1.02 is none
    found = what_moves(OURS, THEIRS, rules, units=odd)
    steps_of_share = [change for change in found.index if "share" in change]
    assert steps_of_share == ["Imp: share +0.072"]
