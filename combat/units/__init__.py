"""One's own game: units from a spreadsheet, any rule, blows, duels and armies."""

from combat.units.duel import Duel, blow, blows_to_kill, duel, turns_to_kill
from combat.units.roster import NoColumn, Unit, Units, read_units
from combat.units.rules import ORDERS, PLAIN, Rules

__all__ = [
    "ORDERS",
    "PLAIN",
    "Duel",
    "NoColumn",
    "Rules",
    "Unit",
    "Units",
    "blow",
    "blows_to_kill",
    "duel",
    "read_units",
    "turns_to_kill",
]
