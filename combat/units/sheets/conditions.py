"""When an action is done: conditions as a designer writes them, `hp < 50 % and target slowed`.

A condition is made of comparisons and of statuses by name, joined by `and` (or a comma), `or`,
`not` and parentheses. What it says about the target has the word `target` before it.
"""

import operator
import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction

import numpy as np

from combat.core.words import listed, printable

OF_THE_FIGHT = ("round", "foes", "allies")
_JOINING = ("not", "and", "or", "target")
_OPERATORS = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
_SPELLINGS = {"≤": "<=", "≥": ">=", "==": "=", "≠": "!="}
_NUMBER = r"[-−]?(?:\d+(?:\.\d+)?|\.\d+)"
_TOKEN = rf"(?P<number>{_NUMBER}(?: *%)?(?![\w.]))|(?P<sign>[<>=!]=|[<>=≤≥≠(),])|(?P<word>\w+|\S)"
_MOST_LETTERS = 1000
_DEEPEST = 20


@dataclass(frozen=True, repr=False)
class Condition:
    """A condition, read by `condition`; two that say the same are equal."""

    text: str = field(compare=False)
    tree: object

    def __repr__(self):
        return f"Condition({self.text!r})"

    @property
    def reads(self):
        """The columns of units that it reads: a frozenset of their names."""
        return frozenset(
            leaf.column
            for leaf in self.tree.leaves()
            if isinstance(leaf, _Word) and leaf.whose != "fight" and leaf.column != "full hp"
        )

    @property
    def statuses(self):
        """The statuses that it asks about: a frozenset of their names."""
        return frozenset(leaf.status for leaf in self.tree.leaves() if isinstance(leaf, _Has))

    @property
    def targeted(self):
        """Whether it asks for anything of the target."""
        return any(leaf.whose == "target" for leaf in self.tree.leaves())

    @property
    def beside_round(self):
        """What the round is compared with: numbers, columns, and words of OF_THE_FIGHT."""
        pairs = [(one.left, one.right) for one in _comparisons(self.tree)]
        return {
            other.value if isinstance(other, _Number) else other.column
            for pair in pairs
            for one, other in (pair, pair[::-1])
            if isinstance(one, _Word) and (one.whose, one.column) == ("fight", "round")
        }

    def holds(self, own, target, fight):
        """A bool array; all three have `number(column)`, own and target `has(status)` too."""
        return self.tree.holds({"own": own, "target": target, "fight": fight})


def condition(text, columns=("attack", "defense", "armor", "speed"), statuses=()):
    """Return the `Condition` that a text means.

    columns: names of the units' numeric columns, by default those of all units, which count as
    statuses have changed them; hp (the points left at the moment), round, foes (that stand) and
    allies (others of the own side that stand) are always known, and come before columns of those
    names. statuses: their names. Either side of a comparison is a number, one of those words, or
    such a word of the `target`; beside hp it may be a percentage, a share of the full hit points.
    Upper and lower case are the same. `not` applies to what follows it; `and` binds more tightly
    than `or`. ValueError in one line, with the place, for what can't be read.

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


class _Leaf:
    def leaves(self):
        yield self


@dataclass(frozen=True)
class _Number(_Leaf):
    value: float
    whose = None

    def number(self, _scene):
        return self.value


@dataclass(frozen=True)
class _Percentage(_Leaf):
    """A share of full hit points; whose is not known yet."""

    share: Fraction
    text: str
    whose = None


@dataclass(frozen=True)
class _Word(_Leaf):
    """A number of the actor, the target or the fight, multiplied by `times`."""

    column: str
    whose: str
    times: int = 1

    def number(self, scene):
        return np.asarray(scene[self.whose].number(self.column)) * float(self.times)


@dataclass(frozen=True)
class _Has(_Leaf):
    status: str
    whose: str

    def holds(self, scene):
        return np.asarray(scene[self.whose].has(self.status), bool)


@dataclass(frozen=True)
class _Comparison:
    left: object
    sign: str
    right: object

    def leaves(self):
        yield self.left
        yield self.right

    def holds(self, scene):
        left, right = self.left.number(scene), self.right.number(scene)
        return np.asarray(_OPERATORS[self.sign](left, right))


@dataclass(frozen=True)
class _Not:
    part: object

    def leaves(self):
        return self.part.leaves()

    def holds(self, scene):
        return ~self.part.holds(scene)


@dataclass(frozen=True)
class _Joined:
    """Parts of which all must hold, or with `or` at least one."""

    how: str
    parts: tuple

    def leaves(self):
        for part in self.parts:
            yield from part.leaves()

    def holds(self, scene):
        join = np.logical_and if self.how == "and" else np.logical_or
        found = self.parts[0].holds(scene)
        for part in self.parts[1:]:
            found = join(found, part.holds(scene))
        return found


def _comparisons(tree):
    if isinstance(tree, _Comparison):
        return [tree]
    parts = {_Not: lambda: [tree.part], _Joined: lambda: tree.parts}.get(type(tree), list)()
    return [found for part in parts for found in _comparisons(part)]


@dataclass(frozen=True)
class _Token:
    kind: str  # number, sign, word, end
    text: str

    @property
    def folded(self):
        return _key(self.text)


class _Reader:
    """Reads a text from beginning to end; each method is one rule of the grammar."""

    def __init__(self, text, columns, statuses):
        self._numbers = {"hp": "hp"} | {_key(column): column for column in columns}
        self._numbers |= {_key(column.replace("_", " ")): column for column in columns}
        self._numbers |= {word: word for word in ("hp", *OF_THE_FIGHT)}
        self._statuses = {_key(status): status for status in statuses}
        self._tokens = [*self._split(text), _Token("end", "the end")]
        self._place = self._depth = 0

    def tree(self):
        """What the whole text says."""
        found = self._alternatives()
        if self._next.kind == "end":
            return found
        if self._next.text == ")":
            raise self._fault("no parenthesis is open; leave it out")
        raise self._fault("nothing joins it to the rest; write and, or, or a comma")

    def _split(self, text):
        """The tokens of a text; the longest known name of several words is one token."""
        names = [*self._numbers, *self._statuses, *_JOINING]
        names = sorted((name for name in names if not re.fullmatch(_NUMBER, name)), key=len)
        known = "|".join(r"\s+".join(map(re.escape, name.split())) for name in reversed(names))
        for found in re.finditer(rf"(?P<known>(?:{known})(?!\w))|{_TOKEN}", text, re.IGNORECASE):
            kind = "word" if found.lastgroup == "known" else found.lastgroup
            yield _Token(kind, found.group())

    @property
    def _next(self):
        return self._tokens[self._place]

    def _take(self, *words):
        """Whether one of these words comes next; if so, go past it."""
        if self._next.kind in ("end", "number") or self._next.folded not in words:
            return False
        self._place += 1
        return True

    def _alternatives(self):
        parts = [self._conjunction()]
        while self._take("or"):
            parts.append(self._conjunction())
        return parts[0] if len(parts) == 1 else _Joined("or", tuple(parts))

    def _conjunction(self):
        parts = [self._part()]
        while self._take("and", ","):
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else _Joined("and", tuple(parts))

    def _part(self):
        negated = False
        while self._take("not"):
            negated = not negated
        found = self._parenthesis() if self._next.text == "(" else self._statement()
        return _Not(found) if negated else found

    def _parenthesis(self):
        if self._depth == _DEEPEST:
            raise self._fault(f"more than {_DEEPEST} parentheses inside each other; write fewer")
        self._depth += 1
        self._take("(")
        found = self._alternatives()
        if not self._take(")"):
            raise self._fault("a parenthesis isn't closed; write one )")
        self._depth -= 1
        return found

    def _statement(self):
        """A status, or a comparison."""
        status = self._status()
        if status is not None:
            return status
        left = self._side()
        sign = self._sign()
        if sign is None:
            raise self._fault(
                "a number is compared with nothing; write a comparison such as hp < 5"
            )
        right = self._side()
        if self._sign() is not None:
            self._place -= 1
            raise self._fault("two comparisons in one; write and between them")
        return _compared(left, sign, right)

    def _status(self):
        """A status of the actor or the target; None, with nothing read, if none comes next."""
        start = self._place
        whose = "target" if self._take("target") else "own"
        negated = whose == "target" and self._take("not")
        name = self._next.folded
        if not self._take(*self._statuses) or (name in self._numbers and self._sign()):
            self._place = start
            return None
        if self._sign():
            self._place = start
            raise self._fault("a status is no number; write it without a comparison")
        found = _Has(self._statuses[name], whose)
        return _Not(found) if negated else found

    def _side(self):
        """One side of a comparison."""
        token = self._next
        if token.kind == "number":
            self._place += 1
            return _amount(token.text)
        whose = "target" if self._take("target") else "own"
        token = self._next
        if not self._take(*self._numbers):
            raise self._unknown(token, whose)
        column = self._numbers[token.folded]
        if column in OF_THE_FIGHT and whose == "target":
            raise self._fault("it is a number of the fight; leave out target", token)
        return _Word(column, "fight" if column in OF_THE_FIGHT else whose)

    def _sign(self):
        """The sign of a comparison, if one comes next; then go past it."""
        sign = self._next.text
        if not self._take(*_OPERATORS, *_SPELLINGS):
            return None
        return _SPELLINGS.get(sign, sign)

    def _unknown(self, token, whose):
        """The error for a token where a column or a status should be."""
        if token.kind == "end" or token.folded in (*_JOINING, *_OPERATORS, *_SPELLINGS, *"(),"):
            return self._fault("a column, a status or a number is missing", token)
        if token.folded in self._statuses:
            return self._fault("a status is no number; write it without a comparison", token)
        columns = dict.fromkeys(self._numbers.values())
        known = [name for name in columns if whose == "own" or name not in OF_THE_FIGHT]
        known += self._statuses.values()
        near = get_close_matches(token.folded, map(_key, known), 1, 0.6)
        meant = f"did you mean '{printable(near[0])}'? Write" if near else "write"
        return self._fault(f"no column or status; {meant} one of {listed(known)}", token)

    def _fault(self, what, token=None):
        token = token or self._next
        place = token.text if token.kind == "end" else f"'{printable(token.text)}'"
        return ValueError(f"at {place}: {what}")


def _amount(text):
    """A number, or a percentage from 0 to 100."""
    digits = text.replace("−", "-").rstrip(" %")
    if "%" not in text:
        return _Number(float(digits))
    share = Fraction(digits) / 100
    if not 0 <= share <= 1:
        raise ValueError(f"at '{text}': a percentage is from 0 % to 100 %")
    return _Percentage(share, text)


def _compared(left, sign, right):
    """A comparison, hp in percent multiplied out: rounding decides nothing in hp < 7 %."""
    if isinstance(right, _Percentage):
        left, right = _in_points(left, right)
    elif isinstance(left, _Percentage):
        right, left = _in_points(right, left)
    for one, other in ((left, right), (right, left)):
        points = isinstance(one, _Word) and one.column == "hp" and isinstance(other, _Number)
        if points and 0 < other.value < 1:
            share = f"{100 * other.value:g} %"
            raise ValueError(f"at '{other.value:g}': hp are points; of the full ones write {share}")
    return _Comparison(left, sign, right)


def _in_points(hp, percentage):
    if not isinstance(hp, _Word) or hp.column != "hp":
        raise ValueError(
            f"at '{percentage.text}': a percentage stands beside hp alone; write a number"
        )
    share = percentage.share
    return (
        _Word("hp", hp.whose, share.denominator),
        _Word("full hp", hp.whose, share.numerator),
    )


def _key(name):
    return " ".join(name.split()).casefold()
