"""The systems to compare: what a displayed chance can really be, and how misses come in a row."""

import numpy as np
import pandas as pd

from combat.core.checks import whole
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

# What is compared: the source's meter, plain dice, four published rivals, our own meter, and
# what players at a table know.
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
NORMAL_95 = 1.96  # standard errors to either side that hold 95 % of a normal distribution


def real_chances(rules=LuckRules(), chances=range(101)):
    """Return what a displayed chance can really be, a frame over chances in points.

    Columns "at the worst", "shown" and "at the best", probabilities: with the lowest and with the
    highest Luck that a battle from 0 can reach by these chances, in any order. For meters.
    ValueError outside the domain.

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
    """Return drawn rates of success with 95 % intervals, a frame over `chances` in points.

    Columns simulated, low and high, probabilities. The rolls of one player hang together, so the
    interval counts players, not rolls: 1.96 standard errors of the mean of their rates to either
    side (which in tiny shares may reach below 0). ValueError outside the domain.

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

    In units of half the interval: up to 1 the exact rate lies within it. Where every player had
    the same share of successes the interval has no width: then a difference of a billionth
    counts as 1. sizes: players and seed of `simulated_rates`.

    >>> simulation_misfit(chances=[50, 75]).round(2).tolist()
    [0.15, 0.31]
    """
    drawn = simulated_rates(rules, chances, rolls=rolls, **sizes)
    exact = success_rate(drawn.index.to_numpy(), rolls=rolls, rules=rules)
    half = np.maximum(drawn["high"] - drawn["simulated"], 1e-9)
    return ((drawn["simulated"] - exact).abs() / half).rename("misfit")


def miss_streaks(chance, rolls, *, most=None, rules=LuckRules()):
    """Return the probability of at least so many misses in a row in one battle, from 0 to `most`.

    A Series, up to `rolls` by default: `longest_miss_streak` summed up from its end. chance as in
    `success_rate`. ValueError for `most` above `rolls`.

    >>> miss_streaks(50, 3, rules=Independent()).tolist()
    [1.0, 0.875, 0.375, 0.125]
    """
    ours, rolls = chain(chance, 0, rules), int(whole("rolls", rolls, low=0))
    most = rolls if most is None else int(whole("most", most, low=0, high=rolls))
    size, hit, miss = len(ours.states), ours.hit.T.tocsr(), ours.miss.T.tocsr()
    # now[:, k, r]: no run was longer than k so far, and the last r rolls were misses.
    now, seen = np.zeros((size, most, most + 1)), np.zeros(most)
    now[:, :, 0] = ours.start[:, None]
    limits = np.arange(most)
    for _ in range(rolls):
        missed = (miss @ now[..., :-1].reshape(size, -1)).reshape(size, most, most)
        now[..., 0] = hit @ now.sum(axis=2)
        now[..., 1:] = missed
        # One miss more than k ends the wait for it.
        seen += now[:, limits, limits + 1].sum(axis=0)
        now[:, limits, limits + 1] = 0
    index = pd.RangeIndex(most + 1, name="misses in a row, at least")
    return pd.Series([1.0, *seen], index, name="probability")


def streak_starts(chance, misses=3, *, rules=LuckRules()):
    """Return the share of all rolls at which a number of misses in a row begins, in the long run.

    A longer streak counts at each of the rolls from which on there are still so many: five
    misses in a row are three starts of three. chance as in `success_rate`. ValueError for less
    than one miss.

    >>> round(streak_starts(50), 4)
    0.1069
    """
    ours = chain(chance, 0, rules)
    share = ours.long_run()
    for _ in range(int(whole("misses", misses, low=1))):
        share = share @ ours.miss
    return float(share.sum())
