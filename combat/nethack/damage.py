"""The proposal's damage: a blow that hits, as an exact joint distribution."""

from dataclasses import dataclass

import numpy as np

from combat.core.checks import check_whole, check_word
from combat.dice import Distribution, dice
from combat.nethack.rules import Rules
from combat.nethack.slots import BODY_PARTS, SLOT_NAMES, SLOTS, slot_chances, slot_dr

# Added before rounding: products such as 50 * 0.9^2 may miss a half by the last bit of a float.
_EPSILON = 1e-9


@dataclass(frozen=True, eq=False)
class Blow:
    """The joint distribution of a blow that hits: `chances[slot, great, damage]`.

    slot: in the order of SLOTS. great: 1 for a heavy hit, of over half the hit points, with an
    effect; else 0. On the torso it has no effect and counts as 0. damage: 0, 1, 2 ... hit points.
    For an array of hit points `chances` has their axes first; the properties then don't work.

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
        """The chance of each effect: a dict by name."""
        great = self.chances[:, 1].sum(axis=1).tolist()
        return {one.effect: chance for one, chance in zip(SLOTS, great, strict=True) if one.effect}

    def mean_at(self, slot):
        """Return the mean damage of a blow that strikes this slot; NaN if none can."""
        place = SLOT_NAMES.index(check_word("slot", slot, SLOT_NAMES))
        chances = self.chances[place].sum(axis=0)
        mass = chances.sum()
        return float(np.arange(len(chances)) @ chances / mass) if mass else float("nan")


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
    rules=Rules(),
):
    """Return the `Blow` of an attack that hits: exact, jointly by slot, effect and damage.

    damage: dice such as "4d8", a number or a Distribution, in hit points. armor: the pieces
    worn. hp >= 1: the target's current hit points, a number or an array; without it no blow is
    great. The steps, in order: the roll plus the weapon's `enchantment`, minus 1d(erosion) - 1;
    times the struck slot's factor 0.9^DR; "if the resulting damage would deal over half of your
    current HP, some other effect happens", and 75 or 50 % of the damage is left; half physical
    damage takes off 1d(half); rounding once, to the nearest whole number; "any successful hit
    must deal at least 1". An attack without dice ("0d0") does no damage. With physical=False the
    roll counts as it is: no armour, no half physical damage, no effects; a spell's damage is
    reduced by half spell damage in the same way. wounded_arms: whether the attacker has them,
    which costs rules.wounded_arms_damage.

    ValueError for dice that can't be read, hp < 1, an unknown slot or a bad erosion.

    >>> from combat.nethack import Piece
    >>> blow = damage_distribution("4d8", [Piece("plate mail", "torso", dr=8)], hp=40)
    >>> round(blow.damage.mean, 2), round(blow.effects["stunned"], 3)
    (10.81, 0.06)
    """
    rolled = dice(damage)
    hp = np.inf if hp is None else check_whole("hp", hp, low=1)
    minimum = rules.minimum if rolled.values[-1] else 0
    if rolled.values[-1]:
        more = int(check_whole("enchantment", enchantment))
        rolled = rolled + more + rules.wounded_arms_damage * wounded_arms - eroded(erosion)
    if not physical:
        armor, form_dr = (), 0
    halved = (half_physical and physical) or (half_spell and spell)
    factors = rules.factor ** slot_dr(armor, form_dr=form_dr, rules=rules)[:, None]
    chances = slot_chances(armor, missing=missing, rules=rules)
    keeps = np.array(_kept(armor))[:, None]
    size = int(np.ceil(max(rolled.values[-1], 0) * max(factors.max(), 1))) + minimum + 2
    # Without heavy hits the hit points don't matter: one row serves for all.
    half = rules.half_hp * np.ravel(hp) if physical else np.array([np.inf])
    # All by hit points, slot and roll, in one go: a table asks for thousands of small blows.
    reduced = rolled.values * factors
    great = (reduced > half[:, None, None] + _EPSILON) & (keeps < 1)
    dealt = np.where(great, reduced * keeps, reduced).ravel()
    ends, weights, origin = _halved(dealt, halved)
    place, roll = np.divmod(origin, len(rolled.values))
    whole = np.maximum(np.floor(ends + 0.5 + _EPSILON), minimum).astype(int)
    cell = (2 * place + great.ravel()[origin]) * size + whole
    weights = weights * rolled.chances[roll] * chances[place % len(SLOTS)]
    joint = np.bincount(cell, weights, len(half) * len(SLOTS) * 2 * size)
    joint = joint.reshape(len(half), len(SLOTS), 2, size)
    shape = (*np.shape(hp), *joint.shape[1:])
    return Blow(joint.reshape(shape) if physical else np.broadcast_to(joint[0], shape))


def eroded(erosion):
    """Return the damage that erosion 0..3 takes off a blow: "1d(max erosion) - 1", 0 without it."""
    erosion = int(check_whole("erosion", erosion, low=0, high=3))
    return dice(f"1d{erosion}") - 1 if erosion else dice(0)


def _kept(armor):
    """The share of a heavy hit's damage that each slot leaves; 1 where no effect can happen."""
    suffering = {*BODY_PARTS, *(piece.slot for piece in armor)}
    return [slot.keeps if slot.name in suffering else 1.0 for slot in SLOTS]


def _halved(dealt, halved):
    """Values, chances and origins, if they are halved less 1d(half)."""
    origin = np.arange(len(dealt))
    half = np.maximum(np.floor(dealt / 2 + _EPSILON), 0).astype(int)
    if not halved or not half.any():
        return dealt, np.ones(len(dealt)), origin
    faces = np.maximum(half, 1)
    origin = np.repeat(origin, faces)
    taken = np.arange(len(origin)) - np.repeat(np.cumsum(faces) - faces, faces) + 1
    return dealt[origin] - np.where(half[origin] > 0, taken, 0), 1 / faces[origin], origin
