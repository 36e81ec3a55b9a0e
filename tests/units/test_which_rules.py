"""Rules by their name wherever one may be written, guessed for each kind of sheet, or left out."""

import numpy as np
import pytest

from combat.units import PLAIN, Rules, Unit, Units, matrix, read_units, usable
from combat.units.measures import hits
from combat.units.which_rules import guessed, rules_of

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
        ("ration", "'ration' names no rules; write a rule's name, module:name or file.py:name"),
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


HEAD = "name,hp,attack,defense,damage\n"
SHEETS = {
    "d20 against printed armour class": f"{HEAD}A,7,4,15,1d6\nB,15,5,13,1d12\n",
    "d20 against armor class": "name,hp,attack,armor class,damage\nA,7,4,15,1d6\nB,9,5,13,1d8\n",
    "d20 against ac": "name,hp,attack,AC,damage\nA,7,-1,11,1d6\nB,15,12,22,1d12\n",
    "attack less defense in percent": f"{HEAD}A,12,60%,20%,4\nB,8,45%,5%,3\n",
    "a roll under attack in percent": f"{HEAD}A,12,60%,2,4\nB,8,45%,3,3\n",
    "attack less defense": "name,hp,attack,defense\nA,10,4,2\nB,30,9,6\n",
    "attack is the damage": "name,hp,attack\nA,10,4\nB,30,9\n",
    "always hits": "name,hp,damage,attack speed\nA,450,40,0.6\nB,900,60,0.5\n",
}
SURE = ("attack less defense", "attack is the damage", "always hits")  # no dice
RATIOS = [
    HEAD + "A,20,9,9,1d6\nB,25,12,8,1d8\n",  # neither is small
    HEAD + "A,20,120,90,15\nB,25,140,80,20\n",
    HEAD + "A,20,3,4,2\nB,25,2,5,2\n",  # too low for armour classes
    HEAD + "A,20,0,14,2\nB,25,1,40,2\n",  # one is too high for them
    HEAD + "A,20,1,1,2\nB,25,0,1,2\n",  # shares, or only 0 and 1
]


@pytest.mark.parametrize("name", SHEETS)
def test_each_kind_of_sheet_has_its_rule_and_can_be_fought_by_it(name):
    units = read_units(SHEETS[name].encode(), "mine.csv")
    found, rules = guessed(units)
    assert found == name
    scores = matrix(units, rules, "score").to_numpy()
    assert np.isfinite(scores).all()
    assert 0 < scores[0, 1] < 1 or name in SURE


@pytest.mark.parametrize("sheet", RATIOS)
def test_all_else_is_compared_by_the_ratio(sheet):
    assert guessed(read_units(sheet.encode(), "mine.csv"))[0] == "ratio"


def test_an_armor_class_of_ones_own_is_rolled_against_as_the_printed_one_is():
    ours, printed = (
        read_units(SHEETS[name].encode(), "mine.csv")
        for name in ("d20 against armor class", "d20 against printed armour class")
    )
    found = [
        [hits(one, other, guessed(units)[1]) for one in units for other in units]
        for units in (ours, printed)
    ]
    assert found[0] == pytest.approx([0.5, 0.6, 0.55, 0.65])
    assert found[1] == pytest.approx(found[0])


def test_where_nobody_can_hurt_anybody_it_is_refused_with_the_way_out():
    with pytest.raises(ValueError, match=r"neither damage nor attack .* 'strength,damage'"):
        guessed(read_units(b"name,hp,defense\nA,9,1\nB,8,2\n", "mine.csv"))


IMP = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
ELF = Unit("Elf", hp=2, attack=10, defense=10, damage=1, dex=9)
BY_DEX = {"by dex": Rules(hit=lambda attacker, defender: defender.dex / 20)}
BY_DAMAGE = {"strong": Rules(damage=lambda attacker, defender: attacker.damage + attacker.strength)}


def test_those_stay_whose_columns_are_there_in_their_order():
    rules = BY_DAMAGE | {"ratio": Rules(hit="ratio")} | BY_DEX
    assert list(usable(rules, Units([IMP]))) == ["ratio"]
    assert list(usable(rules, Units([ELF]))) == ["ratio", "by dex"]


def test_where_none_fits_the_column_is_named():
    with pytest.raises(ValueError, match=r"the rule 'by dex' can't be used: .*no column 'dex'"):
        usable(BY_DEX | BY_DAMAGE, Units([IMP]))


def test_another_fault_of_a_rule_is_not_hidden():
    with pytest.raises(ValueError, match="Elf"):
        usable({"sure": Rules(hit=lambda attacker, defender: 3.0)}, Units([ELF]))
