"""Checks matrices of win rates, all against all; a draw is half a win for both."""

import numpy as np
import pandas as pd

# Higher rates count as this one where strengths are compared, as a unit that always wins would
# be infinitely strong. 0.995 means odds of 199 to 1.
CERTAIN = 0.995
AGAINST = "against"  # the name of one side where rows and columns are others, whatever their names


def met_others(frame):
    """Return whether a frame says that its columns are others than its rows, of any name."""
    return AGAINST in (frame.index.name, frame.columns.name)


def win_rates(matrix, *, attacks=False):
    """Return the rate of each unit against each: a frame in which mirrored cells sum to 1.

    matrix: a frame (or a square array) of the chance that the row's unit beats the column's, in
    [0, 1]. If a cell and its mirror sum to less than 1, the rest are draws, half a win for both.
    Columns may be in another order than rows; the diagonal is ignored, the rate there is 0.5.
    attacks: whether the row's unit attacks. Then a cell and its mirror are the scores of two
    fights, and the rate is a unit's mean over both roles, attacking and attacked. ValueError for a
    matrix that isn't square, names that differ or are repeated, and cells, named by their pair,
    that are missing, out of range, or sum to more than 1.

    >>> win_rates([[0, 0.5], [0.3, 0]])
         0    1
    0  0.5  0.6
    1  0.4  0.5
    >>> win_rates([[0.7, 0.9], [0.5, 0.8]], attacks=True)
         0    1
    0  0.5  0.7
    1  0.3  0.5
    """
    frame = pd.DataFrame(matrix)
    names = frame.index
    if met_others(frame):
        raise ValueError("matrix: its rows don't meet each other, so take each row's mean")
    if names.has_duplicates or set(names) != set(frame.columns) or names.size != frame.columns.size:
        raise ValueError(
            f"matrix: rows and columns must be the same units, each once; the rows are "
            f"{_listed(names)}, the columns {_listed(frame.columns)}; for some choices against all "
            f"take the whole matrix, and name those with mine=[...]"
        )
    if names.size < 2:
        raise ValueError(f"matrix: {names.size} units are too few to rank: it takes two")
    wins = _checked(frame[names], np.eye(names.size, dtype=bool))
    if not attacks:
        # 1e-9 allows for rounding.
        mend = "and its mirror must be 1 at most; where the row attacks, say so (attacks=True)"
        _refuse(wins + wins.T > 1 + 1e-9, names, names, wins + wins.T, mend)
    return pd.DataFrame((wins + 1 - wins.T) / 2, names, pd.Index(names))


def chosen(mine, names):
    """Return some of the names as a list, checked; all of them for None."""
    mine = list(names if mine is None else mine)
    wrong = [one for one in mine if one not in names]
    if wrong or not mine or len({*mine}) < len(mine):
        what = f"there is no {wrong[0]!r}" if wrong else "name at least one choice, and each once"
        raise ValueError(f"mine: {what}; there are {_listed(names)}")
    return mine


def rates_of_choices(matrix, *, attacks=False, mine=None):
    """Like `win_rates`; the matrix itself if its columns are others than its rows.

    mine: the rows that are asked about, against all columns; None for all.
    """
    frame = pd.DataFrame(matrix)
    if met_others(frame) or set(frame.index).isdisjoint(frame.columns):
        for names in (frame.index, frame.columns):
            if names.has_duplicates or not names.size:
                raise ValueError(f"matrix: each choice must stand there once: {_listed(names)}")
        rates = pd.DataFrame(_checked(frame), frame.index, frame.columns)
    else:
        rates = win_rates(frame, attacks=attacks)
    return rates if mine is None else rates.loc[chosen(mine, rates.index)]


def _checked(frame, aside=False):
    """The cells as an array, checked to be from 0 to 1; those where `aside` is true become 0.5."""
    try:
        wins = frame.to_numpy(float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"matrix: all cells must be numbers; {error}") from None
    wins = np.where(aside, 0.5, wins)
    names = frame.index, frame.columns
    _refuse(np.isnan(wins), *names, wins, "is missing; each must have met each")
    _refuse((wins < 0) | (wins > 1), *names, wins, "must be from 0 to 1")
    return wins


def log_odds(rates):
    """Return ln(rate / (1 - rate)), an array; rates beyond 0.5 % and 99.5 % count as these.

    >>> log_odds(np.array([0.5, 0.75, 1])).round(2)
    array([0.  , 1.1 , 5.29])
    """
    kept = np.clip(rates, 1 - CERTAIN, CERTAIN)
    return np.log(kept / (1 - kept))


def _refuse(faults, rows, columns, values, mend):
    if faults.any():
        row, column = np.argwhere(faults)[0]
        raise ValueError(
            f"matrix: {rows[row]} against {columns[column]} = {values[row, column]:g} {mend}"
        )


def _listed(names):
    shown = ", ".join(map(str, names[:4]))
    return shown + (", …" if len(names) > 4 else "")
