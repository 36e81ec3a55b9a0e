"""A day of three encounters in the fifth edition."""

import pandas as pd

from combat.core.words import percent
from combat.workbook import Guess, Panel, charts, slider


def day(days, stands):
    """The Panel of how a day ends; days: a function that returns the `Simulated` days."""

    def how_it_ends(g1, b1, g2, b2, g3, b3, rest, fireballs):
        found = days(((g1, b1), (g2, b2), (g3, b3)), rest, fireballs)
        lost = [
            found.chance(lambda at, left=left: not stands(at) and len(at.coming) == left)
            for left in (2, 1, 0)
        ]
        names = ["the day is survived", *(f"lost in encounter {number}" for number in (1, 2, 3))]
        return estimates([found.chance(stands), *lost], names)

    def by_fireballs(g1, b1, g2, b2, g3, b3, rest):
        plan = (g1, b1), (g2, b2), (g3, b3)
        survived = [days(plan, rest, many).chance(stands) for many in range(4)]
        return estimates(survived, pd.RangeIndex(4, name="fireballs"))

    def words(g1, b1, g2, b2, g3, b3, rest, fireballs):
        found = days(((g1, b1), (g2, b2), (g3, b3)), rest, fireballs)
        return day_in_words(found, stands, by_fireballs(g1, b1, g2, b2, g3, b3, rest))

    controls = foes(1, 6, 2) | foes(2, 8, 3) | foes(3, 8, 4)
    controls |= {
        "rest": slider("a rest brings each", 0, 25, 10, unit="hp", exported=[0], live=False),
        "fireballs": slider("fireballs", 0, 3, 2, exported=[0], live=False),
    }
    chances = by_fireballs(6, 2, 8, 3, 8, 4, 10)["chance"]
    return Panel(
        [
            charts.named_bars(how_it_ends, labels="axis", title="How the day ends"),
            charts.points(
                by_fireballs,
                ylim=(0, 1.05),
                title="It is survived, by fireballs",
                xlabel="fireballs a day",
            ),
        ],
        controls,
        caption="400 days each, with 95% intervals. In each encounter goblins and bugbears, as "
        "many as the sliders say; after the first and the second a short rest.",
        words=words,
        size=(10.0, 3.4),
        drawings=36,  # one takes a second: 400 days for each number of fireballs
        guess=Guess(
            f"With two fireballs the four survive the day in {chances[2]:.0%}. How often without "
            "any?",
            chances[0],
            plot=1,
            beside=0,
        ),
    )


def foes(number, goblins, bugbears):
    """Return the sliders of an encounter."""
    some = {"live": False, "exported": [0 if number < 3 else 12]}
    return {
        f"g{number}": slider(f"{number}. goblins", 0, 12, goblins, **some),
        f"b{number}": slider(f"{number}. bugbears", 0, 5, bugbears, live=False, exported=[5]),
    }


def estimates(found, index):
    """Return estimates and the ends of their intervals as a frame, for charts with whiskers."""
    rows = [(float(one), one.low, one.high) for one in found]
    return pd.DataFrame(rows, index, columns=["chance", "low", "high"])


def day_in_words(found, stands, by_fireballs):
    """A day as a sentence; found: from `simulate`; stands(end): whether the heroes survived."""
    survived = found.chance(stands)
    known = f"{percent(survived.low, 0)} to {percent(survived.high, 0)}"
    worth = ", ".join(
        f"{many}: {percent(chance, 0)}" for many, chance in by_fireballs["chance"].items()
    )
    left = found.given(stands).mean(lambda day: sum(day.heroes)) if survived else 0.0
    return (
        f"The day is survived in {percent(survived, 0)} ({known}), then with {left:.0f} hit points "
        f"among the four. By fireballs, {worth}."
    )
