"""All kits against all monsters in notebook 03: nets and their chances, by stage and by level.

sd: the standard deviation, in points. A panel's parts are replaced by keywords, as in `Panel`.
"""

from functools import partial

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.nethack import AIMS, STAGES, aims_met, hit_chance
from combat.workbook import charts
from combat.workbook.panel.controls import choice
from combat.workbook.panel.guess import Guess
from combat.workbook.panel.panel import Panel
from combat.workbook.panel.table import Table
from combat.workbook.views.nethack import sd_slider

_NETS = np.arange(-24, 25)  # points


def from_nets(everybody, measured, **parts):
    """A Panel of the kits' nets and the chances they give; measured: from `aims`, shown below."""
    of = everybody.mean_nets
    formats = dict.fromkeys(["from", "to", "value"], ".1%")
    formats["met"] = {True: "met", False: "missed"}.get

    def by_net(sd):
        return pd.Series(
            hit_chance(_NETS, sd=sd), pd.Index(_NETS, name="net"), name="chance to hit"
        )

    shown = [
        charts.bars(
            lambda stage: share_by_step(of(stage), -24, 24, 1),
            xlim=(-24, 24),
            ylim=(0, 0.2),
            yticks=[0, 0.05, 0.1, 0.15, 0.2],
            xlabel="net (points)",
            title="Net of each kit at each monster",
        ),
        charts.lines(by_net, xlabel="net (points)", title="From net to chance"),
        charts.bars(
            lambda stage, sd: share_by_step(hit_chance(of(stage), sd=sd), 0, 1, 0.05),
            percent="xy",
            xlim=(0, 1),
            ylim=(0, 0.7),
            xlabel="chance to hit",
            title="How likely they are to hit",
        ),
    ]
    offered = sd_slider(4.0, 5.0, 6.0, 7.0, 9.0, 10.0, 12.0)
    looks = {
        "caption": "A small standard deviation drives the chances to both ends, a large one to "
        "the middle.",
        "words": partial(nets_in_words, everybody, measured),
        "table": lambda sd: Table(aims_at(measured, sd), formats=formats),
        "size": (10.2, 3.4),
    }
    controls = {"sd": offered, "stage": choice("kits", list(STAGES))}
    return Panel(shown, controls, **looks | parts)


def nets_in_words(everybody, measured, sd, stage):
    """Return between which nets a stage's kits fight, and how many aims the sd meets, as a text."""
    points, met = everybody.mean_nets(stage).to_numpy(), aims_met(measured).loc[sd]
    return (
        f"With a standard deviation of {{sd}}, {met.sum()} of {len(met)} aims are met. The nets "
        f"of the {stage} kits go from {points.min():.0f} to {points.max():.0f}, "
        f"{points.mean():+.1f} on average."
    )


def aims_at(measured, sd, readings=AIMS):
    """The aims by name: from, to, value, met; measured: from `aims` with a row for this sd."""
    met = aims_met(measured, readings).loc[sd]
    rows = {
        aim.name: (aim.low, aim.high, measured.loc[sd, aim.column], met[aim.name])
        for aim in readings
    }
    columns = ["from", "to", "value", "met"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("aim")


def share_by_step(values, low, high, step):
    """The share of values in each step from low to high, by its middle; an edge counts above."""
    values = check_numbers("values", np.ravel(values))
    if not values.size:
        raise ValueError("values = [] is out of range: there must be one at least")
    edges = np.linspace(low, high, round((high - low) / step) + 1)
    counts, edges = np.histogram(values, edges)
    middles = pd.Index((edges[:-1] + edges[1:]) / 2, name="step")
    return pd.Series(counts / values.size, middles, name="share")


def by_experience(means, **parts):
    """A Panel of how often you hit and are hit by level, in both systems; means: of `by_level`."""

    def you_hit(sd):
        return means.loc[sd, ["overhaul", "vanilla"]]

    def they_hit(sd):
        return means.loc[sd, ["hurt", "hurt_vanilla"]].set_axis(["overhaul", "vanilla"], axis=1)

    axes = {"markers": True, "ylim": (0, 1.02), "xlabel": "experience level"}
    shown = [
        charts.lines(you_hit, title="You hit them", legend="lower right", **axes),
        charts.lines(they_hit, title="They hit you", legend="", **axes),
    ]
    late = means.loc[8.0, 20]
    looks = {
        "caption": "The kits change at levels 7 and 14 (start, mid-game, late), which makes the "
        "steps.",
        "words": partial(levels_in_words, means),
        "size": (9.6, 3.6),
        "guess": Guess(
            f"In vanilla a monster hits you {late['hurt_vanilla']:.0%} of the time at level 20. "
            "How often under the overhaul?",
            late["hurt"],
            high=0.5,
            step=0.01,
            plot=1,
            beside=20,
        ),
    }
    return Panel(shown, {"sd": sd_slider()}, **looks | parts)


def levels_in_words(means, sd):
    """Return both sides' chances to hit at levels 1, 10 and 20, as a text."""
    low, high = means.loc[sd].loc[[1, 20], "overhaul"]
    rows = means.loc[sd].loc[[1, 10, 20]].itertuples()
    return (
        f"You hit {low:.0%} of the time at level 1, and {high:.0%} at level 20. "
        + "; ".join(
            f"level {row.Index}: you hit {row.overhaul:.0%} (vanilla {row.vanilla:.0%}), they hit "
            f"{row.hurt:.0%} ({row.hurt_vanilla:.0%})"
            for row in rows
        ).capitalize()
        + "."
    )
