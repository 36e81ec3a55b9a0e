"""Seed 4: OSDL's probability modifiers, a calculus of circumstances in log-odds.

Probabilities lie in [0, 1], modifiers are fractions: +10 % is 0.10.
"""

from combat.osdl.abacus import abaci, thumb_error, thumb_errors, thumb_range
from combat.osdl.catalogue import modifier_table, percent_slips, read_modifiers, with_total
from combat.osdl.curves import against_flat, curves, flat, made_certain
from combat.osdl.printed import as_printed, by_the_letter, read_printed, with_computed
from combat.osdl.rule import SCALE, check, combine, elo, modified, modifier_for, odds_ratio
from combat.osdl.situation import ORDERS, circumstances, story

__all__ = [
    "ORDERS",
    "SCALE",
    "abaci",
    "against_flat",
    "as_printed",
    "by_the_letter",
    "check",
    "circumstances",
    "combine",
    "curves",
    "elo",
    "flat",
    "made_certain",
    "modified",
    "modifier_for",
    "modifier_table",
    "odds_ratio",
    "percent_slips",
    "read_modifiers",
    "read_printed",
    "story",
    "thumb_error",
    "thumb_errors",
    "thumb_range",
    "with_computed",
    "with_total",
]
