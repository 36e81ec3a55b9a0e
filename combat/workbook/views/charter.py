"""Pictures and sentences of notebook 08: when battles are enough, and what a patch did."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from combat.charter import battles_needed
from combat.charter.bounds import interval
from combat.patch import Version, patch_of_units, with_claims
from combat.workbook import Answer, Guess, Panel, Table, bounds, charts, slider
from combat.workbook.charts.palette import BLUE

LOOKS = np.unique(np.geomspace(10, 20_000, 40).astype(int))
_FAR = np.round(np.geomspace(0.005, 0.25, 24), 4)
_SPENT = np.geomspace(200, 100_000, 25).astype(int)


def closing_in():
    """Return a Panel of one claim about one chance, battle after battle."""

    def show(chance, band, luck):
        ends = intervals(chance, luck)
        at, holds = when_decided(ends, band)
        low, high = ends.iloc[-1]
        open_ = f"After {LOOKS[-1]:,} battles it is still open: from {low:.1%} to {high:.1%}."
        found = f"the promise {'holds' if holds else 'is broken'}."
        return Answer(
            open_ if at is None else f"After {at:,} battles {found}",
            charts.lines(
                ends.assign(**{"at least": band[0], "at most": band[1]}),
                guides=["at least", "at most"],
                mark=at,
                colors=dict.fromkeys(ends, BLUE),
                log="x",
                legend=False,
            ),
            note="Blue, the ends of the interval after so many battles, at an error of 5% for all "
            "looks together; grey, the ends of the band.",
        )

    return Panel(
        show,
        chance=slider("the true chance", 0.05, 0.95, 0.55, step=0.01, percent=True, live=False),
        band=bounds("the band", 0, 1, (0.4, 0.6)),
        luck=slider("luck", 1, 20, 1, live=False),
        guess=Guess(
            "The true chance is 55%, the promise says 40% to 60%. After how many battles is it "
            "plain?",
            when_decided(intervals(0.55, 1), (0.4, 0.6))[0],
            among=range(100, 5001, 100),
            unit="battles",
        ),
    )


@cache
def intervals(chance, luck):
    """The interval of a chance after each look at battles that are rolled with a seed."""
    wins = (np.random.default_rng(luck).random(LOOKS[-1]) < chance).cumsum()[LOOKS - 1]
    ends = [interval([0, 1], [n - won, won]) for n, won in zip(LOOKS, wins, strict=True)]
    return pd.DataFrame(ends, pd.Index(LOOKS, name="battles"), ["from", "to"])


def when_decided(ends, band):
    """Return (the number of battles, None for never; whether the promise holds) of intervals."""
    low, high = ends["from"], ends["to"]
    holds = (low >= band[0]) & (high <= band[1])
    decided = holds | (high < band[0]) | (low > band[1])
    at = decided.idxmax()
    return (int(at), holds[at]) if decided[at] else (None, False)


def price_of_a_claim():
    """Return a Panel of the battles that decide a claim, and of the bands that they can decide."""

    def show(edge, claims, distance):
        alone, half = battles_needed([distance, distance / 2], edge)
        among = battles_needed(distance, edge, claims=claims)
        return Answer(
            f"A chance {distance:.1%} from an edge of {edge:.0%} takes {alone:,.0f} battles.",
            charts.lines(
                by_distance(edge, claims),
                mark="distance",
                percent="x",
                log="y",
                ylim=(50, 300_000),
                title="Battles, by distance from the edge",
            ),
            charts.lines(
                narrowest(edge, claims),
                log="x",
                ylim=(0, 0.5),
                title="The narrowest band to promise",
            ),
            note=f"One half as far away takes {half:,.0f}; in a charter of {claims} sampled claims "
            f"it is {among:,.0f}. So many battles decide a claim with a chance of 95%.",
        )

    return Panel(
        show,
        edge=slider("the edge", 0.1, 0.7, 0.6, step=0.1, percent=True),
        claims=slider("sampled claims in the charter", 2, 200, 20),
        distance=slider("distance", 0.005, 0.25, 0.02, step=0.005, percent=True),
        guess=Guess(
            f"A chance 2% from the edge takes {battles_needed(0.02, 0.6):,.0f} battles to be told "
            "from it. How many does one 1% away take?",
            battles_needed(0.01, 0.6),
            among=range(1000, 100_001, 1000),
            unit="battles",
        ),
    )


@cache
def _needed(edge, claims):
    return battles_needed(_FAR, edge, claims=claims)


def by_distance(edge, claims):
    """Return how many battles decide one claim, and one of many, by its distance from the edge."""
    curves = {"one claim": _needed(edge, 1), f"of {claims} claims": _needed(edge, claims)}
    return pd.DataFrame(curves, pd.Index(_FAR, name="the chance less the edge"))


def narrowest(edge, claims):
    """Return the narrowest bands that so many battles confirm, the chance in their middle."""
    curves = {
        name: 2 * np.exp(np.interp(np.log(_SPENT), np.log(column[::-1]), np.log(_FAR[::-1])))
        for name, column in by_distance(edge, claims).items()
    }
    return pd.DataFrame(curves, pd.Index(_SPENT, name="battles that you can pay for"))


def patched(units, after, rules, charter):
    """Return the `Patch` from units to others, with the promises of a charter that changed."""
    names = ("as it is", "patched")
    path = Path(charter).with_name("units.csv")
    versions = [
        Version(name, path, one.frame.to_csv().encode())
        for name, one in zip(names, (units, after), strict=True)
    ]
    return with_claims(patch_of_units(units, after, rules, names=names), charter, versions)[0]


def part(found, kind):
    """Return the `Part` of a patch's report of that kind."""
    return next(one for one in found.parts if one.kind == kind)


def table(found, kind):
    """Return a part of a patch's report as a `Table`."""
    shown = part(found, kind)
    frame = shown.frame.drop(columns="row", errors="ignore")
    return Table(frame, caption=f"{shown.title}. {shown.note}", formats=shown.formats)
