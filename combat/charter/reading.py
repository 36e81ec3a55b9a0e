"""Reads a charter, CSV or spreadsheet, into claims; each fault names its cell."""

from dataclasses import dataclass, field
from importlib import import_module
from itertools import islice
from pathlib import Path

from combat.charter.cells import Fault, Row, band, cell, whole, word
from combat.charter.claim import BUDGET, Claim
from combat.charter.place import Place
from combat.core.words import printable
from combat.tables import TableError, read_table

COLUMNS = (
    *("claim", "system", "first", "second", "measure"),
    *("at least", "at most", "given", "budget"),
)
_NEEDED = ("system", "measure")
_ALIASES = {"at_least": "at least", "at_most": "at most"}
SYSTEMS = ("units", "python")  # each a module of `combat.charter.systems`
MOST_CLAIMS = 10_000  # claims that the patterns of one row may stand for
MOST_IN_ALL = 50_000  # of a charter
MOST_BUDGET = 10**9


@dataclass(frozen=True)
class Charter:
    """The claims of a file, in its order, and its faults, one line each.

    >>> Charter("mine.charter.csv").claims
    ()
    """

    name: str
    claims: tuple = ()
    faults: tuple = field(default=())

    @property
    def rows(self):
        """The claims of each row of the file: {row: list of claims}."""
        found = {}
        for claim in self.claims:
            found.setdefault(claim.row, []).append(claim)
        return found


def read_charter(
    source,
    name=None,
    *,
    rules=None,
    files=None,
    sheet=None,
    trust=False,
    columns=None,
    progress=None,
):
    """Return the `Charter` of a CSV or xlsx file.

    source: a path, or the file's content as bytes with its file `name`. Columns: claim (free
    text), system, first, second, measure, at least, at most, given (settings, "name=value;
    name=value") and budget (battles). Columns that a row doesn't need may be blank or left out.
    Chances may be in percent. `*` in first and second matches every name, and the row becomes a
    claim for each match; no unit is matched against itself. Other files that a row names lie in
    the charter's folder or below it.

    In a row about units, first and second may be armies, "6 Goblin + Bugbear" or "6x Goblin". One
    name of an army may be a pattern: "6 Gob* + Bugbear". With cost=600 in the column given, each
    side is as many of its one unit as 600 buys. With items=* (or names) or budget=20 units are
    their loadouts, see `combat.units.loadouts`: "Knight: Spear, Mail", or "Knight: *".

    rules: your own `combat.units.Rules`. files: {name: bytes, `Units`, or `GameFiles`}, used in
    place of files in the folder. sheet: of an xlsx charter, by default the first. columns: a
    mapping of the headings of units, a path, in place of those beside their files. trust: whether
    the charter may run Python and read files from outside its folder. Python in the folder or below
    may always run, unless trust is None, but only when the charter is judged: reading runs nothing.
    progress: called as progress(done, duels) while all units fight all others; with it that may
    take minutes.
    A row with a fault is left out, and the fault is listed in `faults` (file, row, column, what is
    wrong, known entries).
    TableError for a file that can't be read at all.

    >>> table = b"system,measure,at least\\npython,combat.luck:streak_chance,10 %\\n"
    >>> read_charter(table, "mine.charter.csv").claims[0].at_least
    0.1
    >>> wrong = table.replace(b"python", b"pythons").replace(b"10 %", b"ten")
    >>> print(*read_charter(wrong, "mine.charter.csv").faults, sep="\\n")
    mine.charter.csv, row 2, column 'system': 'pythons' is not known; did you mean 'python'? ...
    """
    bytes_given = isinstance(source, (bytes, bytearray, memoryview))
    name = printable(name or ("charter" if bytes_given else Path(source).name))
    folder = None if bytes_given else Path(source).parent
    found = {"name": name, "sheet": sheet}
    place = Place(folder, dict(files or {}), rules, trust, progress, columns, **found)
    claims, faults = [], []
    for row, cells in _table(source, name, sheet, faults):
        if len(claims) > MOST_IN_ALL:
            raise TableError(
                f"{name}, row {row}: the rows so far stand for more than {MOST_IN_ALL:,} claims, "
                f"too many for a charter; write fewer patterns, or split it into several charters"
            )
        wrong = []
        claims += _claims(row, cells, place, wrong)
        faults += [
            TableError(f"{name}, row {row}, column '{fault.column}': {fault.what}", row)
            for fault in wrong
        ]
    faults.sort(key=lambda fault: fault.row)
    return Charter(name, tuple(claims), tuple(map(str, faults)))


def _table(source, name, sheet, faults):
    """The rows of the file, and their cells as text in one line."""
    optional = [column for column in COLUMNS if column not in _NEEDED]
    how = {"text": COLUMNS, "optional": optional, "aliases": _ALIASES, "faults": faults}
    frame = read_table(source, numeric=(), sheet=sheet, name=name, **how)
    rows = frame.map(lambda cell: " ".join(cell.splitlines())).to_dict("records")
    return [(int(row), cells) for row, cells in zip(frame.index, rows, strict=True)]


def _claims(row, cells, place, wrong):
    """The claims of a row; its faults, all at once, are added to `wrong`."""

    def read(column, kind, *texts):
        try:
            with cell(column):
                return kind(*texts)
        except Fault as fault:
            wrong.append(fault)
            return None

    budget = read("budget", whole(2, MOST_BUDGET), cells["budget"] or str(BUDGET))
    system = read("system", word(*SYSTEMS), cells["system"])
    if system is None:
        return []
    found = import_module(f"combat.charter.systems.{system}")
    measure = read("measure", found.measure_of, cells)
    unit = "number" if measure is None else measure.unit
    ends = read("", band, cells["at least"], cells["at most"], unit)
    given = read("given", found.settings_of, cells["given"])
    if wrong:
        return []
    asked = Row(cells["first"], cells["second"], measure, *given)
    pattern = "*" in asked.first + asked.second
    questions = read("", _questions, found, asked, place)
    return [
        Claim(
            row,
            _words(cells, first, second, pattern or len(questions) > 1),
            system,
            first,
            second,
            " ".join(cells["measure"].split()),
            *ends,
            asked.given,
            budget,
            unit,
            _words(cells, asked.first, asked.second, False),
            answer,
        )
        for first, second, answer in questions or ()
    ]


def _questions(system, row, place):
    """What a row asks; a `Fault` if its patterns match nothing, or too much."""
    questions = list(islice(system.questions(row, place), MOST_CLAIMS + 1))
    column = "first" if "*" in row.first else "second"
    if not questions:
        raise Fault(column, "the pattern matches nothing but the entry itself; write another")
    if len(questions) > MOST_CLAIMS:
        raise Fault(column, f"the patterns stand for more than {MOST_CLAIMS:,} claims; write fewer")
    return questions


def _words(cells, first, second, pattern):
    """The words of a claim: the designer's, with the pair added if the row has a pattern."""
    pair = " against ".join(filter(None, (first, second)))
    text = " ".join(cells["claim"].split())
    if not text:
        return f"{pair}: {cells['measure']}" if pair else cells["measure"]
    return f"{text}: {pair}" if pattern else text
