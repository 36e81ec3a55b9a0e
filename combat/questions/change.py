"""What if: the curve of a function, and what a change of each number does."""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial

import numpy as np
import pandas as pd

from combat.core.estimate import Estimate
from combat.questions.answer import left_out_in_words
from combat.questions.result import (
    OutOfDomain,
    asking,
    ends_of,
    numbers_of,
    over_seeds,
    read,
    result_of,
)


def vary(function, values, *, name="value", seeds=None, together=False):
    """Return what a function returns for each value: a frame by value, its index called `name`.

    The function returns a number (column result); or (estimate, low, high), a number with its
    interval (columns result, low, high); or several numbers by name, as a dict or a Series (a
    column for each). With seeds it takes the keyword `seed` and returns a number: result is the
    mean, low and high its 95 % interval. A value at which the function raises a ValueError is left
    out; `left_out` says which, and why. ValueError if all are left out. together: see
    `combat.questions`.

    >>> vary(lambda attack: attack / (attack + 10), [0, 10, 30], name="attack")["result"].tolist()
    [0.0, 0.5, 0.75]
    """
    values = list(values)
    if together:
        found = map(_columns, function(values))
    else:
        found = (_tried(partial(_row, function, value, seeds)) for value in values)
    rows, left_out = {}, {}
    for value, row in zip(values, found, strict=True):
        if isinstance(row, OutOfDomain):
            left_out[value] = str(row)
        else:
            rows[value] = row
    _something_left(rows, left_out)
    frame = pd.DataFrame(list(rows.values()), pd.Index(list(rows), name=name))
    frame = frame.rename(columns={"estimate": "result"})
    frame.attrs["left_out"] = left_out
    return frame


def effects(function, at, steps, *, seeds=None, together=False):
    """Return what a change of each number does to a result: a frame, the greatest effect first.

    at: where to start. A dict of numbers is passed to the function as keywords, a dataclass or
    anything else as it is. steps: what to add to each number, {name: step} or {name: (step, step)}
    for several sizes; a name is a key of the dict or a field of the dataclass. Also {words:
    function}, where the function takes `at` and returns it changed. function: returns a number, or
    (estimate, low, high), of which only the estimate counts. With seeds it takes the keyword
    `seed`, the same ones for all steps, and the effect gets a 95 % interval.

    The index says in words what was changed. Columns: parameter; step (NaN for a function); result;
    effect, the result minus the one at the start; with seeds its low and high. A tornado chart
    shows it. A step at which the function, or the new `at`, raises a ValueError is left out;
    `left_out` says which, and why. ValueError for an unknown name, and if all are left out.
    together: see `combat.questions`; then `at` is passed to the function as it is.

    >>> def worth(attack, armor):
    ...     return max(attack - armor, 1)
    >>> effects(worth, {"attack": 7, "armor": 3}, {"attack": 1, "armor": (-1, 2)})["effect"]
    change
    armor +2    -2.0
    attack +1    1.0
    armor -1     1.0
    Name: effect, dtype: float64
    """
    named = isinstance(at, Mapping) and not together
    ask = numbers_of(_by_keywords(function) if named else function, seeds)
    changes = list(_changes(at, steps))
    if together:
        made = [_tried(asking(make)) for *_, make in changes]
        known = function([at, *(one for one in made if not isinstance(one, OutOfDomain))])
        start, *known = (np.array([read(one)]) for one in known)
        results = (one if isinstance(one, OutOfDomain) else known.pop(0) for one in made)
    else:
        start = ask(at)
        results = (_tried(lambda make=make: ask(asking(make)())) for *_, make in changes)
    rows, left_out = [], {}
    for (words, parameter, step, _), found in zip(changes, results, strict=True):
        if isinstance(found, OutOfDomain):
            left_out[words] = str(found)
            continue
        ends = () if seeds is None else ends_of(over_seeds(found - start))[1:]
        effect = float((found - start).mean())
        rows.append((words, parameter, step, float(found.mean()), effect, *ends))
    _something_left(rows, left_out)
    columns = ["change", "parameter", "step", "result", "effect", "low", "high"]
    frame = pd.DataFrame(rows, columns=columns[: len(rows[0])]).set_index("change")
    frame = frame.sort_values("effect", key=abs, ascending=False, kind="stable")
    frame.attrs["left_out"] = left_out
    return frame


def left_out(frame):
    """Return in a sentence what `vary` or `effects` left out of a frame, and why; "" if nothing.

    >>> from combat.dice.blows import expected_blows
    >>> left_out(vary(expected_blows, [0.5, 1.5]))
    'left out: 1.5 (chance = 1.5 is out of range: it must be between 0 and 1)'
    """
    return left_out_in_words(frame.attrs.get("left_out", {}))


def _tried(ask):
    """The result of a call, or the OutOfDomain that says why there is none."""
    try:
        return ask()
    except OutOfDomain as error:
        return error


def _row(function, value, seeds):
    """The columns for one value: those of an `Estimate`, or those that the function returns."""
    if seeds is not None:
        return _named(result_of(function, seeds)(value))
    return _columns(asking(function)(value))


def _columns(given):
    if isinstance(given, Mapping | pd.Series):
        return dict(given)
    found = read(given)
    known = isinstance(given, Estimate) or np.size(given) == 3
    return _named(found) if known else {"estimate": float(found)}


def _named(found):
    return dict(zip(("estimate", "low", "high"), ends_of(found), strict=True))


def _by_keywords(function):
    return lambda at, **how: function(**at, **how)


def _changes(at, steps):
    """Yield each change: (it in words, the parameter, the step, a function that makes it)."""
    for name, amounts in steps.items():
        if callable(amounts):
            yield str(name), name, np.nan, partial(amounts, at)
            continue
        before = _field(at, name)
        for amount in np.atleast_1d(amounts).tolist():
            yield f"{name} {amount:+g}", name, amount, partial(_set, at, name, before + amount)


def _field(at, name):
    known = list(at) if isinstance(at, Mapping) else [field.name for field in fields(at)]
    if name not in known:
        raise ValueError(f"steps: {name!r} is not known: it must be one of {', '.join(known)}")
    return at[name] if isinstance(at, Mapping) else getattr(at, name)


def _set(at, name, value):
    return {**at, name: value} if isinstance(at, Mapping) else replace(at, **{name: value})


def _something_left(rows, left_out):
    if not rows:
        why = left_out_in_words(left_out) or "there are none"
        raise ValueError(f"no value is within the function's domain; {why}")
