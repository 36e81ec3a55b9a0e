"""A charter read: cells, patterns, and each fault with its file, row, column and what is known."""

import io

import pytest
from openpyxl import Workbook

from combat.charter import read_charter, reading
from combat.charter.cells import band, each_of, number, settings, whole, word
from combat.tables import TableError
from combat.units import Rules

HEADER = "claim,system,first,second,measure,at least,at most,given,budget\n"
UNITS = (
    b"name,hp,attack,defense,damage,cost\n"
    b"Imp,2,9,9,1,10\nOgre,3,9,9,1,25\nElf,2,11,9,1,20\nIdol,5,0,9,1,\n"
)


def charter(*rows, name="mine.charter.csv", files=None, **how):
    files = {"units.csv": UNITS} if files is None else files
    text = HEADER + "\n".join(rows) + "\n"
    return read_charter(text.encode(), name, files=files, **how)


def only_fault(*rows, **how):
    found = charter(*rows, **how)
    assert not found.claims
    (fault,) = found.faults
    assert "\n" not in fault
    return fault


class TestPatterns:
    @pytest.mark.parametrize(
        ("pattern", "names"),
        [
            ("*", ["Aba", "abab", "B", "a.b"]),
            ("a*", ["Aba", "abab", "a.b"]),
            ("*b", ["abab", "B", "a.b"]),
            ("a*b", ["abab", "a.b"]),
            ("ab*ab", ["abab"]),
            ("*b*b*", ["abab"]),
            ("**A**", ["Aba", "abab", "a.b"]),
            ("a.*", ["a.b"]),
        ],
    )
    def test_a_star_stands_for_any_letters_or_none(self, pattern, names):
        assert each_of(pattern, ["Aba", "abab", "B", "a.b"]) == names

    @pytest.mark.parametrize("pattern", ["aba*aba", "*bb*", "b*b", "a*b*a*b*b"])
    def test_parts_of_a_pattern_do_not_share_letters(self, pattern):
        with pytest.raises(ValueError, match="matches nothing"):
            each_of(pattern, ["Aba", "abab", "B"])

    def test_no_pattern_takes_long(self):
        """As a regular expression this one tried the letters in 200 over 30 ways."""
        with pytest.raises(ValueError, match="matches nothing"):
            each_of("*a" * 30 + "*b", ["a" * 200])


class TestCells:
    @pytest.mark.parametrize(
        ("text", "unit", "value"),
        [
            ("35 %", "chance", 0.35),
            ("35%", "chance", 0.35),
            ("0,35", "chance", 0.35),
            (".5", "chance", 0.5),
            ("1", "chance", 1),
            ("-10 %", "number", -0.1),
            ("−3", "number", -3),
            ("1e-3", "number", 0.001),
            ("12", "number", 12),
        ],
    )
    def test_numbers_as_designers_write_them(self, text, unit, value):
        assert number(text, unit) == pytest.approx(value)

    @pytest.mark.parametrize("text", ["", "many", "1.2.3", "%", "nan", "inf", "1e999", "5 % 5"])
    def test_what_is_no_number(self, text):
        with pytest.raises(ValueError, match=r"cell is empty|not a number"):
            number(text)

    @pytest.mark.parametrize(
        ("text", "mend"),
        [("35", "write 35 % or 0.35"), ("-0.1", "from 0 to 1"), ("120 %", "100 %")],
    )
    def test_a_chance_is_one(self, text, mend):
        with pytest.raises(ValueError, match=mend):
            number(text, "chance")

    @pytest.mark.parametrize("text", ["20,000", "20.000", "2e4", "1.5", "-5", "", "1"])
    def test_a_budget_is_written_in_digits(self, text):
        with pytest.raises(ValueError, match="whole number"):
            whole(2)(text)

    def test_settings(self):
        kinds = {"cost": number, "order": word("both", "coin")}
        texts, values = settings(" cost=600 ;ORDER = coin; ", kinds)
        assert (texts, values) == ({"cost": "600", "order": "coin"}, {"cost": 600, "order": "coin"})
        for text in ("cost", "cost=", "coast=5", "cost=5; cost=6", "order=con"):
            with pytest.raises(ValueError, match=r"given: .*(setting|known|twice)"):
                settings(text, kinds)

    def test_a_band_may_be_a_point(self):
        assert band("50 %", "0.5", "chance") == (0.5, 0.5)


class TestClaims:
    def test_a_row_becomes_a_claim(self):
        (claim,) = charter("small wins,Units,imp,OGRE,Win,10 %,0.3,rounds=50,500").claims
        assert (claim.row, claim.claim, claim.system) == (2, "small wins", "units")
        assert (claim.first, claim.second, claim.measure) == ("Imp", "Ogre", "Win")
        assert (claim.at_least, claim.at_most, claim.budget) == (0.1, 0.3, 500)
        assert claim.given == {"rounds": "50"}

    def test_columns_that_no_row_needs_may_be_left_out_and_blank_lines_skipped(self):
        table = b"system,measure,at least\n\n\npython,combat.luck:streak_chance,0.5\n"
        (claim,) = read_charter(table, "a.charter.csv").claims
        assert (claim.row, claim.claim) == (4, "combat.luck:streak_chance")

    def test_a_star_stands_for_each_but_nobody_against_himself(self):
        pairs = [(one.first, one.second) for one in charter("x,units,*,*,win,,1,rounds=9,").claims]
        assert len(pairs) == len(set(pairs)) == 4 * 3
        assert ("Imp", "Imp") not in pairs

    def test_what_is_the_same_both_ways_is_asked_once(self):
        pairs = {
            (one.first, one.second) for one in charter("x,units,*,*,turns,,9,rounds=9,").claims
        }
        assert len(pairs) == 6
        assert not pairs & {(second, first) for first, second in pairs}

    def test_a_pattern_in_one_cell(self):
        found = charter("small,units,Imp,*,win,,1,rounds=9,", "e,units,i*,Ogre,win,,1,rounds=9,")
        assert [one.second for one in found.claims[:3]] == ["Ogre", "Elf", "Idol"]
        assert [one.first for one in found.claims[3:]] == ["Imp", "Idol"]
        assert found.claims[0].claim == "small: Imp against Ogre"
        assert list(found.rows) == [2, 3]

    def test_nothing_but_the_star_is_special(self):
        units = UNITS.replace(b"Imp", b"Imp [old]").replace(b"Elf", b"Imp?")
        found = charter("x,units,*[old],*p?,win,,1,rounds=9,", files={"units.csv": units})
        assert [(one.first, one.second) for one in found.claims] == [("Imp [old]", "Imp?")]

    def test_a_pattern_in_an_army(self):
        found = charter("x,units,2 I* + 1 Ogre,3 Elf,win,,1,rounds=9,")
        assert [one.first for one in found.claims] == ["2 Imp + 1 Ogre", "2 Idol + 1 Ogre"]

    @pytest.mark.parametrize("cell", ["6 Imp + Ogre", "6x imp + 1x Ogre", "6 x Imp+ogre"])
    def test_an_army_as_the_help_writes_it(self, cell):
        (claim,) = charter(f"x,units,{cell},Elf,win,,1,rounds=9,").claims
        assert claim.first == "6 Imp + 1 Ogre"

    def test_a_star_that_matches_is_no_count(self):
        units = UNITS.replace(b"Ogre", b"Imp-10")
        (claim,) = charter("x,units,Imp*10,Elf,win,,1,rounds=9,", files={"units.csv": units}).claims
        assert claim.first == "Imp-10"

    def test_semicolons_and_commas_for_points(self):
        table = HEADER.replace(",", ";") + "x;units;Imp;Ogre;win;0,1;30 %;;\n"
        (claim,) = read_charter(table.encode(), "a", files={"units.csv": UNITS}).claims
        assert (claim.at_least, claim.at_most) == (0.1, 0.3)

    def test_a_spreadsheet_with_cells_in_percent(self, tmp_path):
        book = Workbook()
        book.active.append(HEADER.strip().split(","))
        book.active.append(["x", "units", "Imp", "Ogre", "win", 0.1, 0.3, "rounds=50", 400])
        book.active["F2"].number_format = "0%"
        (tmp_path / "units.csv").write_bytes(UNITS)
        book.save(tmp_path / "a.charter.xlsx")
        (claim,) = read_charter(tmp_path / "a.charter.xlsx").claims
        assert (claim.at_least, claim.at_most, claim.budget) == (0.1, 0.3, 400)

    def test_a_charter_on_another_sheet_than_the_first(self):
        book, content = Workbook(), io.BytesIO()
        book.active.append(["Promises of my game"])
        sheet = book.create_sheet("balance")
        for line in ([], ["Version 3"], HEADER.strip().split(","), ["x", "units", "Imp", "Ogre"]):
            sheet.append(line)
        sheet.append(["x", "units", "Imp", "Ogre", "win", 0, 1, "rounds=9", 300])
        book.save(content)
        files = {"units.csv": UNITS}
        with pytest.raises(TableError, match="sheet 'balance' names all of them; choose it with"):
            read_charter(content.getvalue(), "a.charter.xlsx", files=files)
        found = read_charter(content.getvalue(), "a.charter.xlsx", files=files, sheet="balance")
        assert [claim.row for claim in found.claims] == [5]
        assert found.faults[0].startswith("a.charter.xlsx, row 4, column ")

    def test_rules_of_a_module_of_a_file_and_of_the_caller(self, tmp_path):
        (tmp_path / "units.csv").write_bytes(UNITS)
        (tmp_path / "own.py").write_text(
            "from combat.units import Rules\nSURE = Rules(hit=lambda a, d: 1.0 + 0 * a.hp)\n"
        )
        rows = ["x,units,Imp,Ogre,hits,0,1,rules=own.py:SURE,", "y,units,Imp,Ogre,hits,0,1,,"]
        path = tmp_path / "a.charter.csv"
        path.write_text(HEADER + "\n".join(rows))
        answers = [one.answer().value for one in read_charter(path).claims]
        assert answers == [1, 0.5]
        given = read_charter(path, rules=Rules(hit=lambda a, d: 0.25 + 0 * a.hp)).claims
        assert [one.answer().value for one in given] == [1, 0.25]


class TestFaults:
    @pytest.mark.parametrize(
        ("row", "column", "what"),
        [
            ("x,unit,Imp,Ogre,win,0,1,,", "system", "did you mean 'units'? Known: units, python"),
            ("x,,Imp,Ogre,win,0,1,,", "system", "the cell is empty; known: units"),
            ("x,units,Imp,Ogre,wins,0,1,,", "measure", "did you mean 'win'? Known of units: win"),
            ("x,units,Impp,Ogre,win,0,1,,", "first", "mean 'Imp'? Known of these units: Imp, Ogre"),
            ("x,units,Imp,,win,0,1,,", "second", "the cell is empty; known of these units: Imp"),
            ("x,units,Imp,2 Ogres,win,0,1,,", "second", "did you mean 'Ogre'"),
            ("x,units,0 Imp,Ogre,win,0,1,,", "first", "no whole number from 1"),
            ("x,units,Imp,Ogre,win,,,,", "at least", "the band is empty"),
            ("x,units,Imp,Ogre,win,0.6,0.4,,", "at least", "0.6 is above at most 0.4"),
            ("x,units,Imp,Ogre,win,60,,,", "at least", "60 is no chance; write 60 % or 0.6"),
            ("x,units,Imp,Ogre,win,,high,,", "at most", "'high' is not a number"),
            ("x,units,Z*,Ogre,win,0,1,,", "first", "'Z*' matches nothing; known: Imp, Ogre, Elf"),
            ("x,units,Imp*10,Ogre,win,0,1,,", "first", "'Imp*10' is not how an army is written; w"),
            ("x,units,Imp,2xOgre,win,0,1,,", "second", "'2xOgre' is not how an army is written; w"),
            ("x,units,Imp,Ogre x2,win,0,1,,", "second", "army is written; write 2 Ogre"),
            ("x,units,Impp*10,Ogre,win,0,1,,", "first", "the pattern 'Impp*10' matches nothing; k"),
            ("x,units,Imp,I*p,win,0,1,,", "second", "matches nothing but the entry itself"),
            ("x,units,Imp,Ogre,win,0,1,coast=5,", "given", "did you mean 'cost'? Known of units:"),
            ("x,units,Imp,Ogre,win,0,1,cost=5,", "given", "Imp costs 10, 5 buys none"),
            ("x,units,Imp,Idol,win,0,1,cost=50,", "given", "Idol costs nan; write a cost above 0"),
            ("x,units,2 Imp,Ogre,win,0,1,cost=50,", "first", "write one unit's name alone"),
            ("x,units,2 Imp,Ogre,hits,0,1,,", "first", "'hits' compares single units"),
            ("x,units,Imp,Ogre,win,0,1,file=u.csv,", "given", "did you mean 'units.csv'"),
            ("x,units,Imp,Ogre,win,0,1,hit=ration,", "given", "did you mean 'ratio'"),
            ("x,units,Imp,Ogre,win,0,1,critical=2,", "given", "write one such as 10 % x 2"),
            ("x,units,Imp,Ogre,win,0,1,rules=math:pi,", "given", "would run math, and an upload"),
            ("x,units,Imp,Ogre,win,0,1,rules=a.py:X,", "given", "would run a.py, and an upload"),
            ("x,python,,,hypot,0,1,,", "measure", "names no function; write file.py:function"),
            ("x,python,,,math:hypot,0,1,,", "measure", "would run math, and an up"),
            ("x,units,Imp,Ogre,win,0,1,rules=X,", "given", "name, module:name or file.py:name"),
            ("x,units,Imp,Ogre,ladder share,0,1,,", "second", "is about all units together"),
            ("x,units,Imp,Ogre,rank,0,1,,", "second", "is about one unit against all others"),
            ("x,units,Imp,Ogre,win,0,1,,1e3", "budget", "'1e3' is no whole number"),
            ("x,luck,,,win,0,1,,", "system", "'luck' is a python row now: write python, as the m"),
            ("x,OSDL,,,Elo,0,1,,", "system", "function such as combat.osdl:modifier_for, and"),
            ("x,python,,,combat.units:read_units,0,1,,", "measure", "is no public function"),
            (
                "x,python,,,combat.marked_for_death:write_team,0,1,,",
                "measure",
                "is no public function",
            ),
            ("x,python,,,combat.luck.meter:resolve,0,1,,", "measure", "is no public function"),
            ("x,python,,,combat.core:files,0,1,,", "measure", "is no public function"),
            ("x,python,,,combat.luck:np,0,1,,", "measure", "is no public function"),
            ("x,marked_for_death,a,b,win,0,1,,", "system", "is a python row now: write python"),
            (
                "x,units,Imp,Ogre,win,0,1,method=sampled; mirrored=maybe,",
                "given",
                "mirrored: 'maybe'",
            ),
        ],
    )
    def test_each_says_file_row_column_and_what_is_known(self, row, column, what):
        fault = only_fault(row)
        assert fault.startswith(f"mine.charter.csv, row 2, column '{column}': ")
        assert what in fault

    def test_all_faults_of_a_row_are_told_at_once(self):
        faults = charter("x,units,Imp,Ogre,wins,high,,coast=5,many").faults
        columns = [fault.split("'")[1] for fault in faults]
        assert sorted(columns) == ["at least", "budget", "given", "measure"]

    def test_the_good_rows_are_still_claims(self):
        found = charter(
            "good,units,Imp,Ogre,win,0,1,,",
            "bad,units,Imp,Ogre,wins,0,1,,",
            "too,units,Imp,Ogre,win,0,1,,,,many cells",
            "good,units,Ogre,Imp,win,0,1,,",
        )
        assert [one.row for one in found.claims] == [2, 5]
        assert [fault.split(",")[1] for fault in found.faults] == [" row 3", " row 4"]

    def test_a_fault_in_the_units_names_their_file_and_row(self):
        fault = only_fault("x,units,Imp,Ogre,win,0,1,,", files={"units.csv": b"name,hp\nImp,0\n"})
        assert fault.startswith("mine.charter.csv, row 2, column 'given': units.csv, row 2, column")

    def test_of_several_faults_in_the_units_the_first_is_told_and_how_many_more(self):
        units = b"name,hp,damage\nImp,0,1\nOgre,x,1\nElf,2,1\n"
        fault = only_fault("x,units,Imp,Ogre,win,0,1,,", files={"units.csv": units})
        assert fault == (
            "mine.charter.csv, row 2, column 'given': units.csv, row 2, column 'hp': 0 is out of "
            "range; write a number from 1 to 1e+06 (and 1 more such cell)"
        )

    def test_units_on_another_sheet_than_the_first_are_read(self):
        book, content = Workbook(), io.BytesIO()
        book.active.append(["Notes"])
        sheet = book.create_sheet("elves")
        for line in UNITS.decode().splitlines():
            sheet.append(line.split(","))
        book.save(content)
        files = {"units.xlsx": content.getvalue()}
        with pytest.warns(
            UserWarning, match="sheet 'elves' is read; 'Sheet' before it is no table"
        ):
            assert charter("x,units,Imp,Ogre,win,0,1,,", files=files).claims
        files = {"game.xlsx": content.getvalue()}
        row = "x,units,Imp,Ogre,win,0,1,file=game.xlsx; sheet=elves,"
        assert len(charter(row, files=files).claims) == 1

    ONES = "1" * 400

    @pytest.mark.parametrize(
        ("row", "files", "fault"),
        [
            ("x,units,Imp,Elf,win,0,1,,", {"units.csv": b""}, "units.csv, row 1: the file is "),
            ("x,units,Imp,Elf,win,0,1,,", {"units.csv": b"\0\xff\1"}, "units.csv, row 1: this is"),
            (
                "x,units,Imp,Elf,win,0,1,,",
                {"units.csv": b"a" * 50_000_001},
                "units.csv, row 1: the file is larger than",
            ),
            (
                "x,units,Imp,Elf,win,0,1,,",
                {"units.csv": UNITS.replace(b"Imp,2", f"Imp,{ONES}/1".encode())},
                "units.csv, row 2, column 'hp': '111",
            ),
            (
                "x,units,Imp,Elf,win,0,1,,",
                {"units.csv": UNITS.replace(b"Imp,2", f"Imp,{ONES * 20}/1".encode())},
                "units.csv, row 2, column 'hp': '111",
            ),
            ('"x, row ",units,"Imp, row ",Elf,win,0,1,,', {}, "'Imp, row' is not known"),
            (f"x,units,Imp,Elf,win,{ONES}/1,1,,", {}, "'1111"),
            (f"x,units,Imp,Elf,win,0,1,file={'a' * 5000},", {}, "'aaaa"),
        ],
    )
    def test_one_bad_file_or_word_costs_its_own_row_only(self, tmp_path, row, files, fault):
        good = "good,python,,,combat.luck:streak_chance,0.5,0.5,,"
        for name, content in ({"units.csv": UNITS} | files).items():
            (tmp_path / name).write_bytes(content)
        path = tmp_path / "a.charter.csv"
        path.write_text(f"{HEADER}{good}\n{row}\n{good}\n", encoding="utf-8")
        found = read_charter(path)
        assert [claim.row for claim in found.claims] == [2, 4]
        (line,) = found.faults
        assert line.startswith("a.charter.csv, row 3, column ")
        assert fault in line
        assert "\n" not in line
        assert len(line) < 500

    @pytest.mark.parametrize(
        ("row", "column"),
        [
            ("x,units,Imp,Elf,win,0,1,file=../SECRET,", "given"),
            ("x,units,Imp,Elf,win,0,1,file={away}/SECRET,", "given"),
            ("x,units,Imp,Elf,win,0,1,file=none,", "given"),
            ("x,units,Imp,Elf,win,0,1,file=link.csv,", "given"),
            ("x,units,Imp,Elf,win,0,1,file=game.csv,", "given"),
        ],
    )
    def test_files_elsewhere_are_read_only_if_the_charter_is_trusted(self, tmp_path, row, column):
        game, secret = tmp_path / "game", tmp_path / "SECRET"
        game.mkdir()
        secret.write_text("PASSWORD=hunter2,PASSWORD=hunter2\nhunter2\n")
        (game / "game.csv").write_bytes(UNITS)
        for link in ("link.csv", "game.actions.csv"):
            (game / link).symlink_to(secret)
        if "file=none" in row:
            row = row.replace("none", "../nothing")
        path = game / "a.charter.csv"
        path.write_text(HEADER + row.format(away=tmp_path) + "\n")
        (fault,) = read_charter(path).faults
        assert fault.startswith(f"a.charter.csv, row 2, column '{column}': '")
        assert fault.endswith(
            "' isn't in the charter's folder or below it; if you trust who wrote the charter, say "
            "so (--trust)"
        )
        (fault,) = read_charter(path, trust=True).faults
        assert "isn't in the charter's folder" not in fault
        assert "hunter" not in fault

    def test_files_below_the_folder_are_read(self, tmp_path):
        (tmp_path / "game").mkdir()
        (tmp_path / "game" / "units.csv").write_bytes(UNITS)
        path = tmp_path / "a.charter.csv"
        path.write_text(f"{HEADER}x,units,Imp,Elf,win,0,1,file=game/units.csv,\n")
        assert len(read_charter(path).claims) == 1

    def test_no_units_at_all(self):
        fault = only_fault("x,units,Imp,Ogre,win,0,1,,", files={})
        words = "units.csv isn't beside the charter; name another with file=..."
        assert fault == f"mine.charter.csv, row 2, column 'given': {words}"
        assert only_fault("x,units,Imp,Ogre,win,0,1,,", files={"british.csv": UNITS}) == fault

    @pytest.mark.parametrize(
        "content", [b"", b"claim,system\nx,units\n", b"\0\0", b"system,measure\n"]
    )
    def test_what_is_no_charter_is_one_error(self, content):
        with pytest.raises(TableError, match=r"^mine\.csv"):
            read_charter(content, "mine.csv")


def test_a_charter_of_too_many_claims_is_refused(monkeypatch):
    monkeypatch.setattr(reading, "MOST_IN_ALL", 3)
    units = b"name,hp,attack,defense,damage\nImp,2,9,9,1\nOgre,3,9,9,1\n"
    rows = [b"system,first,second,measure,at least"] + [b"units,*,*,win,10 %"] * 3
    with pytest.raises(TableError, match=r"^a\.csv, row 4: the rows so far stand for more than 3"):
        read_charter(b"\n".join(rows), "a.csv", files={"units.csv": units})
