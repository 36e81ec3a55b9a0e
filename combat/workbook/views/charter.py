"""Pictures and sentences of notebook 08: when battles are enough, and what a patch did."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from combat.charter.bounds import interval
from combat.patch import patch_of_units, with_claims
from combat.units.sheets.files import GameFiles
from combat.workbook import Answer, Guess, Panel, Table, bounds, charts, slider
from combat.workbook.charts.palette import BLUE

LOOKS = np.unique(np.geomspace(10, 20_000, 40).astype(int))


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


def patched(units, after, rules, charter):
    """Return the `Patch` from units to others, with the promises of a charter that changed."""
    names = ("as it is", "patched")
    path = Path(charter).with_name("units.csv")
    versions = [
        GameFiles(name, path, b"", units=one)
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
