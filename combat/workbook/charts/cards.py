"""A round of a battle: fighters as cards, hit points as pips, blows between them."""

from functools import partial

import numpy as np
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from combat.workbook.charts import palette
from combat.workbook.charts.calls import given
from combat.workbook.charts.chart import Chart
from combat.workbook.charts.glyphs import COLORS, glyph

HARMLESS, FALLEN = palette.GREY, palette.RED
_INK, _EDGE = palette.CURVE, palette.GREY
_WIDE, _HIGH = 0.38, 0.82  # of a card: a share of the picture's width, and of its row
_ROW, _PIP = 10, 0.026  # pips in a row, and from one to the next
_GLYPH, _BESIDE = 0.045, 0.1  # from the left end of a card to its glyph, and to its pips


def cards(blows, fighters, **axes):
    """Return a Chart of one round of a battle: the first side on the left, an arrow for all blows.

    blows(values): a frame of side, attacker, target, blows (how many) and damage (of them all).
    fighters(values): hit points `before` and `after` by (side, name). The rest: see `Chart`.
    """
    return Chart(blows, partial(_paint, fighters=fighters), axes, reads="")


def _paint(ax, blows, values, *, fighters):
    standing = given(fighters, values)
    places = _places(standing.index)
    sides = [*dict.fromkeys(side for side, _ in standing.index)]
    for at, blow in enumerate(blows.itertuples()):
        _arrow(ax, blow, places, at)
    for (side, name), left in standing.iterrows():
        points = int(left["before"]), int(left["after"])
        _card(ax, *places[side, name], name, sides.index(side), *points)
    rows = max(3, *(2 * abs(y) + 1 for _, y in places.values()))
    ax.set(xlim=(0, 1), ylim=(-rows / 2, rows / 2))
    ax.set_axis_off()


def _places(index):
    """{(side, name): the left end and the middle of its card}, both sides in the middle."""
    found = {}
    for at, side in enumerate(dict.fromkeys(side for side, _ in index)):
        names = [name for one, name in index if one == side]
        for row, name in enumerate(names):
            found[side, name] = (at * (1 - _WIDE), (len(names) - 1) / 2 - row)
    return found


def _card(ax, x, y, name, side, before, after):
    edge = FALLEN if not after else _EDGE
    looks = {"boxstyle": "round,pad=0,rounding_size=0.02", "mutation_aspect": 6}
    corner = x + 0.004, y - _HIGH / 2
    box = FancyBboxPatch(
        corner, _WIDE - 0.008, _HIGH, facecolor=palette.WHITE, edgecolor=edge, **looks
    )
    ax.add_patch(box)
    color = _INK if after else FALLEN
    glyph(ax, x + _GLYPH, y - 0.15, name, side)
    ax.text(x + 0.015, y + 0.22, name, fontsize=9, va="center", color=color)
    pips = np.arange(before)
    rows = -(-before // _ROW)
    across = x + _BESIDE + 0.01 + _PIP * (pips % _ROW)
    up = y - 0.15 + (0.09 if rows > 1 else 0) - 0.2 * (pips // _ROW)
    size = 6 if rows == 1 else 4.5
    ax.plot(across[:after], up[:after], "o", color=COLORS[side], markersize=size)
    rings = {"markerfacecolor": palette.WHITE, "markeredgewidth": 1.6, "color": COLORS[side]}
    ax.plot(across[after:], up[after:], "o", markersize=size, **rings)
    if not after:
        at = across[:_ROW].max(initial=x) + 0.02
        ax.text(at, y - 0.15, "falls", fontsize=9, va="center", color=FALLEN)


def _arrow(ax, blow, places, number):
    x, y = places[blow.side, blow.attacker]
    (other,) = {side for side, _ in places} - {blow.side}
    to_x, to_y = places[other, blow.target]
    ahead = 1 if x < to_x else -1
    start, end = (x + _WIDE if ahead > 0 else x), (to_x if ahead > 0 else to_x + _WIDE)
    # Blows of the two sides pass each other: each side's a little higher, or lower, than the other.
    spread = 0.06 * (number % 5 - 2)
    ends = (start, y + 0.1 * ahead), (end - 0.005 * ahead, to_y + 0.1 * ahead + spread)
    color = COLORS[ahead < 0] if blow.damage > 0 else HARMLESS
    width = min(1.1 + 0.35 * (blow.blows - 1), 3.2) + (0.7 if blow.damage > 0 else 0)
    looks = {"arrowstyle": "-|>", "mutation_scale": 11, "color": color, "linewidth": width}
    bent = {"connectionstyle": f"arc3,rad={0.05 + 0.03 * (number % 3)}"}
    ax.add_patch(FancyArrowPatch(*ends, shrinkA=0, shrinkB=0, **looks, **bent))
