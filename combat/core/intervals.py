"""Confidence intervals of simulated shares."""

import numpy as np
from scipy.special import ndtri

from combat.core.checks import check_counts, scalar

_SQUARED = float(ndtri(0.975) ** 2)  # of the standard errors that 95 % take


def wilson(successes, trials):
    """Return the ends (low, high) of Wilson's 95 % interval for a share, in [0, 1].

    successes, trials: counts. Both broadcast. Unlike the share plus or minus two standard errors,
    the interval stays within [0, 1] and has a width even at 0 successes.
    """
    trials = check_counts("trials", trials, low=1)
    successes = check_counts("successes", successes, low=0)
    if np.any(successes > trials):
        raise ValueError(
            f"successes = {np.max(successes):g} is out of range: there are only "
            f"{np.max(trials):g} trials"
        )
    share, wider = successes / trials, 1 + _SQUARED / trials
    middle = (share + _SQUARED / (2 * trials)) / wider
    half = np.sqrt(_SQUARED * (share * (1 - share) / trials + _SQUARED / (4 * trials**2))) / wider
    # Set to exactly 0 and 1, where rounding would leave a tiny difference.
    low = np.where(successes == 0, 0, middle - half)
    high = np.where(successes == trials, 1, middle + half)
    return scalar(low), scalar(high)
