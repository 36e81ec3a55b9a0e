"""The workbook's own rules, from the modules of notebooks 01, 03 and 04."""

import numpy as np

from combat import osdl, tome
from combat.domain import plain
from combat.hit_rules.rule import Parameter, difference, hit_rule
from combat.nethack.chance import hit_chance


@hit_rule(
    "NetHack EV/DR, bell curve",
    depends="difference",
    source="Phol ende wodan's overhaul",
    parameters=[Parameter("sd", 2.0, 16.0, 8.0, 0.5, scale=True)],
    good_for="every bonus always counts a little",
    costs="nobody can reckon it in the head",
)
def bell_curve(attack, defense, *, sd=8.0):
    """Return the chance of the overhaul's bell curve, standard deviation `sd` in points.

    >>> round(bell_curve(38, 30), 4)
    0.8413
    """
    return hit_chance(difference(attack, defense), sd=sd)


@hit_rule(
    "NetHack, vanilla d20",
    depends="difference",
    source="NetHack 3.6.7",
    good_for="the plain die",
    costs="sure hits, and enemies who never hit",
)
def vanilla(attack, defense):
    """Return (10 + attack - defense)/20 in [0, 1]: 1 + attack + AC > 1d20, AC = 10 - defense.

    >>> vanilla([0, 10, 30], 0)
    array([0.5, 1. , 1. ])
    """
    return plain(np.clip((10 + difference(attack, defense)) / 20, 0, 1))


@hit_rule(
    "OSDL, log-odds",
    depends="difference",
    source="OSDL's probability modifiers",
    parameters=[Parameter("scale", 1.0, 20.0, osdl.SCALE, 0.1)],
    good_for="many circumstances that add up",
    costs="a unit that must be learnt",
)
def log_odds(attack, defense, *, scale=osdl.SCALE):
    """Return one half, modified by 1 % for each point that attack is ahead.

    >>> round(log_odds(40, 30), 4)
    0.6035
    """
    return osdl.modified(0.5, difference(attack, defense) / 100, scale=scale)


def _tome(name, function, depends, good_for, costs, parameters=()):
    made = hit_rule(
        f"TOME, {name}",
        depends=depends,
        source="Tales of Maj'Eyal",
        parameters=parameters,
        good_for=good_for,
        costs=costs,
    )
    return made(function)


linear = _tome(
    "linear",
    tome.check_hit,
    "difference",
    "simple, the same everywhere",
    "hard ends: bonuses beyond are wasted",
)
exponential = _tome(
    "exponential",
    tome.check_hit_old,
    "both",
    "small numbers decide early in the game",
    "depends on level twice",
)
smooth = _tome(
    "smooth",
    tome.check_hit_smooth,
    "difference",
    "hits never become sure",
    "specialists are never quite reliable",
    [Parameter("m", 1, 40, 10, scale=True)],
)

HOUSE = (linear, exponential, smooth, bell_curve, vanilla, log_odds)
