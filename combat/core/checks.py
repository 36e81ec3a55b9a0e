"""Checks of the numbers that rules take, as arguments or fields; warnings; and scalars returned."""

import sys
import warnings
from dataclasses import MISSING, field, fields

import numpy as np

_SMALL = 2**31  # fits into any whole number of numpy's


def check_numbers(name, value, *, low=-np.inf, high=np.inf, open_low=False):
    """Return `value` as a float array after checking that it lies in the domain.

    NaN is accepted, so that a rule can pass it on. The domain is [low, high], or (low, high] with
    `open_low`; infinity is never in it. ValueError naming the parameter, the first value outside
    and the range.
    """
    if _plain(value, low, high, open_low):
        return np.array(float(value))
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} = {_printable(value)} is not a number")
    array = array.astype(float)
    outside = np.isinf(array) | (array < low) | (array > high)
    if open_low:
        outside |= array == low
    if outside.any():
        raise ValueError(
            f"{name} = {array[outside].flat[0]} is out of range: "
            f"it must be {_range_in_words(low, high, open_low)}"
        )
    return array


def check_counts(name, value, **domain):
    """Return `value` as a float array of whole numbers; the domain is that of `check_numbers`."""
    if _plain(value, **domain) and value == int(value):
        return np.array(float(value))
    array = check_numbers(name, value, **domain)
    fractions = array[~np.isnan(array) & (array != np.rint(array))]
    if fractions.size:
        raise ValueError(f"{name} = {fractions.flat[0]} is out of range: it must be whole")
    return array


def check_whole(name, value, **domain):
    """Return `value` as an array of whole numbers; the domain is that of `check_numbers`."""
    if _plain(value, **domain) and value == int(value):
        return np.array(int(value), np.intp)
    array = check_counts(name, value, **domain)
    if np.isnan(array).any():
        raise ValueError(f"{name} = nan is out of range: it must be whole")
    # In a browser numpy's default whole numbers have 32 bits, too few for a seed.
    beyond = array.size > 0 and np.abs(array).max() > np.iinfo(np.intp).max
    return array.astype(np.int64 if beyond else np.intp)


def _plain(value, low=-np.inf, high=np.inf, open_low=False):
    """Whether a value is a plain number of Python in the domain: most are, and it is soon said."""
    if type(value) not in (int, float) or not abs(value) < _SMALL:
        return False
    return (low < value if open_low else low <= value) and value <= high


def check_word(name, value, words):
    """Return `value` if it is one of some words; ValueError naming the parameter otherwise."""
    if value not in words:
        known = ", ".join(words)
        raise ValueError(f"{name} = {_printable(value)} is not known: it must be one of {known}")
    return value


def within_rounding(chances):
    """Return chances as an array; those up to 1e-12 beyond 0 or 1 become 0 or 1.

    Rounding puts them there: 1 - 0.9 - 0.1 is -2.8e-17. Chances further beyond stay as they are,
    for the caller to refuse.
    """
    chances = np.asarray(chances, float)
    nearest = np.clip(chances, 0, 1)
    return np.where(np.abs(chances - nearest) <= 1e-12, nearest, chances)


def warn(sentence):
    """Warn with a sentence, reported at the line outside this package that led to it."""
    level, frame = 2, sys._getframe(1)
    while frame.f_back and frame.f_globals.get("__name__", "").startswith("combat."):
        level, frame = level + 1, frame.f_back
    warnings.warn(sentence, stacklevel=level)


def _printable(value):
    """A value's repr, cut to 80 letters; for a function its name, as its repr has an address."""
    return getattr(value, "__name__", None) or f"{value!r:.80}"


def _range_in_words(low, high, open_low):
    if np.isfinite(low) and np.isfinite(high):
        return f"between {low:g} and {high:g}"
    if np.isfinite(low):
        return f"finite and {'above' if open_low else 'at least'} {low:g}"
    if np.isfinite(high):
        return f"finite and at most {high:g}"
    return "finite"


def scalar(array):
    """Return a 0-dimensional array as a Python scalar, any other array as it is."""
    return array.item() if np.ndim(array) == 0 else array


def checked_field(check, default=MISSING, **more):
    """Return a field that keeps what `check` makes of its value.

    check: function(name, value), which raises ValueError. The default stays as it is. more: what
    else is known of the field, kept in its metadata.
    """
    return field(default=default, metadata={"check": check, **more})


class Checked:
    """A dataclass whose fields are checked: ValueError names a field, its value and its limits."""

    def __post_init__(self):
        for one in fields(self):
            value = getattr(self, one.name)
            if "check" in one.metadata and value is not one.default:
                object.__setattr__(self, one.name, one.metadata["check"](one.name, value))
