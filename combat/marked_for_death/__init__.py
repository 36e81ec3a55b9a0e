"""Seed 5: large-scale combat in Marked for Death, after the manual of Fight.rkt 1.0.

Rosters as CSV files (`read_team`, `write_team`), the table of what comes of them (`stats`),
and one battle with its log, round by round (`fight`). Chances are probabilities in [0, 1].
"""

from combat import interrupts  # noqa: F401  first: the rest takes a while
from combat.exports import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "battle": ["Battle", "Blow", "Round", "fight"],
        "blows": ["blow"],
        "exact": ["solve"],
        "fighters": ["Buff", "Fighter", "Form", "Team"],
        "outcomes": ["Odds"],
        "questions": ["STEPS", "balance", "changed", "effects", "groups", "odds", "solved", "vary"],
        "result_table": ["NO_ONE", "profile", "stats"],
        "roster": ["read_team", "team_text", "write_team"],
        "rules": ["Rules"],
        "side": ["Numbers", "Side"],
        "simulation": ["simulate"],
        "views": [
            "ENDS",
            "FIELDS",
            "allowed",
            "blows_of",
            "change",
            "fallen",
            "in_words",
            "labelled",
            "method_in_words",
            "one_of_each",
            "round_in_words",
            "round_of",
            "standing",
            "stem",
            "survival_of_groups",
        ],
    },
)
