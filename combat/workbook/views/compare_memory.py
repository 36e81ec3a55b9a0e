"""Notebook 06: the chance of a hit rule, rolled with a memory of the misses before.

Parameters: systems, rules of `combat.luck` by name; points, the chance shown, 0 to 100.
"""

from functools import cache

import pandas as pd

from combat import luck
from combat.core.words import percent
from combat.workbook import Answer, Panel, charts, slider
from combat.workbook.views.compare import blow_by_blow, pick


def with_a_memory(rules, systems):
    """Return a Panel of a rule's chance at defence 30, rolled in several ways."""
    down = cache(lambda points, hits: fallen(systems, points, hits))
    misses = cache(lambda points: streaks_within(systems, points))

    def show(name, ahead, hits):
        points = points_of(rules[name](30 + ahead, 30))
        fell, runs = down(points, hits), misses(points)
        soon = fell.loc[2 * hits].sort_values()
        return Answer(
            f"Down within {2 * hits} blows: {soon.index[0]} {percent(soon.iloc[0], 0)}, "
            f"{soon.index[-1]} {percent(soon.iloc[-1], 0)}.",
            charts.lines(fell, title="The target has fallen by then", xlabel="blows", xlim=(0, 30)),
            charts.lines(
                runs,
                markers=True,
                title="At least so many within 20 blows",
                xlabel="misses in a row",
                xlim=(0, 12),
                legend=False,
            ),
            note=f"{name} gives {points}% at {ahead:+d} points, defence 30. "
            f"{memory_in_words(runs)}",
        )

    return Panel(
        show,
        name=pick("rule", "ratio", blow_by_blow(rules)),
        ahead=slider("attack − defence", -10, 20, 5, unit="points"),
        hits=slider("hits to kill", 1, 12, 4),
        size=(9.6, 3.6),
    )


def memory_in_words(runs):
    """How often misses come in a row under each system, as a text; runs: within 20 blows."""
    text = (f"{system} {percent(chance, 0)}" for system, chance in runs.loc[4].items())
    return f"Four misses in a row within 20 blows: {', '.join(text)}."


def points_of(chances):
    """Chances in whole points, as `combat.luck` needs them; halves to the even number."""
    if isinstance(chances, pd.Series):
        return (100 * chances).round().astype(int)
    return round(100 * chances)


def fallen(systems, points, hits=4, *, rolls=30):
    """The chance, by blow and system, that `hits` hits have landed; points: the chance shown."""
    found = {
        name: luck.kill_distribution(points, hits, rolls, rules=system).cumsum()
        for name, system in systems.items()
    }
    return pd.DataFrame(found).rename_axis("blows")


def streaks_within(systems, points, *, rolls=20, longest=12):
    """The chance, by length and system, of so many misses in a row within `rolls` blows."""
    found = {
        name: luck.miss_streaks(points, rolls, most=min(longest, rolls), rules=system)
        for name, system in systems.items()
    }
    return pd.DataFrame(found).rename_axis("misses in a row")


def rates(systems, points):
    """The long-run rate of success, by rule and system; points: shown chances by rule."""
    found = {
        name: [luck.success_rate(shown, rules=system) for shown in points.tolist()]
        for name, system in systems.items()
    }
    return pd.DataFrame(found, points.index)


def streak_chances(systems, points, *, length=4, rolls=20):
    """The chance of `length` misses in a row within `rolls` blows, by rule and system."""
    found = [
        streaks_within(systems, shown, rolls=rolls, longest=length).loc[length]
        for shown in points.tolist()
    ]
    return pd.DataFrame(found).set_axis(points.index)


def memory_table(systems, points):
    """What a memory makes of chances, by rule: long-run rates, 4 misses in a row in 20 blows."""
    found = rates(systems, points)[["as given", "Luck meter", "two random numbers"]]
    found.loc["Fire Emblem, two random numbers", "two random numbers"] = float("nan")
    in_a_row = streak_chances(systems, points)
    return found.assign(
        **{"4 in a row": in_a_row["as given"], "with the meter": in_a_row["Luck meter"]}
    )
