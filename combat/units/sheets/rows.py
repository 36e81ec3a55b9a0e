"""Which rows of a sheet are units; totals, comments, headings again and rows without hp are not."""

from contextlib import suppress
from statistics import mean, median, pstdev, stdev

from combat.core.numbers import number_in
from combat.core.words import many, printable
from combat.tables import TableError, check_row
from combat.tables.header import TRIED, key
from combat.units.sheets.columns import is_blank, mostly_numbers
from combat.units.sheets.headings import filled, plain
from combat.units.sheets.roster import MAY_LACK

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


def units_in(found, rows, cells, needed):
    """Return the rows that are units; those with too many cells are faults, others are told."""
    places = {one.kind: one.place for one in found.columns}
    name, hp = places["name"], places["hp"]
    again, totals = _headings_again(cells, rows, name, hp), {*map(plain, " ".join(_OF_ALL).split())}
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
