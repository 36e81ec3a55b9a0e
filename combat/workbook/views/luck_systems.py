"""Notebook 02: luck systems side by side: streaks and spread."""

from functools import cache

import pandas as pd

from combat.luck import SYSTEMS, hits_distribution, miss_streaks, success_rate
from combat.workbook import Answer, Guess, Panel, charts, slider


def streaks():
    """Return a Panel of runs of misses and of the spread of successes, under all systems."""

    def show(chance, rolls):
        runs, shares = streaks_by_system(chance, rolls), successes_by_system(chance, rolls)
        return Answer(
            f"Three misses in a row come in {runs.loc[3, 'independent rolls']:.1%} of battles "
            f"without a meter, in {runs.loc[3, 'Luck meter']:.1%} with it.",
            charts.steps(runs, where="mid", title="Chance of such a run in one battle"),
            charts.lines(
                shares,
                mark=chance / 100,
                percent="xy",
                legend=False,
                title="Distribution of successes",
                ylim=charts.room(shares),
            ),
            note=f"In {rolls} rolls at {chance}%, exact. The dotted line is the chance shown.",
        )

    return Panel(
        show,
        chance=slider("chance shown", 5, 95, 75, unit="%", live=False),
        rolls=slider("rolls", 8, 50, 20, live=False),
        guess=Guess(
            "Twenty rolls at 75%, each independent. How often do three or more in a row miss?",
            streaks_by_system(75, 20).loc[3, "independent rolls"],
        ),
    )


@cache
def streaks_by_system(chance, rolls):
    """`miss_streaks` of all systems, a frame over 1 to 8 misses in a row."""
    columns = {one.name: miss_streaks(chance, rolls, most=8, rules=one) for one in SYSTEMS}
    return pd.DataFrame(columns).loc[1:].rename_axis("misses in a row, at least")


@cache
def successes_by_system(chance, rolls):
    """The probability of each share of successes, 0, 1/rolls, ..., 1, by system."""
    columns = {one.name: hits_distribution(chance, rolls, rules=one).sum(axis=1) for one in SYSTEMS}
    frame = pd.DataFrame(columns)
    return frame.set_axis(pd.Index(frame.index / rolls, name="share of successes"))


def rivals():
    """Return each system's rates in the long run, runs of misses and misses, a frame by name."""
    found = pd.DataFrame(index=pd.Index([one.name for one in SYSTEMS], name="system"))
    for chance in (25, 50, 75):
        found[f"{chance}%"] = [success_rate(chance, rules=one) for one in SYSTEMS]
    hits = successes_by_system(95, 20)
    return found.assign(
        **{
            "three misses": streaks_by_system(75, 20).loc[3],
            "a miss": 1 - hits.iloc[-1],
            "two misses": 1 - hits.iloc[-2:].sum(),
            "what a player must be told": [one.tell for one in SYSTEMS],
        }
    )
