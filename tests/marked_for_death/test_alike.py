"""The logged battle, the simulation and the exact chain have the same odds, whatever the roster."""

import math
from dataclasses import replace

import numpy as np
import pytest

from combat.marked_for_death import fight, simulate, solve
from tests.marked_for_death.rosters import random_team

FIGHTS, BATTLES = 8, 2048
SOLVED = 60  # states that the chain solves at once


def roster(seed):
    """Two random teams: AOE to 300, buffs, guards in a ring, links."""
    rng = np.random.default_rng(1000 + seed)
    teams = [random_team(rng, int(rng.integers(1, 6)), prefix) for prefix in "hv"]
    if seed % 4 == 0:
        teams[0] = in_a_ring(teams[0])
    if seed % 3 == 0:
        giant = int(rng.integers(0, len(teams[1].fighters)))
        fighters = list(teams[1].fighters)
        fighters[giant] = replace(
            fighters[giant], aoe=int(rng.integers(10, 301)), bonus_to_hit=-0.3, bonus_hp=1
        )
        teams[1] = replace(teams[1], fighters=tuple(fighters))
    return teams


def in_a_ring(team):
    names = team.names
    return replace(
        team,
        fighters=tuple(
            replace(fighter, bodyguard_for=names[(place + 1) % len(names)])
            for place, fighter in enumerate(team.fighters)
        ),
    )


def left(battle, usual):
    """Who won, how many are left of both sides, and whether it was over in the usual rounds."""
    return (
        battle.winner == "heroes",
        battle.winner == "villains",
        len(battle.heroes.fighters),
        len(battle.villains.fighters),
        battle.rounds <= usual,
    )


def moments(odds, usual):
    """Means and variances of the same."""
    chances = np.array([*odds.outcomes[:2], 1 - odds.rounds.at_least(usual + 1)])
    left = [odds.survivors["heroes"], odds.survivors["villains"]]
    means, variances = (
        np.insert(of_chances, 2, [getattr(one, what) for one in left])
        for of_chances, what in ((chances, "mean"), (chances * (1 - chances), "variance"))
    )
    return means, variances


SLOW = [pytest.param(part, marks=pytest.mark.slow) for part in (1, 2, 3)]


@pytest.mark.parametrize("part", [0, *SLOW])
def test_a_hundred_rosters(part):
    """Every comparison within 4.9 standard errors, and the mean of all of a part within 4."""
    distances = []
    for seed in range(25 * part, 25 * part + 25):
        teams = roster(seed)
        odds = simulate(*teams, battles=BATTLES, seed=seed)
        usual = odds.rounds.quantile(0.5)
        mean, variance = moments(odds, usual)
        rng = np.random.default_rng(seed)
        fights = np.array([left(fight(*teams, seed=rng), usual) for _ in range(FIGHTS)], float)
        # What is nearly sure has no spread to speak of: eight fights may show it once.
        error = np.sqrt(np.maximum(variance, 0.1) * (1 / FIGHTS + 1 / BATTLES))
        distances.append((fights.mean(axis=0) - mean) / error)
        if math.prod(3 + fighter.bonus_hp for team in teams for fighter in team.fighters) <= SOLVED:
            exact, variance = moments(solve(*teams), usual)
            distances.append((mean - exact) / np.sqrt(np.maximum(variance, 1e-3) / BATTLES))
    distances = np.array(distances)
    assert np.abs(distances).max() < 4.9
    assert np.abs(distances.mean(axis=0)).max() < 4 / len(distances) ** 0.5
