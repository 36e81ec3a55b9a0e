"""What if: the curve of a function, and what a step of each number does."""

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial

import numpy as np
import pandas as pd

from combat.questions.answer import left_out_in_words
from combat.questions.result import OutOfDomain, asking, numbers_of, over_seeds, read, result_of


def vary(function, values, *, name="value", seeds=None, together=False):
    """Return what a function gives for each value: a frame by value, the index called `name`.

    The function gives a number (column result), a number known within an interval as
    (estimate, low, high) (columns result, low, high), or several by name, as a dict or a Series
    (a column for each). With seeds it takes the keyword `seed` and gives a number: the result is
    the mean, with the ends of a 95 % interval. Where the function raises a ValueError the value
    is left out; `left_out` says which, and why. ValueError if nothing is left. together: see
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
    """Return what a step of each number does to a result: a frame, the greatest effect first.

    at: where to step from. A dict of numbers goes to the function as keywords; a dataclass, or
    anything else, as it is. steps: what to add to each, {name: step} or {name: (step, step)} for
    steps of several sizes, names being keys of the dict or fields of the dataclass; or
    {words: function}, which takes `at` and returns it changed. function: gives a number, or
    (estimate, low, high), of which the estimate counts. With seeds it takes the keyword `seed`,
    the same for all steps, and the effect has the ends of a 95 % interval.

    The index says what was done, in words. Columns: parameter, step (NaN for a function), result,
    effect: the result less that without the step; with seeds low and high. As a picture: a tornado.
    A step at which the function, or `at`, raises a ValueError is left out; `left_out` says which,
    and why. ValueError for a name that `at` hasn't, and if nothing is left. together: see
    `combat.questions`; then `at` goes to the function as it is.

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
        given = function([at, *(make() for *_, make in changes)])
        start, *results = (np.array([read(one).estimate]) for one in given)
    else:
        start = ask(at)
        results = (_tried(lambda make=make: ask(asking(make)())) for *_, make in changes)
    rows, left_out = [], {}
    for (words, parameter, step, _), found in zip(changes, results, strict=True):
        if isinstance(found, OutOfDomain):
            left_out[words] = str(found)
            continue
        ends = () if seeds is None else over_seeds(found - start)[1:]
        effect = float((found - start).mean())
        rows.append((words, parameter, step, float(found.mean()), effect, *ends))
    _something_left(rows, left_out)
    columns = ["change", "parameter", "step", "result", "effect", "low", "high"]
    frame = pd.DataFrame(rows, columns=columns[: len(rows[0])]).set_index("change")
    frame = frame.sort_values("effect", key=abs, ascending=False, kind="stable")
    frame.attrs["left_out"] = left_out
    return frame


def left_out(frame):
    """Return what `vary` or `effects` left out of a frame, and why, as a sentence; "" if nothing.

    >>> from combat.dice.blows import expected_blows
    >>> left_out(vary(expected_blows, [0.5, 1.5]))
    'left out: 1.5 (chance = 1.5 is out of range: it must be between 0 and 1)'
    """
    return left_out_in_words(frame.attrs.get("left_out", {}))


def _tried(ask):
    """What is found, or the OutOfDomain that says why nothing is."""
    try:
        return ask()
    except OutOfDomain as error:
        return error


def _row(function, value, seeds):
    """The columns of a value: result, with an interval low and high, or those of the function."""
    if seeds is not None:
        return result_of(function, seeds)(value)._asdict()
    return _columns(asking(function)(value))


def _columns(given):
    if isinstance(given, Mapping | pd.Series):
        return dict(given)
    found = read(given)
    return found._asdict() if np.size(given) == 3 else {"estimate": found.estimate}


def _by_keywords(function):
    return lambda at, **how: function(**at, **how)


def _changes(at, steps):
    """Each step: (what is done in words, the parameter, the step, what makes the changed `at`)."""
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
