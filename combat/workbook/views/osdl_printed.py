"""Notebook 04: the abacus that the source prints and the correct one, and its printed results."""

import numpy as np
import pandas as pd
from scipy.special import expit

from combat.core.checks import check_numbers
from combat.core.words import minus
from combat.osdl import SCALE, modified, modifier_for, thumb_error, thumb_range
from combat.tables import read_table
from combat.workbook import Answer, Panel, Table, charts

ANSWERS = np.linspace(0.02, 0.98, 193)


def abacus():
    """Return a Panel of the abacus, from the game master's answer to the modifier: four ways."""
    x = {"percent": "xy", "xlim": (0, 1)}
    _, _, in_text, plotted = abaci([0.5]).iloc[0]

    def show():
        return Answer(
            f"The two printed curves miss the correct one, at 50% by {in_text:.0%} and "
            f"{plotted:.0%}.",
            charts.lines(abaci(), title="Modifier", **x | {"ylim": (-1, 1.1)}),
            charts.lines(
                thumb_errors(),
                guides=["over", "under"],
                title="Error of the rule of thumb",
                ylabel="what it makes of 50%, minus the answer",
                **x | {"ylim": (-0.12, 0.12)},
            ),
            note="The correct one follows p − 50% in the middle and bends away at both ends. The "
            f"rule of thumb is within one point for modifiers up to {thumb_range(0.01):.1%}; the "
            "grey lines are one percentage point off.",
        )

    return Panel(show)


def abaci(answers=ANSWERS):
    """The modifier for each answer in (0, 1) by four abaci, the correct one first."""
    # Then the rule of thumb, "m = pnew - 50%"; the relation printed in the text, "m = 1 / (1+
    # exp(-pnew))"; and what the source's script plots, which subtracts 0.5 from that and multiplies
    # by 4.2. The last two are the wrong way round: the logistic function turns a modifier into a
    # probability.
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


def thumb_errors():
    """The error of the rule of thumb for each answer, beside lines at +1 and -1 point."""
    index = pd.Index(ANSWERS, name="at 50% this would become")
    columns = {"error": thumb_error(index.to_numpy()), "over": 0.01, "under": -0.01}
    return pd.DataFrame(columns, index)


def as_printed(p):
    """A probability in percent cut to four characters, by the "%.4s" of the source's script."""
    return str(100 * float(check_numbers("p", p, low=0, high=1)))[:4]


def read_printed(source, name=None):
    """The source's printed results, as text, by base and modifiers, here fractions."""
    inputs = ["base", "first", "second"]
    table = read_table(source, numeric=inputs, text=["printed"], name=name)
    table[inputs] /= 100
    return table[[*inputs, "printed"]]


def with_computed(printed):
    """The printed results beside the computed ones, cut as the script does, and rounded."""
    chances = modified(printed["base"], printed["first"], printed["second"])
    decimals = printed["printed"].str.partition(".")[2].str.len()
    return printed.assign(
        probability=chances,
        computed=[as_printed(chance) for chance in chances],
        rounded=[f"{100 * p:.{n}f}" for p, n in zip(chances, decimals, strict=True)],
    )


def show_printed(printed):
    """A Table by base and modifier: one text where printed and computed agree, else both."""
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
