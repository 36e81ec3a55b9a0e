"""Reads a designer's sheet of units as it stands: its headings, its columns, its rows."""

import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from statistics import mean, median, pstdev, stdev

import pandas as pd

from combat.core.checks import warn
from combat.core.numbers import number_in
from combat.core.words import many, percent, printable
from combat.dice import dice
from combat.tables import TableError, check_row
from combat.tables.fault import letter
from combat.tables.header import TRIED, key, likely
from combat.tables.table import opened, refuse_many
from combat.units.sheets.columns import (
    HARDLY,
    Column,
    armor_leaves,
    is_blank,
    mostly_damage,
    mostly_numbers,
    read_column,
)
from combat.units.sheets.headings import NEEDED, ROLES, Headings, end_of, filled, near_of, plain
from combat.units.sheets.roster import MAY_LACK, OWN

_FEWEST_BLOWS, _MOST_BLOWS = 0.5, 200  # hit points by the damage of a blow, both in the middle
# Names of rows that say something of the rows above them, if they do, and are no unit.
_OF_ALL = (
    "total totals totale totaal grandtotal subtotal sum summe gesamt somme suma soma somma som "
    "razem lacznie celkem soucet toplam osszesen summa итого всего сумма 合计 總計 总计 合計 합계",
    "average avg mean ø durchschnitt mittelwert mittel moyenne promedio media gemiddelde srednia "
    "prumer ortalama atlag medel medelvarde среднее средняя 平均 均值 평균",
    "median mediana mediane mediaan medyan медиана 中位数 中央値 중앙값",
    "min minimum minimo mini minimal минимум мин 最小 最小値 최소",
    "max maximum maximo massimo maxi maximal максимум макс 最大 最大値 최대",
    "count anzahl number quantity",
    "stdev stddev sd std standarddeviation standardabweichung stabw ecarttype",
)
# Headings that seldom mean the column, so a reader is told.
_SELDOM = ("vitality", "constitution", "hits", "might", "value")
_IDS = ("key", "id", "unitid")  # they are names only where there is no other
# Headings beside which a speed is that of a movement, or of another rhythm.
_RHYTHMS = (
    *("attackspeed", "attackrate", "atkspeed", "attackspersecond", "aps", "firerate", "cooldown"),
    *("range", "attackrange", "move", "movement", "movespeed", "movementspeed", "mov", "movetype"),
)
# Headings beside which gold is what one gets for a kill.
_REWARDS = ("exp", "xp", "experience", "xpreward", "expreward", "rewardexp", "rewardxp")
_MOST_ACTIONS = 5  # that a unit may have in a turn, unless the mapping says so
_NO_SHARES = ("damage", "dmg", "mult")
_SHARES = ("crit", "accuracy", "dodge", "block", "evasion", "chance", "resist")


@dataclass
class Sheet:
    """A sheet of units as it was read: its `columns`, the numbers of its `rows`, its `faults`.

    left: TableErrors of the cells for which rows are left out.
    """

    name: str
    columns: list = field(default_factory=list)
    rows: list = field(default_factory=list)
    faults: list = field(default_factory=list)
    left: list = field(default_factory=list)
    told: list = field(default_factory=list)

    @property
    def headings(self):
        """How the file spells the workbook's columns: {column: heading}."""
        return {one.kind: one.heading for one in self.columns if one.kind in ROLES}

    def values(self, row):
        """The values of a row by the names of its columns, those left aside not among them."""
        kept, own = self._kept
        return {name: values[row] for name, values in kept} | {"own": own}

    @cached_property
    def _kept(self):
        """The names and values of the columns that are read, and the names that are one's own."""
        kept = [one for one in self.columns if one.kind != "-"]
        own = tuple(one.name for one in kept if one.kind not in ROLES and one.name in ROLES)
        return [(one.name, one.values) for one in kept], own

    @property
    def frame(self):
        """How each heading was read: a frame with a row for each."""
        return pd.DataFrame([_line(column) for column in self.columns]).set_index("heading")


def read_sheet(name, content, sheet, mapping):
    """Return the `Sheet` of a file's content; TableError for what is no table of units at all."""
    headings = Headings(mapping)
    page = opened(name, content, sheet, headings)
    row, cells, below = _under_header(page, headings)
    refuse_many(page, below)
    found = Sheet(name, told=headings.told)
    roles, twice = headings.roles_of(cells)
    for role, places in twice.items():
        found.told.append(
            f"{name}, row {row}, {headings.claimed(role, [cells[at] for at in places])}"
        )
    found.columns = _columns(cells, roles, mapping)
    if "damage" not in (*roles, *twice) and (ends := headings.range_of(cells)):
        both = " to ".join(cells[place] for place in ends)
        found.columns.append(Column(both, ends[0], "damage", "damage", ends[1]))
    needed = {one.place: one.heading for one in found.columns if one.counts}
    try:
        page.check_formulas(row, {one.place: one.heading for one in found.columns})
    except TableError as error:
        page.check_formulas(row, needed)
        found.told.append(str(error))
    below = _sound(found, below, cells, needed)
    found.told += [*_nameless(found, below), *_beside(found, mapping)]
    inside = getattr(page, "inside", {})
    found.told += [
        f"{name}: '{printable(one.heading)}'{inside.get(one.heading, '')} is taken for {one.kind}; "
        f"to have it otherwise, say so in the file's .columns.csv"
        for one in found.columns
        if one.counts and (plain(one.heading) in (*_SELDOM, *_IDS) or one.heading in inside)
        if key(one.heading) not in mapping
    ]
    scale, blank = getattr(mapping, "scale", 1), getattr(mapping, "blank", False)
    for column in found.columns:
        _read(found, column, below, page, key(column.heading) in mapping, scale, blank)
    if scale != 1:
        found.told.append(f"{name}: hit points, damage, armor and heals are multiplied by {scale}")
    _name_own(found.columns)
    found.told += [*_swallowed(found), *_of_other_scales(found)]
    _leave_out(found, [row for row, _ in below])
    _number_twins(found)
    return found


def texts_of(name, content, sheet=None, mapping=None):
    """Return the cells of a sheet of units as they stand: a list of rows, the headings first."""
    headings = Headings(mapping or {})
    _, cells, below = _under_header(opened(name, content, sheet, headings), headings)
    return [cells, *(row + [""] * (len(cells) - len(row)) for _, row in below)]


def _leave_out(found, rows):
    """Leave out, and tell, the rows with a cell that isn't understood; faults if no row is left.

    A cell that may mean two things is a fault, as it says that of its column.
    """
    wrong = [one for one in found.columns if one.counts and one.wrong]
    faulty = {row for one in wrong for row, _, _ in one.wrong}
    found.rows = [row for row in rows if row not in faulty]
    for column in wrong:
        fault = column.fault(found.name)
        if column.unclear or not found.rows:
            found.faults.append(fault)
            continue
        blank = all(is_blank(cell) for _, cell, _ in column.wrong)
        mend = "; a line 'blank,0' in the file's .columns.csv takes blank ones as 0"
        mend = mend if blank and column.kind in MAY_LACK else ""
        found.left.append(fault)
        left = many(len(column.wrong), "row")
        found.told.insert(0, f"{fault}: {left} of {len(rows)} left out{mend}")


def _under_header(page, headings):
    """(The number of the header's row, its cells, the rows below it)."""
    if not page.rows:
        page.check_formulas(0)
        raise TableError(
            f"{page.name}, row 1: the file is empty; its first line must name the columns"
            f"{page.elsewhere(headings)}"
        )
    _turn(page, headings)
    place = likely(page, headings)
    row, cells = page.rows[place]
    roles, twice = headings.roles_of(cells)
    numbers = any(mostly_numbers([(0, cell)]) for cell in cells if cell)
    if not headings.named(cells) or (numbers and "hp" not in {*roles, *twice}):
        first = page.rows[0][1]
        shown = printable(", ".join(filter(None, first)))
        if any(mostly_numbers([(0, cell)]) for cell in first[1:] if cell):
            raise TableError(
                f"{page.name}, row {page.rows[0][0]}: there is no row of headings, the first one "
                f"is {shown}; write one above it, such as name,hp,attack,defense,damage"
            )
        # What is no table at all isn't quoted.
        raise TableError(
            f"{page.name}, row 1: the first {TRIED} rows name neither a name nor hit points; write "
            f"a line with headings above them, such as name,hp,attack,defense,damage"
            f"{page.elsewhere(headings)}"
        )
    headings.settle(page, cells, page.rows[place + 1 :])
    headings.check(page, row, cells)
    if place + 1 == len(page.rows):
        raise TableError(
            f"{page.name}, row {row + 1}, column '{printable(next(filter(None, cells), ''))}': "
            f"there are no rows under the header; add at least one line of data"
        )
    return row, cells, page.rows[place + 1 :]


def _turn(page, headings):
    """Turn a sheet whose units stand in columns, with the headings below each other; told."""
    heads = [cells[0] if cells else "" for _, cells in page.rows]
    roles, _ = headings.roles_of(heads)
    cells = page.rows[likely(page, headings)][1]
    named, _ = headings.roles_of(cells)
    is_header = "hp" in named and not any(mostly_numbers([(0, cell)]) for cell in cells if cell)
    if "hp" not in roles or is_header or len(roles) < 2 or len(cells) < 2:
        return
    width = max(len(cells) for _, cells in page.rows)
    turned = [filled([*cells], range(width)) for _, cells in page.rows]
    if "name" not in roles:
        turned[0][0] = "name"  # above the headings stands nothing, or what they are
    page.rows = [(place + 1, list(cells)) for place, cells in enumerate(zip(*turned, strict=True))]
    warn(f"{page.name}: units stand in columns: the sheet is read with rows and columns swapped")


def _columns(cells, roles, mapping):
    """The `Column`s of a header, in its order; one heading may be several."""
    found = []
    for place, heading in enumerate(cells):
        if not heading:
            found.append(Column(f"(column {letter(place)})", place, "", "-"))
            continue
        kinds = [role for role, at in roles.items() if at == place]
        kinds += [kind for kind in mapping.get(key(heading), ()) if kind not in ROLES]
        found += [Column(heading, place, kind, kind) for kind in kinds or ["own"]]
    return found


def _sound(found, rows, cells, needed):
    """The rows that are units; those with too many cells are faults, empty ones are left out."""
    sound, without, of_all, odd = [], [], [], {}
    comments = {row for row, given in rows if "".join(given[:1]).startswith(("#", "//"))}
    if len(comments) == len(rows):  # names such as #1, #2
        comments = ()
    places = {one.kind: one.place for one in found.columns}
    name, hp = places["name"], places["hp"]
    again, totals = _headings_again(cells, rows, name, hp), {*map(plain, " ".join(_OF_ALL).split())}
    for row, given in rows:
        if row in again:
            continue
        given = given + [""] * (len(cells) - len(given))
        if not given[hp]:
            without.append((row, given[name]))
            continue
        if row in comments or (plain(given[name]) in totals and _says_of(given[hp], sound, hp)):
            of_all.append((row, given[0] if row in comments else given[name]))
            continue
        try:
            check_row(found.name, row, given, cells, set(needed.values()))
        except TableError as error:
            odd.setdefault(str(error).rpartition(": ")[2], []).append(TableError(str(error), row))
            continue
        sound.append((row, given))
    for first, *others in odd.values():
        same = f" (and {many(len(others), 'more such row')})" if others else ""
        found.faults.append(TableError(f"{first}{same}", first.row))
    if not sound and not found.faults:
        raise TableError(
            f"{found.name}, row {rows[0][0]}, column '{printable(cells[places['hp']])}': no row "
            f"has a name and hit points; write some"
        )
    if again:
        found.told.append(
            f"{found.name}, row {again[0]}: {many(len(again), 'row')} of headings under the header "
            f"left out"
        )
    if without:
        such = next((f", such as '{printable(called)}'" for _, called in without if called), "")
        found.told.append(
            f"{found.name}, row {without[0][0]}: {many(len(without), 'row')} without hit points "
            f"left out{such}"
        )
    for row, called in of_all:
        found.told.append(
            f"{found.name}, row {row}: '{printable(called)}' is left out, as a comment or what all "
            f"rows come to; a unit needs another name"
        )
    return sound


def _says_of(cell, rows, hp):
    """Whether a number is one of what the rows above come to: their sum, mean, least, ..."""
    points = [number for _, above in rows if (number := _number(above[hp])) is not None]
    value = _number(cell)
    if value is None or not points:
        return True  # a sum of what is no number, such as dice
    known = [sum(points), mean(points), median(points), min(points), max(points)]
    known += [len(points)]
    known += [pstdev(points), stdev(points)] if len(points) > 1 else []
    return any(abs(value - one) <= max(0.51, 0.01 * abs(one)) for one in known)


def _number(cell):
    with suppress(ValueError):
        return number_in(cell)
    return None


def _headings_again(cells, rows, name, hp):
    """The rows that say the headings anew, or at the top their kinds, such as int, or meaning."""
    said = [key(cells[place]) for place in (name, hp)]
    again = [row for row, given in rows if [*map(key, filled(given, (name, hp)))] == said]
    some = [filled(given, range(len(cells))) for _, given in rows[:TRIED]]
    numbers = [
        at for at, column in enumerate(zip(*some, strict=True)) if mostly_numbers(enumerate(column))
    ]
    for row, given in rows if hp in numbers and len(numbers) > 1 else ():
        if not all(cell and not mostly_numbers([(row, cell)]) for cell in filled(given, numbers)):
            break
        again.append(row)
    return again


def _nameless(found, rows):
    """A sentence for each column of numbers that may share the heading of the one before it."""
    before = {one.place + 1: one for one in found.columns if one.counts and one.kind != "name"}
    return [
        f"{found.name}: {column.heading} has no heading, so it is left aside; if "
        f"'{printable(before[column.place].heading)}' before it is meant for both, write one above "
        f"each, such as min damage and max damage"
        for column in found.columns
        if not column.name and column.place in before
        if mostly_numbers([(row, column.cell(given)) for row, given in rows])
    ]


def _beside(found, mapping):
    """A sentence for each column read beside which stands its lowest or highest value, unread."""
    ranged = {
        place for one in found.columns if one.upto is not None for place in (one.place, one.upto)
    }
    told = []
    for column in found.columns:
        if not column.counts or column.upto is not None or key(column.heading) in mapping:
            continue
        ends = [
            f"'{printable(one.heading)}'"
            for one in found.columns
            if one.kind == "own" and one.place not in ranged and end_of(one.heading) == column.kind
            if key(one.heading) not in mapping
        ]
        if ends:
            mend = "call two columns min damage and max damage for a range"
            if column.kind != "damage":
                mend = "to have it otherwise, say so in the file's .columns.csv"
            told.append(
                f"{found.name}: '{printable(column.heading)}' is taken for {column.kind}, and "
                f"nothing reads {' and '.join(ends)} beside it; {mend}"
            )
    return told


def _read(found, column, rows, page, mapped, scale, blank):
    """Read a column; its cells may show that it isn't what its heading says."""
    cells = [(row, column.cell(given)) for row, given in rows]
    why = None if mapped or column.kind in ("name", "hp") else _not_meant(column, cells, found)
    if why:
        column.kind = "own"
    read_column(column, cells, page, scale, blank)
    if column.kind == "hp":
        found.told += [f"{found.name}, column 'hp': {caution}" for caution in column.cautions]
    if column.kind == "speed" and {*column.values.values()} - {1.0}:
        column.cautions.append("taken for actions a turn")
    if why:
        found.told.append(
            f"{found.name}: '{printable(column.heading)}' {why}; to have it otherwise, say so in "
            f"the file's .columns.csv"
        )


def _not_meant(column, cells, found):
    """Why a column isn't what its heading says, or None."""
    kept = "kept as your own column"
    if not any(cell for _, cell in cells):
        return None if column.kind not in ("attack", "defense", "damage") else f"is blank: {kept}"
    if column.kind == "damage":
        return None if mostly_damage(cells) else f"holds no dice: {kept}, and no damage is known"
    if column.kind not in ROLES:
        return None
    cells = [(row, column.bare(cell)) for row, cell in cells]
    if not mostly_numbers(cells):
        if column.kind == "armor" and any(re.search(r"\d[dw]\d", cell) for _, cell in cells):
            return None if mostly_damage(cells) else f"holds no dice: {kept}, and not as armor"
        # 10g can be read as a number of dice, but nobody means it so beside 2 gold.
        rolls = [(row, cell) for row, cell in cells if re.search(r"\d[dw]\d|\d ?[-–~] ?\d", cell)]
        what = "dice or ranges" if rolls and mostly_damage(cells) else "words"
        return f"holds {what}: {kept}, and not as {column.kind}"
    if column.kind == "armor" and _is_share([cell for _, cell in cells if cell]):
        return f"holds shares: {kept}, and not as points off each hit"
    # What is headed "attacks per turn" can't be movement.
    if column.kind == "speed" and not plain(column.heading).endswith("perturn"):
        return _why_no_speed([cell for _, cell in cells if cell], found, kept)
    rewards = [one.heading for one in found.columns if plain(one.heading) in _REWARDS]
    if plain(column.heading) == "gold" and rewards:
        return f"stands beside '{printable(rewards[0])}': {kept}, and not as cost"
    return None


def _why_no_speed(cells, found, kept):
    """Why speeds are no actions a turn, or None."""
    numbers = [float(cell) for cell in cells if re.fullmatch(r"-?\d+(\.\d+)?", cell)]
    low, high = (min(numbers), max(numbers)) if numbers else (1, 1)
    whole = len(numbers) == len(cells) and all(value.is_integer() for value in numbers)
    if whole and low >= 2:
        return f"holds whole numbers from 2 up: {kept}, not as actions a turn"
    if high > _MOST_ACTIONS or (whole and low <= 0 and high >= 2):
        return f"holds numbers from {low:g} to {high:g}: {kept}, not as actions a turn"
    beside = [one.heading for one in found.columns if plain(one.heading) in _RHYTHMS]
    if beside and {*cells} - {"1"}:
        return f"stands beside '{printable(beside[0])}': {kept}, not as actions a turn"
    return None


def _is_share(cells):
    """Whether numbers are parts of 1, as 50 % or 0.5."""
    if any(cell.endswith("%") for cell in cells):
        return True
    plainly = [cell.replace(",", ".") for cell in cells]
    numbers = [float(cell) for cell in plainly if re.fullmatch(r"\d*\.?\d+", cell)]
    return len(numbers) == len(cells) and max(numbers) <= 1 and not set(numbers) <= {0, 1}


def _attribute(column, taken):
    """The name by which units know a column of their own: "Move Range" is move_range."""
    name = re.sub(r"\W+", "_", column.heading.lower()).strip("_") or f"column_{column.place + 1}"
    return f"own_{name}" if name in (*taken, *OWN) else name


def _name_own(columns):
    """Give columns of one's own their names; those of one name are numbered."""
    taken = set()
    roles = {*NEEDED, *(column.kind for column in columns if column.kind in ROLES)}
    for column in columns:
        if column.kind not in ("own", "text"):
            continue
        name, number = _attribute(column, roles), 1
        column.name = name
        while column.name in taken:
            number += 1
            column.name = f"{name}_{number}"
        taken.add(column.name)
        if column.kind == "own" and _in_percent(column):
            column.cautions.append("percent as whole numbers: a chance is this / 100")
        if key(column.heading) in ("ac", "armor class", "armour class"):
            column.cautions.append("a number to reach, not points off the damage")
    for column in columns:
        near = near_of(column.heading) if column.kind in ("own", "text") else ""
        if near and near.replace(" ", "_") not in taken:
            column.cautions.append(f"the workbook's rules read it if it is called '{near}'")


def _swallowed(found):
    """A sentence, in a list, if armor leaves hardly anything of the damage."""
    there = {one.kind: one for one in found.columns}
    if "armor" not in there or not there.get("damage") or not there["damage"].values:
        return []
    left = armor_leaves(list(there["damage"].values.values()), list(there["armor"].values.values()))
    if left > HARDLY:
        return []
    there["armor"].cautions.append("takes nearly all of the damage")
    return [
        f"{found.name}: armor is points off each hit, and leaves {percent(left)} of the damage; a "
        f"number that a roll must reach is another column: say so in the file's .columns.csv, "
        f"such as '{printable(there['armor'].heading)},own' or ',defense'"
    ]


def _of_other_scales(found):
    """A sentence, in a list, if hit points and damage can hardly be of one scale."""
    there = {one.kind: one for one in found.columns if one.values}
    if not {"hp", "damage"} <= there.keys():
        return []
    points = median(there["hp"].values.values())
    damage = median(dice(one).mean for one in there["damage"].values.values())
    if damage <= 0 or _FEWEST_BLOWS < points / damage < _MOST_BLOWS:
        return []
    blows = points / damage
    what = f"takes some {blows:,.0f} blows" if blows > 1 else "ends with the first hit"
    there["hp"].cautions.append(f"a fight {what}")
    return [
        f"{found.name}: half of the units have {points:g} hit points or less, half of the blows do "
        f"{damage:g} damage or less: a fight {what}; if the two are of different scales, divide one"
    ]


def _in_percent(column):
    found = [value for value in column.values.values() if isinstance(value, int | float)]
    other = any(word in column.name for word in _NO_SHARES) or column.name == "crit_on"
    meant = not other and any(word in column.name for word in _SHARES)
    points = 20 if "accuracy" in column.name else 1  # an accuracy of 4 to 20 is in points
    return meant and any(value > points for value in found) and all(0 <= v <= 100 for v in found)


def _number_twins(found):
    """Number units of one name apart: Orc, Orc (2)."""
    column = next(one for one in found.columns if one.kind == "name")
    names = {column.values[row] for row in found.rows}
    seen, again = set(), []
    for row in found.rows:
        name = column.values[row]
        if name in seen:
            again.append((row, name))
            number = 2
            while (other := f"{name} ({number})") in names:
                number += 1
            column.values[row] = other
            names.add(other)
        seen.add(name)
    if again:
        row, name = again[0]
        found.told.append(
            f"{found.name}, row {row}: {many(len(again), 'row')} with a name that is there "
            f"already, such as '{printable(name)}': numbered apart, as '{printable(name)} (2)'"
        )


def _line(column):
    """How a column was read, as a row of the frame."""
    numbers = [one for one in column.values.values() if isinstance(one, int | float) and one == one]
    low, high = (f"{end:g}" for end in (min(numbers), max(numbers))) if numbers else ("", "")
    if column.kind == "damage" and column.values:
        both = sorted((dice(one).mean, one) for one in set(column.values.values()))
        low, high = both[0][1], both[-1][1]
    named = column.kind not in ROLES and column.name not in (
        "",
        key(column.heading).replace(" ", "_"),
    )
    more = column.name if named else "two columns" if column.upto is not None else ""
    return {
        "heading": column.heading,
        "as": f"{column.kind} ({more})" if more else column.kind,
        "lowest": low,
        "highest": high,
        "not understood": len(column.wrong),
        "example": column.wrong[0][1] if column.wrong else "",
        "caution": "; ".join(column.cautions),
    }
