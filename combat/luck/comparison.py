"""Systems side by side: what a displayed chance comes to, its streaks and its spread."""

from dataclasses import replace

import numpy as np
import pandas as pd

from combat.domain import whole
from combat.luck.meter import LuckRules
from combat.luck.questions import (
    hits_distribution,
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
from combat.luck.xcom import XCOM_DIFFICULTIES, XcomAim

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
SHARES = tuple(np.linspace(0.02, 0.98, 25))  # of one kind of roll among two


def realised_rates(rules=LuckRules(), chances=range(101), rolls=(5, 20, 50, None)):
    """Return the rate of success behind each displayed chance, a frame over `chances` in points.

    Columns: "shown", the displayed chance itself, then the mean rate over each number of rolls
    ("over 5 rolls"; None is the "long run"), all probabilities. ValueError outside the domain.

    >>> realised_rates(chances=[25, 75], rolls=[20, None]).round(3)
                  shown  over 20 rolls  long run
    chance shown
    25             0.25          0.050     0.000
    75             0.75          0.903     0.931
    """
    shown = pd.Index(list(chances), name="chance shown")
    frame = pd.DataFrame({"shown": shown / 100}, shown)
    for number in rolls:
        name = "long run" if number is None else f"over {number} rolls"
        frame[name] = success_rate(shown.to_numpy(), rolls=number, rules=rules)
    return frame


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


def mixed_rates(safe, risky, shares=SHARES, *, rules=LuckRules()):
    """Return what two kinds of rolls on one memory come to in the long run, a frame over shares.

    Each roll is one at `safe` points with the probability of the share, and else one at `risky`
    points. Columns safe and risky, their rates of success, and beside them the chances as they
    are shown, all probabilities. ValueError outside the domain.

    >>> mixed_rates(90, 20, [0.5, 0.9]).round(3)
                          safe  risky  safe, as shown  risky, as shown
    share of safe rolls
    0.5                  0.838  0.203             0.9              0.2
    0.9                  0.959  0.373             0.9              0.2
    """
    found = [success_rate({safe: share, risky: 1 - share}, rules=rules) for share in shares]
    rows = [(rates[safe], rates[risky], safe / 100, risky / 100) for rates in found]
    columns = ["safe", "risky", "safe, as shown", "risky, as shown"]
    return pd.DataFrame(rows, pd.Index(shares, name="share of safe rolls"), columns)


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


def streaks_by_system(chance, rolls, *, most=8, systems=SYSTEMS):
    """Return `miss_streaks` of several systems, a frame over 1 to `most` misses in a row.

    A column for each system, by its name. ValueError outside the domain.

    >>> streaks_by_system(75, 20, most=3, systems=[Independent(), PseudoRandom()]).round(3)
                               independent rolls  pseudo-random distribution
    misses in a row, at least
    1                                      0.997                         1.0
    2                                      0.642                         0.0
    3                                      0.200                         0.0
    """
    most = min(most, rolls)
    columns = {one.name: miss_streaks(chance, rolls, most=most, rules=one) for one in systems}
    return pd.DataFrame(columns).loc[1:]


def successes_by_system(chance, rolls, *, systems=SYSTEMS):
    """Return the probability of each share of successes in a battle, a frame over the shares.

    The shares are 0, 1/rolls, ..., 1; a column for each system, by its name. ValueError outside
    the domain.

    >>> successes_by_system(50, 2, systems=[LuckRules(), Independent()])
                         Luck meter  independent rolls
    share of successes
    0.0                       0.225               0.25
    0.5                       0.550               0.50
    1.0                       0.225               0.25
    """
    columns = {one.name: hits_distribution(chance, rolls, rules=one).sum(axis=1) for one in systems}
    frame = pd.DataFrame(columns)
    return frame.set_axis(pd.Index(frame.index / rolls, name="share of successes"))


def misses_by_system(chance, rolls, *, most=4, systems=SYSTEMS):
    """Return the probability of at least so many misses in a battle, a frame over 1 to `most`.

    In any order, not in a row as in `streaks_by_system`. A column for each system, by its name.
    ValueError outside the domain.

    >>> misses_by_system(95, 20, most=2, systems=[LuckRules(), Independent()]).round(4)
                      Luck meter  independent rolls
    misses, at least
    1                     0.6415             0.6415
    2                     0.0000             0.2642
    """
    columns = {}
    for one in systems:
        hits = hits_distribution(chance, rolls, rules=one).sum(axis=1)
        columns[one.name] = [hits.loc[: rolls - misses].sum() for misses in range(1, most + 1)]
    return pd.DataFrame(columns, pd.RangeIndex(1, most + 1, name="misses, at least"))


def aim_streaks(chance, rolls=20, *, soldiers=4, misses=3, shots=range(1, 9)):
    """Return the chance of misses in a row in XCOM 2 by shots a turn, a frame over `shots`.

    The probability of at least `misses` in a row within `rolls` shots, a column for each
    difficulty (`XCOM_DIFFICULTIES`). chance: whole points; soldiers: how many are alive.
    ValueError outside the domain.

    >>> aim_streaks(50, shots=[2, 4]).round(3)
                  Rookie  Veteran  Commander  Legend
    shots a turn
    2              0.459    0.586      0.652   0.787
    4              0.354    0.479      0.496   0.787
    """
    columns = {
        name: [
            miss_streaks(
                chance, rolls, most=misses, rules=replace(aim, soldiers=soldiers, shots=turn)
            )[misses]
            for turn in shots
        ]
        for name, aim in XCOM_DIFFICULTIES.items()
    }
    return pd.DataFrame(columns, pd.Index(list(shots), name="shots a turn"))


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


def side_by_side(chance, *, rolls=20, spread=50, systems=SYSTEMS):
    """Return a frame by system: what each makes of the same displayed chance, in points.

    Columns: the mean rate of success in the long run and over `rolls` rolls; the standard
    deviation of the number of successes in `spread` rolls; the probability of at least 3 and of
    at least 6 misses in a row in `rolls` rolls; and what a player must be told. ValueError
    outside the domain.

    >>> two = side_by_side(75, systems=[LuckRules(), Independent()])
    >>> two[["long run", "over 20 rolls", "3 misses in a row"]].round(3)
                       long run  over 20 rolls  3 misses in a row
    system
    Luck meter            0.931          0.903                0.0
    independent rolls     0.750          0.750                0.2
    """
    rows = {one.name: _rival(one, chance, rolls, spread) for one in systems}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("system")


def _rival(rules, chance, rolls, spread):
    streaks = miss_streaks(chance, rolls, most=6, rules=rules)
    return {
        "long run": success_rate(chance, rules=rules),
        f"over {rolls} rolls": success_rate(chance, rolls=rolls, rules=rules),
        f"spread of {spread} rolls": _spread(hits_distribution(chance, spread, rules=rules)),
        "3 misses in a row": streaks[3],
        "6 in a row": streaks[6],
        "what a player must be told": rules.tell,
    }


def _spread(joint):
    """The standard deviation of the number of successes."""
    count, hits = joint.index.to_numpy(), joint.sum(axis=1).to_numpy()
    return float(np.sqrt(hits @ (count - hits @ count) ** 2))
