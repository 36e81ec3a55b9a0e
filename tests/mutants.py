"""Mutation testing: small faults are put into the mechanics, and the tests must see each.

python -m tests.mutants [combat/osdl or a file of combat/] [--sample 40]

The tool is mutmut, in an environment of its own. A room is judged by its own tests (tests/osdl or
tests/test_osdl.py) and its doctests; mutmut runs only those that come through the changed function.
"""

import argparse
import ast
import json
import random
import shutil
import subprocess
import sys
import tomllib
import venv
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOME = ROOT / "build" / "mutants"
EQUIVALENT = Path(__file__).with_name("mutants_equivalent.toml")
# Rooms for the screen, for command lines and for files: their tests start processes.
APART = {
    "workbook",
    "charter",
    "charter_plugin",
    "patch",
    "terminal",
    "interrupts",
    "files",
}
SEED = 20121120
GOAL = 0.9
# What mutmut notes of a mutant is the exit status of its tests; these are its own words for it.
SURVIVED, UNTESTED, TIMED_OUT = (0,), (5, 33), (36, -24, 24, 152, 255)
# The copy's conftest.py: quick tests come first, since the first that fails is enough; and what a
# test left in a cache would hide which functions the next one comes through. Tests that start
# another process are skipped: mutmut doesn't look into it.
CONFTEST = """
import json
import subprocess
import sys
from pathlib import Path

import pytest


def alone(*args, **keywords):
    pytest.skip("another process")


subprocess.Popen.__init__ = alone


def pytest_collection_modifyitems(items):
    stats = Path("mutmut-stats.json")
    if stats.exists():
        took = json.loads(stats.read_text(encoding="utf-8"))["duration_by_test"]
        items.sort(key=lambda item: took.get(item.nodeid, 0))


def pytest_runtest_setup(item):
    for name, module in list(sys.modules.items()):
        if name.startswith("combat"):
            for one in vars(module).values():
                if hasattr(one, "cache_clear"):
                    one.cache_clear()
"""
NAMES = """
import json, sys
from pathlib import Path
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name
found = {}
for path in sys.argv[1:]:
    names = mutate_file_contents(path, Path(path).read_text(encoding="utf-8")).mutant_names
    found[path] = [get_mutant_name(Path(path), name) for name in names]
print(json.dumps(found))
"""
# Names and files in turn; `mutmut show` starts anew for each.
SHOW = """
import json, sys
from mutmut.mutation.diff_apply import get_diff_for_mutant
names, paths = sys.argv[1::2], sys.argv[2::2]
print(json.dumps([get_diff_for_mutant(name, path=path) for name, path in zip(names, paths)]))
"""


def rooms():
    """Return the rooms of the mechanics, as paths in the repository.

    >>> {"combat/osdl", "combat/binomial.py"} <= set(rooms())
    True
    >>> "combat/workbook" in rooms()
    False
    """
    found = sorted((ROOT / "combat").iterdir())
    return [
        f"combat/{path.name}"
        for path in found
        if not path.name.startswith("__")
        and path.stem not in APART
        and (path.suffix == ".py" or path.is_dir())
    ]


def judges(module):
    """Return where the tests of a module are: those of its room, and its room's doctests.

    >>> judges("combat/osdl/rule.py")
    ['tests/osdl', 'combat/osdl']
    >>> judges("combat/binomial.py")
    ['tests/test_binomial.py', 'combat/binomial.py']
    """
    room = "/".join(Path(module).parts[:2])
    stem = Path(room).stem
    tests = [f"tests/{stem}", f"tests/test_{stem}.py"]
    return [path for path in tests if (ROOT / path).exists()] + [room]


def settings(module):
    """Return pyproject's text with mutmut's settings for one module."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    only = module if module.endswith(".py") else f"{module}/*"
    # The shared settings are the last table of the file: what follows belongs to it.
    lines = {"only_mutate": [only], "pytest_add_cli_args_test_selection": judges(module)}
    return text + "\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in lines.items())


def environment():
    """Return the Python of mutmut's own environment; make it where its pins have changed."""
    folder = HOME / "environment"
    python = folder / "bin" / "python"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tool = project["optional-dependencies"]["mutants"]
    lock = ROOT / "requirements.lock"
    wanted = "\n".join([*tool, lock.read_text(encoding="utf-8")])
    ready = folder / "ready"
    if ready.exists() and ready.read_text(encoding="utf-8") == wanted:
        return python
    venv.create(folder, with_pip=True, clear=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--requirement", lock, *tool], check=True)
    ready.write_text(wanted, encoding="utf-8")
    return python


def undecorated(code):
    """Return code whose decorators stand as calls below their functions: it does the same.

    mutmut leaves decorated functions alone; so it changes rules and properties too.

    >>> print(undecorated("@cache\\ndef one():\\n    return 1"))
    def one():
        return 1
    one = cache(one)
    """
    lines, tree = code.splitlines(), ast.parse(code)
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    functions = [one for body in bodies for one in body if isinstance(one, ast.FunctionDef)]
    for function in sorted(functions, key=lambda one: one.lineno, reverse=True):
        calls = [ast.unparse(one) for one in function.decorator_list]
        if not calls or calls[0] in ("classmethod", "staticmethod"):
            continue
        name, indent = function.name, " " * function.col_offset
        below = [f"{indent}{name} = {call}({name})" for call in reversed(calls)]
        lines[function.end_lineno : function.end_lineno] = below
        first = function.decorator_list[0].lineno - 1
        del lines[first : function.lineno - 1]
    return "\n".join(lines)


def copied(module):
    """Copy what the tests need into a folder of the module's own and return it."""
    folder = HOME / module.removesuffix(".py").replace("/", ".")
    shutil.rmtree(folder, ignore_errors=True)
    for part in ("combat", "tests", "data"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for path in files_of(module):
        code = (folder / path).read_text(encoding="utf-8")
        (folder / path).write_text(undecorated(code), encoding="utf-8")
    (folder / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    (folder / "pyproject.toml").write_text(settings(module), encoding="utf-8")
    return folder


def files_of(module):
    """Return the files of a module, as paths in the repository."""
    if module.endswith(".py"):
        return [module]
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / module).rglob("*.py"))


def tried(module, sample, python):
    """Let mutmut try a module; return its folder and, by file, each mutant's exit status."""
    folder = copied(module)
    files = files_of(module)
    said = subprocess.run(
        [python, "-c", NAMES, *files], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
    )
    names = [name for found in json.loads(said.stdout).values() for name in found]
    drawn = set(names)
    if sample is not None and sample < len(names):
        drawn = set(random.Random(SEED).sample(names, sample))
    if not drawn:
        return folder, {}
    command = [python.with_name("mutmut"), "run", "--max-children", "1", *sorted(drawn)]
    with (folder / "log.txt").open("w") as log:
        ran = subprocess.run(command, cwd=folder, stdout=log, stderr=log, check=False)
    if ran.returncode:
        sys.exit(f"mutmut did not come to its end: see {folder / 'log.txt'}")
    metas = {path: folder / "mutants" / f"{path}.meta" for path in files}
    noted = {
        path: json.loads(meta.read_text(encoding="utf-8"))["exit_code_by_key"]
        for path, meta in metas.items()
        if meta.exists()
    }
    return folder, {
        path: {name: status for name, status in found.items() if name in drawn}
        for path, found in noted.items()
    }


def differences(found, folder, python):
    """Return what mutants change, for pairs (name, file): lines that begin with - or +."""
    if not found:
        return []
    said = subprocess.run(
        [python, "-c", SHOW, *(part for pair in found for part in pair)],
        cwd=folder,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return [
        [line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        for shown in json.loads(said.stdout)
    ]


def reason(path, changed, judged):
    """Return why a mutant is judged equivalent, or None where nobody judged it so.

    judged: lists by file of the lines before and after; "anywhere" lists parts of lines.

    >>> judged = {"combat/a.py": [{"was": "x < 1", "is": "x <= 1", "why": "x is never 1"}]}
    >>> reason("combat/a.py", ["-    x < 1", "+    x <= 1"], judged)
    'x is never 1'
    >>> reason("combat/a.py", ["-    x < 1", "+    x < 2"], judged)
    """
    was, now = (
        "\n".join(line[1:].strip() for line in changed if line.startswith(sign)) for sign in "-+"
    )
    for one in judged.get(path, []):
        if (one["was"], one["is"]) == (was, now):
            return one["why"]
    for one in judged.get("anywhere", []):
        if one["was"] in was and was.replace(one["was"], one["is"], 1) == now:
            return one["why"]
    return None


def verdicts(statuses, judged, folder, python):
    """Count the verdicts by file, and print each survivor; statuses: by file, by name."""
    counts = {path: Counter(tried=len(found)) for path, found in statuses.items() if found}
    left = []
    for path, found in statuses.items():
        for name, status in sorted(found.items()):
            if status in SURVIVED + UNTESTED:
                left.append((name, path))
                continue
            counts[path]["killed"] += 1
            counts[path]["late"] += status in TIMED_OUT
    for (name, path), changed in zip(left, differences(left, folder, python), strict=True):
        if reason(path, changed, judged) is not None:
            counts[path]["equivalent"] += 1
            continue
        how = "no test comes here" if statuses[path][name] in UNTESTED else "survived"
        print(f"\n{path}: {how} ({name})")
        print("\n".join(changed))
    return counts


def table(rows):
    """Return the verdicts as lines of text, with the share killed of those not equivalent.

    late: of the killed, those that the time limit ended.

    >>> print(table({"combat/a.py": {"tried": 10, "killed": 8, "equivalent": 1, "late": 2}}))
    module       tried  killed  late  equivalent  share
    combat/a.py     10       8     2           1    89%
    """
    wide = max(map(len, [*rows, "module"]))
    lines = [f"{'module':{wide}}  tried  killed  late  equivalent  share"]
    for name, row in rows.items():
        tried, killed, late, alike = (
            row.get(what, 0) for what in ("tried", "killed", "late", "equivalent")
        )
        numbers = f"{tried:5}  {killed:6}  {late:4}  {alike:10}  {share(row):5.0%}"
        lines.append(f"{name:{wide}}  {numbers}")
    return "\n".join(lines)


def share(row):
    """Return the share of a row's mutants that were killed, equivalent ones apart."""
    judged = row["tried"] - row.get("equivalent", 0)
    return row.get("killed", 0) / judged if judged else 1.0


def main(arguments=None):
    """Try one module, or all of them; return 1 where fewer are killed than the goal."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("module", nargs="?", default="")
    parser.add_argument("--sample", type=int, metavar="N", help="draw N mutants of each module")
    options = parser.parse_args(arguments)
    modules = [options.module.rstrip("/")] if options.module else rooms()
    for module in modules:
        if not (ROOT / module).exists():
            parser.error(f"there is no {module}: name a folder or a file, such as combat/osdl")
    python = environment()
    judged = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    rows, below = {}, []
    for module in modules:
        folder, found = tried(module, options.sample, python)
        parts = verdicts(found, judged, folder, python)
        whole = sum(parts.values(), Counter())
        rows |= parts | ({f"{module}, all": whole} if len(parts) > 1 else {})
        if parts and share(whole) < GOAL:
            below.append(module)
    print("\n" + table(rows))
    if below:
        print(f"fewer than {GOAL:.0%} killed: {', '.join(below)}")
    return int(bool(below))


if __name__ == "__main__":
    sys.exit(main())
