"""The words for a unit's columns, as designers write them, in many languages.

headings.csv has them. Those of a column's groups 1, 2, ..., which stand in that order, mean the
column, whatever their case, blanks and signs; those of a later group count only where the file has
none of an earlier one, and two of one group claim the column both. The other groups: "ends", two
headings of damage from and to; "near", what is called almost as a further column that rules read
under one name alone; "short", what may mean so many things that it serves for advice alone;
"seldom", what seldom means the column; "word", what a unit may be called, too; "kind", what several
units may share; "beside", headings beside which the column means something else; "of all", names
of rows that say something of all rows above them; "most", "highest" and "lowest", what stands
before or behind a heading for one of its ends.
"""

import csv
import re
import unicodedata
from functools import lru_cache
from pathlib import Path


def plain(heading):
    """Return a heading as it counts: small letters without accents, and digits."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKD", heading).casefold())


def as_column(name):
    """Return the column that a heading, a counter or a kind names: "Ki-Points" is ki_points."""
    return re.sub(r"\W+", "_", name.casefold()).strip("_")


def _spellings():
    """The spellings of each group of each column: {group: {column: list of lists}}."""
    text = Path(__file__).with_name("headings.csv").read_text(encoding="utf-8")
    found = {}
    for column, group, words in [*csv.reader(text.splitlines())][1:]:
        kind = "means" if group.isdigit() else group
        found.setdefault(kind, {}).setdefault(column, []).append(words.split(", "))
    return found


_SPELLINGS = _spellings()
HEADINGS = _SPELLINGS["means"]
ROLES = tuple(HEADINGS)
ENDS = [[*map(plain, ends)] for ends in _SPELLINGS["ends"]["damage"]]
_RANKS = {
    plain(heading): (role, rank)
    for role, groups in HEADINGS.items()
    for rank, group in enumerate(groups)
    for heading in group
}
_NEAR = {
    plain(near): column
    for column, (others,) in _SPELLINGS["near"].items()
    for near in (column, *others)
}


def known_as(kind, column):
    """Return the words of a group that is no number, as they are written: a list."""
    return [word for group in _SPELLINGS[kind].get(column, ()) for word in group]


def spelled(kind, column):
    """Return the same in the plain form: a set."""
    return {*map(plain, known_as(kind, column))}


_MOST, _LOWEST = spelled("most", "any"), spelled("lowest", "any")
_HIGHEST, _FULL = _MOST | spelled("highest", "any"), _MOST | spelled("highest", "hp")
_KIND = spelled("kind", "name")


@lru_cache(maxsize=10_000)  # a file's keys are asked for again and again
def meant_by(heading):
    """Return the column that a heading means and its group from 0, or (None, 0).

    Full hit points, in any language, mean the same as hit points.
    """
    word = plain(heading)
    return _RANKS.get(word) or (_RANKS[_without(_FULL, word)] if is_full(heading) else (None, 0))


def is_full(heading):
    """Return whether a heading names the hit points that a unit has at most: saludMaxima."""
    return _RANKS.get(_without(_FULL, plain(heading)), ("",))[0] == "hp"


def is_kind(heading):
    """Return whether several units may share what stands under a heading: a class."""
    return plain(heading) in _KIND


def near_of(heading):
    """Return the column of a rule that a heading nearly names: "Init"; "" for none."""
    return _NEAR.get(plain(heading), "")


def end_of(heading):
    """Return the column of whose values a heading names the lowest or highest; "" for none."""
    return _RANKS.get(_without(_HIGHEST | _LOWEST, plain(heading)), ("",))[0]


def is_least(heading):
    """Return whether a heading names the lowest hit points of a range."""
    return _RANKS.get(_without(_LOWEST, plain(heading)), ("",))[0] == "hp"


def _without(ends, word):
    """A plain heading without a word before or behind it, where it means a column; or ""."""
    for end in ends:
        for rest in (word.removeprefix(end), word.removesuffix(end)):
            if rest != word and rest in _RANKS:
                return rest
    return ""
