"""What mends a charter: changes of numbers, and what stays in their way."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from combat.charter.claim import written
from combat.charter.mends.numbers import size_of
from combat.charter.verdicts import Verdicts
from combat.core.words import many

SHOWN = 40  # values of each number in a pair


@dataclass(frozen=True, eq=False)
class Mend:
    """A change of numbers after which every promise holds.

    point: pairs (`Number`, `Step`). verdicts: the `Verdicts` of all claims after it.

    >>> Mend((), Verdicts(())).size
    0
    """

    point: tuple
    verdicts: Verdicts

    @property
    def changes(self):
        """The changed numbers: tuples (unit, column, from, to), as they are written."""
        return tuple(
            (number.unit, number.column, number.written, step.written)
            for number, step in self.point
        )

    @property
    def size(self):
        """The sum of the relative changes."""
        return size_of(self.point)

    @property
    def nearest(self):
        """The verdict nearest to its limit."""
        return max(self.verdicts, key=lambda one: one.margin)

    @property
    def order(self):
        """What the best has least of: numbers, size, and then what lies near to its limit."""
        room = self.nearest.margin if self.verdicts else 0.0
        return len(self.point), round(self.size, 9), room

    @property
    def words(self):
        """The changes as words, "Halberdier: hp 24 -> 39"."""
        units = {}
        for unit, column, now, then in self.changes:
            units.setdefault(unit, []).append(f"{column} {now or 'blank'} -> {then}")
        return "; ".join(f"{unit}: {', '.join(parts)}" for unit, parts in units.items())

    def __str__(self):
        nearest, count = self.nearest, len(self.verdicts)
        near = f"{nearest.claim.claim}, {nearest.value_text}, {nearest.claim.band}"
        if count == 1:
            return f"{self.words}: the one promise holds: {near}"
        return f"{self.words}: all {count} promises hold; the nearest to its limit is {near}"


class Mends(Sequence):
    """The `Mend`s that were found, the smallest first, and what was tried; a search fills it.

    query: the `Query`. margin: bands are narrower by it. tried: {"pairs": (tried, of how many)}.
    against: a claim that no value keeps, or two that exclude each other, and why; empty if none
    was found. stopped: whether the search was cut short.

    >>> from combat.charter import mend, read_charter
    >>> table = b"system,first,second,measure,at least\\nunits,Imp,Ogre,score,1 %\\n"
    >>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
    >>> claims = read_charter(table, "mine.charter.csv", files={"units.csv": units}).claims
    >>> mend(claims).lines
    ['All promises hold.']
    """

    def __init__(self, query, many, margin=0.0):
        self.query, self.many, self.margin = query, many, margin
        self.tried, self.against, self.why, self.stopped = {}, (), "", True
        self.mends = ()

    def add(self, mend):
        """Add a mend; only so many as are wanted are kept, the best."""
        self.mends = tuple(sorted([*self.mends, mend], key=lambda one: one.order)[: self.many])

    @property
    def limit(self):
        """The size that another mend must be below to be one of those wanted."""
        return self[-1].size if len(self) >= self.many else math.inf

    def __len__(self):
        return len(self.mends)

    def __getitem__(self, place):
        return self.mends[place]

    @property
    def frame(self):
        """The mends as a table, a row for each changed number."""
        rows = [
            (at, *change, mend.size) for at, mend in enumerate(self, 1) for change in mend.changes
        ]
        return pd.DataFrame(rows, columns=["mend", "unit", "number", "from", "to", "size"])

    @property
    def lines(self):
        """What was found, as sentences."""
        lines = [f"{mend}." for mend in self]
        wrong = len(self.query.broken)
        if not wrong:
            lines = ["All promises hold."]
        elif not self:
            lines = [f"No mend was found for {many(wrong, 'promise')}."]
        if self.against:
            listed = "; ".join(f"{one.claim}, {one.band}" for one in self.against)
            lines.append(f"{self.why}: {listed}.")
        tried = {what: counts for what, counts in self.tried.items() if counts[1]}
        if tried:
            told = (f"{_tried(*counts)} {what}" for what, counts in tried.items())
            end = "; stopped before the end" if self.stopped else ""
            lines.append(f"Tried {', '.join(told)}{end}.")
        if "pairs" in tried:
            lines.append(
                f"In a pair a number takes at most {SHOWN} values, then those near the best."
            )
        if self.margin and wrong:
            lines.append(
                f"Bands are narrower at both ends by the margin of {written(self.margin)}."
            )
        if fixed := self.query.fixed:
            some = "; ".join(dict.fromkeys(one.words or one.claim for one in fixed))
            lines.append(f"Kept as they are, since no number of these units counts: {some}.")
        return lines

    def __str__(self):
        return "\n".join(self.lines)


def _tried(done, total):
    return f"all {total:,}" if done == total else f"{done:,} of {total:,}"
