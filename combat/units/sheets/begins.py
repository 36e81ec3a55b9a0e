"""What a unit begins a fight with: the cell of its column `begins with`, as actions."""

from typing import NamedTuple

from combat.units.sheets import kinds
from combat.units.sheets.actions import Action
from combat.units.sheets.schema import Known
from combat.units.sheets.statuses import gifts_in

NAMES = ("begins with", "begins with, a day")


class Synergy(NamedTuple):
    """What an army must hold for its fighters to begin with a status: a row of that table.

    column, value: a text of the units' own, one of several in a cell, parted by `;`. at_least: so
    many that have it, or where distinct so many different units. to: "those", or the whole "side".

    >>> from combat.units import Unit
    >>> wolf = Unit("Wolf", hp=5, damage=1, clan="Wolf; Night")
    >>> two = Synergy("clan", "night", at_least=2)
    >>> two.has(wolf), two.met_by([wolf]), two.met_by([wolf, wolf])
    (True, False, True)
    """

    column: str
    value: str
    at_least: int = 1
    to: str = "those"
    distinct: bool = False

    def has(self, unit):
        """Return whether a unit has the value."""
        values = str(unit.more.get(self.column, "")).split(";")
        return self.value.casefold() in (one.strip().casefold() for one in values)

    def met_by(self, units):
        """Return whether some units of a side, the first of which asks, are enough."""
        those = [unit for unit in units if self.has(unit)]
        many = len({unit.name for unit in those}) if self.distinct else len(those)
        return many >= self.at_least and (self.to == "side" or self.has(units[0]))


def beginning_with(actions, cell, statuses):
    """Return a unit's actions where it begins with what a cell says; statuses: {name: `Status`}.

    ValueError for a cell that can't be read.
    """
    return (*_beginnings(cell, statuses), *(one for one in actions if one.name not in NAMES))


def _beginnings(cell, statuses):
    """What gives the statuses that a unit begins with: in each fight, and once a day."""
    parts = kinds.parts(cell.replace(";", ",")) if cell.strip() else []
    daily = [part for part in parts if part.casefold().endswith(" a day")]
    known = Known(statuses=statuses)
    often = ", ".join(part for part in parts if part not in daily)
    if often:
        yield Action(NAMES[0], on="self", gets=gifts_in(often, known), reacts="begins")
    if daily:
        given = gifts_in(", ".join(part[: -len(" a day")] for part in daily), known)
        yield Action(NAMES[1], on="self", gets=given, reacts="begins", uses=1, per="day")
