"""Slots and damage: the source's table, enumeration in fractions, and simulation."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.nethack import (
    SLOTS,
    Piece,
    Rules,
    damage_distribution,
    slot_chances,
    slot_dr,
)

FULL = (
    Piece("plate mail", "torso", dr=8),
    Piece("T-shirt", "shirt", enchantment=2),
    Piece("helmet", "head", dr=1, enchantment=1),
    Piece("large shield", "shield", dr=2),
    Piece("leather gloves", "gloves", dr=1, erosion=1),
    Piece("iron shoes", "boots", dr=2),
    Piece("robe", "cloak", dr=1, enchantment=-3),
)


def test_the_table_of_slots_is_the_printed_one():
    assert [(f"{one.chance:.0%}", f"{1 - one.keeps:.0%}", one.effect) for one in SLOTS] == [
        ("40%", "0%", ""),
        ("20%", "25%", "stunned"),
        ("15%", "50%", "staggers"),
        ("10%", "50%", "wounded arms"),
        ("10%", "50%", "wounded legs"),
        ("5%", "25%", "cloak caught"),
    ]


@pytest.mark.parametrize(
    ("worn", "missing", "torso"),
    [
        (["torso"], (), 0.60),
        (["shield"], (), 0.45),
        (["cloak"], (), 0.55),
        (["shield", "cloak"], (), 0.40),
        ([], ("head", "gloves", "boots"), 1.0),
    ],
)
def test_what_is_not_there_goes_to_the_torso(worn, missing, torso):
    chances = slot_chances(worn, missing=missing)
    assert chances[0] == pytest.approx(torso)
    assert chances.sum() == pytest.approx(1, abs=1e-15)


def test_dr_of_each_slot():
    # Torso: suit and shirt; gloves: eroded to 0; robe: 1 - 3.
    assert slot_dr(FULL).tolist() == [10, 2, 2, 0, 2, -2]
    assert slot_dr(FULL, form_dr=3).tolist() == [10, 3, 3, 3, 3, 3]
    assert slot_dr((), form_dr=-2).tolist() == [-2] * 6


def enumerated(count, sides, armor, hp, *, bonus=0, half_physical=False, erosion=0):
    """Every roll of every die in fractions: {(damage, effect): probability}."""
    result = {}
    reductions = [Fraction(dr).limit_denominator() for dr in slot_dr(armor)]
    wounds = range(max(1, erosion))
    suffers = {"head", "gloves", "boots", *(piece.slot for piece in armor)}
    for slot, chance, dr in zip(SLOTS, slot_chances(armor), reductions, strict=True):
        for *rolls, wound in product(*[range(1, sides + 1)] * count, wounds):
            damage = (sum(rolls) + bonus - wound) * Fraction(9, 10) ** int(dr)
            great = hp is not None and damage > Fraction(hp, 2) and slot.effect
            effect = slot.effect if great and slot.name in suffers else ""
            damage *= Fraction(slot.keeps) if effect else 1
            half = int(damage // 2) if damage > 0 else 0
            cuts = range(1, half + 1) if half_physical and half else [0]
            for cut in cuts:
                dealt = max(1, (damage - cut + Fraction(1, 2)) // 1)
                weight = chance / sides**count / len(wounds) / len(cuts)
                result[int(dealt), effect] = result.get((int(dealt), effect), 0) + weight
    return {key: weight for key, weight in result.items() if weight}


def as_pairs(blow):
    pairs = {}
    for at, slot in enumerate(SLOTS):
        for great in (0, 1):
            for damage in np.flatnonzero(blow.chances[at, great]):
                key = int(damage), slot.effect if great else ""
                pairs[key] = pairs.get(key, 0) + blow.chances[at, great, damage]
    return pairs


@settings(max_examples=40, deadline=None)
@given(
    count=st.integers(1, 3),
    sides=st.integers(1, 8),
    hp=st.none() | st.integers(1, 30),
    bonus=st.integers(-4, 4),
    half=st.booleans(),
    erosion=st.integers(0, 3),
)
def test_it_is_the_enumeration_in_fractions(count, sides, hp, bonus, half, erosion):
    blow = damage_distribution(
        f"{count}d{sides}", FULL, hp, enchantment=bonus, erosion=erosion, half_physical=half
    )
    assert as_pairs(blow) == pytest.approx(
        enumerated(count, sides, FULL, hp, bonus=bonus, half_physical=half, erosion=erosion)
    )
    assert blow.chances.sum() == pytest.approx(1, abs=1e-12)
    assert blow.damage.values[0] >= 1


def test_who_wears_nothing_there_may_suffer_an_effect():
    armor = FULL[:2]
    found = as_pairs(damage_distribution("2d6", armor, 7))
    assert found == pytest.approx(enumerated(2, 6, armor, 7))


def test_the_least_damage_is_that_of_the_rules():
    for minimum in (0, 1, 2):
        found = damage_distribution("1d3", form_dr=99, rules=Rules(minimum=minimum)).damage
        assert found.values.tolist() == [minimum]


def test_a_half_is_rounded_up_though_the_float_is_a_hair_below():
    # 50 * 0.9^2 = 40.5
    blow = damage_distribution(50, [Piece("mail", "torso", dr=2)])
    assert blow.mean_at("torso") == 41


def test_exactly_half_of_the_hit_points_is_no_great_blow():
    assert set(damage_distribution(10, (), 20).effects.values()) == {0}
    assert damage_distribution(11, (), 20).effects["stunned"] == pytest.approx(0.20)


def test_an_attack_without_dice_does_nothing():
    assert damage_distribution("0d0", FULL, 10).damage.mean == 0
    harmless, harmful = (damage_distribution(one, missing=["head", "boots"]) for one in ("0d0", 6))
    assert harmless.chances.sum((1, 2)) == pytest.approx(harmful.chances.sum((1, 2)))


def test_a_spell_is_halved_by_its_own_die():
    """Less 1d(half): 3 loses 1; 4 loses 1 or 2."""
    halved = damage_distribution("1d2+2", physical=False, spell=True, half_spell=True).damage
    assert dict(zip(halved.values, halved.chances, strict=True)) == {2: 0.75, 3: 0.25}


def test_a_cloak_may_be_merged_into_the_torso():
    merged = Rules(cloak_merged=True)
    assert slot_chances(["shield", "cloak"], rules=merged)[[0, 5]] == pytest.approx([0.45, 0])
    assert slot_dr(FULL, rules=merged)[0] == 10 - 2


def test_fire_is_not_reduced():
    burnt = damage_distribution("6d6", FULL, 10, physical=False, half_physical=True)
    assert burnt.damage.mean == pytest.approx(21)
    assert set(burnt.effects.values()) == {0}


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: damage_distribution("2d"), "dice '2d', character 3: its end can't be read"),
        (lambda: damage_distribution("2d6", hp=0), "hp = 0.0"),
        (lambda: damage_distribution("2d6", erosion=4), "erosion = 4.0"),
        (lambda: damage_distribution("2d6", missing=["tail"]), "missing = 'tail'"),
        (lambda: slot_chances(["chest"]), "slot = 'chest'"),
        (lambda: Piece("plate", "torso", erosion=4), "erosion = 4.0"),
        (lambda: Piece("plate", "torso", ev=np.nan), "ev = nan"),
        (lambda: slot_dr((), form_dr=np.nan), "form_dr = nan"),
        (lambda: damage_distribution("2d6").mean_at("chest"), "slot = 'chest'"),
    ],
)
def test_bad_input_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


def test_chances_of_slots_that_dont_sum_to_1_are_refused(monkeypatch):
    lighter = (replace(SLOTS[0], chance=0.3), *SLOTS[1:])
    monkeypatch.setattr("combat.nethack.slots.SLOTS", lighter)
    with pytest.raises(ValueError, match=r"^SLOTS: the chances sum to 0\.9, they must sum to 1"):
        slot_chances()
