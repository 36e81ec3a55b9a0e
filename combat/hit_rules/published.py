"""The hit rules of published games, each checked against the source that it names.

Those that are rolled with dice at a table stand in `tabletop`.
"""

import numpy as np
from scipy.special import expit, ndtr

from combat.core import binomial
from combat.core.checks import check_numbers, scalar
from combat.hit_rules.rule import Parameter, checked_pair, difference, hit_rule, share
from combat.hit_rules.tabletop import (
    d20,
    d20_as_printed,
    gurps,
    pathfinder,
    pathfinder_as_printed,
)


@hit_rule(
    "Elo, logistic",
    depends="difference",
    source="Elo's expected score, logistic form",
    parameters=[Parameter("scale", 5, 400, 40, scale=True)],
    good_for="ratings that are learnt from results",
    costs="too hard for mental arithmetic",
)
def elo(attack, defense, *, scale=40):
    """Return 1/(1 + 10^(-(attack - defense)/scale)); chess has scale 400.

    "A player whose rating is 100 points greater is expected to score 64%; 200 points: 76%".

    >>> elo([1100, 1200], 1000, scale=400).round(2)
    array([0.64, 0.76])
    """
    scale = check_numbers("scale", scale, low=0, open_low=True)
    with np.errstate(over="ignore"):
        return scalar(expit(np.log(10) * (difference(attack, defense) / scale)))


@hit_rule(
    "ratio",
    depends="ratio",
    source="common practice",
    good_for="numbers may grow, advantages stay moderate",
    costs="the same bonus is worth less at each level",
)
def ratio(attack, defense):
    """Return attack/(attack + defense); both >= 0. NaN if both are 0.

    >>> ratio(30, 10), ratio(0, 0)
    (0.75, nan)
    """
    return scalar(share(*checked_pair(attack, defense, low=0)))


@hit_rule(
    "Civilization IV, whole battle",
    depends="ratio",
    source="the game's SDK, CvUnit",
    parameters=[Parameter("damage", 5, 50, 20), Parameter("health", 10, 100, 100)],
    battle=True,
    good_for="one number for a whole battle",
    costs="cliffs where one blow more or less is needed",
)
def civilization(attack, defense, *, damage=20, health=100):
    """Return the chance that the attacker wins a whole battle of two units; strengths 0..1e9.

    Strengths are rounded to hundredths, and one above 0 to at least 1 hundredth; if both are 0
    the chance is NaN. The attacker wins a round with a chance of A/(A + D), in thousandths. A lost
    round costs max(1, damage (A + F)/(D + F)) of health, with F = (A + D + 1)/2, all rounded
    down. The battle ends when one side has no health left. One percent more strength is worth a
    whole round:

    >>> civilization([6.0, 6.06, 12.0], 6.0).round(3)
    array([0.5  , 0.63 , 0.991])
    """
    attack, defense = checked_pair(attack, defense, low=0, high=1e9)
    damage, health = check_numbers("damage", damage, low=1), check_numbers("health", health, low=1)
    own, its = (
        np.where(strength > 0, np.maximum(np.round(100 * strength), 1), strength)
        for strength in (attack, defense)
    )
    factor = np.floor((own + its + 1) / 2)
    with np.errstate(invalid="ignore"):
        lost = np.floor(1000 * its / (own + its)) / 1000
        to_them = np.maximum(1, np.floor(damage * (own + factor) / (its + factor)))
        to_us = np.maximum(1, np.floor(damage * (its + factor) / (own + factor)))
    needed, allowed = np.ceil(health / to_them), np.ceil(health / to_us)
    # The attacker wins if he takes `needed` of the first needed + allowed - 1 rounds.
    return scalar(np.asarray(binomial.sf(needed - 1, needed + allowed - 1, 1 - lost)))


@hit_rule(
    "Diablo II",
    depends="ratio",
    source="Jarulf's and Gustafsson's to-hit notes",
    parameters=[Parameter("attacker_level", 1, 99, 20), Parameter("defender_level", 1, 99, 20)],
    good_for="levels count as well as ratings",
    costs="two things to keep up; clamped at both ends",
)
def diablo(attack, defense, *, attacker_level=20, defender_level=20):
    """Return 2 AR/(AR + DR) alvl/(alvl + dlvl), clamped to 5..95 %.

    If a rating is below 0, both are raised by the same amount until it is 0. "If both AR and DR
    are 0 or get modified to 0, the AR / (AR + DR) part of the calculation is ignored": 2
    alvl/(alvl + dlvl) remains, which at equal levels is 1. Levels from 1. ValueError outside.

    >>> diablo(100, 100), diablo(100, 100, attacker_level=60)
    (0.5, 0.75)
    >>> diablo(0, 0), diablo(0, 0, defender_level=60), diablo(100, -20)
    (0.95, 0.5, 0.95)
    """
    attack, defense = checked_pair(attack, defense)
    own = check_numbers("attacker_level", attacker_level, low=1)
    its = check_numbers("defender_level", defender_level, low=1)
    below = np.minimum(np.minimum(attack, defense), 0)
    rating, armor = difference(attack, below), difference(defense, below)
    part = np.where((rating == 0) & (armor == 0), 1.0, share(rating, armor))
    return scalar(np.clip(2 * part * share(own, its), 0.05, 0.95))


@hit_rule(
    "Old School RuneScape",
    depends="both",
    source="OSRS wiki, accuracy roll",
    good_for="two rolls that can be shown",
    costs="like the ratio: flat, never certain",
)
def runescape(attack, defense):
    """Return the chance that a roll 0..attack beats a roll 0..defense.

    "A > D: 1 - (D + 2)/(2(A + 1)); else A/(2(D + 1))". A number below 0 is brought 2 nearer to 0,
    as the wiki's calculator does it, and rolled from there up to 0.

    >>> runescape(100, 100), runescape(200, 100), runescape(3, -4), runescape(-4, 3)
    (0.495..., 0.746..., 0.916..., 0.0)
    """
    attack, defense = (
        np.where(most < 0, np.minimum(most + 2, 0), most) for most in checked_pair(attack, defense)
    )
    up, down = np.maximum(attack, 0), np.maximum(-defense, 0)
    against_nothing = 1 - 1 / (1 + down) / (1 + up)
    return scalar(
        np.select(
            [
                np.isnan(attack) | np.isnan(defense),
                (attack >= 0) & (defense >= 0),
                attack >= 0,
                defense >= 0,
            ],
            [np.nan, _beats(attack, defense), against_nothing, 0],
            _beats(-defense, -attack),
        )
    )


def _beats(attack, defense):
    attack, defense = np.maximum(attack, 0), np.maximum(defense, 0)
    return np.where(
        attack > defense, 1 - (defense / 2 + 1) / (attack + 1), attack / 2 / (defense + 1)
    )


@hit_rule(
    "World of Warcraft Classic",
    depends="difference",
    source="Beaza's formula (2006), measured anew by players in 2019",
    good_for="misses rare, other things decide",
    costs="points of skill hardly matter",
)
def warcraft(attack, defense):
    """Return 1 minus the chance to miss, in [0, 1].

    A miss has 5 %, plus 0.1 % for each point by which defense is above attack, or 0.2 % for each
    if it is above by more than 10. A target three levels above is 15 points ahead: "players have
    an 8% chance to miss".

    >>> warcraft([300, 300], [300, 315])
    array([0.95, 0.92])
    """
    behind = difference(defense, attack)
    miss = 0.05 + np.where(behind <= 10, 0.001, 0.002) * behind
    return scalar(1 - np.clip(miss, 0, 1))


@hit_rule(
    "Cataclysm: DDA",
    depends="difference",
    source="the project's pull request 18351",
    good_for="a bell curve with few, heavy points",
    costs="saturates early",
)
def cataclysm(attack, defense):
    """Return P(N(5 hit, 25) >= 5 dodge): a bell curve of standard deviation 5 in points.

    >>> round(cataclysm(5, 0), 4)
    0.8413
    """
    return scalar(ndtr(difference(attack, defense) / 5))


@hit_rule(
    "Battle for Wesnoth",
    depends="defense",
    source="game help; weapon specials",
    parameters=[Parameter("magical", 0, 1, 0), Parameter("marksman", 0, 1, 0)],
    good_for="players see the chance on the map",
    costs="attackers can't grow better at hitting",
)
def wesnoth(attack, defense, *, magical=0, marksman=0):
    """Return 1 minus the terrain's defense in percent (0..100); attack doesn't matter.

    magical: the chance of a magical attack on any terrain, 0.7 in the game ("always has a 70%
    chance to hit regardless of the defensive ability of the unit being attacked"). marksman: the
    least chance of a marksman, 0.6 in the game ("when used offensively ... at least a 60% chance
    to hit"). Both in [0, 1], 0 for an ordinary attack. ValueError outside.

    >>> wesnoth(50, 60), wesnoth(50, 60, magical=0.7), wesnoth(50, [20, 60], marksman=0.6)
    (0.4, 0.7, array([0.8, 0.6]))
    """
    attack, defense = checked_pair(attack, defense)
    magical = check_numbers("magical", magical, low=0, high=1)
    marksman = check_numbers("marksman", marksman, low=0, high=1)
    open_ground = 1 - check_numbers("defense", defense + 0 * attack, low=0, high=100) / 100
    chance = np.where(magical > 0, magical + 0 * open_ground, open_ground)
    return scalar(np.maximum(chance, marksman) + 0 * magical)


@hit_rule(
    "Fire Emblem, two random numbers",
    depends="difference",
    source="Serenes Forest",
    parameters=[Parameter("base", 0, 100, 50)],
    good_for="likely things happen, feels fair",
    costs="the shown chance is not the real one",
)
def fire_emblem(attack, defense, *, base=50):
    """Return P(mean of two numbers 0..99 < shown): shown is base + attack - defense, in 0..100.

    >>> fire_emblem(25, 0), fire_emblem(0, 25)
    (0.8775, 0.1275)
    """
    shown = np.clip(check_numbers("base", base) + difference(attack, defense), 0, 100)
    sums = np.sort(np.add.outer(np.arange(100), np.arange(100)).ravel())
    return scalar(
        np.where(
            np.isnan(shown), np.nan, np.searchsorted(sums, 2 * np.nan_to_num(shown)) / sums.size
        )
    )


# For numbers as printed on character sheets. Kept out of comparisons, which are made around equal
# attack and defence: there these rules nearly always hit.
AS_PRINTED = (d20_as_printed, pathfinder_as_printed)
PUBLISHED = (
    d20,
    pathfinder,
    gurps,
    elo,
    ratio,
    civilization,
    diablo,
    runescape,
    warcraft,
    cataclysm,
    wesnoth,
    fire_emblem,
)
