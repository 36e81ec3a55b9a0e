"""The questions a designer asks of a system, each answered exactly."""

from functools import reduce
from operator import matmul

import numpy as np
import pandas as pd
from scipy import sparse

from combat.core.checks import check_numbers, check_whole, scalar
from combat.luck.meter import LuckRules
from combat.luck.system import FULL, chain, long_run

_TIDIED = 32  # rolls until unlikely numbers of successes are left out
_RAREST = 1e-40  # what is less likely: at 10,000 rolls all but 13 standard deviations


def success_rate(chance, *, rolls=None, start=0, rules=LuckRules()):
    """Return the mean rate of success over that many rolls, or in the long run (None).

    chance: points, a number or an array; or a mix {chance: weight} from which each roll's chance
    is drawn. An array gives an array of rates, a mix a dict of the rate of each chance.
    start: Luck at the beginning. ValueError for values outside their domain.

    >>> success_rate(75, rolls=1), round(success_rate(75), 4), success_rate(30)
    (0.75, 0.9309, 0.0)
    """
    if isinstance(chance, dict):
        return _rates(chance, rolls, start, rules)
    if np.ndim(chance):
        return np.array(
            [success_rate(one, rolls=rolls, start=start, rules=rules) for one in np.ravel(chance)]
        ).reshape(np.shape(chance))
    if np.isnan(check_numbers("chance", chance)):
        return float("nan")
    return _rates({chance: 1.0}, rolls, start, rules)[chance]


def _rates(mix, rolls, start, rules):
    ours = chain(mix, start, rules)
    share = ours.long_run() if rolls is None else ours.mean(int(check_whole("rolls", rolls, low=1)))
    rates = np.clip(ours.hit_chances @ share, 0, 1)
    return {points: float(rate) for points, rate in zip(ours.chances, rates, strict=True)}


def cycle_rates(chances, *, start=0, rules=LuckRules()):
    """Return the long-run success rate of each roll in a repeating cycle, as an array.

    chances: points, rolled in this order again and again. ValueError for values outside their
    domain.

    >>> cycle_rates([90, 20]).round(3)
    array([0.814, 0.235])
    """
    chances = list(chances)
    ours = chain(dict.fromkeys(chances, 1.0), start, rules)
    places = [ours.chances.index(chance) for chance in chances]
    steps = [ours.moves[place].step for place in places]
    now, rates = long_run(reduce(matmul, steps), ours.start), []
    for place, step in zip(places, steps, strict=True):
        rates.append(now @ ours.hit_chances[place])
        now = now @ step
    return np.array(rates)


def luck_distribution(chance, rolls=None, *, start=0, rules=LuckRules()):
    """Return the probability of each Luck value after that many rolls (None: long run).

    A Series over the states that can be reached. For a system without a meter the index is its
    memory (tries since the last success, misses in a row and shots in a turn). chance as in
    `success_rate`.

    >>> luck_distribution(75, 1).to_dict()
    {0.0: 0.75, 30.0: 0.25}
    """
    ours = chain(chance, start, rules)
    now = ours.long_run() if rolls is None else ours.after(int(check_whole("rolls", rolls, low=0)))
    seen = now > 0
    return pd.Series(now[seen], pd.Index(ours.states[seen], name="luck"), name="probability")


def hits_distribution(chance, rolls, *, start=0, rules=LuckRules()):
    """Return the joint probability of the number of successes and the final Luck.

    A frame with a row for each number of successes, 0 to rolls, and a column for each
    Luck value; `.sum(axis=1)` is the distribution of successes alone. chance as in
    `success_rate`.

    >>> hits_distribution(75, 2).sum(axis=1).round(4).tolist()
    [0.0, 0.4375, 0.5625]
    """
    ours, rolls = chain(chance, start, rules), int(check_whole("rolls", rolls, low=0))
    hit, miss = ours.hit.T.tocsr(), ours.miss.T.tocsr()
    # now[:, k]: the states, after least + k successes.
    now, least = ours.start[:, None], 0
    for done in range(1, rolls + 1):
        landed, failed = hit @ now, miss @ now
        now = np.zeros((len(ours.states), now.shape[1] + 1))
        now[:, 1:] = landed
        now[:, :-1] += failed
        if done % _TIDIED == 0:
            now, less = _tidied(now)
            least += less
    joint = np.zeros((rolls + 1, len(ours.states)))
    joint[least : least + now.shape[1]] = now.T
    return pd.DataFrame(
        joint, pd.RangeIndex(rolls + 1, name="successes"), pd.Index(ours.states, name="luck")
    )


def _tidied(now):
    """Numbers of successes without those at both ends that hardly come; how many are fewer."""
    kept = np.flatnonzero(now.sum(axis=0) >= _RAREST)
    return np.ascontiguousarray(now[:, kept[0] : kept[-1] + 1]), kept[0]


def kill_distribution(chance, hits, rolls, *, start=0, rules=LuckRules()):
    """Return the probability that each of the first rolls is the one that kills.

    A kill takes `hits` successes. A Series over 1 to rolls; 1 minus its sum is the chance that
    the target still stands. chance as in `success_rate`. ValueError for values outside their
    domain.

    >>> from combat.luck import Independent
    >>> kill_distribution(50, 2, 4, rules=Independent()).tolist()
    [0.0, 0.25, 0.25, 0.1875]
    """
    ours = chain(chance, start, rules)
    hits, rolls = int(check_whole("hits", hits, low=1)), int(check_whole("rolls", rolls, low=1))
    hit, miss = ours.hit.T.tocsr(), ours.miss.T.tocsr()
    # now[:, k]: the states, after k successes.
    now, killed = np.zeros((len(ours.states), hits)), np.zeros(rolls)
    now[:, 0] = ours.start
    for done in range(rolls):
        landed = hit @ now
        killed[done] = landed[:, -1].sum()
        now = miss @ now
        now[:, 1:] += landed[:, :-1]
    return pd.Series(killed, pd.RangeIndex(1, rolls + 1, name="roll"), name="probability")


def longest_miss_streak(chance, rolls, *, start=0, rules=LuckRules()):
    """Return the probability of each length of the longest run of misses in that many rolls.

    A Series over 0 to rolls. chance as in `success_rate`.

    >>> from combat.luck import Independent
    >>> longest_miss_streak(50, 2, rules=Independent()).tolist()
    [0.25, 0.5, 0.25]
    """
    ours, rolls = chain(chance, start, rules), int(check_whole("rolls", rolls, low=0))
    at_most = [one[0] for one in stayed_below(ours, rolls, range(1, rolls + 1))] + [1.0]
    return pd.Series(
        np.maximum(np.diff(at_most, prepend=0.0), 0),
        pd.RangeIndex(rolls + 1, name="longest run"),
        name="probability",
    )


def stayed_below(ours, rolls, limits):
    """Yield, for each of some rising limits, how likely it is that no run of misses gets there.

    Pairs: the chance that no run has so many misses, and that one has. Only the states are
    followed, not the runs: a run that gets to the limit began so many rolls ago, with a success or
    at the start, and it has missed since.
    """
    step, hit, miss = (_onward(one) for one in (ours.step, ours.hit, ours.miss))
    missed, many = _onward(sparse.eye_array(len(ours.states))), 0
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
        yield float(now.sum()), seen


def _onward(matrix):
    """A matrix that moves a column of states: a full one if it is small, which is quicker."""
    return matrix.T.toarray() if matrix.shape[0] <= FULL else matrix.T.tocsr()


def reachable_luck(chances=range(101), *, start=0, rules=LuckRules()):
    """Return the lowest and the highest Luck that any sequence of these chances can reach.

    >>> reachable_luck()
    (-54.0, 54.0)
    """
    states = chain(dict.fromkeys(chances, 1.0), start, rules).states
    return scalar(states[0]), scalar(states[-1])
