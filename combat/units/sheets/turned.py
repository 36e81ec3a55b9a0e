"""Turns a sheet whose units stand in columns, so that they stand in rows."""

from combat.core.checks import warn
from combat.tables.header import filled, likely
from combat.units.sheets.columns import mostly_numbers
from combat.units.sheets.headings import plain, spelled

_MOST_BEFORE = 4  # columns before that of the headings


def hold_numbers(cells):
    """Return whether any of some cells is meant as a number."""
    return any(mostly_numbers([(0, cell)]) for cell in cells)


def turn(page, headings):
    """Turn a sheet whose units stand in columns, with the headings below each other; told."""
    cells = page.rows[likely(page, headings)][1]
    if "hp" in headings.roles_of(cells)[0] and not hold_numbers(cells):
        return
    width = max(len(cells) for _, cells in page.rows)
    rows = [filled([*cells], range(width)) for _, cells in page.rows]
    tried = [_headings_below(rows, at, headings) for at in range(min(_MOST_BEFORE, width - 1))]
    at, roles = max(enumerate(tried), key=lambda one: len(one[1]), default=(0, {}))
    if not roles:
        return
    rows = [row[at:] for row in rows]
    if "name" not in roles:
        points = rows[roles["hp"]][1:]
        names = (all(one or not p for one, p in zip(row[1:], points, strict=True)) for row in rows)
        top = [*names].index(True)
        if top >= min(roles.values()) or mostly_numbers(enumerate(rows[top][1:])):
            return
        rows = rows[top:]
        rows[0][0] = "name"  # above the headings stands nothing, or what they are
    page.rows = [
        (place + 1, list(cells)) for place, cells in enumerate(zip(*rows, strict=True), at)
    ]
    warn(f"{page.name}: units stand in columns: the sheet is read with rows and columns swapped")


def _headings_below(rows, at, headings):
    """{column: row} of what the cells of a column mean, if they are headings of units; else {}."""
    heads = [row[at] for row in rows]
    roles, _ = headings.roles_of(heads)
    if "hp" not in roles or not mostly_numbers(enumerate(rows[roles["hp"]][at + 1 :])):
        return {}
    # A ship may be called Constitution, and a second one Defence.
    if roles.get("name") != 0 or plain(heads[roles["hp"]]) not in spelled("word", "hp"):
        return roles
    return roles if len(roles) > 3 and 2 * len(roles) > len([*filter(None, heads)]) else {}
