"""The one grammar of numbers in cells: 12, 7.5, 7,5, 1,234, 75 %, 1/4, −3, 1e6."""

import math
import re
from numbers import Real

from combat.core.words import printable, told_as

_NUMBER = re.compile(r"([+-]?)(\d[\d., ']*|[.,]\d+)(e[+-]?\d{1,3})?( ?%)?", re.IGNORECASE)
_FRACTION = re.compile(r"([+-]?\d{1,15}) ?/ ?(\d{1,15})")
_GROUPED = re.compile(r"\d{1,3}([., '])\d{3}(?:\1\d{3})*")
# As spreadsheets and word processors write them: minus signs, and blanks between digits.
_WRITTEN = str.maketrans("−‒–’\xa0\u2009\u202f", "---'   ")
_OTHER = {".": ",", ",": "."}
# Nearly all numbers are of this form, which means one thing only: 12, -3, 7.5, but not 5.000.
_SIMPLE = re.compile(r"[+-]?\d{1,15}(?:\.(?:\d\d?|\d{4,15}))?", re.ASCII)


class Unclear(ValueError):
    """Raised for a cell that may mean two things."""


class Numbers:
    """Reads the cells of a column; all of them decide together what an unclear one means.

    cells: their texts, blank ones included. comma: the decimal mark that the file uses elsewhere,
    "." or ",". typed: whether a program wrote the numbers, as into a spreadsheet, so that 5.125 is
    no thousands. fractions: whether 3/2 is a number; False: no, nor is 1/4, they are pairs of
    numbers; None: the cells decide, and 1/4 is a number beside others from 0 to 1, or where all
    fractions are parts such as 1/2. most: the highest that can be meant; more is no thousands.

    >>> Numbers(["5.000", "7.5"]).read("5.000"), Numbers(["4,508"]).read("4,508")
    (5.0, 4508.0)
    >>> Numbers(["5.000"]).read("5.000")
    Traceback (most recent call last):
    combat.core.numbers.Unclear: '5.000' may be a thousand times as much; write it without ...
    """

    def __init__(self, cells, comma=".", *, typed=False, fractions=None, most=math.inf):
        cells = set(cells)
        odd = {cell for cell in cells if not _SIMPLE.fullmatch(cell)}
        texts = [_plain(cell) for cell in odd]
        self._comma, self._most = comma, most
        self._marks = set(filter(None, map(self._mark, texts)))
        if any("." in cell for cell in cells - odd):
            self._marks.add(".")
        if typed and not self._marks:
            self._marks = {"."}
        self._shares = self._fractions = True
        if not any("%" in text or "/" in text for text in texts):
            return
        whole = [self._value(text) for text in texts if text and text[-1] != "%"]
        whole += map(float, cells - odd)
        self._shares = all(abs(value) <= 1 for value in whole if value == value)
        self._fractions = fractions
        if fractions is None:
            pairs = [(int(one[1]), int(one[2])) for text in texts if (one := _fraction(text))]
            proper = all(0 <= above < below for above, below in pairs)
            self._fractions = proper and (self._shares or all(above == 1 for above, _ in pairs))

    def read(self, cell):
        """Return the number in a cell; ValueError, with how to mend it, if there is none."""
        if _SIMPLE.fullmatch(cell):
            return float(cell)
        text = _plain(cell)
        if not text:
            raise ValueError("the cell is empty; write one such as 12 or 7.5")
        if found := _fraction(text):
            return self._part(cell, int(found[1]), int(found[2]))
        if self._unclear(text):
            raise Unclear(
                f"'{printable(cell)}' may be a thousand times as much; write it without the mark, "
                f"or with another number of decimals"
            )
        value = self._value(text)
        if not math.isfinite(value):
            raise ValueError(f"'{printable(cell)}' is not a number; write one such as 12 or 7.5")
        if text[-1] == "%" and not self._shares:
            raise Unclear(
                f"'{printable(cell)}' stands among numbers above 1; write it without the sign %"
            )
        return value

    def _part(self, cell, above, below):
        if not self._fractions or not below:
            raise Unclear(
                f"'{printable(cell)}' may be a pair of numbers; write one number, such as {above}"
            )
        return above / below

    def _unclear(self, text):
        """Whether one can't tell thousands from decimals: 5.000, unless other cells show it."""
        found = _NUMBER.fullmatch(text)
        if len(self._marks) == 1 or not found or self._mark(text):
            return False
        if self._most < abs(float(re.sub(r"[^\d]", "", found[2]))):
            return False
        marks = {"." in found[2]: ".", "," in found[2]: ","}.get(True)
        # Where cells are separated by commas, a comma in a quoted cell groups digits: 4,508.
        return marks is not None and (marks == "." or self._comma == "," or bool(self._marks))

    def _mark(self, text):
        """The decimal mark that a number shows beyond doubt, or None; "2,4" may be a list."""
        mark = _clear_mark(text)
        return None if mark == "," and self._comma == "." and "." not in text else mark

    def _value(self, text):
        """The number that a text without a fraction holds; NaN if there is none."""
        found = _NUMBER.fullmatch(text)
        if not found:
            return math.nan
        sign, digits, exponent, percent = found.groups(default="")
        decimal = self._mark(text) or (min(self._marks) if len(self._marks) == 1 else ".")
        if decimal == "." and self._comma == "," and "," in digits and "." not in digits:
            decimal = ","
        whole, _, rest = digits.strip().partition(decimal)
        if _GROUPED.fullmatch(whole):
            whole = re.sub(r"\D", "", whole)
        try:
            return float(f"{sign}{whole}.{rest}{exponent}") / (100 if percent else 1)
        except ValueError:
            return math.nan


def number_in(cell, comma=".", most=math.inf):
    """Return the number in a single cell; ValueError, with how to mend it, if there is none."""
    return Numbers([cell], comma, most=most).read(cell)


def within(value, low, high):
    """Return a number, checked against its limits."""
    if not isinstance(value, Real):
        raise ValueError(f"{told_as(value)} is not a number; write one from {low:g} to {high:g}")
    if not low <= value <= high:
        huge = isinstance(value, int) and abs(value) > 10**300  # it is no float
        shown = "a number of so many digits" if huge else f"{value:g}"
        raise ValueError(f"{shown} is out of range; write a number from {low:g} to {high:g}")
    return value


def whole_within(value, low, high):
    """Return a whole number, checked against its limits."""
    within(value, low, high)
    if value != int(value):
        raise ValueError(f"{value:g} is no whole number; write one such as {value:.0f}")
    return int(value)


def checked(what, check, value):
    """Return what a check makes of a value; its ValueError begins with `what`."""
    try:
        return check(value)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


def share_in(cell):
    """Return the chance, or the share, that a cell means: half, 50 %, 1/2 or 0.5."""
    try:
        value = number_in("1/2" if cell.casefold() == "half" else cell, ",", most=1)
    except ValueError:
        value = -1.0
    if value < 0:
        raise ValueError(f"'{printable(cell)}' is no chance or share; write 50 %, 1/2, half or 0.5")
    if value > 1:
        mend = "write 100 % at most"
        if "%" not in cell and value <= 100:
            mend = f"write {value:g} % or {value / 100:g}"
        raise ValueError(f"'{printable(cell)}' is above 1; {mend}")
    return value


def is_unclear(cell, comma="."):
    """Return whether one can't tell if a single cell holds thousands: 5.000."""
    return Numbers([cell], comma)._unclear(_plain(cell))


def looks_like_number(cell):
    """Return whether a cell is meant as a number, right or wrong."""
    if _SIMPLE.fullmatch(cell):
        return True
    text = _plain(cell)
    return bool(_fraction(text)) or math.isfinite(Numbers([], ",")._value(text))


def _plain(cell):
    return cell.translate(_WRITTEN).strip()


def _fraction(text):
    return _FRACTION.fullmatch(text)


def _clear_mark(text):
    """The decimal mark that a number shows beyond doubt, or None."""
    found = _NUMBER.fullmatch(text)
    digits = found[2].strip() if found else ""
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0:
        return None
    mark, other = digits[last], _OTHER[digits[last]]
    if other in digits:
        return mark
    if digits.count(mark) > 1:
        return other
    grouped = _GROUPED.fullmatch(digits) and not digits.startswith("0")
    return None if grouped else mark
