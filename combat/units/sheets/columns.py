"""The columns of a sheet of units: what their cells mean, and which of them nobody can read."""

import math
import re
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property

from combat.core.numbers import Numbers, Unclear, looks_like_number, within
from combat.core.words import name_in, printable
from combat.dice import dice
from combat.tables.content import TableError, date_in
from combat.units.sheets.headings import HEADINGS, ROLES, plain
from combat.units.sheets.schema import DEFAULTS, LIMITS

_SCALED = ("hp", "armor")
_EXACT = 2**53  # greater whole numbers have no exact float
# Whether a fraction is a number: 3/2 actions a turn is one, 45/45 hit points are not.
_FRACTIONS = {"speed": True, "hp": False, "armor": False, "cost": False, "count": False}
_SWITCH = {"true": 1, "false": 0, "yes": 1, "no": 0}
# 135 (18d10+36), 15 (leather), 48 (5d8+25); regenerates 5
_NOTED = re.compile(r"([^();]+?) ?(?:\([^()]*[^\W\d_][^()]*\).*|; ?.*[^\W\d_].*)")
_UNIT = re.compile(r"(.*\d) ?([^\W\d_]+)\.?")  # 40 hp
_POINTS = ("points", "point", "pts", "pt", "hp", "dmg")
PAIR = re.compile(r"(?P<first>\d[\d.,]*) ?/ ?(?P<last>\d[\d.,]*)")  # 700/800
_SEVERAL = re.compile(r"\d+(?: ?/ ?\d+){2,}")  # 5/8/12
_MEANT = re.compile(r" ?\(\d+\)$")  # 2d6+3 (10)
_BLANK = ("", "-", "–", "—", "none", "null", "nan", "n/a")
_POINTS_ALONE = re.compile(r"\d+([.,]\d+)?")
_DICE = re.compile(r"[dw]\d", re.IGNORECASE)
_ROLLS = re.compile(r"(max|min|\d+ ?of)\b", re.IGNORECASE)  # brackets that belong to the dice
_RANGE = re.compile(r"(\d+) ?(?:to|bis|~|–|—|-|\.\.|…) ?(\d+)", re.IGNORECASE)
_PAIR = re.compile(r"\[ ?(\d+), ?(\d+) ?\]")  # a list of records
_KIND = re.compile(r"(.*\d) +[^\W\d_]{3,}(?: [^\W\d_]{3,})*")  # 2d6 + 3 slashing
_IN_WORDS = re.compile(r"([^()]+?) ?\([^()]*[^\W\d_][^()]*\)")  # 12 (fire), and no dice in them
_DAMAGE = "write dice such as 2d6+1, a range such as 4-9, or a whole number"


@dataclass
class Column:
    """One column: its `heading`, its `place`, the `name` by which units know it, and its `kind`.

    kind: one of the workbook's columns, "own", "text" or "-". upto: for damage from one column to
    another, the place of the other. values: {row: value}, and wrong: the
    cells that aren't understood, (row, cell, why); unclear: whether one of these may mean two
    things. cautions: sentences on what may be meant.
    """

    heading: str
    place: int
    name: str
    kind: str
    upto: int | None = None
    values: dict = field(default_factory=dict)
    wrong: list = field(default_factory=list)
    unclear: bool = False
    cautions: list = field(default_factory=list)

    def cell(self, cells):
        """Return the column's cell of a row."""
        low = cells[self.place]
        if self.upto is None or not low or not cells[self.upto]:
            return low
        return f"{low}-{cells[self.upto]}"

    @property
    def counts(self):
        """Whether a cell that isn't understood is a fault."""
        return self.kind in ROLES

    @cached_property
    def words(self):
        """The words that may stand behind a number, in the plain form: its unit."""
        if self.kind not in ("hp", "attack", "defense", "armor", "damage"):
            return set()  # 10 g and 2 gold may be of two kinds
        known = {plain(heading) for group in HEADINGS[self.kind] for heading in group}
        return known | {plain(self.heading), *_POINTS}

    def bare(self, cell):
        """Return a cell without an apostrophe before it, its unit and a note behind it."""
        return _without_note(cell[1:] if cell[:1] in ("'", "’") else cell, self.words)

    def missed(self, row, cell, error):
        """Note a cell that isn't understood."""
        self.wrong.append((row, cell, str(error)))
        self.unclear |= isinstance(error, Unclear)

    def fault(self, name):
        """Return the TableError of the cells that aren't understood, one line for all."""
        row, cell, why = self.wrong[0]
        why = date_in(cell) or why
        others = len(self.wrong) - 1
        same = f" (and {others} more such cell{'s' * (others > 1)})" if others else ""
        return TableError(
            f"{name}, row {row}, column '{printable(self.heading)}': {why}{same}", row
        )


def read_column(column, cells, page, scale=1, blank=False):
    """Read the cells of a `Column`: pairs (row, text), in place.

    scale: what points are multiplied by. blank: whether a blank cell of it counts as 0.
    """
    if column.kind == "-":
        return
    if column.kind == "own":
        _own(column, cells, page)
    elif column.kind == "text":
        column.values = dict(cells)
    elif column.kind == "name":
        _each(column, cells, name_in)
    elif column.kind == "damage":
        _damages(column, cells, scale, blank)
    else:
        _numbers(column, cells, page, scale if column.kind in _SCALED else 1, blank)


def _each(column, cells, read):
    """Read each cell by a function; its ValueErrors are those of the cells."""
    read = cache(read)
    for row, cell in cells:
        try:
            column.values[row] = read(cell)
        except ValueError as error:
            column.missed(row, cell, error)


def is_blank(cell):
    """Return whether a cell says that there is nothing, with words or without."""
    return cell.casefold() in _BLANK


def mostly_numbers(cells):
    """Return whether at least half of the filled cells look like numbers."""
    return _mostly(cells, lambda cell: looks_like_number(_without_note(cell)))


def mostly_damage(cells):
    """Return whether at least half of the filled cells can be read as damage."""
    return _mostly(cells, _may_be_damage)


def _mostly(cells, is_meant):
    filled = [cell for _, cell in cells if cell]
    # A spreadsheet makes dates of 1/4 and 2-6, so they were numbers, or dice.
    meant = {cell: bool(is_meant(cell) or date_in(cell)) for cell in {*filled}}
    return 2 * sum(meant[cell] for cell in filled) >= len(filled) > 0


def _may_be_damage(cell):
    try:
        damage_in(cell)
    except Unclear:
        return True
    except ValueError:
        return is_blank(cell)
    return True


def damage_in(cell):
    """Return damage as dice of `combat.dice`; ValueError, with how to mend it, for what is none."""
    if not cell:
        raise ValueError("the cell is empty; write dice, or 0 for none")
    text = cell.strip().removeprefix("'")
    if _ROLLS.match(text):
        return _written(text, cell)
    whole = re.fullmatch(r"([^()]*?) ?\(([^()]+)\)", text)
    if whole and _DICE.search(whole[2]):
        found = _written(whole[2], cell)
        if whole[1]:
            mean = dice(found).mean
            if not looks_like_number(whole[1]) or abs(Numbers([]).read(whole[1]) - mean) > 1:
                raise Unclear(
                    f"'{printable(cell)}' names {printable(whole[1])} and dice with the mean "
                    f"{mean:g}; write one of them"
                )
        return found
    words = _IN_WORDS.fullmatch(text)  # 15 (+3 per level)
    return _written(words[1] if words else text, cell)


def _written(text, cell):
    if words := _KIND.fullmatch(text):
        text = words[1]
    if between := _RANGE.fullmatch(text) or _PAIR.fullmatch(text):
        text = f"{between[1]}-{between[2]}"
    if whole := re.fullmatch(r"(\d+)[.,](\d{1,2})", text):
        if int(whole[2]):
            raise Unclear(f"'{printable(cell)}' is no damage; {_DAMAGE}")
        text = whole[1]
    try:
        dice(text)
    except ValueError as error:
        why = str(error)
        mend = why if "can't be read" not in why else f"'{printable(cell)}' is no damage; {_DAMAGE}"
        raise ValueError(mend) from None
    return text


def _without_note(cell, words=()):
    """A cell without what stands in brackets behind its number, and without its unit."""
    noted = _NOTED.fullmatch(cell) if "(" in cell or ";" in cell else None
    number = noted[1] if noted else cell
    unit = _UNIT.fullmatch(number) if words else None
    if unit and plain(unit[2]) in words:
        number = unit[1]
    return number if not noted or looks_like_number(number) else cell


def _numbers(column, cells, page, scale, blank):
    """Numbers of one of the workbook's columns; a blank cell has the column's default."""
    low, high = LIMITS[column.kind]
    texts, rolled = [column.bare(cell) for _, cell in cells], []
    how = {"typed": page.typed, "fractions": _FRACTIONS.get(column.kind), "most": high}
    numbers = Numbers(texts, page.comma, **how)

    def read(cell):
        cell = column.bare(cell)
        if is_blank(cell) and column.kind in DEFAULTS:
            return DEFAULTS[column.kind]
        if is_blank(cell) and blank and low <= 0:
            return 0.0
        if column.kind == "hp" and _DICE.search(cell):
            rolled.append(cell)
            text = _MEANT.sub("", cell)
            return max(1, int(dice(damage_in(text)).mean + 1e-9)) * scale
        if column.kind == "armor" and _DICE.search(cell):
            return damage_in(cell) if scale == 1 else f"({damage_in(cell)})*{scale}"
        if _SEVERAL.fullmatch(cell):
            raise Unclear(f"'{printable(cell)}' holds several values; write one of them")
        if how["fractions"] is False and (pair := PAIR.fullmatch(cell)):
            raise Unclear(
                f"'{printable(cell)}' may be a pair of numbers; write one, such as "
                f"{pair['first']}, or a line 'pair,last' into the file's .columns.csv"
            )
        value = within(numbers.read(cell) * scale, low, high)
        if column.kind in ("hp", "count") and value != int(value):
            why = f"{value:g} is no whole number; write one such as {value:.0f}"
            raise Unclear(f"{why}{_scaled_up(texts)}")
        return value

    _each(column, cells, read)
    notes = [cell for _, cell in cells if _NOTED.fullmatch(cell) and not _DICE.search(cell)]
    if notes:
        column.cautions.append(f"words behind a number are left out, as in '{printable(notes[0])}'")
    if rolled:
        column.cautions.append(f"the mean of dice, rounded down, as of '{printable(rolled[0])}'")


def _scaled_up(cells):
    """How to make points whole that aren't: a line of the file's mapping; "" if they are."""
    texts = (cell.replace(",", ".") for cell in cells)
    parts = [Fraction(text) for text in texts if re.fullmatch(r"\d+\.\d{1,2}", text)]
    times = math.lcm(*(part.denominator for part in parts))
    if times == 1:
        return ""
    return (
        f"; or multiply the points by {times}: a line 'scale,{times}' in the file's .columns.csv "
        f"does it"
    )


def _damages(column, cells, scale, blank):
    left = []

    def read(cell):
        if is_blank(cell) and blank:
            return "0"
        if scale != 1 and _POINTS_ALONE.fullmatch(cell):
            points = Fraction(cell.replace(",", ".")) * scale
            if points.denominator == 1:
                return str(points.numerator)
        try:
            text = damage_in("" if is_blank(cell) else cell)
        except Unclear as error:
            raise Unclear(f"{error}{_scaled_up([one for _, one in cells])}") from None
        words = _IN_WORDS.fullmatch(cell)
        if _KIND.fullmatch(cell) or (words and not _DICE.search(words[0][len(words[1]) :])):
            left.append(cell)
        return text if scale == 1 else f"({text})*{scale}"

    _each(column, cells, read)
    if left:
        column.cautions.append(
            f"words behind the damage are left out, as in '{printable(left[0])}'"
        )


def _own(column, cells, page):
    """Numbers where at least half of the filled cells are, the rest as it stands; else text."""
    filled = [cell for _, cell in cells if cell]
    if filled and all(cell.casefold() in _SWITCH for cell in filled):
        column.values = {row: _SWITCH.get(cell.casefold(), 0) for row, cell in cells}
        return
    if not mostly_numbers(cells):
        column.values = dict(cells)
        return
    numbers = Numbers(filled, page.comma, typed=page.typed)
    _each(column, cells, lambda cell: numbers.read(_without_note(cell)) if cell else math.nan)
    found = column.values.items()
    # Whole numbers stay whole, so that a rule may write them into dice: 5, not 5.0.
    if all(value.is_integer() and abs(value) < _EXACT for _, value in found):
        found = [(row, int(value)) for row, value in found]
    column.values = dict(cells) | dict(found)
