"""Finite distributions, exact: dice, their sums and mixtures, and what becomes of them."""

import re
from dataclasses import dataclass

import numpy as np

from combat.domain import numbers, whole

_TERM = re.compile(r"([+-])(?:(\d+)d(\d+)|(\d+))")


@dataclass(frozen=True, eq=False)
class Distribution:
    """A random number with finitely many values: `values` ascending, and their `chances`.

    Made by `dice`, `uniform`, `constant` or `mix`; `+` and `-` add independent ones (or a
    number), `*` scales. The chances sum to 1 within 1e-12.

    >>> two = uniform(1, 6) + uniform(1, 6)
    >>> two.mean, round(two.at_least(10), 4), two
    (7.0, 0.1667, Distribution(2..12, mean 7))
    """

    values: np.ndarray
    chances: np.ndarray

    @property
    def mean(self):
        """The expected value."""
        return float(self.values @ self.chances)

    @property
    def variance(self):
        """The expected squared distance from the mean."""
        return float((self.values - self.mean) ** 2 @ self.chances)

    @property
    def sd(self):
        """The standard deviation."""
        return self.variance**0.5

    def at_least(self, value):
        """Return P(this >= value), one number."""
        return float(self.chances[self.values >= value].sum())

    def quantile(self, share):
        """Return the smallest value that is not exceeded with at least that chance."""
        numbers("share", share, low=0, high=1)
        # 1e-12: the running sum of the chances may end a hair below the share asked for.
        place = np.searchsorted(np.cumsum(self.chances), share - 1e-12)
        return self.values[min(place, len(self.values) - 1)].item()

    def map(self, function):
        """Return the distribution of `function` of this; it takes and gives an array."""
        return _gathered(np.broadcast_to(function(self.values), self.values.shape), self.chances)

    def sample(self, rng, size=None):
        """Return drawn values; rng is a numpy Generator or a seed."""
        return np.random.default_rng(rng).choice(self.values, size, p=self.chances)

    def __add__(self, other):
        if not isinstance(other, Distribution):
            return Distribution(self.values + other, self.chances)
        return _gathered(
            np.add.outer(self.values, other.values).ravel(),
            np.outer(self.chances, other.chances).ravel(),
        )

    __radd__ = __add__

    def __neg__(self):
        return Distribution(-self.values[::-1], self.chances[::-1])

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, factor):
        return self.map(lambda values: values * factor)

    __rmul__ = __mul__

    def __repr__(self):
        mean = round(self.mean, 9) + 0.0
        return f"Distribution({self.values[0]:g}..{self.values[-1]:g}, mean {mean:g})"


def constant(value):
    """Return the distribution that is always `value`.

    >>> constant(3).mean
    3.0
    """
    return Distribution(np.array([value]), np.ones(1))


def uniform(low, high):
    """Return the uniform distribution over the whole numbers low..high; ValueError if empty.

    >>> uniform(1, 4).chances
    array([0.25, 0.25, 0.25, 0.25])
    """
    low, high = (int(whole(name, value)) for name, value in (("low", low), ("high", high)))
    if high < low:
        raise ValueError(f"high = {high} is out of range: it must be at least low = {low}")
    count = high - low + 1
    return Distribution(np.arange(low, high + 1), np.full(count, 1 / count))


def dice(expression):
    """Return the distribution of a dice expression such as "2d6", "1d8+2" or "d4-1".

    Dice and whole numbers joined by + and -; "d6" is "1d6", "0d0" is 0. A number or a
    Distribution passes. At most 1000 dice of at most 1000 sides.

    ValueError names what can't be read.

    >>> dice("3d2+1").values, dice("3d2+1").chances
    (array([4, 5, 6, 7]), array([0.125, 0.375, 0.375, 0.125]))
    >>> dice("2d")
    Traceback (most recent call last):
    ValueError: damage dice '2d' can't be read: write for example 2d6, 1d8+2 or 5
    """
    if isinstance(expression, Distribution):
        return expression
    if not isinstance(expression, str):
        return constant(int(whole("dice", expression)))
    total = constant(0)
    for sign, count, sides, number in _terms(expression):
        part = _sum_of_dice(int(count), int(sides)) if sides else constant(int(number))
        total = total + part if sign == "+" else total - part
    return total


def mix(weights, distributions):
    """Return the mixture: one of the distributions is chosen with those chances.

    weights: numbers >= 0 that sum to 1. ValueError otherwise.

    >>> mix([0.5, 0.5], [constant(0), uniform(1, 2)]).chances
    array([0.5 , 0.25, 0.25])
    """
    weights = numbers("weights", weights, low=0, high=1)
    if abs(weights.sum() - 1) > 1e-9:
        raise ValueError(f"weights = {weights.sum():g} in sum is out of range: it must be 1")
    return _gathered(
        np.concatenate([d.values for d in distributions]),
        np.concatenate([w * d.chances for w, d in zip(weights, distributions, strict=True)]),
    )


def _terms(expression):
    text = re.sub(r"(^|[+-])d", r"\g<1>1d", expression.replace(" ", "").lower())
    text = text if text[:1] in ("+", "-") else "+" + text
    found = [match.groups() for match in _TERM.finditer(text)]
    read = "".join(match.group() for match in _TERM.finditer(text))
    if not found or read != text or expression.strip().startswith(("+", "-")):
        raise ValueError(
            f"damage dice {expression!r} can't be read: write for example 2d6, 1d8+2 or 5"
        )
    if any(
        int(count or 0) > 1000 or int(sides or 0) > 1000 or (sides == "0" and int(count))
        for _, count, sides, _ in found
    ):
        raise ValueError(
            f"damage dice {expression!r} are out of range: up to 1000 dice of 1 to 1000 sides"
        )
    return found


def _sum_of_dice(count, sides):
    if count == 0:
        return constant(0)
    chances, die = np.ones(1), np.full(sides, 1 / sides)
    for _ in range(count):
        chances = np.convolve(chances, die)
    return Distribution(np.arange(count, count * sides + 1), chances)


def _gathered(values, chances):
    values, places = np.unique(values, return_inverse=True)
    return Distribution(values, np.bincount(places.ravel(), chances, len(values)))
