"""Decisions where the source is silent or contradicts itself, each with its alternative.

Each decision is a default of `Rules`. `option` holds the fields of its alternative, and `example`
is a situation in which the two differ.
"""

from combat.nethack.decisions.attack import ATTACK
from combat.nethack.decisions.conditions import CONDITIONS
from combat.nethack.decisions.damage import DAMAGE
from combat.nethack.decisions.decision import Decision
from combat.nethack.decisions.draw import DRAW

__all__ = ["DECISIONS", "Decision"]

GOALS = (
    Decision(
        "Goal 3",
        "a good, if not complete, appraisal on the status bar",
        "two numbers, and no word for what they are worth",
        "two words: one for 2 points of defence, one for 4 of DR; tested in the findings",
    ),
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
        "kept, and missed: the findings compare the totals of both sides",
    ),
    Decision(
        "Goal 7",
        "continuous functions of their independent variables",
        "Dexterity, skill, burden, size and Luck go in steps",
        "kept as written; the findings list the steps and their size",
    ),
    Decision(
        "Goal 8",
        "role variety should be preserved",
        "no measure",
        "the spread of the roles' chances, in the findings",
    ),
)

DECISIONS = (*DRAW, *ATTACK, *CONDITIONS, *DAMAGE, *GOALS)
