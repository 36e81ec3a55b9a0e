"""Packages import downwards only: no circle, and nothing below the workbook knows it."""

import ast
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def module_of(path):
    """The dotted name of a file of Python."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in (ROOT / "combat").rglob("*.py")}


@cache
def imports_of(path):
    """The modules of combat that a file imports, inside functions too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            inside = (f"{node.module}.{alias.name}" for alias in node.names)
            found.update(name if name in MODULES else node.module for name in inside)
    return found


def graph(depth):
    """Which packages import which, their names cut after so many parts.

    A command (`__main__`) stands above everything: it hands the workbook's pages to what it runs.
    """
    found = defaultdict(set)
    for name, path in MODULES.items():
        if path.stem == "__main__":
            continue
        package = ".".join(name.split(".")[:depth])
        for other in imports_of(path):
            used = ".".join(other.split(".")[:depth])
            if used not in (package, "combat"):
                found[package].add(used)
    return found


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_no_packages_import_each_other_in_a_circle(depth):
    TopologicalSorter(graph(depth)).prepare()


def test_nothing_below_the_workbook_imports_it():
    above = {package for package, used in graph(2).items() if "combat.workbook" in used}
    assert above == set()


def test_the_core_stands_on_nothing_else():
    assert graph(2)["combat.core"] == set()
