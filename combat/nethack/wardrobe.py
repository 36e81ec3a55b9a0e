"""What can be worn, what is worn, and what a blow does there."""

import pandas as pd

from combat.nethack.damage import damage_distribution
from combat.nethack.rules import Rules, known
from combat.nethack.slots import PLACES, SLOT_NAMES, SLOTS, slot_chances, slot_dr

NOTHING = "nothing"


def wardrobe(cast):
    """Return what can be worn in each place: a dict from place to names, "nothing" first.

    >>> from combat.nethack import read_cast
    >>> wardrobe(read_cast("data/nethack"))["shirt"]
    ['nothing', 'Hawaiian shirt', 'T-shirt']
    """
    return {place: [NOTHING, *cast.armor.index[cast.armor["slot"] == place]] for place in PLACES}


def outfit(cast, **worn):
    """Return the pieces worn, as a tuple in the order of PLACES.

    worn: for a place the piece's name, "nothing" for none; for torso_plus, head_plus ... its
    enchantment, 0 if it isn't given. ValueError for an unknown place or piece, and for a piece
    that is worn elsewhere.

    >>> from combat.nethack import read_cast
    >>> coat, = outfit(read_cast("data/nethack"), torso="plate mail", torso_plus=2, head="nothing")
    >>> coat.name, coat.dr, coat.enchantment
    ('plate mail', 8.0, 2)
    """
    for name in worn:
        known("place", name.removesuffix("_plus"), PLACES)
    return tuple(
        _piece(cast, place, worn[place], worn.get(f"{place}_plus", 0))
        for place in PLACES
        if worn.get(place, NOTHING) != NOTHING
    )


def blow_by_slot(damage, armor=(), hp=None, *, rules=Rules()):
    """Return what becomes of a hit in each slot: a frame by slot, in the order of SLOTS.

    damage: dice; hp: current hit points. Columns: chance of the slot, its DR, passes (the share
    of the damage that DR lets through), mean damage (missing where no blow lands), effect of a
    great blow there and its chance, missing where there is none.

    >>> from combat.nethack import Piece
    >>> blows = blow_by_slot("4d8", [Piece("helmet", "head", dr=6)], hp=30).round(3)
    >>> blows.loc[["head", "gloves"]].drop(columns="effect")
            chance   DR  passes  mean damage  its chance
    slot
    head       0.2  6.0   0.531        9.590       0.002
    gloves     0.1  0.0   1.000       11.053       0.070
    """
    blow, reductions = damage_distribution(damage, armor, hp, rules=rules), slot_dr(armor)
    return pd.DataFrame(
        {
            "chance": slot_chances(armor, rules=rules),
            "DR": reductions,
            "passes": rules.factor**reductions,
            "mean damage": [blow.mean_at(name) for name in SLOT_NAMES],
            "effect": [slot.effect or None for slot in SLOTS],
            "its chance": [blow.effects.get(slot.effect) for slot in SLOTS],
        },
        index=pd.Index(SLOT_NAMES, name="slot"),
    )


def dressed_and_naked(damage, armor=(), hp=None, *, least=20, rules=Rules()):
    """Return the chance of each damage of a hit, as dressed and naked: a frame by damage.

    damage: dice; hp: current hit points. The index runs from 0 over all that is possible, at
    least to `least` hit points.

    >>> from combat.nethack import Piece
    >>> dressed_and_naked("1d4", [Piece("mail", "torso", dr=8)], least=4).round(2)
            as dressed  naked
    damage
    0             0.00   0.00
    1             0.55   0.25
    2             0.25   0.25
    3             0.10   0.25
    4             0.10   0.25
    """
    dealt = {
        "as dressed": damage_distribution(damage, armor, hp, rules=rules).damage,
        "naked": damage_distribution(damage, (), hp, rules=rules).damage,
    }
    top = max(least, *(one.values[-1] for one in dealt.values()))
    index = pd.RangeIndex(top + 1, name="damage")
    columns = {name: pd.Series(one.chances, one.values) for name, one in dealt.items()}
    return pd.DataFrame(columns).reindex(index, fill_value=0).fillna(0)


def _piece(cast, place, name, enchantment):
    piece = cast.piece(name, enchantment)
    if piece.slot != place:
        raise ValueError(f"{place} = {name!r}: that is worn as {piece.slot}")
    return piece
