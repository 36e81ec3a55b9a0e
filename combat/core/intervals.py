"""Confidence intervals of simulated shares."""

import numpy as np
from scipy.special import ndtri

from combat.core.checks import check_counts, check_numbers, scalar


def wilson(successes, trials, confidence=0.95):
    """Return the ends (low, high) of Wilson's interval for a share, in [0, 1].

    successes, trials: counts. confidence: in (0, 1). All broadcast. Unlike the share plus or minus
    two standard errors, the interval stays within [0, 1] and has a width even at 0 successes.
    """
    trials = check_counts("trials", trials, low=1)
    successes = check_counts("successes", successes, low=0)
    if np.any(successes > trials):
        raise ValueError(
            f"successes = {np.max(successes):g} is out of range: there are only "
            f"{np.max(trials):g} trials"
        )
    confidence = check_numbers("confidence", confidence, low=0, high=1, open_low=True)
    if np.any(confidence == 1):
        raise ValueError("confidence = 1 is out of range: only [0, 1] itself is certain")
    squared = ndtri((1 + confidence) / 2) ** 2
    share = successes / trials
    middle = (share + squared / (2 * trials)) / (1 + squared / trials)
    half = np.sqrt(squared * (share * (1 - share) / trials + squared / (4 * trials**2))) / (
        1 + squared / trials
    )
    # Set to exactly 0 and 1, where rounding would leave a tiny difference.
    low = np.where(successes == 0, 0, middle - half)
    high = np.where(successes == trials, 1, middle + half)
    return scalar(low), scalar(high)
