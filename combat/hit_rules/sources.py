"""The hit rules of notebooks 01, 03 and 04.

A game is imported only when its rule is first called: importing all of NetHack would double the
time that it takes to read units.
"""

import numpy as np

from combat.core.checks import scalar
from combat.hit_rules.rule import Parameter, difference, hit_rule


@hit_rule(
    "NetHack EV/DR, bell curve",
    depends="difference",
    source="Phol ende wodan's overhaul",
    parameters=[Parameter("sd", 2.0, 16.0, 8.0, scale=True)],
    good_for="every bonus always counts a little",
    costs="too hard for mental arithmetic",
)
def bell_curve(attack, defense, *, sd=8.0):
    """Return the chance of the overhaul's bell curve, standard deviation `sd` in points."""
    from combat.nethack.chance import hit_chance

    return hit_chance(difference(attack, defense), sd=sd)


@hit_rule(
    "NetHack, vanilla d20",
    depends="difference",
    source="NetHack 3.6.7",
    good_for="a simple die",
    costs="sure hits, and enemies who never hit",
)
def vanilla(attack, defense):
    """Return (10 + attack - defense)/20 in [0, 1]: 1 + attack + AC > 1d20, AC = 10 - defense."""
    return scalar(np.clip((10 + difference(attack, defense)) / 20, 0, 1))


@hit_rule(
    "OSDL, log-odds",
    depends="difference",
    source="OSDL's probability modifiers",
    parameters=[Parameter("scale", 1.0, 20.0, 4.2)],
    good_for="many circumstances that add up",
    costs="a unit that players must learn",
)
def log_odds(attack, defense, *, scale=4.2):
    """Return one half under a modifier of 1 % for each point of attack - defense."""
    from combat import osdl

    return osdl.modified(0.5, difference(attack, defense) / 100, scale=scale)


@hit_rule(
    "TOME, linear",
    depends="difference",
    source="Tales of Maj'Eyal",
    good_for="simple, the same everywhere",
    costs="hard limits: further bonuses are wasted",
)
def linear(attack, defense):
    """Return the chance of the linear rule, `combat.tome.check_hit`."""
    from combat import tome

    return tome.check_hit(attack, defense)


@hit_rule(
    "TOME, exponential",
    depends="both",
    source="Tales of Maj'Eyal",
    good_for="small numbers decide early in the game",
    costs="depends on level twice",
)
def exponential(attack, defense):
    """Return the chance of the exponential rule, `combat.tome.check_hit_old`."""
    from combat import tome

    return tome.check_hit_old(attack, defense)


@hit_rule(
    "TOME, smooth",
    depends="difference",
    source="Tales of Maj'Eyal",
    parameters=[Parameter("m", 1, 40, 10, scale=True)],
    good_for="hits never become certain",
    costs="specialists are never quite reliable",
)
def smooth(attack, defense, *, m=10):
    """Return the chance of the proposed smooth rule, `combat.tome.check_hit_smooth`."""
    from combat import tome

    return tome.check_hit_smooth(attack, defense, m=m)


OF_SOURCES = (linear, exponential, smooth, bell_curve, vanilla, log_odds)
