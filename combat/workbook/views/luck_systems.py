"""Notebook 02: luck systems side by side: streaks and spread."""

from functools import cache

import pandas as pd

from combat.core.words import many
from combat.luck import (
    SYSTEMS,
    hits_distribution,
    miss_streaks,
    success_rate,
)
from combat.workbook import Answer, Guess, Panel, charts, slider


def streaks():
    """Return a Panel of runs of misses and of the spread of successes, under all systems."""

    def show(chance, rolls):
        runs, shares = streaks_by_system(chance, rolls), successes_by_system(chance, rolls)
        three = runs.loc[3].map("{:.1%}".format)
        return Answer(
            f"Three misses in a row come in {three['independent rolls']} of battles without a "
            f"meter, in {three['Luck meter']} with it.",
            charts.steps(
                runs,
                where="mid",
                title="Chance of such a run in one battle",
                xlabel="misses in a row, at least",
            ),
            charts.lines(
                shares,
                mark=chance / 100,
                percent="xy",
                legend=False,
                title="Distribution of successes",
                xlabel="share of successes",
                ylim=charts.room(shares),
            ),
            note=f"In {many(rolls, 'roll')} at {chance}%: {', '.join(three.index + ' ' + three)}. "
            "Exact. The dotted line is the chance shown.",
        )

    return Panel(
        show,
        chance=slider("chance shown", 5, 95, 75, unit="%", live=False),
        rolls=slider("rolls", 8, 50, 20, live=False),
        size=(9.6, 4.8),
        guess=Guess(
            "Twenty rolls at 75%, each independent. How often do three or more in a row miss?",
            streaks_by_system(75, 20).loc[3, "independent rolls"],
        ),
    )


@cache
def streaks_by_system(chance, rolls, *, most=8, systems=SYSTEMS):
    """`miss_streaks` of several systems, a frame over 1 to `most` misses in a row."""
    most = min(most, rolls)
    columns = {one.name: miss_streaks(chance, rolls, most=most, rules=one) for one in systems}
    return pd.DataFrame(columns).loc[1:]


@cache
def successes_by_system(chance, rolls, *, systems=SYSTEMS):
    """The probability of each share of successes, 0, 1/rolls, ..., 1, by system."""
    columns = {one.name: hits_distribution(chance, rolls, rules=one).sum(axis=1) for one in systems}
    frame = pd.DataFrame(columns)
    return frame.set_axis(pd.Index(frame.index / rolls, name="share of successes"))


def misses_by_system(chance, rolls, *, most=4, systems=SYSTEMS):
    """The probability of at least 1 to `most` misses in a battle, in a row or not, by system."""
    columns = {}
    for one in systems:
        hits = hits_distribution(chance, rolls, rules=one).sum(axis=1)
        columns[one.name] = [hits.loc[: rolls - misses].sum() for misses in range(1, most + 1)]
    return pd.DataFrame(columns, pd.RangeIndex(1, most + 1, name="misses, at least"))


def rivals(systems=SYSTEMS):
    """Return each system's rates in the long run, runs of misses and misses, a frame by name."""
    misses = misses_by_system(95, 20, systems=systems)
    rates = {
        f"{chance}%": [success_rate(chance, rules=one) for one in systems]
        for chance in (25, 50, 75)
    }
    columns = {
        **rates,
        "three misses": [miss_streaks(75, 20, most=3, rules=one)[3] for one in systems],
        "a miss": misses.loc[1].to_numpy(),
        "two misses": misses.loc[2].to_numpy(),
        "what a player must be told": [one.tell for one in systems],
    }
    return pd.DataFrame(columns, pd.Index([one.name for one in systems], name="system"))
