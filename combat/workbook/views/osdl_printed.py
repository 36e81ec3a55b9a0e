"""Notebook 04: the abacus that the source prints and the correct one, and its printed results."""

import numpy as np
import pandas as pd
from scipy.special import expit

from combat.core.checks import check_numbers
from combat.osdl import SCALE, modified, modifier_for, thumb_error, thumb_range
from combat.tables import read_table
from combat.workbook import charts
from combat.workbook.charts.text import minus
from combat.workbook.panel.panel import Panel
from combat.workbook.panel.table import Table

ANSWERS = np.linspace(0.02, 0.98, 193)


def abacus(**parts):
    """Return a Panel of the abacus, from the game master's answer to the modifier: four ways."""
    axes = {"percent": "xy", "xlim": (0, 1), "xlabel": "at 50% this would become"}
    shown = [
        charts.lines(abaci(), ylim=(-1, 1.1), title="Modifier", legend="lower right", **axes),
        charts.lines(
            thumb_errors(),
            guides=["over", "under"],
            ylim=(-0.12, 0.12),
            title="Error of the rule of thumb",
            ylabel="what it makes of 50%, minus the answer",
            **axes,
        ),
    ]
    looks = {
        "caption": "The abacus: from the game master's answer to the modifier. The grey lines of "
        "the second picture are one percentage point off.",
        "words": abacus_in_words(),
        "size": (9.6, 3.7),
    }
    return Panel(shown, **looks | parts)


def abacus_in_words():
    """Return in a text where the abaci agree."""
    _, _, in_text, plotted = abaci([0.5]).iloc[0]
    return (
        f"The two printed curves miss the correct one, at 50% by {in_text:.0%} and {plotted:.0%}. "
        "It follows p − 50% in the middle and bends away at both ends. The rule of thumb is "
        f"within one point for modifiers up to {thumb_range(0.01):.1%}."
    )


def abaci(answers=ANSWERS):
    """Return the modifier for each answer by four abaci, a column for each, as a frame.

    answers: probabilities in (0, 1), the index. The columns, in order: the correct abacus,
    ln(p/(1 - p))/4.2; the rule of thumb, "m = pnew - 50%"; the relation printed in the text,
    "m = 1 / (1+ exp(-pnew))"; and what the source's script plots, which subtracts 0.5 from that
    and multiplies by 4.2. The last two are the wrong way round: the logistic function turns a
    modifier into a probability. ValueError outside (0, 1).
    """
    index = pd.Index(answers, name="at 50% this would become")
    said = index.to_numpy()
    return pd.DataFrame(
        {
            "correct: ln(p/(1 − p))/4.2": modifier_for(said),
            "rule of thumb: p − 50%": said - 0.5,
            "printed in the text": expit(said),
            "plotted by the script": SCALE * (expit(said) - 0.5),
        },
        index,
    )


def thumb_errors(answers=ANSWERS, *, band=0.01):
    """Return the error of the rule of thumb for each answer, as a frame.

    Columns: "error" as from `thumb_error`, and "over" and "under", which are +band and -band
    everywhere, to compare it with. answers: probabilities in [0, 1], the index. ValueError
    outside.
    """
    index = pd.Index(answers, name="at 50% this would become")
    columns = {"error": thumb_error(index.to_numpy()), "over": band, "under": -band}
    return pd.DataFrame(columns, index)


def as_printed(p):
    """Return a probability as the source's script prints it: in percent, cut to four characters.

    The script's "%.4s" cuts the text of the number and doesn't round. p: one number in [0, 1].
    """
    return str(100 * float(check_numbers("p", p, low=0, high=1)))[:4]


def read_printed(source, name=None):
    """Return the source's printed results as a frame.

    The file has percentages. Here the columns base, first and second (the modifiers) are
    fractions; printed is text, as in the source. source: a path, or bytes with their file `name`.
    TableError names file, row and column.
    """
    inputs = ["base", "first", "second"]
    table = read_table(source, numeric=inputs, text=["printed"], name=name)
    table[inputs] /= 100
    return table[[*inputs, "printed"]]


def with_computed(printed):
    """Return the printed results beside the computed ones, as a frame.

    printed: as from `read_printed`. New columns: the "probability", and in percent, as texts,
    "computed" (cut as the source's script does) and "rounded" (to as many decimals as printed).
    """
    chances = modified(printed["base"], printed["first"], printed["second"])
    decimals = printed["printed"].str.partition(".")[2].str.len()
    return printed.assign(
        probability=chances,
        computed=[as_printed(chance) for chance in chances],
        rounded=[f"{100 * p:.{n}f}" for p, n in zip(chances, decimals, strict=True)],
    )


def show_printed(printed):
    """Return a Table of the results under one modifier, by base and modifier.

    printed: rows as from `with_computed`, with one modifier each. A cell has one text where the
    printed and the computed number agree, else both.
    """
    agree = printed["printed"] == printed["computed"]
    both = printed["printed"] + " | " + printed["computed"]
    cells = printed.assign(shown=printed["printed"].where(agree, both))
    grid = cells.pivot_table("shown", "base", "first", aggfunc="first")
    grid.columns = [minus(f"{m:+.0%}") for m in grid.columns]
    return Table(
        grid.reset_index(),
        formats={"base": ".0%"},
        caption="In percent, by base and modifier: one number where the printed and the computed "
        "one agree, else both, printed | computed",
    )


def show_combined(printed):
    """Return a Table of the results under two modifiers. printed: rows as from `with_computed`."""
    return Table(
        printed[["base", "first", "second", "printed", "computed"]],
        formats={"base": ".0%", "first": "+.0%", "second": lambda m: f"{m:+.0%}" if m else "–"},
    )
