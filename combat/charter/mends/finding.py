"""`mend`, `rooms` and `balance_charter`."""

from dataclasses import dataclass, field

from combat.charter.claim import Claim
from combat.charter.mends.asking import Asked
from combat.charter.mends.conflicts import excluding, smallest_set
from combat.charter.mends.numbers import WITHIN, numbers_of
from combat.charter.mends.ranges import frame_of, rooms_of
from combat.charter.mends.result import Mends
from combat.charter.mends.search import Search
from combat.charter.mends.sheets import Sheets
from combat.charter.systems.system import Row
from combat.charter.systems.units import questions

_SECONDS = 20  # for the search of a contradiction
_WITHOUT = ("cost", "method", "mirrored", "targeting", "units", "rest")


@dataclass
class Finding:
    """A search for mends, or for the rooms, that its owner runs slice by slice.

    `steps` yields (what, done, total) between slices; whoever stops asking may ask for `mends`
    all the same. The arguments are those of `mend`.
    """

    claims: list
    most: int = 3
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
        how = {"seed": self.seed, "error": self.error, "known": self.known}
        self.asked = Asked(self.claims, **how)
        self.sheets = Sheets(self.asked.place, self.asked.file)
        self.numbers = numbers_of(
            self.asked.units,
            change=self.change,
            keep=self.keep,
            within=self.within,
            texts=self.sheets.texts(self.asked.units),
            headings=self.sheets.headings,
        )
        self.search = self._search(None, seconds=self.seconds, margin=self.margin)
        self.against, self.always, self.ended = (), False, False

    def steps(self):
        """Search for mends, and for what contradicts itself where there are none."""
        asked = self.asked
        if two := excluding(asked.claims, range(len(asked.claims))):
            self.against, self.always, self.ended = [asked.claims[at] for at in two], True, True
            return
        yield from self.search.steps()
        if asked.broken and not self.search.found:
            some = yield from smallest_set(self._restricted, asked)
            self.against = [asked.claims[at] for at in some]
        self.ended = True

    def rooms(self):
        """Yield (what, done, total) while the frame of `rooms` is made, and return it."""
        found = []
        for one in rooms_of(self.asked, self.numbers):
            found.append(one)
            yield "numbers", len(found), len(self.numbers)
        return frame_of(found)

    @property
    def mends(self):
        """The `Mends` so far."""
        asked, tried = self.asked, self.search.tried
        cut = not self.ended or any(done < total for done, total in tried.values())
        return Mends(
            tuple(self.search.mends),
            asked.verdicts,
            dict(tried),
            tuple(self.against),
            self.always,
            tuple(asked.fixed),
            cut,
        )

    def _restricted(self, places):
        return self._search(places, seconds=_SECONDS, judged=False)

    def _search(self, places, **how):
        return Search(self.asked, self.numbers, places, most=self.most, many=self.many, **how)


def mend(claims, *, progress=None, **how):
    """Return the `Mends` of claims: the smallest changes of numbers that keep every promise.

    The fewest numbers come first, then the least sum of relative changes, then the most room.
    Single numbers are all tried. Pairs and triples are tried as far as the time goes, on a coarser
    grid that closes in, without those that can't reach a broken promise at any of their corners.
    What is found holds by `judge`, sampled promises with battles of another seed.

    claims: as `read_charter` returns them. progress: called as progress(what, done, total). most:
    numbers in one mend, 3 by default. within: how far a number may move, a share of its own size
    (of its column's mean where it is 0), 1 by default. margin: how far inside its band each promise
    that a mend touches must lie, a chance. change, keep: lists of words for the numbers that may
    change, by default all but counts, and for those that stay: a unit, a column, or "unit: column",
    with * for any. many: how many mends are wanted, 5 by default. seconds: for sets of each size,
    120 by default. seed, error, known: as for `judge`. ValueError for a word that names nothing,
    and if no claim is about units.

    >>> from combat.charter import read_charter
    >>> table = b"system,first,second,measure,at least\\nunits,Imp,Ogre,score,40 %\\n"
    >>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
    >>> claims = read_charter(table, "mine.charter.csv", files={"units.csv": units}).claims
    >>> [found.words for found in mend(claims, keep=["hp", "Imp", "Ogre: damage"])]
    ['Ogre: attack 9 -> 5', 'Ogre: defense 9 -> 3']
    """
    finding = Finding(list(claims), **how)
    for told in finding.steps():
        if progress is not None:
            progress(*told)
    return finding.mends


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
    steps = Finding(list(claims), **how).rooms()
    while True:
        try:
            told = next(steps)
        except StopIteration as end:
            return end.value
        if progress is not None:
            progress(*told)


def balance_charter(claims, at_least=0.4, at_most=0.6):
    """Return claims in place of others: the mean score of each unit lies between two bounds.

    claims: of a charter about the same units; the first about units says by which rules they fight.

    >>> from combat.charter import judge, read_charter
    >>> table = b"system,first,second,measure,at least\\nunits,Imp,Ogre,score,40 %\\n"
    >>> units = b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,3,9,9,1\\n"
    >>> claims = read_charter(table, "mine.charter.csv", files={"units.csv": units}).claims
    >>> judge(balance_charter(claims)).count("broken")
    2
    """
    about = [one for one in claims if one.system == "units" and one.question is not None]
    if not about:
        raise ValueError("no promise is about units: there is nothing to balance")
    place = about[0].question.place
    given = {key: value for key, value in about[0].given.items() if key not in _WITHOUT}
    row = Row("*", "", "field score", given)
    return tuple(
        Claim(
            about[0].row,
            f"mean score: {first}",
            "units",
            first,
            second,
            row.measure,
            at_least,
            at_most,
            given,
            words="mean score",
            answer=answer,
        )
        for first, second, answer in questions(row, place)
    )
