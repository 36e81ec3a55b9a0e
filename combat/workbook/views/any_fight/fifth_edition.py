"""A day of three encounters in the fifth edition."""

import pandas as pd

from combat.core.words import percent
from combat.workbook import Answer, Guess, Panel, charts, slider


def day(days, stands):
    """The Panel of how a day ends; days: a function that returns the `Simulated` days."""

    def by_fireballs(plan, rest):
        survived = [days(plan, rest, many).chance(stands) for many in range(4)]
        return estimates(survived, pd.RangeIndex(4, name="fireballs"))

    def show(g1, b1, g2, b2, g3, b3, rest, fireballs):
        plan = (g1, b1), (g2, b2), (g3, b3)
        found, by = days(plan, rest, fireballs), by_fireballs(plan, rest)
        lost = [
            found.chance(lambda at, left=left: not stands(at) and len(at.coming) == left)
            for left in (2, 1, 0)
        ]
        names = ["the day is survived", *(f"lost in encounter {number}" for number in (1, 2, 3))]
        title, note = day_in_words(found, stands, by)
        return Answer(
            title,
            charts.rows(estimates([found.chance(stands), *lost], names), title="How the day ends"),
            charts.points(
                by, ylim=(0, 1.05), title="It is survived, by fireballs", xlabel="fireballs a day"
            ),
            note=f"{note} 400 days each, with 95% intervals. In each encounter goblins and "
            "bugbears, as many as the sliders say; after the first and the second a short rest.",
        )

    chances = by_fireballs(((6, 2), (8, 3), (8, 4)), 10)["chance"]
    return Panel(
        show,
        **foes(1, 6, 2),
        **foes(2, 8, 3),
        **foes(3, 8, 4),
        rest=slider("a rest brings each", 0, 25, 10, unit="hp", live=False, exported=[0]),
        fireballs=slider("fireballs", 0, 3, 2, live=False, exported=[0]),
        guess=Guess(
            f"With two fireballs the four survive the day in {chances[2]:.0%}. How often without "
            "any?",
            chances[0],
        ),
    )


def foes(number, goblins, bugbears):
    """Return the sliders of an encounter."""
    # A page moves those of the last one; an answer takes a second.
    some, others = ([12], [5]) if number == 3 else ([goblins], [bugbears])
    return {
        f"g{number}": slider(f"{number}. goblins", 0, 12, goblins, exported=some, live=False),
        f"b{number}": slider(f"{number}. bugbears", 0, 5, bugbears, exported=others, live=False),
    }


def estimates(found, index):
    """Return estimates and the ends of their intervals as a frame, for charts with whiskers."""
    rows = [(float(one), one.low, one.high) for one in found]
    return pd.DataFrame(rows, index, columns=["chance", "low", "high"])


def day_in_words(found, stands, by_fireballs):
    """A day as (title, note); found: from `simulate`; stands(end): whether the heroes survived."""
    survived = found.chance(stands)
    known = f"{percent(survived.low, 0)} to {percent(survived.high, 0)}"
    worth = ", ".join(
        f"{many}: {percent(chance, 0)}" for many, chance in by_fireballs["chance"].items()
    )
    left = found.given(stands).mean(lambda day: sum(day.heroes)) if survived else 0.0
    return (
        f"The day is survived in {percent(survived, 0)} ({known}), then with {left:.0f} hit points "
        "among the four.",
        f"By fireballs, {worth}.",
    )
