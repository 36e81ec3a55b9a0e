"""Rules by their name: wherever one may be written, all of these can be."""

import pytest

from combat.units import PLAIN, Rules
from combat.units.own_rules import rules_of

OWN = """
from combat.units import Rules

OWN = Rules(order="coin")

def sure(attacker, defender):
    return 1.0 + 0 * attacker.hp

NUMBER = 3
"""
BATTLE = "Civilization IV, whole battle"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "failing.py").write_text("import math\nOWN = math.tao\n")
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
        ("own.py:", "'own.py:' names nothing; write module:name or file.py:name"),
        ("failing.py:OWN", "failing.py can't be loaded (AttributeError: "),
        ("no.py:OWN", "no.py can't be loaded (FileNotFoundError: "),
        (BATTLE, f"hit = '{BATTLE}' decides a whole battle: take a rule for one blow"),
    ],
)
def test_what_names_no_rules_is_told_of(folder, text, told):
    with pytest.raises(ValueError, match=r"^--rules: ") as raised:
        rules_of(text, folder, "--rules")
    assert str(raised.value).removeprefix("--rules: ").startswith(told)
