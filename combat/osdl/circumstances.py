"""Circumstances: modifiers from a file or an estimate, in turn, and two that are linked."""

import numpy as np
import pandas as pd
from scipy.special import logit

from combat.core.checks import check_numbers, scalar
from combat.osdl.rule import SCALE, elo, modified, modifier_for, odds_ratio
from combat.tables import read_table

_BASES = (0.05, 0.25, 0.5, 0.75, 0.95)


def read_modifiers(source, name=None):
    """Return a CSV of modifiers as a frame with columns name and modifier (a fraction).

    source: a path, or bytes with their file `name`. TableError names file, row, column.

    >>> read_modifiers(b"name,modifier\\nrain,-0.05\\n", "mine.csv")
       name  modifier
    0  rain     -0.05
    """
    return read_table(source, numeric=["modifier"], text=["name"], name=name)


def percent_slips(modifiers):
    """Return the names of the modifiers that look like percent instead of fractions: |m| >= 2.

    modifiers: a frame as from `read_modifiers`. Such modifiers are legal, but almost certainly
    mistakes: a modifier of 2, +200 %, multiplies the odds by more than four thousand.

    >>> percent_slips(read_modifiers(b"name,modifier\\nrain,-5\\nnight,0.1\\n"))
    ['rain']
    """
    return modifiers.loc[modifiers["modifier"].abs() >= 2, "name"].tolist()


def modifier_table(modifiers):
    """Return `modifiers` with each one's odds ratio, Elo difference and effect on each base.

    modifiers: a frame with a column modifier. The columns of the bases are named after them, "5%",
    "25%" and so on.

    >>> modifier_table(read_modifiers(b"name,modifier\\nrain,-0.05\\n"))["50%"].round(3).item()
    0.448
    """
    shifts = modifiers["modifier"].to_numpy()
    effects = {f"{base:.0%}": modified(base, shifts) for base in _BASES}
    return modifiers.assign(**{"odds ratio": odds_ratio(shifts), "Elo": elo(shifts)}, **effects)


def story(base, steps):
    """Return a base probability after each circumstance in turn, as a frame.

    steps: modifiers by name, in order, a Series or a dict. The index, "circumstance", is "base"
    and then the names. Columns: the "modifier" of the step and the "change" of the probability by
    it (both missing for the base), the "log-odds" and the "probability" after it. A step shifts
    the log-odds by the same amount at any position, so the last row is the same in any order.
    ValueError outside the domain of `modified`.

    The source's ninja, wounded, in the rain, by night:

    >>> steps = {"wound": -0.35, "night": 0.10, "rain": -0.05}
    >>> story(0.8, steps)[["modifier", "probability"]].round(3)
                  modifier  probability
    circumstance
    base               NaN        0.800
    wound            -0.35        0.479
    night             0.10        0.583
    rain             -0.05        0.532
    """
    shifts = np.array([0.0, *dict(steps).values()])
    chances = modified(base, np.cumsum(shifts))
    return pd.DataFrame(
        {
            "modifier": np.where(np.arange(shifts.size) == 0, np.nan, shifts),
            "log-odds": logit(base) + SCALE * np.cumsum(shifts),
            "probability": chances,
            "change": np.diff(chances, prepend=np.nan),
        },
        pd.Index(["base", *dict(steps)], name="circumstance"),
    )


def excess(first, second, together):
    """Return the modifier by which two circumstances together exceed the sum of both.

    first, second, together: the chance that 50 % becomes under each alone and under both, in
    (0, 1); they broadcast. 0 if they are independent. ValueError outside.

    >>> round(excess(0.6, 0.45, 0.4), 3)
    -0.145
    """
    alone = modifier_for(first) + np.asarray(modifier_for(second))
    return scalar(np.asarray(modifier_for(together) - alone))


def worst_error(beyond):
    """Return the greatest error, over all bases, of a sum that leaves out the modifier `beyond`.

    tanh(SCALE |beyond|/4), a difference of probabilities. It occurs where the computed chance and
    the true one lie equally far from one half, on opposite sides. beyond: as from `excess`,
    finite fractions; broadcasts. ValueError for infinities.

    >>> round(worst_error(-0.1), 4)
    0.1046
    """
    return scalar(np.tanh(SCALE * np.abs(check_numbers("beyond", beyond)) / 4))


def thumb_error(answers):
    """Return the error of the rule of thumb: the probability it leads to, minus the answer.

    "The modifier is just equal to that value minus 50%: m = pnew - 50%." answers: probabilities
    in [0, 1]; broadcasts. ValueError outside.

    >>> round(thumb_error(0.9), 3)
    -0.057
    """
    said = check_numbers("answers", answers, low=0, high=1)
    return scalar(modified(0.5, said - 0.5) - said)


def thumb_range(error=0.01):
    """Return the largest modifier, to 0.0001, at which the rule of thumb errs by less than `error`.

    "In most situations it is perfectly safe to stick to m = pnew - 50%": this is how far. The
    range is the same for negative modifiers. error: in (0, 1]. ValueError outside.

    >>> thumb_range()
    0.2539
    """
    limit = check_numbers("error", error, low=0, high=1, open_low=True)
    modifiers = np.arange(5001) / 10_000
    within = np.abs(thumb_error(0.5 + modifiers)) < limit
    if np.isnan(limit):
        return float("nan")
    first = within.argmin() if not within.all() else within.size
    return float(modifiers[first - 1])
