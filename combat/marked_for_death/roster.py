"""Reads a roster, CSV or xlsx, into a checked `Team`, and writes it back."""

import csv
import io
import re
from dataclasses import replace

from combat.core.files import write_whole
from combat.core.numbers import is_unclear
from combat.core.words import guarded, printable
from combat.marked_for_death.fighters import (
    LEAST_TO_DEFEND,
    MOST_BUFFS,
    MOST_FIGHTERS,
    Buff,
    Fighter,
    Form,
    Team,
)
from combat.marked_for_death.rules import FieldError, Rules, plain
from combat.tables import TableError, check_row, content_of, read_rows, unpadded

# Column of the source: field of Fighter.
COLUMNS = {
    "Name": "name",
    "XP": "xp",
    "BonusXP": "bonus_xp",
    "BonusHP": "bonus_hp",
    "BonusToHit": "bonus_to_hit",
    "BonusToDefend": "bonus_to_defend",
    "AOE": "aoe",
    "BodyguardFor": "bodyguard_for",
    "LinkedTo": "linked_to",
}
BUFF_COLUMNS = {
    "BuffName": "name",
    "BuffWho": "who",
    "BuffOffense": "offense",
    "BuffDefense": "defense",
}
MOST_COLUMNS = len(COLUMNS) + MOST_BUFFS * len(BUFF_COLUMNS)
_PROPER = {column.casefold(): column for column in [*COLUMNS, *BUFF_COLUMNS]}
_POINTS = ("xp", "bonus_xp", "bonus_hp")
_TEXTS = {"name", "bodyguard_for", "linked_to", "who"}
_BESIDE_COMMA = re.compile(r"\s,|,\s")


def read_team(source, *, strict=False, name=None, sheet=None, rules=Rules()):
    """Return the `Team` of a roster file.

    source: a path, or the file's content as bytes (an upload) with its file `name`. The nine
    columns of the manual, in any order, then "0 or more 4-column groups": "Each group must
    have exactly the following columns", BuffName, BuffWho, BuffOffense and BuffDefense.
    Blank cells are defaults. Files are read by `combat.tables`: CSV, or xlsx with the name of a
    `sheet`; titles may stand above the header; between semicolons or tabs "0,15" is 0.15.

    "It may also include names that don't appear in the file; those names will be ignored": each
    is a line in the team's `warnings`, or an error if `strict`; so is a blank beside a comma in
    BuffWho, which is left out. Other oddities are warnings only: above all fighters with 0 hit
    points or fewer, who are out of the fight, as final files have them. rules: for the hit points
    to which BonusHP is added. TableError, in one line, names file, row, column and how to correct
    it.

    >>> read_team(b"Name,XP\\nTom,7001\\n", name="mine.csv")
    Traceback (most recent call last):
    combat.tables.content.TableError: mine.csv, row 1, column 'BonusXP': the column is missing; ...
    """
    name, content = content_of(source, name)
    page, header, rows = read_rows(
        content, list(COLUMNS), repeated=BUFF_COLUMNS, sheet=sheet, name=name, most=None
    )
    roster = _Roster(page, header, rules)
    fighters = [roster.fighter(*row) for row in rows]
    wrong = [*roster.spaced, *roster.unknown(fighters)]
    if strict and wrong:
        raise TableError(wrong[0])
    line_end = "\r\n" if b"\r" in content else "\n"
    columns, mark = tuple(roster.header), not _is_plain(content)
    form = Form(columns, roster.delimiter, roster.decimal, mark, line_end)
    return Team(tuple(fighters), (*wrong, *roster.odd(fighters)), page.name, form)


def _is_plain(content):
    """Whether a file is UTF-8 without a mark; a spreadsheet knows no other by itself."""
    try:
        return not content.decode().startswith("\ufeff")
    except UnicodeDecodeError:
        return False


def write_team(team, path):
    """Write a roster file, which `read_team` reads back as an equal team.

    OSError if the file can't be written; an older file of that name then stays unchanged.

    >>> write_team(Team((Fighter("Tom", 7001),)), "/nowhere/team.csv")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: ...
    """
    write_whole({path: team_text(team)})


def team_text(team):
    """Return the text of a team's roster file.

    Columns, delimiter, mark and line ends are those of `team.form`, the file that the team was
    read from. There are as many buff groups as in that file, more if a fighter needs them, and at
    least one, so that buffs can be added to the file between two rounds.

    >>> print(team_text(Team((Fighter("Tom", 7001, aoe=2),))))
    Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,...,BuffWho,BuffOffense,BuffDefense
    Tom,7001,,,,,2,,,,,,
    """
    form, width = team.form, len(BUFF_COLUMNS)
    columns = form.columns[: len(COLUMNS)] or tuple(COLUMNS)
    groups = (len(form.columns) - len(COLUMNS)) // width
    groups = max([1, groups, *(len(fighter.buffs) for fighter in team.fighters)])
    page = io.StringIO()
    writer = csv.writer(page, lineterminator=form.line_end, delimiter=form.delimiter)
    writer.writerow([*columns, *list(BUFF_COLUMNS) * groups])
    for fighter in team.fighters:
        cells = [_written(COLUMNS[column], fighter, form) for column in columns]
        for buff in fighter.buffs:
            bonuses = [_decimal(bonus, form) for bonus in (buff.offense, buff.defense)]
            cells += [guarded(buff.name), guarded(",".join(buff.who)), *bonuses]
        writer.writerow(cells + [""] * width * (groups - len(fighter.buffs)))
    return "\ufeff" * form.mark + page.getvalue()


def _written(field, fighter, form):
    value = getattr(fighter, field)
    if isinstance(value, str):
        return guarded(value)
    if field == "aoe":
        return "" if value is None else str(value)
    return _decimal(value, form) if value or field == "xp" else ""


def _decimal(number, form):
    return plain(number).replace(".", form.decimal)


class _Roster:
    """One file's header, and the conversion of its rows to fighters."""

    def __init__(self, page, header, rules):
        self.name, self.rules = page.name, rules
        self.header = [_PROPER.get(cell.casefold(), cell) for cell in unpadded(header.cells)]
        self.delimiter, self.decimal = page.delimiter, "."
        self.rows, self.spaced = {}, []  # fighter's name: row; a line for each list with blanks
        self.groups = range(len(COLUMNS), len(self.header), len(BUFF_COLUMNS))
        self._check_header(header.row)
        self.places = {column: self.header.index(column) for column in COLUMNS}

    def _line(self, row, column, what):
        place = f"'{column}'" if isinstance(column, str) else column
        return f"{self.name}, row {row}, column {place}: {what}"

    def _fail(self, row, column, fault):
        raise TableError(self._line(row, column, fault))

    def _check_header(self, row):
        if len(self.header) > MOST_COLUMNS:
            what = f"more than {MOST_COLUMNS} columns; delete those without use"
            self._fail(row, MOST_COLUMNS + 1, what)
        group, own = list(BUFF_COLUMNS), len(COLUMNS)
        for number, column in enumerate(self.header):
            what, wanted = printable(column), group[(number - own) % len(group)]
            if number >= own and column != wanted:
                what = f"'{what}' stands where {wanted} must; each buff group must be"
                self._fail(row, number + 1, f"{what} {','.join(group)}")
            if number < own and column not in COLUMNS:
                what = f"'{what}' can't stand here; the first nine columns must be"
                self._fail(row, number + 1, f"{what} {','.join(COLUMNS)}")
        if short := (len(self.header) - own) % len(group):
            what = f"the buff group is incomplete; add {group[short]}, each group must be"
            self._fail(row, group[short], f"{what} {','.join(group)}")

    def fighter(self, row, cells):
        """The fighter of one row; TableError names the cell at fault."""
        check_row(self.name, row, cells, self.header)
        cells = cells + [""] * (len(self.header) - len(cells))
        own = [cells[place] for place in self.places.values()]
        for (column, field), cell in zip(COLUMNS.items(), own, strict=True):
            if field in _POINTS and is_unclear(cell, "." if self.delimiter == "," else ","):
                what = "may be a thousand times as much; write it without the mark"
                self._fail(row, column, f"'{printable(cell)}' {what}")
        made = self._made(row, Fighter, COLUMNS, own, xp=0)
        if made.name in self.rows:
            what = f"is in row {self.rows[made.name]} already; names must be unique, rename one"
            self._fail(row, "Name", f"'{printable(made.name)}' {what}")
        if len(self.rows) == MOST_FIGHTERS:
            self._fail(row, "Name", f"more than {MOST_FIGHTERS} fighters; delete some")
        self.rows[made.name] = row
        groups = (cells[start : start + len(BUFF_COLUMNS)] for start in self.groups)
        return replace(made, buffs=[self._buff(row, group) for group in groups if any(group)])

    def _buff(self, row, cells):
        if _BESIDE_COMMA.search(cells[list(BUFF_COLUMNS).index("BuffWho")]):
            what = "a blank stands beside a comma; delete it"
            self.spaced.append(self._line(row, "BuffWho", what))
        return self._made(row, Buff, BUFF_COLUMNS, cells)

    def _made(self, row, kind, columns, cells, **defaults):
        """A Fighter or a Buff of these cells; blank numbers take its defaults, a blank XP is 0."""
        given = {
            field: cell if field in _TEXTS else self._number(cell)
            for field, cell in zip(columns.values(), cells, strict=True)
            if cell or field in _TEXTS
        }
        try:
            return kind(**defaults | given)
        except FieldError as error:
            column = next(name for name, field in columns.items() if field == error.field)
            listed = kind is Buff and error.field not in _TEXTS and self.delimiter == ","
            hint = "; a list of names in BuffWho must stand between double quotes" * listed
            self._fail(row, column, f"'{printable(str(error.value))}' {error.fault}{hint}")

    def _number(self, cell):
        """A cell with a decimal point; files with semicolons or tabs may have commas, "0,15"."""
        if self.delimiter == "," or "," not in cell:
            return cell
        self.decimal = ","
        return cell.replace(",", ".")

    def unknown(self, fighters):
        """A line for each name that nobody in the file has."""
        lines = []
        for fighter in fighters:
            named = [("BodyguardFor", fighter.bodyguard_for), ("LinkedTo", fighter.linked_to)]
            named += [("BuffWho", who) for buff in fighter.buffs for who in buff.who]
            for column, who in dict.fromkeys(named):
                if who and who not in self.rows:
                    what = f"nobody in this file is called '{printable(who)}'; the name is ignored"
                    what += ", correct or delete it"
                    lines.append(self._line(self.rows[fighter.name], column, what))
        return lines

    def odd(self, fighters):
        """A line for each fighter or bonus that may not be meant, and for a file without any."""
        if not fighters:
            what = "there are no fighters under the header; add a line for each, or this side is"
            return [self._line(2, "Name", f"{what} beaten before it begins")]
        return [
            self._line(self.rows[fighter.name], column, what)
            for fighter in fighters
            for column, what in self._odd(fighter)
        ]

    def _odd(self, fighter):
        name, default_hp = printable(fighter.name), self.rules.default_hp
        if (hp := default_hp + fighter.bonus_hp) <= 0:
            back = f"raise BonusHP to {1 - default_hp} or more to bring him back"
            yield "BonusHP", f"'{name}' has {hp} hit points and is out of the fight; {back}"
        for column, named in (
            ("BodyguardFor", fighter.bodyguard_for),
            ("LinkedTo", fighter.linked_to),
        ):
            if named == fighter.name:
                yield column, f"'{name}' names himself; name somebody else, or nobody"
        # A very low BonusToDefend comes from many rounds of exhaustion.
        for column, bonus, low in (
            ("BonusToHit", fighter.bonus_to_hit, -2),
            ("BonusToDefend", fighter.bonus_to_defend, LEAST_TO_DEFEND),
        ):
            if not low <= bonus <= 2:
                yield column, f"{bonus} is {bonus:+.0%}; write 0.45 for 45%"
