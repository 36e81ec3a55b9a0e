"""Notebook 02: a roll under the Luck meter, the source's examples, and a battle roll by roll.

How often rolls succeed in the long run stands in `luck_rates`.
"""

from functools import cache
from itertools import pairwise

import numpy as np
import pandas as pd

from combat.luck import resolve, roll_by_roll
from combat.workbook import Answer, Panel, Table, charts, slider
from combat.workbook.charts.palette import BLACK, RULED, SERIES, SOFT

_fought = cache(roll_by_roll)

# How the numbers in the tables of the notebook are written.
FORMATS = {
    "paid or owed": lambda points: f"{points:+d}",
    **dict.fromkeys(["25%", "50%", "75%", "three misses", "a miss", "two misses"], ".1%"),
}
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


def one_roll(examples):
    """Return a Panel of the Luck after each possible roll; the source's examples are presets."""

    def show(roll, chance, start):
        title, _, why = roll_in_words(chance, start, roll).partition(". ")
        return Answer(
            f"{title}.",
            tube(start, resolve(chance, start, roll).luck),
            strip(every_roll(chance, start), start, roll),
            note=f"{why} The strip is all rolls from 1 to 100; above it, where each of them leaves "
            "the meter. Drag the dotted line.",
        )

    settings = examples.assign(start=examples.luck, roll=examples.succeeds_up_to.clip(lower=1))
    settings = settings[["chance", "start", "roll"]].set_index("example " + examples.index)
    return Panel(
        show,
        roll=slider("roll", 1, 100, 80),
        chance=slider("chance shown", 0, 100, 75, unit="%"),
        start=slider("Luck", -MOST, MOST, 0, unit="points"),
        presets=settings.to_dict("index"),
    )


def every_roll(chance, start=0):
    """The Luck after each roll of 1 to 100, as success or failure; NaN in the other column."""
    rolls = pd.RangeIndex(1, 101, name="roll")
    after = resolve(chance, start, rolls.to_numpy())
    return by_outcome(pd.DataFrame({"success": after.success, "Luck": after.luck}, rolls))


def by_outcome(rolls):
    """The Luck after each roll of `roll_by_roll` as success or failure; NaN in the other column."""
    luck, won = rolls["Luck"].astype(float), rolls["success"]
    return pd.DataFrame({"success": luck.where(won), "failure": luck.mask(won)})


def roll_in_words(chance, start, roll):
    """Return the result of one roll as a text; all in points. ValueError outside the domain."""
    after = resolve(chance, start, roll)
    outcome, sign = ("succeeds", "at most") if after.success else ("fails", "above")
    total = f"{chance} {'−' if start < 0 else '+'} {abs(start)} = {chance + start}"
    change = after.luck - start
    moved = f"{'rises' if change > 0 else 'falls'} by {abs(change)}" if change else "stays"
    return (
        f"A roll of {roll} {outcome}, and Luck {moved}. It is {sign} {total}; Luck: {start} → "
        f"{after.luck}."
    )


def worked_examples(examples):
    """A text's examples (luck, chance, printed_up_to) beside computed results, in points."""
    names = {"luck": "Luck", "printed_up_to": "printed: succeeds up to"}
    found = examples[["chance", *names]].rename(columns=names)
    after = [every_roll(row.chance, row.luck) for row in examples.itertuples()]
    found["computed"] = [one["success"].count() for one in after]
    for end in ("success", "failure"):
        found[f"Luck after {end}"] = [_span(one[end]) for one in after]
    return found


def _span(luck):
    """The least and the greatest of some values as a text."""
    ends = sorted({luck.min(), luck.max()}) if luck.count() else []
    return " to ".join(f"{end:.0f}" for end in ends) or "–"


def battle():
    """Return a Panel of a battle roll by roll: Luck, the chance really played, the last rolls."""

    def show(chance, rolls, seed):
        played = _fought(chance, rolls, seed=seed)
        options = {"title": "Luck after each roll", "ylim": (-60, 60), "percent": ""}
        return Answer(
            f"{played['success'].sum()} of {rolls} rolls at {chance}% succeed, "
            f"{played['success'].mean():.0%}.",
            charts.points(by_outcome(played), xlim=(0, 61), **options)
            + charts.lines(played[["Luck"]], guides=["Luck"]),
            charts.steps(
                played[["played", "shown"]],
                where="mid",
                guides=["shown"],
                title="Chance really played",
                ylim=(-0.02, 1.02),
                xlim=(0, 61),
            ),
            table=_last_rolls(played),
            note="Grey: the path of Luck in the first picture, the chance shown in the second.",
        )

    return Panel(
        show,
        chance=slider("chance shown", 0, 100, 75, unit="%"),
        rolls=slider("rolls so far", 1, 60, 30),
        seed=slider("seed", 1, 99, 1),
        cost=8,
    )


def _last_rolls(played):
    """The last five rolls of a battle as a Table."""
    rolls = played.tail(5)[["die", "succeeds up to", "success", "paid or owed", "Luck"]]
    outcome = rolls["success"].map({True: "success", False: "failure"})
    rolls = rolls.assign(success=outcome).rename(columns={"success": "outcome"})
    return Table(rolls, caption="The last rolls", formats=FORMATS)


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
        title="Luck after each possible roll",
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
