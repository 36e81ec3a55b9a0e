"""Fits the smooth rule's m to another hit rule, and says how near it comes."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy

from combat.core.checks import check_numbers
from combat.tome.rules import check_hit_smooth

NORMS = ("mean", "max", "rms")
_MOST_CELLS = 1_000_000  # values of m times pairs that are tried at once: 8 MB


@dataclass(frozen=True)
class Fit:
    """The m at which the smooth rule is nearest to a reference, and the errors that remain.

    m in points. mean, max, rms: of the absolute difference of the two chances over the grid.

    >>> from combat.tome import check_hit
    >>> fit = fit_m(check_hit, range(1, 101, 5), range(1, 101, 5))
    >>> round(fit.m, 2), round(fit.max, 4)
    (6.63, 0.09)
    """

    m: float
    mean: float
    max: float
    rms: float


def fit_m(reference, attacks, defenses, *, norm="rms"):
    """Return the `Fit` whose m brings the smooth rule nearest to a reference rule.

    reference(attack, defense) returns chances, like the rules of `combat.tome`. The grid is
    every attack with every defense. norm: what to minimise, the "mean", "max" or "rms" of the
    absolute difference of chance. Pairs at which the reference is NaN are left out. m is sought
    between 0.001 and 1,000,000 points.

    ValueError for an unknown norm, an empty grid, or if the best m lies at an end of that range.

    >>> fit = fit_m(lambda a, d: check_hit_smooth(a, d, m=13), range(50), range(50))
    >>> round(fit.m, 4), round(fit.max, 9)
    (13.0, 0.0)
    """
    if norm not in NORMS:
        raise ValueError(f"norm = {norm!r} is unknown: it must be one of {', '.join(NORMS)}")
    attack, defense = (
        np.ravel(grid)
        for grid in np.meshgrid(
            check_numbers("attacks", list(attacks)), check_numbers("defenses", list(defenses))
        )
    )
    wanted = np.asarray(reference(attack, defense))
    known = ~np.isnan(wanted)
    if not known.any():
        raise ValueError("attacks, defenses: the reference rule has no value anywhere on this grid")
    attack, defense, wanted = attack[known], defense[known], wanted[known]

    def errors(m):
        gap = np.abs(check_hit_smooth(attack, defense, m=m) - wanted)
        rms = np.sqrt((gap**2).mean(axis=-1))
        return {"mean": gap.mean(axis=-1), "max": gap.max(axis=-1), "rms": rms}

    # A coarse grid first: the maximum norm has several local minima, and a descent finds only one.
    coarse = np.linspace(np.log(1e-3), np.log(1e6), 160)
    blocks = np.array_split(np.exp(coarse)[:, None], -(-len(coarse) * len(wanted) // _MOST_CELLS))
    best = int(np.argmin(np.concatenate([errors(block)[norm] for block in blocks])))
    if best in (0, len(coarse) - 1):
        raise ValueError("reference: no m between 0.001 and 1,000,000 brings the smooth rule near")
    found = scipy.optimize.minimize_scalar(
        lambda log_m: errors(np.exp(log_m))[norm],
        method="bounded",
        bounds=coarse[[best - 1, best + 1]],
        options={"xatol": 1e-10},
    )
    m = float(np.exp(found.x))
    return Fit(m, **{key: float(gap) for key, gap in errors(m).items()})


def game_stages(path):
    """Return the ranges of attack and defense at each stage of the game: a dict of pairs of ranges.

    path: a CSV with the columns stage, attack_low, attack_high, defense_low and defense_high, in
    points.

    >>> game_stages("data/tome/stages.csv")["level 1"]
    (range(16, 23), range(1, 11))
    """
    return {
        row.stage: (
            range(row.attack_low, row.attack_high + 1),
            range(row.defense_low, row.defense_high + 1),
        )
        for row in pd.read_csv(path).itertuples()
    }


def fits(rule, ranges):
    """Return the best m for each of the ranges by each norm: a frame by the name of the range.

    Columns in points: "m (mean)", "m (max)" and "m (rms)". "least mean error" and "least largest
    error" are the smallest mean and the smallest largest error of any m, as probabilities.

    >>> from combat.tome import check_hit_old
    >>> fits(check_hit_old, {"late": (range(50, 60), range(50, 60))})["m (rms)"].round(1).item()
    20.6
    """
    best = {
        name: {norm: fit_m(rule, *grid, norm=norm) for norm in NORMS}
        for name, grid in ranges.items()
    }
    rows = {
        name: {
            **{f"m ({norm})": fit.m for norm, fit in found.items()},
            "least mean error": found["mean"].mean,
            "least largest error": found["max"].max,
        }
        for name, found in best.items()
    }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("attack and defence")


def gaps(reference, ranges, *, m):
    """Return how far the smooth rule with that m is from a reference, for each of the ranges.

    A frame of the mean and largest absolute difference of the chances, by the name of the range.

    >>> from combat.tome import check_hit
    >>> gaps(check_hit, {"equal": (range(5, 6), range(5, 6))}, m=10)["largest difference"].item()
    0.0
    """
    rows = {}
    for name, grid in ranges.items():
        attack, defense = np.meshgrid(*grid)
        apart = np.abs(check_hit_smooth(attack, defense, m=m) - reference(attack, defense))
        rows[name] = {"mean difference": apart.mean(), "largest difference": apart.max()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("attack and defence")
