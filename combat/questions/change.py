"""What a function gives at a value, and what each of some changes does to it."""

from functools import partial

import numpy as np
import pandas as pd

from combat.core.estimate import Estimate
from combat.questions.answer import left_out_in_words


class OutOfDomain(ValueError):
    """Raised for a value that the function refuses; it is left out and reported."""


def asking(function):
    """Return the function such that its ValueErrors become `OutOfDomain`."""

    def asked(*given, **named):
        try:
            return function(*given, **named)
        except ValueError as error:
            raise OutOfDomain(str(error)) from error

    return asked


def read(given):
    """Return a function's answer as an `Estimate`; ValueError if it isn't one or three numbers."""
    if isinstance(given, Estimate):
        return given
    array = np.asarray(given)
    if array.dtype.kind not in "biuf" or array.size not in (1, 3):
        raise ValueError(
            f"the function gave {given!r}: it must give a number, or (estimate, low, high)"
        )
    estimate, low, high = np.broadcast_to(array.astype(float).ravel(), 3).tolist()
    if low > estimate or estimate > high:
        raise ValueError(f"the function gave {given!r}: the first must lie between the others")
    return Estimate(estimate, low, high)


def ends_of(found):
    """Return (number, low, high) of an `Estimate`, as numbers."""
    return float(found), found.low, found.high


def effects(function, at, changes, *, together=False):
    """Return what each change does to a result: a frame by change, the greatest effect first.

    function: of `at`, whatever that is; returns a number, or one with its interval, of which only
    the number counts. changes: {words: function that takes `at` and returns it changed}. together:
    the function gets the list of `at` and all that was changed, and returns as many results.

    Columns: result; effect, the result minus the one at the start. A tornado chart shows it. A
    change at which a function raises a ValueError is left out: `attrs["left_out"]` says which, and
    why. ValueError if all are left out.

    >>> changes = {"attack +1": lambda at: (at[0] + 1, at[1]), "armor +2": lambda at: (7, 5)}
    >>> effects(lambda at: max(at[0] - at[1], 1), (7, 3), changes)["effect"]
    change
    armor +2    -2.0
    attack +1    1.0
    Name: effect, dtype: float64
    """
    made = {words: _tried(partial(asking(change), at)) for words, change in changes.items()}
    left_out = {words: str(one) for words, one in made.items() if isinstance(one, OutOfDomain)}
    there = {words: one for words, one in made.items() if words not in left_out}
    if together:
        start, *known = map(read, function([at, *there.values()]))
    else:
        start = read(function(at))
        known = [_tried(lambda one=one: read(asking(function)(one))) for one in there.values()]
    rows = []
    for words, found in zip(there, known, strict=True):
        if isinstance(found, OutOfDomain):
            left_out[words] = str(found)
        else:
            rows.append((words, float(found), float(found) - float(start)))
    if not rows:
        why = left_out_in_words(left_out) or "there are none"
        raise ValueError(f"no change is within the function's domain; {why}")
    frame = pd.DataFrame(rows, columns=["change", "result", "effect"]).set_index("change")
    frame = frame.sort_values("effect", key=abs, ascending=False, kind="stable")
    frame.attrs["left_out"] = left_out
    return frame


def _tried(ask):
    """The result of a call, or the OutOfDomain that says why there is none."""
    try:
        return ask()
    except OutOfDomain as error:
        return error
