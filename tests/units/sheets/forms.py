"""Sheets as designers keep them: read, with all that is told."""

import io
import warnings
import zipfile
from pathlib import Path

import pytest

from combat.tables import TableError
from combat.units import read_units

HEADER = "name,hp,attack,defense,damage"
CASES = Path(__file__).parents[2] / "tables" / "cases"


def reading(content, name="mine.csv", **how):
    """The units, and all that is told."""
    content = content.encode() if isinstance(content, str) else content
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        units = read_units(content, name, **how)
    return units, [str(one.message) for one in told]


def fault_of(content, name="mine.csv", **how):
    with pytest.raises(TableError) as caught:
        reading(content, name, **how)
    return str(caught.value)


def reading_of(path):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        return read_units(path), [str(one.message) for one in told]


def saved(book):
    page = io.BytesIO()
    book.save(page)
    return page.getvalue()


def ods(rows, last=""):
    """A file with one sheet; last: more in the tag of the last row."""
    spaces = "".join(
        f' xmlns:{part}="urn:oasis:names:tc:opendocument:xmlns:{part}:1.0"'
        for part in ("table", "text", "office", "style")
    )
    tags = [""] * (len(rows) - 1) + [last]
    body = "".join(
        f"<table:table-row{tag}>{''.join(row)}</table:table-row>"
        for row, tag in zip(rows, tags, strict=True)
    )
    page = io.BytesIO()
    with zipfile.ZipFile(page, "w") as packed:
        packed.writestr(
            "content.xml", f'<a{spaces}><table:table table:name="U">{body}</table:table></a>'
        )
    return page.getvalue()
