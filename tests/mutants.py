"""Mutation testing: small faults are put into the mechanics, and the tests must see each.

python -m tests.mutants [combat/osdl or a file of combat/] [--sample 40 [--by-file]]

The faults are mutmut's, in an environment of its own; tests.mutants_runner tries them. A room is
judged by its own tests (tests/osdl or tests/test_osdl.py) and its doctests, of which only those run
that come through the changed function.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tomllib
import venv
from collections import Counter
from pathlib import Path

from tests.mutants_runner import PATIENCE, TRACED, WHICH, function_of, traced

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
    "workers",
}
SEED = 20121120
GOAL = 0.9
# What is noted of a mutant is the exit status of its tests, or the signal that ended them.
SURVIVED, UNTESTED, LATE = 0, 5, -14
PYTEST = [
    # Other tracebacks parse the whole file anew for each frame, and a file of mutants is long.
    *("-q", "--rootdir=.", "--capture=sys", "--basetemp=tmp", "--tb=native"),
    *("-p", "no:cacheprovider", "-p", "tests.mutants_runner"),
    *("-o", "addopts=--strict-markers --import-mode=importlib --doctest-modules"),
    # Each mutant carries its function's doctest; once is enough.
    *("-k", "not __mutmut_ or __mutmut_orig"),
]
# Puts trampolines, those of the runner, before the functions of some files; prints the mutants.
MUTATE = """
import json, sys
from pathlib import Path
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.utils.format_utils import get_mutant_name
found = {}
for path in sys.argv[1:]:
    made = mutate_file_contents(path, Path(path).read_text(encoding="utf-8"))
    code = made.code.replace("mutmut.mutation.trampoline", "tests.mutants_runner")
    Path("mutants", path).write_text(code, encoding="utf-8")
    found[path] = [get_mutant_name(Path(path), name) for name in made.mutant_names]
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
    """Copy what the tests need into a folder of the module's own and return it.

    What is changed stands in it undecorated, and "mutants" in it is the copy that the tests run in.
    """
    folder = HOME / module.removesuffix(".py").replace("/", ".")
    shutil.rmtree(folder, ignore_errors=True)
    inside = folder / "mutants"
    for part in ("combat", "tests", "data"):
        shutil.copytree(ROOT / part, inside / part, ignore=shutil.ignore_patterns("__pycache__"))
    for path in files_of(module):
        code = (ROOT / path).read_text(encoding="utf-8")
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(undecorated(code), encoding="utf-8")
    for where in (folder, inside):
        shutil.copy(ROOT / "pyproject.toml", where)
    return folder


def files_of(module):
    """Return the files of a module, as paths in the repository."""
    if module.endswith(".py"):
        return [module]
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / module).rglob("*.py"))


def asked(script, arguments, folder, python):
    """Return what a script of mutmut's environment prints, as Python's objects."""
    command = [python, "-c", script, *arguments]
    said = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(said.stdout)


def drawn(names, sample, by_file):
    """Return mutants drawn with a fixed seed, of all or of each file; names: lists by file.

    >>> drawn({"a.py": ["1", "2"], "b.py": ["3"]}, 1, by_file=True)["b.py"]
    ['3']
    >>> found = drawn({"a.py": ["1", "2"], "b.py": ["3"]}, 2, by_file=False)
    >>> sum(map(len, found.values())), list(found)
    (2, ['a.py', 'b.py'])
    """
    pools = names.values() if by_file else [[name for found in names.values() for name in found]]
    taken = {
        name
        for pool in pools
        for name in random.Random(SEED).sample(
            pool, len(pool) if sample is None else min(sample, len(pool))
        )
    }
    return {path: [name for name in found if name in taken] for path, found in names.items()}


def started(arguments, folder, python, *, mutant="", seconds=None):
    """Run Python where the tests are copied to; return its exit status, LATE after so long."""
    # One thread: there is a process for each mutant, and arrays are small.
    lone = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONPATH": ""}
    with (folder / "log.txt").open("a") as log:
        try:
            ran = subprocess.run(
                [python, *arguments],
                cwd=folder / "mutants",
                env=os.environ | lone | {WHICH: mutant},
                stdout=log,
                stderr=log,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return LATE
    return ran.returncode


def statuses_of(names, module, folder, python):
    """Return by mutant how the tests of its module end."""
    work = folder / "mutants" / "drawn.json"
    work.write_text(json.dumps(names), encoding="utf-8")
    where = [*PYTEST, *judges(module)]
    if started(["-m", "tests.mutants_runner", work.name, *where], folder, python):
        sys.exit(f"the runner of mutants did not come to its end: see {folder / 'log.txt'}")
    found = json.loads(work.read_text(encoding="utf-8"))
    statuses, early = found["statuses"], set(found["early"])
    for test in found["left_out"]:
        print(f"left out, as it fails or hangs without a mutant: {test}")
    took = [seconds for seconds, _ in traced(work.parent / TRACED).values()]
    patience = PATIENCE * sum(took) + 60
    for name, status in statuses.items():
        # Imports come through its function: only a process of its own has it there.
        if status in (SURVIVED, UNTESTED) and function_of(name) in early:
            whole = ["-m", "pytest", "-x", *where]
            statuses[name] = started(whole, folder, python, mutant=name, seconds=patience)
    return statuses


def tried(module, sample, python, *, by_file=False):
    """Try a module's mutants; return its folder and, by file, each mutant's exit status."""
    folder = copied(module)
    found = drawn(asked(MUTATE, files_of(module), folder, python), sample, by_file)
    names = [name for some in found.values() for name in some]
    statuses = statuses_of(names, module, folder, python) if names else {}
    return folder, {path: {name: statuses[name] for name in some} for path, some in found.items()}


def differences(found, folder, python):
    """Return what mutants change, for pairs (name, file): lines that begin with - or +."""
    if not found:
        return []
    pairs = [part for pair in found for part in pair]
    return [
        [line for line in shown.splitlines() if line[:1] in "+-" and line[:3] not in ("+++", "---")]
        for shown in asked(SHOW, pairs, folder, python)
    ]


def reason(path, changed, judged):
    """Return why a mutant is judged equivalent, or None where nobody judged it so.

    judged: lists by file of the lines before and after; "anywhere" lists parts of lines.

    >>> judged = {"combat/a.py": [{"was": "x < 1", "is": "x <= 1", "why": "x is never 1"}]}
    >>> reason("combat/a.py", ["-    x < 1", "+    x <= 1"], judged)
    'x is never 1'
    >>> reason("combat/a.py", ["-    x < 1", "+    x < 2"], judged)
    >>> judged = {"anywhere": [{"was": "a", "is": "b", "why": "alike"}]}
    >>> reason("combat/a.py", ["-    a + a", "+    a + b"], judged)
    'alike'
    """
    was, now = (
        "\n".join(line[1:].strip() for line in changed if line.startswith(sign)) for sign in "-+"
    )
    for one in judged.get(path, []):
        if (one["was"], one["is"]) == (was, now):
            return one["why"]
    for one in judged.get("anywhere", []):
        rest = was.split(one["was"])
        for at in range(1, len(rest)):
            if one["is"].join([one["was"].join(part) for part in (rest[:at], rest[at:])]) == now:
                return one["why"]
    return None


def verdicts(statuses, judged, folder, python):
    """Count the verdicts by file, and print each survivor; statuses: by file, by name."""
    counts = {path: Counter(tried=len(found)) for path, found in statuses.items() if found}
    left = []
    for path, found in statuses.items():
        for name, status in sorted(found.items()):
            if status in (SURVIVED, UNTESTED):
                left.append((name, path))
                continue
            counts[path]["killed"] += 1
            counts[path]["late"] += status == LATE
    for (name, path), changed in zip(left, differences(left, folder, python), strict=True):
        if reason(path, changed, judged) is not None:
            counts[path]["equivalent"] += 1
            continue
        how = "no test comes here" if statuses[path][name] == UNTESTED else "survived"
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
    parser.add_argument("--by-file", action="store_true", help="draw them of each file")
    options = parser.parse_args(arguments)
    modules = [options.module.rstrip("/")] if options.module else rooms()
    for module in modules:
        if not (ROOT / module).exists():
            parser.error(f"there is no {module}: name a folder or a file, such as combat/osdl")
    python = environment()
    judged = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    rows, below = {}, []
    for module in modules:
        folder, found = tried(module, options.sample, python, by_file=options.by_file)
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
