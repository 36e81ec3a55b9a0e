"""Seed 2: the Luck meter of Tacticians Online as an exact Markov chain, and its rivals.

Chances, Luck and rolls are whole points, as in the source: a chance of 75 is 75 %.
Results (rates, distributions) are probabilities in [0, 1].

Every question (`success_rate`, `cycle_rates`, `luck_distribution`, `hits_distribution`,
`kill_distribution`, `longest_miss_streak`, `duel`, `simulate`) can be put to every system: pass
it as `rules`.

Rolls that hang together on one meter (`follow_up`: a critical after a hit; `farm`: failing on
purpose) are exact too. `unlucky` scores a record of rolls, also of a table of players.

What a meter does is told roll by roll (`every_roll`, `roll_by_roll`), beside others (`SYSTEMS`,
`realised_rates`, `side_by_side`), and with other constants (`variants`, `ranked`).
"""

from combat.luck.battle import by_outcome, every_roll, roll_by_roll, roll_in_words, worked_examples
from combat.luck.comparison import (
    SYSTEMS,
    aim_streaks,
    miss_streaks,
    misses_by_system,
    mixed_rates,
    real_chances,
    realised_rates,
    side_by_side,
    simulated_rates,
    simulation_misfit,
    streak_starts,
    streaks_by_system,
    successes_by_system,
)
from combat.luck.duels import Duel, duel, duel_by_meters, meter_gains
from combat.luck.linked import Farm, FollowUp, farm, farmed, follow_up, follow_ups
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
)
from combat.luck.search import (
    beside_the_source,
    constants_table,
    idle_chances,
    largest_error,
    meter_within,
    ranked,
    streaks_kept,
    variants,
)
from combat.luck.simulation import Play, simulate
from combat.luck.tokens import RerollTokens, token_uses
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
    "aim_streaks",
    "beside_the_source",
    "by_outcome",
    "constants_table",
    "cycle_rates",
    "duel",
    "duel_by_meters",
    "every_roll",
    "farm",
    "farmed",
    "follow_up",
    "follow_ups",
    "hits_distribution",
    "idle_chances",
    "kill_distribution",
    "largest_error",
    "longest_miss_streak",
    "luck_distribution",
    "meter_gains",
    "meter_within",
    "miss_streaks",
    "misses_by_system",
    "mixed_rates",
    "ranked",
    "reachable_luck",
    "read_record",
    "real_chances",
    "realised_rates",
    "resolve",
    "roll_by_roll",
    "roll_in_words",
    "side_by_side",
    "simulate",
    "simulated_rates",
    "simulation_misfit",
    "streak_starts",
    "streaks_by_system",
    "streaks_kept",
    "success_rate",
    "successes_by_system",
    "token_uses",
    "transition_matrix",
    "unlucky",
    "variants",
    "worked_examples",
]
