"""Decisions about the random draw: Luck, ties, the bell curve and its width."""

from dataclasses import replace

from combat.nethack.chance import hit_chance
from combat.nethack.decisions.decision import Decision, hero, net_of
from combat.nethack.duels import duel
from combat.nethack.people import Attacker, Defender, Fighter


def _luckstones(rules):
    side = Fighter(
        name="a",
        attacker=Attacker(luckstone=True),
        defender=Defender(luckstone=True),
        hp=6,
        strikes=("1d6",),
    )
    other = replace(side, name="b", attacker=Attacker(), defender=Defender())
    return duel(side, other, rules=rules).chances[0]


DRAW = (
    Decision(
        "Luck",
        "1d(Luck/2)",
        "undefined for Luck 0, 1 and below 0",
        "half of |Luck| rounded down; 0 if that is 0, else Luck's sign; each side rolls",
        "Luck 13",
        net_of(hero(luck=13)),
        {"luck_die": "whole"},
    ),
    Decision(
        "Luckstone",
        "3 + 1d3 Luck",
        "when it is rolled",
        "once, when the monster is created",
        "chance to win a duel of 6 hit points",
        _luckstones,
        {"luckstone_rolled": "attack"},
    ),
    Decision(
        "Ties",
        "hit if g > D - A; 50% at 0",
        "whole draws tie at 0",
        "a continuous draw; `whole_draws=True` for the other",
        "chance at net 0",
        lambda rules: hit_chance(0),
        otherwise=lambda: hit_chance(0, whole_draws=True),
    ),
    Decision(
        "Approximation",
        "an average of uniform numbers is good enough",
        "it is bounded, so some hits and misses become impossible",
        "the true bell curve; `uniforms=k`, and `clamp=0.005` to mend it",
        "chance at net -28, mean of 4",
        lambda rules: hit_chance(-28),
        otherwise=lambda: hit_chance(-28, uniforms=4),
    ),
    Decision(
        "Standard deviation",
        "I don't know what standard deviation should be yet",
        "open",
        "8: at the centre 5 percentage points a point, as a d20",
        "chance at net 1, sd 8 or a d20's 5.77",
        lambda rules: hit_chance(1),
        otherwise=lambda: hit_chance(1, sd=5.77),
    ),
)
