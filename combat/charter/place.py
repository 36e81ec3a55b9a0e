"""What lies beside a charter: its files, and the units and the rules that a row names."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path

from combat.charter.cells import Fault, cell
from combat.charter.measures import OF_RULES
from combat.core.checks import warn
from combat.core.own_code import is_ours, lies_below, lies_in
from combat.core.words import many, printable, some_of, unknown
from combat.tables import TableError
from combat.units import PLAIN, Rules, Units, loadouts
from combat.units.cautions import of_the_rule
from combat.units.sheets.files import GameFiles, TableFile, files_of, given_table, lying_beside
from combat.units.sheets.headings import tables_beside
from combat.units.sheets.reading import read_game
from combat.units.strikes.strikes import AttackTable
from combat.units.which_rules import RATIO, guessed, rules_of

_POOL = ("units", "items", "budget")  # settings that say who is there
_JUDGED = 30  # units on which a rule is tried: your own damage rule is called for each pair
_TABLES = (".csv", ".xlsx")
_SHEETS = (".csv", ".xlsx", ".ods", ".xls", ".json", ".yaml")
_TRUST = "if you trust who wrote the charter, say so (--trust)"
_ASIDE = ("~$", ".")  # prefixes of the files that Excel and macOS put beside a table


@dataclass(eq=False)
class Place:
    """The folder of a charter, and files given in place of the folder's.

    name, sheet: the charter's; units of x.charter.csv lie in x.csv, if that is there. trust:
    whether a charter may run Python and read files that lie elsewhere; None: it runs no Python of
    its folder either. progress: as for `combat.units.matrix`, or None. columns: a mapping of the
    headings of units, in place of those beside their files. changes: whether its units are changed
    ones, many asked at once.
    """

    folder: Path | None
    files: dict = field(default_factory=dict)  # {name: bytes, `Units`, or `GameFiles`}
    rules: object = None
    trust: bool | None = False
    progress: Callable | None = None
    columns: Path | None = None
    changes: bool = False
    name: str = ""
    sheet: str | None = None
    kept: dict = field(default_factory=dict, repr=False)

    def memoised(self, key, make):
        """Return the result of make(), memoised by key."""
        if key not in self.kept:
            self.kept[key] = make()
        return self.kept[key]

    def may_run(self, text):
        """Raise a ValueError if the charter may not run "file.py:name" or "module:name"."""
        here = lies_in(text, self.folder)
        if self.trust or (here and self.trust is not None) or is_ours(text):
            return
        what = text.rpartition(":")[0]
        where = "which isn't in the charter's folder" if what.endswith(".py") else "a module"
        where = "which was found with the charter, unasked" if here else where
        why = f"would run {printable(what)}, {where}; {_TRUST}"
        if what.startswith("combat."):
            why = (
                "is no public function that takes only numbers and texts and reads no files; write "
                "one such as combat.luck:success_rate"
            )
        elif self.folder is None:
            why = (
                f"would run {printable(what)}, and an upload runs nothing: leave it out, or read "
                f"the charter where it lies, by its path"
            )
        raise ValueError(f"'{printable(text)}' {why}")

    def tables(self):
        """Return the names of the tables in the folder, without charters and hidden files."""
        names = set(self.files)
        if self.folder is not None and self.folder.is_dir():
            names |= {path.name for path in self.folder.iterdir()}
        return sorted(
            name
            for name in names
            if name.endswith(_TABLES)
            and not name.startswith(_ASIDE)
            and not fnmatchcase(name, "*.charter.*")
        )

    @property
    def sheets(self):
        """The names that the file of the units may have where a row names none."""
        stem = self.name.removesuffix(".charter.csv")
        own = [f"{stem}{kind}" for kind in _SHEETS] if stem != self.name else []
        # The charter itself may be a sheet of the units' spreadsheet.
        return [*own, "units.csv", "units.xlsx", *[self.name] * (self.sheet is not None)]

    def has(self, name):
        """Return whether there is a file of that name."""
        try:
            return name in self.files or (
                self.folder is not None and (self.folder / name).is_file()
            )
        except (OSError, ValueError):  # such as a name that is too long
            return False

    def source(self, name):
        """Return what was given for a file, else its path; ValueError if there is none."""
        self.may_read(name)
        if not self.has(name):
            raise ValueError(unknown(name, self.tables(), "this folder"))
        return self.files[name] if name in self.files else self.folder / name

    def game(self, name, sheet=None):
        """Return the `GameFiles` of a file of units and of what lies beside it."""
        source = self.source(name)
        if isinstance(source, Units):
            return GameFiles(name, None, b"", units=source)
        if not isinstance(source, GameFiles):
            beside = partial(self._beside, name)
            return files_of(source, name, sheet=sheet, beside=beside, columns=self.columns)
        if source.units is not None and sheet in (None, source.sheet):
            return source
        columns = {} if self.columns is None else {"columns": given_table("columns", self.columns)}
        return replace(source, sheet=sheet, units=None, beside=source.beside | columns)

    def _beside(self, name, kind):
        """The table of a kind that belongs to a file, given or in the folder; or None."""
        other = tables_beside(name)[kind]
        self.may_read(other)  # a link may lead elsewhere
        if other in self.files:
            return TableFile(other, self.files[other])
        return None if name in self.files else lying_beside(self.folder / name, kind)

    def may_read(self, name):
        """Raise a ValueError for a file that lies elsewhere, as its faults may quote it."""
        if self.trust or name in self.files or self.folder is None or lies_below(name, self.folder):
            return
        raise ValueError(f"'{printable(name)}' isn't in the charter's folder or below it; {_TRUST}")


def fights_by(row):
    """Return the settings of a row on which a duel depends, besides its file: text pairs."""
    names = ("rounds", "rules", *OF_RULES)
    return tuple((name, row.given[name]) for name in names if name in row.given)


def known_rules(row, place):
    """Return the `Rules` of a row, or None for those in a file, which run when it is judged."""
    text = row.given.get("rules", "")
    if ":" not in text:
        return rules_in(row, place)
    with cell("given"):
        place.may_run(text)
    return None


def rules_in(row, place):
    """Return the `Rules` of a row: one object for equal ones, so that all is computed once."""
    rules, text = place.rules, row.given.get("rules")
    changed = {name: row.set[name] for name in OF_RULES if name in row.set}
    if rules is None and not text:
        rules = PLAIN if {"hit", "damage"} & changed.keys() else guessed_for(row, place)[1]
    with cell("given"):
        if text:
            rules = place.memoised(("rules", text), lambda: rules_of(text, place.folder))
        if not isinstance(rules, Rules):
            what = printable(repr(rules))
            raise ValueError(f"the rules are {what}; make them with Rules(...)")
        if not changed:
            return rules
        key = "changed", rules, tuple(sorted(changed.items()))
        return place.memoised(key, lambda: replace(rules, **changed))


def guessed_for(row, place):
    """Return (name, `Rules`) by which all units of a row's file seem to fight, from their numbers.

    A changed game is judged by the same: that is why it is kept as the rules of a name are.
    """
    key = "rules", "guessed", *file_of(row, place), row.given.get("against")
    units = all_units_of(row, place)
    try:
        return place.memoised(key, lambda: guessed([*units, *(others_of(row, place) or ())]))
    except ValueError:  # each claim says what it lacks
        return RATIO, PLAIN


def caution(units, rules):
    """Warn of a rule at its limits; an error in the rule is reported by the row that uses it."""
    if rules.decided:
        return
    some = list(units)[:_JUDGED]
    with suppress(ValueError):
        for sentence in of_the_rule(AttackTable(some, some, rules), rules):
            warn(sentence)


def file_of(row, place):
    """Return the name of a row's file of units, and its sheet."""
    name = row.given.get("file") or next(filter(place.has, place.sheets), None)
    if name is None:
        raise Fault("given", "units.csv isn't beside the charter; name another with file=...")
    return name, row.given.get("sheet")


def units_of(row, place):
    """Return the `Units` of a row: all of its file, or those of its settings, see `pooled`."""
    units = all_units_of(row, place)
    key = "pool", *file_of(row, place), *map(row.given.get, _POOL)
    return place.memoised(key, lambda: pooled(row, units))


def others_of(row, place):
    """Return the `Units` of the file that a row sets against its own; None without one."""
    name = row.given.get("against")
    return None if name is None else _all_in((name, None), place, "against")


def all_units_of(row, place):
    """Return all `Units` of a row's file."""
    return _all_in(file_of(row, place), place)


def _all_in(key, place, setting=""):
    """All `Units` of a file and a sheet."""
    with cell("given", setting):
        try:
            return place.memoised(("units", *key), lambda: read_game(place.game(*key), strict=True))
        except TableError as error:
            first, *others = str(error).splitlines()
            more = f" (and {many(len(others), 'fault')} more)" if others else ""
            raise ValueError(first + more) from None


def pooled(row, units):
    """Return those of some `Units` that a row names in its setting units; all without it.

    With items or a budget they are their loadouts, or some of them: units=Knight, or Knight: *.
    """
    named, items, _ = map(row.given.get, _POOL)
    with cell("given"):
        if items is None and "budget" not in row.set:
            return units.only(*some_of(named, units.names, "this file")) if named else units
        some = None if items is None else some_of(items, units.items, "items")
        with suppress(ValueError):
            units, named = units.only(*some_of(named or "*", units.names)), None
        found = loadouts(units, some, row.set.get("budget"))
        return found.only(*some_of(named, found.names, "these loadouts")) if named else found
