"""The abacus: from a game master's answer to the modifier that it means.

"Should the studied element of context occur, what would be the new probability of success
(pnew)?" - asked of someone who succeeds half the time.
"""

import numpy as np
import pandas as pd
from scipy.special import expit

from combat.domain import numbers, plain
from combat.osdl.rule import SCALE, modified, modifier_for

ANSWERS = np.linspace(0.02, 0.98, 193)


def abaci(answers=ANSWERS):
    """Return the modifier for each answer after four abaci, a column for each, as a frame.

    answers: probabilities in (0, 1), the index. In this order: the correct one, ln(p/(1 - p))/4.2;
    the rule of thumb, "m = pnew - 50%"; the relation printed in the text,
    "m = 1 / (1+ exp(-pnew))"; and what the source's script plots, which takes 0.5 off that and
    multiplies by 4.2. The last two are the wrong way round: the logistic function leads from a
    modifier to a probability. ValueError outside (0, 1).

    >>> abaci([0.5, 0.75]).round(2).to_numpy()
    array([[0.  , 0.  , 0.62, 0.51],
           [0.26, 0.25, 0.68, 0.75]])
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


def thumb_error(answers, *, scale=SCALE):
    """Return by how much the rule of thumb misses: what it makes of 50 %, less the answer.

    "The modifier is just equal to that value minus 50%: m = pnew - 50%." answers: probabilities
    in [0, 1]; broadcasts. ValueError outside.

    >>> round(thumb_error(0.9), 3)
    -0.057
    """
    said = numbers("answers", answers, low=0, high=1)
    return plain(modified(0.5, said - 0.5, scale=scale) - said)


def thumb_errors(answers=ANSWERS, *, band=0.01):
    """Return the error of the rule of thumb for each answer, as a frame.

    Columns: "error" as from `thumb_error`, and "over" and "under", the ends of a band around 0 to
    hold it against: +band and -band everywhere. answers: probabilities in [0, 1], the index.
    ValueError outside.

    >>> thumb_errors([0.6, 0.9]).round(3).to_numpy()
    array([[ 0.003,  0.01 , -0.01 ],
           [-0.057,  0.01 , -0.01 ]])
    """
    index = pd.Index(answers, name="at 50% this would become")
    columns = {"error": thumb_error(index.to_numpy()), "over": band, "under": -band}
    return pd.DataFrame(columns, index)


def thumb_range(error=0.01, *, scale=SCALE):
    """Return up to which modifier, to 0.0001, the rule of thumb misses by less than `error`.

    "In most situations it is perfectly safe to stick to m = pnew - 50%": here is how far. The
    range is the same up and down. error: in (0, 1]. ValueError outside.

    >>> thumb_range()
    0.2539
    """
    limit = numbers("error", error, low=0, high=1, open_low=True)
    modifiers = np.arange(5001) / 10_000
    within = np.abs(thumb_error(0.5 + modifiers, scale=scale)) < limit
    if np.isnan(limit):
        return float("nan")
    first = within.argmin() if not within.all() else within.size
    return float(modifiers[first - 1])
