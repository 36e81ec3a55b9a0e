"""Finds the value at which a function reaches a target: it looks around, then closes in."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pandas as pd
import scipy

from combat.core.checks import check_numbers, check_whole
from combat.questions.answer import Answer, in_digits
from combat.questions.change import OutOfDomain, asking, ends_of, read

# If the results rise and fall, all whole numbers of the range are tried, up to so many.
MOST_TRIED = 5000
# Shares of the range: how precisely a value is sought for exact and for simulated results, and
# the distance within which two crossings count as one.
NEAR, NEAR_SIMULATED, ONE = 1e-14, 1e-4, 1e-9


def seek(function, target, low, high, *, whole=False, falling=None, looks=65):
    """Return the `Answer` to: at which value does the result of a function reach a target?

    function: of one number; returns a number, or one with its interval, see `combat.questions`.
    target: a number. low, high: the ends of the range, both included. whole: whether only whole
    numbers will do. If so the answer is the least one whose result is at the target or past it;
    otherwise it is the value where the result is the target or, at a jump, just past it. falling:
    True if the target is to be reached from above, False if from below; None: as the results go.

    First the function is called at `looks` evenly spaced values. Then the search closes in between
    any two neighbours on different sides of the target: by halving for whole numbers, otherwise by
    Brent's method. With 65 looks one crossing takes about 70 calls, or 110 at a jump; 2 looks
    suffice if the results are known to go one way. If results rise and fall, all whole numbers are
    tried, up to 5000; otherwise exact results are searched around each turn, so that a peak between
    two looks is found. If results seem to go one way, a crossing back and forth between two looks
    is missed; more looks find it. For simulated results the answer's interval holds the values at
    which the target lies within the result's interval; crossings in it count as one.

    A value at which the function raises a ValueError, or returns NaN, is left out and reported.
    ValueError if low isn't below high, and if no value has a result.

    >>> seek(lambda x: x**2, 2, 0, 5)
    1.41421 reaches 2
    >>> seek(lambda potions: 1 - 0.5**potions, 0.9, 0, 20, whole=True)
    4 is the least value that reaches 90%: 93.8% there
    """
    places = _places(low, high, looks, whole)
    if np.isnan(check_numbers("target", target)):
        raise ValueError("target = nan is out of range: it must be a number")
    search = _Search(lambda place: read(asking(function)(place)), float(target), whole)
    search.look(places)
    search.choose_direction(falling)
    crossings = search.crossings()
    if not search.monotone():
        search.look_closer(places[0], places[-1])
        search.choose_direction(falling)
        crossings = search.crossings()
    return search.answer(crossings)


def _places(low, high, looks, whole):
    check = check_whole if whole else check_numbers
    low, high = (check(name, value).item() for name, value in (("low", low), ("high", high)))
    looks = int(check_whole("looks", looks, low=2))
    if not low < high:
        raise ValueError(f"low = {low:g} is out of range: it must be below high = {high:g}")
    if not whole:
        return np.linspace(low, high, looks).tolist()
    return np.unique(
        np.rint(np.linspace(low, high, min(looks, high - low + 1))).astype(int)
    ).tolist()


class _Search:
    """What is known of a function so far; it is called once for each value."""

    def __init__(self, ask, target, whole):
        self.ask, self.target, self.whole = ask, target, whole
        self.seen, self.left_out, self.falling, self.range = {}, {}, False, 0

    def look(self, places):
        """Call the function at some values; ValueError if none has a result."""
        for place in places:
            self.result(place)
        if not self.seen:
            first, why = next(iter(self.left_out.items()))
            raise ValueError(f"function has no result in the range; at {first:g}: {why}")
        self.range = max(self.seen) - min(self.seen)

    def result(self, place):
        """Return the result at a value, or None if there is none."""
        if place in self.left_out:
            return None
        if place not in self.seen:
            try:
                found = self.ask(place)
            except OutOfDomain as error:
                self.left_out[place] = str(error)
                return None
            if np.isnan([found, found.low, found.high]).any():
                self.left_out[place] = "the result is NaN"
                return None
            self.seen[place] = found
        return self.seen[place]

    def gap(self, place):
        """Return how far the result is past the target, an `Estimate`; ValueError without one."""
        found = self.result(place)
        if found is None:
            raise ValueError(f"function has no result at {place:g}: {self.left_out[place]}")
        return self.target - found if self.falling else found - self.target

    def past(self, place):
        """Return the same as a number."""
        return float(self.gap(place))

    @property
    def exact(self):
        return all(found.low == found.high for found in self.seen.values())

    def choose_direction(self, falling):
        """Set whether results fall to the target: as given, or else judged from the results."""
        estimates = [float(self.seen[place]) for place in sorted(self.seen)]
        first, last = estimates[0], estimates[-1]
        above = [estimate > self.target for estimate in estimates]
        crossed = any(above) and not all(above)
        self.falling = first > self.target if crossed else last < first
        if falling is not None:
            self.falling = bool(falling)

    def monotone(self):
        """Return whether the results go one way, as far as their intervals tell."""
        found = np.array([ends_of(self.seen[place]) for place in sorted(self.seen)])
        # Differences by rounding don't count.
        slack = 1e-9 * np.abs(found).max()
        falls = (found[1:, 2] < np.maximum.accumulate(found[:-1, 1]) - slack).any()
        rises = (found[1:, 1] > np.minimum.accumulate(found[:-1, 2]) + slack).any()
        return not (falls and rises)

    def look_closer(self, low, high):
        """Try all whole numbers, if there aren't too many, or search each turn of exact results."""
        if not self.whole and self.exact:
            self.look_at_turns()
        elif self.whole and high - low < MOST_TRIED:
            self.look(range(low, high + 1))

    def look_at_turns(self):
        """Search around each turn, as a peak may pass the target between two looks that don't."""
        places = sorted(self.seen)
        gaps = [self.past(place) for place in places]
        for at in range(1, len(places) - 1):
            before, here, after = gaps[at - 1 : at + 2]
            side = -1 if here < 0 else 1
            if side * here <= min(side * before, side * after):
                scipy.optimize.minimize_scalar(
                    lambda place, side=side: side * self.past(float(place)),
                    bounds=(places[at - 1], places[at + 1]),
                    method="bounded",
                )

    def side(self, place):
        """Return 1 at the target or past it, -1 short of it, 0 if the interval doesn't tell."""
        gap = self.gap(place)
        return 1 if gap.low >= 0 else -1 if gap.high < 0 else 0

    def brackets(self):
        """Return neighbours on different sides of the target, without values of no sure side."""
        places = sorted(self.seen)
        sides = {place: self.side(place) for place in places}
        for end in (places[0], places[-1]):
            sides[end] = sides[end] or (1 if self.past(end) >= 0 else -1)
        known = [place for place in places if sides[place]]
        return [pair for pair in pairwise(known) if sides[pair[0]] != sides[pair[1]]]

    def crossings(self):
        """Return all values at which the estimate passes the target, ascending."""
        found = []
        for bracket in self.brackets():
            place = self.crossing(*bracket)
            # By rounding, results may pass the target back and forth.
            if not found or place - found[-1] > ONE * self.range:
                found.append(place)
        return found

    def crossing(self, low, high):
        """Return the value between the two at which the estimate passes the target."""
        reached = self.past(low) >= 0
        if not self.whole and self.exact:
            root = scipy.optimize.brentq(self.past, low, high, xtol=NEAR * self.range)
            beside = root + 1e-6 * ((high if reached else low) - root)
            near = abs(self.past(root)) <= 1e-9 * max(1, abs(self.target))
            # Not at a jump or on a plateau at the target: halving finds where these begin.
            if near and self.past(beside) != 0:
                return root
        return self.first(lambda gap: (float(gap) >= 0) != reached, low, high)

    def first(self, holds, low, high):
        """Return the first value after `low` and up to `high` at which `holds` is true."""
        near = max((NEAR if self.exact else NEAR_SIMULATED) * self.range, 4 * np.spacing(abs(high)))
        while high - low > (1 if self.whole else near):
            middle = self.middle(low, high)
            if middle is None:
                break
            low, high = (low, middle) if holds(self.gap(middle)) else (middle, high)
        return high

    def middle(self, low, high):
        """Return the value nearest to the middle of the two that has a result, or None."""
        if not self.whole:
            return (low + high) / 2
        middle = (low + high) // 2
        for away in range(high - middle):
            for place in (middle - away, middle + away):
                if low < place < high and self.result(place) is not None:
                    return place
        return None

    def interval(self, value):
        """Return the (low, high) of values around this one whose intervals hold the target."""
        if self.gap(value).high < 0:
            return None
        places = sorted(self.seen)
        short = [place for place in places if place < value and self.side(place) < 0]
        gap = [place for place in places if place >= value and self.side(place) > 0]
        low, high = places[0], places[-1]
        if short:
            low = self.first(lambda gap: gap.high >= 0, short[-1], value)
        if gap:
            high = self.first(lambda gap: gap.low >= 0, value, gap[0])
        return low, high

    def answer(self, crossings):
        """Return the `Answer`, with an interval if results are simulated."""
        low, high = min(self.seen), max(self.seen)
        reached = bool(crossings) or self.past(low) >= 0
        if self.past(low) >= 0:
            value = low
        elif crossings:
            value = crossings[0]
        else:
            value = max(sorted(self.seen), key=self.past)
        interval = None if self.exact else self.interval(value)
        tried = pd.DataFrame(
            [ends_of(self.seen[place]) for place in sorted(self.seen)],
            pd.Index(sorted(self.seen), name="value"),
            columns=["result", "low", "high"],
        )
        found = Answer(
            value=value,
            reached=reached,
            at=float(self.seen[value]),
            target=self.target,
            crossings=tuple(crossings),
            interval=interval,
            falling=self.falling,
            monotone=self.monotone(),
            whole=self.whole,
            complete=self.whole and len(tried) > high - low,
            tried=tried[["result"]] if self.exact else tried,
            left_out=dict(sorted(self.left_out.items())),
        )
        written = self.written(found) if reached and crossings else in_digits(value)
        return replace(found, written=written, before=self.before(found))

    def before(self, found):
        """Return the result just below the answer's value if it jumps there, else None."""
        below = max((place for place in self.seen if place < found.value), default=None)
        if self.whole or not self.exact or below is None or found.value not in found.crossings:
            return None
        near = found.value - below <= 4 * max(NEAR * self.range, np.spacing(abs(found.value)))
        before = float(self.seen[below])
        return before if near and found.shown(before) != found.shown(found.at) else None

    def written(self, found):
        """Return the answer's value in digits that reach the target when typed in."""
        text = in_digits(found.value)
        if self.whole or not self.exact or self.reaches(found, float(text)):
            return text
        if abs(float(text) - found.value) <= 1e-9 * max(1, abs(found.value)):
            return f"just above {text}"
        step = 10.0 ** (np.floor(np.log10(abs(found.value))) - 5)
        above = in_digits(np.ceil(found.value / step) * step)
        return above if self.reaches(found, float(above)) else repr(found.value)

    def reaches(self, found, place):
        """Return whether the result at a value is at the target, as shown, or past it."""
        if not min(self.seen) <= place <= max(self.seen):
            return False
        try:
            result = self.ask(place)
        except OutOfDomain:
            return False
        past = self.target - result if self.falling else result - self.target
        return found.shown(float(result)) == found.shown(found.target) or float(past) >= 0
