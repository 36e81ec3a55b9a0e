"""The result of a function at a value: a number, perhaps known only within an interval."""

import numpy as np

from combat.core.estimate import Estimate


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
