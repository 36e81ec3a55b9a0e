"""Was I unlucky? A record of rolls, scored exactly."""

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd

from combat.domain import numbers
from combat.tables import TableError, read_table

_WORDS = {
    "1": True,
    "yes": True,
    "true": True,
    "hit": True,
    "success": True,
    "0": False,
    "no": False,
    "false": False,
    "miss": False,
    "failure": False,
}


@dataclass(frozen=True)
class Verdict:
    """How a record compares with independent rolls at the displayed chances.

    expected: successes. at_most, at_least: the probability of so few, of so many successes or
    still fewer, more. distribution: of the number of successes, 0 to rolls.

    >>> verdict = unlucky([(90, False), (75, True)])
    >>> verdict.successes, verdict.expected, verdict.distribution.round(3)
    (1, 1.65, array([0.025, 0.3  , 0.675]))
    """

    rolls: int
    successes: int
    expected: float
    at_most: float
    at_least: float
    distribution: np.ndarray = field(repr=False, compare=False)

    @property
    def frame(self):
        """The record in one row: its rolls, its successes, and how likely so few or so many are."""
        row = {
            "rolls": self.rolls,
            "successes": self.successes,
            "expected": self.expected,
            "so few or fewer": self.at_most,
            "so many or more": self.at_least,
        }
        return pd.DataFrame([row])

    @property
    def words(self):
        """The answer to "was I unlucky?", in a sentence."""
        record = (
            f"{self.successes} success{'' if self.successes == 1 else 'es'} in {self.rolls} "
            f"roll{'' if self.rolls == 1 else 's'}, where {self.expected:.1f} were to be "
            f"expected"
        )
        tail, few = min((self.at_most, True), (self.at_least, False))
        so_many = "so few, or fewer" if few else "so many, or more"
        if tail > 0.25:
            return f"No: {record}. Of such records {tail:.0%} have {so_many}."
        answer = "Yes, you were" if few else "No, you were"
        strength = "very " if tail < 0.01 else "a little " if tail > 0.05 else ""
        share = f"Only one such record in {1 / tail:,.0f} has" if tail > 0 else "No such record has"
        return f"{answer} {strength}{'unlucky' if few else 'lucky'}: {record}. {share} {so_many}."


def unlucky(record):
    """Return the `Verdict` on a record: how unlikely so few or so many successes are, exactly.

    record: pairs (chance in points 0..100, success), or a frame with these two columns.
    The number of successes of independent rolls with different chances is
    Poisson-binomial. ValueError for an empty record or a chance outside 0..100.

    >>> verdict = unlucky([(75, False), (75, False), (90, True)])
    >>> round(verdict.at_most, 5)
    0.1
    >>> verdict.words
    'Yes, you were a little unlucky: 1 success in 3 rolls, where 2.4 were to be expected. ...'
    """
    pairs = record[["chance", "success"]].to_numpy() if isinstance(record, pd.DataFrame) else record
    if not len(pairs):
        raise ValueError("record = [] is out of range: it must hold at least one roll")
    shown, came = zip(*pairs, strict=True)
    unknown = [success for success in came if success not in (0, 1)]
    if unknown:
        raise ValueError(f"success = {unknown[0]!r} is out of range: it must be True or False")
    chances = numbers("chance", list(shown), low=0, high=100) / 100
    if np.isnan(chances).any():
        raise ValueError("chance = nan is out of range: it must be between 0 and 100")
    successes = int(sum(came))
    distribution = np.ones(1)
    for chance in chances:
        distribution = np.convolve(distribution, [1 - chance, chance])
    return Verdict(
        len(chances),
        successes,
        float(chances.sum()),
        float(min(distribution[: successes + 1].sum(), 1)),
        float(min(distribution[successes:].sum(), 1)),
        distribution,
    )


def read_record(source, name=None):
    """Return a designer's CSV of rolls as a frame with columns chance (points) and success.

    source: a path, or bytes with their file `name`. success may be 1/0, yes/no,
    true/false, hit/miss. TableError names file, row and column, also where all chances are
    fractions: 0.75 would be three quarters of a percent.

    >>> read_record(b"chance,success\\n75,hit\\n", "mine.csv")
       chance  success
    0    75.0     True
    """
    record = read_table(
        source, numeric={"chance": (0, 100)}, choices={"success": _WORDS}, name=name
    )
    chances = record["chance"]
    if chances.max() <= 1 and (chances % 1 > 0).any():
        raise TableError(
            f"{name or Path(source).name}, column 'chance': no chance is above 1; "
            f"they are percent here, write 75 for 75%"
        )
    return record
