"""Which values of numbers keep some claims, and which none keeps; how far each number may move.

Claims are asked few at first, then more.
"""

from itertools import product

import numpy as np
import pandas as pd

from combat.charter.measures import MEASURES, SIDES
from combat.charter.mends.numbers import points_of, size_of

_FEWEST, _GREATEST = 16, 512  # points asked at once
_EDGE = 1e-9
_NOISE = 0.15  # how far a sampled value may be off: of 60 pairs a score's error is 0.05
_SHOWN = 10  # rooms in words
_FIRST = 4  # values looked at together first, then more


class Keeping:
    """What keeps the claims of a `Query`; see there for points, places and margins."""

    def __init__(self, query):
        self.query = query

    def split(self, places):
        """Return the places of exact claims and of slow ones, the likeliest to fail first."""
        query = self.query
        order = sorted(places, key=lambda at: (at not in query.broken, query.of_all(at), at))
        return [at for at in order if at not in query.slow], [
            at for at in order if at in query.slow
        ]

    def kept(self, points, places):
        """Return those of some points that keep some claims."""
        start, many = 0, 1
        while points and start < len(places):
            margins = self.query.margins(points, places[start : start + many])
            inside = (margins <= 0).all(axis=1)
            points = [point for point, one in zip(points, inside, strict=True) if one]
            start, many = start + many, 2 * many
        return points

    def reached(self, numbers, steps, places):
        """Return whether each claim lies in its band, or on both sides of it, at some corner.

        steps: those of each number. Where it doesn't, no value between the corners keeps a claim
        that rises or falls with each number; functions of one's own may do neither.
        """
        places = sorted(at for at in places if self.query.claims[at].system != "python")
        if not places:
            return True
        ends = [
            [(), ((number, some[0]),), ((number, some[-1]),)]
            for number, some in zip(numbers, steps, strict=True)
        ]
        values = self.query.values([sum(corner, ()) for corner in product(*ends)], places)
        least, most = np.array([self.query.claims[at].ends for at in places]).T
        room = [_NOISE * (at in self.query.sampled) for at in places] * np.maximum(1, abs(values))
        return not ((values + room < least).all(axis=0) | (values - room > most).all(axis=0)).any()

    def closest(self, point, joint):
        """Return a point closed in on the smallest values beside those that were left out."""
        for place, (number, step) in enumerate(point):
            near = [one for one in number.steps if one.size < step.size and one.by * step.by > 0]
            inner = max(near, key=lambda one: one.size, default=None)
            near = sorted([*near, *number.between(inner, step)], key=lambda one: one.size)
            others = [(*point[:place], (number, one), *point[place + 1 :]) for one in near]
            exact, slow = self.split(self.query.touched(number) | {*joint})
            slow = [at for at in slow if at in joint]
            point = next(iter(self.kept(others, [*exact, *slow])), point)
        return point

    def by_none(self, numbers):
        """Yield each claim that no single number keeps, and why; in slices, see `hopeless`."""
        for at in self.query.broken:
            touching = [one for one in numbers if at in self.query.touched(one)]
            points = sorted((point for one in touching for point in points_of(one)), key=size_of)
            for block in blocks(points):
                yield (), ""
                if self.kept(block, [at]):
                    break
            else:
                why = "No value of a single number that may change keeps this promise"
                yield [self.query.claims[at]], why
                return


def blocks(points, many=_FEWEST):
    """Yield some points in blocks, small ones first."""
    start = 0
    while start < len(points):
        yield points[start : start + many]
        start, many = start + many, min(2 * many, _GREATEST)


def hopeless(query, numbers):
    """Return claims that no search can keep, and why; none and "" elsewhere."""
    if empty := [one for one in query.claims if one.empty]:
        return empty[:1], "No value has this margin to both ends"
    if two := _excluding(query):
        return two, "These promises contradict each other, whatever the numbers"
    touched = set().union(*map(query.touched, numbers))
    if still := sorted({*query.broken} - touched):
        return [query.claims[at] for at in still], "Broken, and no number that may change counts"
    return (), ""


def _excluding(query):
    """Two claims on one duel that exclude each other whatever the numbers, or none."""
    bands = {}
    for claim, question in zip(query.claims, query.questions, strict=True):
        pair, ends, measure = (claim.first, claim.second), claim.ends, MEASURES.get(claim.measure)
        alike = measure and measure.of == SIDES and question and question.foes is None
        alike = alike and not question.rules.attacking
        if alike and pair[0] > pair[1] and (measure.name == "score" or not measure.better):
            pair = pair[::-1]
            ends = (1 - ends[1], 1 - ends[0]) if measure.better else ends
        key = claim.system, *pair, claim.measure, tuple(sorted(claim.given.items()))
        for other, (low, high) in bands.setdefault(key, []):
            if max(low, ends[0]) > min(high, ends[1]) + _EDGE:
                return [other, claim]
        bands[key].append((claim, ends))
    return []


def rooms_of(query, numbers):
    """Yield (number, its two ends) of each number; an end: (step, step, claim), None for none.

    An end is the last value that keeps all claims which hold, the first that doesn't, and which
    claim that breaks.
    """
    held = {at for at, one in enumerate(query.verdicts) if one.verdict == "holds"}
    for number in numbers:
        places = sorted(query.touched(number) & held)
        sides = [[one for one in number.steps if one.by * side > 0] for side in (-1, 1)]
        sides = (sorted(steps, key=lambda one: one.size) for steps in sides)
        yield number, [_end(query, number, steps, places) for steps in sides]


def _end(query, number, steps, places):
    exact = [at for at in places if at not in query.slow]
    slow = [at for at in places if at in query.slow]

    def breaks(some, those):
        """(How many of some values keep some claims, and what breaks then or None)."""
        margins = query.margins([((number, step),) for step in some], those)
        wrong = (margins > 0).any(axis=1)
        if not wrong.any():
            return len(some), None
        first = int(wrong.argmax())
        return first, those[int(margins[first].argmax())]

    kept, broken = 0, None
    for block in blocks(steps, _FIRST):
        good, broken = breaks(block, exact)
        kept += good
        if broken is not None:
            break
    if kept and breaks(steps[kept - 1 : kept], slow)[0] == 0:
        low, high = 0, kept  # the number of values that keep all, closed in by halves
        while high - low > 1:
            middle = (low + high) // 2
            good, _ = breaks(steps[middle - 1 : middle], slow)
            low, high = (middle, high) if good else (low, middle)
        kept, broken = low, breaks(steps[high - 1 : high], slow)[1]
    last = steps[kept - 1] if kept else None
    return last, *((None, None) if broken is None else (steps[kept], query.claims[broken]))


def frame_of(found):
    """Return the rooms as a frame with a row for each number, the narrowest first."""
    rows = []
    for number, ends in found:
        row = {"unit": number.unit, "number": number.column, "now": number.written}
        for side, (last, first, claim) in zip(("down", "up"), ends, strict=True):
            row |= {
                f"{side} to": last.written if last else number.written,
                f"breaks at ({side})": first.written if first else "",
                f"room {side}": first.size if first else np.inf,
                f"breaks ({side})": claim.claim if claim else "",
            }
        rows.append(row | {"room": min(row["room down"], row["room up"])})
    return pd.DataFrame(rows).sort_values("room", kind="stable", ignore_index=True)


def lines_of(found, total):
    """Return the narrowest of the rooms as sentences, and how many of all numbers were seen."""
    lines, rows = [], frame_of(found).to_dict("records") if found else []
    narrow = [row for row in rows if row["room"] < np.inf]
    for row in narrow[:_SHOWN]:
        sides = [
            f"{side} to {row[f'{side} to']} ({row[f'breaks at ({side})']} breaks "
            f"{row[f'breaks ({side})']})"
            if row[f"breaks ({side})"]
            else f"{side} as far as the limit"
            for side in ("down", "up")
        ]
        lines.append(f"{row['unit']}: {row['number']} {row['now']}, {'; '.join(sides)}.")
    if free := len(rows) - len(narrow):
        lines.append(f"Of {free} of {len(rows)} numbers no value within the limits breaks one.")
    if len(rows) < total:
        lines.append(f"Looked at {len(rows):,} of {total:,} numbers; stopped before the end.")
    return lines
