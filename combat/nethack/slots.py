"""The six slots that a blow can strike, and the armour worn there."""

from dataclasses import dataclass

import numpy as np

from combat.core.checks import Checked, check_numbers, check_word
from combat.nethack.columns import number, whole, word
from combat.nethack.rules import Rules


@dataclass(frozen=True)
class Slot:
    """A row of the source's table of slots.

    chance: to be struck, in [0, 1]. A heavy hit, of over half the hit points, has an `effect`
    there, and `keeps` is the share of its damage that is left, in [0, 1].
    """

    name: str
    chance: float
    keeps: float
    effect: str


SLOTS = (
    Slot("torso", 0.40, 1.0, ""),
    Slot("head", 0.20, 0.75, "stunned"),
    Slot("shield", 0.15, 0.5, "staggers"),
    Slot("gloves", 0.10, 0.5, "wounded arms"),
    Slot("boots", 0.10, 0.5, "wounded legs"),
    Slot("cloak", 0.05, 0.75, "cloak caught"),
)
SLOT_NAMES = tuple(slot.name for slot in SLOTS)
PLACES = (*SLOT_NAMES, "shirt")
BODY_PARTS = ("head", "gloves", "boots")


@dataclass(frozen=True)
class Piece(Checked):
    """A piece of armour: its slot, and its EV and DR in points.

    slot: one of SLOT_NAMES, or "shirt" under the torso's armour. enchantment: adds to DR, not to
    EV. erosion: the greater of rust and corrosion, 0..3. ValueError for an unknown slot.

    >>> Piece("plate mail", "torso", ev=-1, dr=8, enchantment=2).slot
    'torso'
    >>> Piece("plate mail", "chest")
    Traceback (most recent call last):
    ValueError: slot = 'chest' is not known: it must be one of torso, head, shield, ...
    """

    name: str
    slot: str = word(PLACES)
    ev: float = number(0, -100, 100)
    dr: float = number(0, -100, 100)
    enchantment: int = whole(0)
    erosion: int = whole(0, 0, 3)


def slot_chances(armor=SLOT_NAMES, *, missing=(), rules=Rules()):
    """Return the chance of each slot to be struck: an array in the order of SLOTS, sum 1.

    "a monster can hit any one of your armor slots": 40 % torso, 20 head, 15 shield, 10 gloves,
    10 boots, 5 cloak. armor: the pieces or the slots' names. A blow at a shield or cloak that is
    not worn strikes the torso, and so does one at a body part that is `missing`. ValueError for
    an unknown slot.

    >>> slot_chances()
    array([0.4 , 0.2 , 0.15, 0.1 , 0.1 , 0.05])
    >>> slot_chances([]).round(2)
    array([0.6, 0.2, 0. , 0.1, 0.1, 0. ])
    """
    places = {check_word("slot", getattr(piece, "slot", piece), PLACES) for piece in armor}
    missing = {check_word("missing", part, BODY_PARTS) for part in missing}
    rerouted = ({"shield", "cloak"} - places) | missing
    if rules.cloak_merged:
        rerouted |= {"cloak"}
    whole = sum(slot.chance for slot in SLOTS)
    if abs(whole - 1) > 1e-9:
        raise ValueError(f"SLOTS: the chances sum to {whole:g}, they must sum to 1")
    chances = np.array([0 if slot.name in rerouted else slot.chance for slot in SLOTS])
    chances[0] = 1 - chances[1:].sum()
    return chances


def slot_dr(armor=(), *, form_dr=0, rules=Rules()):
    """Return the total DR of each slot: an array in the order of SLOTS.

    "the armor you have equipped in that slot is the only armor that will count"; "Armor
    enchantment counts for +1 DR per point". Erosion lowers a piece's DR, not below 0. Suit and
    shirt count for the torso. form_dr: the body's own DR: "the maximum of DR from your armor
    and DR from your polyform". Totals may be negative. ValueError for two pieces in one place.

    >>> slot_dr([Piece("plate mail", "torso", dr=8, enchantment=2), Piece("helmet", "head", dr=1)])
    array([10.,  1.,  0.,  0.,  0.,  0.])
    """
    if np.isnan(check_numbers("form_dr", form_dr, low=-100, high=100)):
        raise ValueError("form_dr = nan is out of range: it must be a number")
    merged = ("shirt", "cloak") if rules.cloak_merged else ("shirt",)
    totals = {}
    for piece in worn(armor):
        slot = "torso" if piece.slot in merged else piece.slot
        # Erosion takes off what a piece's DR has above 0.
        own = max(piece.dr - piece.erosion, min(piece.dr, 0)) + piece.enchantment
        totals[slot] = totals.get(slot, 0) + own
    found = [totals.get(name, form_dr) for name in SLOT_NAMES]
    # Without "some intrinsic level" of its own the body has the armour's DR, even if negative.
    return np.array([max(dr, form_dr) if form_dr else dr for dr in found], float)


def armor_ev(armor=(), *, shield=True):
    """Return the sum of all pieces' EV, wherever a blow lands; shield: whether the shield counts.

    "Sum up the defender's EV bonuses from armor ... (This does not count enchantment)".

    >>> armor_ev([Piece("small shield", "shield", ev=0.8), Piece("robe", "cloak", ev=1.0)])
    1.8
    """
    return sum(piece.ev for piece in worn(armor) if shield or piece.slot != "shield")


def worn(armor):
    """Return pieces of armour as a tuple; ValueError if two of them are worn in one place."""
    places = [piece.slot for piece in armor]
    for place in places:
        if places.count(place) > 1:
            names = ", ".join(piece.name for piece in armor if piece.slot == place)
            raise ValueError(f"armor = {names}: only one piece can be worn as {place}")
    return tuple(armor)
