"""The grammar of dice: from a text to terms, and for what can't be read its place.

sum    = range or term, then more terms after + and -
term   = number * part, part * number, or part
part   = number | number of part | dice | (sum) | max(sum, …) | min(sum, …) | (sum, …)mark
dice   = 2d6, d6, 2w6 or d%, then what is rolled again (r1, r<=2), then ! or !9, then a mark
mark   = kh3, kl, dh, dl1 (keep, drop) or >=5, >=8!9 (how many, and which of these again)
"""

import re

from combat.core.words import printable
from combat.dice.terms import Dice, Number, Pool, Range, Repeated, Sum, Times

MOST_BRACKETS = 50  # each inside another would be as many calls
MOST_DICE = 1000
MOST_SIDES = 1000
HIGHEST = 1_000_000  # the most that 1000 dice of 1000 sides can show, and of a range
LARGEST = 10**12 - 1  # a number in an expression: a float keeps sums of many
_DIGITS = {66: "10*1d6+1d6", 666: "100*1d6+10*1d6+1d6"}  # d66: two dice, read as digits
WRITE = (
    "write for example 2d6, 1d8+2, 12-15, 5, 2d6*2, 4d6kh3, 2d20kl1, 4d6!, d10!9, 3d6r1, 8d6>=5, "
    "6d10>=8!9, d%, max(1d8, 1d6), (2d6, 1d8)k2 or 10 of (1d4+1)"
)
_TOKEN = re.compile(
    r"(?P<number>\d+)(?:\.0(?![\d.]))?|max|min|of|k[hl]?|d[hl]|[<>]=|[-+*(),!%<>=dwr]"
)
_BEHIND = ("+", "-", ")", ",", "")  # what may follow a range
_COMPARED = (">=", "<=", ">", "<", "=")
_KEPT = ("k", "kh", "kl", "dh", "dl")


def term_of(text):
    """Return the term that a text says; ValueError, with its place, for what can't be read."""
    if text.count("(") > MOST_BRACKETS:
        raise ValueError(
            f"dice '{printable(text)}': more than {MOST_BRACKETS} brackets are too many"
        )
    if re.search(r"\d{13}", text):
        raise ValueError(
            f"dice '{printable(text)}' are out of range: numbers in them up to {LARGEST:,}"
        )
    return _Reader(text).whole()


class _Reader:
    """Reads one text, token by token; `_at` is the next one."""

    def __init__(self, text):
        self._text, self._at = text, 0
        # Spreadsheets and word processors turn a hyphen into a dash or a minus sign.
        plain = re.sub("[–−]", "-", text.lower()).replace("≥", ">=").replace("≤", "<=")
        self._tokens, self._places = [], []
        place = 0
        for found in _TOKEN.finditer(plain):
            if plain[place : found.start()].strip():
                break
            self._tokens.append(found["number"] or found.group())
            self._places.append(found.start())
            place = found.end()
        self._unread = place + len(plain[place:]) - len(plain[place:].lstrip())
        if self._unread < len(plain):
            self._tokens.append(plain[self._unread])
            self._places.append(self._unread)

    def whole(self):
        """Return the term of the whole text."""
        found = self._sum()
        if self._next():
            raise self._unreadable()
        return found

    # Sums and ranges

    def _sum(self):
        first = self._range() or self._term()
        parts, pools = [(1, first)], []
        self._refuse_same_pool(self._at, pools, first)
        while self._next() in ("+", "-"):
            at, sign = self._at, 1 if self._take() == "+" else -1
            part = self._term()
            before = parts[-1][1]
            if sign < 0 and isinstance(part, Number):
                self._refuse_twofold(at, parts, before, part.value)
            self._refuse_same_pool(at, pools, part)
            parts.append((sign, part))
        return Sum(tuple(parts)) if len(parts) > 1 else first

    def _refuse_same_pool(self, at, pools, part):
        """Refuse 8d10>=8-8d10=1: it may be meant of the same dice, but each pool is rolled."""
        # Two in brackets of their own are meant: (8d10>=8)-(8d10=1).
        if not isinstance(part, Dice) or not part.marked or self._tokens[self._at - 1] == ")":
            return
        same = part.count, part.sides, part.reroll
        alike = [one for one in pools if (one.count, one.sides, one.reroll) == same and one != part]
        if alike and ((sign := self._tokens[at]) == "-" or part.counted):
            dice = f"{part.count}d{part.sides}"
            raise self._fault(
                at,
                f"two pools of {dice} would be rolled: no text counts one pool in two ways; if two "
                f"are meant, write ({dice}...){sign}({dice}...)",
            )
        pools.append(part)

    def _refuse_twofold(self, at, parts, before, value):
        if isinstance(before, Range) and value > before.high:
            raise self._fault(at, "they would all be below 0: write one range alone")
        if isinstance(before, Number) and len(parts) > 1 and before.value < value:
            raise self._fault(
                at - 1,
                "it can be read in two ways: write a range first, as 12-15+1d6, and a subtraction "
                "as its result",
            )

    def _range(self):
        """A range such as 12-15, or None."""
        low, dash, high, behind = (self._next(ahead) for ahead in range(4))
        if not (low.isdigit() and dash == "-" and high.isdigit() and behind in _BEHIND):
            return None
        low, high = int(low), int(high)
        if low > high or high > HIGHEST:
            raise self._fault(
                self._at,
                f"they begin with a range from {low} to {high}: write the lower number first, and "
                f"at most {HIGHEST:,}; write a subtraction as its result",
            )
        self._at += 3
        return Range(low, high)

    # Terms

    def _term(self):
        found = self._part()
        while self._next() == "*":
            at = self._at
            self._take()
            other = self._part()
            if not isinstance(found, Number):
                found, other = other, found
            if not isinstance(found, Number):
                raise self._fault(at, "* takes a whole number: 2d6*2; of rolls write 3 of (2d6)")
            found = Times(other, found.value)
        return found

    def _part(self):
        token, at = self._next(), self._at
        if token in ("max", "min"):
            self._take()
            return Pool(tuple(self._listed()), best=token == "max", kept=1)
        if token == "(":
            return self._bracketed()
        if not token.isdigit():
            return self._dice(1, at)
        self._take()
        if self._next() == "of":
            self._take()
            self._refuse_many(at, int(token))
            return Repeated(int(token), self._part())
        return self._dice(int(token), at) if self._next() in ("d", "w") else Number(int(token))

    def _bracketed(self):
        listed = self._listed()
        if self._next() in _KEPT or self._next() in _COMPARED:
            dice = [die for term in listed for die in term.each()]
            return self._marked(Pool(tuple(dice)), len(dice))
        if len(listed) > 1:
            raise self._unreadable("a list of dice needs a mark, as in (2d6, 1d8)k2")
        return listed[0]

    def _listed(self):
        self._expect("(")
        found = [self._sum()]
        while self._next() == ",":
            self._take()
            found.append(self._sum())
        self._expect(")")
        return found

    # Dice and their marks

    def _dice(self, count, at):
        if self._next() not in ("d", "w"):
            raise self._unreadable()
        self._take()
        sides = 100 if self._next() == "%" else int(self._number(peek=True))
        self._take()
        self._refuse_many(at, count)
        if sides > MOST_SIDES or (sides == 0 and count):
            raise self._fault(
                at, f"out of range: up to {MOST_DICE} dice of 1 to {MOST_SIDES} sides"
            )
        if sides in _DIGITS:
            raise self._fault(
                at, f"may be digits, or one die: write {_DIGITS[sides]}, or 1-{sides}"
            )
        again = []
        while self._next() == "r":
            self._take()
            again.append(self._condition())
        die = Dice(count, sides, tuple(again))
        mark = self._at
        if self._next() == "!":
            die = die.having(explodes=self._explodes(die))
        if die.explodes is not None and self._next() in _COMPARED:
            raise self._fault(mark, "which are rolled again comes last: write 6d10>=8!10")
        return self._marked(die, count)

    def _marked(self, dice, count):
        """Dice with what is written behind them: which are kept, or counted."""
        if self._next() in _KEPT:
            at, mark = self._at, self._take()
            number = int(self._take()) if self._next().isdigit() else 1
            kept = count - number if mark[0] == "d" else number
            if count and not 1 <= kept <= count:
                raise self._fault(
                    at, f"it would keep {kept} of {count} dice: it must be 1 to {count}"
                )
            if kept == count or not count:
                return dice.having(kept=None) if isinstance(dice, Dice) else dice
            return dice.having(best=mark in ("k", "kh", "dl"), kept=kept)
        if self._next() in _COMPARED:
            counted = self._condition()
            again = self._explodes(dice) if self._next() == "!" else None
            return dice.having(counted=counted, again=again)
        return dice

    def _explodes(self, dice):
        """The least value that is rolled again: the number behind !, or the highest."""
        at = self._at
        self._take()
        least = int(self._take()) if self._next().isdigit() else dice.highest
        if least is None:
            raise self._fault(at, "say which values are rolled again: (2d6, 1d8)>=5!6")
        if dice.always(least):
            raise self._fault(at, "a die that always shows as much explodes for ever")
        return least

    def _condition(self):
        compared = self._take() if self._next() in _COMPARED else "="
        return compared, int(self._number())

    # Tokens

    def _next(self, ahead=0):
        place = self._at + ahead
        return self._tokens[place] if place < len(self._tokens) else ""

    def _take(self):
        self._at += 1
        return self._tokens[self._at - 1]

    def _number(self, peek=False):
        if not self._next().isdigit():
            raise self._unreadable()
        return self._next() if peek else self._take()

    def _expect(self, token):
        if self._next() != token:
            raise self._unreadable(f"here should be '{token}'")
        self._take()

    def _refuse_many(self, at, count):
        if count > MOST_DICE:
            raise self._fault(
                at, f"out of range: up to {MOST_DICE} dice of 1 to {MOST_SIDES} sides"
            )

    def _unreadable(self, why=""):
        what = f"'{printable(self._next())}'" if self._next() else "its end"
        return self._fault(self._at, f"{what} can't be read{why and ', '}{why}: {WRITE}")

    def _fault(self, at, what):
        place = self._places[at] if at < len(self._places) else len(self._text)
        return ValueError(f"dice '{printable(self._text)}', character {place + 1}: {what}")


def pool_of(text):
    """Return the (count, distribution of one) of dice of one kind, such as 3d20 or 4d6!."""
    term = term_of(text) if isinstance(text, str) else None
    if not isinstance(term, Dice) or term.kept is not None or term.counted or not term.count:
        raise ValueError(f"dice {text!r:.60} are no pool of one kind: write 3d20, for example")
    return term.count, term.die()
