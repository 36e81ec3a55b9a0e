"""A matrix of win rates, checked: all against all, a draw half a win for both."""

import numpy as np
import pandas as pd

# A rate beyond it counts as it, where strengths are compared: one that always wins would be
# infinitely strong. 0.995 is as 199 to 1.
CERTAIN = 0.995


def win_rates(matrix):
    """Return the rate of each unit against each: a frame in which mirrored cells add up to 1.

    matrix: a frame (or a square array) of the chance that the row's unit beats the column's, in
    [0, 1]; what a cell and its mirror lack to 1 is drawn, and half a win for both. The columns
    may be in another order; what stands on the diagonal doesn't count, the rate is 0.5 there.
    ValueError for a matrix that isn't square, names that differ or come twice, and cells, named
    by their pair, that are missing, out of range, or more than 1 together.

    >>> win_rates([[0, 0.5], [0.3, 0]])
         0    1
    0  0.5  0.6
    1  0.4  0.5
    """
    frame = pd.DataFrame(matrix)
    names = frame.index
    if names.has_duplicates or set(names) != set(frame.columns) or names.size != frame.columns.size:
        raise ValueError(
            f"matrix: rows and columns must be the same units, each once; the rows are "
            f"{_listed(names)}, the columns {_listed(frame.columns)}"
        )
    if names.size < 2:
        raise ValueError(f"matrix: {names.size} units are too few to rank: it takes two")
    try:
        wins = frame[names].to_numpy(float)
    except (TypeError, ValueError) as error:
        raise ValueError(f"matrix: all cells must be numbers; {error}") from None
    wins = np.where(np.eye(names.size, dtype=bool), 0.5, wins)
    _refuse(np.isnan(wins), names, wins, "is missing; each must have met each")
    _refuse((wins < 0) | (wins > 1), names, wins, "must be from 0 to 1")
    # A hair more is rounding.
    _refuse(wins + wins.T > 1 + 1e-9, names, wins + wins.T, "and its mirror must be 1 at most")
    return pd.DataFrame((wins + 1 - wins.T) / 2, names, pd.Index(names))


def log_odds(rates):
    """Return ln(rate / (1 - rate)); rates beyond 0.5 % and 99.5 % count as these. An array.

    >>> log_odds(np.array([0.5, 0.75, 1])).round(2)
    array([0.  , 1.1 , 5.29])
    """
    kept = np.clip(rates, 1 - CERTAIN, CERTAIN)
    return np.log(kept / (1 - kept))


def _refuse(faults, names, values, mend):
    if faults.any():
        row, column = np.argwhere(faults)[0]
        raise ValueError(
            f"matrix: {names[row]} against {names[column]} = {values[row, column]:g} {mend}"
        )


def _listed(names):
    shown = ", ".join(map(str, names[:4]))
    return shown + (", …" if len(names) > 4 else "")
