"""The rules as tables for readers: what each is, and what speaks for and against it."""

import numpy as np
import pandas as pd

from combat.compare.curves import chances
from combat.compare.fights import fights
from combat.compare.traits import SPAN, traits_table


def percentage_points(chance):
    """Return a difference of chances as a text, in percentage points.

    >>> percentage_points(0.0497)
    '5.0'
    """
    return "–" if pd.isna(chance) else f"{100 * chance:.1f}".replace("-", "−")


def points_ahead(points):
    """Return the advantage at which a rule saturates as a text; infinite: beyond what was tried.

    >>> points_ahead(14), points_ahead(float("inf"))
    ('+14', '>+60')
    """
    return f">+{SPAN}" if points == float("inf") else f"+{points:.0f}"


def yes_or_no(holds):
    """Return a truth value as a word."""
    return "yes" if holds else "no"


def in_blows(count, spec=".1f"):
    """Return a number of blows as a text; infinite: the target never falls.

    >>> in_blows(7.43), in_blows(float("inf"))
    ('7.4', 'never')
    """
    return "–" if pd.isna(count) else "never" if np.isinf(count) else format(count, spec)


def depends_on(what):
    """Return on what a rule depends as the prose spells it.

    >>> depends_on("defense"), depends_on("ratio")
    ('defence', 'ratio')
    """
    return what.replace("defense", "defence")


# What the columns of a table of traits are called for readers, and how each is written.
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


def rules_table(rules, attack=35, defense=30):
    """Return what each rule is: a frame by rule, its columns named for readers.

    On what it depends, its chance at these numbers, its own numbers and its source.

    >>> from combat.hit_rules import rules
    >>> rules_table(rules()).loc["Elo, logistic", "its own numbers"]
    'scale 40'
    """
    found = {
        "depends on": [rule.depends for rule in rules.values()],
        f"{attack:g} against {defense:g}": chances(rules, attack, defense).to_numpy(),
        "its own numbers": [_numbers(rule) for rule in rules.values()],
        "source": [rule.source for rule in rules.values()],
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))


def decision_table(rules, level=30.0, *, ahead=5.0, hits=4):
    """Return what speaks for each rule and against it: a frame by rule, named for readers.

    good for, it costs: a designer's words, "yours" where a rule brings none. +1 adds, at +10:
    the `traits` at even and at +10, as probabilities; 95% from: saturates. blows: how many a
    kill of `hits` hits takes on average, `ahead` points ahead (see `fights`).

    >>> from combat.hit_rules import rules
    >>> decision_table(rules())["it costs"]["ratio"]
    'the same bonus is worth less at each level'
    """
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
    return ", ".join(f"{own.name} {own.value:g}".replace("_", " ") for own in rule.parameters)
