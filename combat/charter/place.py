"""Where a charter's files and rules come from: the folder that it lies in."""

import importlib
import importlib.util
import os
import sys
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path, PurePath

from combat.charter.cells import Fault, unknown
from combat.tables import shown

_TABLES = (".csv", ".xlsx")
_ASIDE = ("~$", ".")  # what Excel and macOS lay beside a table, under its name and ending


@dataclass(eq=False)
class Place:
    """The folder of a charter, and what stands in for files of it.

    folder: a Path, or None for an upload. files: {name: bytes} that are taken before the
    folder's. rules: a `combat.units.Rules`, or None. What was read once is kept.

    >>> place = Place(None, {"units.csv": b"name"})
    >>> place.source("given", "units.csv"), place.tables()
    (b'name', ['units.csv'])
    """

    folder: Path | None
    files: dict = field(default_factory=dict)
    rules: object = None
    kept: dict = field(default_factory=dict, repr=False)

    def once(self, key, make):
        """Return what make() gives, made once for each key."""
        if key not in self.kept:
            self.kept[key] = make()
        return self.kept[key]

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


def loaded(text, folder=None, column="given"):
    """Return what "module:name" or "file.py:name" names; a `Fault` if there is no such thing.

    A file is looked for in the folder, and run: give only what you trust, as any module.

    >>> loaded("combat.units:PLAIN").hit
    'ratio'
    """
    module, colon, name = text.rpartition(":")
    if not colon or not name or not module:
        raise Fault(column, f"'{shown(text)}' names no rules; write module:name or file.py:name")
    try:
        found = _of_file(module, folder) if module.endswith(".py") else _imported(module)
        return getattr(found, name)
    except AttributeError:
        names = [one for one in vars(found) if not one.startswith("_")]
        raise unknown(column, name, names, module) from None
    except Exception as error:
        # A designer's module can fail in any way; one line says how.
        raise Fault(column, f"{shown(module)} can't be loaded ({_line(error)}); mend it") from None


def _imported(module):
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    return importlib.import_module(module)


def _of_file(module, folder):
    path = Path(folder or ".") / module
    spec = importlib.util.spec_from_file_location(f"combat_charter_{path.stem}", path)
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def _line(error):
    return f"{type(error).__name__}: {shown(str(error))}"
