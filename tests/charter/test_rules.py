"""Rules by their name: wherever one may be written, all of these can be."""

import pytest

from combat.charter.cells import Fault
from combat.charter.rules import by_whom, rules_of
from combat.units import PLAIN, Rules

OWN = """
from combat.units import Rules

OWN = Rules(order="coin")

def sure(attacker, defender):
    return 1.0 + 0 * attacker.hp

NUMBER = 3
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    return tmp_path


def test_rules_a_function_a_module_and_a_hit_rule(folder):
    assert rules_of("own.py:OWN", folder) == Rules(order="coin")
    assert rules_of("own.py:sure", folder).hit.__name__ == "sure"
    assert rules_of("combat.units:PLAIN", folder) is PLAIN
    assert rules_of("Elo, logistic", folder) == Rules(hit="Elo, logistic")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("own.py:NUMBER", "'own.py:NUMBER' names no Rules; make them with Rules(...)"),
        ("own.py:OWM", "'OWM' is not known; did you mean 'OWN'? Known of own.py: "),
        ("ration", "'ration' names no rules; write a hit rule's name, module:name or file.py:name"),
        ("no.py:OWN", "no.py can't be loaded (FileNotFoundError: "),
    ],
)
def test_what_names_no_rules_is_told_of(folder, text, told):
    with pytest.raises(Fault) as raised:
        rules_of(text, folder, "--rules")
    assert raised.value.column == "--rules"
    assert raised.value.what.startswith(told)


def test_a_rule_for_whole_battles_is_refused(folder):
    with pytest.raises(Fault, match="decides a whole battle"):
        rules_of("Civilization IV, whole battle", folder)


def test_by_whom_in_words():
    assert by_whom("ratio") == "by the hit rule 'ratio'"
    assert by_whom("own.py:OWN") == "by the rules own.py:OWN"
    assert by_whom(None) == f"by the plain rule, attack against defense by '{PLAIN.hit}'"
