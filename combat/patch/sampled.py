"""Simulated differences between two versions, with common random numbers and an interval."""

import numpy as np
import pandas as pd

from combat.battle import blocks
from combat.core.checks import check_whole

MOST_BATTLES = 10_000_000
_AT_ONCE = 1000  # battles in a block at most
_SURE = 1.96  # standard errors of a 95 % interval
_MORE = 4  # pseudo-battles added: one for each way in which a pair can end


def compared(sample, battles, seed=0, *, fighters=1):
    """Return simulated scores of two versions: a frame of before, after, change, low and high.

    sample(version, battles, seed): the scores of so many battles, in [0, 1], (battles,), or
    (scores, battles) for several scores; version 0 is before, 1 after. Both versions get the same
    seeds: with common random numbers, everything that the patch doesn't touch cancels out. The
    frame has a row for each score. low, high: the ends of a 95 % interval of the change, from the
    difference in each battle. It follows Agresti and Min (2005), who add half a pseudo-battle for
    each way in which a pair can end; here a whole one is added for each: won instead of lost, lost
    instead of won, and two unchanged. Each end is at least 3 / `battles` from the change: so large
    a chance can go unseen in that many battles.
    """
    battles = int(check_whole("battles", battles, low=100, high=MOST_BATTLES))
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
