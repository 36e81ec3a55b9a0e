"""All kits against all monsters in notebook 03: nets and their chances, by stage and by level.

sd: the standard deviation, in points.
"""

from functools import cache

import numpy as np
import pandas as pd

from combat.nethack import AIMS, STAGES, aims_met, boss_ev, hit_chance
from combat.workbook import Answer, Guess, Panel, Table, charts, choice, slider
from combat.workbook.views.nethack import sd_slider

_NETS = np.arange(-24, 25)  # points


def from_nets(everybody, measured):
    """A Panel of the kits' nets and the chances they give; measured: from `aims`, shown below."""
    formats = dict.fromkeys(["from", "to", "value"], ".1%")
    formats["met"] = {True: "met", False: "missed"}.get

    def show(sd, stage):
        nets, found = everybody.mean_nets(stage), aims_at(measured, sd)
        points = nets.to_numpy()
        by_net = pd.Series(hit_chance(_NETS, sd=sd), _NETS, name="chance").rename_axis("net")
        x = {"xlim": (-24, 24), "xlabel": "net (points)"}
        return Answer(
            f"With a standard deviation of {sd:.1f}, {found['met'].sum()} of {len(found)} aims are "
            "met.",
            charts.bars(
                share_by_step(nets, -24, 24, 1),
                ylim=(0, 0.2),
                title="Net of each kit at each monster",
                **x,
            ),
            charts.lines(by_net, title="From net to chance", **x),
            charts.bars(
                share_by_step(hit_chance(points, sd=sd), 0, 1, 0.05),
                percent="xy",
                xlim=(0, 1),
                ylim=(0, 0.7),
                xlabel="chance to hit",
                title="How likely they are to hit",
            ),
            table=Table(found, formats=formats),
            note=f"The nets of the {stage} kits go from {points.min():.0f} to {points.max():.0f}, "
            f"{points.mean():+.1f} on average. A small standard deviation drives the chances to "
            "both ends, a large one to the middle.",
        )

    return Panel(show, sd=sd_slider(), stage=choice("kits", list(STAGES)), cost=8)


def aims_at(measured, sd):
    """The aims by name: from, to, value, met; measured: from `aims` with a row for this sd."""
    frame = pd.DataFrame(AIMS, columns=["aim", "column", "from", "to"]).set_index("aim")
    values = measured.loc[sd, frame.pop("column")].to_numpy()
    return frame.assign(value=values, met=aims_met(measured).loc[sd])


def share_by_step(values, low, high, step):
    """The share of values in each step from low to high, by its middle; an edge counts above."""
    edges = np.linspace(low, high, round((high - low) / step) + 1)
    counts, edges = np.histogram(values, edges)
    middles = pd.Index((edges[:-1] + edges[1:]) / 2, name="step")
    return pd.Series(counts / np.size(values), middles, name="share")


def by_experience(means):
    """A Panel of how often you hit and are hit by level, in both systems; means: of `by_level`."""

    def show(sd):
        now = means.loc[sd]
        you = now[["overhaul", "vanilla"]]
        they = now[["hurt", "hurt_vanilla"]].set_axis(you.columns, axis=1)
        axes = {"markers": True, "ylim": (0, 1.02), "xlabel": "experience level"}
        return Answer(
            f"You hit {you['overhaul'][1]:.0%} of the time at level 1, and "
            f"{you['overhaul'][20]:.0%} at level 20.",
            charts.lines(you, title="You hit them", legend=False, **axes),
            charts.lines(they, title="They hit you", **axes),
            note="The kits change at levels 7 and 14 (start, mid-game, late), which makes the "
            "steps.",
        )

    late = means.loc[8.0, 20]
    return Panel(
        show,
        sd=sd_slider(),
        guess=Guess(
            f"In vanilla a monster hits you {late['hurt_vanilla']:.0%} of the time at level 20. "
            "How often under the overhaul?",
            late["hurt"],
        ),
    )


def bosses(everybody):
    """Return a Panel of the EV that each boss would need to be hit with a chosen chance."""

    @cache
    def found(chance, sd):
        needs = boss_ev(everybody, chance, sd=sd)
        return needs.sort_values("change", ascending=False, kind="stable")

    formats = {"now": ".0%", "EV": "+.1f", "needed": "+.1f", "change": "+.1f"}

    def lacking(needs):
        return int((needs["change"] > 0.5).sum())

    def show(chance, sd):
        needs = found(chance, sd)
        change = needs["change"]
        return Answer(
            f"{lacking(needs)} of {len(needs)} bosses need over half a point more EV.",
            charts.rows(
                needs[["change"]],
                effects=True,
                percent="",
                xlim=charts.room(change, (-9, -20), (15, 25)),
                xlabel="change of EV (points)",
            ),
            table=Table(needs, formats=formats),
            note=f"To be hit {chance:.0%} of the time by late kits; {needs.index[0]} needs most, "
            f"{change.iloc[0]:+.1f}. Blue: so much more EV than the split gives; orange: less. "
            f"The EV needed runs from {needs['needed'].min():.1f} to {needs['needed'].max():.1f}.",
        )

    count = len(found(0.6, 8.0))
    return Panel(
        show,
        chance=slider("late kits hit it", 0.3, 0.9, 0.6, step=0.05, percent=True),
        sd=sd_slider(),
        cost=8,
        guess=Guess(
            f"Late kits should hit each boss 60% of the time. How many of the {count} bosses need "
            "more EV than they have, by over half a point?",
            lacking(found(0.6, 8.0)),
            among=range(count + 1),
            unit="bosses",
        ),
    )
