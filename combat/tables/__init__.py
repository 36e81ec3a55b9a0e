"""A designer's table in, CSV or spreadsheet, a checked frame out; faults named by file, row and
column.

`read_table` reads it, `read_rows` what no frame holds, and whatever is wrong is a `TableError` of
one line.

>>> from combat.tables import read_table
>>> read_table(b"name,hp\\nrat,12\\n", numeric=["hp"], text=["name"], name="mine.csv")
  name    hp
0  rat  12.0
"""

from combat.core.lazy import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "content": ["content_of", "decoded"],
        "fault": ["TableError"],
        "header": ["unpadded"],
        "sheet": ["titles_of"],
        "table": ["check_row", "read_rows", "read_table"],
    },
)
