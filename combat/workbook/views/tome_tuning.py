"""Which m notebook 01's smooth rule needs: to be like an older rule, or to keep match-ups close."""

from functools import partial

import numpy as np

from combat.tome import game_stages, m_table, share_within, shares_by_m
from combat.workbook import Panel, Table, bounds, charts
from combat.workbook.charts.palette import BROWN, OCHRE, PINK, VIOLET, WINE
from combat.workbook.views.tome import m_slider

_STAGES = (VIOLET, WINE, BROWN, OCHRE, PINK)  # no colour of a rule

# Ranges of whole numbers, the same for attack and for defence.
WIDE = {
    f"{low} to {high}": (range(low, high + 1), range(low, high + 1))
    for low, high in ((1, 20), (1, 100), (50, 100))
}


def stages(path):
    """The ranges of attack and defence for fits: `game_stages`, then all values of three ranges."""
    return game_stages(path) | {f"all from {name}": grid for name, grid in WIDE.items()}


def show(found, caption):
    """Return what `combat.tome.fits` or `gaps` found as a Table; errors in percentage points."""
    formats = {name: ".1f" if name.startswith("m (") else ".1pp" for name in found.columns}
    return Table(found, formats=formats, caption=caption, folded=True)


def within_a_band(matchups):
    """A Panel of the share of match-ups that the smooth rule keeps within a band."""
    return Panel(
        charts.lines(
            partial(shares_by_m, matchups),
            mark="m",
            xlabel="m (points)",
            title="Share of a stage's match-ups within the band",
            colors=dict(zip(matchups, _STAGES, strict=False)),
            legend="beside",
        ),
        {"m": m_slider(10, step=0.5), "band": bounds("hits between", 0.5, 1, (0.6, 0.9))},
        words=partial(within_in_words, matchups),
        table=partial(_within_table, matchups),
        caption="How many of a stage's match-ups the smooth rule keeps within a band of "
        "chances, neither hopeless nor sure. Drag the dotted line.",
        size=(8.6, 3.5),
    )


def within_in_words(matchups, band, m):
    """Return which m keep the middles of all stages within a band, and what this m keeps."""
    table, shares = m_table(matchups, band), share_within(matchups, band, m=m)
    least, most = table["m from"].max(skipna=False), table["m to"].min(skipna=False)
    middles = f"Any m from {least:.1f} to {most:.1f} keeps" if least <= most else "No m keeps"
    if np.isinf(most):
        middles = f"Any m from {least:.1f} on keeps"
    low, high = band
    return (
        f"At m = {{m}} the worst stage ({shares.idxmin()}) keeps {shares.min():.0%} of its "
        f"match-ups between {low:.0%} and {high:.0%}. {middles} the middle of every stage there."
    )


def _within_table(matchups, band, m):
    heads = {"advantage": "ahead by", "m from": "middle: from", "m to": "middle: to"}
    table = m_table(matchups, band).rename(columns=heads)
    return Table(
        table.assign(**{"within at this m": share_within(matchups, band, m=m)}),
        formats=dict.fromkeys(table.columns, ".1f") | {"within at this m": ".1%"},
        caption="Which m keep the middle of a stage within the band, and which keep all its "
        "match-ups; –: none does",
    )
