"""Tables of an xlsx file: its sheets, its formulas, its dates, and whatever is broken in it."""

import builtins
import datetime
import io
import re
import time
import tracemalloc
import zipfile

import openpyxl
import pytest
from openpyxl.reader.excel import ExcelReader
from openpyxl.worksheet._reader import WorkSheetParser

from combat.tables import TableError, books, read_table


def spreadsheet(**sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        page = book.create_sheet(title)
        for row in rows:
            page.append(row)
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


RATS = [[None], ["Name ", "attack", "Defense"], ["rat", 1, 2.0], [], [" imp", "3", 0.1]]
OTHER = [["name", "attack", "defense", None], ["ogre", 7, 8]]


def read_sheet(content, sheet=None):
    columns = {"numeric": ["attack", "defense"], "text": ["name"]}
    return read_table(content, **columns, sheet=sheet, name="mine.xlsx")


def test_the_first_sheet_is_read_or_the_one_that_is_named(tmp_path):
    content = spreadsheet(rats=RATS, other=OTHER)
    assert read_sheet(content).to_numpy().tolist() == [["rat", 1.0, 2.0], ["imp", 3.0, 0.1]]
    assert read_sheet(content, "other")["name"].tolist() == ["ogre"]
    (tmp_path / "mine.xlsx").write_bytes(content)
    assert read_sheet(tmp_path / "mine.xlsx", "other")["name"].tolist() == ["ogre"]


def test_a_fault_in_a_spreadsheet_has_the_row_that_the_spreadsheet_shows():
    for row, fault in (
        (["imp", "x", 1], "row 5, column 'attack': 'x' is not a number"),
        (["imp", None, 1], "row 5, column 'attack': the cell is empty"),
        (["imp", datetime.date(2024, 2, 1), 1], "row 5, column 'attack': '2024-02-01 00:00:00' is"),
        (["imp", "#DIV/0!", 1], "row 5, column 'attack': '#DIV/0!' is not a number"),
        (["imp", 1, 1, 1], "row 2, column D: the heading is blank, but row 5 has '1' there; write"),
    ):
        with pytest.raises(TableError) as caught:
            read_sheet(spreadsheet(rats=[*RATS[:4], row]))
        assert str(caught.value).startswith(f"mine.xlsx, {fault}")


def packed(**files):
    page = io.BytesIO()
    with zipfile.ZipFile(page, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return page.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def unpacked(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def repacked(content, change):
    """A spreadsheet whose first sheet's XML was changed, by a function of its bytes."""
    files = unpacked(content)
    changed = change(files[SHEET])
    assert changed != files[SHEET]
    return packed(**files | {SHEET: changed})


def test_a_formula_counts_as_the_value_that_it_had_when_the_file_was_saved():
    def saved(text):
        return re.sub(rb"<f>3\*4</f><v ?/?>(</v>)?", b"<f>3*4</f><v>12</v>", text)

    content = spreadsheet(rats=[*RATS[:2], ["rat", "=3*4", 2]])
    assert read_sheet(repacked(content, saved)).to_numpy().tolist() == [["rat", 12.0, 2.0]]


def test_a_formula_whose_value_was_never_saved_is_told():
    for row, column in ((["=1+1", 3, 4, 5], "name"), (["rat", 3, 4, "=1+1"], "Dex")):
        content = spreadsheet(rats=[["My game"], ["name", "hp", "Speed", "Dex"], row])
        with pytest.raises(TableError) as caught:
            read_table(content, numeric=["hp", "speed"], text=["name", "dex"], name="mine.xlsx")
        assert str(caught.value) == (
            f"mine.xlsx, row 3, column '{column}': the cell holds a formula whose value was never "
            f"saved; open the file in the spreadsheet program and save it"
        )


@pytest.mark.parametrize("rows", [RATS[:2], [], RATS[:3]], ids=["no rows", "no header", "one row"])
def test_rows_of_nothing_but_such_formulas_are_told_too(rows):
    content = spreadsheet(rats=[*rows, ["=Rats!A2", "=Rats!B2", "=Rats!C2"]])
    column = "Name" if rows else "A"
    with pytest.raises(TableError) as caught:
        read_sheet(content)
    place = f"mine.xlsx, row {len(rows) + 1}, column '{column}': the cell holds a formula"
    assert str(caught.value).startswith(place)


def test_such_a_formula_in_a_column_that_nobody_reads_is_no_fault():
    content = spreadsheet(rats=[["name", "attack", "defense", "sum"], ["rat", 1, 2, "=B2+C2"]])
    assert read_sheet(content)["name"].tolist() == ["rat"]


def test_a_formula_that_openpyxl_cannot_read_is_no_fault_of_its_value():
    rows = [["name", "attack", "defense", "note"], ["rat", 12, 2], ["imp", 12, 3]]
    value, formula = b"<v>12</v>", b'<f t="shared" si="0" ref="B2:B3">"odd</f><v>12</v>'
    content = repacked(spreadsheet(rats=rows), lambda text: text.replace(value, formula))
    columns = {"numeric": ["attack", "defense"], "text": ["name", "note"]}
    assert read_table(content, **columns)["attack"].tolist() == [12.0, 12.0]


def test_a_formula_that_gives_empty_text_is_a_blank_cell():
    rows = [["name", "attack", "defense", "note"], ["rat", 1, 2, '=IF(A2="imp","fast","")']]
    cell, saved = b'r="D2"><f>', b'r="D2" t="str"><f>'
    content = repacked(spreadsheet(rats=rows), lambda text: text.replace(cell, saved))
    columns = {"numeric": ["attack", "defense"], "text": ["name", "note"]}
    assert read_table(content, **columns)["note"].tolist() == [""]


def test_a_sheet_without_blank_cells_is_read_once(monkeypatch):
    read = []
    load = ExcelReader.read
    monkeypatch.setattr(ExcelReader, "read", lambda self: read.append(self) or load(self))
    read_sheet(spreadsheet(rats=RATS[1:3]))
    assert len(read) == 1
    read_sheet(spreadsheet(rats=RATS))
    assert len(read) > 1


def test_a_name_that_is_a_number_is_written_as_a_spreadsheet_shows_it():
    """Some programs save 12 as 12.0."""
    content = spreadsheet(rats=[*RATS[:2], [12, 1, 2]])
    content = repacked(content, lambda text: text.replace(b"<v>12</v>", b"<v>12.0</v>"))
    assert read_sheet(content)["name"].tolist() == ["12"]


OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
BROKEN = "the spreadsheet can't be read"


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (OLE + "EncryptedPackage".encode("utf-16-le"), "the file is locked by a password; save it"),
        (OLE, "the spreadsheet can't be read (CalamineError); open it, and save it again as xlsx"),
        (spreadsheet(rats=RATS)[:300], BROKEN),
        (spreadsheet(rats=RATS)[:-300], BROKEN),
        (repacked(spreadsheet(rats=RATS), lambda text: text[:200]), BROKEN),
        (packed(hello="world"), "this is a ZIP with hello: unpack it, and name a file of it"),
        (packed(mimetype="application/vnd.oasis.opendocument.spreadsheet"), BROKEN),
    ],
    # Of the files themselves they would tell the second in which they were made.
    ids=["locked", "xls", "head alone", "without its end", "damaged", "no sheets", "ods"],
)
def test_a_spreadsheet_that_can_not_be_read_is_told_in_one_line(content, fault):
    with pytest.raises(TableError) as caught:
        read_sheet(content)
    assert str(caught.value).startswith(f"mine.xlsx: {fault}")
    assert "\n" not in str(caught.value)


def test_a_sheet_that_is_not_there_and_one_that_is_empty_are_told():
    content = spreadsheet(rats=RATS, other=OTHER, empty=[])
    with pytest.raises(TableError, match="there is no sheet 'cats'; name one of rats, other"):
        read_sheet(content, "cats")
    with pytest.raises(TableError, match=r"mine\.xlsx, row 1: the file is empty"):
        read_sheet(content, "empty")


def test_without_openpyxl_the_way_to_it_is_told(monkeypatch):
    def no_openpyxl(name, *args, real=builtins.__import__, **more):
        if name.startswith("openpyxl"):
            raise ImportError(name)
        return real(name, *args, **more)

    rats = spreadsheet(rats=RATS)
    monkeypatch.setattr(builtins, "__import__", no_openpyxl)
    with pytest.raises(TableError, match="read with openpyxl, which isn't there; pip install"):
        read_sheet(rats)
    assert read_sheet(b"name,attack,defense\nrat,1,2\n")["attack"].tolist() == [1.0]


NOTES = [["Notes on my game"], [], ["Rats are weak."]]
FIRST = "; this is the first sheet, 'notes', and "


@pytest.mark.parametrize("notes", [NOTES, []], ids=["notes", "an empty sheet"])
def test_a_first_sheet_without_the_columns_names_the_one_that_has_them(notes):
    content = spreadsheet(notes=notes, old=[["name"]], rats=[["My game"], *RATS], other=OTHER)
    with pytest.raises(TableError) as caught:
        read_sheet(content)
    assert str(caught.value).startswith("mine.xlsx, row 1")
    assert str(caught.value).endswith(
        f"{FIRST}sheet 'rats' names all of them; choose it with sheet='rats' (on a command line "
        f"--sheet 'rats', in a charter given sheet=rats)"
    )
    assert read_sheet(content, "rats")["name"].tolist() == ["rat", "imp"]


def test_other_sheets_without_the_columns_are_named_all_the_same():
    with pytest.raises(TableError) as caught:
        read_sheet(spreadsheet(notes=NOTES, old=[["name"]], new=[]))
    assert f"{FIRST}none of the others (old, new) names all of them; " in str(caught.value)


def test_a_sheet_that_was_named_and_one_that_is_alone_have_no_others():
    for content, sheet in (
        (spreadsheet(notes=NOTES, rats=RATS), "notes"),
        (spreadsheet(notes=NOTES), None),
    ):
        with pytest.raises(TableError, match=r"the first 30 rows name none of them$"):
            read_sheet(content, sheet)


def claiming(rows, size):
    """A spreadsheet of one sheet that says it has another size."""
    written = re.compile(rb'<dimension ref="[^"]*"')
    return repacked(
        spreadsheet(rats=rows),
        lambda text: written.sub(b'<dimension ref="%s"' % size.encode(), text),
    )


@pytest.mark.parametrize("size", ["A1", "A1:B2", "B2:C3", "A1:XFD1048576", "A1:A9999999"])
def test_all_that_a_sheet_holds_is_read_whatever_size_it_claims(size):
    began = time.process_time()
    table = read_sheet(claiming(RATS, size))
    assert table.to_numpy().tolist() == [["rat", 1.0, 2.0], ["imp", 3.0, 0.1]]
    assert time.process_time() - began < 1


def test_rows_and_cells_that_stand_in_another_order_are_read():
    def turned(text):
        rows = re.findall(rb"<row .*?</row>", text)
        cells = re.findall(rb"<c .*?</c>", rows[-1])
        last = rows[-1].replace(b"".join(cells), b"".join(reversed(cells)))
        return text.replace(b"".join(rows), b"".join([*rows[:1], last, *rows[1:-1]]))

    rows = [["name", "attack", "defense"], ["rat", 1, 2], ["imp", 3, 0.1]]
    table = read_sheet(repacked(spreadsheet(rats=rows), turned))
    assert table.to_numpy().tolist() == [["imp", 3.0, 0.1], ["rat", 1.0, 2.0]]


def a_cell(row, column):
    return b'<row r="%d"><c r="%s%d" t="str"><v>x</v></c></row>' % (row, column, row)


@pytest.mark.parametrize(
    ("more", "place"),
    [
        (a_cell(10**9, b"A"), "row 1000000000, column A"),
        (a_cell(1048577, b"A"), "row 1048577, column A"),
        (b"".join(a_cell(row, b"XFD") for row in range(6, 20_000)), "row 186, column XFD"),
    ],
)
def test_a_small_file_of_huge_size_is_told_at_once(more, place):
    content = repacked(
        spreadsheet(rats=RATS), lambda text: text.replace(b"</sheetData>", more + b"</sheetData>")
    )
    tracemalloc.start()
    began = time.process_time()
    with pytest.raises(TableError) as caught:
        read_sheet(content)
    assert time.process_time() - began < 1
    assert tracemalloc.get_traced_memory()[1] < 50_000_000
    tracemalloc.stop()
    fault = f"mine.xlsx, {place}: a cell here makes the table too large"
    assert str(caught.value).startswith(fault)
    assert "\n" not in str(caught.value)


def test_a_cell_far_off_that_holds_nothing_costs_nothing():
    far = b"".join(
        b'<row r="%d"><c r="XFD%d" s="0"/></row>' % (row, row) for row in (7, 1048576, 10**9)
    )
    content = repacked(
        spreadsheet(rats=RATS), lambda text: text.replace(b"</sheetData>", far + b"</sheetData>")
    )
    assert read_sheet(content)["name"].tolist() == ["rat", "imp"]


@pytest.mark.parametrize("ending", ["xml", "bin"])
def test_a_file_that_unpacks_to_more_than_a_table_is_told_before_it_is_unpacked(ending):
    page = io.BytesIO()
    with zipfile.ZipFile(page, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"xl/worksheets/sheet1.{ending}", b" " * 50_000_001)
    began = time.process_time()
    with pytest.raises(TableError, match=r"mine\.xlsx: .*too large for a table"):
        read_sheet(page.getvalue())
    assert time.process_time() - began < 1


def test_too_many_sheets_are_told_before_any_is_read(monkeypatch):
    monkeypatch.setattr(books, "_MOST_SHEETS", 2)
    read_sheet(spreadsheet(rats=RATS, other=OTHER))
    monkeypatch.setattr(books.Xlsx, "rows", None)
    with pytest.raises(TableError, match=r"^mine\.xlsx: 3 sheets are too many, at most 2; delete "):
        read_sheet(spreadsheet(rats=RATS, other=OTHER, third=OTHER))


def test_no_row_is_read_that_nobody_asked_for(monkeypatch):
    """A file that doesn't say how large its sheet is was read whole to find that out."""
    content = repacked(spreadsheet(rats=RATS), lambda text: re.sub(rb"<dimension[^>]*>", b"", text))
    monkeypatch.setattr(WorkSheetParser, "parse_dimensions", None)
    assert read_sheet(content)["name"].tolist() == ["rat", "imp"]
