"""The abacus: turns a game master's estimate into a modifier.

"Should the studied element of context occur, what would be the new probability of success
(pnew)?" - for someone who succeeds half the time.
"""

import numpy as np

from combat.core.checks import check_numbers, scalar
from combat.osdl.rule import modified


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
