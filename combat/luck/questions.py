"""The questions a designer asks of a system: exact answers, and simulated rolls beside them."""

import numpy as np
import pandas as pd
from scipy import sparse

from combat.core.checks import check_numbers, check_whole
from combat.luck.meter import LuckRules
from combat.luck.system import chain

_TIDIED = 32  # rolls until unlikely numbers of successes are left out
_RAREST = 1e-40  # what is less likely: at 10,000 rolls all but 13 standard deviations


def success_rate(chance, *, rolls=None, rules=LuckRules()):
    """Return the mean rate of success over that many rolls, or in the long run (None).

    chance: points, a number or an array; or a mix {chance: weight} from which each roll's chance
    is drawn. An array gives an array of rates, a mix a dict of the rate of each chance.
    ValueError for values outside their domain.

    >>> success_rate(75, rolls=1), round(success_rate(75), 4), success_rate(30)
    (0.75, 0.9309, 0.0)
    """
    if isinstance(chance, dict):
        return _rates(chance, rolls, rules)
    if np.ndim(chance):
        rates = [success_rate(one, rolls=rolls, rules=rules) for one in np.ravel(chance)]
        return np.array(rates).reshape(np.shape(chance))
    if np.isnan(check_numbers("chance", chance)):
        return float("nan")
    return _rates({chance: 1.0}, rolls, rules)[chance]


def _rates(mix, rolls, rules):
    ours = chain(mix, rules)
    share = ours.shares(None if rolls is None else int(check_whole("rolls", rolls, low=1)))
    return {one: float(np.clip(share @ hit, 0, 1)) for one, hit in ours.hit_chances.items()}


def hits_distribution(chance, rolls, *, rules=LuckRules()):
    """Return the joint probability of the number of successes and the final Luck.

    A frame with a row for each number of successes, 0 to rolls, and a column for each
    Luck value; `.sum(axis=1)` is the distribution of successes alone, `.sum()` that of Luck. For a
    system without a meter the columns are its memory (tries since the last success, shots and
    misses in a turn). chance as in `success_rate`.

    >>> joint = hits_distribution(75, 2)
    >>> joint.sum(axis=1).round(4).tolist(), joint.sum()[[0, 30]].round(4).tolist()
    ([0.0, 0.4375, 0.5625], [0.5625, 0.375])
    """
    ours, rolls = chain(chance, rules), int(check_whole("rolls", rolls, low=0))
    hit, miss = ours.hit.T, ours.miss.T
    # now[:, k]: the states, after least + k successes.
    now, least = ours.start[:, None], 0
    for done in range(1, rolls + 1):
        landed, failed = hit @ now, miss @ now
        now = np.zeros((len(ours.states), now.shape[1] + 1))
        now[:, 1:] = landed
        now[:, :-1] += failed
        if done % _TIDIED == 0:
            kept = np.flatnonzero(now.sum(axis=0) >= _RAREST)
            now, least = now[:, kept[0] : kept[-1] + 1], least + kept[0]
    joint = np.zeros((rolls + 1, len(ours.states)))
    joint[least : least + now.shape[1]] = now.T
    luck = pd.Index(ours.states, name="luck", tupleize_cols=False)
    return pd.DataFrame(joint, pd.RangeIndex(rolls + 1, name="successes"), luck)


def miss_streaks(chance, rolls, *, most=None, rules=LuckRules()):
    """Return the probability of at least so many misses in a row in one battle, from 0 to `most`.

    A Series, up to `rolls` by default. chance as in `success_rate`. ValueError for `most` above
    `rolls`.

    >>> from combat.luck import Independent
    >>> miss_streaks(50, 3, rules=Independent()).tolist()
    [1.0, 0.875, 0.375, 0.125]
    """
    ours, rolls = chain(chance, rules), int(check_whole("rolls", rolls, low=0))
    most = rolls if most is None else int(check_whole("most", most, low=0, high=rolls))
    index = pd.RangeIndex(most + 1, name="misses in a row, at least")
    seen = list(_runs(ours, rolls, range(1, most + 1)))
    return pd.Series([1.0, *seen], index, name="probability")


def streak_chance(chance, rolls, misses, *, rules=LuckRules()):
    """Return the probability of at least so many misses in a row in one battle of `rolls` rolls.

    One number of `miss_streaks`, at a part of its cost. chance as in `success_rate`. ValueError
    for `misses` above `rolls`, or below 1.

    >>> from combat.luck import Independent
    >>> streak_chance(50, 3, 2, rules=Independent())
    0.375
    """
    ours, rolls = chain(chance, rules), int(check_whole("rolls", rolls, low=0))
    return next(_runs(ours, rolls, [int(check_whole("misses", misses, low=1, high=rolls))]))


def _runs(ours, rolls, limits):
    """Yield, for each of some rising limits, how likely it is that a run of misses gets there.

    Only the states are followed, not the runs: a run that gets to the limit began so many rolls
    ago, with a success or at the start, and it has missed since.
    """
    step, hit, miss = (one.T for one in (ours.step, ours.hit, ours.miss))
    missed, many = np.eye(len(ours.states)), 0
    for limit in limits:
        while many < limit:
            missed, many = miss @ missed, many + 1
        now, begun, seen = ours.start, [ours.start], 0.0
        for done in range(1, rolls + 1):
            begun.append(hit @ now)
            now = step @ now
            if done >= limit:
                run = missed @ begun[done - limit]
                now, seen = now - run, seen + float(run.sum())
        yield seen


def reachable_luck(chances=range(101), *, rules=LuckRules()):
    """Return the lowest and the highest Luck that any sequence of these chances can reach.

    >>> reachable_luck()
    (-54, 54)
    """
    states = chain(dict.fromkeys(chances, 1.0), rules).states
    return states[0], states[-1]


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
    ours = chain(dict.fromkeys(chances, 1.0), rules)
    ends = np.array([ours.hit_chances[chance][[0, -1]] for chance in ours.mix]).T
    shown = pd.Index(ours.mix, name="chance shown")
    columns = {"at the worst": ends[0], "shown": shown / 100, "at the best": ends[1]}
    return pd.DataFrame(columns, shown)


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
