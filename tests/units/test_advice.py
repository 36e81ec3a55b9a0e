"""What is said of sheets whose numbers hardly count, and that sheets as usual are left in peace."""

import warnings

import numpy as np
import pytest

from combat.charter.__main__ import main
from combat.units import Rules, Unit, Units, advice, blow, duel, matrix, read_units
from tests.units.test_own_game import OWN_GAME, RULES

SHEET = b"""name,hp,attack,defense,damage
Orc,15,5,13,1d12+3
Goblin,7,4,15,1d6+2
Knight,52,5,18,2d6+3
Wolf,11,4,13,2d4+2
"""
BY_D20, AS_PRINTED = "d20 against armour class", "d20 against printed armour class"


def test_an_armor_class_as_printed_is_told_and_has_a_rule():
    units = read_units(SHEET, "d20.csv")
    natural, said = advice(units, Rules(hit=BY_D20))
    assert "one blow in 11 hits" in said
    assert f"take '{AS_PRINTED}'" in said
    assert natural.startswith("by 'd20 against armour class' a natural 20 counts as any other hit")
    assert len(advice(units, Rules(hit=AS_PRINTED))) == 1
    assert advice(units, Rules(hit=AS_PRINTED, critical=(0.1, 2))) == []
    with pytest.warns(UserWarning, match="as points above 10") as caught:
        matrix(units, Rules(hit=BY_D20))
    assert caught[0].filename == __file__
    orc, goblin = units["Orc"], units["Goblin"]
    found = duel(orc, goblin, Rules(hit=AS_PRINTED))
    by_hand = Rules(hit=lambda a, d: np.clip((21 + a.attack - d.defense) / 20, 0.05, 0.95))
    assert found.first == duel(orc, goblin, by_hand).first
    assert by_hand.hit(orc, goblin) == 0.55


def test_degrees_of_success_have_a_rule_for_the_printed_armor_class_too():
    """A +16 for 17 points against AC 21: a 5 hits, a 15 critically; 0.8 x 17 + 0.3 x 17."""
    sheet = b"name,hp,attack,defense,damage\nOrc,50,16,21,17\nElf,40,16,21,17\n"
    units = read_units(sheet)
    orc, elf = units
    assert blow(orc, elf, Rules(hit="Pathfinder 2 against printed armour class")).mean == (
        pytest.approx(18.7)
    )
    degrees = Rules(hit="Pathfinder 2, degrees of success")
    assert blow(orc, elf, degrees).mean == pytest.approx(5.95)
    (said,) = advice(units, degrees)
    assert "as points above 10, an armour class of 15 is written 5" in said
    assert said.endswith("take 'Pathfinder 2 against printed armour class'")
    assert advice(units, Rules(hit="Pathfinder 2 against printed armour class")) == []


def test_a_rule_at_its_end_is_told():
    rules = Rules(hit=lambda a, d: np.clip(0.5 + (a.attack - 10 * d.defense) / 20, 0.05, 0.95))
    (said,) = advice(read_units(SHEET, "d20.csv"), rules)
    assert said.startswith("the hit rule gives 5% for 12 of 12 pairs")
    nearly = Rules(hit=lambda attacker, defender: 0.999)
    unread, said = advice(read_units(SHEET, "d20.csv"), nearly)
    assert unread == "This rule doesn't ask for the columns 'attack', 'defense'"
    assert said.startswith("the hit rule gives 99.9% for 12 of 12 pairs")
    sure = Rules(hit=lambda attacker, defender: 1.0)
    assert advice(read_units(SHEET, "d20.csv"), sure) == [unread]


def test_what_the_damage_is_made_of_is_no_column_that_nobody_reads():
    sheet = b"name,hp,dmg_min,dmg_max,luck\nOrc,9,2,5,1\nElf,7,1,6,2\n"
    assert advice(read_units(sheet, "a.csv"), Rules(hit="always hits")) == [
        "This rule doesn't ask for the column 'luck'"
    ]


def test_feet_are_no_actions():
    sheet = (
        SHEET.replace(b"damage", b"damage,speed")
        .replace(b"\n", b",30\n")
        .replace(b"speed,30", b"speed")
    )
    with pytest.warns(UserWarning, match="holds whole numbers from 2 up") as caught:
        read_units(sheet, "d20.csv")
    assert caught[0].filename == __file__


def test_a_damage_function_that_may_do_nothing_is_told_of_least():
    units = [Unit(name, 9, 1, 1, "1d4", tough=tough) for name, tough in (("A", 1), ("B", 0))]

    def less(attacker, defender):
        return attacker.damage - defender.tough

    (said,) = (one for one in advice(units, Rules(damage=less)) if "least" in one)
    assert said == (
        "by the damage function a hit of 'A' at 'A' may do 0: least is what armor leaves, and the "
        "function knows armor itself; for a point at least write max(1, ...) there"
    )
    quiet = (
        Rules(damage=lambda a, d: less(a, d).map(lambda points: np.maximum(points, 1))),
        Rules(damage=less, least=0),
        Rules(),
    )
    for rules in quiet:
        assert not any("least" in one for one in advice(units, rules))


def test_the_example_game_is_left_in_peace():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = read_units(OWN_GAME)
        matrix(game, RULES)
    told = "This rule doesn't ask for the columns 'attack', 'defense', 'reach'"
    assert advice(game, RULES) == [told]
    assert advice(Units([Unit("Imp", hp=2, attack=1, defense=1, damage=1)])) == []


def test_the_command_line_says_it_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "units.csv").write_bytes(SHEET)
    row = f"claim,system,first,second,measure,at least,given\nx,units,*,*,win,0,hit={BY_D20}\n"
    (tmp_path / "a.charter.csv").write_text(row)
    assert main(["a.charter.csv"]) == 0
    said = capsys.readouterr().err
    assert said.startswith(f"python -m combat.charter: by '{BY_D20}' one blow in 11 hits")
    assert said.count("\n") == 1
