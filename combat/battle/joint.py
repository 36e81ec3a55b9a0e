"""What is left of both sides together: a frame of chances, the first's by the second's."""

import numpy as np
import pandas as pd


def crossed(one, other, chances):
    """Return the chance of each pair of values: a frame, values of `one` by values of `other`."""
    (rows, row), (columns, column) = (np.unique(side, return_inverse=True) for side in (one, other))
    table = np.zeros((len(rows), len(columns)))
    np.add.at(table, (row, column), chances)
    return _framed(table, rows, columns)


def _framed(table, rows, columns):
    return pd.DataFrame(table, pd.Index(rows, name="first"), pd.Index(columns, name="second"))


def pairs_of(joint):
    """Return the pairs of a `crossed` frame that have a chance: both values, and the chances.

    The chances are scaled to a sum of 1, so that a part of a `Odds.joint` is a start, too.
    """
    table = joint.to_numpy()
    row, column = np.nonzero(table > 0)
    if not len(row):
        raise ValueError("no pair of hit points has a chance: give chances above 0, as Odds.joint")
    chances = table[row, column]
    return joint.index.to_numpy()[row], joint.columns.to_numpy()[column], chances / chances.sum()


def starts_of(start):
    """Return `pairs_of` a frame to begin from; ValueError for what are no hit points."""
    ones, others, chances = pairs_of(start)
    for points in (ones, others):
        if points.dtype.kind not in "iuf" or (points < 0).any() or (points % 1 != 0).any():
            raise ValueError(f"start: {points[:9].tolist()} must be whole hit points from 0")
    return ones.astype(int), others.astype(int), chances


def both_left(left, both, last):
    """Return the chance of each pair of hit points left, as `Odds.joint`.

    left: for each side the Distribution at the end. both: the chance that both fall. last: if the
    duel may be undecided, the two Distributions at the last turn as if nobody stopped striking;
    otherwise None.
    """
    values = [np.union1d([0], side.values) for side in left]
    table = np.zeros(tuple(map(len, values)))
    if last is not None:
        table[1:, 1:] = np.outer(*map(_chances_of, last, (points[1:] for points in values)))
    ends = [_chances_of(side, points[1:]) for side, points in zip(left, values, strict=True)]
    table[1:, 0] = np.maximum(ends[0] - table[1:].sum(axis=1), 0)
    table[0, 1:] = np.maximum(ends[1] - table[:, 1:].sum(axis=0), 0)
    table[0, 0] = both
    return _framed(table, *values)


def _chances_of(distribution, values):
    """The chances of some ascending values."""
    known = dict(zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True))
    return np.array([known.get(value, 0.0) for value in values.tolist()])
