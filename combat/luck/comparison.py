"""Compares luck systems: how far the real chance is from the displayed one, and miss streaks."""

import numpy as np
import pandas as pd

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.questions import reachable_luck, stayed_below, success_rate
from combat.luck.rivals import (
    FireEmblem,
    Independent,
    NeutralMeter,
    PseudoRandom,
    WesnothBiased,
)
from combat.luck.simulation import simulate
from combat.luck.system import chain
from combat.luck.tokens import RerollTokens
from combat.luck.xcom import XcomAim

# The systems to compare: the source's meter, independent dice, four published systems, this
# workbook's own meter, and reroll tokens, known from tabletop games.
SYSTEMS = (
    LuckRules(),
    Independent(),
    FireEmblem(),
    PseudoRandom(),
    XcomAim(),
    WesnothBiased(),
    NeutralMeter(0.15),
    RerollTokens(),
)
_MOST_MISSES = 50_000  # in a row: about a second
_NEVER = 1e-100  # a smaller share counts as none
_SAME = 1e-15  # of a share: what rounding may take away in a roll
NORMAL_95 = 1.96  # standard errors: 95 % of a normal distribution lie within


def real_chances(rules=LuckRules(), chances=range(101)):
    """Return the range of real chances for each displayed chance, a frame over chances in points.

    Columns of probabilities: "shown" is the displayed chance; "at the worst" and "at the best" are
    the real chances with the lowest and the highest Luck that rolls at these chances, in any
    order, can reach from 0. For meters only. ValueError outside the domain.

    >>> real_chances().loc[[0, 50, 100]]
                  at the worst  shown  at the best
    chance shown
    0                     0.00    0.0         0.54
    50                    0.00    0.5         1.00
    100                   0.46    1.0         1.00
    """
    shown = pd.Index(list(chances), name="chance shown")
    ends = np.array(reachable_luck(shown, rules=rules))
    real = [rules.hit_chance(chance, ends) for chance in shown]
    low, high = np.transpose(real)
    columns = {"at the worst": low, "shown": shown / rules.faces, "at the best": high}
    return pd.DataFrame(columns, shown)


def simulated_rates(rules=LuckRules(), chances=range(5, 100, 10), *, rolls=20, players=400, seed=1):
    """Return simulated success rates with 95 % intervals, a frame over `chances` in points.

    Columns simulated, low and high, probabilities. The rolls of one player depend on each other,
    so the interval counts players, not rolls: 1.96 standard errors of the mean of their rates to
    either side (for tiny rates it may reach below 0). ValueError outside the domain.

    >>> simulated_rates(chances=[75]).round(3)
                  simulated    low   high
    chance shown
    75                0.902  0.898  0.905
    """
    rows = []
    for chance in chances:
        drawn = simulate([chance] * rolls, players=players, seed=seed, rules=rules).success
        mean, error = drawn.mean(), drawn.mean(axis=0).std() / np.sqrt(players)
        rows.append((mean, mean - NORMAL_95 * error, mean + NORMAL_95 * error))
    index = pd.Index(list(chances), name="chance shown")
    return pd.DataFrame(rows, index, ["simulated", "low", "high"])


def simulation_misfit(rules=LuckRules(), chances=range(5, 100, 10), *, rolls=20, **sizes):
    """Return how far `simulated_rates` lie from the exact rates, a Series over `chances`.

    In units of half the interval's width: a misfit of at most 1 means that the exact rate lies in
    the interval. If all players had the same rate the interval has no width; then a difference of
    a billionth counts as 1. sizes: players and seed of `simulated_rates`.

    >>> simulation_misfit(chances=[50, 75]).round(2).tolist()
    [0.15, 0.31]
    """
    drawn = simulated_rates(rules, chances, rolls=rolls, **sizes)
    exact = success_rate(drawn.index.to_numpy(), rolls=rolls, rules=rules)
    half = np.maximum(drawn["high"] - drawn["simulated"], 1e-9)
    return ((drawn["simulated"] - exact).abs() / half).rename("misfit")


def miss_streaks(chance, rolls, *, most=None, rules=LuckRules()):
    """Return the probability of at least so many misses in a row in one battle, from 0 to `most`.

    A Series, up to `rolls` by default: the sums of `longest_miss_streak` from its end. chance as
    in `success_rate`. ValueError for `most` above `rolls`.

    >>> miss_streaks(50, 3, rules=Independent()).tolist()
    [1.0, 0.875, 0.375, 0.125]
    """
    ours, rolls = chain(chance, 0, rules), int(check_whole("rolls", rolls, low=0))
    most = rolls if most is None else int(check_whole("most", most, low=0, high=rolls))
    seen = [one[1] for one in stayed_below(ours, rolls, range(1, most + 1))]
    index = pd.RangeIndex(most + 1, name="misses in a row, at least")
    return pd.Series([1.0, *seen], index, name="probability")


def streak_chance(chance, rolls, misses, *, rules=LuckRules()):
    """Return the probability of at least so many misses in a row in one battle of `rolls` rolls.

    One number of `miss_streaks`, at a part of its cost. chance as in `success_rate`. ValueError
    for `misses` above `rolls`, or below 1.

    >>> from combat.luck import Independent
    >>> streak_chance(50, 3, 2, rules=Independent())
    0.375
    """
    ours, rolls = chain(chance, 0, rules), int(check_whole("rolls", rolls, low=0))
    misses = int(check_whole("misses", misses, low=1, high=rolls))
    ((_, seen),) = stayed_below(ours, rolls, [misses])
    return seen


def streak_starts(chance, misses=3, *, rules=LuckRules()):
    """Return the share of all rolls at which a number of misses in a row begins, in the long run.

    A longer streak counts several times: five misses in a row contain three starts of three.
    chance as in `success_rate`; below 1e-100 the share is 0. ValueError for fewer than one miss,
    and for more than 50,000 where so many still come up.

    >>> round(streak_starts(50), 4)
    0.1069
    """
    ours = chain(chance, 0, rules)
    misses = int(check_whole("misses", misses, low=1))
    return _all_missed(ours.long_run(), ours.miss.T.tocsr(), misses)


def _all_missed(share, onward, misses):
    """The share of rolls that begin so many misses; onward: from column to row by a miss."""
    size, before = len(share), np.inf
    for done in range(1, misses + 1):
        share = onward @ share
        if done % size:
            continue
        # What as many rolls as there are states don't take away, none ever does.
        total = share.sum()
        if total >= before * (1 - _SAME * size):
            break
        if total < _NEVER:
            return 0.0
        if misses > done >= _MOST_MISSES:
            raise ValueError(
                f"misses = {misses:,} is out of range: at this chance at most {_MOST_MISSES:,} are "
                f"followed"
            )
        before = total
    return float(share.sum())
