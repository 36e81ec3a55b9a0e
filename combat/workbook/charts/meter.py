"""A meter that fills and drains, and beside it what each possible roll does to it."""

from functools import partial
from itertools import pairwise

import numpy as np
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch, Rectangle

from combat.workbook.charts import palette
from combat.workbook.charts.chart import Chart, for_values
from combat.workbook.charts.text import minus

WON, LOST, FULL, DRAINED = palette.SERIES[:4]
TUBE, INK, SOFT = palette.RULED, palette.CURVE, palette.SOFT
_LETTER, _GAP, _DEEP = 1.9, 4, 13  # rolls a letter covers; where the strip begins, its height
_LOOKS = [  # of rolls on the strip: colour, opacity, and words from which the longest fits
    (WON, 1, ["succeeds", "yes"]),
    (WON, 0.8, ["succeeds, and pays", "succeeds, pays", "pays"]),
    (LOST, 0.8, ["fails", "no"]),
    (LOST, 1, ["fails, and is owed", "fails, owed", "owed"]),
]


def meter(levels, *, most, **axes):
    """Return a Chart of a meter as a tube, `most` high; levels: before and after a roll."""
    looks = {"xlim": (-0.6, 2.7), "ylim": _reach(most), "xticks": [], "yticks": []}
    looks |= {"aspect": 2.7 / most, "anchor": "W"}  # a slim tube, wherever it stands
    return Chart(levels, partial(_paint_meter, most=most), looks | axes, legend="", reads="")


def strip(rolls, *, start, mark, most, **axes):
    """Return a Chart of all rolls of a die side by side, and of the meter after each of them.

    rolls: a frame by roll, the meter after a success and after a failure; NaN for what isn't so.
    """
    paint = partial(_paint_strip, start=start, mark=mark, most=most)
    looks = {"ylim": _reach(most), "yticks": [], "xticks": []}
    return Chart(rolls, paint, looks | axes, legend="", drags=mark)


def _reach(most):
    return -most - _GAP - _DEEP - 12, most + 5


def _paint_meter(ax, frame, values, *, most):
    before, after = frame.iloc[:, 0].tolist()
    color = FULL if after >= 0 else DRAINED
    rounded = "round,pad=0,rounding_size=0.5"
    look = {"boxstyle": rounded, "mutation_aspect": 2 * most / 5, "linewidth": 0}
    tube = FancyBboxPatch((0, -most), 1, 2 * most, facecolor=TUBE, **look)
    ax.add_patch(tube)
    filled = Rectangle((0, min(0, after)), 1, abs(after), facecolor=color, linewidth=0)
    ax.add_patch(filled)
    filled.set_clip_path(tube)
    ax.plot([-0.15, 1.15], [0, 0], "-", color=INK, linewidth=1.4)
    ax.plot([0, 1], [before] * 2, ":", color=INK, linewidth=1.6)
    if abs(after - before) > 2:
        arrow = {"arrowstyle": "-|>", "mutation_scale": 13, "color": SOFT, "linewidth": 1.6}
        ends = (-0.33, before), (-0.33, after)
        ax.add_patch(FancyArrowPatch(*ends, shrinkA=0, shrinkB=0, **arrow))
    told = {"va": "center", "ha": "left"}
    ax.text(1.25, after, minus(f"{after:+.0f}"), fontsize=21, weight="bold", color=color, **told)
    if abs(after - before) > 14:
        ax.text(1.25, before, minus(f"before {before:.0f}"), fontsize=9, color=SOFT, **told)
    for place, word in ((most + 1, f"+{most}"), (-most - 1, f"−{most}")):
        ax.text(
            0.5, place, word, fontsize=8.8, color=SOFT, ha="center", va=("top", "bottom")[place > 0]
        )
    ax.set_axis_off()


def _paint_strip(ax, frame, values, *, start, mark, most):
    before, at = for_values(start, values), values[mark]
    rolls, won = frame.index.to_numpy(), frame.iloc[:, 0].notna().to_numpy()
    after = frame.iloc[:, 0].fillna(frame.iloc[:, 1]).to_numpy(float)
    level, low = after[rolls == at][0], -most - _GAP - _DEEP
    edges = np.append(rolls - 0.5, rolls[-1] + 0.5)
    for pays, color in ((True, FULL), (False, DRAINED)):
        moved = np.where((after > before) == pays, after, before)
        steps = np.append(moved, moved[-1])
        ax.fill_between(edges, before, steps, step="post", color=color, alpha=0.5, linewidth=0)
    ax.axhline(before, color=TUBE, linewidth=1.4, linestyle="-")
    ax.plot([edges[0], at, at], [level, level, low], ":", color=INK, linewidth=1.6)
    ax.plot([at], [level], "o", color=INK, markersize=8)
    for first, last, (color, shade, words) in _zones(won, after - before):
        box = (edges[first], low), last - first, _DEEP
        ax.add_patch(Rectangle(*box, facecolor=color, alpha=shade, linewidth=0))
        word = next((one for one in words if len(one) * _LETTER < last - first), "")
        middle = (edges[first] + edges[last]) / 2
        ax.text(middle, low - 2, word, fontsize=10, color=color, ha="center", va="top")
    made = {"facecolor": palette.WHITE, "edgecolor": INK, "linewidth": 2}
    ax.add_patch(Rectangle((at - 4, low - 1.5), 8, _DEEP + 3, zorder=3, **made))
    middle = {"ha": "center", "va": "center"}
    ax.text(at, low + _DEEP / 2, f"{at}", fontsize=10, weight="bold", zorder=4, **middle)
    ax.set_xlim(edges[0] - 4, edges[-1] + 4)
    ax.set_axis_off()


def _zones(won, change):
    """(first, last, how they look) of rolls in a row that do alike."""
    kinds = np.where(won, 0, 2) + (change != 0)
    ends = [0, *(np.flatnonzero(np.diff(kinds)) + 1), len(kinds)]
    return [(first, last, _LOOKS[kinds[first]]) for first, last in pairwise(ends)]
