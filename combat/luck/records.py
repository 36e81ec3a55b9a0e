"""Was I unlucky? Exact answers for a record of rolls."""

from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.core.numbers import number_in
from combat.core.words import many, percent
from combat.dice.distribution import convolved
from combat.tables import TableError, content_of, read_table

_WORDS = dict.fromkeys(["1", "yes", "true", "hit", "success"], True) | dict.fromkeys(
    ["0", "no", "false", "miss", "failure"], False
)
MOST_ROLLS = 300_000  # of a record: some seconds
_TOGETHER = 64  # rolls that are added up one by one
_RAREST = 1e-290  # less at the ends of a part is left out


@dataclass(frozen=True)
class Verdict:
    """How a record compares with independent rolls at the displayed chances.

    expected: the mean number of successes. at_most: the probability of as few successes or
    fewer; at_least: of as many or more. distribution: of the number of successes, 0 to rolls.

    >>> unlucky([(50, False), (50, False)])
    Verdict(rolls=2, successes=0, expected=1.0, at_most=0.25, at_least=1.0)
    """

    rolls: int
    successes: int
    expected: float
    at_most: float
    at_least: float
    distribution: np.ndarray = field(repr=False, compare=False)

    @property
    def frame(self):
        """The record in one row: rolls, successes, how likely so few or so many."""
        row = [self.rolls, self.successes, self.expected, self.at_most, self.at_least]
        columns = ["rolls", "successes", "expected", "so few or fewer", "so many or more"]
        return pd.DataFrame([row], columns=columns)

    @property
    def words(self):
        """The answer to "was I unlucky?" in a sentence."""
        tail, few = min((self.at_most, True), (self.at_least, False))
        so_many = "so few, or fewer" if few else "so many, or more"
        came = f"{self.successes} success{'es' * (self.successes != 1)} in"
        record = f"{came} {many(self.rolls, 'roll')}, where {self.expected:.1f} were expected"
        if tail > 0.1:
            share = percent(tail, 0)
            return f"No, your luck was ordinary: {record}. Of such records {share} have {so_many}."
        strength = "very " if tail < 0.01 else "a little " if tail > 0.05 else ""
        luck = f"{'Yes' if few else 'No'}, you were {strength}{'unlucky' if few else 'lucky'}"
        share = f"Only one such record in {1 / tail:,.0f} has" if tail > 0 else "No such record has"
        return f"{luck}: {record}. {share} {so_many}."


def unlucky(record):
    """Return the `Verdict` on a record: the exact chance of so few or so many successes.

    record: pairs (chance in points 0..100, success), or a frame with these two columns. The number
    of successes of independent rolls with different chances is Poisson-binomial. ValueError for an
    empty record or a chance outside 0..100, or more than 300,000 rolls.

    >>> verdict = unlucky([(75, False), (75, False), (95, True)])
    >>> verdict.successes, round(verdict.expected, 2), round(verdict.at_most, 5)
    (1, 2.45, 0.08125)
    >>> verdict.words
    'Yes, you were a little unlucky: 1 success in 3 rolls, where 2.5 were expected. ...'
    """
    rolls = pd.DataFrame(record, columns=["chance", "success"])
    if not 0 < len(rolls) <= MOST_ROLLS:
        raise ValueError(
            f"record = {len(rolls):,} rolls is out of range: it must hold at least one roll and at "
            f"most {MOST_ROLLS:,}; ask about a part of them"
        )
    came = rolls["success"]
    if not came.isin([0, 1]).all():
        unknown = came[~came.isin([0, 1])].tolist()[0]
        raise ValueError(f"success = {unknown!r} is out of range: it must be True or False")
    chances = check_numbers("chance", rolls["chance"], low=0, high=100) / 100
    if np.isnan(chances).any():
        raise ValueError("chance = nan is out of range: it must be between 0 and 100")
    begin, part = _successes(chances)
    distribution, successes = np.zeros(len(chances) + 1), int(came.sum())
    distribution[begin : begin + len(part)] = part
    tails = distribution[: successes + 1].sum(), distribution[successes:].sum()
    at_most, at_least = (float(min(tail, 1)) for tail in tails)
    expected = round(float(chances.sum()), 9)  # 10.65, whose last digit is told, isn't 10.649...
    return Verdict(len(chances), successes, expected, at_most, at_least, distribution)


def _successes(chances):
    """The chance of each number of successes of some rolls, and for how many its first one stands.

    Without what is less than 1e-290 at both ends, a part of n rolls has some 40 standard
    deviations, not n, to be followed.
    """
    if len(chances) <= _TOGETHER:
        begin, found = 0, np.ones(1)
        for chance in chances:
            found = np.convolve(found, [1 - chance, chance])
    else:
        half = len(chances) // 2
        (begin, one), (more, other) = _successes(chances[:half]), _successes(chances[half:])
        begin, found = begin + more, convolved(one, other)
    kept = np.flatnonzero(found >= _RAREST)
    return begin + int(kept[0]), found[kept[0] : kept[-1] + 1]


def read_record(source, name=None):
    """Return a designer's table of rolls as a frame with columns chance (points) and success.

    source: a path, CSV or xlsx, or bytes with their file `name`. Columns of the table: chance, the
    displayed one in points, and success (1/0, yes/no, true/false, hit/miss). TableError names file,
    row and column; it is also raised for a chance such as 0.75, which would be three quarters of a
    percent ("0.75 %" is), and for a success at a chance of 0.

    >>> read_record(b"chance,success\\n75,hit\\n", "mine.csv")
       chance  success
    0    75.0     True
    """
    name, content = content_of(source, name)
    faults = []  # with them rows keep their numbers
    columns = {"numeric": {}, "choices": {"success": _WORDS}, "parse": {"chance": _points}}
    # Rolls are recorded by the hundred thousand.
    record = read_table(content, **columns, name=name, faults=faults, most=None)
    if faults:
        raise faults[0]
    lucky = record.index[(record["chance"] <= 0) & record["success"]]
    if len(lucky):
        what = "a success at a chance of 0 is no luck; check the chance of this row"
        raise TableError(f"{name}, row {lucky[0]}, column 'success': {what}")
    return record[["chance", "success"]].reset_index(drop=True)


def _points(cell):
    """A chance in points, 75 or 75 %."""
    value = number_in(cell, ",") * (100 if cell.rstrip().endswith("%") else 1)
    if not 0 <= value <= 100:
        raise ValueError(f"{value:g} is out of range; write a number from 0 to 100")
    if 0 < value < 1 and "%" not in cell:
        what = f"chances are percent here, write {100 * value:g} or {value:g} %"
        raise ValueError(f"{value:g} is below 1; {what}")
    return round(value, 9)
