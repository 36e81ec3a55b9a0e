"""Where a charter's files come from: the folder that it lies in."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from combat.core.files import lies_below
from combat.core.own_code import is_ours, lies_in
from combat.core.words import printable, unknown

_TABLES = (".csv", ".xlsx")
_SHEETS = (".csv", ".xlsx", ".ods", ".xls", ".json", ".yaml")
_TRUST = "if you trust who wrote the charter, say so (--trust)"
_ASIDE = ("~$", ".")  # prefixes of the files that Excel and macOS put beside a table


@dataclass(eq=False)
class Place:
    """The folder of a charter, and files given in place of the folder's.

    name: the charter's; units of x.charter.csv lie in x.csv, if that is there. trust: whether a
    charter may run Python and read files that lie elsewhere; None: it runs no Python of its folder
    either. progress: as for `combat.units.matrix`, or None. columns: a mapping of the headings of
    units, in place of those beside their files. changes: whether its units are changed ones, many
    asked at once.
    """

    folder: Path | None
    files: dict = field(default_factory=dict)
    rules: object = None
    trust: bool | None = False
    progress: Callable | None = None
    columns: Path | None = None
    changes: bool = False
    name: str = ""
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
        return [*own, "units.csv", "units.xlsx"]

    def has(self, name):
        """Return whether there is a file of that name."""
        try:
            return name in self.files or (
                self.folder is not None and (self.folder / name).is_file()
            )
        except (OSError, ValueError):  # such as a name that is too long
            return False

    def source(self, name):
        """Return a file's bytes if they were given, else its path; ValueError if there is none."""
        self.may_read(name)
        if not self.has(name):
            raise ValueError(unknown(name, self.tables(), "this folder"))
        return self.files[name] if name in self.files else self.folder / name

    def may_read(self, name):
        """Raise a ValueError for a file that lies elsewhere, as its faults may quote it."""
        if self.trust or name in self.files or self.folder is None or lies_below(name, self.folder):
            return
        raise ValueError(f"'{printable(name)}' isn't in the charter's folder or below it; {_TRUST}")
