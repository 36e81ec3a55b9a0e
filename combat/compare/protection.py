"""Evasion and damage reduction that save equally much on average: which is deadlier?"""

from functools import lru_cache

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, check_whole
from combat.dice import blows, dice

WAYS = ("evasion", "reduction")


def reduced(damage, points):
    """Return the damage of a blow minus so many points, never below 0: a Distribution.

    damage: a Distribution or a dice expression; points: whole, at least 0. ValueError outside.

    >>> reduced("1d4", 2).values, reduced("1d4", 2).chances
    (array([0, 1, 2]), array([0.5 , 0.25, 0.25]))
    """
    points = int(check_whole("points", points, low=0))
    return dice(damage).map(lambda values: np.maximum(values - points, 0))


def evaded_for(damage, points):
    """Return the share of blows that must be evaded to save as much as reducing each by `points`.

    1 - E[max(D - points, 0)] / E[D]; 0 for a blow that does no damage. Arguments as for
    `reduced`.

    >>> evaded_for("1d4", 2)
    0.7
    """
    return blows.evaded_for(dice(damage).mean, reduced(damage, points).mean)


def protected(health, chance, damage, points, *, longest=40):
    """Return the chance to have fallen by each blow, with evasion or reduction: a frame.

    chance: of a blow to land, in [0, 1]. damage: of a blow that lands, dice. health: whole
    points, at least 1. Columns: reduction, with `points` taken off each blow; evasion, with the
    share of blows evaded that saves as much on average (`evaded_for`); neither. A row for each of
    0 to `longest` blows. ValueError outside.

    >>> protected(8, 1.0, "4", 2, longest=4)
          evasion  reduction  neither
    blow
    0      0.0000        0.0      0.0
    1      0.0000        0.0      0.0
    2      0.2500        0.0      1.0
    3      0.5000        0.0      1.0
    4      0.6875        1.0      1.0
    """
    blow = np.arange(int(check_whole("longest", longest, low=0)) + 1)
    found = {
        way: blows.fallen_within(health, *attack, blow)
        for way, attack in _attacks(chance, damage, points).items()
    }
    return pd.DataFrame(found, pd.Index(blow, name="blow"))


def protection_table(health, chance, damage, points):
    """Return the key numbers of a fight with evasion and with reduction: a frame.

    Rows evasion, reduction and neither. Columns: hits, the chance that a blow lands; "a hit
    costs", its mean damage; "a blow costs", the mean damage of all blows, equal in the first two
    rows; "1 in 100", "1 in 2" and "99 in 100", the fewest blows after which that share has
    fallen; "mean blows", until the target falls. Infinite if never reached. Arguments as for
    `protected`.

    >>> protection_table(8, 1.0, "4", 2)[["a blow costs", "1 in 2", "mean blows"]]
                a blow costs  1 in 2  mean blows
    protection
    evasion              2.0     3.0         4.0
    reduction            2.0     4.0         4.0
    neither              4.0     2.0         2.0
    """
    health, points = (
        int(check_whole(name, value, low=low))
        for name, value, low in (("health", health, 1), ("points", points, 0))
    )
    chance = float(check_numbers("chance", chance, low=0, high=1))
    return _numbers(health, chance, damage, points).copy()


# Memoised: a figure needs the same fight for its text, its table and `deadlier_until`.
@lru_cache(maxsize=32)
def _numbers(health, chance, damage, points):
    rows = {}
    for way, (lands, lost) in _attacks(chance, damage, points).items():
        mean = blows.mean_blows(health, lands, lost)
        rows[way] = {
            "hits": lands,
            "a hit costs": lost.mean,
            "a blow costs": lands * lost.mean,
            **_quantiles(health, lands, lost, mean),
            "mean blows": mean,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("protection")


def deadlier_until(health, chance, damage, points):
    """Return the last blow by which evasion is deadlier: the chance to have fallen is greater.

    0 if it never is. Only blows until 99 in 100 have fallen either way are searched. Arguments as
    for `protected`.

    >>> deadlier_until(8, 1.0, "4", 2)
    3
    """
    ends = protection_table(health, chance, damage, points).loc[[*WAYS]]
    longest = ends["99 in 100"].max(skipna=False)
    if np.isnan(longest):
        return float("nan")
    if np.isinf(longest):
        return 0  # both prevent all damage
    return blows.deadlier_until(protected(health, chance, damage, points, longest=longest))


def turns(cases):
    """Return until when evasion is deadlier than reduction in each of several fights: a frame.

    cases: tuples (health, chance, damage, points), as in `protected`; they are the index. Columns:
    "evasion, 1 in 100" to "reduction, 99 in 100", the blows after which that share has fallen;
    until, see `deadlier_until`; fallen, the chance to have fallen by then with evasion.

    >>> turns([(8, 1.0, "4", 2)]).iloc[0].tolist()
    [2.0, 4.0, 11.0, 4.0, 3.0, 0.5]
    """
    rows = []
    for case in cases:
        table, until = protection_table(*case), deadlier_until(*case)
        row = {
            f"{way}, {share}": table.loc[way, share]
            for share in ("1 in 100", "99 in 100")
            for way in WAYS
        }
        fallen = protected(*case, longest=until).loc[until, "evasion"]
        rows.append({**row, "until": until, "fallen": fallen})
    return pd.DataFrame(rows, pd.Index(cases, tupleize_cols=False))


def _attacks(chance, damage, points):
    chance, damage = float(check_numbers("chance", chance, low=0, high=1)), dice(damage)
    return {
        "evasion": (chance * (1 - evaded_for(damage, points)), damage),
        "reduction": (chance, reduced(damage, points)),
        "neither": (chance, damage),
    }


def _quantiles(health, chance, damage, mean):
    shares = {"1 in 100": 0.01, "1 in 2": 0.5, "99 in 100": 0.99}
    if not np.isfinite(mean):
        return dict.fromkeys(shares, mean)
    longest = int(2 * mean) + 16  # few fights take longer than twice the mean
    while (fallen := blows.fallen_within(health, chance, damage, np.arange(longest)))[-1] < 0.99:
        longest *= 2
    # A tolerance of 1e-12, as sums of chances may fall short by rounding.
    return {name: float(np.searchsorted(fallen, share - 1e-12)) for name, share in shares.items()}
