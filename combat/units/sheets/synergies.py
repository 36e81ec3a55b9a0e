"""What an army's units are together: the table of synergies, as what they begin with."""

from combat.core.words import one_of, printable
from combat.tables.content import tell
from combat.units.sheets.action_rows import Table
from combat.units.sheets.action_tables import spellings
from combat.units.sheets.actions import Action
from combat.units.sheets.begins import Synergy
from combat.units.sheets.schema import MOST_TARGETS, SWITCH, TEXT, Known, whole, word
from combat.units.sheets.statuses import gifts_in

SYNERGIES = (*Synergy._fields, "gives")


def read_synergies(
    source, units, statuses, name=None, *, sheet=None, columns=None, faults=None, levels=None
):
    """Return what units begin with in armies with enough of a kind: a tuple of `Action`s for all.

    Arguments as for `combat.units.sheets.action_tables.read_actions`.
    """
    needed, further = ("column", "value", "gives"), {"at least": "at_least"}
    table, found = Table(source, name, sheet, needed, SYNERGIES, further, levels), []
    spelled = spellings(units.columns, columns)
    readers = {
        "column": lambda cell, _: spelled[one_of(cell.casefold(), spelled, "columns")],
        "value": TEXT.read,
        "at_least": whole(1, MOST_TARGETS).read,
        "gives": gifts_in,
        "to": lambda cell, known: (kind := word("those", "side")).check(kind.read(cell, known)),
        "distinct": SWITCH.read,
    }
    for row in table.rows(readers, Known(statuses=statuses)):
        if not row.sound:
            continue
        gives = row.values.pop("gives")
        needs = Synergy(**row.values)
        if not any(map(needs.has, units)):
            value, column = printable(needs.value), needs.column.replace("_", " ")
            row.fault("value", f"no unit has '{value}' in its column '{column}'")
        how = {"on": "self", "gets": gives, "reacts": "begins", "needs": needs}
        found.append(row.made(Action, f"{needs.at_least} {needs.value}, row {row.number}", how))
    tell(table.faults, faults)
    return tuple(filter(None, found))
