"""The tables of notebook 06, their columns and numbers written for readers.

rules: a dict of rules by name.
"""

import numpy as np
import pandas as pd

from combat.compare import SPAN, chances, fights, traits_table
from combat.workbook.panel.table import Table


def percentage_points(chance):
    """Return a difference of chances as a text, in percentage points."""
    return "–" if pd.isna(chance) else f"{100 * chance:.1f}".replace("-", "−")


def points_ahead(points):
    """Return the advantage at which a rule saturates, as a text; if infinite, more than `SPAN`."""
    return f">+{SPAN}" if points == float("inf") else f"+{points:.0f}"


def yes_or_no(holds):
    """Return a truth value as a word."""
    return "yes" if holds else "no"


def in_blows(count, spec=".1f"):
    """Return a number of blows as a text; "never" if it is infinite."""
    return "–" if pd.isna(count) else "never" if np.isinf(count) else format(count, spec)


def depends_on(what):
    """Return what a rule depends on, spelled as in prose."""
    return what.replace("defense", "defence")


# The names of a trait table's columns for readers, and how their values are written.
HEADS = {
    "depends": "depends on",
    "even": "at equality",
    "at even": "+1 adds",
    "at +10": "+1 adds at +10",
    "saturates": "95% from",
    "symmetric": "+d and −d make 100%",
    "bigger": "+10 at three times the size",
}
FORMATS = {
    "depends on": depends_on,
    "at equality": ".1%",
    "+1 adds": percentage_points,
    "+1 adds at +10": percentage_points,
    "95% from": points_ahead,
    "+d and −d make 100%": yes_or_no,
    "+10 at three times the size": ".1%",
    "at +10": percentage_points,
    "blows": in_blows,
    "mean blows": in_blows,
    "points for one": ".2f",
    "what remains": percentage_points,
    "largest gap": percentage_points,
}


def show_rules(rules, attack, defense):
    """Return the description of each rule as a Table."""
    chance = f"{attack:g} against {defense:g}"
    return Table(
        rules_table(rules, attack, defense),
        formats={chance: ".1%"} | FORMATS,
        caption="All rules: what they depend on, and their sources. Pathfinder's degree 2 is a "
        "success or better",
    )


def show_decision(decision):
    """Return what `decision_table` found as a Table."""
    caption = (
        "What each rule is good for, and what it costs. +1 adds: percentage points at equality, "
        "and ten points ahead; blows: for 4 hits, five points ahead; all at defence 30"
    )
    return Table(decision, formats=FORMATS, caption=caption)


def show_traits(traits):
    """Return what `combat.compare.traits_table` found as a Table for readers."""
    caption = (
        "What a point is worth, rule by rule. At defence 30, in percentage points; 95% from: so "
        "many points ahead, looked for up to +60; +d and −d: so many points ahead, and as many "
        "behind; the last column: ten points ahead, with numbers three times as big"
    )
    return Table(traits.rename(columns=HEADS), formats=FORMATS, caption=caption)


def show_nearness(found):
    """Return what `combat.compare.tuned_table` found as a Table for readers."""
    heads = {
        "unit": "points for one",
        "own": "or its own number",
        "rms": "what remains",
        "gap": "largest gap",
    }
    caption = (
        "How near each rule comes to the bell curve. Points for one: so many do what one of the "
        "bell curve (sd 8, defence 50) does, or its own number must be so; what remains, in "
        "percentage points: the root mean square, and the largest single gap, at whole points from "
        "−20 to 20"
    )
    return Table(found.rename(columns=heads), formats=FORMATS, caption=caption)


def rules_table(rules, attack=35, defense=30):
    """Each rule, by name: what it depends on, its chance here, its own numbers and its source."""
    found = {
        "depends on": [rule.depends for rule in rules.values()],
        f"{attack:g} against {defense:g}": chances(rules, attack, defense).to_numpy(),
        "its own numbers": [_numbers(rule) for rule in rules.values()],
        "source": [rule.source for rule in rules.values()],
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))


def decision_table(rules, level=30.0, *, ahead=5.0, hits=4):
    """What is for and against each rule, by name, with its `traits_table` and blows of `fights`."""
    traits = traits_table(rules, level)
    found = {
        "good for": [rule.good_for or "yours" for rule in rules.values()],
        "it costs": [rule.costs or "yours" for rule in rules.values()],
        "+1 adds": traits["at even"],
        "at +10": traits["at +10"],
        "95% from": traits["saturates"],
        "blows": fights(rules, ahead, hits, level=level)["blows"],
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))


def _numbers(rule):
    return ", ".join(f"{one.name} {one.value:g}".replace("_", " ") for one in rule.parameters)
