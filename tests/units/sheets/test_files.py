"""Spreadsheets and records, of which units are read: which sheet, which list, what is hidden."""

import io
import json
from itertools import pairwise

import openpyxl
import pytest
from openpyxl.chart import BarChart

from combat.tables import sheet
from combat.units.sheets.files import files_of
from combat.units.sheets.reading import read_game
from tests.tables.test_spreadsheets import spreadsheet
from tests.units.sheets.forms import CASES, fault_of, ods, reading, reading_of, saved


@pytest.mark.parametrize(
    "encoding", ["utf-16", "utf-16-le", "cp1252", "cp1251", "cp932", "gb18030"]
)
def test_other_encodings_are_read_and_told(encoding):
    name = {"cp1251": "Рыцарь", "cp932": "オーク", "gb18030": "兽人"}.get(encoding, "Caballería")
    more = {"cp1251": "Лучник", "cp932": "エルフ", "gb18030": "精灵"}.get(encoding, "Niño")
    units, told = reading(f"name;hp\n{name};12\n{more};9\n".encode(encoding))
    assert units.names == [name, more]
    assert bool(told) == ("16" not in encoding)


class TestSpreadsheets:
    def test_a_hidden_sheet_is_not_read_in_silence(self):
        book = openpyxl.load_workbook(
            io.BytesIO(
                spreadsheet(old=[["name", "hp"], ["Orc", 1]], Units=[["name", "hp"], ["Orc", 9]])
            )
        )
        book["old"].sheet_state = "hidden"
        units, told = reading(saved(book), "mine.xlsx")
        assert units["Orc"].hp == 9
        assert told == ["mine.xlsx: sheet 'Units' is read; 'old' before it is hidden"]

    def test_hidden_rows_and_tables_are_not_read_in_silence(self):
        rows = [["name", "hp"], ["Orc", 9], ["Elf", 7], ["Bat", 1], [None, None]]
        done = [["unit", "action", "times"], ["Orc", "Smash", 2]]
        book = openpyxl.load_workbook(io.BytesIO(spreadsheet(Units=rows, actions=done, old=rows)))
        for row in (3, 4, 5):
            book["Units"].row_dimensions[row].hidden = True
        for title in ("actions", "old"):
            book[title].sheet_state = "hidden"
        book["old"].row_dimensions[2].hidden = True
        units, told = reading(saved(book), "mine.xlsx")
        assert units.names == ["Orc", "Elf", "Bat"]
        assert told == [
            "mine.xlsx, row 3: 2 hidden rows read as any other",
            "mine.xlsx, sheet 'actions': 'actions' is read, a hidden sheet",
        ]

    def test_hidden_rows_of_an_ods_are_told(self):
        cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
        rows = [[*map(cell.format, row)] for row in (("name", "hp"), ("Orc", 9), ("Elf", 7))]
        content = ods(rows, ' table:visibility="filter"')
        assert reading(content, "mine.ods")[1] == [
            "mine.ods, row 3: 1 hidden row read as any other"
        ]

    def test_a_chart_and_notes_before_the_table_are_no_hindrance(self):
        book = openpyxl.Workbook()
        book.active.append(["Notes on my game"])
        table = book.create_sheet("Units")
        for row in (["name", "hp"], ["Orc", 9]):
            table.append(row)
        book.create_chartsheet("Chart", 0).add_chart(BarChart())
        units, told = reading(saved(book), "mine.xlsx")
        assert units["Orc"].hp == 9
        assert told == ["mine.xlsx: sheet 'Units' is read; 'Sheet' before it is no table of units"]

    def test_a_sheet_of_actions_of_another_kind_is_left_aside_and_told(self):
        content = spreadsheet(
            Units=[["name", "hp"], ["Orc", 9]], Actions=[["Action", "AP"], ["Move", 1]]
        )
        units, told = reading(content, "mine.xlsx")
        assert units["Orc"].actions == ()
        assert "sheet 'Actions': left aside, as it names no column unit and action" in told[0]
        assert reading(content, "mine.xlsx", actions=None)[1] == []

    def test_a_sheet_of_actions_of_another_name_is_told(self):
        rows = [["unit", "action", "damage"], ["Orc", "Smash", 9]]
        content = spreadsheet(Units=[["name", "hp"], ["Orc", 9]], Notes=[["a"]], Abilities=rows)
        units, told = reading(content, "mine.xlsx")
        assert units["Orc"].actions == ()
        assert told == ["mine.xlsx, sheet 'Abilities' isn't read; call it 'actions'"]

    @pytest.mark.parametrize("name", ["game_{}.csv", "game.csv.{}.csv"])
    def test_a_file_beside_of_another_name_is_told(self, tmp_path, name):
        path = tmp_path / "game.csv"
        path.write_text("name,hp\nOrc,9\n")
        for kind in ("columns", "statuses", "actions"):
            (tmp_path / name.format(kind)).write_text("")
        _, told = reading_of(path)
        kinds = zip(told, ("columns", "statuses", "actions"), strict=True)
        assert all(f"isn't read; call it game.{kind}.csv" in one for one, kind in kinds)

    def test_a_formatted_cell_far_out_costs_nothing(self):
        book = openpyxl.Workbook()
        for row in (["name", "hp"], *(["Orc", 9] for _ in range(50))):
            book.active.append(row)
        book.active["XFD1"].number_format = "0%"
        assert len(reading(saved(book), "mine.xlsx")[0]) == 50

    def test_an_old_xls_is_read(self):
        units, told = reading(CASES / "bestiary.xls", None)
        assert units["Cave Troll"].hp == 44
        assert units["Bat"].written == "1-2"
        assert "'old notes' before it is hidden" in told[0]

    def test_an_ods_is_read_and_a_bomb_is_refused(self, monkeypatch):
        monkeypatch.setattr(sheet, "MOST_CELLS", 100_000)
        cell = '<table:table-cell office:value-type="{}"{}><text:p>{}</text:p></table:table-cell>'
        rows = [
            [cell.format("string", "", one) for one in ("name", "hp", "damage")],
            [
                cell.format("string", "", "Great<text:s text:c='1'/>Orc"),
                cell.format("float", ' office:value="12.5"', "12"),
                cell.format("string", "", "1d6"),
            ],
        ]
        assert "12.5 is no whole number" in fault_of(ods(rows), "mine.ods")
        rows[1][1] = cell.format("float", ' office:value="12"', "12,0")
        assert reading(ods(rows), "mine.ods")[0]["Great Orc"].hp == 12
        many = ' table:number-columns-repeated="999999999" office:value="1"'
        rows[1].append(cell.format("float", many, "1"))
        bomb = ods(rows, ' table:number-rows-repeated="999999999"')
        assert "makes the table too large" in fault_of(bomb, "mine.ods")


@pytest.mark.parametrize(
    ("content", "row"),
    [
        *((content, 1) for content in (b"[", b'{"a": 1}', b"[" * 100_000)),
        (b'[{"name": "Orc", "hp": 9}, {"name": "Elf", "hp": "1/2/3"}]', 3),
    ],
)
def test_json_without_records_is_told_and_a_fault_with_its_row(content, row):
    assert fault_of(content, "mine.json").startswith(f"mine.json, row {row}")


def test_a_unit_of_parts_and_settings_beside_the_units_are_no_units():
    parts = b'{"Orc": {"stats": {"hp": 12}, "loot": {"gold": 3}}}'
    assert reading(parts, "mine.json")[0].names == ["Orc"]
    word = b'[{"name": "Orc", "hp": 12, "flies": false}]'
    assert reading(word, "mine.json")[0]["Orc"].flies == 0
    beside = b'{"sound": {"a": {"on": 1}, "b": {"on": 0}}, "units": [{"name": "Orc", "hp": 12}]}'
    assert reading(beside, "mine.json")[0].names == ["Orc"]


# A form in which others keep records, and the names and hit points of its units.
RECORDS = {
    "comments": (
        "a.json",
        '[\n{"name": "Orc", "hp": 40}, // "old"\n/* x */ {"name":"Elf // 2","hp":9,},\n]',
    ),
    "a comment first": (
        "a.json",
        '// units\n[{"name": "Orc", "hp": 40}, {"name": "Elf // 2", "hp": 9}]',
    ),
    "a list": ("a.json", '[{"name": "Orc", "hp": 40}, {"name": "Elf // 2", "hp": 9}]'),
    "by name": ("a.json", '{"Orc": {"hp": 40}, "Elf // 2": {"hp": 9}}'),
    "by key": ("a.json", '{"o": {"Name": "Orc", "hp": 40}, "e": {"Name": "Elf // 2", "hp": 9}}'),
    "numbers in a part": (
        "a.json",
        '{"v": 3, "units": [{"Name": "Orc", "stats": {"Health": 40}}, {"Name": "Elf // 2", '
        '"stats": {"Health": 9}}]}',
    ),
    "by name beside settings": (
        "a.json",
        '{"v": "3", "tags": ["a"], "all": {"Orc": {"hp": 40}, "Elf // 2": {"hp": 9}}}',
    ),
    "lines": ("a.json", '{"name": "Orc", "hp": 40}\n\n{"name": "Elf // 2", "hp": 9}\n'),
    "lines by their name": ("a.jsonl", '{"name": "Orc", "hp": 40}\n{"name": "Elf // 2", "hp": 9}'),
    "two lists": (
        "a.json",
        '{"v": 1, "units": [{"name": "Orc", "hp": 40}, {"name": "Elf // 2", "hp": 9}], '
        '"skins": [{"id": "x"}]}',
    ),
    "by faction and name": (
        "a.json",
        '{"Bog": {"Orc": {"hp": 40, "attack": 3}}, "Reed": {"Elf // 2": {"hp": 9, "attack": 4}}}',
    ),
    "units and items by name": (
        "a.json",
        '{"units": {"Orc": {"hp": 40}, "Elf // 2": {"hp": 9}}, "items": {"Axe": {"gold": 3}}}',
    ),
    "names in languages": (
        "a.json",
        '[{"id": 7, "name": {"de": "Ork", "en": "Orc"}, "hp": 40}, '
        '{"id": 8, "name": {"de": "Elf", "en": "Elf // 2"}, "hp": 9}]',
    ),
    "the parts of a number": (
        "a.json",
        '[{"name": "Orc", "hp": {"average": 40, "dice": "9d8"}, "gear": {"average": 3}}, '
        '{"name": "Elf // 2", "hp": {"average": 9, "dice": "2d8"}, "gear": {"average": 4}}]',
    ),
    "the number itself": (
        "a.json",
        '[{"name": "Orc", "hp": {"value": 40}}, {"name": "Elf // 2", "hp": {"value": 9}}]',
    ),
    "YAML": ("a.yaml", "- name: Orc\n  hp: 40\n- name: Elf // 2\n  hp: 9\n"),
    "YAML by name": (
        "a.yml",
        "units:\n  Orc: {hp: 40}\n  Elf // 2:\n    hp: 9\n    born: 2020-01-02\n",
    ),
}


@pytest.mark.parametrize("form", RECORDS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_records_are_read_in_the_forms_that_games_have(form, encoding):
    name, content = RECORDS[form]
    units, _ = reading(content.encode(encoding), name)
    assert {unit.name: unit.hp for unit in units} == {"Orc": 40, "Elf // 2": 9}


def test_of_two_lists_one_is_chosen():
    content = '{"a": [{"name": "Orc", "hp": 1}], "b": [{"name": "Elf", "hp": 2}]}'
    assert "it has the lists a, b; choose one with sheet=" in fault_of(content, "mine.json")
    assert reading(content, "mine.json", sheet="b")[0].names == ["Elf"]
    units, _ = reading(content, "mine.json", sheet="*")
    assert [(unit.name, unit.sheet) for unit in units] == [("Orc", "a"), ("Elf", "b")]
    assert "no list 'c'; name one of a, b" in fault_of(content, "mine.json", sheet="c")


def test_records_with_keys_of_their_own_take_no_time():
    keys = ({"name": f"U{n}", "hp": 9, **{f"k{n}_{k}": k for k in range(20)}} for n in range(400))
    units, told = reading(json.dumps([*keys]), "mine.json")
    assert (len(units), units.columns[:2]) == (400, ["name", "hp"])
    assert "8,000 keys that few records have left out" in told[0]


def test_a_yaml_that_repeats_itself_for_ever_is_refused():
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in pairwise("abcdefgh")]
    assert "are too many for a table" in fault_of("\n".join(lines), "mine.yaml")
    assert "are too many for a table" in fault_of("a: &a\n  b: *a\n", "mine.yaml")
    assert "row 2, column 2: the file is no YAML" in fault_of("a: [1\nb: 2", "mine.yaml")


def test_decimals_with_a_comma_outlast_an_edit():
    """Written between commas, 1,5 was a text."""
    files = files_of(b"name;hp;pay\nOrc;9;1,5\nElf;4;2,25\n", "mine.csv")
    edited = files.edited([*files.texts[:2], ["Elf", "5", "2,75"]])
    units = read_game(edited)
    assert [(unit.hp, unit.pay) for unit in units] == [(9, 1.5), (5, 2.75)]
    assert files_of(b"name,hp\nOrc,9\n", "mine.csv").mark == ","


class TestSheets:
    CONTENT = spreadsheet(
        Bog=[["name", "hp", "tier"], ["Orc", 9, 1]],
        Notes=[["of no use"]],
        Reed=[["hp", "Name"], [4, "Elf"], [5, "Fay"]],
    )

    def test_other_sheets_with_units_are_told(self):
        units, told = reading(self.CONTENT, "mine.xlsx")
        assert units.names == ["Orc"]
        assert "only sheet 'Bog' is read; there are units in 'Reed', too" in told[0]

    def test_all_are_read_one_under_the_other(self):
        units, told = reading(self.CONTENT, "mine.xlsx", sheet="*")
        found = [(unit.name, unit.hp, unit.sheet) for unit in units]
        assert found == [("Orc", 9, "Bog"), ("Elf", 4, "Reed"), ("Fay", 5, "Reed")]
        assert "sheets 'Bog', 'Reed' are read, their rows counted on" in told[0]
        wrong = spreadsheet(
            Bog=[["name", "hp"], ["Orc", 9]], Reed=[["name", "hp"], ["Elf", "1/2/3"]]
        )
        assert fault_of(wrong, "mine.xlsx", sheet="*").startswith("mine.xlsx, row 3, column 'hp'")

    def test_a_hidden_column_is_told(self):
        book = openpyxl.Workbook()
        for row in (["name", "hp"], ["Orc", 9]):
            book.active.append(row)
        book.active.column_dimensions["B"].hidden = True
        units, told = reading(saved(book), "mine.xlsx")
        assert units["Orc"].hp == 9
        assert told == ["mine.xlsx, column B: 1 hidden column read as any other"]
