"""A claim, and the two kinds of answer: an exact value, or battles to sample."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from combat.core.words import percent
from combat.dice import Distribution

BUDGET = 20_000  # battles at most, where a claim doesn't say how many
_NEAR = 1e-9  # how near to its edge a value counts as on it
_FEW, _ALL = 2, 10  # digits behind the point


@dataclass(frozen=True)
class Claim:
    """One claim of a charter: what is measured, for whom, and the band the value must lie in.

    row: the row of the file; the header is row 1. claim: the designer's words, followed by the
    pair of units where a pattern made several claims of one row. at_least, at_most: the ends of
    the band (chances in [0, 1] if unit is "chance"); infinite where one is left open. given: the
    settings as text. budget: battles at most. unit: "chance" or "number". words: the row's words
    without the pair. answer: a function that returns the claim's `Exact` or `Sample`.

    >>> claim = Claim(2, "even", "units", "Imp", "Ogre", "win", at_least=0.4, at_most=0.6)
    >>> claim.budget, claim.key, claim.band
    (20000, 'units|Imp|Ogre|win|', '40% to 60%')
    """

    row: int
    claim: str
    system: str
    first: str
    second: str
    measure: str
    at_least: float = -math.inf
    at_most: float = math.inf
    given: dict = field(default_factory=dict)
    budget: int = BUDGET
    unit: str = "chance"
    words: str = ""
    answer: Callable | None = field(default=None, compare=False, repr=False)

    @property
    def key(self):
        """The part of the claim that seeds its battles: all but its words, band and budget."""
        given = ";".join(f"{name}={value}" for name, value in sorted(self.given.items()))
        return "|".join((self.system, self.first, self.second, self.measure, given))

    @property
    def question(self):
        """What is asked of units; None if no number of theirs counts."""
        return getattr(self.answer, "question", None)

    @property
    def ends(self):
        """The ends of the band."""
        return self.at_least, self.at_most

    @property
    def band(self):
        """The band as text, "40% to 60%" or "at most 60%", its ends with all their digits."""
        least, most = (written(end, self.unit, _ALL) for end in (self.at_least, self.at_most))
        if math.isinf(self.at_least):
            return f"at most {most}"
        return f"at least {least}" if math.isinf(self.at_most) else f"{least} to {most}"

    def margin(self, values):
        """Return how far values lie outside the band: 0 at an edge, give or take rounding.

        It is below 0 inside the band. Chances are compared in points, other numbers above 1 in
        shares of their value. Infinite for NaN. Broadcasts.

        >>> claim = Claim(2, "even", "units", "Imp", "Ogre", "win", at_least=0.4, at_most=0.6)
        >>> claim.margin([0.3, 0.6, 0.55]).round(4)
        array([ 0.1 ,  0.  , -0.05])
        """
        values = np.asarray(values, float)
        width = 1.0 if self.unit == "chance" else np.maximum(1.0, np.abs(values))
        with np.errstate(invalid="ignore"):
            found = np.maximum(self.at_least - values, values - self.at_most) / width
        outside = ~((values >= self.at_least) & (values <= self.at_most))
        endless = ~np.isfinite(values)  # such as the turns of a duel in which nobody can be hurt
        found = np.where(endless, np.where(outside, np.inf, -np.inf), found)
        found = np.where(np.abs(found) <= _NEAR, 0.0, found)
        return found if found.ndim else found.item()

    def holds(self, value):
        """Return whether a value lies in the band; at its edge it does, give or take rounding."""
        return self.margin(value) <= 0

    def narrower(self, margin):
        """Return the claim with the band in which its own leaves this margin, a share, to each end.

        >>> claim = Claim(2, "even", "units", "Imp", "Ogre", "win", at_least=0.4, at_most=0.6)
        >>> claim.narrower(0.05).band, claim.narrower(0.2).empty
        ('45% to 55%', True)
        """
        least, most = (_inward(end, margin, self.unit) for end in (self.at_least, -self.at_most))
        return replace(self, at_least=least, at_most=-most)

    @property
    def empty(self):
        """Whether no value lies in the band."""
        least, most = (0.0, 1.0) if self.unit == "chance" else (-math.inf, math.inf)
        beyond = self.at_least == math.inf or self.at_least > most or self.at_most < least
        return beyond or self.at_least > self.at_most + _NEAR

    def written(self, value):
        """Return a value as text, with as many digits as it takes to lie on its side of an edge."""
        digits, points = _FEW, 2 if self.unit == "chance" else 0
        while digits < _ALL and self.holds(round(value, digits + points)) != self.holds(value):
            digits += 1
        return written(value, self.unit, digits)


def _inward(end, margin, unit):
    """The least value with a margin to the lower end of a band."""
    moved = end + margin
    if unit == "chance" or not abs(moved) > 1 or math.isinf(end):
        return moved
    share = 1 - margin if moved > 0 else 1 + margin
    return end / share if share > 0 else math.inf


def written(value, unit="chance", digits=_FEW):
    """Return a value as a designer writes it: a chance in percent, 0% and 100% only where so."""
    if not math.isfinite(value):
        return "–" if math.isnan(value) else f"{value:g}"
    text = percent(value, digits).rstrip("%") if unit == "chance" else f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".")
    text = "0" if text == "-0" else text
    return text + ("%" if unit == "chance" else "")


class Backed:
    """A value with the Distribution whose mean or share it is, `behind` it."""

    behind: Distribution | Callable | None

    @property
    def distribution(self):
        """The Distribution from which the value comes; None if there is none."""
        return self.behind() if callable(self.behind) else self.behind


@dataclass(frozen=True, eq=False)
class Exact(Backed):
    """An exact answer: its value, and the Distribution whose mean or share it is.

    behind: the Distribution, or a function that returns it when it is asked for. label: of its
    values. note: a clause on what else a reader must know of the value.
    """

    value: float
    behind: Distribution | Callable | None = None
    label: str = ""
    note: str = ""


@dataclass(frozen=True, eq=False)
class Sample:
    """Battles that answer a claim: the mean of their scores is the value that it is about.

    play(exchanged, seed, battles): returns two arrays (battles,), the scores and a second
    quantity to plot. exchanged: whether the sides have changed places; the scores are still the
    first side's. `play` must be picklable, as it is sent to other processes. key: all that the
    battles follow from, as bytes; None if that can't be told. low, high: the range
    of a score, which the error depends on; no score may lie outside. mirrored: whether half of
    the battles are exchanged. behind: the label of the second array. block: how many battles are
    fought at once. rolled: whether these `block` battles are all that there are.
    """

    play: Callable
    low: float = 0.0
    high: float = 1.0
    mirrored: bool = True
    label: str = ""
    block: int = 2000
    key: bytes | None = field(default=None, repr=False)
    rolled: bool = False
