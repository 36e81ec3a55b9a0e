"""The pictures and tables of notebooks 03 and 10: terms, slots, duels, aims, decisions."""

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, check_word
from combat.nethack import (
    AIMS,
    PLACES,
    SLOT_NAMES,
    SLOTS,
    Rules,
    aims_met,
    attacker_terms,
    damage_distribution,
    defender_terms,
    mean_of,
    read_decisions,
    slot_chances,
)
from combat.nethack.slots import slot_dr
from combat.workbook.panel.controls import slider

NOTHING = "nothing"


def roles(cast):
    """Return the names of all roles, as a list."""
    return list(cast.kits.index.unique("role"))


def sd_slider(*exported):
    """Return the slider of the standard deviation; exported: the values a page offers, too."""
    label = "standard deviation"
    return slider(label, 4.0, 12.0, 8.0, step=0.5, unit="points", exported=exported or None)


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
