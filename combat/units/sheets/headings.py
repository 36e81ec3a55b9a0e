"""Which column a heading means, in a file and beside it: its words, and what a mapping says."""

import re
from difflib import get_close_matches
from pathlib import Path

from combat.core.numbers import number_in
from combat.core.words import listed, printable, told_as, unknown
from combat.tables import TableError, content_of, read_table
from combat.tables.header import TRIED, filled, key
from combat.units.sheets.spellings import (
    ENDS,
    HEADINGS,
    ROLES,
    as_column,
    end_of,
    is_full,
    is_kind,
    is_least,
    known_as,
    meant_by,
    near_of,
    plain,
    spelled,
)

__all__ = ["HEADINGS", "ROLES", "as_column", "end_of", "near_of", "plain", "spelled"]

KINDS = ("own", "text", "-")
NEEDED = ("name", "hp")
TABLES = ("actions", "statuses", "columns", "synergies", "items", "charter")
_BYTES = (bytes, bytearray, memoryview)
_SURE, _ANY = 2, 4  # groups of words for a name: of things with a name, and of kinds and ids


def tables_beside(name):
    """Return how the tables that belong to one of units are called: {kind: name}.

    >>> tables_beside("units.csv")["columns"]
    'units.columns.csv'
    """
    stem = name.rpartition(".")[0] or name
    return {kind: f"{stem}.{kind}.csv" for kind in TABLES}


class Headings:
    """What a file's headings mean, as a `Wanted`; given: {heading in lower case: its columns}."""

    chooses = True

    def __init__(self, given):
        self.given, self.told = dict(given), []

    def roles_of(self, cells):
        """Return ({column: place}, {column: the places of several headings that claim it})."""
        roles, claims = {}, {}
        for place, heading in enumerate(cells):
            for column in self.given.get(key(heading), ()):
                if column in ROLES:
                    roles.setdefault(column, place)
        for place, heading in enumerate(cells):
            role, rank = meant_by(heading)
            if role and key(heading) not in self.given:
                claims.setdefault(role, {}).setdefault(rank, []).append(place)
        twice = {}
        for role, ranks in claims.items():
            places = ranks[min(ranks)]
            if role in roles:
                continue
            if len(places) > 1:
                twice[role] = places
            else:
                roles[role] = places[0]
        return roles, twice

    def range_of(self, cells):
        """Return the places of two headings that hold the damage from and to, or None."""
        words = [plain(cell) for cell in cells]
        for ends in ENDS:
            if all(words.count(end) == 1 for end in ends):
                return [*map(words.index, ends)]
        return None

    def named(self, cells):
        """Return how many columns a row names."""
        roles, twice = self.roles_of(cells)
        mapped = sum(key(cell) in self.given for cell in cells if cell)
        return mapped + len(roles) + len(twice)

    def all_in(self, rows):
        """Return whether one of the first rows names all that a unit needs."""
        found = (self.roles_of(cells) for _, cells in rows[:TRIED])
        return any(all(role in roles or role in twice for role in NEEDED) for roles, twice in found)

    def is_name(self, heading):
        """Return whether a heading is a name in any language: not a class, not an id."""
        role, rank = meant_by(heading)
        return role == "name" and rank < _SURE

    def own_name(self, keys, values):
        """Return the heading by which records that are kept by keys name themselves, or "".

        keys: what they are kept by; values: {heading: its values}. Where keys are words, a title
        counts if no two are alike, and a class or card, which is a kind, doesn't.
        """
        given = [one for one in values if "name" in self.given.get(key(one), ())]
        ranks = {one: meant_by(one)[1] for one in values if meant_by(one)[0] == "name"}
        numbered = all(re.search(r"\d", one) for one in keys)
        for heading in (*given, *sorted(ranks, key=ranks.get)):
            said = [one for one in values[heading] if isinstance(one, str) and one.strip()]
            sure = key(heading) == "name" or (numbered and ranks.get(heading, 0) <= _SURE)
            apart = len({*said}) == len(keys) and (numbered or not is_kind(heading))
            if heading in given or sure or (apart and ranks[heading] < _ANY):
                return heading
        return ""

    def settle(self, page, cells, rows):
        """Take one of several headings for a column where the cells say which.

        The first if all say the same; else the column's own, if it is the only one filled in all
        rows. Of hit points at present and in full the latter.
        """
        for role, places in self.roles_of(cells)[1].items():
            held = [filled(row, places) for _, row in rows]
            full = [at for at in places if all(filled(row, [at])[0] for _, row in rows)]
            if any(one[0] for one in held) and all(len(set(one)) == 1 for one in held):
                taken, why = places[0], "says the same in all rows"
            elif len(full) == 1 and plain(cells[full[0]]) == role and role not in NEEDED:
                taken, why = full[0], "isn't filled in all rows"
            elif role == "hp" and (at := _full_points(cells, places, held)) is not None:
                taken, why = at, "is what is left of them"
            else:
                continue
            first = cells[taken]
            others = dict.fromkeys(cells[at] for at in places if cells[at] != first)
            if not others:
                continue
            self.given[key(first)] = (role,)
            also = " and ".join(f"'{printable(one)}'" for one in others)
            self.told.append(
                (taken, f"{page.name}: '{printable(first)}' is taken for {role}; {also} {why}")
            )

    def check(self, page, row, cells):
        """Raise a TableError for what is needed and isn't named, or is claimed twice."""
        spelled = [key(cell) for cell in cells]
        where = f"{page.name}, row {row}"
        for heading, columns in self.given.items():
            if heading not in spelled:
                near = [spelled.index(one) for one in get_close_matches(heading, spelled, 1, 0.5)]
                meant = f"; did you mean '{printable(cells[near[0]])}'?" if near else ""
                raise TableError(
                    f"{where}, column '{printable(heading)}': the column is missing, which is to "
                    f"be {' and '.join(columns)}{meant}; the header has {_shown(cells)}"
                )
        for heading, columns in self.given.items():
            if spelled.count(heading) > 1 and {*columns} & {*ROLES}:
                both, at = " and ".join(columns), spelled.index(heading)
                raise TableError(f"{where}, {_alike(cells[at], both)}")
        roles, twice = self.roles_of(cells)
        for role in NEEDED:
            if role in twice:
                both = [cells[at] for at in twice[role]]
                raise TableError(f"{where}, {self.claimed(role, both)}")
        for role in NEEDED:
            if role not in roles:
                raise TableError(
                    f"{where}, column '{role}': the column is missing; the header has "
                    f"{_shown(cells)}{page.elsewhere(self)}; "
                    f"{_mend(role, cells, tables_beside(page.name)['columns'])}"
                )

    def claimed(self, role, headings):
        """Return what is to be said of several headings that claim one column."""
        if len({*map(key, headings)}) == 1:
            return _alike(headings[0], role)
        both = " and ".join(f"'{printable(heading)}'" for heading in headings)
        best = next(filter(is_full, headings), headings[0])
        return (
            f"column '{printable(headings[0])}': {both} may both be {role}; say which in two lines "
            f"of the file's .columns.csv: 'heading,as' and '{printable(best)},{role}'"
        )


def _full_points(cells, places, held):
    """The place of the full hit points where the others of a row are never more; or None."""
    most = [at for at in places if is_full(cells[at])]
    if len(most) != 1 or any(map(is_least, cells)):  # else it is a range
        return None
    at = places.index(most[0])
    for row in held:
        try:
            points = [number_in(cell) for cell in row if cell]
            if not row[at] or max(points) > number_in(row[at]):
                return None
        except ValueError:
            return None
    return most[0]


def _alike(heading, role):
    return (
        f"column '{printable(heading)}': several columns have this heading, and one may be {role}; "
        f"rename the others"
    )


def _shown(cells):
    return printable(listed(filter(None, cells)))


def _mend(role, cells, name):
    """How to name a column: the lines of a mapping, with the heading that is nearest to it."""
    spelled = {plain(cell): cell for cell in cells if cell}
    known = [plain(heading) for group in HEADINGS[role] for heading in group]
    ends = [(one, word) for word in known if len(word) > 1 for one in spelled]
    near = [one for one, word in ends if one.startswith(word) or one.endswith(word)]
    near = [one for one in near if "growth" not in one]  # in percent, of each level
    near += [one for one in spelled if len(one) > 2 and get_close_matches(one, known, 1, 0.85)]
    near += [one for one in known_as("short", role) if one in spelled]
    if not near:
        return f"write a heading such as {role} above it"
    first = printable(spelled[near[0]])
    return f"write two lines into {name}: 'heading,as' and '{first},{role}'"


class Mapping(dict):
    """What headings mean: {heading in lower case: its columns}; and how cells are read.

    scale: what hit points, damage, armor and heals are multiplied by, as `scale,2` says. blank:
    whether blank attack, defense and damage count as 0, as `blank,0` says. pair: "first" or "last",
    the one of two numbers that counts in 700/800, as `pair,last` says; "" for neither.
    """

    scale, blank, pair = 1, False, ""


def mapping_of(columns):
    """Return the `Mapping`; ValueError for a column that is unknown, or given twice."""
    # columns: {column: heading, or a list}; or a table of heading and as: a path, its bytes, or a
    # `TableFile`. A heading may be several columns, or "own", "text", "-" (left aside).
    found, headings = Mapping(), {}
    if columns is None:
        return found
    pairs = _of_dict(columns) if isinstance(columns, dict) else _of_table(columns)
    for where, heading, column in pairs:
        if _is_setting(found, heading, column):
            continue
        if column not in (*ROLES, *KINDS):
            raise TableError(f"{where}: {unknown(column, [*ROLES, *KINDS])}")
        if column in ROLES and headings.setdefault(column, key(heading)) != key(heading):
            raise TableError(f"{where}: '{column}' is given for two headings; leave one out")
        others = found.setdefault(key(heading), [])
        if column not in others:
            others.append(column)
        if len(others) > 1 and set(others) & set(KINDS):
            raise TableError(
                f"{where}: '{printable(heading)}' can't be {' and '.join(others)} at once; leave "
                f"one out"
            )
    return found


def _is_setting(found, heading, column):
    """Whether a line says how cells are read, and not what a heading means; it is kept then."""
    if key(heading) == "scale" and re.fullmatch(r"[1-9]\d{0,3}", column):
        found.scale = int(column)
    elif key(heading) == "blank" and column == "0":
        found.blank = True
    elif key(heading) == "pair" and column in ("first", "last"):
        found.pair = column
    else:
        return False
    return True


def _of_dict(columns):
    for column, headings in columns.items():
        for heading in headings if isinstance(headings, list | tuple) else [headings]:
            if not isinstance(heading, str) or not heading.strip():
                raise ValueError(
                    f"columns: {told_as(heading)} for '{column}' is no heading: write some text"
                )
            yield "columns", heading, column


def _of_table(source):
    name, source, sheet, *_ = (*source, None) if isinstance(source, tuple) else (None, source, None)
    name = name or ("columns" if isinstance(source, _BYTES) else Path(source).name)
    name, content = content_of(source, name)
    how, faults = {"text": ["heading", "as"], "sheet": sheet, "name": name}, []
    table = read_table(content, numeric=(), faults=faults, **how)
    if faults:
        raise faults[0]
    for row, heading, column in zip(table.index, table["heading"], table["as"], strict=True):
        where = f"{name}, row {row}"
        if not heading:
            raise TableError(f"{where}, column 'heading': the cell is empty; write a heading")
        yield f"{where}, column 'as'", heading, " ".join(column.split()).casefold()
