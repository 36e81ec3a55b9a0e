"""How a panel calls the functions of a notebook."""

import inspect
from functools import lru_cache


def given(function, values, *first):
    """Return function(*first, **values), with only those values for which it has parameters."""
    # Values are passed by position where possible, as in calls by hand: functools.cache keeps f(3)
    # and f(m=3) apart, and would compute twice.
    by_place, by_name = _names(function)
    if by_name is None:
        return function(*first, **values)
    by_place = by_place[len(first) :]
    # A parameter without a value keeps its default; those after it can't be passed by position.
    gap = next((at for at, name in enumerate(by_place) if name not in values), len(by_place))
    named = [name for name in (*by_place[gap:], *by_name) if name in values]
    placed = (values[name] for name in by_place[:gap])
    return function(*first, *placed, **{name: values[name] for name in named})


@lru_cache(maxsize=1024)
def _names(function):
    """The names of positional parameters, and of keyword-only ones (None if it takes any name)."""
    parameters = inspect.signature(function).parameters.values()
    if any(one.kind is one.VAR_KEYWORD for one in parameters):
        return [], None
    alone = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
    return [one.name for one in parameters if one.name not in alone], alone
