"""Reads dice in the usual notation: 2d6+1, 4d6kh3, 2d20kl1, 4d6!, 2W6."""

import re
from functools import lru_cache

from combat.core.checks import check_whole
from combat.dice import sums
from combat.dice.distribution import Distribution, constant, uniform
from combat.dice.pools import MOST_WORK, exploded, highest_of, rolls_of, sum_of

_TERM = re.compile(r"([+-])(?:(\d+)[dw](\d+)(!?)(?:(k[hl]?|d[hl])(\d*))?|(\d+))")

_RANGE = re.compile(r"(\d+)-(\d+)(?=[+-]|$)")
_HIGHEST = 1_000_000  # the most that 1000 dice of 1000 sides can show
_LARGEST = 10**12 - 1  # a number in an expression: a float keeps sums of many


def dice(expression):
    """Return the distribution of a dice expression such as "2d6", "1d8+2", "d4-1" or "12-15".

    Dice and whole numbers are joined by + and -; "d6" is "1d6", "0d0" is 0, "2W6" is German for
    "2d6". Dice may say which of them count: "4d6kh3" keeps the highest three, "2d20kl1" the lowest
    one; "4d6dl1" drops the lowest one, "4d6dh1" the highest one; without a number it is one. "4d6!"
    explodes: a die that shows its highest value is rolled again and added, as long as that has a
    chance of at least 1e-12 (15 times for a d6). "12-15" at the beginning is a range: 12, 13, 14 or
    15, equally likely; more may follow, as in "12-15+1d6". A whole number or a Distribution is
    allowed, too. At most 1000 dice of at most 1000 sides, and ranges up to 1,000,000.

    ValueError for what can't be read, or would take too long.

    >>> dice("3d2+1").values, dice("3d2+1").chances
    (array([4, 5, 6, 7]), array([0.125, 0.375, 0.375, 0.125]))
    >>> dice("4d6kh3"), dice("2d6!"), dice("12-15")
    (Distribution(3..18, mean 12.2446), Distribution(2..192, mean 8.4), Distribution(12..15, ...))
    >>> dice("2d")
    Traceback (most recent call last):
    ValueError: damage dice '2d' can't be read: write for example 2d6, 1d8+2, 12-15 or 5
    """
    if isinstance(expression, Distribution):
        return expression
    if not isinstance(expression, str):
        return constant(int(check_whole("dice", expression)))
    return _read(expression)


@lru_cache(maxsize=4096)  # every duel of a table of monsters reads the same dice
def _read(expression):
    if re.search(r"\d{13}", expression):
        raise ValueError(
            f"damage dice {expression!r} are out of range: numbers in them up to {_LARGEST:,}"
        )
    total, rest = _range_of(expression)
    terms = _terms(expression, rest)
    _refuse_long(expression, len(total.values), terms)
    for sign, count, sides, *marks, number in terms:
        if not sides:
            part = constant(int(number))
        elif any(marks):
            part = _marked(expression, int(count), int(sides), *marks)
        else:
            part = sum_of(uniform(1, int(sides)), int(count)) if int(count) else constant(0)
        total = total + part if sign == "+" else total - part
    for array in (total.values, total.chances):
        array.flags.writeable = False  # cached, so all callers share it
    return total


def _range_of(expression):
    """The range at the beginning, such as 12-15, or 0 without one; and the rest of the text."""
    # Spreadsheets and word processors turn a hyphen into a dash or a minus sign.
    text = re.sub("[–−]", "-", expression).replace(" ", "").lower()
    # A rule of one's own writes a number of a sheet into dice as 5.0, and means 5.
    text = re.sub(r"(?<=\d)\.0(?=[dw+-]|$)", "", text)
    found = _RANGE.match(text)
    if not found:
        return constant(0), text
    low, high = int(found[1]), int(found[2])
    rest = text[found.end() :]
    less = re.match(r"-(\d+)(?=[+-]|$)", rest)
    if less and int(less[1]) > high:
        raise ValueError(f"damage dice {expression!r} would all be below 0: write one range alone")
    if low > high or high > _HIGHEST:
        raise ValueError(
            f"damage dice {expression!r} begin with a range from {low} to {high}: write the lower "
            f"number first, and at most {_HIGHEST:,}; write a subtraction as its result"
        )
    return uniform(low, high), rest or "+0"


def _terms(expression, text):
    text = re.sub(r"(^|[+-])([dw])", r"\g<1>1\2", text)
    text = text if text[:1] in ("+", "-") else "+" + text
    found = [match.groups() for match in _TERM.finditer(text)]
    read = "".join(match.group() for match in _TERM.finditer(text))
    if not found or read != text or expression.strip().startswith(("+", "-", "–", "−")):
        raise ValueError(
            f"damage dice {expression!r} can't be read: write for example 2d6, 1d8+2, 12-15 or 5"
        )
    if any(int(low) < int(high) for low, high in re.findall(r"[+-](\d+)-(\d+)(?=[+-]|$)", text)):
        raise ValueError(
            f"damage dice {expression!r} can be read in two ways: write a range first, as "
            f"12-15+1d6, and a subtraction as its result"
        )
    if any(
        int(count or 0) > 1000 or int(sides or 0) > 1000 or (sides == "0" and int(count))
        for _, count, sides, *_ in found
    ):
        raise ValueError(
            f"damage dice {expression!r} are out of range: up to 1000 dice of 1 to 1000 sides"
        )
    return found


def _refuse_long(expression, width, terms):
    """Raise ValueError for terms that take more than about a second together."""
    work = 0
    for _, count, sides, explodes, mark, number, _ in terms:
        if not (sides and int(count)):
            continue
        faces, kept = int(sides), _kept(expression, int(count), mark, number)
        if explodes:
            faces *= rolls_of(1 / max(2, faces)) + 1
        values = kept * (faces - 1) + 1
        work += width * values + min(MOST_WORK, _work_of(int(count), kept, faces, mark))
        width += values - 1
    if work > sums.MOST_WORK:
        raise ValueError(
            f"damage dice {expression!r} take too long to add up: write fewer or smaller dice"
        )


def _work_of(count, kept, faces, mark):
    """About how many multiplications one term takes."""
    return kept**2 * faces * (kept * faces) if mark else (count * faces) ** 2 / 2


def _marked(expression, count, sides, explodes, mark, number):
    """Dice that explode, or of which only some count."""
    if count == 0:
        return constant(0)
    kept = _kept(expression, count, mark, number)
    try:
        die = exploded(uniform(1, sides)) if explodes else uniform(1, sides)
        if mark in ("kl", "dh"):
            return -highest_of(-die, count, kept)
        return highest_of(die, count, kept)
    except ValueError as error:
        raise ValueError(f"damage dice {expression!r}: {error}") from None


def _kept(expression, count, mark, number):
    """How many of the dice count."""
    if not mark:
        return count
    number = int(number or 1)
    kept = count - number if mark.startswith("d") else number
    if not 1 <= kept <= count:
        raise ValueError(
            f"damage dice {expression!r} would keep {kept} of {count} dice: it must be 1 to {count}"
        )
    return kept
