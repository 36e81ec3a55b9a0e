"""Seed 4: OSDL's probability modifiers, a calculus of circumstances in log-odds.

Probabilities lie in [0, 1], modifiers are fractions: +10 % is 0.10.
"""

from combat.osdl.abacus import abaci, thumb_error, thumb_errors, thumb_range
from combat.osdl.catalogue import modifier_table, percent_slips, read_modifiers, with_total
from combat.osdl.curves import against_flat, curves, flat, made_certain
from combat.osdl.dependence import (
    by_correlation,
    by_dependence,
    excess,
    seen_modifier,
    worst_error,
)
from combat.osdl.printed import as_printed, by_the_letter, read_printed, with_computed
from combat.osdl.rule import SCALE, check, combine, elo, modified, modifier_for, odds_ratio
from combat.osdl.situation import ORDERS, circumstances, story
from combat.osdl.targets import number_hit, on_targets, read_targets
from combat.osdl.worth import check_table, modifier_to_check, read_events, spared, weight

__all__ = [
    "ORDERS",
    "SCALE",
    "abaci",
    "against_flat",
    "as_printed",
    "by_correlation",
    "by_dependence",
    "by_the_letter",
    "check",
    "check_table",
    "circumstances",
    "combine",
    "curves",
    "elo",
    "excess",
    "flat",
    "made_certain",
    "modified",
    "modifier_for",
    "modifier_table",
    "modifier_to_check",
    "number_hit",
    "odds_ratio",
    "on_targets",
    "percent_slips",
    "read_events",
    "read_modifiers",
    "read_printed",
    "read_targets",
    "seen_modifier",
    "spared",
    "story",
    "thumb_error",
    "thumb_errors",
    "thumb_range",
    "weight",
    "with_computed",
    "with_total",
    "worst_error",
]
