"""Armour in notebook 03: what can be worn, what a blow does to who wears it, and four suits.

cast: as from `read_cast`. A panel's parts are replaced by keywords, as in `Panel`.
"""

from functools import cache, partial

import pandas as pd

from combat.core.checks import check_word
from combat.nethack import (
    PLACES,
    SLOT_NAMES,
    SLOTS,
    Defender,
    Rules,
    armor_ev,
    attack_chance,
    damage_distribution,
    slot_chances,
    suits_compared,
)
from combat.nethack.slots import slot_dr
from combat.workbook import charts
from combat.workbook.charts.palette import NAMED
from combat.workbook.panel.controls import choice, slider
from combat.workbook.panel.panel import Panel
from combat.workbook.panel.table import Table
from combat.workbook.views.nethack import KNOWN, monsters, with_article

NOTHING = "nothing"
FOES = ["jackal", "soldier ant", "owlbear", "troll", "minotaur", "black dragon"]

_LIVES = ["turns to live", "turns in vanilla"]
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
_ENCHANTMENTS = [f"{place}_plus" for place in SLOT_NAMES]
_PASSES = (1.05, 1.5, 2.1)  # ends of an axis: what is cursed lets more pass
_NAKED = dict.fromkeys(PLACES, NOTHING) | dict.fromkeys(_ENCHANTMENTS, 0)
_HEAD_AND_HANDS = _NAKED | {"head": "helmet", "gloves": "leather gloves"}
OUTFITS = {
    "naked": _NAKED,
    "a new knight": _HEAD_AND_HANDS
    | {"torso": "ring mail", "torso_plus": 1, "shield": "small shield"},
    "in plate": _HEAD_AND_HANDS | {"torso": "plate mail", "boots": "iron shoes"},
}


def dress_up(cast, **parts):
    """Return a Panel of what a monster's hardest blow does, slot by slot, to what is worn."""
    shown = [
        charts.named_bars(
            lambda **values: by_slot(cast, **values)[["passes", "chance"]],
            labels="axis",
            dots="chance",
            xlim=lambda **values: charts.room(by_slot(cast, **values)["passes"], high=_PASSES),
            title="What passes at each slot",
        ),
        charts.distribution(
            partial(by_damage, cast),
            ylim=(0, 0.6),
            xlabel="damage of a hit (hit points)",
            title="Its hardest blow",
        ),
    ]
    looks = {
        "presets": OUTFITS,
        "groups": {"enchantments": _ENCHANTMENTS},
        "caption": "Bars: the share of the damage that passes; strokes: the chance that a blow "
        "lands there. A blow at a shield or a cloak that isn't worn goes to the torso. The dotted "
        "line is the mean.",
        "words": partial(dressed_in_words, cast),
        "table": partial(_dressed_table, cast),
        "size": (9.6, 2.9),
        "width_ratios": [1, 1.25],
    }
    return Panel(shown, _striker(cast) | _clothes(cast), **looks | parts)


def _striker(cast):
    biters = [name for name in monsters(cast) if cast.monster(name).hardest]
    return {
        "monster": choice("who strikes", biters, "owlbear", exported=KNOWN),
        "hp": slider("your hit points", 1, 120, 20, exported=[5, 10, 40, 80]),
    }


def _clothes(cast):
    pieces = {
        place: choice(place, names, _AT_FIRST.get(place, NOTHING), exported=_OFFERED.get(place))
        for place, names in wardrobe(cast).items()
    }
    return pieces | {
        f"{place}_plus": slider(f"enchantment of the {place}", -3, 7, 0, exported=[-3, 5])
        for place in SLOT_NAMES
    }


def blow(cast, monster, hp, **worn):
    """Return a monster's hardest blow at what is worn: (damage, pieces, hit points left)."""
    return cast.monster(monster).hardest.damage, outfit(cast, **worn), hp


def by_slot(cast, **values):
    """Return `blow_by_slot` of a `blow`."""
    return blow_by_slot(*blow(cast, **values))


def by_damage(cast, **values):
    """Return `dressed_and_naked` of a `blow`."""
    return dressed_and_naked(*blow(cast, **values))


def mean_damage(cast, **values):
    """Return the mean damage of a `blow` that hits, in hit points."""
    return damage_distribution(*blow(cast, **values)).damage.mean


def dressed_in_words(cast, monster, hp, **worn):
    """Return how often a monster hits who is so dressed, and what it does, as a text."""
    _, armor, _ = blow(cast, monster, hp, **worn)
    body = Defender(player=True, armor=armor)
    chance = attack_chance(cast.monster(monster).attacker, body)
    return (
        f"So dressed, {with_article(monster)} hits you {chance:.0%} of the time, for "
        f"{mean_damage(cast, monster=monster, hp=hp, **worn):.1f} hit points. That is its hardest "
        f"blow, on average when it lands, at {hp} hit points left; your EV is "
        f"{armor_ev(armor):+.1f} in all."
    )


def _dressed_table(cast, **values):
    formats = {"chance": ".0%", "DR": "+.1f", "mean damage": ".2f", "its chance": ".1%"}
    return Table(by_slot(cast, **values).drop(columns="passes"), formats=formats)


def slots_shown():
    """Return the source's table of slots as a Table."""
    return Table(
        slot_table(),
        formats={"chance": ".0%", "a great blow loses": ".0%"},
        caption="Great: over half of the current hit points. Stuns and wounds last 3d2 turns",
    )


def slot_table():
    """The source's slots: their chance, what a great blow loses there, and its effect."""
    rows = {slot.name: (slot.chance, 1 - slot.keeps, slot.effect or "none") for slot in SLOTS}
    columns = ["chance", "a great blow loses", "and its victim is"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("slot")


def wardrobe(cast):
    """Return what can be worn in each place: a dict from place to names, "nothing" first."""
    return {place: [NOTHING, *cast.armor.index[cast.armor["slot"] == place]] for place in PLACES}


def outfit(cast, **worn):
    """The pieces worn in the order of PLACES; their enchantment as torso_plus and so on."""
    for name in worn:
        check_word("place", name.removesuffix("_plus"), PLACES)
    return tuple(
        _piece(cast, place, worn[place], worn.get(f"{place}_plus", 0))
        for place in PLACES
        if worn.get(place, NOTHING) != NOTHING
    )


def _piece(cast, place, name, enchantment):
    piece = cast.piece(name, enchantment)
    if piece.slot != place:
        raise ValueError(f"{place} = {name!r}: that is worn as {piece.slot}")
    return piece


def blow_by_slot(damage, armor=(), hp=None):
    """The result of a hit by slot: chance, DR, what passes, mean damage, a great blow's effect."""
    blow, reductions = damage_distribution(damage, armor, hp), slot_dr(armor)
    return pd.DataFrame(
        {
            "chance": slot_chances(armor),
            "DR": reductions,
            "passes": Rules().factor ** reductions,
            "mean damage": [blow.mean_at(name) for name in SLOT_NAMES],
            "effect": [slot.effect or None for slot in SLOTS],
            "its chance": [blow.effects.get(slot.effect) for slot in SLOTS],
        },
        index=pd.Index(SLOT_NAMES, name="slot"),
    )


def dressed_and_naked(damage, armor=(), hp=None, *, least=20):
    """The chance of each damage of a hit, dressed and naked, to at least `least` hit points."""
    dealt = {
        "as dressed": damage_distribution(damage, armor, hp).damage,
        "naked": damage_distribution(damage, (), hp).damage,
    }
    top = max(least, *(one.values[-1] for one in dealt.values()))
    index = pd.RangeIndex(top + 1, name="damage")
    columns = {name: pd.Series(one.chances, one.values) for name, one in dealt.items()}
    return pd.DataFrame(columns).reindex(index, fill_value=0).fillna(0)


def four_suits(cast, **parts):
    """Return a Panel of four suits under the attacks of a monster, and of the split's numbers."""
    # The hardest blow has the same scale for all monsters, turns to live one for each.
    shown = [
        charts.bars(_columns(cast, "hit chance"), title="How often it hits"),
        charts.bars(
            _columns(cast, "mean damage"),
            percent="",
            ylim=(0, 17),
            title="Its hardest blow (hit points)",
        ),
        charts.bars(
            _columns(cast, *_LIVES),
            percent="",
            colors=dict(zip(_LIVES, [NAMED["overhaul"], NAMED["vanilla"]], strict=True)),
            legend="upper left",
            ylim=lambda **values: (0, 1.3 * suits(cast, **values)[_LIVES].to_numpy().max()),
            title="Turns to live",
        ),
    ]
    formats = {"EV": "+.2f", "DR": "+.2f", "hit chance": ".1%", "mean damage": ".2f"}
    formats |= dict.fromkeys(_LIVES, ".1f")
    looks = {
        "caption": "One suit and nothing else. Turns until a monster kills a target that doesn't "
        "strike back; exact.",
        "words": partial(suits_in_words, cast),
        "table": lambda **values: Table(suits(cast, **values), formats=formats),
        "size": (10.0, 3.6),
    }
    return Panel(shown, _split_and_foe(), **looks | parts)


def _split_and_foe():
    settled = partial(slider, live=False)
    return {
        "hp": settled("your hit points", 10, 80, 60, step=10, exported=[30]),
        "monster": choice("who attacks", FOES, "owlbear", exported=["soldier ant", "troll"]),
        "burden": settled("points moved for 100 weight", 0.0, 2.0, 1.0, step=0.25, exported=[0, 2]),
        "share": settled(
            "share of armour class that is EV",
            0.0,
            1.0,
            0.5,
            step=0.1,
            percent=True,
            exported=[0, 1],
        ),
    }


@cache
def suits(cast, monster, hp, burden, share):
    """Return what four suits are worth against a monster: a frame as from `suits_compared`."""
    return suits_compared(cast, monster, hp, burden=burden, share=share)


def _columns(cast, *names):
    """A function of the panel's values that returns these columns of `suits`."""
    return lambda **values: suits(cast, **values)[list(names)].rename(_SHORT)


def suits_in_words(cast, hp, monster, burden, share):
    """Return how each suit fares against a monster, as a text."""
    found = suits(cast, monster, hp, burden, share)
    lives = found["turns to live"]
    lines = [
        f"{suit}: hit {row['hit chance']:.0%}, hardest blow {row['mean damage']:.1f}, alive "
        f"{row['turns to live']:.1f} turns (vanilla {row['turns in vanilla']:.1f})"
        for suit, row in found.iterrows()
    ]
    return (
        f"Against {monster} one lives longest in {lives.idxmax()}, {lives.max():.1f} turns, and "
        f"shortest in {lives.idxmin()}, {lives.min():.1f}. From {hp} hit points: "
        f"{'; '.join(lines)}."
    )
