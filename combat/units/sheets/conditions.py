"""When an action is done: conditions as a designer writes them, `hp < 50 % and target slowed`.

A condition is made of comparisons and of statuses by name, joined by `and` (or a comma), `or`,
`not` and parentheses. What it says about the target has the word `target` before it. It is kept as
nested tuples: ("and", part, part), ("<", side, side), ("has", whose, status), and as sides
("number", 5), ("column", whose, column, times) and ("stacks", whose, status).
"""

import operator
import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction

import numpy as np

from combat.core.words import listed, printable

OF_THE_FIGHT = ("round", "foes", "allies")
_ALL = {"hp": "full hp", "foes": "all foes", "allies": "all allies"}  # of which there may be shares
_JOINING = ("not", "and", "or", "target")
_SIGNS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
_SPELLINGS = {"≤": "<=", "≥": ">=", "==": "=", "≠": "!="}
_OPERATORS = _SIGNS | {"and": np.logical_and, "or": np.logical_or, "not": np.logical_not}
_NUMBER = r"[-−]?(?:\d+(?:\.\d+)?|\.\d+)"
_AMOUNT = re.compile(rf"{_NUMBER}(?: *%)?")
_TOKEN = rf"{_NUMBER}(?: *%)?(?![\w.])|[<>=!]=|[<>=≤≥≠(),]|\w+|\S"
_MOST_LETTERS = 1000
_DEEPEST = 20
_ROUND = ("column", "fight", "round", 1)


@dataclass(frozen=True, repr=False)
class Condition:
    """A condition, read by `condition`; two that say the same are equal."""

    text: str = field(compare=False)
    tree: tuple

    def __repr__(self):
        return f"Condition({self.text!r})"

    def nodes(self, *kinds):
        """Return the nodes of its tree that are of some kinds."""
        found, left = [], [self.tree]
        while left:
            node = left.pop()
            found += [node] * (node[0] in kinds)
            left += [part for part in node[1:] if isinstance(part, tuple)]
        return found

    @property
    def reads(self):
        """The columns of units that it reads: a frozenset of their names."""
        read = [node[1:3] for node in self.nodes("column")]
        beside = {*_ALL.values()}
        return frozenset(name for whose, name in read if whose != "fight" and name not in beside)

    @property
    def statuses(self):
        """The statuses that it asks about: a frozenset of their names."""
        return frozenset(status for _, _, status in self.nodes("has", "stacks"))

    @property
    def targeted(self):
        """Whether it asks for anything of the target."""
        return any(node[1] == "target" for node in self.nodes("column", "has", "stacks"))

    @property
    def beside_round(self):
        """What the round is compared with: numbers, columns, and words of OF_THE_FIGHT."""
        pairs = [sides for _, *sides in self.nodes(*_SIGNS) if _ROUND in sides]
        others = [right if left == _ROUND else left for left, right in pairs]
        return {one[1] if one[0] == "number" else one[2] for one in others}

    def holds(self, own, target, fight):
        """Return a bool array: where it holds.

        All three have `number(column)`, own and target `has(status)` and `stacks(status)`, too.
        """
        scene = {"own": own, "target": target, "fight": fight}

        def value(node):
            kind, *parts = node
            if kind == "number":
                return parts[0]
            if kind == "column":
                whose, column, times = parts
                return np.asarray(scene[whose].number(column)) * float(times)
            if kind == "has":
                return np.asarray(scene[parts[0]].has(parts[1]), bool)
            if kind == "stacks":
                return np.asarray(scene[parts[0]].stacks(parts[1]))
            return np.asarray(_OPERATORS[kind](*map(value, parts)))

        return value(self.tree)


def condition(text, columns=("attack", "defense", "armor", "speed"), statuses=()):
    """Return the `Condition` that a text means.

    columns: names of the units' numeric columns, by default those of all units, which count as
    statuses have changed them; hp (the points left at the moment), round, foes (that stand) and
    allies (others of the own side that stand) are always known, and come before columns of those
    names. statuses: their names; one in a comparison is the number of its stacks, 0 without it.
    Either side of a comparison is a number, one of those words, or such a word of the `target`;
    beside hp it may be a percentage, a share of the full hit points, and beside foes and allies one
    of those that the fight began with. Upper and lower case are the
    same. `not` applies to what follows it; `and` binds more tightly than `or`. ValueError in one
    line, with the place, for what can't be read.

    >>> condition("round >= 3 or not (attack < target attack)", ["attack"], []).reads
    frozenset({'attack'})
    >>> condition("foez > 2", ["attack"], ["slowed"])
    Traceback (most recent call last):
    ValueError: at 'foez': no column or status; did you mean 'foes'? Write one of hp, attack, ...
    """
    if len(text) > _MOST_LETTERS:
        raise ValueError(
            f"the condition has more than {_MOST_LETTERS} letters; write a shorter one"
        )
    return Condition(" ".join(text.split()), _Reader(text, columns, statuses).tree())


class _Reader:
    """Reads a text from beginning to end; each method is one rule of the grammar."""

    def __init__(self, text, columns, statuses):
        self._columns = {"hp": "hp"} | {_key(column): column for column in columns}
        self._columns |= {_key(column.replace("_", " ")): column for column in columns}
        self._columns |= {word: word for word in ("hp", *OF_THE_FIGHT)}
        self._statuses = {_key(status): status for status in statuses}
        names = [*self._columns, *self._statuses, *_JOINING]
        names = sorted((name for name in names if not re.fullmatch(_NUMBER, name)), key=len)
        # The longest known name of several words is one token.
        known = "|".join(r"\s+".join(map(re.escape, name.split())) for name in reversed(names))
        self._tokens = re.findall(rf"(?:{known})(?!\w)|{_TOKEN}", text, re.IGNORECASE)
        self._tokens.append("")
        self._place = self._depth = 0

    def tree(self):
        """What the whole text says."""
        found = self._either()
        if self._next == ")":
            raise self._fault("no parenthesis is open; leave it out")
        if self._next:
            raise self._fault("nothing joins it to the rest; write and, or, or a comma")
        return found

    @property
    def _next(self):
        return _key(self._tokens[self._place])

    def _take(self, *words):
        """Whether one of these words comes next; if so, go past it."""
        taken = self._next in words and not _AMOUNT.fullmatch(self._next)
        self._place += taken
        return taken

    def _either(self):
        return self._joined("or", ("or",), self._all)

    def _all(self):
        return self._joined("and", ("and", ","), self._part)

    def _joined(self, how, words, part):
        found = part()
        while self._take(*words):
            found = how, found, part()
        return found

    def _part(self):
        negated = False
        while self._take("not"):
            negated = not negated
        found = self._parenthesis() if self._next == "(" else self._statement()
        return ("not", found) if negated else found

    def _parenthesis(self):
        if self._depth == _DEEPEST:
            raise self._fault(f"more than {_DEEPEST} parentheses inside each other; write fewer")
        self._depth += 1
        self._take("(")
        found = self._either()
        if not self._take(")"):
            raise self._fault("a parenthesis isn't closed; write one )")
        self._depth -= 1
        return found

    def _statement(self):
        """A status, or a comparison."""
        start, whose = self._place, "target" if self._take("target") else "own"
        negated, name = whose == "target" and self._take("not"), self._next
        if self._take(*self._statuses) and not self._sign():
            found = "has", whose, self._statuses[name]
            return ("not", found) if negated else found
        self._place = start
        left, sign = self._side(), self._sign()
        if sign is None:
            raise self._fault(
                "a number is compared with nothing; write a comparison such as hp < 5"
            )
        right = self._side()
        if self._sign():
            self._place -= 1
            raise self._fault("two comparisons in one; write and between them")
        return sign, *_compared(left, right)

    def _side(self):
        """One side of a comparison; a percentage is ("percent", share, text) for `_compared`."""
        token = self._tokens[self._place]
        if _AMOUNT.fullmatch(token):
            self._place += 1
            return _amount(token)
        whose = "target" if self._take("target") else "own"
        name, place = self._next, self._place
        if self._take(*self._columns):
            column = self._columns[name]
            if column in OF_THE_FIGHT and whose == "target":
                self._place = place
                raise self._fault("it is a number of the fight; leave out target")
            return "column", "fight" if column in OF_THE_FIGHT else whose, column, 1
        if self._take(*self._statuses):
            return "stacks", whose, self._statuses[name]
        raise self._unknown(whose)

    def _sign(self):
        """The sign of a comparison, if one comes next; then go past it."""
        sign = _SPELLINGS.get(self._next, self._next)
        return sign if self._take(*_SIGNS, *_SPELLINGS) else None

    def _unknown(self, whose):
        """The error for a token where a column or a status should be."""
        if self._next in ("", *_JOINING, *_SIGNS, *_SPELLINGS, *"(),"):
            return self._fault("a column, a status or a number is missing")
        columns = dict.fromkeys(self._columns.values())
        known = [name for name in columns if whose == "own" or name not in OF_THE_FIGHT]
        known += self._statuses.values()
        near = get_close_matches(self._next, map(_key, known), 1, 0.6)
        meant = f"did you mean '{printable(near[0])}'? Write" if near else "write"
        return self._fault(f"no column or status; {meant} one of {listed(known)}")

    def _fault(self, what):
        token = self._tokens[self._place]
        place = f"'{printable(token)}'" if token else "the end"
        return ValueError(f"at {place}: {what}")


def _amount(token):
    """A number, or a percentage from 0 to 100."""
    digits = token.replace("−", "-").rstrip(" %")
    if "%" not in token:
        return "number", float(digits)
    share = Fraction(digits) / 100
    if not 0 <= share <= 1:
        raise ValueError(f"at '{printable(token)}': a percentage is from 0 % to 100 %")
    return "percent", share, token


def _compared(*sides):
    """Both sides; a percentage is multiplied out, so that rounding decides nothing in hp < 7 %."""
    for turned, (one, other) in ((1, sides), (-1, sides[::-1])):
        column = one[2] if one[0] == "column" else ""
        if other[0] == "percent":
            _, share, token = other
            if column not in _ALL:
                beside = ", ".join(_ALL)
                what = f"a percentage stands beside {beside}; write a number"
                raise ValueError(f"at '{printable(token)}': {what}")
            whose = one[1]
            full = "column", whose, _ALL[column], share.numerator
            return (("column", whose, column, share.denominator), full)[::turned]
        if column == "hp" and other[0] == "number" and 0 < other[1] < 1:
            share = f"{100 * other[1]:g} %"
            raise ValueError(f"at '{other[1]:g}': hp are points; of the full ones write {share}")
    return sides


def _key(name):
    return " ".join(name.split()).casefold()
