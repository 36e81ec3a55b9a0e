"""A difference between two versions, simulated: the same luck for both, and its interval."""

import numpy as np
import pandas as pd

from combat.battle import blocks
from combat.core.checks import whole

MOST_BATTLES = 10_000_000
_AT_ONCE = 1000  # battles at most
_SURE = 1.96  # of 95 %
_MORE = 4  # battles that are thought beside: one of each way in which a pair can end


def compared(sample, battles, seed=0, *, fighters=1):
    """Return scores that are simulated for two versions: before, after, change, low and high.

    sample(version, battles, seed): the scores of so many battles, in [0, 1], (battles,), or
    (scores, battles) of several; version 0 is before, 1 after. Both are asked with the same
    seeds: common random numbers, so that what the patch doesn't touch cancels out. fighters: how
    many there are in a battle; fewer battles are fought at once with many.

    A frame, a row for each score. low, high: the ends of a 95 % interval of the change, from the
    difference in each battle, after Agresti and Min (2005), who think half a battle beside each
    way in which a pair can end; here it is a whole one of each: won instead of lost, lost instead
    of won, and two that stay. No narrower than 3 in `battles`, which is what can hide behind a
    difference that never showed. ValueError for battles that are fewer than 100 or too many.

    >>> def sample(version, battles, seed):
    ...     return np.random.default_rng(seed).random(battles) < 0.5 + 0.1 * version
    >>> found = compared(sample, 10_000).loc[0]
    >>> bool(found["low"] < 0.1 < found["high"]), found["change"].round(2).item()
    (True, 0.1)
    """
    battles = int(whole("battles", battles, low=100, high=MOST_BATTLES))
    pieces, sums = list(blocks(battles, fighters, _AT_ONCE)), 0
    for piece, (start, stop) in enumerate(pieces):
        before, after = (
            np.atleast_2d(sample(version, stop - start, seed * len(pieces) + piece)).astype(float)
            for version in (0, 1)
        )
        change = after - before
        sums = sums + np.stack([part.sum(axis=1) for part in (before, after, change, change**2)])
    before, after, change, squares = sums
    middle = change / (battles + _MORE)
    spread = (squares + _MORE / 2) / (battles + _MORE) - middle**2
    half, least = _SURE * np.sqrt(spread / (battles + _MORE)), 3 / battles
    change = change / battles
    return pd.DataFrame(
        {
            "before": before / battles,
            "after": after / battles,
            "change": change,
            "low": np.minimum(middle - half, change - least).clip(-1),
            "high": np.maximum(middle + half, change + least).clip(max=1),
        }
    )
