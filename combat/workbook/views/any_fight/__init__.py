"""The panels of notebook 09, a module for each of its games.

Each has what the notebook's step of its game stands on, and a function that takes the game as the
notebook solves or plays it and returns a `Panel`.
"""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "fifth_edition": (),
        "risk": (),
        "rpglite": (),
        "wesnoth": (),
    },
)


def changed(numbers, place, by, most=99):
    """Return numbers of which one is changed, between 0 and the most that it may be.

    >>> changed((10, 4), 1, -6)
    (10, 0)
    """
    return (*numbers[:place], min(most, max(0, numbers[place] + by)), *numbers[place + 1 :])
