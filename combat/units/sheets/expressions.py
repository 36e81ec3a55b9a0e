"""Cells that speak of a level, as the texts that they are at one: `20 + 5*level` is 45 at level 5.

`1: 20, 5: 45` are points, straight between them. `/` is exact and a result is rounded down, `//`
rounds within; a decimal point, as in 1.0 + level/10, keeps decimals.
"""

import ast
import operator
import re
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import floor

from combat.core.words import printable

LEVEL = "level"
_MOST_LETTERS = 200
DICE = r"(?<![^\W_])\d*[dw](?:\d+|%)(?:[a-z]+\d*)*"
_SUM = re.compile(rf"(?:{DICE}|[\d.+*/() -]|\b{LEVEL}\b)+", re.IGNORECASE)
_POINT = r"(\d{1,4}) ?: ?([\d.dw%+*() -]*[\d)])"
_POINTS = re.compile(rf"{_POINT}(?: ?[,;] ?{_POINT})+", re.IGNORECASE)
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
GROWS = re.compile(r"(.*\S) ?\(\+ ?(.+?) (?:per|a|each) level\)", re.IGNORECASE)
_ASKED = re.compile(rf"\b{LEVEL}\b", re.IGNORECASE)
# Words, and no sum: a level 5 spell, 2 levels.
_WORDS = re.compile(rf"{LEVEL} \d|[\d)] {LEVEL}\b(?! ?[)/+*-])", re.IGNORECASE)
_COMPARED = re.compile(r"[<>=≤≥]")  # it asks for the column `level` of whoever acts
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
    if grows := GROWS.fullmatch(cell.strip()):
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
    each = re.sub(r"(\d),(\d)", r"\1.\2", each)  # a decimal comma, between semicolons
    if not each.strip(" -–") or not (times or NUMBER.fullmatch(cell)):
        return cell
    if times and not NUMBER.fullmatch(each):
        pool = re.fullmatch(r"(\d*)(d\d+)", each)
        more = f"{times * int(pool[1] or 1)}{pool[2]}" if pool else " + ".join([each] * times)
        return f"{cell} + {more}" if cell else more
    more = times * Fraction(each) if times else 0
    if NUMBER.fullmatch(cell or "0"):
        return _written(Fraction(cell or "0") + more, "." in cell and not whole, scale)
    return f"{cell} {'-' if more < 0 else '+'} {_written(abs(more), False, 1)}"


def _between(points, level, scale):
    """What points say at a level: straight between numbers, of dice the last one reached."""
    if any(low >= high for (low, _), (high, _) in pairwise(points)):
        raise ValueError("the levels of its points don't rise; write 1: 20, 5: 45")
    if level <= points[0][0]:
        return points[0][1]
    at = max(place for place, (reached, _) in enumerate(points) if reached <= level)
    texts = [text for _, text in points]
    if at + 1 == len(points) or not all(map(NUMBER.fullmatch, texts)):
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
        tree = _tree(re.sub(rf"(\)|{LEVEL})? ?({DICE})", named, text.casefold()))
        number, rolled = _parts(tree, level, dice)
    except ZeroDivisionError:
        raise ValueError(f"'{printable(text)}' divides by 0 at level {level}") from None
    except (SyntaxError, KeyError, RecursionError, MemoryError):
        raise ValueError(
            f"'{printable(text)}' is no sum of numbers, dice and the level; write 20 + 5*level"
        ) from None
    if number or not rolled:
        decimals = "." in re.sub(DICE, "", text)
        own = 1 if rolled else scale  # a number beside dice is whole before it is multiplied, too
        rolled.append((-1 if number < 0 else 1, _written(abs(number), decimals, own)))
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
