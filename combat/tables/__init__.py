"""Reads a designer's table, CSV or spreadsheet, into a checked frame.

`read_table` does that, and `read_rows` reads tables that no frame can hold. A fault is a
`TableError`: one line with file, row and column.

>>> from combat.tables import read_table
>>> read_table(b"name,hp\\nrat,12\\n", numeric=["hp"], text=["name"], name="mine.csv")
  name    hp
0  rat  12.0
"""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "content": ["TableError", "content_of", "decoded"],
        "header": ["unpadded"],
        "table": ["check_row", "read_rows", "read_table", "titles_of"],
    },
)
