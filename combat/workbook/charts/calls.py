"""How a panel calls what a notebook hands it."""

import inspect
from functools import lru_cache


def given(function, values, *first):
    """Return function(*first, **values), handing it only those values whose names it takes.

    So the functions of a panel need not name the controls that they don't look at, and a
    function of the package can be shown as it is. Values go by their place as far as that can be,
    as one calls a function by hand: functools.cache keeps f(3) and f(m=3) apart, and would
    compute twice.

    >>> given(lambda m: m + 1, {"m": 3, "limits": (0, 1)})
    4
    >>> given(lambda ax, **all: (ax, sorted(all)), {"m": 3, "limits": (0, 1)}, "the axes")
    ('the axes', ['limits', 'm'])
    """
    by_place, by_name = _names(function)
    if by_name is None:
        return function(*first, **values)
    by_place = by_place[len(first) :]
    # A name that has no value keeps its default: what follows can't go by its place.
    gap = next((at for at, name in enumerate(by_place) if name not in values), len(by_place))
    named = [name for name in (*by_place[gap:], *by_name) if name in values]
    placed = (values[name] for name in by_place[:gap])
    return function(*first, *placed, **{name: values[name] for name in named})


@lru_cache(maxsize=1024)
def _names(function):
    """The names taken by place, and those by name alone: None for these if it takes any."""
    parameters = inspect.signature(function).parameters.values()
    if any(one.kind is one.VAR_KEYWORD for one in parameters):
        return [], None
    alone = [one.name for one in parameters if one.kind is one.KEYWORD_ONLY]
    return [one.name for one in parameters if one.name not in alone], alone
