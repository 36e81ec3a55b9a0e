"""A charter read: cells, patterns, and each fault with its file, row, column and what is known."""

import pytest

from combat.charter import cells, read_charter, reading
from combat.core.numbers import share_in
from combat.tables import TableError
from combat.units import Rules
from tests.charter.rows import HEADER, charter_of, claims_of, written
from tests.tables.test_spreadsheets import spreadsheet

UNITS = (
    b"name,hp,attack,defense,damage,cost\n"
    b"Imp,2,9,9,1,10\nOgre,3,9,9,1,25\nElf,2,11,9,1,20\nIdol,5,0,9,1,\n"
)
GAME = {"units.csv": UNITS}
DUEL = "x,units,Imp,Ogre,win,0,1,{},"


@pytest.mark.parametrize(
    ("pattern", "names"),
    [
        ("a*", ["Aba", "abab", "a.b"]),
        ("a*b", ["abab", "a.b"]),
        ("**A**", ["Aba", "abab", "a.b"]),
        ("a.*", ["a.b"]),
        ("aba*aba", []),
        ("b*b", []),
        ("a?*b", []),  # nothing but the star is special
        ("[ab]*", []),
        ("*a" * 30 + "*b" + "a" * 99, []),  # as a regular expression it would take for ever
    ],
)
def test_a_star_stands_for_any_letters_or_none(pattern, names):
    known = ["Aba", "abab", "B", "a.b", "a" * 200]
    if names:
        assert cells.each_of(pattern, known[:4]) == names
        return
    with pytest.raises(ValueError, match="matches nothing"):
        cells.each_of(pattern, known)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (share_in, "35 %", 0.35),
        (share_in, "0,35", 0.35),
        (share_in, "1.000", 1),
        (share_in, "100 %", 1),
        (share_in, "35", "write 35 % or 0.35"),
        (share_in, "120 %", "is above 1; write 100 % at most"),
        (cells.number, "2.375", 2.375),
        (cells.whole(2), "20000", 20_000),
        (cells.whole(2), "20,000", "is no whole number from 2"),
        (cells.whole(2), "1", "is no whole number from 2"),
        (cells.word("both", "coin"), "Coin", "coin"),
        (cells.word("both", "coin"), "coins", "did you mean 'coin'"),
    ],
)
def test_kinds_of_cells_as_designers_write_them(kind, text, value):
    if value == "coin" or not isinstance(value, str):
        assert kind(text) == value
        return
    with pytest.raises(ValueError, match=value):
        kind(text)


class TestClaims:
    def test_a_row_becomes_a_claim(self):
        (claim,) = claims_of("small wins,Units,imp,OGRE,Win,10 %,0.3, Rounds=50 ;,500", files=GAME)
        assert (claim.row, claim.claim, claim.system) == (2, "small wins", "units")
        assert (claim.first, claim.second, claim.measure) == ("Imp", "Ogre", "Win")
        assert (*claim.ends, claim.budget, claim.given) == (0.1, 0.3, 500, {"rounds": "50"})

    def test_columns_may_be_left_out_lines_blank_and_marks_those_of_elsewhere(self):
        table = b"system;measure;at least\n\n\npython;combat.luck:streak_chance;0,5\n"
        (claim,) = read_charter(table, "a.charter.csv").claims
        assert (claim.row, claim.claim) == (4, "combat.luck:streak_chance")
        assert (claim.at_least, claim.budget) == (0.5, 20_000)

    @pytest.mark.parametrize(
        ("cells", "pairs"),
        [
            ("Imp,*,win", "Imp Ogre, Imp Elf, Imp Idol"),
            ("i*,Ogre,win", "Imp Ogre, Idol Ogre"),
            ("I*,i*,win", "Imp Idol, Idol Imp"),
            ("I*,i*,turns", "Imp Idol"),  # the same both ways
            ("2 I* + 1 Ogre,3 Elf,win", "2 Imp + 1 Ogre 3 Elf, 2 Idol + 1 Ogre 3 Elf"),
            ("6x imp + 1 x Ogre+elf,Elf,win", "6 Imp + 1 Ogre + 1 Elf Elf"),
            ("Elf,Imp?*,win", "Elf Imp?10"),
            ("Imp?10,Elf,win", "Imp?10 Elf"),
            ("Imp*10,Elf,win", "Imp?10 Elf"),  # no count of imps
        ],
    )
    def test_a_row_stands_for_each_pair_but_nobody_against_himself(self, cells, pairs):
        files = {"units.csv": UNITS + b"Imp?10,2,9,9,1,1\n"} if "10" in pairs else GAME
        claims = claims_of(f"x,units,{cells},0,1,rounds=9,", files=files)
        assert ", ".join(f"{one.first} {one.second}" for one in claims) == pairs
        if len(claims) > 1:
            assert claims[0].claim == f"x: {claims[0].first} against {claims[0].second}"

    def test_a_spreadsheet_and_the_sheet_that_is_chosen(self):
        head, row = HEADER.strip().split(","), ["x", "units", "Imp", "Ogre", "win", 0.1, 0.3]
        lines = [[], ["Version 3"], head, row[:4], [*row, "file=game.xlsx; sheet=elves", 300]]
        content = spreadsheet(notes=[["Promises"]], balance=lines)
        units = [line.split(",") for line in UNITS.decode().splitlines()]
        files = {"game.xlsx": spreadsheet(notes=[["Mine"]], elves=units)}
        with pytest.raises(TableError, match="sheet 'balance' names all of them; choose it with"):
            read_charter(content, "a.charter.xlsx", files=files)
        found = read_charter(content, "a.charter.xlsx", files=files, sheet="balance")
        assert [(claim.row, *claim.ends) for claim in found.claims] == [(5, 0.1, 0.3)]
        assert found.faults[0].startswith("a.charter.xlsx, row 4, column ")

    def test_rules_of_a_file_and_of_the_caller(self, tmp_path):
        own = "from combat.units import Rules\nSURE = Rules(hit=lambda a, d: 1.0 + 0 * a.hp)\n"
        rows = "x,units,Imp,Ogre,hits,0,1,rules=own.py:SURE,", "y,units,Imp,Ogre,hits,0,1,,"
        path = written(tmp_path, *rows, own=own)
        assert [one.answer().value for one in read_charter(path).claims] == [1, 0.5]
        given = read_charter(path, rules=Rules(hit=lambda a, d: 0.25 + 0 * a.hp)).claims
        assert [one.answer().value for one in given] == [1, 0.25]

    def test_a_charter_finds_the_sheet_of_its_own_name(self, tmp_path):
        """Beside x.charter.csv x.csv is read before units.csv."""
        head = b"name,hp,attack,defense,damage\n"
        (tmp_path / "game.csv").write_bytes(head + b"Elf,2,9,9,1\n")
        for name, known in (("game.charter.csv", "Elf"), ("other.charter.csv", "Imp")):
            row = "x,units,*,,rank,1,,,"
            path = written(tmp_path, row, units=head + b"Imp,2,9,9,1\n", name=name)
            assert [one.first for one in read_charter(path).claims] == [known]


@pytest.mark.parametrize(
    ("row", "column", "what"),
    [
        ("x,unit,Imp,Ogre,win,0,1,,", "system", "did you mean 'units'? Known: units, python"),
        ("x,units,Imp,Ogre,wins,0,1,,", "measure", "did you mean 'win'? Known of units: win"),
        ("x,units,Impp,Ogre,win,0,1,,", "first", "mean 'Imp'? Known of these units: Imp, Ogre"),
        ("x,units,Imp,,win,0,1,,", "second", "the cell is empty; known of these units: Imp"),
        ("x,units,0 Imp,Ogre,win,0,1,,", "first", "no whole number from 1"),
        ("x,units,Imp*10,Ogre,win,0,1,,", "first", "is not how an army is written; write 10 Imp"),
        ("x,units,Imp,2xOgre,win,0,1,,", "second", "is not how an army is written; write 2 Ogre"),
        ("x,units,Imp* + Og*,Ogre,win,0,1,,", "first", "has two patterns; write one in a cell"),
        ("x,units,Z*,Ogre,win,0,1,,", "first", "'Z*' matches nothing; known: Imp, Ogre, Elf"),
        ("x,units,Imp,I*p,win,0,1,,", "second", "matches nothing but the entry itself"),
        ("x,units,Imp,Ogre,win,,,,", "at least", "the band is empty"),
        ("x,units,Imp,Ogre,win,0.6,0.4,,", "at least", "0.6 is above at most 0.4"),
        ("x,units,Imp,Ogre,win,,high,,", "at most", "'high' is no chance or share"),
        ("x,units,Imp,Ogre,win,0,1,,1e3", "budget", "'1e3' is no whole number"),
        (DUEL.format("coast=5"), "given", "did you mean 'cost'? Known of units:"),
        (DUEL.format("cost"), "given", "'cost' is no setting; write name=value"),
        (DUEL.format("cost=5; cost=6"), "given", "'cost' is set twice"),
        (DUEL.format("cost=5"), "given", "cost: Imp costs 10, 5 buys none"),
        ("x,units,Imp,Idol,win,0,1,cost=50,", "given", "Idol costs nan; write a cost above 0"),
        ("x,units,2 Imp,Ogre,win,0,1,cost=50,", "first", "write one unit's name alone"),
        ("x,units,Imp,Ogre,hits,0,1,cost=50,", "given", "cost: 'hits' compares single units"),
        ("x,units,2 Imp,Ogre,hits,0,1,,", "first", "'hits' compares single units"),
        ("x,units,Imp,Ogre,ladder share,0,1,,", "second", "is about all units together: leave"),
        ("x,units,Imp,Ogre,rank,0,1,,", "second", "is about one unit against all others: leave"),
        ("x,units,Imp,*,comes through,0,1,,", "first", "is about one army; write no pattern"),
        ("x,units,Imp,Elf then,comes through,0,1,,", "second", "'Elf then' is not known"),
        ("x,units,Imp,Elf;,comes through,0,1,,", "second", "a fight is missing"),
        (DUEL.format("file=u.csv"), "given", "did you mean 'units.csv'"),
        (DUEL.format("critical=2"), "given", "critical: '2' is none; write one such as 10 % x 2"),
        (DUEL.format("rest=-1"), "given", "rest: dice '-1'"),
        (DUEL.format("rules=X"), "given", "name, module:name or file.py:name"),
        (DUEL.format("rules=a.py:X"), "given", "would run a.py, and an upload"),
        ("x,python,,,hypot,0,1,,", "measure", "names no function; write file.py:function"),
        ("x,python,,,math:hypot,0,1,,", "measure", "would run math, and an upload"),
        ("x,python,,,combat.units:read_units,0,1,,", "measure", "is no public function"),
    ],
)
def test_each_fault_says_file_row_column_and_what_is_known(row, column, what):
    found = charter_of(row, files=GAME)
    (fault,) = found.faults
    assert not found.claims
    assert fault.startswith(f"mine.charter.csv, row 2, column '{column}': ")
    assert what in fault
    assert "\n" not in fault


class TestFaults:
    def test_all_of_a_row_are_told_and_the_good_rows_are_claims(self):
        good = "good,units,Imp,Ogre,win,0,1,,"
        bad = "x,units,Imp,Ogre,wins,high,,coast=5,many"
        found = charter_of(good, bad, f"{good},,many cells", good, files=GAME)
        assert [one.row for one in found.claims] == [2, 5]
        columns = [fault.split("'")[1] for fault in found.faults if "row 3" in fault]
        assert sorted(columns) == ["at least", "budget", "given", "measure"]
        assert "row 4" in found.faults[-1]

    def test_of_several_in_the_units_the_first_is_told_and_how_many_more(self):
        files = {"units.csv": b"name,hp,damage\nImp,0,1\nOgre,x,1\nElf,2,1\n"}
        (fault,) = charter_of(DUEL.format(""), files=files).faults
        assert fault.startswith("mine.charter.csv, row 2, column 'given': units.csv, row 2, column")
        assert fault.endswith("write a number from 1 to 1e+06 (and 1 more such cell)")

    def test_no_units_at_all(self):
        words = "units.csv isn't beside the charter; name another with file=..."
        for files in ({}, {"british.csv": UNITS}):
            (fault,) = charter_of(DUEL.format(""), files=files).faults
            assert fault == f"mine.charter.csv, row 2, column 'given': {words}"

    @pytest.mark.parametrize(
        ("row", "units", "fault"),
        [
            (DUEL.format(""), b"", "units.csv, row 1: the file is "),
            ('"x, row ",units,"Imp, row ",Elf,win,0,1,,', UNITS, "'Imp, row' is not known"),
            (DUEL.format(f"file={'a' * 5000}"), UNITS, "'aaaa"),
        ],
    )
    def test_one_bad_file_or_word_costs_its_own_row_only(self, tmp_path, row, units, fault):
        good = "good,python,,,combat.luck:streak_chance,0.5,0.5,,"
        found = read_charter(written(tmp_path, good, row, good, units=units))
        assert [claim.row for claim in found.claims] == [2, 4]
        (line,) = found.faults
        assert line.startswith("a.charter.csv, row 3, column ")
        assert fault in line
        assert "\n" not in line
        assert len(line) < 500

    @pytest.mark.parametrize(
        "file", ["../SECRET", "{away}/SECRET", "../no", "link.csv", "game.csv"]
    )
    def test_files_elsewhere_are_read_only_if_the_charter_is_trusted(self, tmp_path, file):
        game, secret = tmp_path / "game", tmp_path / "SECRET"
        game.mkdir()
        secret.write_text("PASSWORD=hunter2,PASSWORD=hunter2\nhunter2\n")
        (game / "game.csv").write_bytes(UNITS)
        for link in ("link.csv", "game.actions.csv"):
            (game / link).symlink_to(secret)
        path = written(game, DUEL.format(f"file={file.format(away=tmp_path)}"))
        (fault,) = read_charter(path).faults
        assert fault.startswith("a.charter.csv, row 2, column 'given': '")
        assert fault.endswith(
            "' isn't in the charter's folder or below it; if you trust who wrote the charter, say "
            "so (--trust)"
        )
        (fault,) = read_charter(path, trust=True).faults
        assert "isn't in the charter's folder" not in fault
        assert "hunter" not in fault

    def test_files_below_the_folder_are_read(self, tmp_path):
        (tmp_path / "game").mkdir()
        (tmp_path / "game" / "u.csv").write_bytes(UNITS)
        path = written(tmp_path, "x,units,Imp,Elf,win,0,1,file=game/u.csv,")
        assert len(read_charter(path).claims) == 1

    @pytest.mark.parametrize("most", ["MOST_IN_ALL", "MOST_CLAIMS"])
    def test_too_many_claims_are_refused(self, monkeypatch, most):
        monkeypatch.setattr(reading, most, 11)
        rows = ["x,units,*,*,win,0,1,,"] * 2
        if most == "MOST_CLAIMS":
            assert "more than 11 claims; write fewer" in charter_of(*rows, files=GAME).faults[0]
            return
        with pytest.raises(TableError, match=r"csv, row 3: the rows so far stand for more than 11"):
            charter_of(*rows, files=GAME)
