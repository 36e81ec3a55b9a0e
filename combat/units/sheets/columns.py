"""The columns of a sheet of units: what their cells mean, and which of them nobody can read."""

import math
import re
from dataclasses import dataclass, field

import numpy as np

from combat.core.numbers import Numbers, looks_like_number
from combat.core.words import printable
from combat.dice import dice
from combat.dice.expression import made_whole
from combat.tables.cells import date_in
from combat.tables.fault import TableError
from combat.units.sheets.action_cells import called

# The range of each column; hit points are limited as a duel follows each of them.
LIMITS = {
    "hp": (1, 1_000_000),
    "attack": (-1e9, 1e9),
    "defense": (-1e9, 1e9),
    "armor": (-1e9, 1e9),
    "speed": (0.01, 100),
    "cost": (0, 1e12),
    "count": (0, 1_000_000),
}
WHOLE = ("hp", "count")
DEFAULTS = {"armor": 0.0, "speed": 1.0, "cost": math.nan, "count": 1.0}
HARDLY = 0.2  # of the damage: armor that leaves less is a number of another kind
_SOME = 200  # units by which that is judged
_EXACT = 2**53  # greater whole numbers have no exact float
# Whether a fraction is a number: 3/2 actions a turn is one, 45/45 hit points are not.
_FRACTIONS = {"speed": True, "hp": False, "armor": False, "cost": False, "count": False}
_SWITCH = {"true": 1, "false": 0, "yes": 1, "no": 0}
_NOTED = re.compile(r"([^()]+?) ?\(([^()]*[^\W\d_][^()]*)\)")  # 135 (18d10+36), 15 (leather)
_DICE = re.compile(r"\d*[dw]\d", re.IGNORECASE)
_ROLLS = re.compile(r"(max|min|\d+ ?of)\b", re.IGNORECASE)  # brackets that belong to the dice
_RANGE = re.compile(r"(\d+) ?(?:to|bis|~|–|—|-|\.\.|…) ?(\d+)", re.IGNORECASE)
_KIND = re.compile(r"(.*\d) +[^\W\d_]{3,}(?: [^\W\d_]{3,})*")  # 2d6 + 3 slashing
_DAMAGE = "write dice such as 2d6+1, a range such as 4-9, or a whole number"


@dataclass
class Column:
    """One column: its `heading`, its `place`, the `name` by which units know it, and its `kind`.

    kind: one of the workbook's columns, "own", "text" or "-". upto: for damage from one column to
    another, the place of the other. values: {row: value}, and wrong: the
    cells that aren't understood, (row, cell, why). cautions: sentences on what may be meant.
    """

    heading: str
    place: int
    name: str
    kind: str
    upto: int | None = None
    values: dict = field(default_factory=dict)
    wrong: list = field(default_factory=list)
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
        return self.kind in LIMITS or self.kind in ("name", "damage")

    def fault(self, name):
        """Return the TableError of the cells that aren't understood, one line for all."""
        row, cell, why = self.wrong[0]
        why = date_in(cell) or why
        others = len(self.wrong) - 1
        same = f" (and {others} more such cell{'s' * (others > 1)})" if others else ""
        return TableError(
            f"{name}, row {row}, column '{printable(self.heading)}': {why}{same}", row
        )


def read_column(column, cells, page):
    """Read the cells of a `Column`: pairs (row, text), in place."""
    if column.kind == "-":
        return
    reader = {"name": _names, "damage": _damages, "text": _texts, "own": _own}
    reader.get(column.kind, _numbers)(column, cells, page)


def mostly_numbers(cells):
    """Return whether at least half of the filled cells look like numbers."""
    filled = [cell for _, cell in cells if cell]
    # A spreadsheet makes dates of 1/4 and 2-6, so they were numbers, and dice in the next function.
    meant = {cell: _meant_as_number(cell) for cell in set(filled)}
    numbers = sum(meant[cell] for cell in filled)
    return 2 * numbers >= len(filled) > 0


def _meant_as_number(cell):
    return bool(looks_like_number(_without_note(cell)) or date_in(cell))


def mostly_damage(cells):
    """Return whether at least half of the filled cells can be read as damage."""
    filled = [cell for _, cell in cells if cell]
    read = sum(bool(_reason(damage_in, cell) is None or date_in(cell)) for cell in filled)
    return 2 * read >= len(filled) > 0


def armor_leaves(damages, armors):
    """Return the share of the mean damages that armor leaves, over all pairs; 1 for none."""
    damages, armors = np.array(damages[:_SOME]), np.array(armors[:_SOME])
    if not armors.size or not damages.size or not damages.sum() > 0:
        return 1.0
    return float(np.maximum(damages[:, None] - armors, 0).mean() / damages.mean())


def damage_in(cell):
    """Return damage as dice of `combat.dice`; ValueError, with how to mend it, for what is none."""
    if not cell:
        raise ValueError("the cell is empty; write dice, or 0 for none")
    text = cell.strip()
    if _ROLLS.match(text):
        return _written(text, cell)
    whole = re.fullmatch(r"([^()]*?) ?\(([^()]+)\)", text)
    if whole and _DICE.search(whole[2]):
        found = _written(whole[2], cell)
        if whole[1]:
            mean = dice(found).mean
            if not looks_like_number(whole[1]) or abs(Numbers([]).read(whole[1]) - mean) > 1:
                raise ValueError(
                    f"'{printable(cell)}' names {printable(whole[1])} and dice with the mean "
                    f"{mean:g}; write one of them"
                )
        return found
    return _written(text, cell)


def _written(text, cell):
    if words := _KIND.fullmatch(text):
        text = words[1]
    if between := _RANGE.fullmatch(text):
        text = f"{between[1]}-{between[2]}"
    if whole := re.fullmatch(r"(\d+)[.,](\d{1,2})", text):
        if int(whole[2]):
            mend = made_whole(f"{whole[1]}.{whole[2]}")
            raise ValueError(f"'{printable(cell)}' is no damage; {_DAMAGE}; or {mend}")
        text = whole[1]
    try:
        dice(text)
    except ValueError as error:
        why = str(error)
        mend = why if "can't be read" not in why else f"'{printable(cell)}' is no damage; {_DAMAGE}"
        raise ValueError(mend) from None
    return text


def _without_note(cell):
    """A cell without what stands in brackets behind its number."""
    if cell[-1:] != ")":
        return cell
    found = _NOTED.fullmatch(cell)
    return found[1] if found and looks_like_number(found[1]) else cell


def _numbers(column, cells, page):
    """Numbers of one of the workbook's columns; a blank cell has the column's default."""
    low, high = LIMITS[column.kind]
    texts = [(row, _without_note(cell)) for row, cell in cells]
    numbers = Numbers(
        [cell for _, cell in texts],
        page.comma,
        typed=page.typed,
        fractions=_FRACTIONS.get(column.kind),
        most=high,
    )
    for row, cell in texts:
        if not cell and column.kind in DEFAULTS:
            column.values[row] = DEFAULTS[column.kind]
            continue
        try:
            value = numbers.read(cell)
            if not low <= value <= high:
                raise ValueError(
                    f"{value:g} is out of range; write a number from {low:g} to {high:g}"
                )
            if column.kind in WHOLE and value != int(value):
                raise ValueError(f"{value:g} is no whole number; write one such as {value:.0f}")
            column.values[row] = value
        except ValueError as error:
            column.wrong.append((row, cell, str(error)))


def _names(column, cells, _page):
    for row, cell in cells:
        try:
            column.values[row] = called(cell)
        except ValueError as error:
            column.wrong.append((row, cell, str(error)))


def _damages(column, cells, _page):
    left = []
    for row, cell in cells:
        try:
            column.values[row] = damage_in(cell)
        except ValueError as error:
            column.wrong.append((row, cell, str(error)))
            continue
        if _KIND.fullmatch(cell):
            left.append(cell)
    if left:
        column.cautions.append(f"words behind the dice are left out, as in '{printable(left[0])}'")


def _texts(column, cells, _page):
    column.values = dict(cells)


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
    meant = {cell: _number_or_why(cell, numbers) for cell in {"", *filled}}
    for row, cell in cells:
        value = column.values[row] = meant[cell]
        if isinstance(value, str):
            column.values[row] = cell
            column.wrong.append((row, cell, value))
    found = [value for value in column.values.values() if not isinstance(value, str)]
    # Whole numbers stay whole, so that a rule may write them into dice: 5, not 5.0.
    if all(value.is_integer() and abs(value) < _EXACT for value in found):
        whole = {row: int(one) for row, one in column.values.items() if not isinstance(one, str)}
        column.values |= whole


def _number_or_why(cell, numbers):
    """The number in a cell, NaN for a blank one; a text says why there is none."""
    try:
        return numbers.read(_without_note(cell)) if cell else math.nan
    except ValueError as error:
        return str(error)


def _reason(read, cell):
    try:
        read(cell)
    except ValueError as error:
        return str(error)
    return None
