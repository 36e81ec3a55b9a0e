"""Breakpoints: the blows to kill along a number, each value against the single kill."""

import math

import numpy as np
import pytest

from combat.units import Rules, Unit, blows_to_kill, breakpoints

IMP = Unit("Imp", hp=12, attack=10, defense=10, damage="1d6", armor=1, kind="small")
OGRE = Unit("Ogre", hp=30, attack=30, defense=5, damage="2d6", armor=3, kind="big")
HUGE = lambda a, d: "10d1000"  # noqa: E731
RULES = Rules(hit=lambda a, d: np.clip((10 + a.attack - d.defense) / 20, 0.05, 0.95))


def test_sure_hits_of_one_damage_break_where_division_does():
    rules = Rules(hit=lambda a, d: 1)
    found = breakpoints(IMP, OGRE.changed(armor=0), rules, "damage", range(1, 41))
    blows = np.ceil(30 / np.arange(1, 41))
    for measure in ("fewest", "median", "late", "mean"):
        assert found[measure].tolist() == blows.tolist()
    assert found.index[found["breakpoint"]].tolist() == [
        value for value in range(2, 41) if math.ceil(30 / value) != math.ceil(30 / (value - 1))
    ]
    by_fewest = breakpoints(IMP, OGRE.changed(armor=0), rules, "damage", range(1, 41), by="fewest")
    assert by_fewest["breakpoint"].equals(found["breakpoint"])


def test_who_never_kills_breaks_where_he_begins_to():
    rules = Rules(hit=lambda a, d: 1, least=0)
    found = breakpoints(IMP.changed(damage=5), OGRE, rules, "armor", range(3, 8), of="defender")
    assert found["median"].tolist() == [15, 30, math.inf, math.inf, math.inf]
    assert found["breakpoint"].tolist() == [False, True, True, False, False]


def test_dice_are_kept_and_moved_where_that_is_asked():
    rules, elf = (
        Rules(hit="ratio"),
        Unit("Elf", hp=20, attack=10, defense=10, damage="1d8", armor=3),
    )
    orc = Unit("Orc", hp=30, attack=10, defense=10, damage="2d6")
    found = breakpoints(
        orc, elf.changed(armor="1d4"), rules, "armor", [2.5, 3.5], dice=True, of="defender"
    )
    armors = [elf.changed(armor=text) for text in ("1d4", "1d4+1")]
    alone = [blows_to_kill(orc, one, rules).quantile(0.5) for one in armors]
    assert found["median"].tolist() == alone
    found = breakpoints(orc, elf, rules, "damage", [6, 7, 9], dice=True)
    alone = [blows_to_kill(orc.changed(damage=d), elf, rules) for d in ("2d6-1", "2d6", "2d6+2")]
    assert found["mean"].tolist() == pytest.approx([one.mean for one in alone], abs=1e-9)


def test_by_default_the_whole_numbers_to_twice_its_own_are_tried():
    assert breakpoints(IMP, OGRE, RULES).index.tolist() == list(range(21))
    assert breakpoints(OGRE, IMP, RULES).index.tolist() == list(range(61))
    assert breakpoints(IMP, OGRE, RULES, "hp", of="defender").index[0] == 1
    assert breakpoints(IMP.changed(attack=-4), OGRE, RULES).index[0] == -4
    heavy = breakpoints(OGRE.changed(damage="10d6"), IMP, RULES, "damage")
    assert heavy.index[-1] == 70  # twice the mean of the dice
    assert breakpoints(IMP, OGRE, RULES, values=[1.5, 2]).index.tolist() == [1.5, 2.0]


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"column": "luck"}, "no column 'luck': there are name, hp"),
        ({"column": "kind"}, "column = 'kind' holds text"),
        ({"of": "both"}, "of = 'both' is not known: it must be one of attacker, defender"),
        ({"by": "mean"}, "by = 'mean' is not known: it must be one of fewest, median, late"),
        ({"values": [3, 2]}, "values must be 1 to 2000 numbers, ascending"),
        ({"values": [math.nan]}, "values must be 1 to 2000 numbers, ascending"),
        ({"column": "hp", "values": [0]}, "Imp: hp: 0 is out of range"),
        ({"rules": Rules(hit=lambda a, d: 1e-5)}, "Imp takes up to .* blows to kill Ogre, too"),
        (
            {"column": "hp", "of": "defender", "values": [10**6], "rules": Rules(damage=HUGE)},
            "Ogre: 1,000,000 hit points are too many to follow each of them",
        ),
    ],
)
def test_what_can_not_be_drawn_is_told(given, fault):
    with pytest.raises(ValueError, match=fault):
        breakpoints(IMP, OGRE, **({"rules": RULES} | given))
