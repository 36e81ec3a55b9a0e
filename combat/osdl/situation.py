"""A probability under several circumstances, step by step."""

import numpy as np
import pandas as pd
from scipy.special import logit

from combat.osdl.rule import SCALE, modified


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
