"""One number for each unit: its strength, also compared to its cost."""

import numpy as np
import pandas as pd
import scipy
from scipy.special import expit, ndtri

from combat.core.checks import check_numbers, check_whole
from combat.ranking.rates import CERTAIN, chosen, win_rates

CONFIDENCE = 0.95


def strength(matrix, cost=None, *, counts=None, attacks=False, mine=None):
    """Return how strong each unit is: a frame by unit, the strongest first.

    For a designer: a unit of twice the strength wins two fights of three, one of three times the
    strength three of four. Strength says who is above whom, but not that the weaker one never wins;
    `ladder_and_circle` says how far to trust it.

    matrix, attacks: as in `win_rates`. cost: a number above 0 for each unit, as a dict, a Series,
    or in the order of the rows. counts: how many fights were simulated for each rate, one number or
    a frame like the matrix (a cell and its mirror are one sample); None if the rates are exact.
    mine: the names that are shown, and have a cost, though all meet all; by default all.

    Columns: "strength", relative to the geometric mean of all; "rate", the mean win rate against
    the others. With counts also their 95 % intervals: "low" and "high", "rate low" and "rate high".
    With cost also "cost", and "for cost": strength / cost, relative to its geometric mean.

    Strength is that of Bradley and Terry (1952): P(a beats b) = a / (a + b), fitted by maximum
    likelihood, with each pair weighted by its number of fights. Rates beyond 0.5 % and 99.5 % count
    as these, as a unit that always wins has no finite strength. ValueError for a matrix, costs or
    counts that don't fit.

    >>> names = ["Knight", "Pikeman"]
    >>> matrix = pd.DataFrame([[0.5, 2 / 3], [1 / 3, 0.5]], names, names)
    >>> strength(matrix, cost={"Knight": 30, "Pikeman": 10}).round(3)
             strength   rate  cost  for cost
    unit
    Knight      1.414  0.667  30.0     0.816
    Pikeman     0.707  0.333  10.0     1.225
    """
    rates = win_rates(matrix, attacks=attacks)
    names, won = rates.index, rates.to_numpy()
    fights = _fights(counts, names)
    logs = _bradley_terry(np.clip(won, 1 - CERTAIN, CERTAIN), fights)
    others = names.size - 1
    found = pd.DataFrame(
        {"strength": np.exp(logs), "rate": (won.sum(axis=1) - 0.5) / others},
        pd.Index(names, name="unit"),
    )
    if counts is not None:
        spread, of_rate = _errors(logs, won, fights)
        z = ndtri((1 + CONFIDENCE) / 2)
        found.insert(1, "low", np.exp(logs - z * spread))
        found.insert(2, "high", np.exp(logs + z * spread))
        found["rate low"] = np.maximum(found["rate"] - z * of_rate, 0)
        found["rate high"] = np.minimum(found["rate"] + z * of_rate, 1)
    found = found.loc[chosen(mine, names)]
    if cost is not None:
        found["cost"] = _costs(cost, found.index)
        worth = found["strength"] / found["cost"]
        found["for cost"] = worth / np.exp(np.log(worth).mean())
    return found.sort_values("strength", ascending=False, kind="stable")


def ranks(strengths):
    """Return the rank of each strength, 1 the greatest; equal to nine decimals, equal in rank."""
    return strengths.round(9).rank(ascending=False, method="min")


def _bradley_terry(won, fights):
    """The logarithms of the strengths, with mean 0: each unit wins as often as they predict."""

    def loss(logs):
        apart = np.subtract.outer(logs, logs)
        # Minus the log-likelihood, and a term that keeps the mean at 0.
        return (fights * won * np.logaddexp(0, -apart)).sum() + logs.sum() ** 2 / 2

    def slope(logs):
        expected = fights * expit(np.subtract.outer(logs, logs))
        return (expected - fights * won).sum(axis=1) + logs.sum()

    def bend(logs):
        return _information(logs, fights) + 1

    options = {"xtol": 1e-8}
    logs = scipy.optimize.minimize(
        loss, np.zeros(len(won)), jac=slope, hess=bend, method="Newton-CG", options=options
    ).x
    # Near its minimum the loss is flat, which limits precision to 1e-8; its slope isn't, and two
    # Newton steps on it are exact but for rounding.
    for _ in range(2):
        logs = logs - np.linalg.solve(bend(logs), slope(logs))
    return logs - logs.mean()


def _information(logs, fights):
    """The information of the fights: the second derivatives of minus the log-likelihood."""
    chances = expit(np.subtract.outer(logs, logs))
    weights = fights * chances * (1 - chances)
    return np.diag(weights.sum(axis=1)) - weights


def _errors(logs, won, fights):
    """The standard errors of the logarithms of strength, and of the mean rates.

    Both rest on the sampling error of each pair's rate, so they hold even if the strengths don't
    explain the rates (White 1980). Half a win is added to both sides, as a rate of 0 or 1 would
    otherwise seem certain.
    """
    sampled = fights > 0
    likely = (fights * won + 0.5) / (fights + 1)
    off = np.where(sampled, fights * likely * (1 - likely), 0)
    scores = np.diag(off.sum(axis=1)) - off
    # Fights say nothing on the mean of all; adding 1 makes the matrix invertible, and only that.
    inverse = np.linalg.inv(_information(logs, fights) + 1)
    spread = np.sqrt(np.diag(inverse @ scores @ inverse))
    of_pairs = np.divide(off, fights**2, out=np.zeros_like(off), where=sampled)
    return spread, np.sqrt(of_pairs.sum(axis=1)) / (len(won) - 1)


def _fights(counts, names):
    """How many fights each pair had: 1 without counts."""
    given = 1 if counts is None else counts
    if isinstance(given, pd.DataFrame):
        given = given.reindex(index=names, columns=names).to_numpy()
    given = np.broadcast_to(np.asarray(given), (names.size, names.size))
    apart = ~np.eye(names.size, dtype=bool)
    fights = np.zeros(given.shape)
    fights[apart] = check_whole("counts", given[apart], low=1)
    if (fights != fights.T).any():
        row, column = np.argwhere(fights != fights.T)[0]
        raise ValueError(
            f"counts: {names[row]} against {names[column]} = {fights[row, column]:g}, but "
            f"{fights[column, row]:g} the other way round: a cell and its mirror are one sample"
        )
    return fights


def _costs(cost, names):
    if isinstance(cost, dict | pd.Series):
        missing = [name for name in names if name not in cost]
        if missing:
            raise ValueError(f"cost: there is none for {missing[0]}")
        cost = [cost[name] for name in names]
    cost = check_numbers("cost", list(cost), low=0, open_low=True)
    if cost.size != names.size:
        raise ValueError(f"cost: {cost.size} numbers for {names.size} units")
    return cost
