"""The constants of the manual's table, and exact decimals.

With these 0.1 is one tenth, so that rounding up gives the right number of dice. `decimal` and
`whole_number` are fields of a `Checked` dataclass, with their limits.
"""

import re
from dataclasses import MISSING, dataclass
from decimal import Decimal, InvalidOperation

from combat.core.checks import Checked, checked_field
from combat.core.words import printable

# All sums of bonuses are then exact in float64, all dice in 64 bits; and a spreadsheet's
# 1.1000000000000001 is 1.1, 11 dice of 10 and not 12.
MOST_DECIMALS = 6
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


class FieldError(ValueError):
    """A value that a field can't have: `field`, `value` and `fault`; as text, in one line."""

    def __init__(self, field, value, fault):
        super().__init__(f"{field} = {printable(repr(value))} {fault}")
        self.field, self.value, self.fault = field, value, fault


def exact(field, value, low, high):
    """Return a number, or text of a number, as the Decimal nearest to it in millionths.

    >>> exact("xp", "1.1000000000000001", 0, 9), exact("xp", "0.6999999", 0, 9)
    (Decimal('1.1'), Decimal('0.7'))
    """
    try:
        number = Decimal(str(value)) if _NUMBER.fullmatch(str(value)) else None
    except InvalidOperation:  # an exponent of twenty digits
        raise FieldError(field, value, _range(low, high)) from None
    if number is None:
        raise FieldError(field, value, "is not a number: it must be one such as 12 or 0.15")
    if not low <= number <= high:
        raise FieldError(field, value, _range(low, high))
    return Decimal(plain(number.quantize(Decimal(1).scaleb(-MOST_DECIMALS))))


def whole(field, value, low, high):
    """Return a whole number, or text of one, as int; FieldError otherwise."""
    number = exact(field, value, low, high)
    if number != int(number):
        raise FieldError(field, value, "is out of range: it must be whole")
    return int(number)


def plain(number):
    """Return a Decimal or an int as text, without exponent, trailing zeros or the sign of zero."""
    return format(Decimal(number).normalize() + 0, "f")


def decimal(low, high, default=MISSING):
    """Return a field of exact decimals within limits; default: a whole number or text."""
    default = default if default is MISSING else Decimal(default)
    return checked_field(lambda field, value: exact(field, value, low, high), default)


def whole_number(low, high, default=MISSING):
    """Return a field of whole numbers within limits; None stays if it is the default."""
    return checked_field(lambda field, value: whole(field, value, low, high), default)


def _range(low, high):
    return f"is out of range: it must be between {low} and {high}"


@dataclass(frozen=True)
class Rules(Checked):
    """Every constant of the source, with the source's value as default; each can be changed.

    "The number of dice a fighter has is based on their total XP score, although they will be
    awarded bonus offense dice if their ToHit is >100% and bonus defense dice if their ToDefend
    is >100%." Chances are probabilities and kept as exact decimals; a float counts as the decimal
    that it is printed as. ValueError names the field, its value and the range.

    >>> Rules(exhaustion=0.05).exhaustion
    Decimal('0.05')
    >>> Rules(max_to_hit=1.5)
    Traceback (most recent call last):
    combat.marked_for_death.rules.FieldError: max_to_hit = 1.5 is out of range: it must be ...
    """

    min_to_hit: Decimal = decimal(0, 1, "0.05")  # MIN-TO-HIT
    max_to_hit: Decimal = decimal(0, 1, "0.99")  # MAX-TO-HIT
    min_to_defend: Decimal = decimal(0, 1, "0")  # MIN-TO-DEFEND
    max_to_defend: Decimal = decimal(0, 1, "0.9")  # MAX-TO-DEFEND
    exhaustion: Decimal = decimal(0, 1, "0.1")  # EXHAUSTION-PENALTY, "after every round"
    default_to_hit: Decimal = decimal(-10, 10, "0.3")  # the 0.3 of raw-ToHit
    default_to_defend: Decimal = decimal(-10, 10, "0.3")  # the 0.3 of raw-ToDefend
    xp_per_die: Decimal = decimal(1, 1_000_000, "1000")  # "ceiling(TotalXP / 1000)"
    bonus_dice_above: Decimal = decimal(0, 100, "1")  # "if (raw-ToHit > 1.0)"
    default_hp: int = whole_number(1, 1000, 2)  # "HP = 2 + BonusHP"
    default_aoe: int = whole_number(1, 1000, 1)  # of a blank AOE cell

    def __post_init__(self):
        super().__post_init__()
        for what in ("to_hit", "to_defend"):
            low, high = getattr(self, f"min_{what}"), getattr(self, f"max_{what}")
            if low > high:
                raise ValueError(
                    f"min_{what} = {low} is out of range: it must be between 0 and "
                    f"max_{what} = {high}"
                )
