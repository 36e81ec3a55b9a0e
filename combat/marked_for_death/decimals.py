"""Exact decimal numbers: 0.1 is one tenth, so that rounding up gives the right number of dice."""

import re
from decimal import Decimal, InvalidOperation

from combat.core.words import printable

# With 5 digits of dice and 4 of percent they stay within the 28 digits of decimal arithmetic.
MOST_DECIMALS = 18
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


class FieldError(ValueError):
    """A value that a field can't have: `field`, `value` and `fault`; as text, in one line.

    >>> try:
    ...     whole("aoe", 2.5, 1, 9)
    ... except FieldError as error:
    ...     print(error.field, error.value, error.fault, sep=" | ")
    aoe | 2.5 | is out of range: it must be whole
    """

    def __init__(self, field, value, fault):
        super().__init__(f"{field} = {printable(repr(value))} {fault}")
        self.field, self.value, self.fault = field, value, fault


def exact(field, value, low, high):
    """Return a number, or text of a number, as the Decimal with the same digits.

    FieldError if it is no number, lies outside low..high or has more than 18 decimals.

    >>> exact("bonus_to_hit", 0.1, -100, 100) + exact("bonus_to_hit", "0.20", -100, 100)
    Decimal('0.3')
    >>> exact("xp", "many", 0, 10)
    Traceback (most recent call last):
    combat.marked_for_death.decimals.FieldError: xp = 'many' is not a number: it must be ...
    """
    try:
        number = Decimal(str(value)) if _NUMBER.fullmatch(str(value)) else None
    except InvalidOperation:  # an exponent of twenty digits
        raise FieldError(field, value, _range(low, high)) from None
    if number is None:
        raise FieldError(field, value, "is not a number: it must be one such as 12 or 0.15")
    if not low <= number <= high:
        raise FieldError(field, value, _range(low, high))
    rounded = number.quantize(Decimal(1).scaleb(-MOST_DECIMALS))
    if rounded != number:
        raise FieldError(
            field, value, f"is out of range: it must have at most {MOST_DECIMALS} decimals"
        )
    return Decimal(plain(rounded))


def whole(field, value, low, high):
    """Return a whole number, or text of one, as int; FieldError otherwise."""
    number = exact(field, value, low, high)
    if number != int(number):
        raise FieldError(field, value, "is out of range: it must be whole")
    return int(number)


def plain(number):
    """Return a Decimal or an int as text, without exponent, trailing zeros or the sign of zero."""
    return format(Decimal(number).normalize() + 0, "f")


def _range(low, high):
    return f"is out of range: it must be between {low} and {high}"
