"""The hit rules of Tales of Maj'Eyal (TOME) and the proposal to smooth them.

attack and defense are in points of the rescaled combat stats (see `rescale`), chances
are probabilities. Quoted formulas are in percent, as in the source.
"""

from combat.tome.band import m_between, m_table, share_within, shares_by_m
from combat.tome.fits import NORMS, Fit, fit_m, fits, game_stages, gaps
from combat.tome.rules import (
    TomeRules,
    as_played,
    attack_for,
    boss_defense,
    chance_table,
    check_hit,
    check_hit_old,
    check_hit_smooth,
    raw_for,
    read_pairs,
    rescale,
)

__all__ = [
    "NORMS",
    "Fit",
    "TomeRules",
    "as_played",
    "attack_for",
    "boss_defense",
    "chance_table",
    "check_hit",
    "check_hit_old",
    "check_hit_smooth",
    "fit_m",
    "fits",
    "game_stages",
    "gaps",
    "m_between",
    "m_table",
    "raw_for",
    "read_pairs",
    "rescale",
    "share_within",
    "shares_by_m",
]
