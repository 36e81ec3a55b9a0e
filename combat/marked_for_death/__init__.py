"""Seed 5: large-scale combat in Marked for Death, after the manual of Fight.rkt 1.0.

Rosters as CSV files or spreadsheets (`read_team`, `write_team`), the table of what comes of them
(`stats`), and one battle with its log, round by round (`fight`). Chances are probabilities in
[0, 1].
"""

from combat.cli import interrupts  # noqa: F401  first: the rest takes a while
from combat.core.lazy import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "battle": ["Battle", "Blow", "Round", "fight"],
        "blows": ["blow"],
        "exact": ["solve"],
        "fighters": ["Buff", "Fighter", "Form", "Team"],
        "outcomes": ["Odds"],
        "questions": [
            "STEPS",
            "allowed",
            "balance",
            "changed",
            "effects",
            "groups",
            "odds",
            "solved",
            "vary",
        ],
        "result_table": ["NO_ONE", "profile", "stats"],
        "roster": ["read_team", "team_text", "write_team"],
        "rules": ["Rules"],
        "side": ["Numbers", "Side"],
        "simulation": ["simulate"],
    },
)
