"""`mend` and `rooms`."""

from dataclasses import dataclass, field
from functools import cached_property

from combat.charter.mends.asking import Asked
from combat.charter.mends.conflicts import excluding
from combat.charter.mends.numbers import WITHIN, numbers_of
from combat.charter.mends.ranges import frame_of, lines_of, rooms_of
from combat.charter.mends.result import Mends
from combat.charter.mends.search import Search
from combat.charter.mends.sheets import Sheets
from combat.core.checks import check_numbers


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
        self.asked = Asked(claims, seed=self.seed, error=self.error, known=self.known)
        self.sheets = Sheets(self.asked.place, self.asked.file)
        self.numbers = numbers_of(
            self.asked.units,
            change=self.change,
            keep=self.keep,
            within=self.within,
            texts=self.sheets.texts(self.asked.units),
            headings=self.sheets.headings,
        )
        if not self.numbers:
            raise ValueError("no number may take another value: loosen within, change or keep")
        self.against, self.why, self.ended, self._looked = (), "", False, []

    @cached_property
    def search(self):
        """The `Search` for what keeps all claims."""
        return self._search(None, most=self.most, seconds=self.seconds)

    def steps(self):
        """Search for mends, and for what contradicts itself where there are none."""
        yield from self.asked.judging()
        places, self.why = self._hopeless()
        if not places:
            yield from self.search.steps()
            if self.asked.broken and not self.search.found:
                places = yield from self._kept_by_none()
        self.against = [self.asked.claims[at] for at in places]
        self.ended = True

    def _hopeless(self):
        """The places of claims that no search can keep, and why; none and "" elsewhere."""
        asked = self.asked
        if empty := [at for at, one in enumerate(asked.claims) if one.empty]:
            return empty[:1], "No value has this margin to both ends"
        if two := excluding(asked.claims, range(len(asked.claims))):
            return two, "These promises contradict each other, whatever the numbers"
        touched = set().union(*map(asked.touched, self.numbers))
        if still := [at for at in asked.broken if at not in touched]:
            return still, "Broken, and no number that may change counts"
        return [], ""

    def _kept_by_none(self):
        """Yield while looking; return the place of a promise that no single value keeps, or []."""
        for at in self.asked.broken:
            alone = self._search([at], most=1, seconds=self.seconds, judged=False)
            yield from alone.steps()
            if not alone.found:
                self.why = "No value of a single number that may change keeps this promise"
                return [at]
        return []

    def rooms(self):
        """Yield (what, done, total) while the frame of `rooms` is made, and return it."""
        yield from self.asked.judging()
        total, self._looked = len(self.numbers), []
        yield "numbers", 0, total
        for one in rooms_of(self.asked, self.numbers):
            self._looked.append(one)
            yield "numbers", len(self._looked), total
        return frame_of(self._looked)

    @property
    def room_lines(self):
        """The rooms so far as sentences."""
        lines, looked, total = (
            lines_of(frame_of(self._looked)),
            len(self._looked),
            len(self.numbers),
        )
        if looked < total:
            lines.append(f"Looked at {looked:,} of {total:,} numbers; stopped before the end.")
        return lines

    @property
    def mends(self):
        """The `Mends` so far."""
        asked, tried = self.asked, self.search.tried
        return Mends(
            tuple(self.search.mends),
            asked.verdicts,
            dict(tried),
            tuple(self.against),
            self.why,
            tuple(asked.fixed),
            self.search.late or not self.ended,
            self.margin,
        )

    def _search(self, places, **how):
        return Search(self.asked, self.numbers, places, many=self.many, **how)


def mend(claims, *, progress=None, **how):
    """Return the `Mends` of claims: the smallest changes of numbers that keep every promise.

    The fewest numbers come first, then the least sum of relative changes, then the most room.
    All values of single numbers are tried, the smallest changes first; where none of them mends,
    pairs as far as the time goes, of each number 40 values that close in. What is found holds by
    `judge`, sampled promises with battles of another seed.

    claims: as `read_charter` returns them. progress: called as progress(what, done, total). most:
    numbers in one mend, 1 or 2 (by default). within: how far a number may move, a share of its own
    size (of its column's mean where it is 0), 1 by default. margin: how far inside its band each
    promise must lie, a chance from 0 to 1 (of a number above 1, a share of it): what is shown are
    the bands that are left. change, keep: lists of words for the numbers that may change, by
    default all but counts, and for those that stay: a unit, a column, or "unit: column", with * for
    any. many: how many mends are wanted, 5 by default. seconds: for the pairs, 120 by default.
    seed, error, known: as for `judge`. ValueError for a word that names nothing, and if no claim is
    about units.

    >>> from combat.charter import read_charter
    >>> table = b"system,first,second,measure,at least\\nunits,Imp,Ogre,score,40 %\\n"
    >>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
    >>> claims = read_charter(table, "mine.charter.csv", files={"units.csv": units}).claims
    >>> [found.words for found in mend(claims, keep=["hp", "Imp", "Ogre: damage"])]
    ['Ogre: attack 9 -> 5', 'Ogre: defense 9 -> 3']
    """
    search = MendSearch(list(claims), **how)
    _run(search.steps(), progress)
    return search.mends


def rooms(claims, *, progress=None, **how):
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
    return _run(MendSearch(list(claims), **how).rooms(), progress)


def _run(steps, progress):
    """What some steps return."""
    while True:
        try:
            told = next(steps)
        except StopIteration as end:
            return end.value
        if progress is not None:
            progress(*told)
