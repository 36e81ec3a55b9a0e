"""Hit rules compared: what a point is worth, what shape is left, and what becomes of a fight.

All take rules by name, as `hit_rules.rules` gives them.

>>> from combat.hit_rules import rules
>>> curves({name: rules()[name] for name in ("ratio", "TOME, smooth")}, level=10).loc[10]
ratio           0.666667
TOME, smooth    0.750000
Name: 10, dtype: float64
"""

from combat.compare.curves import chances, curves, growth_by_points, growth_by_share, slopes
from combat.compare.fights import fights, kills, streaks
from combat.compare.memory import fallen, points_of, rates, streak_chances, streaks_within
from combat.compare.protection import (
    WAYS,
    deadlier_until,
    evaded_for,
    protected,
    protection_table,
    reduced,
    turns,
)
from combat.compare.tables import FORMATS, HEADS, decision_table, in_blows, rules_table
from combat.compare.traits import SPAN, traits, traits_table
from combat.compare.tuning import Tuning, in_units, matched, tuned, tuned_table
from combat.compare.words import (
    curves_in_words,
    fights_in_words,
    growth_in_words,
    memory_in_words,
    protection_in_words,
    spread_in_words,
)

__all__ = [
    "FORMATS",
    "HEADS",
    "SPAN",
    "WAYS",
    "Tuning",
    "chances",
    "curves",
    "curves_in_words",
    "deadlier_until",
    "decision_table",
    "evaded_for",
    "fallen",
    "fights",
    "fights_in_words",
    "growth_by_points",
    "growth_by_share",
    "growth_in_words",
    "in_blows",
    "in_units",
    "kills",
    "matched",
    "memory_in_words",
    "points_of",
    "protected",
    "protection_in_words",
    "protection_table",
    "rates",
    "reduced",
    "rules_table",
    "slopes",
    "spread_in_words",
    "streak_chances",
    "streaks",
    "streaks_within",
    "traits",
    "traits_table",
    "tuned",
    "tuned_table",
    "turns",
]
