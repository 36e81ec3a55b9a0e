"""A number that is known within an interval: simulated, measured or a mean over seeds."""

import operator

import numpy as np

from combat.core.binomial import wilson


class Estimate(float):
    """A number that was simulated: a float with `low` and `high`, its 95 % interval.

    Without ends it is exact, both are the number. Sums, differences, products and quotients stay
    Estimates; of two Estimates the ends hold where both intervals do. Comparisons are those of the
    numbers, and `float` gives the number alone. ValueError for a number outside its interval.

    >>> Estimate(0.5, 0.45, 0.55)
    0.5 (0.45 to 0.55)
    >>> 1 - Estimate(0.25, 0.2, 0.3)
    0.75 (0.7 to 0.8)
    """

    __array_priority__ = 1000  # numpy's numbers leave arithmetic to this one

    def __new__(cls, value, low=None, high=None):
        found = super().__new__(cls, value)
        found.low = float(value if low is None else low)
        found.high = float(value if high is None else high)
        if found.low > float(value) or found.high < float(value):
            raise ValueError(f"{found!r} is out of range: the number must lie in its interval")
        return found

    def __getnewargs__(self):
        return float(self), self.low, self.high

    def __repr__(self):
        return f"{float(self):.4g} ({self.low:.4g} to {self.high:.4g})"

    def __neg__(self):
        return Estimate(-float(self), -self.high, -self.low)

    def __abs__(self):
        nearest = 0.0 if self.low <= 0 <= self.high else min(abs(self.low), abs(self.high))
        return Estimate(abs(float(self)), nearest, max(abs(self.low), abs(self.high)))


def share(count, trials):
    """Return a share of trials as an `Estimate` with Wilson's 95 % interval."""
    return Estimate(count / trials, *wilson(count, trials))


def _ends(number):
    return (number.low, number.high) if isinstance(number, Estimate) else (number, number)


def _arithmetic(of_numbers):
    """The method and the reflected method of an operator that is monotone in both numbers."""

    def combined(first, second):
        if isinstance(first, np.ndarray) or isinstance(second, np.ndarray):
            return of_numbers(np.asarray(first), np.asarray(second))
        try:
            value = of_numbers(float(first), float(second))
            corners = [of_numbers(a, b) for a in _ends(first) for b in _ends(second)]
        except TypeError:
            return NotImplemented
        return Estimate(value, float(min(corners)), float(max(corners)))

    return combined, lambda second, first: combined(first, second)


def _comparison(of_numbers):
    """The method of a comparison, also with arrays, as numpy leaves these to the Estimate."""
    return lambda first, second: of_numbers(float(first), second)


for _name, _of in (
    *(("add", operator.add), ("sub", operator.sub)),
    *(("mul", operator.mul), ("truediv", operator.truediv)),
):
    _forward, _reflected = _arithmetic(_of)
    setattr(Estimate, f"__{_name}__", _forward)
    setattr(Estimate, f"__r{_name}__", _reflected)
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Estimate, f"__{_name}__", _comparison(getattr(operator, _name)))
Estimate.__hash__ = float.__hash__
