"""The mix of one who knows the matrix, who is never in it, and who is worse than another mix."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import scipy
from scipy.special import logsumexp, softmax

from combat.ranking.rates import rates_of_choices

# HiGHS keeps a constraint to 1e-7: less than this is no difference.
SMALL = 1e-6


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium:
    """The best mix against one who plays as well; shown, it is a sentence.

    mix: a Series of the share of each unit, sum 1. other: that of the opponent, the same where
    both choose from the same units. value: how often the mix wins against the other, 0.5 then.
    against: a Series of each unit's win rate against the other mix: the value for those in it, and
    never more. fielded: the names of those in it, the greatest share first. unique: whether there
    is no other such pair of mixes. rates: the matrix, a draw half a win.

    >>> equilibrium([[0.5, 0.9], [0.1, 0.5]])
    0 100%; never fielded: 1
    """

    mix: pd.Series
    against: pd.Series
    unique: bool
    rates: pd.DataFrame
    other: pd.Series
    value: float

    @property
    def fielded(self):
        """The names of the units in the mix, the greatest share first."""
        return _in_order(self.mix)

    @cached_property
    def dominated(self):
        """The units that some mix of others is never worse than: see `dominated`."""
        return dominated(self.rates)

    def __repr__(self):
        found = _mixed(self.mix)
        if not self.other.index.equals(self.mix.index):
            found += f" against {_mixed(self.other)}: wins {self.value:.1%}"
        never = [str(name) for name in self.mix.index[self.mix == 0]]
        return found + (f"; never fielded: {', '.join(never)}" if never else "")


def _in_order(mix):
    """The names of those in a mix, the greatest share first."""
    # Equal shares, but for rounding, stay in the order of the matrix.
    shares = mix[mix > 0].round(9)
    return shares.sort_values(ascending=False, kind="stable").index.tolist()


def _mixed(mix):
    # 5/8 is 62% here and 63% on a processor whose sum is greater by 1e-16; rounded, it is one.
    return ", ".join(f"{name} {round(mix[name], 9):.0%}" for name in _in_order(mix))


def equilibrium(matrix, *, attacks=False):
    """Return the `Equilibrium`: which units one would field, and how often, who knows the matrix.

    In a designer's words: whoever mixes so can't be beaten more often than every second time,
    whatever the other brings. A unit outside of it needs a reason other than winning, such as its
    cost, to be in the game.

    matrix, attacks: as in `win_rates`. Rows and columns may be different choices, moves against
    moves: then the two mixes differ, and the game is worth the `value`. ValueError as there.

    A game of two for a sum of zero; a mix x is best if the sum of x(a) rate(a, b) is at least the
    value for every b. Where there are several such mixes it is the one of greatest entropy, that
    is as even as can be, so that twins share (Nash averaging, Balduzzi and others 2018); of
    different choices one that has all that are in any. By linear programming; the greatest set of
    units in any best mix first, then the mix of them.

    >>> names = ["Rock", "Paper", "Scissors", "Well"]
    >>> wins = [[0, 0, 1, 0], [1, 0, 0, 1], [0, 1, 0, 0], [1, 0, 1, 0]]
    >>> equilibrium(pd.DataFrame(wins, names, names))
    Paper 33%, Scissors 33%, Well 33%; never fielded: Rock
    >>> equilibrium(pd.DataFrame([[0.9, 0.3], [0.4, 0.6]], ["rush", "wait"], ["parry", "dodge"]))
    wait 75%, rush 25% against dodge 62%, parry 38%: wins 52.5%
    """
    rates = rates_of_choices(matrix, attacks=attacks)
    won, same = rates.to_numpy(), rates.index.equals(rates.columns)
    lead = won - 0.5 if same else _symmetric(won)
    inside, rough = _supported(lead)
    # Of different choices the most even mix is badly scaled: any best one will do.
    shares, unique = _even(lead, inside, rough, any_will_do=not same)
    mix = np.zeros(len(lead))
    mix[inside] = shares
    other = mix
    if not same:
        mix, other = (
            part / part.sum() for part in (mix[: len(won)], mix[len(won) : sum(won.shape)])
        )
    rows, columns = (pd.Index(names, name="unit") for names in (rates.index, rates.columns))
    return Equilibrium(
        pd.Series(mix, rows, name="share"),
        pd.Series(won @ other, rows, name="rate"),
        unique,
        rates,
        pd.Series(other, columns, name="share"),
        float(mix @ won @ other),
    )


def _symmetric(won):
    """The leads of a symmetric game whose best mixes are those of both players of this one.

    Of rows, columns and one more, the value (Gale, Kuhn and Tucker 1950); rates count one more, as
    the value must be above 0.
    """
    rows, columns = won.shape
    one, other = np.ones((rows, 1)), np.ones((columns, 1))
    return np.block(
        [
            [np.zeros((rows, rows)), won + 1, -one],
            [-(won + 1).T, np.zeros((columns, columns)), other],
            [one.T, -other.T, np.zeros((1, 1))],
        ]
    )


def dominated(matrix, *, attacks=False):
    """Return the units that a mix of others replaces at no loss: a frame, and by which mix.

    In a designer's words: whatever the opponent fields, the mix wins as often or more often, and
    against somebody more often. Such a unit is only worth having for what the matrix doesn't show.

    matrix, attacks: as in `equilibrium`; of different choices it tells of the rows. Columns: unit
    (those worst off first), by, share (of that unit in the mix), gain (how much more often the mix
    wins, the mean over all opponents). One unit that does it alone is preferred to a mix, and the
    greater gain to the lesser. One linear program for each unit that no other replaces alone: a
    second for 100 units, half a minute for 300.

    >>> names = ["Rock", "Paper", "Scissors", "Club"]
    >>> wins = [[0.5, 0, 1, 0.5], [1, 0.5, 0, 0.6], [0, 1, 0.5, 0.6], [0.5, 0.4, 0.4, 0.5]]
    >>> dominated(pd.DataFrame(wins, names, names)).round(2)
       unit        by  share  gain
    0  Club     Paper    0.4  0.07
    1  Club  Scissors    0.4  0.07
    2  Club      Rock    0.2  0.07
    """
    rates = rates_of_choices(matrix, attacks=attacks)
    names, won, rows = rates.index, rates.to_numpy(), []
    alone = [_alone(won, place) for place in range(len(won))]
    # Whoever is replaced by another needn't be in a mix: the other does better there, too.
    pool = np.array([place for place, best in enumerate(alone) if best is None])
    for place, best in enumerate(alone):
        mix = _mix_for(won, place, pool[pool != place]) if best is None else {best: 1.0}
        gain = sum(share * (won[by] - won[place]).mean() for by, share in mix.items())
        rows += [(names[place], names[by], share, gain) for by, share in mix.items()]
    found = pd.DataFrame(rows, columns=["unit", "by", "share", "gain"])
    return found.sort_values("gain", ascending=False, kind="stable", ignore_index=True)


def _supported(lead):
    """Which units are in any best mix at all, and a mix that has all of them.

    Best mixes, not scaled to a sum of 1, form a cone: as many as possible are 1 or more.
    """
    count = len(lead)
    none, one = np.zeros((count, count)), np.eye(count)
    # The mix, and how much of 1 each unit has of it. Not to lose against any; no more than it has.
    limits = np.block([[-lead.T, none], [-one, one]])
    found = scipy.optimize.linprog(
        np.repeat([0.0, -1.0], count),
        A_ub=limits,
        b_ub=np.zeros(2 * count),
        bounds=[(0, None)] * count + [(0, 1)] * count,
        method="highs",
    )
    inside = found.x[count:] > 0.5
    return inside, found.x[:count][inside] / found.x[:count][inside].sum()


def _even(lead, inside, rough, *, any_will_do=False):
    """The shares of those inside, as even as can be, and whether there is but one best mix."""
    among = lead[np.ix_(inside, inside)]
    equations = np.vstack([among, np.ones(len(rough))])
    shares, _, rank, _ = np.linalg.lstsq(equations, np.append(0 * rough, 1.0), rcond=1e-10)
    if rank == len(rough) and (shares > 0).all():
        return shares / shares.sum(), True
    return (rough if any_will_do else _most_even(lead[inside], inside)), False


def _most_even(lead, inside):
    """The best mix of greatest entropy, by its dual: the shares are exp(lead @ prices), scaled."""

    def loss(prices):
        return logsumexp(lead @ prices), softmax(lead @ prices) @ lead

    # Against those inside the mix is even, against the others it may win.
    found = scipy.optimize.minimize(
        loss,
        np.zeros(len(inside)),
        jac=True,
        method="L-BFGS-B",
        bounds=[(None, None) if one else (0, None) for one in inside],
        options={"maxiter": 20_000, "maxfun": 50_000, "ftol": 0, "gtol": 1e-12, "maxcor": 50},
    )
    return softmax(lead @ found.x)


def _alone(won, place):
    """Who is never worse than a unit, and on the mean better by the most; None if nobody is."""
    gains = won - won[place]
    means = np.where((gains >= 0).all(axis=1), gains.mean(axis=1), 0)
    best = int(np.argmax(means))
    return best if means[best] > SMALL else None


def _mix_for(won, place, others):
    """The mix of others that is never worse than a unit, {who: share}; empty if there is none."""
    gains = won[others] - won[place]
    # Against somebody the unit is better than all others: no mix of them is as good.
    if not others.size or (gains.max(axis=0) < -SMALL).any():
        return {}
    found = scipy.optimize.linprog(
        -gains.mean(axis=1),
        A_ub=-gains.T,
        b_ub=np.zeros(won.shape[1]),
        A_eq=np.ones((1, len(others))),
        b_eq=[1],
        method="highs",
    )
    if not found.success or -found.fun <= SMALL:
        return {}
    shares = np.where(found.x > SMALL, found.x, 0)
    shares = shares / shares.sum()
    return {int(others[at]): float(shares[at]) for at in np.argsort(-shares) if shares[at] > 0}
