"""A plugin for pytest: each row of a charter is a test, with its claim as the id.

`pytest mine.charter.csv` runs one charter; those in the folders of the option charter_folders
are found like any other test. All claims of a charter share their error, so it is judged as a
whole when the first of its tests runs. This module stands beside `combat.charter`, not in it:
pytest imports it at each start, and the mechanics only where there is a charter.
"""

from pathlib import Path

import pytest


def pytest_addoption(parser):
    """Tell pytest of the options: charter_folders, charter_rules and charter_trust."""
    parser.addini(
        "charter_folders",
        "folders in which each *.charter.csv or *.charter.xlsx is collected, if pytest comes there",
        type="paths",
        default=[],
    )
    parser.addini(
        "charter_rules",
        "rules of the units of charters: module:name, file.py:name, or a hit rule's name",
        type="string",
        default="",
    )
    parser.addini(
        "charter_trust",
        "whether charters may run Python and read files that don't lie in their own folder",
        type="bool",
        default=False,
    )


def pytest_report_header(config):
    """Return a line that says so where charters are trusted, or are not though a file says so."""
    if _trusted(config):
        return f"charters may run Python from anywhere, as {config.inipath} says (charter_trust)"
    set_there = [name for name in ("charter_trust", "charter_rules") if config.getini(name)]
    if set_there and not _of_here(config):
        names, counts = " and ".join(set_there), "count" if len(set_there) > 1 else "counts"
        return f"{config.inipath}: {names} {counts} only where pytest is started beside or below"
    return None


def _trusted(config):
    """Whether charters are trusted."""
    return config.getini("charter_trust") and _of_here(config)


def _of_here(config):
    """Whether the settings lie where pytest was started, or above; others may be a stranger's."""
    return config.inipath is None or config.invocation_params.dir.resolve().is_relative_to(
        config.inipath.parent.resolve()
    )


def pytest_collect_file(file_path, parent):
    """Return the tests of a charter that is named, or lies in one of the folders; else None."""
    name = file_path.name
    # Excel and macOS lay hidden files beside a table, under its name and ending.
    if not name.endswith((".charter.csv", ".charter.xlsx")) or name.startswith(("~$", ".")):
        return None
    folders = parent.config.getini("charter_folders")
    named = parent.session.isinitpath(file_path)
    if not named and not any(Path(folder) in file_path.parents for folder in folders):
        return None
    return CharterFile.from_parent(parent, path=file_path)


class Broken(AssertionError):
    """What a test says of a claim that doesn't hold: one line for each."""


class CharterFile(pytest.File):
    """A charter as a file of tests, one for each of its rows."""

    def collect(self):
        """Yield a test for each row, and for each fault of a row."""
        from combat.charter.reading import read_charter
        from combat.units.which_rules import rules_of

        rules = self.config.getini("charter_rules") if _of_here(self.config) else ""
        try:
            given = rules_of(rules, self.config.rootpath, "charter_rules") if rules else None
            trust = _trusted(self.config)
            self.charter = read_charter(
                self.path, rules=given, trust=trust, progress=lambda _done, _duels: None
            )
        except (OSError, ValueError) as error:
            raise self.CollectError(str(error)) from None
        names = {}
        for row, claims in self.charter.rows.items():
            name = claims[0].words
            names[name] = names.get(name, 0) + 1
            unique = name if names[name] == 1 else f"{name} (row {row})"
            yield Row.from_parent(self, name=unique, row=row)
        for number, fault in enumerate(self.charter.faults, 1):
            yield Row.from_parent(self, name=f"fault {number}", fault=fault)

    def verdicts(self, row):
        """Return the verdicts of a row; the first call judges all."""
        if not hasattr(self, "_verdicts"):
            from combat.charter.judging import judge

            self._verdicts = judge(self.charter.claims)
        return [one for one in self._verdicts if one.claim.row == row]


class Row(pytest.Item):
    """A row of a charter as a test: it fails where one of its claims doesn't hold."""

    def __init__(self, *, row=None, fault="", **item):
        super().__init__(**item)
        self.row, self.fault = row, fault

    def runtest(self):
        """Raise `Broken` with a line for each claim that is broken, open or can't be answered."""
        if self.fault:
            raise Broken(self.fault)
        lines = [
            f"{one.verdict}: {one.line}"
            for one in self.parent.verdicts(self.row)
            if one.verdict != "holds"
        ]
        if lines:
            raise Broken("\n".join(lines))

    def repr_failure(self, excinfo):
        """Return the lines alone, where a traceback would say nothing."""
        if isinstance(excinfo.value, Broken):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        """Return where the row stands: file, line, name."""
        return self.path, None if self.row is None else self.row - 1, self.name
