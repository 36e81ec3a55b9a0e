"""The verdicts on a charter's claims: as a frame, as a table for the terminal, as lines."""

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import reduce
from typing import NamedTuple

import pandas as pd

from combat.charter.claim import Backed, Claim, written
from combat.dice import Distribution

WORST_FIRST = ("broken", "fault", "open", "holds")
_OF_CLAIM = ("row", "claim", "system", "first", "second", "measure", "at_least", "at_most")
COLUMNS = [
    *("row", "claim", "system", "first", "second", "measure", "value", "low", "high"),
    *("at_least", "at_most", "verdict", "method", "battles", "needed"),
    *("bias", "bias_low", "bias_high"),
]
_LEVEL = re.compile(r"level (\d+)$")
_TOLD_ONCE = ("holds", "fault")  # a row's claims of these verdicts stand in one line
_WIDEST = 72  # letters of a claim in the table of a terminal


@dataclass(frozen=True, eq=False)
class Verdict(Backed):
    """The verdict on one claim.

    verdict: "holds", "broken", "open", or "fault" if it can't be answered (`fault` says why).
    value, low, high: the answer and its interval, a point where the method is "exact".
    battles: how many were fought. needed: for an open claim, how many battles would decide it if
    they go on like those so far, infinite if no number would; NaN for other claims. bias,
    bias_low, bias_high: how much better the first side does in the first place than in the
    second, with its interval. behind, label, note: as of `Exact`.

    >>> claim = Claim(2, "even", "units", "Imp", "Ogre", "win", at_most=0.6)
    >>> Verdict(claim, "broken", method="exact", value=0.7).line
    'even: 70%, not at most 60%'
    """

    claim: Claim
    verdict: str
    _: KW_ONLY
    method: str = "none"
    value: float = math.nan
    low: float = math.nan
    high: float = math.nan
    battles: int = 0
    needed: float = math.nan
    bias: float = math.nan
    bias_low: float = math.nan
    bias_high: float = math.nan
    behind: Distribution | Callable | None = None
    label: str = ""
    fault: str = ""
    note: str = ""

    @property
    def line(self):
        """The verdict in one line: the claim, the value, and whether it lies in the band."""
        if self.verdict == "fault":
            return f"{self.claim.claim}: {self.fault}"
        words = {"holds": "as claimed", "broken": "not", "open": "perhaps"}[self.verdict]
        note = f" ({self.note})" if self.note else ""
        found = f"{self.claim.claim}: {self.value_text}{note}, {words} {self.claim.band}"
        if self.verdict != "open":
            return found
        never = "and no number would while it lies at its edge"
        enough = f"about {self.needed:,.0f} would" if math.isfinite(self.needed) else never
        return f"{found}; {self.battles:,} battles don't decide it, {enough}"

    @property
    def value_text(self):
        """The value as text; a sampled value with its interval."""
        value = self.claim.written(self.value)
        if self.method != "sampled":
            return value
        low, high = (self.claim.written(end) for end in (self.low, self.high))
        return f"{value} ({low} to {high})"

    @property
    def biased(self):
        """Whether the side bias is significant: its interval excludes 0."""
        return self.bias_low > 0 or self.bias_high < 0

    @property
    def margin(self):
        """How far the value lies outside the band, as of a `Claim`."""
        return self.claim.margin(self.value)


@dataclass(frozen=True, eq=False)
class Verdicts:
    """The verdicts on some claims, in their order: `verdicts`, a tuple of `Verdict`.

    >>> claim = Claim(2, "even", "units", "Imp", "Ogre", "win", at_most=0.6)
    >>> found = Verdicts((Verdict(claim, "broken", method="exact", value=0.7),))
    >>> found.count("broken"), found.frame.loc[0, "verdict"]
    (1, 'broken')
    >>> print(found)
    verdict  value  band         claim
    broken   70%    at most 60%  even
    1 claim: 1 broken, 0 open, 0 hold.
    """

    verdicts: tuple

    @classmethod
    def of(cls, found):
        """Return the verdicts of {place: verdict}, those so far, in the order of their claims."""
        return cls(tuple(found[place] for place in sorted(found)))

    def __len__(self):
        return len(self.verdicts)

    def __getitem__(self, place):
        return self.verdicts[place]

    def count(self, verdict):
        """Return how many claims have that verdict."""
        return sum(one.verdict == verdict for one in self.verdicts)

    @property
    def faults(self):
        """Lines on the claims that could not be answered, one for those of a row alike."""
        return tuple(
            f"row {first.claim.row}, {first.claim.claim}{_and_more(others)}: {first.fault}"
            for first, *others in self.faults_alike
        )

    @property
    def faults_alike(self):
        """The verdicts that are faults, those of a row that say the same together: lists."""
        alike = {}
        for one in self.verdicts:
            if one.verdict == "fault":
                alike.setdefault(_kind_of(one), []).append(one)
        return [*alike.values()]

    @property
    def frame(self):
        """The verdicts as a table, a row for each claim."""
        rows = [
            [getattr(one.claim if name in _OF_CLAIM else one, name) for name in COLUMNS]
            for one in self
        ]
        return pd.DataFrame(rows, columns=COLUMNS)

    @property
    def worst_first(self):
        """The verdicts, broken ones first, of these the furthest outside the band first."""

        def order(one):
            near = -one.margin if one.verdict == "broken" else one.claim.row
            return WORST_FIRST.index(one.verdict), near

        return sorted(self, key=order)

    @property
    def summary(self):
        """The number of claims, and of each verdict, as a sentence."""
        many = len(self)
        parts = [f"{self.count('broken')} broken", f"{self.count('open')} open"]
        parts += [f"{self.count('fault')} not answered"] if self.count("fault") else []
        return f"{many} claim{'s' * (many != 1)}: {', '.join(parts)}, {self.count('holds')} hold."

    @property
    def biases(self):
        """Lines on the pairs with a significant side bias."""
        return tuple(
            f"Side bias: {one.claim.first} against {one.claim.second}, {one.claim.measure}: "
            f"the first place is worth {_signed(one)}."
            for one in self.verdicts
            if one.biased
        )

    def __str__(self):
        rows = [("verdict", "value", "band", "claim")]
        rows += [(one.verdict, one.value, one.band, one.claim) for one in lines_of(self, _WIDEST)]
        widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
        lines = ["  ".join([*map(str.ljust, row[:-1], widths), row[-1]]).rstrip() for row in rows]
        return "\n".join([*lines, *self.biases, self.summary])


def _signed(one):
    bias, low, high = (
        written(end, one.claim.unit) for end in (one.bias, one.bias_low, one.bias_high)
    )
    return f"{bias} ({low} to {high})"


class Line(NamedTuple):
    """One line: for one claim, or for all claims of a row that hold, or that share a fault."""

    verdict: str
    claim: str
    value: str
    band: str
    method: str
    battles: int


def lines_of(verdicts, widest=None):
    """Return the `Line`s of some `Verdicts`, the worst first."""
    lines, of_row = [], {}
    for one in verdicts.worst_first:
        kind = _kind_of(one)
        if (one.verdict in _TOLD_ONCE or _level_of(one)) and kind in of_row:
            of_row[kind].append(one)
            continue
        lines.append([one])
        of_row[kind] = lines[-1]
    return [_line(alike, widest) for alike in lines]


def _kind_of(one):
    """What claims of a row share that are told in one line: the verdict, and what is wrong."""
    names = filter(None, (one.claim.first, one.claim.second))
    pair = sorted(names, key=len, reverse=True)  # U10 before U1
    fault = reduce(lambda text, name: text.replace(name, ""), pair, one.fault)
    return one.claim.row, one.claim.words, one.verdict, fault


def _level_of(one):
    """The level of a claim that is one of several levels; 0 for another."""
    found = _LEVEL.search(one.claim.first) if ".." in one.claim.given.get("level", "") else None
    return int(found[1]) if found else 0


def _and_more(others):
    return f" and {len(others):,} more" if others else ""


def line_of(one, words=None):
    """Return the `Line` of one verdict, by the claim's words or others."""
    words = one.claim.claim if words is None else words
    return Line(one.verdict, words, one.value_text, one.claim.band, one.method, one.battles)


def shown(verdicts):
    """Return `Verdicts` as a frame to show, worst first, values as text."""
    return _framed(map(line_of, verdicts.worst_first))


def folded(verdicts):
    """Return a frame like that of `shown`, alike ones of a row in one line."""
    return _framed(lines_of(verdicts))


def _framed(lines):
    """A frame of `Line`s, with a blank for no battles."""
    lines = (one._replace(battles=f"{one.battles:,}" if one.battles else "") for one in lines)
    return pd.DataFrame(lines, columns=Line._fields)


def _line(alike, widest):
    if len(alike) == 1 or alike[0].verdict != "holds":
        alike = sorted(alike, key=_level_of)  # the first level that breaks stands for all
        words = f"{alike[0].claim.claim}{_and_more(alike[1:])}"
        return line_of(alike[0], _cut(_described(alike[0], words), widest))
    nearest = max(alike, key=lambda one: one.margin).claim
    values = _range([one.value for one in alike], nearest)
    if any(one.method == "sampled" for one in alike):
        values += f" ({_range([end for one in alike for end in (one.low, one.high)], nearest)})"
    who = " against ".join(filter(None, (nearest.first, nearest.second)))
    claim = f"{_cut(nearest.words, widest)}: {len(alike)} claims, closest to its limit: {who}"
    notes = Counter(one.note for one in alike if one.note)
    claim += "".join(f"; of {many}: {note}" for note, many in notes.items())
    method = ", ".join(dict.fromkeys(one.method for one in alike))
    battles = sum(one.battles for one in alike)
    return Line("holds", claim, values, nearest.band, method, battles)


def _range(values, claim):
    ends = (claim.written(end) for end in (min(values), max(values)))
    return " to ".join(dict.fromkeys(ends))


def _described(one, words):
    """The claim's words, and what is to be said of it, as for an open one what would decide it."""
    more = one.fault or one.note
    if one.verdict == "open":
        more = "the value lies at the edge: no number of battles decides it"
        if math.isfinite(one.needed):
            more = f"about {one.needed:,.0f} battles would decide it"
    return f"{words} ({more})" if more else words


def _cut(text, widest):
    return text if widest is None or len(text) <= widest else text[: widest - 1] + "…"
