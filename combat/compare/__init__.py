"""Compares hit rules: what a point is worth, how their curves differ, and how fights go.

Most functions take a dict of rules by name, as `hit_rules.rules` returns it.

>>> from combat.hit_rules import rules
>>> curves({name: rules()[name] for name in ("ratio", "TOME, smooth")}, level=10).loc[10]
ratio           0.666667
TOME, smooth    0.750000
Name: 10, dtype: float64
"""

from combat.compare.curves import chances, curves, growth_by_points, growth_by_share, slopes
from combat.compare.protection import (
    WAYS,
    deadlier_until,
    evaded_for,
    protected,
    protection_table,
    reduced,
    turns,
)
from combat.compare.traits import SPAN, fights, traits, traits_table
from combat.compare.tuning import Tuning, in_units, matched, tuned, tuned_table

__all__ = [
    "SPAN",
    "WAYS",
    "Tuning",
    "chances",
    "curves",
    "deadlier_until",
    "evaded_for",
    "fights",
    "growth_by_points",
    "growth_by_share",
    "in_units",
    "matched",
    "protected",
    "protection_table",
    "reduced",
    "slopes",
    "traits",
    "traits_table",
    "tuned",
    "tuned_table",
    "turns",
]
