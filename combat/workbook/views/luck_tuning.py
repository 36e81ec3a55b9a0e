"""Notebook 02: other constants for the Luck meter, moved by hand and searched for."""

from functools import cache

import pandas as pd

from combat.luck import meter_within, relative_streak_risk
from combat.workbook import Answer, Panel, charts, slider
from combat.workbook.views.luck_rates import realised_rates

# Chances, in points, from which a curve is drawn: closer together where the source's meter jumps.
ENOUGH = tuple(sorted({*range(0, 101, 4), 49, 51, 95}))
_SOURCE = {"limit": 200, "even": 50, "reasonable": 55, "owed_above": 45, "decay": 0}


def tuning():
    """Return a Panel of displayed chances in the long run, by constants of the meter."""

    def show(**constants):
        rates, kept = _tuned(**constants)
        inner = rates.loc[5:95]
        error = (inner["your constants"] - inner["shown"]).abs().max()
        return Answer(
            f"This meter is off by up to {100 * error:.1f} percentage points, and leaves "
            f"{kept:.0%} of the bad streaks.",
            charts.lines(rates, guides=["shown"], ylabel="rate of success, long run"),
            note="Off: the long-run rate, from 5% to 95% shown; the grey line is the honest one. "
            "Streaks: three misses in a row in 20 rolls at 75%; plain dice leave 100%.",
        )

    return Panel(
        show,
        decay=slider("decay a roll", 0, 25, 10, unit="points", live=False),
        limit=slider("the meter ends at ±", 5, 200, 30, unit="points", live=False),
        owed_above=slider("likely failures paid from", 40, 60, 45, unit="points", live=False),
        even=slider("a roll is likely above", 40, 60, 50, unit="%", live=False),
        reasonable=slider("unlikely hits cost up to", 40, 60, 55, unit="points", live=False),
        presets={
            "the source's": _SOURCE,
            "with the later server's decay of 2": _SOURCE | {"decay": 2},
        },
    )


@cache
def _tuned(**constants):
    """(Long-run rates of a meter, of the source's and as shown; the bad streaks that it leaves.)"""
    rules, source = meter_within(**constants), _of_the_source()
    yours = realised_rates(rules, ENOUGH, rolls=[None])["long run"]
    rates = {"your constants": yours, "the source's": source["long run"], "shown": source["shown"]}
    return pd.DataFrame(rates), relative_streak_risk(rules)


@cache  # the same for all constants that are tried
def _of_the_source():
    return realised_rates(chances=ENOUGH, rolls=[None])
