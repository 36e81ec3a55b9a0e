"""The proposal's damage: one blow that hit, as an exact joint distribution."""

from dataclasses import dataclass

import numpy as np

from combat.core.checks import whole
from combat.dice import Distribution, dice
from combat.nethack.rules import Rules, known
from combat.nethack.slots import BODY_PARTS, SLOT_NAMES, SLOTS, slot_chances, slot_dr

# Products such as 50 * 0.9^2 must not miss a half by the last bit of a float.
_EPSILON = 1e-9


@dataclass(frozen=True, eq=False)
class Blow:
    """What a hit does: `chances[slot, great, damage]` by slot (in the order of SLOTS), by
    whether the half-hit-points rule struck (0 or 1), and by damage 0, 1, 2 ... in hit points.

    A great blow on the torso has no effect and counts as one without. For an array of hit points
    `chances` has their axis before the others, and alone answers.

    >>> from combat.nethack import Piece
    >>> blow = damage_distribution("4d8", [Piece("helmet", "head", dr=6)], hp=30)
    >>> blow.damage, round(blow.mean_at("head"), 2), round(blow.effects["wounded arms"], 4)
    (Distribution(2..32, mean 14.9285), 9.59, 0.0701)
    """

    chances: np.ndarray

    @property
    def damage(self):
        """The distribution of the damage dealt, in hit points."""
        chances = self.chances.sum(axis=(0, 1))
        possible = np.flatnonzero(chances)
        return Distribution(possible, chances[possible])

    @property
    def effects(self):
        """The chance of each effect: a dict from its name; without any, "none"."""
        great = self.chances[:, 1].sum(axis=1)
        named = {
            slot.effect: float(chance)
            for slot, chance in zip(SLOTS, great, strict=True)
            if slot.effect
        }
        return {"none": 1 - sum(named.values()), **named}

    @property
    def slots(self):
        """The chance of each slot: a dict from its name."""
        return dict(zip(SLOT_NAMES, self.chances.sum(axis=(1, 2)).tolist(), strict=True))

    def mean_at(self, slot):
        """Return the mean damage of a blow that meets this slot; NaN if none does.

        ValueError for an unknown slot.
        """
        chances = self.chances[SLOT_NAMES.index(known("slot", slot, SLOT_NAMES))]
        return _mean(chances.sum(axis=0))


def damage_distribution(
    damage,
    armor=(),
    hp=None,
    *,
    enchantment=0,
    erosion=0,
    form_dr=0,
    missing=(),
    half_physical=False,
    half_spell=False,
    physical=True,
    spell=False,
    wounded_arms=False,
    great_blows=True,
    rules=Rules(),
):
    """Return the `Blow` of an attack that hit: exact, jointly by slot, effect and damage.

    damage: dice such as "4d8", a number or a Distribution, in hit points. armor: the pieces
    worn. hp >= 1: the target's current hit points, a number or an array; without it no blow is
    great. In order:
    the roll and the weapon's `enchantment`, less 1d(erosion) - 1; the struck slot's factor
    0.9^DR; "if the resulting damage would deal over half of your current HP, some other effect
    happens" that keeps 75 or 50 % of it; half physical damage takes 1d(half); rounded to the
    nearest whole number once; "any successful hit must deal at least 1". An attack without
    dice ("0d0") does no damage. With physical=False the roll alone counts: neither armour nor
    half physical damage nor effects; a spell's is halved by half spell damage, in the same way.
    wounded_arms: the attacker's, which cost rules.wounded_arms_damage. great_blows: whether that
    rule holds for the target.

    ValueError names dice that can't be read, hp < 1, an unknown slot, a bad erosion.

    >>> from combat.nethack import Piece
    >>> blow = damage_distribution("4d8", [Piece("plate mail", "torso", dr=8)], hp=40)
    >>> round(blow.damage.mean, 2), round(blow.effects["stunned"], 3)
    (10.81, 0.06)
    """
    rolled = dice(damage)
    hp = np.inf if hp is None else whole("hp", hp, low=1)
    if rolled.values[-1] == 0:
        return _without_damage(np.shape(hp), armor, missing, rules)
    rolled = rolled + (int(whole("enchantment", enchantment)) if rules.enchantment_damage else 0)
    rolled = rolled - eroded(erosion, rules)
    rolled = rolled + rules.wounded_arms_damage if wounded_arms else rolled
    halves = rules.half_physical if half_physical else ""
    if not physical and not rules.magic_dr:
        great_blows, armor, form_dr, halves = False, (), 0, ""
    if spell and half_spell:
        halves = rules.half_spell
    factors = rules.factor ** slot_dr(armor, form_dr=form_dr, rules=rules)
    chances = slot_chances(armor, missing=missing, rules=rules)
    keeps = _kept(armor, rules)
    size = int(np.ceil(max(rolled.values[-1], 0) * max(factors.max(), 1))) + rules.minimum + 2
    # Where no blow is great, one hp stands for all.
    half = rules.half_hp * np.ravel(hp) if great_blows else np.array([np.inf])
    joint = np.zeros((len(half), len(SLOTS), 2, size))
    for at, (factor, keep) in enumerate(zip(factors, keeps, strict=True)):
        reduced = _stepped(rolled.values * factor, rules)
        tested = reduced if rules.half_hp_test == "reduced" else rolled.values
        great = (tested > half[:, None] + _EPSILON) & (keep < 1)
        dealt = _stepped(np.where(great, reduced * keep, reduced), rules).ravel()
        ends, weights, origin = _halved(dealt, halves)
        row, roll = np.divmod(origin, len(reduced))
        cell = (2 * row + great.ravel()[origin]) * size + _rounded(ends, rules)
        weights = weights * rolled.chances[roll] * chances[at]
        joint[:, at] = np.bincount(cell, weights, len(half) * 2 * size).reshape(-1, 2, size)
    shape = (*np.shape(hp), *joint.shape[1:])
    return Blow(joint.reshape(shape) if great_blows else np.broadcast_to(joint[0], shape))


def eroded(erosion, rules=Rules()):
    """Return what erosion takes from a blow: "1d(max erosion) - 1", 0 without erosion.

    erosion: the greater of rust and corrosion, 0..3. ValueError outside.

    >>> eroded(3).values, eroded(0).mean
    (array([0, 1, 2]), 0.0)
    """
    erosion = int(whole("erosion", erosion, low=0, high=3))
    return dice(f"1d{erosion + rules.erosion_extra}") - 1 if erosion else dice(0)


def _without_damage(shape, armor, missing, rules):
    joint = np.zeros((*shape, len(SLOTS), 2, 1))
    joint[..., 0, 0] = slot_chances(armor, missing=missing, rules=rules)
    return Blow(joint)


def _kept(armor, rules):
    """The share of a great blow that each slot lets through; 1 where no effect can happen."""
    worn = {piece.slot for piece in armor}
    bare = BODY_PARTS if rules.bare_effects else ()
    return [slot.keeps if slot.name in worn or slot.name in bare else 1.0 for slot in SLOTS]


def _halved(dealt, how):
    """Each damage with what a halving leaves: values, chances, where they came from.

    how: "die" takes 1d(half), "half" all of it, "" nothing.
    """
    origin = np.arange(len(dealt))
    half = np.maximum(np.floor(dealt / 2 + _EPSILON), 0).astype(int)
    if not how or not half.any():
        return dealt, np.ones(len(dealt)), origin
    if how == "half":
        return dealt - half, np.ones(len(dealt)), origin
    faces = np.maximum(half, 1)
    origin = np.repeat(origin, faces)
    taken = np.arange(len(origin)) - np.repeat(np.cumsum(faces) - faces, faces) + 1
    return dealt[origin] - np.where(half[origin] > 0, taken, 0), 1 / faces[origin], origin


def _stepped(values, rules):
    return np.floor(values + _EPSILON) if rules.rounding == "each step" else values


def _rounded(values, rules):
    shift = 0.5 if rules.rounding == "nearest" else 0
    return np.maximum(np.floor(values + shift + _EPSILON), rules.minimum).astype(int)


def _mean(chances):
    mass = chances.sum()
    return float(np.arange(len(chances)) @ chances / mass) if mass else float("nan")
