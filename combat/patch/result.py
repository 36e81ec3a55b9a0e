"""The result of a patch, in parts: printed as text, written as CSV, or handed to a page."""

import re
from dataclasses import dataclass, field
from textwrap import fill

import pandas as pd

from combat.core.words import csv_of, many, percent

SHOWN = 12  # rows of a part in the text; the file has them all
WIDE = 96  # characters in a line of text
_STILL = "0.0"  # points
_NUMBER = re.compile(r"–|[+-]?[\d.,]+%?")


@dataclass(frozen=True, eq=False)
class Part:
    """One effect of a patch: a title, a note on the method, and a frame, largest change first.

    kind: one word, for files: "numbers", "claims", "duels", "units". frame: names first, then
    before, after and change. note: how the values were found, and what else there is to say, in a
    sentence or two. chances: the columns that hold probabilities. points: those that hold
    differences of probabilities, printed in percentage points. picture: a matrix of changes, to
    draw.

    >>> frame = pd.DataFrame({"first": ["Imp"], "before": [0.5], "after": [0.75]})
    >>> print(Part("duels", "The duels", frame.assign(change=0.25), "Exact.").text())
    The duels
    Exact.
      first  before  after  change
      Imp     50.0%  75.0%   +25.0
    """

    kind: str
    title: str
    frame: pd.DataFrame
    note: str = ""
    chances: tuple = ("before", "after")
    points: tuple = ("change",)
    picture: pd.DataFrame | None = None

    @property
    def formats(self):
        """How each column is printed: {column: function of a value that returns its text}."""
        there = set(self.frame.columns)
        found = {name: _percent for name in self.chances if name in there}
        return found | {name: _points for name in self.points if name in there}

    def texts(self):
        """Return the frame with every cell as the text that is printed."""
        return pd.DataFrame(
            {
                name: self.frame[name].map(self.formats.get(name, _plain)).astype(object)
                for name in self.frame.columns
            }
        )

    def text(self, most=SHOWN):
        """Return the part as lines: the first rows, and how many more; 0.0 is only counted."""
        lines, texts = [self.title, *fill(self.note, WIDE).splitlines()], self.texts()
        if "change" in self.points and "change" in texts:
            texts = texts[texts["change"] != _STILL]
        shown = texts.head(most)
        lines += [f"  {line}" for line in _aligned(shown)] if len(shown) else []
        rest = len(self.frame) - len(shown)
        if rest:
            what = "more" if len(texts) > most else "that moved by less than 0.05"
            text = f"{rest} {what}; --out FILE.csv has all of them"
            lines.append(f"  and {text}" if len(shown) else f"  {text}")
        return "\n".join(lines)


@dataclass(frozen=True, eq=False)
class Patch:
    """What changed between two versions, and its effects; `print` gives a report in text.

    before, after: the names of the two versions. numbers: a frame of unit, column, before and
    after. parts: a `Part` for each effect; none if nothing changed. rule: a sentence that names
    the rule.

    >>> from combat.patch import patch_of_units
    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> print(patch_of_units(Units([imp]), Units([imp])))
    before -> after: nothing changed.
    """

    before: str
    after: str
    numbers: pd.DataFrame
    parts: tuple = field(default=())
    rule: str = ""

    def __bool__(self):
        return bool(len(self.numbers))

    @property
    def title(self):
        """The two versions in one line."""
        return f"{self.before} -> {self.after}"

    @property
    def summary(self):
        """How many numbers of how many units changed, in words."""
        if not self:
            return "nothing changed"
        kinds = self.numbers["after"].where(self.numbers["column"] == "(all of it)", "changed")
        counts = kinds.value_counts()
        cells, units = counts.get("changed", 0), self.numbers["unit"][kinds == "changed"].nunique()
        text = [f"{many(cells, 'number')} of {many(units, 'unit')} changed"] if cells else []
        text += [
            f"{many(counts[how], 'unit')} {'is' if counts[how] == 1 else 'are'} {how}"
            for how in ("added", "gone")
            if how in counts
        ]
        return ", ".join(text)

    def __str__(self):
        if not self:
            return f"{self.title}: nothing changed."
        head = f"{self.title}: {self.summary}." + (f"\n{self.rule}" if self.rule else "")
        return "\n\n".join([head, *(part.text() for part in self.parts)])

    def csv(self):
        """Return every row of every part as the text of one CSV file; the first column names it."""
        frames = [part.frame.assign(part=part.kind) for part in self.parts]
        if not frames:
            return "part,unit,column,before,after\n"
        joined = pd.concat([frame.astype(object) for frame in frames], ignore_index=True)
        columns = ["part", *(column for column in joined.columns if column != "part")]
        return csv_of(joined[columns])


def _aligned(texts):
    """The lines of a table: words aligned left, numbers aligned right."""
    columns = []
    for name in texts.columns:
        cells = [str(name), *texts[name]]
        put = str.rjust if all(map(_NUMBER.fullmatch, cells[1:])) else str.ljust
        width = max(map(len, cells))
        columns.append([put(cell, width) for cell in cells])
    return ["  ".join(row).rstrip() for row in zip(*columns, strict=True)]


def _plain(value):
    if isinstance(value, float):
        return "–" if pd.isna(value) else f"{value:.4g}"
    return str(value)


def _percent(value):
    return value if isinstance(value, str) else "–" if pd.isna(value) else percent(value)


def _points(value):
    if pd.isna(value):
        return "–"
    # A change that rounds to 0.0 is printed without a sign.
    return f"{100 * value:+.1f}" if abs(value) >= 0.0005 else _STILL
