"""How a panel calls what a notebook hands it."""

import inspect
from functools import lru_cache


def given(function, values, *first):
    """Return function(*first, **values), handing it only those values whose names it takes.

    So the functions of a panel need not name the controls that they don't look at, and a
    function of the package can be shown as it is.

    >>> given(lambda m: m + 1, {"m": 3, "limits": (0, 1)})
    4
    >>> given(lambda ax, **all: (ax, sorted(all)), {"m": 3, "limits": (0, 1)}, "the axes")
    ('the axes', ['limits', 'm'])
    """
    names = _names(function)
    if names is None:
        return function(*first, **values)
    return function(
        *first, **{name: values[name] for name in names[len(first) :] if name in values}
    )


@lru_cache(maxsize=1024)
def _names(function):
    """The names that a function takes, None if it takes any."""
    parameters = inspect.signature(function).parameters.values()
    if any(one.kind is one.VAR_KEYWORD for one in parameters):
        return None
    return [one.name for one in parameters]
