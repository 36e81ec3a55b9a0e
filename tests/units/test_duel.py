"""Blows to kill, turns and duels: what has no end, what is refused, and what is said."""

import math
from dataclasses import replace

import numpy as np
import pytest

from combat.units import Rules, Unit, blows_to_kill, duel, turns_to_kill

IMP = Unit("Imp", hp=5, attack=10, defense=10, damage="1d4")
COIN = Rules(hit=lambda attacker, defender: 0.5)


def test_who_can_not_hurt_takes_for_ever():
    wall = IMP.changed(name="Wall", attack=0)
    assert blows_to_kill(wall, IMP).mean == turns_to_kill(wall, IMP).mean == math.inf
    found = duel(wall, wall.changed(name="Rock"))
    assert found.endless
    assert (found.first, found.second, found.both, found.undecided) == (0, 0, 0, 1)
    assert found.turns.mean == math.inf
    assert found.left[0].mean == IMP.hp
    assert found.joint.loc[5, 5] == 1
    stopped = duel(wall, wall, max_turns=6)
    assert (stopped.undecided, stopped.turns.mean, stopped.endless) == (1, 6, False)
    # One who can is enough.
    assert duel(wall, IMP).second == pytest.approx(1, abs=1e-12)


def test_a_hair_of_a_chance_is_followed_to_its_end_or_refused():
    rare = Rules(hit=lambda a, d: 0.005)
    assert duel(IMP, IMP, rare).undecided == 0
    assert duel(IMP, IMP, rare).turns.mean > 300
    never = Rules(hit=lambda a, d: 1e-7)
    with pytest.raises(ValueError, match=r"Imp against Imp takes up to .* too many to follow"):
        duel(IMP, IMP, never)
    with pytest.raises(ValueError, match=r"Imp takes up to .* blows to kill Imp, too many"):
        blows_to_kill(IMP, IMP, never)
    assert duel(IMP, IMP, never, max_turns=10).undecided == pytest.approx(1, abs=1e-4)


def test_many_hit_points_are_followed_or_refused():
    giant = IMP.changed(name="Giant", hp=1500, damage="3d6")
    assert duel(giant, giant, COIN).both > 0
    with pytest.raises(ValueError, match=r"Giant: 300,000 hit points are too many to follow each"):
        duel(giant.changed(hp=300_000), giant.changed(hp=300_000), COIN)


def test_max_turns_is_checked():
    for wrong in (0, 1.5, math.nan, 10**6):
        with pytest.raises(ValueError, match="max_turns = "):
            duel(IMP, IMP, max_turns=wrong)


@pytest.mark.parametrize(("chance", "told"), [(1e-3, True), (5e-5, True), (4e-5, False)])
def test_what_hardly_ever_happens_is_not_told(chance, told):
    imp = Unit("Imp", hp=3, attack=10, defense=10, damage=1)
    words = str(replace(duel(imp, imp), outcomes=np.array([0.5, 0.4, chance, chance])))
    assert ("both fall" in words, "undecided" in words) == (told, told)
