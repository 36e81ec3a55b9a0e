"""Seed 5: large-scale combat in Marked for Death, after the manual of Fight.rkt 1.0.

Rosters as CSV files or spreadsheets (`read_team`, `write_team`), the table of what comes of them
(`stats`), and one battle with its log, round by round (`fight`). Chances are probabilities in
[0, 1].
"""

from combat import interrupts  # noqa: F401  first: the rest takes a while
from combat.marked_for_death.battle import Battle, Blow, Round, fight
from combat.marked_for_death.blows import blow
from combat.marked_for_death.exact import solve
from combat.marked_for_death.fighters import Buff, Fighter, Form, Team
from combat.marked_for_death.odds import Odds
from combat.marked_for_death.questions import (
    STEPS,
    allowed,
    balance,
    changed,
    effects,
    groups,
    odds,
    solved,
    vary,
)
from combat.marked_for_death.roster import read_team, team_text, write_team
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import Numbers, Side
from combat.marked_for_death.simulation import simulate
from combat.marked_for_death.stats import NO_ONE, profile, stats

__all__ = [
    "NO_ONE",
    "STEPS",
    "Battle",
    "Blow",
    "Buff",
    "Fighter",
    "Form",
    "Numbers",
    "Odds",
    "Round",
    "Rules",
    "Side",
    "Team",
    "allowed",
    "balance",
    "blow",
    "changed",
    "effects",
    "fight",
    "groups",
    "odds",
    "profile",
    "read_team",
    "simulate",
    "solve",
    "solved",
    "stats",
    "team_text",
    "vary",
    "write_team",
]
