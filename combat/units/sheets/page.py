"""Writes the tables of the page of columns, `combat/units/README.md`, anew: python -m this."""

import re
from pathlib import Path

from combat.units.sheets.actions import Action
from combat.units.sheets.items import Item
from combat.units.sheets.schema import UNIT, columns_of
from combat.units.sheets.statuses import Status

PAGE = Path(__file__).parents[1] / "README.md"
# In each table the rows before and after those of its columns are written by hand.
_TABLES = {"Units": UNIT, "Actions": columns_of(Action), "Statuses": columns_of(Status)}
_TABLES |= {"Items": columns_of(Item)}


def written(page):
    """Return the text of the page with the rows of all columns as they are now."""
    for heading, table in _TABLES.items():
        rows = rows_of(table)
        first = re.escape(rows[0].partition(" |")[0])
        page = re.sub(
            rf"(\n## {heading}\n(?:(?!\n## ).)*?\n){first} \|.*?(?=\n\n)",
            lambda found, rows=rows: found[1] + "\n".join(rows),
            page,
            count=1,
            flags=re.DOTALL,
        )
    return page


def rows_of(table):
    """Return the rows of a table's columns, as Markdown."""
    return [
        f"| {name.replace('_', ' ')} | {one.about} | `{one.example}` |"
        for name, one in table.items()
        if one.about
    ]


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
