"""A designer's table in, CSV or spreadsheet, a checked frame out; faults named by file, row and
column.

`read_table` reads it, and whatever is wrong is a `TableError` of one line.

>>> read_table(b"name,hp\\nrat,12\\n", numeric=["hp"], text=["name"], name="mine.csv")
  name    hp
0  rat  12.0
"""

from combat.tables.content import content_of, decoded
from combat.tables.fault import TableError, shown
from combat.tables.table import read_table

__all__ = ["TableError", "content_of", "decoded", "read_table", "shown"]
