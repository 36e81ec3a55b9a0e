"""What the cells of a sheet show: that a column means another, and which rows are no units.

Totals, comments, headings again and rows without hit points are no units.
"""

import re
from contextlib import suppress
from statistics import mean, median, pstdev, stdev

import numpy as np

from combat.core.numbers import number_in
from combat.core.words import many, percent, printable
from combat.dice import dice
from combat.tables import TableError, check_row
from combat.tables.header import TRIED, filled, key
from combat.units.sheets.columns import is_blank, mostly_damage, mostly_numbers
from combat.units.sheets.headings import ROLES, end_of, plain, spelled
from combat.units.sheets.speeds import first_of, why_no_speed
from combat.units.sheets.unit import MAY_LACK

ROLLED = "holds dice or ranges"
OTHERWISE = "to have it otherwise, say so in the file's .columns.csv"
_KEPT = "kept as your own column"
_FEWEST_BLOWS, _MOST_BLOWS = 0.5, 200  # hit points by the damage of a blow, both in the middle
HARDLY = 0.2  # of the damage: armor that leaves less is a number of another kind
_SOME = 200  # units by which that is judged


def tell_of_headings(found, rows, mapping, inside):
    """Tell what one may not expect of headings alone; inside: {heading: which part it is of}."""
    named = {one.place + 1: one for one in found.columns if one.counts and one.kind != "name"}
    for column in found.columns:
        if column.name or column.cautions or column.place not in named:
            continue
        if mostly_numbers([(row, column.cell(given)) for row, given in rows]):
            found.tell(
                f"{column.heading} has no heading, so it is left aside; if "
                f"'{printable(named[column.place].heading)}' before it is meant for both, write "
                f"one above each, such as min damage and max damage"
            )
    read = [one for one in found.columns if one.counts and key(one.heading) not in mapping]
    for column in read:
        if column.upto is None and (ends := _ends_beside(column, found.columns, mapping)):
            mend = "call two columns min damage and max damage for a range"
            found.tell(
                f"'{printable(column.heading)}' is taken for {column.kind}, and nothing reads "
                f"{' and '.join(ends)} beside it; {mend if column.kind == 'damage' else OTHERWISE}"
            )
    for column in read:
        if plain(column.heading) in spelled("seldom", column.kind) or column.heading in inside:
            whole = f"'{printable(column.heading)}'{inside.get(column.heading, '')}"
            found.tell(f"{whole} is taken for {column.kind}; {OTHERWISE}")


def _ends_beside(column, columns, mapping):
    """The headings, in quotes, of a column's lowest and highest value that nothing reads."""
    ranged = {place for one in columns if one.upto is not None for place in (one.place, one.upto)}
    return [
        f"'{printable(one.heading)}'"
        for one in columns
        if one.kind == "own" and one.place not in ranged and end_of(one.heading) == column.kind
        if key(one.heading) not in mapping
    ]


def why_not(column, cells, found):
    """Return why a column isn't what its heading says, or None; cells: pairs (row, text)."""
    if not any(cell for _, cell in cells):
        blank = column.kind in ("attack", "defense", "damage")
        return f"is blank: {_KEPT}" if blank else None
    if column.kind == "damage":
        return None if mostly_damage(cells) else f"holds no dice: {_KEPT}, and no damage is known"
    if column.kind not in ROLES:
        return None
    cells = [(row, column.bare(cell)) for row, cell in cells]
    filled = [cell for _, cell in cells if cell]
    if not mostly_numbers(cells):
        return _why_no_numbers(column.kind, cells)
    if column.kind == "armor" and _is_share(filled):
        return f"holds shares: {_KEPT}, and not as points off each hit"
    # What is headed "attacks per turn" can't be movement.
    if column.kind == "speed" and not plain(column.heading).endswith("perturn"):
        why = why_no_speed(filled, found)
        return why and f"{why}: {_KEPT}, not as actions a turn"
    if plain(column.heading) == "gold" and (rewards := first_of(spelled("beside", "cost"), found)):
        return f"stands beside '{rewards}': {_KEPT}, and not as cost"
    return None


def _why_no_numbers(kind, cells):
    """Why cells aren't numbers of a kind; None for armor in dice."""
    rolled = any(re.search(r"\d[dw]\d", cell) for _, cell in cells)
    if kind == "armor" and rolled:
        return None if mostly_damage(cells) else f"holds no dice: {_KEPT}, and not as armor"
    # 10g can be read as a number of dice, but nobody means it so beside 2 gold.
    rolled = rolled or any(re.search(r"\d ?[-–~] ?\d", cell) for _, cell in cells)
    what = ROLLED if rolled and mostly_damage(cells) else "holds words"
    return f"{what}: {_KEPT}, and not as {kind}"


def _is_share(cells):
    """Whether numbers are parts of 1, as 50 % or 0.5."""
    if any(cell.endswith("%") for cell in cells):
        return True
    plainly = [cell.replace(",", ".") for cell in cells]
    numbers = [float(cell) for cell in plainly if re.fullmatch(r"\d*\.?\d+", cell)]
    return len(numbers) == len(cells) and max(numbers) <= 1 and not set(numbers) <= {0, 1}


def tell_of_scales(found):
    """Tell if armor leaves hardly any damage, or hit points and damage are hardly of one scale."""
    there = {one.kind: one for one in found.columns if one.values}
    if "damage" not in there:
        return
    hp, armor, damages = there.get("hp"), there.get("armor"), [*there["damage"].values.values()]
    left = armor_leaves(damages, [*armor.values.values()]) if armor else 1
    if left <= HARDLY:
        armor.cautions.append("takes nearly all of the damage")
        found.tell(
            f"armor is points off each hit, and leaves {percent(left)} of the damage; a number "
            f"that a roll must reach is another column: say so in the file's .columns.csv, such "
            f"as '{printable(armor.heading)},own' or ',defense'"
        )
    damage = median(dice(one).mean for one in damages)
    points = median(hp.values.values()) if hp else 0
    if not hp or damage <= 0 or _FEWEST_BLOWS < points / damage < _MOST_BLOWS:
        return
    blows = points / damage
    what = f"takes some {blows:,.0f} blows" if blows > 1 else "ends with the first hit"
    hp.cautions.append(f"a fight {what}")
    found.tell(
        f"half of the units have {points:g} hit points or less, half of the blows do {damage:g} "
        f"damage or less: a fight {what}; if the two are of different scales, divide one"
    )


def armor_leaves(damages, armors):
    """Return the share of damages that armor leaves on average, over all pairs; 1 for none."""
    # Each of them is a number, or dice.
    damages, armors = (np.array([_mean(one) for one in some[:_SOME]]) for some in (damages, armors))
    if not armors.size or not damages.size or not damages.sum() > 0:
        return 1.0
    return float(np.maximum(damages[:, None] - armors, 0).mean() / damages.mean())


def _mean(value):
    return float(value) if isinstance(value, int | float) else dice(value).mean


def units_in(found, rows, cells, needed):
    """Return the rows that are units; those with too many cells are faults, others are told."""
    places = {one.kind: one.place for one in found.columns}
    name, hp = places["name"], places["hp"]
    again, totals = _headings_again(cells, rows, name, hp), spelled("of all", "name")
    comments = {row for row, given in rows if "".join(given[:1]).startswith(("#", "//"))}
    if len(comments) == len(rows):  # names such as #1, #2
        comments = ()
    sound, without, of_all, odd = [], [], [], {}
    for row, given in rows:
        given = given + [""] * (len(cells) - len(given))
        if row in again:
            continue
        if not given[hp]:
            without.append((row, given[name]))
        elif row in comments:
            of_all.append((row, given[0]))
        elif plain(given[name]) in totals and _says_of(given[hp], sound, hp):
            of_all.append((row, given[name]))
        else:
            try:
                check_row(found.name, row, given, cells, {*needed.values()})
                sound.append((row, given))
            except TableError as error:
                odd.setdefault(str(error).rpartition(": ")[2], []).append((str(error), row))
    for (first, row), *others in odd.values():
        same = f" (and {many(len(others), 'more such row')})" if others else ""
        found.faults.append(TableError(f"{first}{same}", row))
    if not sound and not found.faults:
        raise TableError(
            f"{found.name}, row {rows[0][0]}, column '{printable(cells[hp])}': no row has a name "
            f"and hit points; write some"
        )
    if again:
        found.tell(f"{many(len(again), 'row')} of headings under the header left out", again[0])
    if without:
        such = next((f", such as '{printable(called)}'" for _, called in without if called), "")
        what = f"{many(len(without), 'row')} without hit points left out{such}"
        found.tell(what, without[0][0])
    for row, called in of_all:
        found.tell(
            f"'{printable(called)}' is left out, as a comment or what all rows come to; a unit "
            f"needs another name",
            row,
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


def leave_out(found, rows):
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


def number_twins(found):
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
        found.tell(
            f"{many(len(again), 'row')} with a name that is there already, such as "
            f"'{printable(name)}': numbered apart, as '{printable(name)} (2)'",
            row,
        )
