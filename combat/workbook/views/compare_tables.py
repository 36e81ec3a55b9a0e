"""The tables of notebook 06, their columns and numbers written for readers.

rules: a dict of rules by name.
"""

from functools import partial

import numpy as np
import pandas as pd

from combat.compare import SPAN, chances, fights, traits_table
from combat.workbook.panel.answer import Table


def in_blows(count, spec=".1f"):
    """Return a number of blows as a text; "never" if it is infinite."""
    return "–" if pd.isna(count) else "never" if np.isinf(count) else format(count, spec)


# The names of columns for readers, and how their values are written.
HEADS = {
    "depends": "depends on",
    "even": "at equality",
    "at even": "+1 adds",
    "at +10": "+1 adds at +10",
    "saturates": "95% from",
    "symmetric": "+d and −d make 100%",
    "bigger": "+10 at three times the size",
}
NEARNESS = {
    "unit": "points for one",
    "own": "or its own number",
    "rms": "what remains",
    "gap": "largest gap",
}
FORMATS = {
    "depends on": lambda what: what.replace("defense", "defence"),
    "at equality": ".1%",
    "+1 adds": ".1pp",
    "+1 adds at +10": ".1pp",
    "95% from": lambda points: f">+{SPAN}" if np.isinf(points) else f"+{points:.0f}",
    "+d and −d make 100%": {True: "yes", False: "no"}.get,
    "+10 at three times the size": ".1%",
    "at +10": ".1pp",
    "blows": in_blows,
    "mean blows": in_blows,
    "points for one": ".2f",
    "what remains": ".1pp",
    "largest gap": ".1pp",
    **dict.fromkeys(["1 in 100", "1 in 2", "99 in 100"], partial(in_blows, spec=".0f")),
    "hits": ".0%",
    "a hit costs": ".2f",
    "a blow costs": ".2f",
    "35 against 30": ".1%",
}


def show(frame, caption):
    """Return a frame of the notebook as a Table for readers."""
    return Table(frame, formats=FORMATS, caption=caption)


def show_traits(traits):
    """Return what `combat.compare.traits_table` found as a Table for readers."""
    caption = (
        "What a point is worth, rule by rule. At defence 30, in percentage points; 95% from: so "
        "many points ahead, looked for up to +60; +d and −d: so many points ahead, and as many "
        "behind; the last column: ten points ahead, with numbers three times as big"
    )
    return show(traits.rename(columns=HEADS), caption)


def rules_table(rules):
    """Each rule, by name: what it depends on, its chance here, its own numbers and its source."""
    found = {
        "depends on": [rule.depends for rule in rules.values()],
        "35 against 30": chances(rules, 35, 30).to_numpy(),
        "its own numbers": [_numbers(rule) for rule in rules.values()],
        "source": [rule.source for rule in rules.values()],
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))


def decision_table(rules):
    """What is for and against each rule, by name, with its `traits_table` and blows of `fights`."""
    traits = traits_table(rules)
    found = {
        "good for": [rule.good_for or "yours" for rule in rules.values()],
        "it costs": [rule.costs or "yours" for rule in rules.values()],
        "+1 adds": traits["at even"],
        "at +10": traits["at +10"],
        "95% from": traits["saturates"],
        "blows": fights(rules)["blows"],
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))


def _numbers(rule):
    return ", ".join(f"{one.name} {one.value:g}".replace("_", " ") for one in rule.parameters)
