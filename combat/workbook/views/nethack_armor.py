"""Armour in notebook 03: what can be worn, what a blow does to who wears it, and four suits.

cast: as from `read_cast`.
"""

from functools import cache, partial

import numpy as np
import pandas as pd

from combat import nethack
from combat.nethack import PLACES, SLOT_NAMES, SLOTS
from combat.nethack.slots import slot_dr
from combat.workbook import Answer, Panel, Table, charts, choice, slider
from combat.workbook.views.nethack import KNOWN, monsters, with_article

NOTHING = "nothing"
FOES = ["jackal", "soldier ant", "owlbear", "troll", "minotaur", "black dragon"]

_SHORT = {"leather armor": "leather", "elven mithril-coat": "mithril", "plate mail": "plate"}

# What a page offers beside what is worn at first.
_OFFERED = {
    "torso": [NOTHING, "plate mail", "elven mithril-coat", "gray dragon scale mail", "ring mail"],
    "head": [NOTHING, "dwarvish iron helm"],
    "shield": ["small shield", "large shield"],
    "gloves": ["leather gloves"],
    "boots": [NOTHING, "iron shoes"],
    "cloak": ["robe", "cloak of protection"],
}
_AT_FIRST = {"torso": "leather armor", "head": "helmet", "boots": "low boots"}
_PLUS = {f"{place}_plus": f"enchantment of the {place}" for place in SLOT_NAMES}
_PASSES = (1.05, 1.5, 2.1)  # ends of an axis: what is cursed lets more pass
_NAKED = dict.fromkeys(PLACES, NOTHING)
_KNIGHT = _NAKED | {"head": "helmet", "gloves": "leather gloves"}
OUTFITS = {
    "naked": _NAKED,
    "a new knight": _KNIGHT | {"torso": "ring mail", "torso_plus": 1, "shield": "small shield"},
    "in plate": _KNIGHT | {"torso": "plate mail", "boots": "iron shoes"},
}


def dress_up(cast):
    """Return a Panel of where a monster's hardest blow lands on what is worn, and what passes."""
    formats = {"chance": ".0%", "DR": "+.1f", "mean damage": ".2f", "its chance": ".1%"}

    def show(monster, hp, **worn):
        beast, armor = cast.monster(monster), outfit(cast, **worn)
        slots = blow_by_slot(beast.hardest.damage, armor, hp)
        mean = slots["chance"] @ slots["mean damage"].fillna(0)
        chance = nethack.attack_chance(beast.attacker, nethack.Defender(player=True, armor=armor))
        return Answer(
            f"So dressed, {with_article(monster)} hits you {chance:.0%} of the time, for "
            f"{mean:.1f} hit points.",
            charts.rows(slots[["chance"]], xlim=(0, 1), title="Where a blow lands"),
            charts.rows(
                slots[["passes"]],
                xlim=charts.room(slots["passes"], high=_PASSES),
                title="Damage that gets through",
            ),
            table=Table(slots.drop(columns="passes"), formats=formats),
            note=f"That is its hardest blow, on average when it lands, at {hp} hit points left; "
            f"your EV is {nethack.armor_ev(armor):+.1f} in all. A blow at a shield or a cloak that "
            "isn't worn goes to the torso.",
        )

    biters = [name for name in monsters(cast) if cast.monster(name).hardest]
    clothes = {
        place: choice(place, names, _AT_FIRST.get(place, NOTHING), exported=_OFFERED.get(place))
        for place, names in wardrobe(cast).items()
    }
    return Panel(
        show,
        monster=choice("who strikes", biters, "owlbear", exported=KNOWN),
        hp=slider("your hit points", 1, 120, 20, exported=[5, 10, 40, 80]),
        **clothes,
        **{name: slider(label, -3, 7, 0, exported=[-3, 5]) for name, label in _PLUS.items()},
        presets=OUTFITS,
        groups={"hit points and enchantments": ["hp", *_PLUS]},
    )


def slots_shown():
    """Return the source's table of slots as a Table."""
    rows = [(slot.name, slot.chance, 1 - slot.keeps, slot.effect or "none") for slot in SLOTS]
    columns = ["slot", "chance", "a heavy hit loses", "after-effect"]
    caption = "Heavy: over half of the current hit points. Stuns and wounds last 3d2 turns"
    formats = dict.fromkeys(["chance", "a heavy hit loses"], ".0%")
    return Table(pd.DataFrame(rows, columns=columns), formats=formats, caption=caption)


def wardrobe(cast):
    """Return what can be worn in each place: a dict from place to names, "nothing" first."""
    return {place: [NOTHING, *cast.armor.index[cast.armor["slot"] == place]] for place in PLACES}


def outfit(cast, **worn):
    """The pieces worn in the order of PLACES; their enchantment as torso_plus and so on."""
    return tuple(
        cast.piece(worn[place], worn.get(f"{place}_plus", 0))
        for place in PLACES
        if worn.get(place, NOTHING) != NOTHING
    )


def blow_by_slot(damage, armor=(), hp=None):
    """The result of a hit by slot: chance, DR, what passes, mean damage, a heavy hit's effect."""
    blow, chances = nethack.damage_distribution(damage, armor, hp), nethack.slot_chances(armor)
    reductions = slot_dr(armor)
    return pd.DataFrame(
        {
            "chance": chances,
            "DR": reductions,
            "passes": np.where(chances > 0, nethack.Rules().factor ** reductions, np.nan),
            "mean damage": [blow.mean_at(name) for name in SLOT_NAMES],
            "effect": [slot.effect or None for slot in SLOTS],
            "its chance": [blow.effects.get(slot.effect) for slot in SLOTS],
        },
        index=pd.Index(SLOT_NAMES, name="slot"),
    )


def four_suits(cast):
    """Return a Panel of four suits under the attacks of a monster, and of the split's numbers."""
    formats = {"EV": "+.2f", "DR": "+.2f", "hit chance": ".1%", "mean damage": ".2f"}
    formats["turns to live"] = ".1f"
    suits_of = cache(nethack.suits_compared)

    def show(hp, monster, burden, share):
        found = suits_of(cast, monster, hp, burden=burden, share=share)
        drawn, lives = found.rename(_SHORT), found["turns to live"]
        return Answer(
            f"Against {with_article(monster)} you last longest in {lives.idxmax()}, "
            f"{lives.max():.1f} turns, and shortest in {lives.idxmin()}, {lives.min():.1f}.",
            charts.bars(drawn[["hit chance"]], title="How often it hits"),
            # The same scale for all monsters, but turns to live one for each.
            charts.bars(
                drawn[["mean damage"]],
                percent="",
                ylim=(0, 17),
                title="Its hardest blow (hit points)",
            ),
            charts.bars(drawn[["turns to live"]], percent="", title="Turns to live"),
            table=Table(found, formats=formats),
            note=f"From {hp} hit points; one suit and nothing else. Turns until a monster kills a "
            "target that doesn't strike back; exact.",
        )

    settled = partial(slider, live=False)
    return Panel(
        show,
        hp=settled("your hit points", 10, 80, 60, step=10, exported=[30]),
        monster=choice("who attacks", FOES, "owlbear", exported=["soldier ant", "troll"]),
        burden=settled("points moved for 100 weight", 0.0, 2.0, 1.0, step=0.25, exported=[0, 2]),
        share=settled("share of armour class that is EV", 0.0, 1.0, 0.5, step=0.1, percent=True),
        cost=60,
    )
