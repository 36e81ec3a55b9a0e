"""The Luck meter of Tacticians Online and other games' luck systems, as exact Markov chains.

Chances, Luck and rolls are whole points, as in the source: a chance of 75 is 75 %.
Results (rates, distributions) are probabilities in [0, 1].

Every question (`success_rate`, `cycle_rates`, `luck_distribution`, `hits_distribution`,
`kill_distribution`, `longest_miss_streak`, `duel`, `simulate`) can be asked of every system: pass
the system as `rules`.

Rolls that depend on each other through one meter are exact too: `follow_up` (a critical after a
hit) and `farm` (failing on purpose). `unlucky` scores a record of rolls, of one player or several.

`roll_by_roll` shows a meter at work, `SYSTEMS` lists the systems to compare, and `variants` and
`ranked` try other constants.
"""

from combat.luck.battle import roll_by_roll
from combat.luck.comparison import (
    SYSTEMS,
    miss_streaks,
    real_chances,
    simulated_rates,
    simulation_misfit,
    streak_chance,
    streak_starts,
)
from combat.luck.duels import Duel, duel
from combat.luck.linked import Farm, FollowUp, farm, farmed, follow_up
from combat.luck.meter import LuckRules, Outcome, resolve
from combat.luck.questions import (
    cycle_rates,
    hits_distribution,
    kill_distribution,
    longest_miss_streak,
    luck_distribution,
    reachable_luck,
    success_rate,
)
from combat.luck.records import Verdict, read_record, unlucky
from combat.luck.rivals import FireEmblem, Independent, NeutralMeter, PseudoRandom, WesnothBiased
from combat.luck.search import (
    idle_chances,
    largest_error,
    meter_within,
    ranked,
    streaks_kept,
    variants,
)
from combat.luck.simulation import Play, simulate
from combat.luck.tokens import RerollTokens
from combat.luck.xcom import XCOM_DIFFICULTIES, XcomAim

__all__ = [
    "SYSTEMS",
    "XCOM_DIFFICULTIES",
    "Duel",
    "Farm",
    "FireEmblem",
    "FollowUp",
    "Independent",
    "LuckRules",
    "NeutralMeter",
    "Outcome",
    "Play",
    "PseudoRandom",
    "RerollTokens",
    "Verdict",
    "WesnothBiased",
    "XcomAim",
    "cycle_rates",
    "duel",
    "farm",
    "farmed",
    "follow_up",
    "hits_distribution",
    "idle_chances",
    "kill_distribution",
    "largest_error",
    "longest_miss_streak",
    "luck_distribution",
    "meter_within",
    "miss_streaks",
    "ranked",
    "reachable_luck",
    "read_record",
    "real_chances",
    "resolve",
    "roll_by_roll",
    "simulate",
    "simulated_rates",
    "simulation_misfit",
    "streak_chance",
    "streak_starts",
    "streaks_kept",
    "success_rate",
    "unlucky",
    "variants",
]
