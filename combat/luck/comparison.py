"""Compares luck systems: how far the real chance is from the displayed one, and miss streaks."""

import numpy as np
import pandas as pd

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.questions import (
    reachable_luck,
    success_rate,
)
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
    size, hit, miss = len(ours.states), ours.hit.T.tocsr(), ours.miss.T.tocsr()
    # now[:, k, r]: no run was longer than k so far, and the last r rolls were misses.
    now, seen = np.zeros((size, most, most + 1)), np.zeros(most)
    now[:, :, 0] = ours.start[:, None]
    limits = np.arange(most)
    for _ in range(rolls):
        missed = (miss @ now[..., :-1].reshape(size, -1)).reshape(size, most, most)
        now[..., 0] = hit @ now.sum(axis=2)
        now[..., 1:] = missed
        # k + 1 misses in a row: counted, and removed so that they aren't counted again.
        seen += now[:, limits, limits + 1].sum(axis=0)
        now[:, limits, limits + 1] = 0
    index = pd.RangeIndex(most + 1, name="misses in a row, at least")
    return pd.Series([1.0, *seen], index, name="probability")


def streak_starts(chance, misses=3, *, rules=LuckRules()):
    """Return the share of all rolls at which a number of misses in a row begins, in the long run.

    A longer streak counts several times: five misses in a row contain three starts of three.
    chance as in `success_rate`. ValueError for fewer than one miss.

    >>> round(streak_starts(50), 4)
    0.1069
    """
    ours = chain(chance, 0, rules)
    share = ours.long_run()
    for _ in range(int(check_whole("misses", misses, low=1))):
        share = share @ ours.miss
    return float(share.sum())
