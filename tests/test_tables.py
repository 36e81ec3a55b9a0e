import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.tables import TableError, read_table


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
        (b"", "mine.csv, row 1: the file is empty"),
        (b"\n \n", "mine.csv, row 1, column 'name': the column is missing"),
        (b"name,attack\nrat,1\n", "mine.csv, row 1, column 'defense': the column is missing"),
        (b"name,attack,defense\n", "mine.csv, row 2, column 'name': there are no rows"),
        (
            b"name,attack,defense,attack\n",
            "mine.csv, row 1, column 'attack': the column is named twi",
        ),
        (
            b"name, attack ,defense,attack\n",
            "mine.csv, row 1, column 'attack': the column is named twice; rename one",
        ),
        (
            b"name,Attack,defense, attack\nrat,1,2,3\n",
            "mine.csv, row 1, column 'Attack': the column is named twice, also as 'attack'; rename",
        ),
        (
            b"name,attack,defense,Note,NOTE\nrat,1,2,a,b\n",
            "mine.csv, row 1, column 'Note': the column is named twice, also as 'NOTE'; rename",
        ),
        (
            b"Name,Attack\nrat,1\n",
            "mine.csv, row 1, column 'defense': the column is missing; the header must name name, "
            "attack, defense, and has Name, Attack",
        ),
        (
            b"Name,Attack,Defense\nrat,x,2\n",
            "mine.csv, row 2, column 'Attack': 'x' is not a number",
        ),
        (
            b"name,attack,defense\n\nrat,x,2\n",
            "mine.csv, row 3, column 'attack': 'x' is not a number",
        ),
        (b"name,attack,defense\nrat,1\n", "mine.csv, row 2, column 'defense': the cell is empty"),
        (
            b"name,attack,defense\nrat,inf,2\n",
            "mine.csv, row 2, column 'attack': 'inf' is not a num",
        ),
        (b"name,attack,defense\nrat,1,2,3\n", "mine.csv, row 2, column 4: more cells than"),
        (b'name,attack,defense\n"rat,1,2\n', "mine.csv, row 2: the line can't be split"),
        (b"name,attack,defense\nr\xe4t,1,2\n", "mine.csv, row 2, column 1: not UTF-8 text"),
        (b"\x89PNG\r\n\0\0", "mine.csv, row 1: this is no text file"),
        (
            b"name;attack;defense\nrat;1,5;x\n",
            "mine.csv, row 2, column 'defense': 'x' is not a num",
        ),
        (
            b"name,attack,defense\nrat,5%,2\n",
            "mine.csv, row 2, column 'attack': '5%' is not a number; write it without the sign %",
        ),
    ],
)
def test_a_fault_is_named_by_file_row_and_column(content, message):
    with pytest.raises(TableError) as caught:
        read(content)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert caught.value._render_traceback_() == [str(caught.value)]


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(TableError, match=r"nowhere\.csv: the file can't be read \(No such file"):
        read_table(tmp_path / "nowhere.csv", numeric=["attack"])


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_content_gives_anything_but_numbers_or_a_one_line_error(content):
    for whole in (content, b"name,attack,defense\n" + content):
        frame, message = read_or_message(whole)
        assert len(message.splitlines()) <= 1
        assert message or all(math.isfinite(value) for value in frame["attack"])


def read_or_message(content):
    try:
        return read(content), ""
    except TableError as error:
        return None, str(error)


@pytest.mark.parametrize("mark", [";", "\t"])
def test_a_european_spreadsheet_is_read(mark):
    content = f"name{mark}attack{mark}defense\r\nrat{mark}1,5{mark}2.25\r\n".encode()
    assert read(content).to_numpy().tolist() == [["rat", 1.5, 2.25]]


def test_a_decimal_comma_in_a_file_with_commas_is_a_fault():
    with pytest.raises(TableError, match="more cells than"):
        read(b"name,attack,defense\nrat,1,5,2\n")


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
    with pytest.raises(TableError, match=r"column 'Kind': 'cat' is not known"):
        read_table(b"Kind\ncat\n", numeric=[], choices={"kind": {"rat": 1}})


@pytest.mark.parametrize("header", [b"a,a", b"a,A", b"A, a", b"a,b,B"])
def test_short_headings_are_duplicates_as_well(header):
    with pytest.raises(TableError, match="the column is named twice"):
        read_table(header + b"\n1,2\n", numeric=["a"])


def test_columns_without_a_heading_are_no_duplicates():
    assert read(b"name,attack,defense,,\nrat,1,2,,\n")["attack"].tolist() == [1.0]
