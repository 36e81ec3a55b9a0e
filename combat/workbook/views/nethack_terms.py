"""The terms of notebook 03's overhaul: what each is worth, and how they add up.

circumstances: as from `read_circumstances`.
"""

import pandas as pd

from combat.nethack import hit_chance, tornado
from combat.workbook import Answer, Panel, charts, choice, slider
from combat.workbook.views.nethack import sd_slider

_SHOWN = 16  # terms
# Situations that repeat the term of another one, and one that lies between two such terms.
_SHOWN_ALREADY = [
    "distance 8, by spell",
    "divine protection 9",
    "arrow from the hand",
    "spell protection 8 over divine 6",
]
_NOTHING = "nothing"
_OFFERED = ["distance 8", "gigantic defender", "skill Expert"]


def terms(circumstances):
    """Return a Panel of the greatest effects of single terms on the chance to hit."""

    def show(sd, at):
        found = greatest_effects(circumstances, sd=sd, at=at, count=_SHOWN)
        most = found["effect"].iloc[0]
        return Answer(
            f"The greatest term is {found.index[0]} {100 * most:+.1f} percentage points.",
            charts.rows(
                found,
                effects=True,
                xlim=charts.room(found, (-0.6, -1), (0.6, 1)),
                xlabel="change of the chance to hit (percentage points)",
            ),
            note=f"Without it a blow hits {hit_chance(at, sd=sd):.0%} of the time. In brackets the "
            "points of each; blue helps the attacker, orange the defender.",
        )

    at = slider("net without the term", -16, 16, 0, unit="points")
    return Panel(show, sd=sd_slider(), at=at)


def greatest_effects(circumstances, *, sd=8.0, at=0.0, count=24):
    """The `count` greatest of `tornado`, named with their points; equal terms count once."""
    effects = tornado(circumstances, sd=sd, at=at).drop(_SHOWN_ALREADY).query("effect != 0")
    lines = [f"{line} ({points:+.3g})" for line, points in _moved(effects)[:count].items()]
    return pd.DataFrame({"effect": effects["effect"].to_numpy()[:count]}, lines)


def _moved(effects):
    """By how much each term of `tornado` moves the net, a series."""
    return effects["points"] * effects["side"].map({"attacker": 1, "defender": -1})


def added_up(circumstances):
    """Return a Panel of a blow's chance to hit as up to three terms are added to its net."""
    points = _moved(tornado(circumstances).query("effect != 0")).to_dict()

    def show(at, **chosen):
        steps = term_by_term(points, at, *chosen.values())
        net = steps["net"].iloc[-1]
        return Answer(
            f"Together they take a blow from {hit_chance(at):.1%} to {hit_chance(net):.1%}.",
            charts.rows(steps[["chance", "side"]], by="side", title="Chance to hit, term by term"),
            note=f"The net goes from {at:+g} to {net:+.3g} points; at 0 a blow hits every second "
            "time (standard deviation 8). Blue helps the attacker, orange the defender.",
        )

    names = [_NOTHING, *sorted(points, key=str.lower)]
    return Panel(
        show,
        at=slider("net without them", -16, 16, 0, unit="points"),
        **{
            place: choice(place, names, name, exported=[_NOTHING, *_OFFERED])
            for place, name in zip(("first", "second", "third"), _OFFERED, strict=True)
        },
    )


def term_by_term(points, at, *lines):
    """Return net, chance and whom it helps, without the terms and after each: a frame by term."""
    steps = [(f"net {at:+g}", at, "draw")]
    for line in dict.fromkeys(one for one in lines if one != _NOTHING):  # none counts twice
        side = "attackers" if points[line] > 0 else "defenders"
        steps.append((f"{line} ({points[line]:+.3g})", steps[-1][1] + points[line], side))
    found = pd.DataFrame(steps, columns=["term", "net", "side"]).set_index("term")
    return found.assign(chance=hit_chance(found["net"]))
