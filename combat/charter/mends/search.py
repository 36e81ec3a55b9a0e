"""The search for mends: all values of single numbers, the nearest first, then pairs.

What a pair does to a claim that only one of its numbers moves is known from that number alone, so
its values are narrowed one by one; only claims that both move are asked at their combinations, the
smallest first. Pairs are left out that don't move all broken claims by the ends of their values, or
whose corners all leave a broken claim on one side of its band: that is certain of claims that rise
or fall with each number.
"""

import time
from itertools import combinations, product

import numpy as np

from combat.charter.mends.asking import ENDS
from combat.charter.mends.result import SHOWN, Mend

_STRIDE = 8  # slow claims are asked at every eighth value, then closer
_FEWEST, _GREATEST = 16, 512  # combinations asked at once
_SINGLES, _PAIRS = "values of single numbers", "pairs"


class Search:
    """A search in steps: `steps` yields (what, done, total), `found` and `tried` grow meanwhile.

    asked: the `Asked`. numbers: which may change. places: of the claims that must hold; None for
    all. most: numbers in one mend, 1 or 2. many: how many mends are wanted. seconds: for the pairs.
    judged: whether `judge` must confirm. late: whether the time was up.
    """

    def __init__(self, asked, numbers, places=None, *, most=2, many=5, seconds=120, judged=True):
        self.asked, self.numbers, self.most = asked, numbers, most
        self.places = set(range(len(asked.claims)) if places is None else places)
        self.broken = [at for at in asked.broken if at in self.places]
        self.many, self.seconds, self.judged = many, seconds, judged
        self.found, self.tried, self.late = [], {}, False
        self._tables, self._moves = {}, {}

    @property
    def mends(self):
        """The mends so far, the smallest first."""
        return sorted(self.found, key=lambda one: one.order)[: self.many]

    def steps(self):
        """Do the search; pairs only where no single number mends."""
        if not self.broken:
            return
        yield from self._try_singles()
        if self.most < 2 or self.found:
            return
        yield from self._look()
        until = time.monotonic() + self.seconds
        for told in self._try_pairs():
            yield told
            self.late = time.monotonic() > until
            if self.late:
                return

    def _try_singles(self):
        """Try all values of all numbers, the nearest first, until there are mends enough."""
        numbers = [one for one in self.numbers if {*self.broken} <= self.asked.touched(one)]
        points = sorted((((one, step),) for one in numbers for step in one.steps), key=_size)
        slow = self._broken_first(self.places & self.asked.slow)
        exact = self._broken_first(self.places - self.asked.slow)
        fought, mended, start, many = {}, set(), 0, _FEWEST
        while start < len(points) and len(self.found) < self.many:
            self.tried[_SINGLES] = start, len(points)
            yield _SINGLES, start, len(points)
            block = points[start : start + many]
            start, many = min(start + many, len(points)), min(2 * many, _GREATEST)
            for point in self._kept([one for one in block if one[0][0] not in mended], exact):
                (number, _), before = point[0], len(self.found)
                if {*self.broken} & self.asked.slow:
                    fought.setdefault(number, []).append(point)
                elif number not in mended:
                    for _ in self._confirmed([point], exact, slow):
                        yield _SINGLES, start, len(points)
                    mended |= {number} if len(self.found) > before else set()
        for alike in fought.values():
            for _ in self._confirmed(alike, exact, slow):
                yield _SINGLES, start, len(points)
        self.tried[_SINGLES] = start, len(points)

    def _try_pairs(self):
        """Try the pairs of numbers that move all broken claims, the most promising first."""
        pairs = self._pairs()
        self.tried[_PAIRS] = 0, len(pairs)
        for done, numbers in enumerate(pairs, 1):
            for _ in self._of_pair(numbers):
                yield _PAIRS, done, len(pairs)
            self.tried[_PAIRS] = done, len(pairs)

    def _look(self):
        """See which claims each number moves."""
        for done, number in enumerate(self.numbers):
            if number not in self._moves:
                alike = [one for one in self.numbers if one.unit == number.unit]
                self.asked.look_at([one for one in alike if one not in self._moves])
                self._moves[number] = self.asked.moves(number) & self.places
                yield "numbers looked at", done, len(self.numbers)

    def _pairs(self):
        """The pairs of numbers that move all broken claims, the most promising first."""
        prices = {one: self._prices(one) for one in self.numbers if self._moves[one]}
        broken = {*self.broken}

        def price(pair):
            return sum(min(prices[one][at] for one in pair) for at in self.broken)

        pairs = combinations(sorted(prices, key=lambda one: sum(prices[one].values())), 2)
        return sorted(
            (pair for pair in pairs if broken <= self._moves[pair[0]] | self._moves[pair[1]]),
            key=price,
        )

    def _prices(self, number):
        """How far a number must move to mend each broken claim, if it does so evenly: a guess."""
        found = dict.fromkeys(self.broken, 1e3)
        moves = self._moves[number]
        found |= dict.fromkeys({*self.broken} & moves & self.asked.slow, 1.0)
        exact = [at for at in self.broken if at in moves - self.asked.slow]
        now = np.maximum(self.asked.margins([()], exact)[0], 1e-12)
        for step in (number.steps[0], number.steps[-1]):
            then = self.asked.margins([((number, step),)], exact)[0]
            for at, one, other in zip(exact, now, then, strict=True):
                if other < one < np.inf:
                    found[at] = min(found[at], step.size * one / (one - max(other, -np.inf)))
        return found

    def _of_pair(self, numbers):
        """Find the smallest mend by a pair of numbers; yield between slices."""
        moves = [self._moves[one] for one in numbers]
        every, joint = moves[0] | moves[1], moves[0] & moves[1]
        steps = []
        for number, moved in zip(numbers, moves, strict=True):
            good = self._good(number, sorted(moved - joint - self.asked.slow))
            steps.append([step for step, one in zip(number.steps, good, strict=True) if one])
            yield
            if not steps[-1]:
                return
        joint = self._broken_first(joint - self.asked.slow)
        if self._out_of_reach(numbers, steps, joint):
            return
        limit = self.mends[-1].size if len(self.found) >= self.many else np.inf
        slow = self._broken_first(every & self.asked.slow)
        left = []
        for points in _slices(numbers, steps, limit):
            yield
            left += self._kept(points, joint)
            if len(left) > (_GREATEST if slow else 0):
                break
        yield from self._confirmed(left, joint, slow)

    def _confirmed(self, points, joint, slow):
        """Take the first of some points that keeps slow claims, too, and that `judge` confirms."""
        wrong = [at for at in slow if at in self.broken]
        before = self._sides([(), ()], wrong)
        for start in range(0, len(points), _STRIDE):
            block = points[start : start + _STRIDE]
            yield
            sides = self._sides([block[max(0, len(block) - 2)], block[-1]], wrong)
            missed = (sides == before) & (sides != 0)  # and likely so between the two, too
            before = sides
            if missed.all(axis=0).any():
                continue
            for point in block:
                if not self._kept([point], slow):
                    continue
                point = self._closer(point, [*joint, *slow])
                verdicts = self.asked.judged(point) if self.judged else None
                yield
                if verdicts is None or all(verdicts[at].verdict == "holds" for at in self.places):
                    self.found.append(Mend(point, verdicts, self.asked.verdicts))
                    return

    def _sides(self, points, places):
        """On which side of their bands some claims lie: -1 below, 0 inside, 1 above."""
        claims = [self.asked.claims[at] for at in places]
        values = self.asked.values(points, places)
        least, most = (np.array([getattr(one, end) for one in claims]) for end in ENDS)
        return (values > most).astype(int) - (values < least)

    def _closer(self, point, joint):
        """Close in on the smallest values beside those that were thinned out."""
        for place, (number, step) in enumerate(point):
            near = [one for one in number.steps if one.size < step.size and one.by * step.by > 0]
            inner = max(near, key=lambda one: one.size, default=None)
            near += number.between(inner, step)
            others = [
                (*point[:place], (number, one), *point[place + 1 :])
                for one in sorted(near, key=lambda one: one.size)
            ]
            alone = self.asked.touched(number) & self.places - self.asked.slow
            kept = self._kept(others, self._broken_first(alone | set(joint)))
            point = kept[0] if kept else point
        return point

    def _good(self, number, places):
        """Which values of a number keep some claims that it alone moves: an array."""
        table = self._tables.setdefault(number, {})
        good = np.ones(len(number.steps), bool)
        for some in ([at for at in places if at in self.broken], places):
            new = [at for at in some if at not in table]
            if new:
                inside = self._inside([((number, step),) for step in number.steps], new)
                table |= dict(zip(new, inside.T, strict=True))
            for at in some:
                good = good & table[at]
            if not good.any():
                break
        return good

    def _inside(self, points, places):
        return self.asked.margins(points, places) <= 0

    def _kept(self, points, places):
        """Those of some points that keep some claims: few claims are asked first, then more."""
        start, many = 0, 1
        while points and start < len(places):
            inside = self._inside(points, places[start : start + many]).all(axis=1)
            points = [point for point, one in zip(points, inside, strict=True) if one]
            start, many = start + many, 2 * many
        return points

    def _broken_first(self, places):
        questions = self.asked.questions

        def late(at):
            return at not in self.broken, questions[at] is None or questions[at].names is None, at

        return sorted(places, key=late)

    def _out_of_reach(self, numbers, steps, joint):
        """Whether a broken claim lies on one side of its band at all corners of a pair."""
        broken = [at for at in joint if at in self.broken]
        if not broken:
            return False
        ends = [(None, *dict.fromkeys((min(some, key=_by), max(some, key=_by)))) for some in steps]
        corners = [
            tuple((number, one) for number, one in zip(numbers, corner, strict=True) if one)
            for corner in product(*ends)
        ]
        values = self.asked.values(corners, broken)
        for at, column in zip(broken, values.T, strict=True):
            claim = self.asked.claims[at]
            if (column < claim.at_least).all() or (column > claim.at_most).all():
                return True
        return False


def _size(point):
    return sum(step.size for _, step in point)


def _by(step):
    return step.by


def _slices(numbers, steps, limit):
    """The combinations of values of some numbers, in slices, the smallest first."""
    steps = [_thinned(some, SHOWN) for some in steps]
    sizes = [np.array([one.size for one in some]) for some in steps]
    total = sum(np.meshgrid(*sizes, indexing="ij", sparse=True))
    order = np.argsort(total, axis=None, kind="stable")
    order = order[total.ravel()[order] < limit]
    start, many = 0, _FEWEST
    while start < len(order):
        places = np.unravel_index(order[start : start + many], total.shape)
        yield [
            tuple((number, some[at]) for number, some, at in zip(numbers, steps, one, strict=True))
            for one in zip(*places, strict=True)
        ]
        start, many = start + many, min(2 * many, _GREATEST)


def _thinned(steps, most):
    """So many of some values at most: all that are near, of the others fewer the farther."""
    steps = sorted(steps, key=lambda one: one.size)
    if len(steps) <= most:
        return steps
    near = most // 2
    places = np.unique(np.geomspace(near, len(steps) - 1, most - near).astype(int))
    return [*steps[:near], *(steps[place] for place in places.tolist())]
