"""Verdicts as lines for a terminal or a page; claims of one row that hold share a line."""

import math
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One line: for one claim, or for all claims of a row that hold."""

    verdict: str
    value: str
    band: str
    claim: str
    method: str
    battles: int


def lines_of(verdicts, widest=None):
    """Return the `Line`s of some `Verdicts`, the worst first."""
    return [_line(alike, widest) for alike in _by_line(verdicts.worst_first)]


def _by_line(verdicts):
    """The verdicts grouped by line: those of a row that hold are one group."""
    lines, of_row = [], {}
    for one in verdicts:
        row = one.claim.row, one.claim.words
        if one.verdict == "holds" and row in of_row:
            of_row[row].append(one)
            continue
        lines.append([one])
        if one.verdict == "holds":
            of_row[row] = lines[-1]
    return lines


def _line(alike, widest):
    method = ", ".join(dict.fromkeys(one.method for one in alike))
    battles = sum(one.battles for one in alike)
    if len(alike) == 1:
        (one,) = alike
        claim = _cut(_described(one), widest)
        return Line(one.verdict, one.value_text, one.claim.band, claim, method, battles)
    nearest = max(alike, key=lambda one: one.margin).claim
    values = _range([one.value for one in alike], nearest)
    if any(one.method == "sampled" for one in alike):
        ends = [end for one in alike for end in (one.low, one.high)]
        values = f"{values} ({_range(ends, nearest)})"
    who = " against ".join(filter(None, (nearest.first, nearest.second)))
    claim = f"{_cut(nearest.words, widest)}: {len(alike)} claims, closest to its limit: {who}"
    notes = Counter(one.note for one in alike if one.note)
    claim += "".join(f"; of {many}: {note}" for note, many in notes.items())
    return Line("holds", values, nearest.band, claim, method, battles)


def _range(values, claim):
    ends = (claim.written(end) for end in (min(values), max(values)))
    return " to ".join(dict.fromkeys(ends))


def _described(one):
    """The claim's words; for an open one, also how many battles would decide it."""
    if one.verdict == "open":
        enough = f"about {one.needed:,.0f} battles would decide it"
        none = "no number of battles decides it at its edge"
        return f"{one.claim.claim} ({enough if math.isfinite(one.needed) else none})"
    more = one.fault or one.note
    return f"{one.claim.claim} ({more})" if more else one.claim.claim


def _cut(text, widest):
    return text if widest is None or len(text) <= widest else text[: widest - 1] + "…"
