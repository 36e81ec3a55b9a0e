"""The columns of units and actions that say what a roll does; and when a gift is given."""

import math
import re

from combat.core.numbers import number_in, share_in
from combat.dice import dice

SAME = (("crit_chance", "crit_on"), ("crit_damage", "critical"))  # two ways to say it
MOST_TIMES = 100
_FACTORS = 5  # games multiply critical hits by up to that
_TIMES = re.compile(r"(dice )? ?[x×] ?(\d+(?:\.\d+)?)", re.IGNORECASE)


def replacing(columns):
    """Return an action's columns, with what the unit says in another way of the same left out."""
    others = {
        other: None
        for pair in SAME
        for one, other in (pair, pair[::-1])
        if one in columns and other not in columns
    }
    return others | columns


def share_of(value):
    """Return a chance or a share from 0 to 1, of a cell or a number."""
    return share_in(str(value).removesuffix(".0"))


def multiplier(value):
    """Return by what a critical hit multiplies the damage: 1.5, or 150 %."""
    number = _number(value)
    if 20 < number <= 1000:
        raise ValueError(f"{value} may be a percentage; write {value} %, or {number / 100:g}")
    if not 1 <= number <= 20:
        raise ValueError(
            f"{value} is out of range: it multiplies the damage of the hit, from 1 (100 %) to 20; "
            f"half as much again is 1.5, or 150 %"
        )
    return number


def from_face(value):
    """Return the lowest face of the die that is a critical hit: 19 for 19 and 20."""
    number = _number(value)
    if number != int(number) or not 1 <= number <= 100:
        raise ValueError(f"{value} is no face of a die; write the lowest that counts, such as 19")
    return int(number)


def effect(value):
    """Return what a critical hit does: ("x", 2), ("dice x", 2), or ("is", "8d6+4")."""
    text = " ".join(str(value).split())
    if text in map(str, range(1, _FACTORS + 1)):
        raise ValueError(f"'{text}' may be a factor, or points; write x{text}, or {text}-{text}")
    found = _TIMES.fullmatch(text)
    if found is None:
        try:
            dice(text)
        except ValueError:
            raise ValueError(
                f"'{text}' is no critical hit; write x2, dice x2, or its own dice such as 8d6+4"
            ) from None
        return "is", text
    times = float(found[2])
    if not 1 <= times <= MOST_TIMES or (found[1] and times != int(times)):
        whole = "a whole number " if found[1] else ""
        raise ValueError(f"'{text}' is out of range: write {whole}from 1 to {MOST_TIMES}")
    return ("dice x" if found[1] else "x"), times


def _number(value):
    number = number_in(value, most=1000) if isinstance(value, str) else float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value} is no number")
    return number


# The columns of a roll, and how their cells are read.
OF_A_ROLL = {
    "crit_chance": share_of,
    "crit_damage": multiplier,
    "crit_on": from_face,
    "critical": effect,
    "graze": share_of,
}
