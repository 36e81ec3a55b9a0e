"""Tables at a level: each cell that speaks of one becomes its text before anything else reads it.

Nothing else of the reading knows of levels. Columns such as `hp per level` add to their column.
"""

import re
from dataclasses import dataclass
from fractions import Fraction

from combat.core.checks import check_whole
from combat.core.words import printable
from combat.tables import TableError
from combat.units.sheets.expressions import DICE, GROWS, LEVEL, NUMBER, at_level, grown, speaks
from combat.units.sheets.spellings import meant_by, plain

MOST_LEVEL = 1000
_PER = "perlevel"
_POINTS_OF = ("hp", "damage")  # whole points, so a growth's sum is rounded down
_OF_ACTIONS = ("damage", "heals", "loses", "gains", "absorbs")  # of actions and statuses
_OF_NUMBERS = {LEVEL, "per", "a", "each", "max", "min", "of", "to"}


def level_of(value, name="level"):
    """Return a level, checked: a whole number from 1 to 1,000."""
    return int(check_whole(name, value, low=1, high=MOST_LEVEL))


@dataclass
class Levels:
    """The level at which tables are read, and whether a cell of them speaks of one.

    level: None for each unit's own, from its column `level`, or 1. scale: what points are
    multiplied by. grows: a cell that says in words how it grows, as 20 (+5 per level).
    """

    level: int | None = None
    scale: int = 1
    spoken: bool = False
    grows: str = ""

    def of_units(self, name, header, rows, roles):
        """Return a sheet of units at the level: (headings, rows, places of columns per level).

        rows: pairs (number, cells). roles: {column: place}. An own column `level` is added, or
        says this level, unless nothing speaks of one and none is asked for.
        """
        own = next((at for at, one in enumerate(header) if plain(one) == LEVEL), None)
        grows = _growths(header)
        self.spoken |= bool(grows)
        kept = {roles.get("name"), own, *grows}
        known = {*roles.values()}
        points = {roles[one] for one in _POINTS_OF if one in roles}
        for number, cells in rows:
            cells += [""] * (len(header) - len(cells))
            level = self.level or _own_level(cells, own)
            where = f"{name}, row {number}"
            for at, cell in enumerate(cells[: len(header)]):
                if at not in kept and speaks(cell) and not _is_text(cell, at in known):
                    how = self._at, cell, level, at in points
                    cells[at] = self._told(where, header[at], number, *how)
            for at, base in grows.items():
                how = self._grown, cells[base], cells[at], level, base in points
                cells[base] = self._told(where, header[at], number, *how)
        if self.level is None and not self.spoken:
            return header, rows, ()
        return *self._with_own(header, rows, own), tuple(grows)

    def _with_own(self, header, rows, own):
        """The table with its own column `level`, which says the level that was asked for."""
        if own is None:
            header, own = [*header, LEVEL], len(header)
        for _, cells in rows:
            if any(cells) and (self.level is not None or own == len(cells)):
                cells[own : own + 1] = [str(self.level or 1)]
        return header, rows

    def of_table(self, name, header, rows):
        """Return the rows of another table at the level, 1 by default; header: its headings."""
        found = []
        for number, cells in rows:
            where, told = f"{name}, row {number}", [*cells]
            for at, (head, cell) in enumerate(zip(header, cells, strict=False)):
                # Their points are whole before `scale` multiplies them: no dice read 1.5.
                how = self._at, cell, self.level or 1, plain(head) in _OF_ACTIONS, 1
                told[at] = self._told(where, head, number, *how)
            found.append((number, told))
        return found

    @staticmethod
    def _told(where, heading, number, read, *cells):
        """What a function makes of cells; its ValueError as a TableError."""
        try:
            return read(*cells)
        except ValueError as error:
            where = f"{where}, column '{printable(heading)}'"
            raise TableError(f"{where}: {error}", number) from None

    def _at(self, cell, level, points, scale=None):
        if not speaks(cell):
            return cell
        self.spoken = True
        if GROWS.fullmatch(cell.strip()):
            self.grows = self.grows or cell
        scale = scale or self.scale
        found = at_level(cell, level, scale if points else 1, points)
        if points and NUMBER.fullmatch(found) and Fraction(found) * scale % 1:
            raise ValueError(
                f"'{printable(cell)}' is {found} at level {level}, and points are whole: write "
                f"fractions, such as 5*level/2 for 2.5*level, which are rounded down"
            )
        return found

    def _grown(self, cell, each, level, points):
        return grown(cell, each, level, self.scale if points else 1, points)


def _own_level(cells, own):
    """The level that a row's own column says; 1 for none."""
    cell = "" if own is None else cells[own].strip()
    return int(cell) if cell.isdecimal() and 1 <= int(cell) <= MOST_LEVEL else 1


def _is_text(cell, known):
    """Whether a cell of units holds other words than those of numbers and dice.

    known: whether its column is one of the workbook's; in others `level` alone is a word.
    """
    if not known and cell.strip().casefold() == LEVEL:
        return True
    words = re.sub(DICE, "", cell.casefold()) if LEVEL in cell.casefold() else ""
    return not {*re.findall(r"[^\W\d_]+", words)} <= _OF_NUMBERS


def _growths(header):
    """The columns per level of a header, and the place of the column to which each adds."""
    found, words = {}, [*map(plain, header)]
    for at, word in enumerate(words):
        base = word.removesuffix(_PER)
        if base != word:
            alike = [place for place, one in enumerate(words) if one == base]
            alike = alike or [
                place
                for place, one in enumerate(header)
                if (role := meant_by(one)[0]) and role == meant_by(base)[0]
            ]
            found |= {at: alike[0]} if len(alike) == 1 else {}
    return found
