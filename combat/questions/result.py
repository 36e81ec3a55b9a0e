"""The result of a function at a value: a number, perhaps known only within an interval."""

import numpy as np
from scipy.special import stdtrit

from combat.core.checks import check_whole
from combat.core.estimate import Estimate

CONFIDENCE = 0.95


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


def result_of(function, seeds=None):
    """Return a function whose number, or (estimate, low, high), is an `Estimate`."""
    if seeds is None:
        return lambda value: read(asking(function)(value))
    numbers = numbers_of(function, seeds)
    return lambda value: over_seeds(numbers(value))


def numbers_of(function, seeds=None):
    """Return a function that answers with an array: an estimate for each seed, or one."""
    ask = asking(function)
    if seeds is None:
        return lambda value: np.array([read(ask(value))])
    seeds = [int(seed) for seed in check_whole("seeds", list(seeds), low=0)]
    if len(seeds) < 2:
        raise ValueError(f"seeds = {seeds} is out of range: an interval takes at least two")
    return lambda value: np.array([read(ask(value, seed=seed)) for seed in seeds])


def over_seeds(numbers):
    """Return the mean of the numbers, one for each seed, with Student's 95 % interval."""
    mean, count = float(np.mean(numbers)), len(numbers)
    half = float(stdtrit(count - 1, (1 + CONFIDENCE) / 2) * np.std(numbers, ddof=1) / count**0.5)
    return Estimate(mean, mean - half, mean + half)


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
