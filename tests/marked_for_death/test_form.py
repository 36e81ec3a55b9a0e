"""How rosters are read and written: strict mode, semicolons and tabs, final files."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.marked_for_death import Fighter, Form, Rules, Team, fight, read_team, team_text
from combat.marked_for_death.roster import BUFF_COLUMNS, COLUMNS
from combat.tables import TableError, read_table
from tests.marked_for_death.rosters import DATA, HEADER, load, teams
from tests.marked_for_death.test_roster import read


class TestStrict:
    """ "an error will be thrown" for names, and for nothing else."""

    def test_a_bonus_that_looks_like_percent_is_noted_and_taken(self):
        team = read(HEADER + "Tom,7001,,,2.5\n", strict=True)
        assert team.warnings[0].startswith("mine.csv, row 2, column 'BonusToHit': 2.5 is +250%")

    def test_a_header_alone_is_noted_and_taken(self):
        team = read(HEADER, strict=True)
        assert team.fighters == ()
        assert "there are no fighters" in team.warnings[0]

    def test_a_name_is_refused_beside_what_is_only_noted(self):
        with pytest.raises(TableError, match="'BodyguardFor': nobody in this file"):
            read(HEADER + "Tom,7001,,,2.5\nTim,900,,,,,,Bob\n", strict=True)

    def test_the_final_file_of_many_rounds_is_taken_without_a_note(self):
        idle = Team((Fighter("Tom", 900, bonus_to_hit=-0.3),))
        left = fight(idle, idle, rules=Rules(min_to_hit=0), max_rounds=21).heroes
        assert left["Tom"].bonus_to_defend < -2
        again = read(team_text(left), strict=True)
        assert again == left
        assert again.warnings == ()

    def test_a_bonus_to_defend_that_looks_like_percent_is_noted_still(self):
        assert "+2500%" in read(HEADER + "Tom,7001,,,,25\n# battle 00ff00ff\n").warnings[0]


SEMICOLONS = HEADER.replace(",", ";")


class TestDelimiters:
    @pytest.mark.parametrize("mark", [";", "\t"])
    def test_are_read_as_tables_reads_them(self, mark):
        content = f"Name{mark}XP\nTom{mark}7001,5\n"
        seen = read_table(content.encode(), numeric=["XP"], text=["Name"], name="a.csv")
        header = HEADER.replace(",", mark)
        tom = read(header + f"Tom{mark}7001,5\n")["Tom"]
        assert float(tom.xp) == seen["XP"][0] == 7001.5

    @pytest.mark.parametrize("mark", [";", "\t"])
    def test_the_files_say_the_same_however_they_are_parted(self, mark):
        for battle in ("dragon", "four", "large"):
            for side in load(battle):
                form = Form(delimiter=mark, decimal=",")
                text = team_text(replace(side, form=form))
                assert text.startswith(f"Name{mark}XP{mark}")
                again = read(text, strict=True)
                assert again == side
                assert again.form.delimiter == mark
                assert team_text(again) == text

    def test_a_list_of_names_needs_no_quotes_among_semicolons(self):
        tom = read(SEMICOLONS + "Tom;900;;;0,15;;;;;Log;Tom,Bill;,5;-0,25\nBill;900\n")["Tom"]
        assert str(tom.bonus_to_hit) == "0.15"
        assert tom.buffs[0].who == ("Tom", "Bill")
        assert [float(tom.buffs[0].offense), float(tom.buffs[0].defense)] == [0.5, -0.25]

    @pytest.mark.parametrize(
        ("row", "message"),
        [
            ("Tom;1.000,5", "'XP': '1.000.5' is not a number"),
            ('Tom; "900"', "row 2, column 'XP': a blank stands before the quote; delete it"),
            ('"Tom";900;;;"1"x', "row 2, column 5: the line can't be split into cells"),
            ("Tom,Bill;900", "'Name': 'Tom,Bill' holds a comma"),
            ("Tom;900;;;;;;;;Log;Tom;x;0", "'BuffOffense': 'x' is not a number: it must .*0.15$"),
        ],
    )
    def test_a_fault_is_named_with_its_mend(self, row, message):
        with pytest.raises(TableError, match=message):
            read(SEMICOLONS + row + "\n")


class TestFinalFilesAreWrittenAsTheirInput:
    def finals(self, content, **options):
        team = read(content)
        return team_text(fight(team, load("four")[1], max_rounds=1, seed=1, **options).heroes)

    def test_empty_buff_groups_stay(self):
        header = HEADER.strip() + ",BuffName,BuffWho,BuffOffense,BuffDefense" * 2
        final = self.finals(header + "\nTom,90000,,50\n")
        assert final.splitlines()[0] == header
        assert final.splitlines()[1].count(",") == header.count(",")

    def test_so_do_the_order_of_columns_the_delimiter_and_the_decimals(self):
        header = "XP;Name" + SEMICOLONS.removeprefix("Name;XP").strip()
        final = self.finals(header + "\n90000;Tom;;50;0,25\n").splitlines()
        assert final[0] == header
        assert final[1].startswith("90000;Tom;;")
        assert ";0,25;-0,1;" in final[1]
        assert final[2].startswith("# battle ")

    def test_points_among_semicolons_stay_points(self):
        final = self.finals(SEMICOLONS + "Tom;90000;;50;0.25\n")
        assert ";0.25;-0.1;" in final

    def test_there_is_room_for_a_first_buff_where_the_input_has_none(self):
        plain = ",".join(COLUMNS)
        final = self.finals(plain + "\nTom,90000,,50\n")
        assert final.splitlines()[0] == ",".join([*COLUMNS, *BUFF_COLUMNS])

    def test_files_of_the_workbook_keep_their_header(self):
        for name in ("four_heroes", "large_heroes", "dragon_heroes"):
            first = (DATA / f"{name}.csv").read_text().splitlines()[0]
            left = fight(read_team(DATA / f"{name}.csv"), Team(()), seed=1).heroes
            assert team_text(left).splitlines()[0] == first


FORMS = st.builds(
    Form,
    st.permutations(list(COLUMNS)).flatmap(
        lambda head: st.integers(0, 4).map(lambda n: (*head, *list(BUFF_COLUMNS) * n))
    ),
    st.just(";") | st.just("\t"),
    st.sampled_from([".", ","]),
    st.just("") | st.text("0123456789abcdef", min_size=8, max_size=8),
)


@given(teams(), FORMS)
@settings(max_examples=15)
def test_a_team_of_any_form_is_read_back(team, form):
    again = read(team_text(replace(team, form=form)))
    assert again == team
    assert again.form.columns[:9] == form.columns[:9]
    assert len(again.form.columns) >= len(form.columns)
    assert (again.form.delimiter, again.form.battle) == (form.delimiter, form.battle)
