"""Notebook 02's meter that fills and drains, and beside it what each possible roll does to it."""

from itertools import pairwise

import numpy as np

from combat.workbook import charts
from combat.workbook.charts.palette import BLACK, RULED, SERIES, SOFT

MOST = 54  # points that the meter goes from 0, whatever is rolled
_WON, _LOST, _FULL, _DRAINED = SERIES[:4]
_LOW, _DEEP = -MOST - 17, 13  # where the strip of rolls begins, and how high it is
_LETTER = 1.9  # rolls that a letter covers
_LOOKS = [  # of rolls on the strip: colour, opacity, and words from which the longest fits
    (_WON, 1, ["succeeds", "yes"]),
    (_WON, 0.7, ["succeeds, and pays", "succeeds, pays", "pays"]),
    (_LOST, 0.7, ["fails", "no"]),
    (_LOST, 1, ["fails, and is owed", "fails, owed", "owed"]),
]
_LIMITS = {"ylim": (_LOW - 24, MOST + 12), "percent": "", "bare": True}


def tube(before, after):
    """Return a Chart of the meter before and after a roll, in points."""
    color = _FULL if after >= 0 else _DRAINED
    shown = charts.box(0, -MOST, 1, MOST, RULED, xlim=(-0.6, 2.9), title="Luck", **_LIMITS)
    shown += charts.box(0, min(0, after), 1, max(0, after), color)
    shown += charts.path([-0.15, 1.15], [0, 0]) + charts.path([0, 1], [before] * 2, dash=3)
    if abs(after - before) > 2:
        shown += charts.path([-0.33] * 2, [before, after], SOFT, arrow=True)
    if abs(after - before) > 14:
        shown += charts.texts([1.2], [before], [f"before {before:.0f}"], anchor="start", color=SOFT)
    ends = charts.texts([0.5] * 2, [MOST + 7, -MOST - 7], [f"+{MOST}", f"−{MOST}"], color=SOFT)
    level = charts.texts([1.2], [after], [f"{after:+.0f}"], anchor="start", size=26, bold=True)
    return shown + ends + level


def strip(rolls, before, roll):
    """Return a Chart of all rolls of a die side by side, and of the meter after each of them.

    rolls: a frame by roll, the meter after a success and after a failure; NaN for what isn't so.
    """
    won = rolls["success"].notna().to_numpy()
    after = rolls["success"].fillna(rolls["failure"])
    first, last, level = rolls.index[0] - 0.5, rolls.index[-1] + 0.5, after[roll]
    shown = charts.steps(
        after.rename("Luck"),
        where="mid",
        colors={"Luck": SOFT},
        mark="roll",
        xlim=(first - 4, last + 4),
        title="Where each possible roll leaves it",
        **_LIMITS,
    )
    at_first = after * 0 + before
    shown += charts.between(at_first, after.clip(lower=before), _FULL)
    shown += charts.between(after.clip(upper=before), at_first, _DRAINED)
    shown += charts.path([first, last], [before] * 2, RULED)
    shown += charts.path([first, roll], [level] * 2, dash=3)
    for begin, end, (color, shade, words) in _zones(won, (after != before).to_numpy()):
        word = next((one for one in words if len(one) * _LETTER < end - begin), "")
        shown += charts.box(first + begin, _LOW, first + end, _LOW + _DEEP, color, opacity=shade)
        shown += charts.texts([first + (begin + end) / 2], [_LOW - 9], [word], color=color)
    box = charts.box(roll - 4, _LOW - 1.5, roll + 4, _LOW + _DEEP + 1.5, BLACK)
    return shown + box + charts.texts([roll], [_LOW + _DEEP / 2], [roll], color=RULED, bold=True)


def _zones(won, changed):
    """(first, last, how they look) of rolls in a row that do alike."""
    kinds = np.where(won, 0, 2) + changed
    ends = [0, *(np.flatnonzero(np.diff(kinds)) + 1), len(kinds)]
    return [(first, last, _LOOKS[kinds[first]]) for first, last in pairwise(ends)]
