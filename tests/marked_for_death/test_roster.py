"""Rosters read: every way to write a good one, and each fault with its place and its mend."""

from dataclasses import fields
from decimal import Decimal

import openpyxl
import pytest

from combat.marked_for_death import (
    Buff,
    Fighter,
    Rules,
    Team,
    read_team,
    team_text,
)
from combat.tables import TableError
from tests.marked_for_death.rosters import HEADER, load

PLAIN = HEADER.replace(",BuffName,BuffWho,BuffOffense,BuffDefense", "")


def read(content, **options):
    content = content.encode() if isinstance(content, str) else content
    return read_team(content, name="mine.csv", **options)


def fault(content, **options):
    with pytest.raises(TableError) as caught:
        read(content, **options)
    assert len(str(caught.value).splitlines()) == 1
    return str(caught.value)


class TestReading:
    def test_the_dragon_of_the_manual(self):
        dragon, summoner, tom = load("dragon")[0].fighters
        assert dragon == Fighter(
            "Dragon",
            13000,
            1500,
            -1,
            "0.9",
            "0.1",
            linked_to="Summoner",
            buffs=[Buff("Mythic", ("Dragon", "Summoner", "Tom"), 0.06, 0.02)],
        )
        assert (summoner.bonus_xp, summoner.buffs) == (-1000, ())
        assert (tom.aoe, tom.bodyguard_for, tom.total_xp) == (None, "Summoner", 7001)

    @pytest.mark.parametrize(
        "content",
        [
            HEADER + '\n Alice ,"900",0,0,0,0,,,,GeniusIntellect,"Alice,Bill",6e-2,.03,,\n,,\n'
            "Bill,900\n",
            HEADER.replace("Name,XP", "XP,Name").replace(
                "\n", ",BuffName,BuffWho,BuffOffense,BuffDefense,,\n"
            )
            + '900,Alice,,,,,,,,,,,,GeniusIntellect,"Alice,Bill",0.06,0.03,,\n900.0,Bill\n',
        ],
        ids=["spaces and blank lines", "order and two groups"],
    )
    def test_every_way_of_writing_a_good_file(self, content):
        alice, bill = read(content, strict=True).fighters
        assert alice == Fighter(
            "Alice",
            900,
            buffs=[Buff("GeniusIntellect", ("Alice", "Bill"), Decimal("0.06"), Decimal("0.03"))],
        )
        assert bill == Fighter("Bill", 900)

    def test_there_may_be_no_buff_groups(self):
        assert read(PLAIN + "Tom,7001\n").names == ("Tom",)

    def test_titles_and_other_cases_are_read_as_in_any_table(self):
        final = HEADER.lower().replace(",", ";") + "Tom;7001;;;0,15\n"
        team = read("The team, of last week\n\n" + final)
        assert team["Tom"] == Fighter("Tom", 7001, bonus_to_hit="0.15")
        assert team_text(team).startswith("Name;XP;")
        assert ";0,15;" in team_text(team)

    def test_a_spreadsheet_is_read_and_its_sheet_can_be_named(self, tmp_path):
        book = openpyxl.Workbook()
        book.active.append(["Notes"])
        page = book.create_sheet("Heroes")
        for row in (HEADER.strip().split(","), ["Tom", 7001, None, 1, 0.15]):
            page.append(row)
        book.save(tmp_path / "game.xlsx")
        team = read_team(tmp_path / "game.xlsx", sheet="Heroes")
        assert team["Tom"] == Fighter("Tom", 7001, bonus_hp=1, bonus_to_hit="0.15")
        assert read(team_text(team)) == team


class TestUnknownNames:
    CONTENT = HEADER + 'Tom,7001,,,,,,Bob,Zoe,Teamwork,"Tom,Rex",0.1,0.1\n'

    def test_are_ignored_with_a_warning_each(self):
        team = read(self.CONTENT)
        assert [line.partition(";")[0] for line in team.warnings] == [
            "mine.csv, row 2, column 'BodyguardFor': nobody in this file is called 'Bob'",
            "mine.csv, row 2, column 'LinkedTo': nobody in this file is called 'Zoe'",
            "mine.csv, row 2, column 'BuffWho': nobody in this file is called 'Rex'",
        ]
        assert team["Tom"].bodyguard_for == "Bob"

    def test_a_bonus_that_looks_like_percent_is_noticed(self):
        team = read(HEADER + "Tom,7001,,,-45,5\nBill,900,,,0.45,\n")
        assert [line.partition(";")[0] for line in team.warnings] == [
            "mine.csv, row 2, column 'BonusToHit': -45 is -4500%",
            "mine.csv, row 2, column 'BonusToDefend': 5 is +500%",
        ]

    def test_are_an_error_in_strict_mode(self):
        assert fault(self.CONTENT, strict=True).startswith(
            "mine.csv, row 2, column 'BodyguardFor': nobody"
        )


ROW = "mine.csv, row 2, column "


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("Tom,500,-500", ROW + "'XP': '500' leaves a TotalXP of 0"),
        ("Tom,", ROW + "'XP': '0' leaves a TotalXP of 0"),
        ("Tom,900\nTom,800", "mine.csv, row 3, column 'Name': 'Tom' is in row 2 already"),
        (",900", ROW + "'Name': '' is blank"),
        ('"Tom,Bill",900', ROW + "'Name': 'Tom,Bill' holds a comma"),
        ("Tom,5.000", ROW + "'XP': '5.000' may be a thousand times as much; write it without"),
        ('"T\nom",900', ROW + "'Name': 'T om' holds the character U+000A"),
        ("Tom,lots", ROW + "'XP': 'lots' is not a number"),
        ("Tom,1_000", ROW + "'XP': '1_000' is not a number"),
        ("Tom,٣", ROW + "'XP': '٣' is not a number"),
        ("Tom,inf", ROW + "'XP': 'inf' is not a number"),
        ("Tom,1e9", ROW + "'XP': '1e9' is out of range: it must be between"),
        ("Tom,1e99999999999999999999", ROW + "'XP': '1e99999999999999999999' is out of range"),
        ("Tom,900,,0.5", ROW + "'BonusHP': '0.5' is out of range: it must be whole"),
        ('Tom,900,,,"0,1"', ROW + "'BonusToHit': '0,1' is not a number"),
        ("Tom,900,,,,101", ROW + "'BonusToDefend': '101' is out of range"),
        ("Tom,900,,,,,many", ROW + "'AOE': 'many' is not a number"),
        (
            'Tom,900,,,,,,,,J, "Tom,Bill",0.1,0.1',
            ROW + "'BuffWho': a blank stands before the quote",
        ),
        (
            'Tom,900,,,,,,,,J,"Tom,Bill,0.1,0.1',
            ROW + "11: the line can't be split into cells (a quote is never closed); check its",
        ),
        ("Tom,900,,,,,,,,J,Alice,Bill,Charlie Brown,0.06,0.03", ROW + "14: more cells than"),
        (
            "Tom,900,,,,,,,,J,Alice,Bill,Charlie",
            ROW + "'BuffOffense': 'Bill' is not a number: it must be one such as 12 or 0.15; "
            "a list of names in BuffWho must stand between double quotes",
        ),
        ("Tom,900,,,,,,,,,Tom,0.1,0.1", ROW + "'BuffName': '' is blank"),
        ("Tom,900,,,,,,,,J,,0.1,0.1", ROW + "'BuffWho': '' is blank"),
        ('Tom,900,,,,,,,,J,"Tom,,Bill",0.1', ROW + "'BuffWho': '' is blank"),
        ("Tom,900,,,,,,,,,,,,x", ROW + "14: more cells than the header has columns"),
    ],
)
def test_a_fault_in_a_row_is_named_with_its_mend(row, message):
    assert fault(HEADER + row + "\n").startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "mine.csv, row 1: the file is empty; its first line must name"),
        (
            HEADER.replace("AOE,", ""),
            "mine.csv, row 1, column 'AOE': the column is missing; the head",
        ),
        (
            HEADER.replace(",", ";").replace("AOE;", ""),
            "mine.csv, row 1, column 'AOE': the column is missing; the head",
        ),
        (
            HEADER.replace(",BuffDefense", ""),
            "mine.csv, row 1, column 'BuffDefense': the buff group is incomplete",
        ),
        (
            HEADER.replace(",BuffWho", ""),
            "mine.csv, row 1, column 11: 'BuffOffense' stands where BuffWho must",
        ),
        ("Note," + HEADER, "mine.csv, row 1, column 1: 'Note' can't stand here"),
        ("Name," + HEADER, "mine.csv, row 1, column 'Name': the column is named twice"),
        (
            HEADER.strip() + ",Note\n",
            "mine.csv, row 1, column 14: 'Note' stands where BuffName must",
        ),
    ],
)
def test_a_fault_of_the_file_is_named_with_its_mend(content, message):
    assert fault(content).startswith(message)


def test_the_hit_points_a_file_must_leave_are_those_of_the_rules():
    assert read(HEADER + "Tom,900,,-4\n", rules=Rules(default_hp=5)).warnings == ()


class TestFighters:
    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: Fighter("Tom", "lots"), "xp = 'lots' is not a number"),
            (lambda: Fighter("Tom", 900, aoe=1.5), "aoe = 1.5 is out of range: it must be whole"),
            (lambda: Fighter(7, 900), "name = 7 is not text"),
            (lambda: Buff("Log", ()), r"who = \(\) .* must hold at least one name"),
            (lambda: Buff("Log", "Tom", 101), "offense = 101 is .* be between -100 and 100$"),
            (lambda: Team((Fighter("Tom", 900),) * 2), "name = 'Tom' stands twice"),
            (lambda: Team((Fighter("Tom", 900),))["Bob"], "name = 'Bob' is not known: .* Tom"),
            (lambda: Team([Fighter(f"F{n}", 900) for n in range(1001)]), "fighters = 1001 is out"),
        ],
    )
    def test_a_value_out_of_range_is_named(self, make, message):
        with pytest.raises(ValueError, match=message):
            make()


@pytest.mark.parametrize("field", [field.name for field in fields(Rules)])
def test_each_rule_has_a_range(field):
    with pytest.raises(ValueError, match=rf"{field} = 1000000000\.0 is out of range"):
        Rules(**{field: 1e9})
    assert getattr(Rules(**{field: getattr(Rules(), field)}), field) == getattr(Rules(), field)


def test_the_least_chance_is_at_most_the_greatest():
    with pytest.raises(ValueError, match=r"min_to_hit = 0\.5 .* max_to_hit = 0\.4"):
        Rules(min_to_hit=0.5, max_to_hit=0.4)
