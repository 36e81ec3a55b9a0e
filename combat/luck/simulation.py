"""Simulated rolls, for any sequence of chances and many players."""

import numpy as np
import pandas as pd
from scipy import sparse

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.system import chain

_NORMAL_95 = 1.96  # standard errors: 95 % of a normal distribution lie within


def simulate(chances, *, players=1, seed=0, rules=LuckRules()):
    """Return whether each roll of each player succeeds, (rolls, players).

    chances: points, one for each roll. Every player rolls at the same chances, with dice and
    Luck of his own. seed: a number, or a numpy Generator. ValueError outside the domain.

    >>> simulate([75, 75, 75], players=2, seed=1).tolist()
    [[True, False], [True, True], [False, True]]
    """
    chances, players = list(chances), int(check_whole("players", players, low=1))
    rng = np.random.default_rng(seed)
    ours = chain(dict.fromkeys(chances, 1.0) or {0: 1.0}, rules)
    size, success = len(ours.states), np.zeros((len(chances), players), bool)
    now = rng.choice(size, players, p=ours.start)
    both = {
        chance: sparse.hstack([sparse.csr_array(one) for one in roll]).tocsr()
        for chance, roll in ours.rolls.items()
    }
    for roll, chance in enumerate(chances):
        ways = both[chance]
        # The chances of each row sum to 1: what is added up in row r lies between r and r + 1.
        drawn = np.searchsorted(np.cumsum(ways.data), now + rng.random(players), side="right")
        after = ways.indices[np.clip(drawn, ways.indptr[now], ways.indptr[now + 1] - 1)]
        success[roll], now = after < size, after % size
    return success


def simulated_rates(rules=LuckRules(), chances=range(5, 100, 10), *, rolls=20, players=400, seed=1):
    """Return simulated success rates with 95 % intervals, a frame over `chances` in points.

    Columns simulated, low and high, probabilities. The rolls of one player depend on each other,
    so the interval counts players, not rolls: 1.96 standard errors of the mean of their rates to
    either side (for tiny rates it may reach below 0). ValueError outside the domain.

    >>> simulated_rates(chances=[0, 100], rolls=5)["simulated"].tolist()
    [0.0, 1.0]
    """
    rows = []
    for chance in chances:
        drawn = simulate([chance] * rolls, players=players, seed=seed, rules=rules)
        mean, error = drawn.mean(), drawn.mean(axis=0).std() / np.sqrt(players)
        rows.append((mean, mean - _NORMAL_95 * error, mean + _NORMAL_95 * error))
    index = pd.Index(list(chances), name="chance shown")
    return pd.DataFrame(rows, index, ["simulated", "low", "high"])
