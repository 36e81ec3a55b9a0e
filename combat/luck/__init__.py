"""The Luck meter of Tacticians Online and other games' luck systems, as exact Markov chains.

Chances, Luck and rolls are whole points, as in the source: a chance of 75 is 75 %.
Results (rates, distributions) are probabilities in [0, 1].

Every question (`success_rate`, `hits_distribution`, `miss_streaks`, `duel`, `simulate`) can be
asked of every system: pass the system as `rules`. A system of your own is a `System` with a step of
its own.

Rolls that depend on each other through one meter are exact too: `follow_up` (a critical after a
hit) and `farm` (failing on purpose). `unlucky` scores a record of rolls.

`roll_by_roll` shows a meter at work, `SYSTEMS` lists the systems to compare, and `variants` and
`ranked` try other constants.
"""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "duels": ["Duel", "duel"],
        "linked": ["Farm", "FollowUp", "farm", "farmed", "follow_up"],
        "meter": ["LuckRules", "Outcome", "resolve", "roll_by_roll"],
        "questions": [
            "hits_distribution",
            "miss_streaks",
            "reachable_luck",
            "real_chances",
            "simulate",
            "simulated_rates",
            "streak_chance",
            "success_rate",
        ],
        "records": ["Verdict", "read_record", "unlucky"],
        "rivals": [
            "SYSTEMS",
            "FireEmblem",
            "Independent",
            "NeutralMeter",
            "PseudoRandom",
            "WesnothBiased",
            "XcomAim",
        ],
        "search": [
            "chances_without_effect",
            "largest_error",
            "meter_within",
            "ranked",
            "relative_streak_risk",
            "variants",
        ],
        "system": ["System"],
    },
)
