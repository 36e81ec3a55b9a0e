"""The pictures and tables of notebooks 03 and 10: terms, slots, duels, aims, decisions."""

from dataclasses import replace

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, check_word
from combat.nethack import (
    AIMS,
    PLACES,
    SLOT_NAMES,
    SLOTS,
    Attacker,
    Defender,
    Fighter,
    Piece,
    Rules,
    aims_met,
    attacker_terms,
    damage_distribution,
    defender_terms,
    duel,
    hit_chance,
    mean_of,
    read_decisions,
    read_reference,
    slot_chances,
    tornado,
    vanilla_duel,
)
from combat.nethack.slots import slot_dr

NOTHING = "nothing"
# Situations that repeat the term of "distance 8", "divine protection 6" or "arrow from a crossbow",
# and one that lies between two such terms.
_SHOWN_ALREADY = [
    "distance 8, by spell",
    "divine protection 9",
    "arrow from the hand",
    "spell protection 8 over divine 6",
]
# The same pieces under their names in other games; "" if a game has no such piece.
_ITEMS = (
    *("robe", "leather armor", "ring mail", "elven mithril-coat", "dwarvish mithril-coat"),
    *("plate mail", "helmet", "large shield"),
)
_ELSEWHERE = {
    "dNetHack": ("dnethack", ("ev", "dr"), _ITEMS),
    "Sil": (
        "sil",
        ("evasion", "protection"),
        ("Robe", "Leather Armour", "Mail Corslet", "Mithril Corslet", "", "Hauberk", "", ""),
    ),
    "Dungeon Crawl": (
        "dcss",
        ("penalty", "ac"),
        ("robe", "leather armour", "ring mail", "", "", "plate armour", "helmet", "kite shield"),
    ),
}


def named_terms(attacker, defender):
    """Return the terms of an attack that are not 0: a frame by name, with their mean `points`.

    Points count for the attacker: those of the target have the opposite sign, and the sum of all
    is the mean net. They are written behind the names, too.
    """
    own = [(term.name, mean_of(term.value)) for term in attacker_terms(attacker, defender)]
    its = [
        (f"target's {term.name}", -mean_of(term.value))
        for term in defender_terms(defender, attacker=attacker)
    ]
    found = [(f"{name} {points:+.3g}", points) for name, points in own + its if points]
    return pd.DataFrame(found, columns=["term", "points"]).set_index("term")


def bell_curve(sd=8.0, reach=50):
    """Return the density of the Gaussian draw: a Series by the draw, -reach to reach points.

    ValueError for sd <= 0.
    """
    sd = check_numbers("sd", sd, low=0, open_low=True)
    draws = np.linspace(-reach, reach, 20 * reach + 1)
    density = np.exp(-((draws / sd) ** 2) / 2) / (sd * np.sqrt(2 * np.pi))
    return pd.Series(density, pd.Index(draws, name="random draw"), name="density")


def approximation(count, *, sd=8.0, reach=40):
    """Return the chance to hit with the bell curve and with a mean of `count` uniform numbers.

    A frame by the net, whole points from -reach to reach; the uniform numbers are whole, too.
    ValueError as in `mean_of_uniforms`.
    """
    nets = pd.RangeIndex(-reach, reach + 1, name="net")
    drawn = hit_chance(nets, sd=sd, uniforms=count)
    return pd.DataFrame({"bell curve": hit_chance(nets, sd=sd), f"mean of {count}": drawn}, nets)


def greatest_effects(circumstances, *, sd=8.0, at=0.0, count=24):
    """Return the `count` greatest effects on the hit chance, as in `tornado`: a frame by line.

    circumstances: as from `read_circumstances`. The name of each line has in brackets the points
    by which it moves the net. Lines without an effect are left out, and so are situations that
    repeat the term of another.
    """
    effects = (
        tornado(circumstances, sd=sd, at=at).drop(_SHOWN_ALREADY).query("effect != 0").iloc[:count]
    )
    moved = effects["points"] * effects["side"].map({"attacker": 1, "defender": -1})
    lines = [f"{line} ({points:+.3g})" for line, points in moved.items()]
    return pd.DataFrame({"effect": effects["effect"].to_numpy()}, pd.Index(lines, name="line"))


def slot_table():
    """Return the source's table of slots: a frame by slot.

    Columns: "chance"; "a great blow loses", the share of it that isn't taken as damage; and "and
    its victim is", the effect or "none".
    """
    rows = {slot.name: (slot.chance, 1 - slot.keeps, slot.effect or "none") for slot in SLOTS}
    columns = ["chance", "a great blow loses", "and its victim is"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("slot")


def wardrobe(cast):
    """Return what can be worn in each place: a dict from place to names, "nothing" first."""
    return {place: [NOTHING, *cast.armor.index[cast.armor["slot"] == place]] for place in PLACES}


def outfit(cast, **worn):
    """Return the pieces worn, as a tuple in the order of PLACES.

    worn: the name of the piece for each place, such as torso, "nothing" for none; and its
    enchantment as torso_plus and so on, 0 by default. ValueError for an unknown place or piece,
    and for a piece that is worn elsewhere.
    """
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
    """Return the result of a hit in each slot: a frame by slot, in the order of SLOTS.

    damage: dice. hp: current hit points. Columns: chance of the slot; its DR; passes, the share
    of the damage that DR lets through; mean damage, missing if no blow lands there; effect of a
    great blow, and its chance, both missing if there is none.
    """
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
    """Return the chance of each damage of a hit, as dressed and naked: a frame by damage.

    damage: dice. hp: current hit points. The index runs from 0 to the greatest possible damage,
    and at least to `least` hit points.
    """
    dealt = {
        "as dressed": damage_distribution(damage, armor, hp).damage,
        "naked": damage_distribution(damage, (), hp).damage,
    }
    top = max(least, *(one.values[-1] for one in dealt.values()))
    index = pd.RangeIndex(top + 1, name="damage")
    columns = {name: pd.Series(one.chances, one.values) for name, one in dealt.items()}
    return pd.DataFrame(columns).reindex(index, fill_value=0).fillna(0)


def who_wins(hero, beasts):
    """Return the hero's chance to win against each monster: a frame by monster.

    Columns: overhaul and vanilla, from exact duels in which the hero strikes first.
    """
    rows = {
        beast.name: {
            "overhaul": duel(hero, beast).chances[0],
            "vanilla": vanilla_duel(hero, beast).chances[0],
        }
        for beast in beasts
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("monster")


def with_and_without(hero, beasts):
    """Return what the rule of great blows does for a hero: a frame by monster.

    "If the resulting damage would deal over half of your current HP, some other effect happens":
    less damage, and a stun or a wound. Columns: the hero's chance to win with the rule, without
    it only for the hero, and without it for both.
    """
    rows = {}
    for beast in beasts:
        bold = replace(hero, defender=replace(hero.defender, great_blows=False))
        plain = replace(beast, defender=replace(beast.defender, great_blows=False))
        rows[beast.name] = {
            "with it": duel(hero, beast).chances[0],
            "the monster alone has it": duel(bold, beast).chances[0],
            "without it": duel(bold, plain).chances[0],
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("monster")


def empty_shield(cast, monster, hp, suits=("robe", "leather armor", "plate mail")):
    """Return what a shield without EV or DR is worth: a frame by the suit worn with it.

    It draws 15 % of the blows, and halves a great one. Columns: the mean number of turns that the
    target survives without a shield, with it, and with one of DR 1. The target has `hp` hit points
    and doesn't strike back.
    """
    beast = cast.monster(monster)

    def lives(suit, *shield):
        body = Defender(player=True, armor=(cast.piece(suit), *shield))
        hero = Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=hp)
        return duel(beast, hero).turns(0).mean

    rows = {
        suit: {
            "no shield": lives(suit),
            "a shield of DR 0": lives(suit, Piece("shield", "shield")),
            "of DR 1": lives(suit, Piece("shield", "shield", dr=1)),
        }
        for suit in suits
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("worn")


def aims_at(measured, sd, readings=AIMS):
    """Return the aims, and whether a standard deviation meets them: a frame by aim.

    measured: a frame from `aims` with a row for this sd. Columns: from, to, value, met.
    """
    met = aims_met(measured, readings).loc[sd]
    rows = {
        aim.name: (aim.low, aim.high, measured.loc[sd, aim.column], met[aim.name])
        for aim in readings
    }
    columns = ["from", "to", "value", "met"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("aim")


def share_by_step(values, low, high, step):
    """Return the share of values that lies in each step from low to high: a Series.

    Its index holds the middles of the steps. A value on an edge belongs to the step above; `high`
    itself belongs to the last. Values outside count for the shares, but aren't shown. ValueError
    if there are no values.
    """
    values = check_numbers("values", np.ravel(values))
    if not values.size:
        raise ValueError("values = [] is out of range: there must be one at least")
    edges = np.linspace(low, high, round((high - low) / step) + 1)
    counts, edges = np.histogram(values, edges)
    middles = pd.Index((edges[:-1] + edges[1:]) / 2, name="step")
    return pd.Series(counts / values.size, middles, name="share")


def reference_splits(cast, folder):
    """Return the evasion and protection of pieces here and in three games: a frame by piece.

    Pieces have NetHack's names. Columns (game, "evasion" or "protection"), each game in its own
    points, "here" first; missing if a game has no such piece. folder: such as data/nethack.
    dNetHack's evasion is its AC, Sil's protection the mean of dice taken off damage, Dungeon
    Crawl's evasion the penalty, its protection the armour class.
    """
    columns = {("here", "evasion"): cast.armor["ev"], ("here", "protection"): cast.armor["dr"]}
    frame = pd.DataFrame(columns).loc[list(_ITEMS)].rename_axis("piece")
    for game, (file, points, names) in _ELSEWHERE.items():
        theirs = read_reference(folder, file, "armor").reindex(names)
        for what, column in zip(("evasion", "protection"), points, strict=True):
            frame[game, what] = theirs[column].to_numpy()
    return frame


def reference_monsters(cast, folder, monsters):
    """Return the numbers of monsters in vanilla, here and in dNetHack: a frame by monster.

    Columns: AC (vanilla's); EV here and DR here; dNetHack's natural, dodge, protection and DR of
    the body. folder: such as data/nethack.
    """
    ours = cast.monsters.loc[list(monsters), ["ac", "ev", "dr"]]
    ours.columns = ["AC", "EV here", "DR here"]
    theirs = read_reference(folder, "dnethack", "monsters").drop(columns="ac")
    return ours.join(theirs.rename(columns={"dr": "DR of the body"})).rename_axis("monster")


def decision_table(folder):
    """Return the decisions as a frame by topic, with the computed effect of each alternative.

    folder: such as data/nethack. Columns: the source, the trouble, the decision, situation, value
    (with the decision), and other (with the alternative; missing if there is none).
    """
    rows = [
        {
            "topic": decision.topic,
            "the source": decision.source,
            "the trouble": decision.trouble,
            "the decision": decision.decision,
            "situation": decision.situation,
            "value": decision.value,
            "other": decision.other,
        }
        for decision in read_decisions(folder)
    ]
    return pd.DataFrame(rows).set_index("topic")
