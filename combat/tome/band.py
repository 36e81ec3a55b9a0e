"""Which m keeps hit chances within a band, for the typical match-ups of each stage; exact."""

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.tome.rules import check_hit_smooth

BAND = (0.6, 0.9)
MS = np.arange(2, 121) / 2  # points


def advantages(ranges):
    """Return attack - defense of every pair of whole points in the ranges: arrays by name."""
    return {
        name: np.subtract.outer(np.array(attacks), np.array(defenses)).ravel()
        for name, (attacks, defenses) in ranges.items()
    }


def m_between(ahead, band=BAND):
    """Return the least and the greatest m at which all these advantages hit within the band.

    From "HitChance = 50 + 50 * (atk - def)/(abs(atk - def) + m)": m from (2 - 2 high)/(2 high - 1)
    times the greatest advantage to (2 - 2 low)/(2 low - 1) times the least. ahead: the advantages
    in points, any finite numbers. band: low and high, in [0.5, 1]. Both ends are NaN if there is
    no such m: the least would be above the greatest, or an advantage isn't positive. ValueError
    outside.

    >>> m_between([5, 20]), m_between([3, 50])
    ((5.0, 20.0), (nan, nan))
    """
    ahead = check_numbers("ahead", ahead)
    low, high = _checked(band)
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.max(ahead) * (2 - 2 * high) / (2 * high - 1)
        greatest = np.min(ahead) * (2 - 2 * low) / (2 * low - 1) if low > 0.5 else np.inf
    # A tolerance for rounding: 2 - 2 * 0.9 is slightly below 0.2.
    hits_enough = np.min(ahead) > 0 or (low == 0.5 and np.min(ahead) == 0)
    there = hits_enough and least <= greatest + 1e-9
    least, greatest = round(float(least), 9), round(float(greatest), 9)
    return (least, greatest) if there else (np.nan, np.nan)


def m_table(ranges, band=BAND):
    """Return the range of m at which the match-ups of each stage hit within the band: a frame.

    A row for each stage. Columns: "advantage", in points, between the middles of both ranges;
    "m from" and "m to" for this advantage; "all: from" and "all: to" for every pair of whole
    points; missing if there is no such m. The other arguments as in `m_between` and `advantages`.

    >>> m_table({"level 1": (range(16, 23), range(1, 11))}).loc["level 1"].tolist()
    [13.5, 3.375, 54.0, 5.25, 24.0]
    """
    rows = {}
    for name, ahead in advantages(ranges).items():
        middle = float((ahead.max() + ahead.min()) / 2)
        rows[name] = [middle, *m_between(middle, band), *m_between(ahead, band)]
    columns = ["advantage", "m from", "m to", "all: from", "all: to"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("stage")


def share_within(ranges, band=BAND, *, rule=check_hit_smooth, **parameters):
    """Return the share of each stage's pairs that hit within the band, ends included: a Series.

    All pairs of whole points in the ranges count equally. rule: a function of (attack, defense);
    parameters: its further arguments. The other arguments as in `m_between` and `advantages`.

    >>> share_within({"level 1": (range(16, 23), range(1, 11))}, m=30).round(3).to_dict()
    {'level 1': 0.957}
    """
    low, high = _checked(band)
    shares = {}
    for name, grid in ranges.items():
        attack, defense = np.meshgrid(*grid)
        chance = rule(attack, defense, **parameters)
        shares[name] = _within(chance, low, high).mean()
    return pd.Series(shares, name="share").rename_axis("stage")


def shares_by_m(ranges, band=BAND, ms=MS):
    """Return the share of each stage's pairs that hit within the band, by m: a frame.

    A row for each m in points, a column for each stage. The other arguments as in `share_within`.

    >>> shares_by_m({"level 1": (range(16, 23), range(1, 11))}, ms=[5, 10, 30]).round(3)
          level 1
    m
    5.0     0.986
    10.0    1.000
    30.0    0.957
    """
    ms = pd.Index(check_numbers("ms", ms), name="m")
    low, high = _checked(band)
    shares = {}
    for name, ahead in advantages(ranges).items():
        # The smooth rule needs only the difference: 625 pairs of late stages have 49 differences.
        points, pairs = np.unique(ahead, return_counts=True)
        chance = check_hit_smooth(points, 0, m=ms.to_numpy()[:, None])
        shares[name] = _within(chance, low, high) @ pairs / pairs.sum()
    return pd.DataFrame(shares, ms)


def _within(chance, low, high):
    return (chance >= low - 1e-12) & (chance <= high + 1e-12)


def _checked(band):
    low, high = (
        float(check_numbers(name, value, low=0.5, high=1))
        for name, value in zip(("low", "high"), band, strict=True)
    )
    if low > high:
        raise ValueError(f"low = {low} is out of range: it must not be above high = {high}")
    return low, high
