"""The pictures and tables of notebook 04: curves, abaci, situations, the printed results."""

import numpy as np
import pandas as pd
from scipy.special import expit

from combat.core.checks import check_numbers
from combat.osdl import SCALE, flat, modified, modifier_for, thumb_error
from combat.tables import read_table

BASES = np.arange(201) / 200  # 0 to 1 in steps of half a percentage point
ANSWERS = np.linspace(0.02, 0.98, 193)
ORDERS = ("as listed", "worst first", "best first")


def circumstances(modifiers, ticked, *, own=0.0, order="as listed"):
    """Return the modifiers that apply, by name and in order, as a Series.

    modifiers: a frame as from `read_modifiers`. ticked: {name: whether it applies}; names that it
    leaves out don't apply. own: a modifier to add as "my own", unless it is 0. order: one of
    `ORDERS`; equal modifiers stay as listed. ValueError for another order.
    """
    if order not in ORDERS:
        raise ValueError(f"order = {order!r} is unknown: it must be one of {', '.join(ORDERS)}")
    steps = modifiers.set_index("name")["modifier"]
    steps = steps[[bool(ticked.get(name)) for name in steps.index]]
    if own:
        steps = pd.concat([steps, pd.Series({"my own": float(own)})])
    if order == "as listed":
        return steps
    return steps.sort_values(ascending=order == "worst first", kind="stable")


def curves(modifiers, bases=BASES):
    """Return the modified base probabilities, a column for each modifier, as a frame.

    modifiers: {name of the column: modifier}. The index is the "base probability".
    ValueError outside the domain of `modified`.
    """
    index = pd.Index(bases, name="base probability")
    made = {name: modified(index.to_numpy(), m) for name, m in dict(modifiers).items()}
    return pd.DataFrame(made, index)


def against_flat(m, bases=BASES):
    """Return the effect of m as a modifier and as a flat bonus, by base probability: a frame.

    The index is the "base probability"; columns "modifier", "flat bonus" and "unchanged".
    ValueError outside the domain of `modified`.
    """
    table = curves({"modifier": m, "unchanged": 0}, bases)
    table.insert(1, "flat bonus", flat(table.index.to_numpy(), m))
    return table


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


def by_dependence(first, second, together, bases=BASES):
    """Return the effect of two modifiers' sum beside their true effect together: a frame.

    first, second, together: answers as in `excess`. The index is the base probability; columns
    summed and together (probabilities), and error, summed less together. ValueError outside.
    """
    alone = modifier_for(first) + modifier_for(second)
    found = curves({"summed": alone, "together": modifier_for(together)}, bases)
    return found.assign(error=found["summed"] - found["together"])


def with_total(modifiers):
    """Return a frame of modifiers with one more row, "all together": their sum.

    "Modifiers have to be summed, it results in a global modifier."
    """
    total = pd.DataFrame({"name": ["all together"], "modifier": [modifiers["modifier"].sum()]})
    return pd.concat([modifiers, total], ignore_index=True)


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
