"""One's own game: units from a spreadsheet, any rule, blows, duels and armies."""

from combat.units.armies import battle, losses
from combat.units.campaigns import Campaign, campaign
from combat.units.curve import breakpoints
from combat.units.duels import Duel, blow, blows_to_kill, duel, turns_to_kill
from combat.units.roster import NoColumn, Unit, Units, read_units
from combat.units.round_robin import MEASURES, matrices, matrix
from combat.units.rules import ORDERS, PLAIN, Rules

__all__ = [
    "MEASURES",
    "ORDERS",
    "PLAIN",
    "Campaign",
    "Duel",
    "NoColumn",
    "Rules",
    "Unit",
    "Units",
    "battle",
    "blow",
    "blows_to_kill",
    "breakpoints",
    "campaign",
    "duel",
    "losses",
    "matrices",
    "matrix",
    "read_units",
    "turns_to_kill",
]
