"""Where a charter's files come from: the folder that it lies in."""

from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePath

from combat.charter.cells import Fault, unknown
from combat.core.own_code import lies_in
from combat.core.words import printable

_TABLES = (".csv", ".xlsx")
_ASIDE = ("~$", ".")  # what Excel and macOS lay beside a table, under its name and ending


@dataclass(eq=False)
class Place:
    """The folder of a charter, and what stands in for files of it.

    folder: a Path, or None for an upload. files: {name: bytes} that are taken before the
    folder's. rules: a `combat.units.Rules`, or None. trust: whether a charter may run Python that
    lies elsewhere. What was read once is kept.
    """

    folder: Path | None
    files: dict = field(default_factory=dict)
    rules: object = None
    trust: bool = False
    kept: dict = field(default_factory=dict, repr=False)

    def once(self, key, make):
        """Return what make() gives, made once for each key."""
        if key not in self.kept:
            self.kept[key] = make()
        return self.kept[key]

    def may_run(self, column, text):
        """A `Fault` for code, "file.py:name" or "module:name", that a charter may not run."""
        if self.trust or lies_in(text, self.folder):
            return
        what = text.rpartition(":")[0]
        if self.folder is None:
            raise Fault(
                column,
                f"'{printable(text)}' would run {printable(what)}, and an upload runs nothing: "
                f"leave it out, or read the charter where it lies, by its path",
            )
        where = "which isn't in the charter's folder" if what.endswith(".py") else "a module"
        raise Fault(
            column,
            f"'{printable(text)}' would run {printable(what)}, {where}; if you trust who wrote the "
            f"charter, say so (--trust)",
        )

    def tables(self):
        """Return the names of the tables there; charters and hidden files are left out."""
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

    def has(self, name):
        """Return whether there is such a file."""
        return name in self.files or (self.folder is not None and (self.folder / name).is_file())

    def source(self, column, name):
        """Return the bytes that stand for a file, or its path; a `Fault` if there is none."""
        if not self.has(name):
            raise unknown(column, name, self.tables(), "this folder")
        return self.files[name] if name in self.files else self.folder / name

    def found(self, column, name):
        """Return the name of a table with its ending, which may be left out; else a `Fault`."""
        for ending in ("", *_TABLES):
            if self.has(name + ending):
                return name + ending
        raise unknown(column, name, [PurePath(one).stem for one in self.tables()], "this folder")
