"""Tables read: every way to write a good file, and each fault with file, row and column."""

import json
import os
import sys
import time

import pytest

from combat.tables import TableError, content, content_of, read_rows, read_table, records, text


def read(content):
    return read_table(content, numeric=["attack", "defense"], text=["name"], name="mine.csv")


@pytest.mark.parametrize(
    "content",
    [
        b"name,attack,defense\nrat,1,2\n",
        b"\xef\xbb\xbfname,attack,defense\r\nrat,1,2\r\n",
        b"defense, attack ,name,note\n\n2,1,rat,x\n,,,\n",
        b'name,attack,defense\n"rat",1.0,2e0',
        b"Name,ATTACK,Defense\nrat,1,2\n",
        b"\xef\xbb\xbf Name ;\xc2\xa0Attack; DEFENSE\t\r\nrat;1;2\r\n",
    ],
)
def test_every_way_of_writing_a_good_file(content):
    assert read(content).to_dict("records") == [{"name": "rat", "attack": 1.0, "defense": 2.0}]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "row 1: the file is empty"),
        (b"\n \n", "row 1: the file is empty"),
        (b"name,attack\nrat,1\n", "row 1, column 'defense': the column is missing"),
        (b"name,attack,defense\n", "row 2, column 'name': there are no rows"),
        (
            b"name, attack ,defense,attack\n",
            "row 1, column 'attack': the column is named twice; rename one",
        ),
        (
            b"name,Attack,defense, attack\nrat,1,2,3\n",
            "row 1, column 'Attack': the column is named twice, also as 'attack'; rename",
        ),
        (
            b"Name,Attack\nrat,1\n",
            "row 1, column 'defense': the column is missing; the header must name name, "
            "attack, defense, and has Name, Attack",
        ),
        (
            b"Name,Attack,Defense\nrat,x,2\n",
            "row 2, column 'Attack': 'x' is not a number; write one such as 12 or 7.5",
        ),
        (b"name,attack,defense\n\nrat,x,2\n", "row 3, column 'attack': 'x' is not a number"),
        (b"name,attack,defense\nrat,1\n", "row 2, column 'defense': the cell is empty"),
        (b"name,attack,defense\nrat,inf,2\n", "row 2, column 'attack': 'inf' is not a num"),
        (b"name,attack,defense\nrat,1,2,3\n", "row 2, column 4: more cells than"),
        (b'name,attack,defense\n"rat,1,2\n', "row 2, column 1: the line can't be split"),
        (b"\x89PNG\r\n\0\0", "row 1: this is no text file"),
        (b"name;attack;defense\nrat;1,5;x\n", "row 2, column 'defense': 'x' is not a num"),
    ],
)
def test_a_fault_is_named_by_file_row_and_column(content, message):
    with pytest.raises(TableError) as caught:
        read(content)
    assert str(caught.value).startswith(f"mine.csv, {message}")
    assert "\n" not in str(caught.value)
    assert caught.value._render_traceback_() == [str(caught.value)]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(TableError, match=r"nowhere\.csv: the file can't be read \(No such file"):
        read_table(tmp_path / "nowhere.csv", numeric=["attack"])


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_european_spreadsheet_is_read(mark):
    content = f"name{mark}attack{mark}defense\r\nrat{mark}0,125{mark}2.25\r\n".encode()
    assert read(content).to_numpy().tolist() == [["rat", 0.125, 2.25]]


def test_the_frame_has_the_names_that_were_asked_for_however_the_file_writes_them():
    frame = read_table(
        b"KIND,Big Name,Worth,Other\nRat,x,7,y\n",
        numeric={"worth": (0, 10)},
        text=["big name", "missing"],
        choices={"Kind": {"rat": 1}},
        optional=["missing"],
    )
    assert frame.to_dict("records") == [{"big name": "x", "missing": "", "worth": 7.0, "Kind": 1}]


def test_a_range_and_a_choice_are_faulted_under_the_files_own_heading():
    with pytest.raises(TableError, match=r"column 'WORTH': 70 is out of range"):
        read_table(b"WORTH\n70\n", numeric={"worth": (0, 10)})
    choices = {"kind": {"rat": 1, "imp": 2}}
    for cell, shown in ((b"cat", "cat"), (b'"c\na\nt"', "c a t")):
        with pytest.raises(TableError, match=f"'{shown}' is not known; write one of rat, imp"):
            read_table(b"Kind\n" + cell + b"\n", numeric=[], choices=choices)


def test_both_ends_of_a_range_belong_to_it():
    assert read_table(b"worth\n0\n10\n", numeric={"worth": (0, 10)})["worth"].tolist() == [0, 10]
    for beyond in (b"-0.1", b"10.1"):
        with pytest.raises(TableError, match=r"out of range; write a number from 0 to 10$"):
            read_table(b"worth\n" + beyond + b"\n", numeric={"worth": (0, 10)})


def test_columns_without_a_heading_are_no_duplicates():
    assert read(b"name,attack,defense,,\nrat,1,2,,\n")["attack"].tolist() == [1.0]


def test_cells_are_parted_by_what_stands_most_often_in_the_header():
    content = b'name;attack;defense;"note, long"\nrat;1,5;2;x, y\n'
    assert read(content).to_numpy().tolist() == [["rat", 1.5, 2.0]]
    content = b'name,attack,defense,"a;b;c;d;e"\nrat,1,2,x\n'
    assert read(content).to_numpy().tolist() == [["rat", 1.0, 2.0]]


def test_a_fraction_is_a_number():
    """Challenge ratings of d20 games are 1/8, 1/4 and 1/2."""
    found = read_table(b"cr\n1/4\n2\n1 / 2\n2.5\n", numeric=["cr"])
    assert found["cr"].tolist() == [0.25, 2.0, 0.5, 2.5]


@pytest.mark.parametrize("cell", ["1/", "1/2/3", "1.5/2", "1//2"])
def test_what_only_looks_like_a_fraction_is_no_number(cell):
    with pytest.raises(TableError, match=r"row 2, column 'cr': '.*' is not a number; write one"):
        read_table(f"cr\n{cell}\n".encode(), numeric=["cr"])


def test_titles_above_the_header_are_skipped_and_rows_keep_their_numbers():
    for title in ("My game\n", "My game, v3\n", '"My game, v3";;\n', "a\tb\tc\td\n\n,,\n"):
        content = f"{title}Name;Attack;DEFENSE\nrat;1,5;2\nimp;x;2\n".encode()
        row = title.count("\n") + 3
        with pytest.raises(TableError, match=rf"^mine\.csv, row {row}, column 'Attack': 'x' is"):
            read(content)
        found = read(content.replace(b"x", b"3"))
        assert found["attack"].tolist() == [1.5, 3.0]
    assert read(b"My game, v3\nname,attack,defense\nrat,1,2\n")["name"].tolist() == ["rat"]


def test_the_first_row_that_names_all_is_the_header():
    content = b"name,attack\nname,attack,defense\nname,attack,defense\n"
    with pytest.raises(TableError, match=r"row 3, column 'attack': 'attack' is not a number"):
        read(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        # The row that names most is meant, and where none names any, nobody knows which.
        (b"My game\n\nname,attack\nrat,1\n", "row 3, column 'defense': the column is miss"),
        (b"My game\nof rats\n", "row 1, column 'name': the column is missing"),
        (
            b"My game\nname,attack,defense,Attack\nrat,1,2,3\n",
            "row 2, column 'attack': the column is named twice, also as 'Attack'",
        ),
        (b"My game\nname,attack,defense\n", "row 3, column 'name': there are no rows"),
        (
            b"-\n" * 30 + b"name,attack,defense\nrat,1,2\n",
            "row 1, column 'name': the column is missing",
        ),
    ],
)
def test_a_fault_of_a_header_below_a_title_has_its_row(content, message):
    with pytest.raises(TableError) as caught:
        read(content)
    assert str(caught.value).startswith(f"mine.csv, {message}")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('"a\nb",1,2\nrat,"1,2', "row 3, column 2: the line can't be split into cells"),
        ('"a ""b"", c","1"x,2', "row 2, column 2: the line can't be split into cells"),
        (f'"rat",1,{"2" * 200_000}', "row 2, column 3: the line can't be split into cells"),
        ('rat, "1",2', "row 2, column 'attack': a blank stands before the quote; delete it"),
        ('rat, "1,2",2', "row 2, column 'attack': a blank stands before the quote; delete it"),
    ],
)
def test_a_wrong_quote_is_named_by_row_and_column(row, message):
    with pytest.raises(TableError) as caught:
        read(f"name,attack,defense\n{row}\n".encode())
    assert str(caught.value).startswith(f"mine.csv, {message}")


def test_quotes_of_columns_that_nobody_reads_and_blank_cells_at_the_end_are_no_fault():
    content = b'name,note,attack,defense\nrat, "x",1,2\nimp,5" tall,3,4, ,,\n'
    assert read(content)["attack"].tolist() == [1.0, 3.0]


def test_a_value_in_a_column_without_a_heading_is_a_fault():
    with pytest.raises(TableError) as caught:
        read(b"My game\nname,,attack,defense\nrat,,1,2\nimp,7,1,2\n")
    assert str(caught.value) == (
        "mine.csv, row 2, column B: the heading is blank, but row 4 has '7' there; write a "
        "heading, or empty the column"
    )


def test_a_date_of_a_spreadsheet_is_told_as_one():
    for date in ("2024-12-15", "15-Dec", "Dec-15", "12:15:00"):
        with pytest.raises(TableError) as caught:
            read(f"name,attack,defense\nrat,{date},2\n".encode())
        assert str(caught.value) == (
            f"mine.csv, row 2, column 'attack': '{date}' is not what was written; a spreadsheet "
            f"made a date of it: format the column as text, and write the cell anew"
        )
    assert read(b"name,attack,defense\n2024-12-15,1,2\n")["name"].tolist() == ["2024-12-15"]


def test_what_a_columns_own_reader_refuses_is_a_fault_of_its_cell():
    def even(cell):
        if int(cell) % 2:
            raise ValueError(f"{cell} is odd; write an even number")
        return int(cell)

    assert read_table(b"legs\n4\n", numeric=[], parse={"legs": even})["legs"].tolist() == [4]
    with pytest.raises(TableError, match=r"^my\.csv, row 2, column 'Legs': 3 is odd; write an"):
        read_table(b"Legs\n3\n", numeric=[], parse={"legs": even}, name="my.csv")


def test_an_upload_without_a_name_is_called_so():
    with pytest.raises(TableError, match=r"^upload, row 2, column 'attack': 'x' is not a number"):
        read_table(b"attack\nx\n", numeric=["attack"])


class TestWhatSpreadsheetsMean:
    @pytest.mark.parametrize("parts", [";", "\t"])
    @pytest.mark.parametrize("cell", ["1.000", "1,000", "12.500"])
    def test_a_thousand_or_one_is_asked(self, parts, cell):
        content = f"name{parts}hp\nDragon{parts}{cell}\n".encode()
        with pytest.raises(TableError, match="may be a thousand times as much; write it without"):
            read_table(content, numeric=["hp"], text=["name"], name="a.csv")

    @pytest.mark.parametrize("heading", ['"Hit\nPoints"', "hit\u00a0points", "Hit  Points"])
    def test_headings_in_two_lines_or_with_odd_blanks_are_known(self, heading):
        content = f"name,{heading}\nRat,7\n".encode()
        found = read_table(
            content, numeric=["hp"], text=["name"], aliases={"hit points": "hp"}, name="a.csv"
        )
        assert found["hp"].tolist() == [7]


def test_more_rows_than_fit_are_refused_at_once():
    rows = b"name,hp\n" + b"Imp,2\n" * 10_000
    assert len(read_table(rows, numeric=["hp"], text=["name"], name="a.csv")) == 10_000
    huge = rows * 100
    began = time.process_time()
    with pytest.raises(TableError, match=r"^a\.csv: too many rows for a table, which has at most"):
        read_table(huge, numeric=["hp"], text=["name"], name="a.csv")
    assert time.process_time() - began < 1
    with pytest.raises(
        TableError, match=r"10,000 \(10,002 lines\); delete what isn't part of it, or"
    ):
        read_table(rows + b"Ogre,3\n", numeric=["hp"], text=["name"], name="a.csv")
    assert len(read_rows(rows + b"Ogre,3\n", ["hp"], name="a.csv", most=None)[2]) == 10_001


def test_blank_lines_at_the_end_are_no_rows(monkeypatch):
    monkeypatch.setattr(text, "_MOST_LINES", 4)
    table = b'name,attack,defense\nrat,1,2\nimp,,3\n"", ,\n' + b",,\n; \t\n\n" * 1000
    with pytest.raises(TableError, match="row 3, column 'attack': the cell is empty"):
        read(table)


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (b"name\n\n\r\n\nrat\n", "a.csv: too many rows"),
        (b"name\r\r\r\r\rrat", "a.csv: too many rows"),
        (b"name\nrat,,,,,,x\n", "a.csv, row 2, column 7: the line can't be split"),
        (b"name\n" + b"rat " * 10, "a.csv, row 2, column 1: the line can't be split"),
    ],
)
def test_what_is_no_table_is_refused_before_it_is_split(monkeypatch, table, fault):
    monkeypatch.setattr(text, "_MOST_LINES", 4)
    monkeypatch.setattr(text, "_MOST_CELLS", 6)
    monkeypatch.setattr(text, "_LONGEST", 30)
    with pytest.raises(TableError) as caught:
        read_table(table, numeric=[], text=["name"], name="a.csv")
    assert str(caught.value).startswith(fault)


def test_cells_and_records_beyond_a_table_are_refused_before_they_are_read(monkeypatch):
    monkeypatch.setattr(text, "MOST_CELLS", 6)
    with pytest.raises(TableError, match=r"row 3: the rows down to here hold more than"):
        read(b"name,attack,defense\nrat,1,2\nimp,2,3\n")
    monkeypatch.setattr(records, "parts_of", None)
    many = json.dumps([{"name": "rat", "attack": 1, "defense": 2}] * 10_100).encode()
    with pytest.raises(TableError, match=r"has at most 10,000 \(10,100 records\); delete what"):
        read_table(many, numeric=["attack"], name="a.json")


@pytest.mark.skipif(sys.platform == "win32", reason="files that are pipes")
def test_a_pipe_without_a_writer_is_refused(tmp_path):
    os.mkfifo(tmp_path / "units.csv")
    with pytest.raises(TableError, match=r"^units\.csv: it is a pipe, and nobody may write to it"):
        content_of(tmp_path / "units.csv")


def test_a_file_has_as_many_bytes_as_there_may_be_and_no_more(monkeypatch, tmp_path):
    """What has no end, such as /dev/zero, isn't read to it."""
    table, path = b"name,attack,defense\nrat,1,2\n", tmp_path / "mine.csv"
    monkeypatch.setattr(content, "MOST_BYTES", len(table))
    assert len(read(table)) == 1
    path.write_bytes(table + b"\n" * 1000)
    for source in (table + b"\n", path):
        with pytest.raises(TableError, match=r"^mine\.csv, row 1: the file is larger than 28"):
            read_table(source, numeric=["attack"], name="mine.csv")
