"""`mend` and `rooms`: all values of single numbers, the nearest first, then pairs of numbers.

What a pair does to a claim that only one of its numbers moves is known from that number alone, so
its values are narrowed one by one; only claims that both move are asked at their combinations, the
smallest first. Pairs are left out that don't move all broken claims by the ends of their values, or
that don't reach the band of a broken claim, see `Keeping`; so are single numbers that don't reach
the band of one that battles answer.
"""

import time
from dataclasses import dataclass, field
from itertools import combinations, product

import numpy as np

from combat.charter.mends.keeping import Keeping, blocks, frame_of, hopeless, rooms_of
from combat.charter.mends.numbers import WITHIN, numbers_of, points_of, size_of
from combat.charter.mends.query import Query
from combat.charter.mends.result import SHOWN, Mend, Mends
from combat.charter.mends.sheets import Sheets
from combat.core.checks import check_numbers

_SINGLES, _PAIRS = "values of single numbers", "pairs"
_FAR = 1e3  # the price of what a number doesn't move


@dataclass
class MendSearch:
    """A search for mends, or for the rooms, that its owner runs slice by slice.

    `steps` yields (what, done, total) between slices; whoever stops asking may ask for `mends`
    all the same. The arguments are those of `mend`.
    """

    claims: list
    most: int = 2
    within: float = WITHIN
    margin: float = 0.0
    change: list | None = None
    keep: list = field(default_factory=list)
    many: int = 5
    seconds: float = 120
    seed: int = 0
    error: float = 0.05
    known: dict | None = None

    def __post_init__(self):
        margin = float(check_numbers("margin", self.margin, low=0, high=1))
        claims = [one.narrower(margin) for one in self.claims]
        self.query = Query(claims, seed=self.seed, error=self.error, known=self.known)
        self.sheets = Sheets(self.query.place.game(*self.query.file))
        self.numbers = numbers_of(
            self.query.units,
            change=self.change,
            keep=self.keep,
            within=self.within,
            texts=self.sheets.texts(self.query.units),
            headings=self.sheets.headings,
        )
        if not self.numbers:
            raise ValueError("no number may take another value: loosen within, change or keep")
        self.keeping, self.looked = Keeping(self.query), []
        self.mends = Mends(self.query, self.many, margin)

    def steps(self):
        """Search for mends; pairs only where no single number mends, and then what none keeps."""
        found, late = self.mends, False
        found.against, found.why = hopeless(self.query, self.numbers)
        if self.query.broken and not found.against:
            yield from self._try_singles()
            if self.most > 1 and not found:
                late = yield from self._try_pairs()
            if not found:
                for against in self.keeping.by_none(self.numbers):
                    yield _SINGLES, *found.tried[_SINGLES]
                    found.against, found.why = against
        found.stopped = late

    def rooms(self):
        """Yield (what, done, total) while each number is looked at; return the frame of all."""
        yield "numbers", 0, len(self.numbers)
        for one in rooms_of(self.query, self.numbers):
            self.looked.append(one)
            yield "numbers", len(self.looked), len(self.numbers)
        return frame_of(self.looked)

    def _try_singles(self):
        """Try all values of all numbers, the nearest first, until there are mends enough."""
        query, mended, done = self.query, set(), 0
        exact, slow = self.keeping.split(range(len(query.claims)))
        slow_broken = {*slow} & {*query.broken}
        points = [
            point
            for number in self.numbers
            if query.touched(number) >= {*query.broken}
            and self.keeping.reached([number], [number.steps], slow_broken)
            for point in points_of(number)
        ]
        for block in blocks(sorted(points, key=size_of)):
            self.mends.tried[_SINGLES] = done, len(points)
            yield _SINGLES, done, len(points)
            done += len(block)
            untried = [one for one in block if one[0][0] not in mended]
            for point in self.keeping.kept(untried, exact):
                if point[0][0] in mended:
                    continue
                if self._confirmed(point, exact, slow):
                    mended.add(point[0][0])
                yield _SINGLES, done, len(points)
            if len(self.mends) >= self.many:
                break
        self.mends.tried[_SINGLES] = done, len(points)

    def _try_pairs(self):
        """Try the pairs that move all broken claims, the nearest first; return if it was late."""
        moves = {}
        for done, number in enumerate(self.numbers):
            moves[number] = self.query.moves(number)
            yield "numbers looked at", done, len(self.numbers)
        pairs, until = self._pairs(moves), time.monotonic() + self.seconds
        self.mends.tried[_PAIRS] = 0, len(pairs)
        for done, numbers in enumerate(pairs, 1):
            for _ in self._try_pair(numbers, [moves[one] for one in numbers]):
                yield _PAIRS, done, len(pairs)
                if time.monotonic() > until:
                    return True
            self.mends.tried[_PAIRS] = done, len(pairs)
        return False

    def _pairs(self, moves):
        """The pairs of numbers that move all broken claims, the most promising first."""
        prices = {one: self._prices(one, moves[one]) for one in self.numbers if moves[one]}
        broken = {*self.query.broken}

        def price(pair):
            return sum(min(prices[one][at] for one in pair) for at in broken)

        pairs = combinations(sorted(prices, key=lambda one: sum(prices[one].values())), 2)
        return sorted((one for one in pairs if broken <= moves[one[0]] | moves[one[1]]), key=price)

    def _prices(self, number, moved):
        """How far a number must move to mend each broken claim, if it does so evenly: a guess."""
        found = dict.fromkeys(self.query.broken, _FAR)
        exact, slow = self.keeping.split(moved & {*found})
        now, *ends = self.query.margins([(), *number.ends], exact)
        for ((_, step),), then in zip(number.ends, ends, strict=True):
            for at, one, other in zip(exact, now, then, strict=True):
                if other < one < np.inf:
                    found[at] = min(found[at], step.size * one / (one - other))
        return found | dict.fromkeys(slow, 1.0)

    def _try_pair(self, numbers, moves):
        """Find the smallest mend by a pair of numbers; yield between slices."""
        keeping, steps = self.keeping, []
        joint, _ = keeping.split(moves[0] & moves[1])
        _, slow = keeping.split(moves[0] | moves[1])
        for number, moved in zip(numbers, moves, strict=True):
            alone, _ = keeping.split(moved - {*joint})
            steps.append([step for ((_, step),) in keeping.kept(points_of(number), alone)])
            yield
            if not steps[-1]:
                return
        if not keeping.reached(numbers, steps, {*joint, *slow} & {*self.query.broken}):
            return
        sides = (
            [(number, step) for step in _thinned(some)]
            for number, some in zip(numbers, steps, strict=True)
        )
        points = (one for one in product(*sides) if size_of(one) < self.mends.limit)
        for block in blocks(sorted(points, key=size_of)):
            yield
            for point in keeping.kept(block, joint):
                yield
                if self._confirmed(point, joint, slow):
                    return

    def _confirmed(self, point, joint, slow):
        """Take a point, closed in, if slow claims are kept and `judge` confirms it; return so."""
        if not self.keeping.kept([point], slow):
            return False
        point = self.keeping.closest(point, [*joint, *slow])
        verdicts = self.query.judged(point)
        holds = verdicts.count("holds") == len(verdicts)
        if holds:
            self.mends.add(Mend(point, verdicts))
        return holds


def _thinned(steps):
    """So many of some values at most: all that are near, of the others fewer the farther."""
    steps = sorted(steps, key=lambda one: one.size)
    if len(steps) <= SHOWN:
        return steps
    near = SHOWN // 2
    places = np.unique(np.geomspace(near, len(steps) - 1, SHOWN - near).astype(int))
    return [*steps[:near], *(steps[place] for place in places.tolist())]


def mend(claims, **how):
    """Return the `Mends` of claims: the smallest changes of numbers that keep every promise.

    The fewest numbers come first, then the least sum of relative changes, then the most room.
    All values of single numbers are tried, the smallest changes first; where none of them mends,
    pairs as far as the time goes, of each number 40 values that close in. What is found holds by
    `judge`, sampled promises with battles of another seed.

    claims: as `read_charter` returns them. most: numbers in one mend, 1 or 2 (by default). within:
    how far a number may move, a share of its own size (of its column's mean where it is 0), 1 by
    default. margin: how far inside its band each promise must lie, a chance from 0 to 1 (of a
    number above 1, a share of it): what is shown are the bands that are left. change, keep: lists
    of words for the numbers that may change, by default all but counts, and for those that stay: a
    unit, a column, or "unit: column", with * for any. many: how many mends are wanted, 5 by
    default. seconds: for the pairs, 120 by default. seed, error, known: as for `judge`. ValueError
    for a word that names nothing, and if no claim is about units.

    >>> from combat.charter import read_charter
    >>> table = b"system,first,second,measure,at least\\nunits,Imp,Ogre,score,40 %\\n"
    >>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
    >>> claims = read_charter(table, "mine.charter.csv", files={"units.csv": units}).claims
    >>> [found.words for found in mend(claims, keep=["hp", "Imp", "Ogre: damage"])]
    ['Ogre: attack 9 -> 5', 'Ogre: defense 9 -> 3']
    """
    search = MendSearch(list(claims), **how)
    for _ in search.steps():
        pass
    return search.mends


def rooms(claims, **how):
    """Return how far each number may move, either way, before a promise breaks: a frame.

    Arguments as for `mend`. A row for each number, the narrowest first: unit, number, now; for each
    side the last value that keeps every promise that holds now, the first that breaks one, how far
    that is as a share of the number (infinite if nothing breaks within the limits), and which
    promise it is; room, the lesser of the two. Sampled promises are told apart by a few battles.

    >>> from combat.charter import read_charter
    >>> table = b"system,first,second,measure,at most\\nunits,Imp,Ogre,score,40 %\\n"
    >>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,4,9,9,1\\n"
    >>> claims = read_charter(table, "mine.charter.csv", files={"units.csv": units}).claims
    >>> rooms(claims, change=["hp"])[["unit", "now", "down to", "breaks at (down)", "up to"]]
       unit now down to breaks at (down) up to
    0  Ogre   4       3                2     8
    1   Imp   2       1                      3
    """
    search = MendSearch(list(claims), **how)
    for _ in search.rooms():
        pass
    return frame_of(search.looked)
