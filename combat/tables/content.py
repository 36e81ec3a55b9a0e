"""Reads the bytes and the text of a designer's file."""

from pathlib import Path

from combat.core.words import printable
from combat.tables.fault import TableError

MOST_BYTES = 50_000_000  # a limit, as a device may have no end
MOST_ROWS = 10_000  # each is checked cell by cell: about a second for so many


def content_of(source, name=None):
    """Return the name and the bytes of a designer's file; TableError if it can't be read.

    source: a path, or the bytes themselves (an upload); name: the file name of an upload.

    >>> content_of(b"name,attack", "a.csv")
    ('a.csv', b'name,attack')
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _small_enough(name or "upload", bytes(source))
    path = Path(source)
    try:
        with path.open("rb") as file:
            return _small_enough(path.name, file.read(MOST_BYTES + 1))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise TableError(
            f"{printable(path.name)}: the file can't be read ({reason}); check its name and folder"
        ) from None


def _small_enough(name, content):
    if len(content) > MOST_BYTES:
        raise TableError(
            f"{printable(name)}, row 1: the file is larger than {MOST_BYTES:,} bytes, too large "
            f"for a table; delete what isn't part of it"
        )
    return printable(name), content


def decoded(name, content):
    """Return a file's bytes as text; TableError if they aren't text in UTF-8.

    >>> decoded("a.csv", b"\\xef\\xbb\\xbfattack")
    'attack'
    """
    if b"\0" in content and not content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise TableError(f"{name}, row 1: this is no text file; export the table as CSV")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].rpartition(b"\n")
        row = before[0].count(b"\n") + len(before[1]) + 1
        raise TableError(
            f"{name}, row {row}, column {before[2].count(b',') + 1}: not UTF-8 text; "
            f"save the file as CSV UTF-8"
        ) from None
