"""Large-scale combat in Marked for Death, after the manual of Fight.rkt 1.0.

`read_team` and `write_team` read and write rosters as CSV files or spreadsheets, `stats` computes
the manual's table of a roster, `fight` plays one battle with its log, and `odds`, `solve` and
`simulate` give the odds. Chances are probabilities in [0, 1].
"""

from combat.cli import interrupts  # noqa: F401  first: the rest takes a while
from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "battle": ["Battle", "Blow", "Round", "fight"],
        "blows": ["blow"],
        "engine": ["simulate"],
        "exact": ["solve"],
        "fighters": ["Buff", "Fighter", "Form", "Team"],
        "log": ["NO_ONE", "stats"],
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
        "roster": ["read_team", "team_text", "write_team"],
        "rules": ["Rules"],
        "side": ["Numbers", "Side"],
    },
)
