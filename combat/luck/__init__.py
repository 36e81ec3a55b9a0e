"""Seed 2: the Luck meter of Tacticians Online as an exact Markov chain, and its rivals.

Chances, Luck and rolls are whole points, as in the source: a chance of 75 is 75 %.
Results (rates, distributions) are probabilities in [0, 1].

Every question (`success_rate`, `cycle_rates`, `luck_distribution`, `hits_distribution`,
`kill_distribution`, `longest_miss_streak`, `duel`, `simulate`) can be put to every system: pass
it as `rules`.
"""

from combat.luck.duels import Duel, duel
from combat.luck.meter import LuckRules, Outcome, resolve
from combat.luck.questions import (
    cycle_rates,
    hits_distribution,
    kill_distribution,
    longest_miss_streak,
    luck_distribution,
    reachable_luck,
    success_rate,
    transition_matrix,
)
from combat.luck.records import Verdict, read_record, unlucky
from combat.luck.rivals import (
    FireEmblem,
    Independent,
    NeutralMeter,
    PseudoRandom,
    WesnothBiased,
    XcomAim,
)
from combat.luck.simulation import Play, simulate

__all__ = [
    "Duel",
    "FireEmblem",
    "Independent",
    "LuckRules",
    "NeutralMeter",
    "Outcome",
    "Play",
    "PseudoRandom",
    "Verdict",
    "WesnothBiased",
    "XcomAim",
    "cycle_rates",
    "duel",
    "hits_distribution",
    "kill_distribution",
    "longest_miss_streak",
    "luck_distribution",
    "reachable_luck",
    "read_record",
    "resolve",
    "simulate",
    "success_rate",
    "transition_matrix",
    "unlucky",
]
