"""What units may carry: the table of items, and each unit with each choice of them."""

import math
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice

from combat.core.checks import check_numbers
from combat.core.words import each_of, printable, some_of
from combat.dice import dice
from combat.tables.content import tell
from combat.units.sheets import counters, kinds
from combat.units.sheets.action_rows import Table
from combat.units.sheets.action_tables import spellings
from combat.units.sheets.begins import beginning_with
from combat.units.sheets.files import given_table
from combat.units.sheets.headings import ROLES, as_column
from combat.units.sheets.levels import LEVEL, Levels
from combat.units.sheets.rolls import OF_A_ROLL
from combat.units.sheets.roster import Units, statuses_of
from combat.units.sheets.schema import TEXT, UNIT, Kind, Known, Row, column, number, readers_of
from combat.units.sheets.unit import OWN

MOST_LOADOUTS = 1000  # as many as a table of all duels has
_MOST_COUNTED = 100_000
_NEAR = 1e-9
_POINTS = ("hp", "damage", "armor")  # that a mapping's scale multiplies


def _begun(cell, known):
    """What an item lets its bearer begin with, as it is written, when all of it is known."""
    beginning_with((), cell, known.statuses)
    return cell


@dataclass(frozen=True)
class Item(Row):
    """Something to carry: its slot, of which a unit has one, what it costs, and what it changes.

    changes: triples (column, "+" or "x", number) as those of a `Status`, of the unit's own numbers;
    dice that damage or armor gains are a text. begins_with: statuses, as in the column of units.
    actions: what its bearer can do with it. line: where it stands in its table.

    >>> Item("Spear", "hand", 4, (("attack", "+", 2), ("damage", "+", "1d4"))).numbers
    {'cost': 4.0, 'attack': 2, 'damage': '1d4'}
    """

    name: str
    slot: str
    cost: float = column(number(0, 1e12), 0.0, "added to that of its bearer", "4")
    changes: tuple = column(
        kinds.OF_ITEMS,
        (),
        "of its bearer's own numbers, as those of a status, hit points and initiative among them",
        "attack +2, damage +1d4, hp +6",
    )
    begins_with: str | None = column(
        Kind(TEXT.check, _begun), None, "statuses from the start, as of units", "guarded 3"
    )
    actions: tuple = ()
    line: int = field(default=0, compare=False, repr=False)

    @property
    def numbers(self):
        """Its cost, and what it changes: {"cost": 4, "attack": 2, "armor x": 1.5}."""
        changed = {name if how == "+" else f"{name} x": by for name, how, by in self.changes}
        return {"cost": float(self.cost)} | changed

    def changed(self, **numbers):
        """Return the item with other `numbers`; ValueError for one that it hasn't."""
        for name in numbers:
            if name not in self.numbers:
                raise ValueError(f"{self.name} has no '{name}': it has {', '.join(self.numbers)}")
        after = self.numbers | numbers
        cost, *changes = after.values()
        changes = tuple((*one[:2], by) for one, by in zip(self.changes, changes, strict=True))
        return replace(self, cost=cost, changes=changes)


ITEMS = ("item", "slot", "for", *readers_of(Item))


def read_items(
    source, units, statuses, name=None, *, sheet=None, columns=None, faults=None, levels=None
):
    """Return what each unit may carry: {name: tuple of `Item`}, without the table of actions.

    Arguments as for `combat.units.sheets.action_tables.read_actions`.
    """
    spaced, found, rows = {"begins with": "begins_with"}, dict.fromkeys(units.names, ()), {}
    table = Table(source, name, sheet, ("item", "slot"), ITEMS, spaced, levels)
    there = [one for one in units.columns if one != "name"]
    known = Known(spellings([*there, *counters.OF_A_TURN], columns), statuses, comma=table.comma)
    readers = {"item": TEXT.read, "slot": TEXT.read} | readers_of(Item)
    readers["for"] = lambda cell, _: {"for": some_of(cell, units.names, "units")}
    for row in table.rows(readers, known):
        called, whose = row.values.pop("item", None), row.values.pop("for", units.names)
        first = rows.setdefault((called or "").casefold(), row)
        if called and (first is not row or called in units):
            where = "a unit" if first is row else f"the item in row {first.number}"
            row.fault("item", f"{where} is called '{printable(called)}', too; rename one")
        if (item := row.made(Item, called, row.values | {"line": row.number})) is None:
            continue
        item = _completed(item, statuses, levels.scale if levels else 1)
        for unit in whose:
            found[unit] += (item,)
            try:
                _changed(units[unit], item.changes)
            except ValueError as error:
                row.fault("changes", error)
                break
    tell(table.faults, faults)
    return found


def _completed(item, statuses, scale):
    """An item with what its bearer begins with, and its points times a scale."""
    begun = beginning_with((), item.begins_with or "", statuses)
    actions = tuple(replace(one, name=f"{one.name}, {item.name}") for one in begun)
    points = {name: by for name, by in item.numbers.items() if name in _POINTS and scale != 1}
    texts = {name: f"({by})*{scale}" for name, by in points.items() if isinstance(by, str)}
    points = {name: by * scale for name, by in points.items() if name not in texts}
    return replace(item.changed(**texts, **points), actions=actions)


def _changed(unit, changes):
    """A unit with changes of its own numbers, of each all multiplications first."""
    for name in dict.fromkeys(name for name, _, _ in changes):
        own = [(how, by) for column, how, by in changes if column == name]
        times = math.prod(by for how, by in own if how == "x")
        added = [by for how, by in own if how == "+"]
        value = _sum(unit, name, times, added)
        if name == "damage":
            unit = _striking(unit, value, times, added)
        else:
            unit = unit.having(**{name: value})
    counters.check_counted(unit)
    return unit


def _sum(unit, name, times, added):
    """A column of a unit so many times, with numbers and dice added."""
    value = counters.number_of(unit, name)
    if isinstance(value, str) or value != value:
        what = f"'{printable(str(value))}' is no number, and an item changes it; write one"
        raise ValueError(f"{counters.where_in(unit, name)}: {what}")
    value = value * times if times else 0  # all reach, times 0, is none
    for one in added:
        value = (dice(one) if isinstance(one, str) else one) + value
    return math.floor(value + _NEAR) if name in ("hp", "per_turn") else value


def _striking(unit, rolled, times, added):
    """A unit with other damage, in the words of dice where they can say it."""
    points = sum(one for one in added if not isinstance(one, str))
    text = unit.written if times == 1 and points >= 0 else f"({unit.written})"
    text += f"*{times:g}" * (times != 1)
    text += "".join(f" + {one}" for one in added if isinstance(one, str))
    text += f" {'-' if points < 0 else '+'} {abs(points):g}" * (points != 0)
    with suppress(ValueError):
        dice(text)
        return unit.having(damage=text)
    made, flat = unit.having(damage=rolled), counters.change_of(unit).added * times + points
    # `dice x2` leaves alone what is added.
    return made.knowing(change=counters.Change(1, 0, flat)) if flat else made


def loadouts(units, items=None, budget=None):
    """Return the `Units` with each choice of at most one item a slot: "Knight: Spear, Mail".

    items: by default all that were read beside the units; a list of names, of which `*` stands for
    all that match; or another table, a path, bytes or a pair (file name, bytes), without actions.
    budget: the most that a unit and what it carries may cost together; what has no cost is free.
    A unit that carries nothing is a choice, too, and keeps its name. Costs are added up; own
    columns, `unit` and one for each slot, say who it is and what it carries, "" for nothing; a slot
    that is called as another column is `armor slot`. ValueError for more than 1,000, or none.

    >>> from combat.units import read_units
    >>> items = b"item,slot,cost,changes\\nSpear,hand,4,attack +2\\nMail,body,5,armor x 2\\n"
    >>> sheet = b"name,hp,attack,damage,armor,cost\\nKnight,24,12,1d8,1,10\\n"
    >>> found = loadouts(read_units(sheet, items=items), budget=15)
    >>> found.frame[["attack", "armor", "cost", "hand", "body"]]
                   attack  armor  cost   hand  body
    name
    Knight           12.0    1.0  10.0
    Knight: Mail     12.0    2.0  15.0         Mail
    Knight: Spear    14.0    1.0  14.0  Spear
    """
    there = _offered(units, items)
    most = math.inf if budget is None else float(check_numbers("budget", budget, low=0))
    columns = _columns(there)
    every = [*islice(_choices(there, columns, most), _MOST_COUNTED)]
    if len(every) > MOST_LOADOUTS:
        least = "at least " * (len(every) == _MOST_COUNTED)
        raise ValueError(
            f"{least}{len(every):,} loadouts are too many: take at most {MOST_LOADOUTS:,}, of "
            f"fewer units, fewer items (items=[...]) or a smaller budget"
        )
    if not every:
        raise ValueError(f"budget = {budget:g} buys nobody; write more")
    found = Units(_carrying(unit, chosen, columns) for unit, chosen in every)
    found.reading = units.reading
    found.read_at = units.read_at and partial(_at_level, units, items, budget)
    return found


def _at_level(units, items, budget, level):
    return loadouts(units.at(level), items, budget)


def _offered(units, items):
    """The units, which may carry what was read beside them, some of it, or what a table says."""
    if "unit" in units.columns:
        raise ValueError("'unit' says whose a loadout is, and is a column here: rename that")
    if items is None:
        if not units.items:
            raise ValueError("no items lie beside these units: name a table with items=...")
        return units
    if isinstance(items, list):
        names = {name for one in items for name in each_of(one, units.items, "items")}
        offered = {unit: [one for one in unit.moment.items if one.name in names] for unit in units}
    else:
        offered = _of_table(units, given_table("items", items))
    return Units(unit.knowing(items=tuple(some)) for unit, some in offered.items())


def _of_table(units, table):
    """What a table says that each unit may carry, at its level: {unit: tuple of `Item`}."""
    known = [one for unit in units for one in unit.moment.statuses]
    statuses = {one.name: one for one in statuses_of(units, known)}
    scale = units.read_at.files.mapping.scale if units.read_at else 1

    @cache
    def read(level):
        how = {"sheet": table.sheet, "levels": Levels(level, scale)}
        return read_items(table.content, units, statuses, table.name, **how)

    levels = [unit.more.get(LEVEL) for unit in units]
    numbers = [int(one) if isinstance(one, int | float) and one >= 1 else 1 for one in levels]
    return {unit: read(at)[unit.name] for unit, at in zip(units, numbers, strict=True)}


def _columns(units):
    """The text column of each slot: {slot: column}."""
    taken = {*ROLES, *UNIT, *OWN, *OF_A_ROLL, *units.columns, LEVEL, "unit"}
    slots = dict.fromkeys(as_column(item.slot) for item in units.items.values())
    found = {slot: f"{slot}_slot" if slot in taken else slot for slot in slots}
    names = [*found.values()]
    if twice := [name for name in names if name in taken or names.count(name) > 1]:
        raise ValueError(f"two columns would be called '{twice[0]}': rename a slot")
    return found


def _choices(units, slots, budget):
    """Yield (unit, what it can carry: for each slot an item or None)."""
    for unit in units:
        there = [
            [one for one in unit.moment.items if as_column(one.slot) == slot] for slot in slots
        ]
        for chosen in _fitting(there, budget - _cost(unit)):
            yield unit, chosen


def _fitting(slots, left):
    if left < -_NEAR:
        return
    if not slots:
        yield ()
        return
    for one in (None, *slots[0]):
        for others in _fitting(slots[1:], left - (one.cost if one else 0)):
            yield (one, *others)


def _cost(unit):
    cost = unit.role("cost")
    return 0.0 if cost != cost else cost


def _carrying(unit, chosen, columns):
    """A unit with what it carries: an item or None for each slot."""
    items, name = [one for one in chosen if one], unit.name
    told = (one.name if one else "" for one in chosen)
    own, carries = dict(zip(columns.values(), told, strict=True)), tuple(one.name for one in items)
    if items:
        own |= {} if "cost" in unit.own else {"cost": _cost(unit) + sum(one.cost for one in items)}
        actions = [*unit.actions, *(action for one in items for action in one.actions)]
        # Those without a line are what it begins with, first, and what its army gives it, last.
        actions.sort(key=lambda one: one.line or (math.inf if one.needs else 0))
        own |= {"name": f"{name}: {', '.join(carries)}", "actions": actions}
        unit = _changed(unit, [change for one in items for change in one.changes])
    return unit.having(unit=name, **own).knowing(items=(), of=name, carries=carries)
