"""The best mix of units, which units are never in it, and which ones other units dominate."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd
import scipy
from scipy.special import logsumexp, softmax

from combat.core.words import percent
from combat.ranking.rates import met_others, rates_of_choices

# Differences up to this count as none, as the solver HiGHS keeps constraints only to 1e-7.
SMALL = 1e-6


@dataclass(frozen=True, eq=False, repr=False)
class Equilibrium:
    """The best mix against an opponent who also plays his best mix; printed, it is a sentence.

    mix: a Series of the share of each unit, sum 1. other: the opponent's mix, the same if both
    choose from the same units. value: how often the mix wins against the other mix, 0.5 if both
    choose from the same units. against: a Series of each unit's win rate against the other mix: the
    value for units in the mix, and at most the value for the rest. rates: the matrix, a draw
    counted as half a win.

    >>> equilibrium([[0.5, 0.9], [0.1, 0.5]])
    0 100%; never fielded: 1
    """

    mix: pd.Series
    against: pd.Series
    rates: pd.DataFrame
    other: pd.Series
    value: float

    @property
    def fielded(self):
        """The names of the units in the mix, the greatest share first."""
        return _in_order(self.mix)

    @cached_property
    def dominated(self):
        """The units that a mix of others can replace without loss: see the function `dominated`."""
        return _dominated(self.rates)

    def __repr__(self):
        found = _mixed(self.mix)
        if not _same(self.rates):
            found += f" against {_mixed(self.other)}: wins {percent(self.value)}"
        never = [str(name) for name in self.mix.index[self.mix == 0]]
        return found + (f"; never fielded: {', '.join(never)}" if never else "")


def _same(rates):
    """Whether both choose from the same units."""
    return rates.index.equals(rates.columns) and not met_others(rates)


def _in_order(mix):
    """The names of the units in a mix, the greatest share first."""
    # Rounded, so that shares that differ only by rounding stay in the order of the matrix.
    shares = mix[mix > 0].round(9)
    return shares.sort_values(ascending=False, kind="stable").index.tolist()


def _mixed(mix):
    # Rounded first: otherwise 5/8 is 63% on a processor whose sum is greater by 1e-16, else 62%.
    return ", ".join(f"{name} {percent(round(mix[name], 9), 0)}" for name in _in_order(mix))


def equilibrium(matrix, *, attacks=False, mine=None):
    """Return the `Equilibrium`: which units to field, and how often, if both know the matrix.

    For a designer: whoever plays this mix isn't beaten more than half of the time, whatever the
    opponent brings. A unit outside the mix needs another reason than winning, such as its cost,
    to be in the game.

    matrix, attacks: as in `win_rates`. Rows and columns may be different choices, such as moves
    against moves, or heroes against enemies (`combat.units.matrix`): then the two mixes differ, and
    the game is worth `value`. So they do where I may choose among some alone, mine, and the other
    among all. ValueError as there.

    It is a zero-sum game of two players. A mix x is best if the sum of x(a) rate(a, b) over a is at
    least the value for every b. Of several best mixes it is the most even one, of greatest entropy,
    so that identical units have equal shares (Nash averaging, Balduzzi and others 2018). For
    different choices it is one with all units that are in any best mix. Linear programming finds
    the largest set of units in a best mix, and then their shares are computed.

    >>> names = ["Rock", "Paper", "Scissors", "Well"]
    >>> wins = [[0, 0, 1, 0], [1, 0, 0, 1], [0, 1, 0, 0], [1, 0, 1, 0]]
    >>> equilibrium(pd.DataFrame(wins, names, names))
    Paper 33%, Scissors 33%, Well 33%; never fielded: Rock
    >>> equilibrium(pd.DataFrame([[0.9, 0.3], [0.4, 0.6]], ["rush", "wait"], ["parry", "dodge"]))
    wait 75%, rush 25% against dodge 62%, parry 38%: wins 52.5%
    >>> equilibrium(pd.DataFrame(wins, names, names), mine=["Rock", "Paper"]).value
    0.3333333333333333
    """
    rates = rates_of_choices(matrix, attacks=attacks, mine=mine)
    won, same = rates.to_numpy(), _same(rates)
    lead = won - 0.5 if same else _symmetric(won)
    inside, rough = _supported(lead)
    # For different choices the most even mix is badly scaled; there any best one will do.
    shares = _even(lead, inside, rough, any_will_do=not same)
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
        rates,
        pd.Series(other, columns, name="share"),
        float(mix @ won @ other),
    )


def _symmetric(won):
    """The leads of a symmetric game whose best mixes hold those of both players of this game.

    Its choices are the rows, the columns and one more for the value (Gale, Kuhn and Tucker 1950).
    Rates are raised by 1, as the value must be above 0.
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
    """Return the units that a mix of others can replace without loss, and that mix: a frame.

    For a designer: against every opponent the mix wins at least as often, and against some more
    often. Such a unit is only worth having for what the matrix doesn't show.

    matrix, attacks: as in `equilibrium`; for different choices it looks at the rows. Columns: unit
    (those with the greatest gain first); by, a unit of the mix; share, its share in the mix; gain,
    how much more often the mix wins, the mean over all opponents. A single unit is preferred to a
    mix, and a greater gain to a smaller one. It takes a linear program for each unit that no single
    other one can replace: a second for 100 units, half a minute for 300.

    >>> names = ["Rock", "Paper", "Scissors", "Club"]
    >>> wins = [[0.5, 0, 1, 0.5], [1, 0.5, 0, 0.6], [0, 1, 0.5, 0.6], [0.5, 0.4, 0.4, 0.5]]
    >>> dominated(pd.DataFrame(wins, names, names)).round(2)
       unit        by  share  gain
    0  Club     Paper    0.4  0.07
    1  Club  Scissors    0.4  0.07
    2  Club      Rock    0.2  0.07
    """
    return _dominated(rates_of_choices(matrix, attacks=attacks))


def _dominated(rates):
    names, won, rows = rates.index, rates.to_numpy(), []
    alone = [_alone(won, place) for place in range(len(won))]
    # A unit that another replaces needn't be in a mix, as the other does as well there.
    pool = np.array([place for place, best in enumerate(alone) if best is None])
    for place, best in enumerate(alone):
        mix = _mix_for(won, place, pool[pool != place]) if best is None else {best: 1.0}
        gain = sum(share * (won[by] - won[place]).mean() for by, share in mix.items())
        rows += [(names[place], names[by], share, gain) for by, share in mix.items()]
    found = pd.DataFrame(rows, columns=["unit", "by", "share", "gain"])
    return found.sort_values("gain", ascending=False, kind="stable", ignore_index=True)


def _supported(lead):
    """Which units are in any best mix, and one with all: unscaled, best mixes form a cone."""
    count = len(lead)
    none, one = np.zeros((count, count)), np.eye(count)
    # Variables: the mix, and for each unit a number up to 1 that its share must reach; their sum is
    # maximised. Constraints: the mix loses against nobody, and shares reach those numbers.
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
    """The shares of the units inside, as even as possible."""
    among = lead[np.ix_(inside, inside)]
    equations = np.vstack([among, np.ones(len(rough))])
    shares, _, rank, _ = np.linalg.lstsq(equations, np.append(0 * rough, 1.0), rcond=1e-10)
    if rank == len(rough) and (shares > 0).all():
        return shares / shares.sum()
    return rough if any_will_do else _most_even(lead[inside], inside)


def _most_even(lead, inside):
    """The best mix of greatest entropy, by its dual: the shares are exp(lead @ prices), scaled."""

    def loss(prices):
        return logsumexp(lead @ prices), softmax(lead @ prices) @ lead

    # Against units inside, the mix is even; against the others it may win.
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
    """The unit that is never worse than this one and on average the best, or None."""
    gains = won - won[place]
    means = np.where((gains >= 0).all(axis=1), gains.mean(axis=1), 0)
    best = int(np.argmax(means))
    return best if means[best] > SMALL else None


def _mix_for(won, place, others):
    """The best mix that is never worse than a unit, {number: share}; empty if there is none."""
    gains = won[others] - won[place]
    # If the unit beats some opponent more often than all others do, no mix of them is as good.
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
