"""The answer of `seek`, and its wording."""

from dataclasses import dataclass

import numpy as np
import pandas as pd

from combat.core.words import percent

MOST_LISTED = 6  # crossings listed in the sentence; `crossings` has them all


@dataclass(frozen=True, eq=False, repr=False)
class Answer:
    """The value at which a function's result reaches a target; printed, it is a sentence.

    value: the lowest one in the range whose result is at the target or past it; if there is none,
    the one that comes nearest. reached: whether the target is reached. at: the result at the
    value. crossings: all values at which the result passes the target, ascending; for whole
    numbers, the first one past it. written: the value in digits that reach the target when typed
    in, or "just above 1.35" if 1.35 itself doesn't. before: the result just below a value at which
    it jumps; else None. interval: (low, high) for the value, if results are simulated; else None.
    falling: whether the result comes down to the target. monotone: whether all results go one way
    (simulated ones as far as their intervals tell). tried: a frame of all results by value, for a
    chart. left_out: value -> why the function has no result there. whole, complete: whether only
    whole numbers were asked for, and whether every one in the range was tried.

    >>> from combat.questions import seek
    >>> found = seek(lambda level: level**2, 30, 0, 10, whole=True)
    >>> found.value, found.reached, found.at, found.crossings
    (6, True, 36.0, (6,))
    """

    value: float
    reached: bool
    at: float
    target: float
    crossings: tuple
    interval: tuple | None
    falling: bool
    monotone: bool
    whole: bool
    complete: bool
    tried: pd.DataFrame
    left_out: dict
    written: str = ""
    before: float | None = None

    def __repr__(self):
        parts = [self._found(), self._several(), self._range(), left_out_in_words(self.left_out)]
        return "; ".join(part for part in parts if part)

    def _found(self):
        value, target, at = self.written, self.shown(self.target), self.shown(self.at)
        low, high = map(in_digits, self.tried.index[[0, -1]])
        if not self.reached:
            return (
                f"{target} is not reached from {low} to {high}: {value} comes nearest, {at} there"
            )
        comes = "comes down to" if self.falling else "reaches"
        if not self.crossings:
            return f"{value}, the lowest value, {comes} {target} already: {at} there"
        if self.whole:
            return f"{value} is the least value that {comes} {target}: {at} there"
        if self.before is not None:
            return (
                f"{value} {comes} {target}: it jumps from {self.shown(self.before)} to {at} there"
            )
        return f"{value} {comes} {target}" + (f": {at} there" if at != target else "")

    def _range(self):
        if not self.interval:
            return ""
        low, high = map(in_digits, self.interval)
        if low == high:
            return "simulated, but no other value is within the interval"
        return f"simulated, so from {low} to {high}"

    def _several(self):
        if len(self.crossings) > 1:
            places = ", ".join(map(in_digits, self.crossings[:MOST_LISTED]))
            more = ", …" if len(self.crossings) > MOST_LISTED else ""
            least = "" if self.complete else "at least "
            return f"the target is crossed {least}{len(self.crossings)} times, at {places}{more}"
        if not self.monotone:
            seen = "" if self.complete else "; between the values tried it may cross unseen"
            return "the results rise and fall" + seen
        return ""

    def shown(self, result):
        """Return a result as text, in percent if the target and all results are probabilities."""
        seen = self.tried["result"]
        if min(seen.min(), self.target) >= 0 and max(seen.max(), self.target) <= 1:
            if 0 < result < 5e-5:
                return "less than 0.01%"
            said = f"{100 * result:.3g}%"
            return percent(result, 0) if said == "100%" else said
        return f"{result:.0f}" if 1e4 <= abs(result) < 1e15 else f"{result:.4g}"


def in_digits(value):
    """Return a number in six digits, a whole number in all of them, mostly without an exponent."""
    if float(value).is_integer() and abs(value) < 1e15:
        return f"{value:.0f}"
    if not 1e-5 <= abs(value) < 1e15:
        return f"{value:g}"
    return np.format_float_positional(value, precision=6, fractional=False, trim="-")


def left_out_in_words(left_out):
    """Return which values have no result, and why the first has none; "" if all have one."""
    if not left_out:
        return ""
    first, more = next(iter(left_out)), len(left_out) - 1
    others = f" and {more} more" if more else ""
    name = first if isinstance(first, str) else in_digits(first)
    return f"left out: {name}{others} ({left_out[first]})"
