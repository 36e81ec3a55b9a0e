"""How rosters are read and written: strict mode, semicolons and tabs, final files."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.marked_for_death import (
    Fighter,
    Form,
    Rules,
    Side,
    Team,
    fight,
    simulate,
    solve,
    stats,
    team_text,
)
from combat.marked_for_death.roster import BUFF_COLUMNS, COLUMNS
from combat.tables import TableError
from tests.marked_for_death.rosters import HEADER, load, teams
from tests.marked_for_death.test_roster import read


class TestStrict:
    """ "an error will be thrown" for names, and for nothing else."""

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


SEMICOLONS = HEADER.replace(",", ";")


FORMS = st.builds(
    lambda head, groups, *form: Form((*head, *list(BUFF_COLUMNS) * groups), *form),
    st.permutations(list(COLUMNS)),
    st.integers(0, 4),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from([".", ","]),
    st.booleans(),
    st.sampled_from(["\n", "\r\n"]),
).filter(lambda form: form.delimiter != form.decimal)


@given(teams(), FORMS)
@settings(max_examples=15)
def test_a_team_of_any_form_is_read_back(team, form):
    again = read(team_text(replace(team, form=form)))
    assert again == team
    assert again.form.columns[:9] == form.columns[:9]
    assert len(again.form.columns) >= len(form.columns)
    assert again.form.delimiter == form.delimiter
    assert (again.form.mark, again.form.line_end) == (form.mark, form.line_end)


class TestTheFallenStayInTheirFile:
    ROWS = HEADER + 'Tom,9000,,-3,,,,,,Oath,"Ann,Tom",5,5\nAnn,2000,,,,,,,Tom\nBob,900,,-2,,,,Ann\n'

    def test_they_are_read_told_and_do_not_fight(self):
        team = read(self.ROWS)
        assert team.names == ("Tom", "Ann", "Bob")
        told = "column 'BonusHP': '{}' has {} hit points and is out of the fight; raise BonusHP"
        assert [line for line in team.warnings if "out of" in line] == [
            f"mine.csv, row 2, {told.format('Tom', -1)} to -1 or more to bring him back",
            f"mine.csv, row 4, {told.format('Bob', 0)} to -1 or more to bring him back",
        ]
        side = Side(team)
        # Nobody guards, binds or helps who isn't there.
        assert side.names == ("Ann",)
        assert side.numbers([True]).to_hit == pytest.approx([0.3])
        assert stats(team).index.tolist() == ["Ann"]

    def test_a_battle_is_that_of_those_who_stand(self):
        team, foes = read(self.ROWS), load("four")[1]
        alone = Team((Fighter("Ann", 2000),))
        assert solve(team, foes).outcomes == pytest.approx(solve(alone, foes).outcomes, abs=1e-12)
        assert simulate(team, foes, battles=99).outcomes.tolist() == (
            simulate(alone, foes, battles=99).outcomes.tolist()
        )
        assert fight(team, foes, seed=3).history == fight(alone, foes, seed=3).history

    def test_who_is_healed_fights_again(self):
        team = read(self.ROWS).replace("Tom", bonus_hp=-1)
        assert Side(team).names == ("Tom", "Ann")
        # A death of long ago binds nobody now.
        assert Side(read(self.ROWS)).falls.tolist() == [[False]]


class TestASpreadsheetsFile:
    ROWS = "Jürgen;90000;;50;0,25\r\nZoë;900;;-3\r\n"

    @pytest.mark.filterwarnings("ignore:mine.csv. not UTF-8")
    @pytest.mark.parametrize(
        "encoding", ["utf-8-sig", "utf-8", "cp1252", "utf-16"], ids=lambda name: name
    )
    def test_comes_back_in_its_form(self, encoding):
        content = (SEMICOLONS.replace("\n", "\r\n") + self.ROWS).encode(encoding)
        team = fight(read(content), load("four")[1], max_rounds=1, seed=1).heroes
        written = team_text(team).encode()
        # What isn't plain UTF-8 gets the mark by which a spreadsheet knows UTF-8.
        assert written.startswith("\ufeffName;".encode()) == (encoding != "utf-8")
        lines = written.decode("utf-8-sig").split("\r\n")
        assert lines[1].startswith("Jürgen;90000;;")
        assert ";0,25;-0,1;" in lines[1]
        assert lines[2].startswith("Zoë;900;;-3;;-0,1;")
        assert lines[3:] == [""]
        assert read(written) == team
        assert team_text(read(written)) == team_text(team)


class TestOddNames:
    @pytest.mark.parametrize("who", ["Tom, Bob", "Tom ,Bob"])
    def test_a_blank_beside_a_comma_is_left_out_and_noted_or_with_strict_refused(self, who):
        rows = HEADER + f'Tom,900,,,,,,,,Oath,"{who}",0.1,0\nBob,900\n'
        team = read(rows)
        assert team["Tom"].buffs[0].who == ("Tom", "Bob")
        fault = "mine.csv, row 2, column 'BuffWho': a blank stands beside a comma; delete it"
        assert team.warnings == (fault,)
        with pytest.raises(TableError, match=fault):
            read(rows, strict=True)

    @pytest.mark.parametrize(
        ("row", "column"), [("Tom,900,,,,,,Tom", "BodyguardFor"), ("Tom,900,,,,,,,Tom", "LinkedTo")]
    )
    def test_who_names_himself_is_noted(self, row, column):
        assert read(f"{HEADER}{row}\n", strict=True).warnings == (
            f"mine.csv, row 2, column '{column}': 'Tom' names himself; name somebody else, or "
            f"nobody",
        )
