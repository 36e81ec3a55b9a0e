"""Rosters: the CSV of a team in, a checked `Team` out, and back."""

import csv
import io

from combat.marked_for_death.cells import rows_of, where
from combat.marked_for_death.decimals import FieldError, plain
from combat.marked_for_death.fighters import MOST_FIGHTERS, Buff, Fighter, Team
from combat.marked_for_death.files import write_whole
from combat.marked_for_death.rules import Rules
from combat.tables import TableError, shown

__all__ = [
    "BUFF_COLUMNS",
    "COLUMNS",
    "Buff",
    "Fighter",
    "Team",
    "read_team",
    "team_text",
    "write_team",
]

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


def read_team(source, *, strict=False, name=None, rules=Rules()):
    """Return the `Team` of a roster file.

    source: a path, or the file's content as bytes (an upload) with its file `name`. The nine
    columns of the manual, in any order, then "0 or more 4-column groups": "Each group must
    have exactly the following columns", BuffName, BuffWho, BuffOffense and BuffDefense.
    Blank cells are defaults. UTF-8 with or without byte order mark, CRLF or LF.

    "It may also include names that don't appear in the file; those names will be ignored":
    a line in the team's `warnings`, and with `strict` an error. rules: for the hit points that
    BonusHP is added to. TableError, in one line, naming file, row, column and the mend.

    >>> read_team(b"Name,XP\\nTom,7001\\n", name="mine.csv")
    Traceback (most recent call last):
    combat.tables.TableError: mine.csv, row 1, column 'BonusXP': the column is missing; ...
    """
    name, rows = rows_of(source, name)
    if not rows:
        raise TableError(
            f"{name}, row 1, column 'Name': the file is empty; its first line must "
            f"name the columns: {','.join([*COLUMNS, *BUFF_COLUMNS])}"
        )
    sheet = _Sheet(name, *rows[0], rules)
    fighters = [sheet.fighter(row, cells) for row, cells in rows[1:]]
    warnings = sheet.warnings(fighters, rows[1:])
    if strict and warnings:
        raise TableError(warnings[0])
    return Team(tuple(fighters), tuple(warnings), name)


def write_team(team, path):
    """Write the roster that `read_team` reads back as an equal team; whole or not at all.

    OSError if the file can't be written; then the file that was there stays as it was.

    >>> write_team(Team((Fighter("Tom", 7001),)), "/nowhere/team.csv")
    Traceback (most recent call last):
    FileNotFoundError: [Errno 2] No such file or directory: ...
    """
    write_whole({path: team_text(team)})


def team_text(team):
    """Return the text of a team's roster file; lines end in LF.

    There are as many buff groups as the fighter with the most buffs needs, and at least one,
    so that buffs can be added where the file is edited between two rounds.

    >>> print(team_text(Team((Fighter("Tom", 7001, aoe=2),))))
    Name,XP,BonusXP,BonusHP,BonusToHit,BonusToDefend,AOE,...,BuffWho,BuffOffense,BuffDefense
    Tom,7001,,,,,2,,,,,,
    """
    groups = max([1, *(len(fighter.buffs) for fighter in team.fighters)])
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow([*COLUMNS, *list(BUFF_COLUMNS) * groups])
    for fighter in team.fighters:
        cells = [_written(field, getattr(fighter, field)) for field in COLUMNS.values()]
        for buff in fighter.buffs:
            cells += [buff.name, ",".join(buff.who), plain(buff.offense), plain(buff.defense)]
        blanks = [""] * len(BUFF_COLUMNS) * (groups - len(fighter.buffs))
        writer.writerow(cells + blanks)
    return page.getvalue()


def _written(field, value):
    if isinstance(value, str):
        return value
    if field == "aoe":
        return "" if value is None else str(value)
    return plain(value) if value or field == "xp" else ""


class _Sheet:
    """One file's header, and how its rows become fighters."""

    def __init__(self, name, row, header, rules):
        while header and not header[-1]:
            header = header[:-1]  # spreadsheets leave blank columns at the end
        self.name, self.header, self.rules = name, header, rules
        self.rows = {}  # fighter's name: row
        for column in COLUMNS:
            if column not in header:
                self._fail(row, column, self._missing(column))
        self.places = {column: header.index(column) for column in COLUMNS}
        self.groups = range(len(COLUMNS), len(header), len(BUFF_COLUMNS))
        self._check_header(row)

    def _fail(self, row, column, fault):
        place = f"'{column}'" if isinstance(column, str) else column
        raise TableError(f"{self.name}, row {row}, column {place}: {fault}")

    def _missing(self, column):
        semicolons = len(self.header) == 1 and ";" in self.header[0]
        mend = (
            "the cells are parted by semicolons; save the table as CSV with commas, and "
            "decimals with a point"
            if semicolons
            else f"the header must name {','.join(COLUMNS)}, then groups of four for buffs"
        )
        return f"the column is missing; {mend}"

    def _check_header(self, row):
        for number, column in enumerate(self.header):
            if number >= len(COLUMNS):
                self._check_group(row, number)
            elif column not in COLUMNS or self.header.index(column) < number:
                self._fail(
                    row,
                    number + 1,
                    f"'{shown(column)}' can't stand here; the first nine "
                    f"columns must be {','.join(COLUMNS)}",
                )
        short = (len(self.header) - len(COLUMNS)) % len(BUFF_COLUMNS)
        if short:
            column = list(BUFF_COLUMNS)[short]
            self._fail(
                row,
                column,
                f"the buff group is incomplete; add {column}, each group must "
                f"be {','.join(BUFF_COLUMNS)}",
            )

    def _check_group(self, row, number):
        wanted = list(BUFF_COLUMNS)[(number - len(COLUMNS)) % len(BUFF_COLUMNS)]
        if self.header[number] != wanted:
            self._fail(
                row,
                number + 1,
                f"'{shown(self.header[number])}' stands where {wanted} "
                f"must; each buff group must be {','.join(BUFF_COLUMNS)}",
            )

    def fighter(self, row, cells):
        """The fighter of one row; TableError at the cell that is at fault."""
        extra = [number for number, cell in enumerate(cells) if cell and number >= len(self.header)]
        if extra:
            self._fail(
                row,
                extra[0] + 1,
                "more cells than the header has columns; put a list of "
                "names in BuffWho between double quotes",
            )
        cells = cells + [""] * (len(self.header) - len(cells))
        given = {COLUMNS[column]: cells[place] for column, place in self.places.items()}
        texts = {"name", "bodyguard_for", "linked_to"}
        # Blank numbers take the dataclass's defaults, a blank XP is no XP.
        given = {field: cell for field, cell in given.items() if cell or field in texts}
        try:
            made = Fighter(**{"xp": 0, **given})
        except FieldError as error:
            column = next(column for column in COLUMNS if COLUMNS[column] == error.field)
            self._fail(row, column, _fault(error))
        self._check(row, made)
        buffs = [
            self._buff(row, start, cells[start : start + len(BUFF_COLUMNS)])
            for start in self.groups
        ]
        return Fighter(**{"xp": 0, **given}, buffs=[buff for buff in buffs if buff])

    def _check(self, row, made):
        hit_points = self.rules.default_hp + made.bonus_hp
        if hit_points <= 0:
            self._fail(
                row,
                "BonusHP",
                f"{made.bonus_hp} leaves {hit_points} hit points; HP = "
                f"{self.rules.default_hp} + BonusHP must be above 0, raise BonusHP",
            )
        if made.name in self.rows:
            self._fail(
                row,
                "Name",
                f"'{shown(made.name)}' is in row {self.rows[made.name]} "
                f"already; names must be unique, rename one",
            )
        if len(self.rows) == MOST_FIGHTERS:
            self._fail(row, "Name", f"more than {MOST_FIGHTERS} fighters; delete some")
        self.rows[made.name] = row

    def _buff(self, row, start, cells):
        if not any(cells):
            return None
        given = dict(zip(BUFF_COLUMNS.values(), cells, strict=True))
        given = {field: cell for field, cell in given.items() if cell or field in ("name", "who")}
        try:
            return Buff(**given)
        except FieldError as error:
            number = start + list(BUFF_COLUMNS.values()).index(error.field)
            hint = (
                ""
                if error.field in ("name", "who")
                else "; a list of names in BuffWho must stand between double quotes"
            )
            at = where(self.name, row, self.header, number)
            raise TableError(f"{at}: {_fault(error)}{hint}") from None

    def warnings(self, fighters, rows):
        """A line for each name that nobody in the file has, for each bonus that looks like
        percent, and one for a file of nobody."""
        if not fighters:
            return [
                f"{self.name}, row 2, column 'Name': there are no fighters under the header; "
                f"add a line for each, or this side is beaten before it begins"
            ]
        lines = []
        for fighter in fighters:
            named = [("BodyguardFor", fighter.bodyguard_for), ("LinkedTo", fighter.linked_to)]
            named += [("BuffWho", who) for buff in fighter.buffs for who in buff.who]
            lines += [
                f"{self.name}, row {self.rows[fighter.name]}, column '{column}': nobody in "
                f"this file is called '{shown(who)}'; the name is ignored, mend or delete it"
                for column, who in dict.fromkeys(named)
                if who and who not in self.rows
            ]
            lines += [
                f"{self.name}, row {self.rows[fighter.name]}, column '{column}': {bonus} is "
                f"{bonus:+.0%}; write 0.45 for 45%"
                for column, bonus in (
                    ("BonusToHit", fighter.bonus_to_hit),
                    ("BonusToDefend", fighter.bonus_to_defend),
                )
                if abs(bonus) > 2
            ]
        return lines


def _fault(error):
    value = error.value if isinstance(error.value, str) else str(error.value)
    return f"'{shown(value)}' {error.fault}"
