"""A designer's file: its bytes, its text and the text of its cells, and its faults.

What kind of table it is, and which columns it has, is read elsewhere.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

from combat.core.words import composed, printable, shown, unguarded

MOST_BYTES = 50_000_000  # a limit, as a device may have no end
MOST_CELLS = 3_000_000  # a small spreadsheet may claim a billion
MOST_ROWS = 10_000  # each is checked cell by cell: about a second for so many
ALL, SHEET = "*", "sheet"  # asks for all sheets of a file; the heading above their names
_MARKS = {
    b"\xef\xbb\xbf": "utf-8-sig",
    b"\xff\xfe\0\0": "utf-32",
    b"\xff\xfe": "utf-16",
    b"\xfe\xff": "utf-16",
}
# Those that spreadsheets save by themselves; of all, a guess from a few letters is often wrong.
_OLDER = ("cp1252", "cp1251", "cp1250", "cp932", "gb18030", "cp949", "big5", "koi8-r")
# What a spreadsheet makes of "12-15": dates in its cells, and in the CSV that it saves.
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?|\d\d:\d\d:\d\d|\d{1,2}-[A-Z][a-z]{2}(-\d\d(\d\d)?)?"
    r"|[A-Z][a-z]{2}-\d\d|\d{1,2}\. ?[A-Z][a-zä]{2,3}\.?( \d{4})?|\d{1,2}([./])\d{1,2}\5\d{4}"
)


class TableError(ValueError):
    """A fault in a designer's file, in one line: where it is, what it is, and how to mend it.

    If all faults of a file are reported together, there is a line for each. row: the number of the
    row at fault, None where none is told.

    >>> from combat.tables import read_table
    >>> try:
    ...     read_table(b"attack\\n-3\\n", numeric={"attack": (0, 100)}, name="mine.csv")
    ... except TableError as error:
    ...     print(error)
    mine.csv, row 2, column 'attack': -3 is out of range; write a number from 0 to 100
    """

    def __init__(self, text, row=None):
        super().__init__(text)
        self.row = row

    def _render_traceback_(self):
        # IPython shows these lines instead of a long traceback.
        return [str(self)]


def content_of(source, name=None):
    """Return the name and the bytes of a designer's file; TableError if it can't be read.

    source: a path, or the bytes themselves (an upload); name: the file name of an upload.

    >>> content_of(b"name,attack", "a.csv")
    ('a.csv', b'name,attack')
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _small_enough(name or "upload", bytes(source))
    path = Path(source)
    refuse_folder(path)
    # Where a program's output is read, the pipe lies in /dev or /proc.
    if path.is_fifo() and not os.path.realpath(path).startswith(("/dev/", "/proc/")):
        raise TableError(
            f"{printable(path.name)}: it is a pipe, and nobody may write to it; name a file, or "
            f"/dev/stdin"
        )
    try:
        with path.open("rb") as file:
            return _small_enough(path.name, file.read(MOST_BYTES + 1))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise TableError(
            f"{printable(path.name)}: the file can't be read ({reason}); check its name and folder"
        ) from None


def refuse_folder(path):
    """Raise a TableError where a path, given for a file, is a folder."""
    if Path(path).is_dir():
        raise TableError(f"{printable(str(path))}: this is a folder; name a file in it")


def _small_enough(name, content):
    if len(content) > MOST_BYTES:
        raise TableError(
            f"{printable(name)}, row 1: the file is larger than {MOST_BYTES:,} bytes, too large "
            f"for a table; delete what isn't part of it"
        )
    return printable(name), content


def too_many(name, size, most=MOST_ROWS):
    """Return the TableError for more rows than a table has; size: how many there are, in words."""
    return TableError(
        f"{name}: too many rows for a table, which has at most {most:,} ({size}); delete what "
        f"isn't part of it, or split it into several tables"
    )


def decoded(name, content):
    """Return a file's bytes as (text, a sentence on the encoding if it had to be guessed, or "").

    UTF-8 and UTF-16 are known by their form, older encodings are guessed by chardet. TableError for
    what is no text.

    >>> decoded("a.csv", b"\\xef\\xbb\\xbfattack")
    ('attack', '')
    >>> decoded("a.csv", "name,hp\\nCaballería,10\\nNiño,5\\n".encode("cp1252"))[1]
    'a.csv: not UTF-8: read as Windows-1252, a guess; if letters look wrong, save it as CSV UTF-8'
    """
    encoding = _form_of(content)
    if encoding is None:
        raise TableError(f"{name}, row 1: this is no text file; export the table as CSV")
    with suppress(UnicodeDecodeError):
        return composed(content.decode(encoding)), ""
    encoding = _guess(content)
    said = f"{name}: not UTF-8: read as {encoding}, a guess"
    text = content.decode(encoding, errors="replace")
    return composed(text), f"{said}; if letters look wrong, save it as CSV UTF-8"


def _form_of(content):
    """The Unicode encoding that a text must have, by its first bytes and its zeros; or None."""
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return encoding
    if b"\0" not in content:
        return "utf-8"
    if len(content) < 8 or len(content) % 2:
        return None
    # Latin letters in UTF-16 have a zero beside each of them.
    zeros = [content[half::2].count(0) for half in (0, 1)]
    if max(zeros) > 0.4 * len(content) / 2 and min(zeros) == 0:
        return "utf-16-be" if zeros[0] else "utf-16-le"
    return None


def _guess(content):
    try:
        from chardet import detect
    except ImportError:
        return "Windows-1252"
    return detect(content, include_encodings=_OLDER)["encoding"] or "Windows-1252"


def letter(place):
    """Return the letters by which a spreadsheet calls a column; its place counts from 0."""
    before, last = divmod(place, 26)
    return (letter(before - 1) if before else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[last]


def cleaned(text):
    """Return the text of a cell as it counts: without blanks around it, its controls shown."""
    text = text.strip()
    return unguarded(text if text.isascii() and text.isprintable() else shown(composed(text)))


def date_in(cell):
    """Return what is wrong with a date in place of a number or dice; empty for what is none."""
    if not _DATE.fullmatch(cell):
        return ""
    return (
        f"'{cell}' is not what was written; a spreadsheet made a date of it: format the "
        f"column as text, and write the cell anew"
    )


def what_is_wrong(cell, error):
    """Return what is wrong with a cell that a function couldn't read, by its ValueError."""
    return date_in(cell) or (str(error).replace(cell, printable(cell)) if cell else str(error))


def tell(found, faults=None):
    """Append faults to a list; without a list raise them as a TableError, one a line."""
    if faults is not None:
        faults.extend(found)
    elif found:
        raise TableError("\n".join(map(str, found)))
