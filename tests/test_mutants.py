"""What `make mutants` judges by: tests for every room, and a list that fits the files."""

import functools
import json
import os
import sys
import tomllib

import pytest

from tests import processes
from tests.mutants import EQUIVALENT, LATE, ROOT, drawn, judges, rooms, undecorated
from tests.mutants_runner import FAILED, PASSED, UNTESTED, WHICH, judges_of

JUDGED = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
ENTRIES = [(path, one) for path, listed in JUDGED.items() for one in listed]


@pytest.mark.parametrize("room", rooms())
def test_each_room_has_tests_of_its_own(room):
    tests, own = judges(room)
    assert tests.startswith("tests/")
    assert own == room


@pytest.mark.parametrize(("path", "one"), ENTRIES, ids=lambda it: it if type(it) is str else "")
def test_what_is_judged_equivalent_stands_in_its_file_and_has_a_reason(path, one):
    assert set(one) == {"was", "is", "why"}
    assert one["was"] != one["is"]
    assert one["why"]
    if path == "anywhere":
        return
    lines = [line.strip() for line in (ROOT / path).read_text(encoding="utf-8").splitlines()]
    assert set(one["was"].split("\n")) <= set(lines)


def test_no_verdict_stands_twice():
    assert len({(path, one["was"], one["is"]) for path, one in ENTRIES}) == len(ENTRIES)


def test_code_does_the_same_without_its_decorators():
    code = '''
@cache
def twice(x):
    """Doubles."""
    return 2 * x

class Pair:
    @property
    @cache
    def both(self):
        return twice(4), self.one()

    @classmethod
    def one(cls):
        return 1
'''
    found = []
    for text in (code, undecorated(code)):
        names = {"cache": functools.cache}
        exec(text, names)
        pair = names["Pair"]()
        found.append((pair.both, names["twice"].cache_info().misses, names["twice"].__doc__))
    assert found[0] == found[1] == ((8, 1), 1, "Doubles.")
    assert "@cache" not in undecorated(code)
    assert "@classmethod" in undecorated(code)


def test_a_draw_is_the_same_each_time_and_of_each_file_where_that_is_asked():
    names = {"a.py": [f"a{number}" for number in range(50)], "b.py": ["b0", "b1"], "c.py": []}
    assert drawn(names, None, by_file=False) == names
    found = drawn(names, 5, by_file=True)
    assert found == drawn(names, 5, by_file=True)
    assert {path: len(some) for path, some in found.items()} == {"a.py": 5, "b.py": 2, "c.py": 0}
    assert found["a.py"] == drawn({"a.py": names["a.py"]}, 5, by_file=False)["a.py"]
    assert sum(map(len, drawn(names, 5, by_file=False).values())) == 5


def test_the_quickest_test_that_comes_through_judges_first():
    class Item:
        def __init__(self, nodeid):
            self.nodeid = nodeid

    items = [Item("slow"), Item("other"), Item("quick"), Item("not traced")]
    known = {"slow": (2.0, ["a.x_f"]), "other": (0.1, ["a.x_g"]), "quick": (0.5, ["a.x_f"])}
    tests = judges_of("a.x_f__mutmut_1", known, items)
    assert [(item.nodeid, took) for item, took in tests.items()] == [("quick", 0.5), ("slow", 2.0)]
    assert judges_of("a.x_h__mutmut_1", known, items) == {}


# A module as mutmut leaves it: two functions, a method of the class, and a table behind a function.
TOY = {
    "toy.py": """
from tests.mutants_runner import wrap_in_trampoline as trampoline

def table():
    return [1, 2]

def twice(x):
    return 2 * x

def unseen():
    return 1

def name(one, text, ways, **more):
    for number, way in enumerate(ways):
        way.__name__ = text + ("_orig" if number == 0 else "_" + str(number))
        way.__module__ = __name__
    by_name = {way.__name__: way for way in ways}
    by_name["_mutmut_orig"] = ways[0]
    return trampoline(by_name, **more)(one)

table = name(table, "x_table__mutmut", [lambda: [1, 2], lambda: [1, 3]])
ways = [lambda x: 2 * x, lambda x: 3 * x, lambda x: x + x]
twice = name(twice, "x_twice__mutmut", ways)
unseen = name(unseen, "x_unseen__mutmut", [lambda: 1, lambda: 2])
TABLE = table()

class Toy:
    @classmethod
    def x_made__mutmut_orig(cls):
        return cls.__name__

    @classmethod
    def x_made__mutmut_1(cls):
        return "Toy"

    WAYS = {}

    @classmethod
    def made(cls):
        pass

    made = classmethod(trampoline(WAYS, is_classmethod=True)(made.__func__))

class Doll(Toy):
    pass

Toy.WAYS["_mutmut_orig"] = Toy.x_made__mutmut_orig
Toy.WAYS["x_made__mutmut_1"] = Toy.x_made__mutmut_1
""",
    "test_toy.py": """
import pytest, toy

@pytest.fixture(scope="module")
def doubled():
    return toy.twice(4)

def test_twice(doubled):
    assert (toy.twice(3), doubled) == (6, 8)

def test_table():
    assert toy.TABLE == [1, 2]

def test_made():
    assert (toy.Toy.made(), toy.Doll.made()) == ("Toy", "Doll")

def test_wrong():
    assert toy.unseen() == 2
""",
}
SEEN = {
    "toy.x_twice__mutmut_1": FAILED,
    "toy.x_twice__mutmut_2": PASSED,
    "toy.x_table__mutmut_1": UNTESTED,
    "toy.x_unseen__mutmut_1": UNTESTED,
    "toy.x_made__mutmut_1": FAILED,
}


def run_toy(folder, names):
    for name, text in TOY.items():
        (folder / name).write_text(text)
    work = folder / "drawn.json"
    work.write_text(json.dumps(names))
    ran = processes.ran(
        [sys.executable, "-m", "tests.mutants_runner", work.name, "test_toy.py", "-q"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), WHICH: ""},
        capture_output=True,
        text=True,
    )
    return ran, json.loads(work.read_text())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_each_mutant_is_judged_in_a_fork_of_its_own(tmp_path):
    ran, found = run_toy(tmp_path, list(SEEN))
    assert ran.returncode == 0, ran.stderr
    assert found == {
        "statuses": SEEN,
        "early": ["toy.x_table"],
        "left_out": ["test_toy.py::test_wrong"],
    }
    assert "assert 1 == 2" in ran.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_tests_that_fail_without_a_mutant_judge_nothing(tmp_path, monkeypatch):
    monkeypatch.setitem(TOY, "test_toy.py", "def test_wrong():\n    assert 1 == 2")
    ran, found = run_toy(tmp_path, ["toy.x_twice__mutmut_1"])
    assert ran.returncode
    assert found["statuses"] == {}
    assert "without a mutant no test passes" in ran.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_what_is_not_done_in_time_is_late():
    code = "import signal, time; from tests.mutants_runner import in_fork as f; "
    code += "late = lambda: signal.setitimer(signal.ITIMER_REAL, 0.1) and time.sleep(9); "
    code += "print(f(late), f(int, '3'), f(int, 'three'))"
    ran = processes.ran([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert ran.stdout.split() == [str(LATE), "3", "70"]
    assert "invalid literal" in ran.stderr
