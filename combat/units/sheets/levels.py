"""Cells that speak of a level, as the texts that they are at one: `20 + 5*level` is 45 at level 5.

Nothing else of the reading knows of levels. `1: 20, 5: 45` are points, straight between them;
columns such as `hp per level` add to their column. `/` is exact and a result is rounded down, `//`
rounds within; a decimal point, as in 1.0 + level/10, keeps decimals.
"""

import ast
import operator
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor

from combat.core.checks import check_whole
from combat.core.words import printable
from combat.tables import TableError
from combat.units.sheets.spellings import meant_by, plain

LEVEL = "level"
MOST_LEVEL = 1000
_MOST_LETTERS = 200
_DICE = r"(?<![^\W_])\d*[dw](?:\d+|%)(?:[a-z]+\d*)*"
_SUM = re.compile(rf"(?:{_DICE}|[\d.+*/() -]|\b{LEVEL}\b)+", re.IGNORECASE)
_POINT = r"(\d{1,4}) ?: ?([\d.dw%+*() -]*[\d)])"
_POINTS = re.compile(rf"{_POINT}(?: ?[,;] ?{_POINT})+", re.IGNORECASE)
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_GROWS = re.compile(r"(.*\S) ?\(\+ ?(.+?) (?:per|a|each) level\)", re.IGNORECASE)
_ASKED = re.compile(rf"\b{LEVEL}\b", re.IGNORECASE)
# Words, and no sum: a level 5 spell, 2 levels.
_WORDS = re.compile(rf"{LEVEL} \d|[\d)] {LEVEL}\b(?! ?[)/+*-])", re.IGNORECASE)
_COMPARED = re.compile(r"[<>=≤≥]")  # it asks for the column `level` of whoever acts
_PER = "perlevel"
_POINTS_OF = ("hp", "damage")  # whole points, so a growth's sum is rounded down
_OF_ACTIONS = ("damage", "heals", "loses", "gains", "absorbs")  # of actions and statuses
_OF_NUMBERS = {LEVEL, "per", "a", "each", "max", "min", "of", "to"}
_SIGNS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
}


def at_level(cell, level, scale=1, whole=True):
    """Return the text that a cell is at a level; ValueError for what can't be computed.

    scale: what the number is multiplied by later, as it is rounded to whole points after that.
    whole: as for `grown`.

    >>> [at_level(cell, 4) for cell in ("20 + 5*level", "1d8 + level/3", "(1 + level/3)d6")]
    ['40', '1d8 + 1', '2d6']
    >>> at_level("1: 20, 5: 45", 4), at_level("1: 1d8; 5: 2d8", 4), at_level("9 (+2 per level)", 4)
    ('38', '1d8', '15')
    >>> at_level("level >= 5", 4), at_level("attack +level/2", 4)
    ('level >= 5', 'attack +2')
    """
    if ":" in cell and _POINTS.fullmatch(cell.strip()):
        points = [(int(at), text.strip()) for at, text in re.findall(_POINT, cell)]
        return _between(points, level, scale)
    if LEVEL not in cell.casefold() or _COMPARED.search(cell) or _WORDS.search(cell):
        return cell
    if len(cell) > _MOST_LETTERS:
        raise ValueError(f"more than {_MOST_LETTERS} letters are too many for a sum; write less")
    if grows := _GROWS.fullmatch(cell.strip()):
        return grown(grows[1], grows[2], level, scale, whole)
    return _computed(cell, level, scale)


def speaks(cell):
    """Return whether a cell says something else at another level, or asks for the level."""
    return LEVEL in cell.casefold() or (":" in cell and bool(_POINTS.fullmatch(cell.strip())))


def grown(cell, each, level, scale=1, whole=True):
    """Return a cell with (level - 1) times as much as another says, numbers or dice, added.

    whole: whether a sum of numbers is rounded down to whole points, and not only where its first
    one is whole.

    >>> [grown("60", "9.5", level) for level in (1, 2, 18)], grown("1d6+2", "1d2", 18)
    (['60', '69', '221'], '1d6+2 + 17d2')
    """
    times = level - 1
    if not each.strip(" -–") or not (times or _NUMBER.fullmatch(cell)):
        return cell
    if times and not _NUMBER.fullmatch(each):
        pool = re.fullmatch(r"(\d*)(d\d+)", each)
        more = f"{times * int(pool[1] or 1)}{pool[2]}" if pool else " + ".join([each] * times)
        return f"{cell} + {more}" if cell else more
    more = times * Fraction(each) if times else 0
    if _NUMBER.fullmatch(cell or "0"):
        return _written(Fraction(cell or "0") + more, "." in cell and not whole, scale)
    return f"{cell} {'-' if more < 0 else '+'} {_written(abs(more), False, scale)}"


def _between(points, level, scale):
    """What points say at a level: straight between numbers, of dice the last one reached."""
    if any(low >= high for (low, _), (high, _) in pairwise(points)):
        raise ValueError("the levels of its points don't rise; write 1: 20, 5: 45")
    if level <= points[0][0]:
        return points[0][1]
    at = max(place for place, (reached, _) in enumerate(points) if reached <= level)
    texts = [text for _, text in points]
    if at + 1 == len(points) or not all(map(_NUMBER.fullmatch, texts)):
        return texts[at]
    (low, first), (high, last) = points[at : at + 2]
    rise = Fraction(last) - Fraction(first)
    value = Fraction(first) + rise * Fraction(level - low, high - low)
    return _written(value, any("." in text for text in texts), scale)


def _written(value, decimals, scale):
    """A number as text, rounded down to whole points unless decimals are asked for."""
    value = value if decimals else Fraction(floor(value * scale), scale)
    return str(value) if value.denominator == 1 else f"{round(float(value), 6):.15g}"


def _computed(cell, level, scale):
    """A cell in which each sum with the level has become its value; other words stay."""

    def value(found):
        text = found.group()
        if not _ASKED.search(text):
            return text
        while text.count(")") > text.count("(") and text.rstrip().endswith(")"):
            text = text.rstrip()[:-1]
        rest, body = found.group()[len(text) :], text.strip()
        before, _, after = text.partition(body)
        return f"{before}{_summed(body, level, scale)}{after}{rest}"

    return _SUM.sub(value, cell)


@lru_cache(maxsize=10_000)
def _summed(text, level, scale):
    """A sum of numbers, dice and the level, as text: the dice, and then one number."""
    dice = []

    def named(found):  # (1 + level/3)d6 is a pool
        dice.append(found[2])
        return f"{found[1]}@_{len(dice) - 1}" if found[1] else f" _{len(dice) - 1}"

    try:
        tree = _tree(re.sub(rf"(\)|{LEVEL})? ?({_DICE})", named, text.casefold()))
        number, rolled = _parts(tree, level, dice)
    except ZeroDivisionError:
        raise ValueError(f"'{printable(text)}' divides by 0 at level {level}") from None
    except (SyntaxError, KeyError, RecursionError, MemoryError):
        raise ValueError(
            f"'{printable(text)}' is no sum of numbers, dice and the level; write 20 + 5*level"
        ) from None
    if number or not rolled:
        decimals = "." in re.sub(_DICE, "", text)
        rolled.append((-1 if number < 0 else 1, _written(abs(number), decimals, scale)))
    signed = "".join(f"{' - ' if sign < 0 else ' + '}{part}" for sign, part in rolled)
    if text[0] not in "+-" and signed.startswith(" + "):
        return signed[3:]
    return signed.strip() if text[1:2] == " " else signed.strip().replace(" ", "", 1)


@lru_cache(maxsize=10_000)
def _tree(text):
    return ast.parse(text.strip(), mode="eval").body


def _parts(tree, level, dice):
    """A sum as (its number, its dice as pairs (sign, text)); SyntaxError for what is none."""
    if isinstance(tree, ast.Constant):
        return Fraction(str(tree.value)), []
    if isinstance(tree, ast.Name):
        known = {LEVEL: (Fraction(level), [])}
        known |= {f"_{at}": (Fraction(0), [(1, one)]) for at, one in enumerate(dice)}
        return known[tree.id]
    if isinstance(tree, ast.UnaryOp):
        number, rolled = _parts(tree.operand, level, dice)
        sign = _SIGNS[type(tree.op)](1)
        return sign * number, [(sign * own, one) for own, one in rolled]
    if not isinstance(tree, ast.BinOp):
        raise SyntaxError
    (left, some), (right, more) = (_parts(one, level, dice) for one in (tree.left, tree.right))
    if isinstance(tree.op, ast.Add | ast.Sub):
        sign = 1 if isinstance(tree.op, ast.Add) else -1
        return left + sign * right, [*some, *((sign * own, one) for own, one in more)]
    if isinstance(tree.op, ast.MatMult | ast.Mult) and not some and len(more) == 1 and not right:
        ((sign, one),) = more
        pool = isinstance(tree.op, ast.MatMult)
        return Fraction(0), [
            (sign, f"{floor(left)}{one}" if pool else f"{_written(left, True, 1)}*{one}")
        ]
    if some or more:
        raise SyntaxError
    return Fraction(_SIGNS[type(tree.op)](left, right)), []


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
        points = {roles[one] for one in _POINTS_OF if one in roles}
        for number, cells in rows:
            cells += [""] * (len(header) - len(cells))
            level = self.level or _own_level(cells, own)
            where = f"{name}, row {number}"
            for at, cell in enumerate(cells[: len(header)]):
                if at not in kept and speaks(cell) and not _is_text(cell):
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
            told = [
                self._told(
                    f"{name}, row {number}",
                    head,
                    number,
                    self._at,
                    cell,
                    self.level or 1,
                    head in _OF_ACTIONS,
                )
                for head, cell in zip(map(plain, header), cells, strict=False)
            ]
            found.append((number, told + cells[len(told) :]))
        return found

    @staticmethod
    def _told(where, heading, number, read, *cells):
        """What a function makes of cells; its ValueError as a TableError."""
        try:
            return read(*cells)
        except ValueError as error:
            where = f"{where}, column '{printable(heading)}'"
            raise TableError(f"{where}: {error}", number) from None

    def _at(self, cell, level, points):
        if not speaks(cell):
            return cell
        self.spoken = True
        if _GROWS.fullmatch(cell.strip()):
            self.grows = self.grows or cell
        found = at_level(cell, level, self.scale if points else 1, points)
        if points and _NUMBER.fullmatch(found) and Fraction(found) * self.scale % 1:
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


def _is_text(cell):
    """Whether a cell of units holds other words than those of numbers and dice."""
    words = re.sub(_DICE, "", cell.casefold()) if LEVEL in cell.casefold() else ""
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
