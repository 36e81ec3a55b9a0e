"""The tables and sentences of notebook 06, which compares hit rules, written for readers."""

from inspect import Parameter, Signature, signature

import numpy as np
import pandas as pd

from combat import luck
from combat.compare import (
    SPAN,
    chances,
    curves,
    deadlier_until,
    evaded_for,
    fights,
    growth_by_points,
    growth_by_share,
    protection_table,
    traits_table,
)
from combat.core.words import many, percent
from combat.workbook.charts.calls import given


def of_three(rules, function):
    """Return a function of three names of rules for one of a dict of rules, such as `curves`.

    Its other parameters are those of `function`, to be given by name; they stand in its signature,
    so that a panel hands over no more than these.

    >>> from combat.hit_rules import rules
    >>> chances = of_three(rules(), curves)("ratio", "Diablo II", "ratio", level=30)
    >>> chances.columns.tolist()
    ['ratio', 'Diablo II']
    """

    def asked(first, second, third, **values):
        named = {name: rules[name] for name in (first, second, third)}
        return given(function, {"rules": named, **values})

    names = [
        Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in ("first", "second", "third")
    ]
    others = [
        one.replace(kind=Parameter.KEYWORD_ONLY)
        for name, one in signature(function).parameters.items()
        if name != "rules"
    ]
    asked.__signature__ = Signature([*names, *others])
    return asked


def curves_in_words(rules, level):
    """Return the chances of several rules at equality and ten points ahead, as a text.

    Parameters as in `curves`.
    """
    text = (
        f"{name}: {percent(chance[0], 0)} at equality, {percent(chance[10], 0)} ten points ahead"
        for name, chance in curves(rules, level, advantages=[0, 10]).items()
    )
    return f"Defence {level:g}. {'; '.join(text)}."


def growth_in_words(rules, points, share):
    """Return the chances of several rules at defence 10 and 100, as a text.

    The attack is ahead by points or by a share, as in `growth_by_points` and `growth_by_share`.
    """
    levels = [10, 100]
    by_points = growth_by_points(rules, points, levels=levels)
    by_share = growth_by_share(rules, share, levels=levels)
    text = (
        f"{name}: {many(points, 'point')} ahead {percent(by_points[name][10], 0)} and "
        f"{percent(by_points[name][100], 0)}, {share:.0%} ahead "
        f"{percent(by_share[name][10], 0)} and {percent(by_share[name][100], 0)}"
        for name in rules
    )
    return f"At defence 10 and 100. {'; '.join(text)}."


def fights_in_words(rules, ahead, hits):
    """Return the chance to hit and the blows to kill under several rules, as a text.

    Parameters as in `fights`, at defence 30.
    """
    text = (
        f"{name} decides a battle"
        if rules[name].battle
        else f"{name} {percent(fight['chance'], 0)}, {_to_kill(fight['blows'])}"
        for name, fight in fights(rules, ahead, hits).iterrows()
    )
    return f"{ahead:+d} points at defence 30, {many(hits, 'hit')} to kill: {'; '.join(text)}."


def spread_in_words(rules, ahead, hits):
    """Return how much the length of fights varies under several rules, as a text.

    Parameters as in `fights`, at defence 30.
    """
    text = (
        f"{name} decides a battle"
        if rules[name].battle
        else f"{name} at {percent(fight['chance'], 0)}: {_spread(fight)}"
        for name, fight in fights(rules, ahead, hits, run=5, within=30).iterrows()
    )
    return f"{ahead:+d} points at defence 30, {many(hits, 'hit')} to kill: {'; '.join(text)}."


def _to_kill(blows):
    return "never kills" if np.isinf(blows) else f"{blows:.1f} blows"


def _spread(fight):
    if np.isinf(fight["blows"]):
        return "never kills"
    return (
        f"{fight['early']:.0f} to {fight['late']:.0f} blows in at least eight fights of ten, still "
        f"standing after 30 in {percent(fight['standing'], 0)}, 5 misses in a row in "
        f"{percent(fight['streak'], 0)}"
    )


def memory_in_words(down, runs, hits):
    """Return how soon the target falls under each system, and how long misses last, as a text.

    down: from `fallen`. runs: from `streaks_within` 20 blows. The text is about twice as many
    blows as hits, and about 4 misses in a row.
    """
    text = (
        f"{system}: fallen within {2 * hits} blows in {percent(down[system][2 * hits], 0)}, 4 "
        f"misses in a row within 20 in {percent(runs[system][4], 0)}"
        for system in down
    )
    return f"{many(hits, 'hit')} to kill. {'; '.join(text)}."


def protection_in_words(health, chance, damage, points):
    """Return whether the target falls sooner with evasion or with reduction, as a text.

    Parameters as in `protected`.
    """
    table = protection_table(health, chance, damage, points)
    (first, last), (first_reduced, last_reduced) = (
        table.loc[way, ["1 in 100", "99 in 100"]] for way in ("evasion", "reduction")
    )
    saved = f"{many(points, 'point')} off each blow of {damage} save{'s' * (points == 1)}"
    if last == float("inf"):
        return f"{saved} all of it: nobody falls."
    until = deadlier_until(health, chance, damage, points)
    text = "At no time have more fallen with evasion."
    if until:
        text = f"With evasion more have fallen up to blow {until}."
    evading = percent(evaded_for(damage, points), 0)
    return (
        f"{saved} as much as evading {evading} of them. 1 in 100 has fallen "
        f"after {first:.0f} blows with evasion, after {first_reduced:.0f} with reduction; 99 in "
        f"100 after {last:.0f} and {last_reduced:.0f}. {text}"
    )


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


def rules_table(rules, attack=35, defense=30):
    """Return a description of each rule: a frame by rule, its columns named for readers.

    They are what the rule depends on, its chance at these numbers, its own numbers and its source.
    """
    found = {
        "depends on": [rule.depends for rule in rules.values()],
        f"{attack:g} against {defense:g}": chances(rules, attack, defense).to_numpy(),
        "its own numbers": [_numbers(rule) for rule in rules.values()],
        "source": [rule.source for rule in rules.values()],
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))


def decision_table(rules, level=30.0, *, ahead=5.0, hits=4):
    """Return what is for and against each rule: a frame by rule, its columns named for readers.

    good for, it costs: the rule's own words, "yours" if it has none. +1 adds, at +10, 95% from:
    columns "at even" and "at +10", probabilities, and "saturates" of `traits_table`. blows: the
    mean number until `hits` hits have landed, `ahead` points ahead (see `fights`).
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


def points_of(chances):
    """Return chances in whole points, as the systems of `combat.luck` need them.

    chances: a probability, or a Series of them by rule; halves are rounded to the even number.
    """
    if isinstance(chances, pd.Series):
        return (100 * chances).round().astype(int)
    return round(100 * chances)


def fallen(systems, points, hits=4, *, rolls=30):
    """Return the chance that the target has fallen after each blow, by system: a frame.

    It has a row for each of the blows 1 to `rolls`. A kill takes `hits` hits; points, 0 to 100, is
    the chance shown. ValueError outside.
    """
    found = {
        name: luck.kill_distribution(points, hits, rolls, rules=system).cumsum()
        for name, system in systems.items()
    }
    return pd.DataFrame(found).rename_axis("blows")


def streaks_within(systems, points, *, rolls=20, longest=12):
    """Return the chance of at least so many misses in a row within that many blows: a frame.

    It has a row for each length from 0 to `longest` (at most `rolls`), and a column for each
    system. points: the chance shown, 0 to 100. ValueError outside.
    """
    found = {
        name: luck.miss_streaks(points, rolls, most=min(longest, rolls), rules=system)
        for name, system in systems.items()
    }
    return pd.DataFrame(found).rename_axis("misses in a row")


def rates(systems, points):
    """Return the rate of success in the long run: a frame by rule, a column for each system.

    points: a Series of shown chances, 0 to 100, by rule; see `points_of`. ValueError outside.
    """
    found = {
        name: [luck.success_rate(shown, rules=system) for shown in points.tolist()]
        for name, system in systems.items()
    }
    return pd.DataFrame(found, points.index)


def streak_chances(systems, points, *, length=4, rolls=20):
    """Return the chance of at least `length` misses in a row within `rolls` blows.

    points: a Series of shown chances, 0 to 100, by rule. The result is a frame as from `rates`.
    """
    found = [
        streaks_within(systems, shown, rolls=rolls, longest=length).loc[length]
        for shown in points.tolist()
    ]
    return pd.DataFrame(found).set_axis(points.index)
