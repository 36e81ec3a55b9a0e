"""Where the source is silent or contradicts itself: what was decided, and what the other would be.

Each decision is a default of `Rules`; `option` holds the fields of its alternative, and `example`
a situation in which the two differ.
"""

import pandas as pd

from combat.nethack.decisions.attack import ATTACK
from combat.nethack.decisions.conditions import CONDITIONS
from combat.nethack.decisions.damage import DAMAGE
from combat.nethack.decisions.decision import Decision
from combat.nethack.decisions.draw import DRAW

__all__ = ["DECISIONS", "Decision", "decision_table"]

GOALS = (
    Decision(
        "Goal 4",
        "no bunch of random dice rolls",
        "Luck and artifacts are dice",
        "kept; their share of the variance is in the findings",
    ),
    Decision(
        "Goal 5",
        "player-monster symmetry",
        "Dex, skill, encumbrance; levels for monsters",
        "kept; totals are compared in the findings",
    ),
)

DECISIONS = (*DRAW, *ATTACK, *CONDITIONS, *DAMAGE, *GOALS)


def decision_table():
    """Return the decisions as a frame by topic, with what each alternative changes, computed.

    Columns: the source, the trouble, the decision, situation, value (by the decision), and
    other (by the alternative; missing where there is none).

    >>> decision_table().loc["Riding", ["value", "other"]].tolist()
    [-4.0, 4.0]
    """
    rows = [
        {
            "topic": decision.topic,
            "the source": decision.source,
            "the trouble": decision.trouble,
            "the decision": decision.decision,
            "situation": decision.situation,
            "value": decision.value,
            "other": decision.other,
        }
        for decision in DECISIONS
    ]
    return pd.DataFrame(rows).set_index("topic")
