"""Which m notebook 01's smooth rule needs: to be like an older rule, or to keep match-ups close."""

from functools import cache

import numpy as np

from combat.tome import game_stages, m_table, share_within, shares_by_m
from combat.workbook import Answer, Panel, Table, bounds, charts, slider
from combat.workbook.charts.palette import BROWN, OCHRE, PINK, VIOLET, WINE

_STAGES = (VIOLET, WINE, BROWN, OCHRE, PINK)  # no colour of a rule

_HEADS = {"advantage": "ahead by", "m from": "middle: from", "m to": "middle: to"}

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
    """Return a Panel of the share of match-ups that the smooth rule keeps within a band."""
    by_m = cache(lambda band: shares_by_m(matchups, band))

    def show(m, band):
        shares, table = share_within(matchups, band, m=m), m_table(matchups, band)
        low, high = band
        return Answer(
            f"At m = {m:.1f} the worst stage ({shares.idxmin()}) keeps {shares.min():.0%} of its "
            f"match-ups between {low:.0%} and {high:.0%}. {_middles(table)} the middle of every "
            "stage there.",
            charts.lines(
                by_m(band),
                mark="m",
                xlabel="m (points)",
                title="Share of a stage's match-ups within the band",
                colors=dict(zip(matchups, _STAGES, strict=False)),
            ),
            table=Table(
                table.rename(columns=_HEADS).assign(**{"within at this m": shares}),
                formats=dict.fromkeys([*table, *_HEADS.values()], ".1f")
                | {"within at this m": ".1%"},
                caption="Which m keep the middle of a stage within the band, and which keep all "
                "its match-ups; –: none does",
            ),
            note="How many of a stage's match-ups the smooth rule keeps within a band of chances, "
            "neither hopeless nor sure. Drag the dotted line.",
        )

    return Panel(
        show,
        m=slider("m of the smooth rule", 1, 60, 10, unit="points", step=0.5),
        band=bounds("hits between", 0.5, 1, (0.6, 0.9)),
    )


def _middles(table):
    """Which m keep the middle of every stage within the band, as a text."""
    least, most = table["m from"].max(skipna=False), table["m to"].min(skipna=False)
    if np.isinf(most):
        return f"Any m from {least:.1f} on keeps"
    return f"Any m from {least:.1f} to {most:.1f} keeps" if least <= most else "No m keeps"
