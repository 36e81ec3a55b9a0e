"""What `make mutants` judges by: tests for every room, and a list that fits the files."""

import functools
import tomllib

import pytest

from tests.mutants import EQUIVALENT, ROOT, judges, rooms, settings, undecorated

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


def test_the_settings_of_a_module_are_added_to_the_shared_ones():
    tool = tomllib.loads(settings("combat/osdl/rule.py"))["tool"]["mutmut"]
    assert tool["only_mutate"] == ["combat/osdl/rule.py"]
    assert tool["pytest_add_cli_args_test_selection"] == ["tests/osdl", "combat/osdl"]
    assert tool["source_paths"] == ["combat"]
    assert tool["timeout_constant"] > 0 < tool["timeout_multiplier"]


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
