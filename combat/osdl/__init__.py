"""OSDL's probability modifiers: circumstances as shifts in log-odds.

Probabilities lie in [0, 1], modifiers are fractions: +10 % is 0.10.
"""

from combat.osdl.circumstances import (
    excess,
    modifier_table,
    percent_slips,
    read_modifiers,
    story,
    thumb_error,
    thumb_range,
    worst_error,
)
from combat.osdl.rule import (
    SCALE,
    check,
    combine,
    elo,
    flat,
    literal_formula,
    made_certain,
    modified,
    modifier_for,
    odds_ratio,
)
from combat.osdl.targets import number_hit, on_targets, read_targets
from combat.osdl.worth import check_table, checks_saved, modifier_to_check, read_events, weight

__all__ = [
    "SCALE",
    "check",
    "check_table",
    "checks_saved",
    "combine",
    "elo",
    "excess",
    "flat",
    "literal_formula",
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
    "read_targets",
    "story",
    "thumb_error",
    "thumb_range",
    "weight",
    "worst_error",
]
