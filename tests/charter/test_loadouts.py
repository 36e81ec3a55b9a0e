"""Promises about what units carry: asked of their loadouts, and mended in one row of the items."""

import pytest

from combat.charter import judge, mend, read_charter, rooms
from combat.charter.__main__ import main
from combat.charter.mends.finding import MendSearch
from combat.charter.mends.numbers import numbers_of
from combat.ranking import equilibrium
from combat.units import PLAIN, Unit, duel, loadouts, matrix, read_units
from tests.units.sheets.test_items import GROWING, ITEMS, KNIGHT, ROGUE, SHEET

HEAD = "system,first,second,measure,at least,at most,given\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "units.csv").write_bytes(SHEET)
    (tmp_path / "units.items.csv").write_bytes(ITEMS)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(*rows):
    """The claims and the faults of some rows."""
    charter = read_charter((HEAD + "\n".join(rows) + "\n").encode(), "units.charter.csv")
    return charter.claims, charter.faults


def asked(folder, *rows):
    (folder / "units.charter.csv").write_text(HEAD + "\n".join(rows) + "\n")
    found = read_charter(folder / "units.charter.csv")
    assert not found.faults
    return found.claims


def test_without_a_word_of_items_units_carry_nothing(folder):
    claims = asked(folder, "units,*,*,score,0 %,,")
    assert {one.first for one in claims} | {one.second for one in claims} == {"Knight", "Rogue"}


def test_a_duel_of_two_loadouts_is_that_of_the_units_that_one_writes(folder):
    claims = asked(folder, 'units,Rogue: Spear,"Knight: Club, Mail",score,1 %,,items=*')
    one = Unit("R", **ROGUE | {"attack": 16, "damage": "1d6+1d4"})
    armored = loadouts(read_units("units.csv"))["Knight: Club, Mail"].damage
    two = Unit("K", **KNIGHT | {"armor": 2.5, "damage": armored})
    assert armored.mean == 4.5 * 1.5
    assert judge(claims)[0].value == pytest.approx(duel(one, two, PLAIN).score, abs=1e-12)


def test_a_pattern_stands_for_all_that_a_unit_can_carry_for_a_budget(folder):
    claims = asked(folder, "units,Knight: *,,equilibrium weight,,60 %,budget=20")
    found = {one.claim.first: one.value for one in judge(claims)}
    best = equilibrium(matrix(loadouts(read_units("units.csv"), budget=20), measure="score"))
    assert found == {name: best.mix[name] for name in best.mix.index if name.startswith("Knight: ")}
    assert len(found) == 10
    both = asked(folder, "units,*,,rank,1,99,budget=20", "units,*,,rank,1,99,budget=13")
    cheap = [one for one in both if one.row == 3]
    assert {one.first for one in cheap} == {
        *("Knight", "Knight: Amulet", "Knight: Club"),
        *("Rogue", "Rogue: Amulet", "Rogue: Spear"),
    }


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("items=Spear, Am*; units=Rogue", 4),
        ("items=Spear; units=R*", 2),
        ("items=*; units=Rogue: *", 3),
        ("items=*; units=Rogue: Spear, Amulet; budget=16", 1),
        ("items=Mail; units=Knight: Mail, Rogue", 2),
        ("budget=9", 1),
    ],
)
def test_units_and_items_may_be_named(folder, given, names):
    claims = asked(folder, f'units,*,,field score,0 %,,"{given}"')
    assert len(claims) == names


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("items=Speer", "'Speer' is not known; did you mean 'Spear'"),
        ("budget=8", "budget = 8 buys nobody"),
        ("budget=much", "much"),
        ("items=*; units=Night*", "the pattern 'Night*' matches nothing"),
    ],
)
def test_a_fault_names_row_and_column(folder, given, said):
    (folder / "units.charter.csv").write_text(f"{HEAD}units,*,*,score,0 %,,{given}\n")
    (fault,) = read_charter("units.charter.csv").faults
    assert "row 2, column 'given'" in fault
    assert said in fault


def test_a_level_is_that_of_unit_and_items(folder):
    (folder / "units.csv").write_bytes(GROWING)
    (folder / "units.items.csv").write_bytes(b"item,slot,changes\nA,a,attack +level\n")
    claims = asked(folder, "units,Knight: A,Rogue,score,0 %,,items=*; level=5")
    units = read_units("units.csv", level=5)
    one = units["Knight"].changed(attack=17)
    assert judge(claims)[0].value == pytest.approx(duel(one, units["Rogue"]).score, abs=1e-12)


PROMISE = "units,Rogue: Spear,Knight: Mail,score,50 %,,items=*"


def by_hand(**changes):
    """The score of that promise, with other numbers of the items."""
    of = {"attack": 2, "damage": "1d4", "armor": 1, "times": 1.5} | changes
    one = Unit("R", **ROGUE | {"attack": 14 + of["attack"], "damage": f"1d6+{of['damage']}"})
    return duel(one, Unit("K", **KNIGHT | {"armor": of["times"] + of["armor"]})).score


def test_a_mend_changes_one_row_of_the_items(folder):
    claims = asked(folder, PROMISE)
    assert by_hand() < 0.5 <= by_hand(damage="1d6")
    (spear,) = mend(claims, change=["Spear"])
    assert spear.words == "Spear: damage 1d4 -> 1d6"
    assert spear.verdicts[0].value == pytest.approx(by_hand(damage="1d6"), abs=1e-12)
    assert max(by_hand(attack=at) for at in range(5)) < 0.5
    (mail,) = mend(claims, change=["Mail: armor x"])
    assert mail.words == "Mail: armor x 1.5 -> 0.5"
    assert by_hand(times=0.6) < 0.5 <= by_hand(times=0.5)


def test_bare_units_are_not_asked_again_for_an_item(folder):
    claims = asked(folder, "units,Rogue,Knight,score,50 %,,", PROMISE)
    query = MendSearch(claims).query
    (attack,) = (one for one in numbers_of(query.units) if one.name == "Spear: attack")
    (hp,) = (one for one in numbers_of(query.units) if one.name == "Rogue: hp")
    assert (query.touched(attack), query.touched(hp)) == ({1}, {0, 1})


def test_a_mend_of_a_unit_counts_for_its_loadouts(folder):
    claims = asked(folder, PROMISE)
    (found,) = mend(claims, change=["Rogue: hp"])
    made = read_units("units.csv").changed("Rogue", hp=found.point[0][1].value)
    carrying = loadouts(made)
    score = duel(carrying["Rogue: Spear"], carrying["Knight: Mail"]).score
    assert found.verdicts[0].value == pytest.approx(score, abs=1e-12)
    assert score >= 0.5


def test_rooms_know_the_numbers_of_items(folder):
    found = rooms(
        asked(folder, "units,Rogue: Spear,Knight: Mail,score,30 %,,items=*"),
        change=["Spear", "Amulet"],
    )
    found = found.set_index(["unit", "number"])
    downs = [at for at in range(1, 5) if by_hand(attack=at) >= 0.3]
    assert found.loc[("Spear", "attack"), "down to"] == str(min(downs))
    assert found.loc[("Amulet", "hp"), "room"] == float("inf")


@pytest.mark.parametrize(
    ("word", "before", "after"),
    [
        ("Spear", '"attack +2, damage +1d4"', '"attack +2, damage +1d6"'),
        ("Mail: armor x", '"armor x 1.5, armor +1"', '"armor x 0.5, armor +1"'),
        ("Mail", '"armor x 1.5, armor +1"', '"armor x 0.5, armor +1"'),
    ],
)
def test_what_is_written_is_that_cell_alone(folder, capsys, word, before, after):
    asked(folder, PROMISE)
    assert main(["units.charter.csv", "--mend", "--change", word, "--write", "new.csv"]) == 0
    assert (folder / "new.items.csv").read_text() == ITEMS.decode().replace(before, after)
    assert (folder / "new.csv").read_bytes() == SHEET


def test_a_change_that_says_something_else_is_left_to_its_owner(folder, capsys):
    items = ITEMS.replace(b"armor x 1.5, armor +1", b"armour x 1.5, armour +1")
    (folder / "units.items.csv").write_bytes(items)
    asked(folder, PROMISE)
    assert main(["units.charter.csv", "--mend", "--change", "Mail", "--write", "new.csv"]) == 2
    assert "stands in no cell of its own" in capsys.readouterr().err
    assert not (folder / "new.items.csv").exists()


def test_a_cell_that_cannot_be_written_so_is_left_to_its_owner(folder, capsys):
    items = ITEMS.replace(b"armor x 1.5, armor", b"armor  x 1.5, armor")
    (folder / "units.items.csv").write_bytes(items)
    asked(folder, PROMISE)
    command = ["units.charter.csv", "--mend", "--change", "Mail: armor x", "--write", "new.csv"]
    assert main(command) == 2
    assert "its cells can't be changed so" in capsys.readouterr().err


def test_two_numbers_of_one_cell_are_written_together(folder, capsys):
    asked(folder, PROMISE.replace("50 %", "90 %"))
    command = ["units.charter.csv", "--mend", "--change", "Spear", "--within", "400 %"]
    assert main([*command, "--keep", "Spear: cost", "--write", "new.csv"]) == 0
    assert "Written: new.csv, new.items.csv: Spear: damage 1d4 -> " in capsys.readouterr().out
    assert '"attack +4, damage +1d20"' in (folder / "new.items.csv").read_text()
    made = loadouts(read_units("new.csv"))
    assert duel(made["Rogue: Spear"], made["Knight: Mail"]).score >= 0.9
