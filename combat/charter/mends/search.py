"""The search for mends: all single numbers, then sets of two, three, cut by bounds.

What a set of numbers does to a claim that only one of them moves is known from that number alone,
so its values are narrowed one by one; only claims that several of them move are asked at their
combinations. A set is left out if it moves not all broken claims, or if one of them lies on the
same side of its band at all corners of the set: a bound for claims that rise or fall with each
number. Combinations are asked the smallest first.
"""

import time
from itertools import combinations, product

import numpy as np

from combat.charter.mends.asking import ENDS
from combat.charter.mends.result import Mend

_STRIDE = 8  # slow claims are asked at every eighth value, then closer
_THINNED = {2: 40, 3: 14}  # values of each number in a set of so many; the rest when it closes in
_FEWEST, _GREATEST = 16, 512  # combinations asked at once
_WORDS = {1: "numbers", 2: "pairs", 3: "triples"}


class Search:
    """A search in steps: `steps` yields (what, done, total), `found` and `tried` grow meanwhile.

    asked: the `Asked`. numbers: which may change. places: of the claims that must hold; None for
    all. margin: how far inside its band each claim that a change touches must be. many: how many
    mends are wanted. seconds: for sets of several numbers. judged: whether `judge` must confirm.
    """

    def __init__(
        self,
        asked,
        numbers,
        places=None,
        *,
        most=3,
        margin=0.0,
        many=5,
        seconds=120,
        judged=True,
    ):
        self.asked, self.numbers, self.most, self.margin = asked, numbers, most, margin
        self.places = set(range(len(asked.claims)) if places is None else places)
        self.broken = [at for at in asked.broken if at in self.places]
        self.many, self.seconds, self.judged = many, seconds, judged
        self.found, self.tried = [], {}
        self._tables, self._moves, self._until = {}, {}, np.inf

    @property
    def mends(self):
        """The mends so far, the smallest first."""
        return sorted(self.found, key=lambda one: one.order)[: self.many]

    def steps(self):
        """Do the search; stop after the first size of which there are mends."""
        if not self.broken:
            return
        for size in range(1, self.most + 1):
            sets = [(one,) for one in self._singles()] if size == 1 else None
            if size > 1:
                yield from self._look()
                sets = self._sets(size)
                self._until = time.monotonic() + self.seconds
            self.tried[_WORDS.get(size, f"sets of {size}")] = 0, len(sets)
            yield from self._try(sets, size)
            if self.found or time.monotonic() > self._until:
                return

    def _try(self, sets, size):
        words = _WORDS.get(size, f"sets of {size}")
        for done, numbers in enumerate(sets, 1):
            for _ in self._of_set(numbers):
                yield words, done - 1, len(sets)
                if time.monotonic() > self._until:
                    return
            self.tried[words] = done, len(sets)
            yield words, done, len(sets)
            if time.monotonic() > self._until:
                return
        self.asked.forget()

    def _singles(self):
        """All numbers, those first that seem to mend every broken claim by the least change."""
        touched = {one for one in self.numbers if set(self.broken) <= self.asked.touched(one)}
        prices = {one: sum(self._prices(one).values()) for one in touched}
        return sorted(self.numbers, key=lambda one: prices.get(one, np.inf))

    def _look(self):
        """See which claims each number moves."""
        for done, number in enumerate(self.numbers):
            if number not in self._moves:
                alike = [one for one in self.numbers if one.unit == number.unit]
                self.asked.look_at([one for one in alike if one not in self._moves])
                self._moves[number] = self.asked.moves(number) & self.places
                yield "numbers looked at", done, len(self.numbers)

    def _sets(self, size):
        """The sets of so many numbers that move all broken claims, the most promising first."""
        order = {at: 1 << place for place, at in enumerate(self.broken)}
        every = sum(order.values())
        bits = {
            number: sum(bit for at, bit in order.items() if at in moves)
            for number, moves in self._moves.items()
            if moves
        }
        prices = {number: self._prices(number) for number in bits if bits[number]}
        found = []
        for numbers in combinations(bits, size):
            moved = 0
            for number in numbers:
                moved |= bits[number]
            if moved == every:
                least = [min(prices[one][at] for one in numbers if one in prices) for at in order]
                found.append((sum(least), len(found), numbers))
        return [numbers for *_, numbers in sorted(found)]

    def _prices(self, number):
        """How far a number must move to mend each broken claim, if it does so evenly: a guess."""
        found = dict.fromkeys(self.broken, 1e3)
        moves = self._moves.get(number, self.asked.touched(number))
        found |= dict.fromkeys({*self.broken} & moves & self.asked.slow, 1.0)
        exact = [at for at in self.broken if at in moves - self.asked.slow]
        now = np.maximum(self.asked.margins([()], exact)[0], 1e-12)
        for step in (number.steps[0], number.steps[-1]):
            then = self.asked.margins([((number, step),)], exact)[0]
            for at, one, other in zip(exact, now, then, strict=True):
                if other < one < np.inf:
                    found[at] = min(found[at], step.size * one / (one - max(other, -np.inf)))
        return found

    def _of_set(self, numbers):
        """Find the smallest mend by a set of numbers; yield between slices of the work."""
        asked = self.asked
        moves = [asked.touched(one) & self.places for one in numbers]
        if len(numbers) > 1:
            moves = [self._moves[one] for one in numbers]
        if not set(self.broken) <= set().union(*moves):
            return
        joint = {at for at in set().union(*moves) if sum(at in one for one in moves) > 1}
        steps = []
        for number, moved in zip(numbers, moves, strict=True):
            good = self._good(number, sorted(moved - joint - asked.slow))
            steps.append([step for step, one in zip(number.steps, good, strict=True) if one])
            if not steps[-1]:
                return
            yield
        joint = self._broken_first(joint - asked.slow)
        if self._out_of_reach(numbers, steps, joint):
            return
        limit = self.mends[-1].size if len(self.found) >= self.many else np.inf
        slow = self._broken_first(set().union(*moves) & asked.slow)
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
        margins = self.asked.margins(points, places)
        return margins <= -self.margin + 1e-12

    def _kept(self, points, places):
        """Those of some points that keep some claims, asked claim by claim while any is left."""
        for at in places:
            if not points:
                break
            inside = self._inside(points, [at])[:, 0]
            points = [point for point, one in zip(points, inside, strict=True) if one]
        return points

    def _broken_first(self, places):
        return sorted(places, key=lambda at: (at not in self.broken, at))

    def _out_of_reach(self, numbers, steps, joint):
        """Whether a broken claim lies on one side of its band at all corners of a set."""
        broken = [at for at in joint if at in self.broken]
        if len(numbers) == 1 or not broken:
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


def _by(step):
    return step.by


def _slices(numbers, steps, limit):
    """The combinations of values of some numbers, in slices, the smallest first."""
    most = _THINNED.get(len(numbers), 6 if len(numbers) > 1 else None)
    steps = [_thinned(some, most) for some in steps]
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
    if most is None or len(steps) <= most:
        return steps
    near = most // 2
    places = np.unique(np.geomspace(near, len(steps) - 1, most - near).astype(int))
    return [*steps[:near], *(steps[place] for place in places.tolist())]
