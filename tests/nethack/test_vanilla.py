"""Golden tests of the baseline: NetHack 3.6.7's own numbers."""

import numpy as np
import pytest

from combat.nethack import Attacker, Defender, Weapon, vanilla

HERO = {"player": True, "level": 5}


def melee(defender=None, **attacker):
    return vanilla.target_number(Attacker(**HERO | attacker), Defender(**(defender or {})))


@pytest.mark.parametrize(
    ("change", "points"),
    [
        ({"luck": 5}, 5),
        ({"luck": -13}, -13),
        ({"strength": 3}, -2),
        ({"strength": 6}, -1),
        ({"strength": 18.99}, 2),
        ({"dexterity": 18}, 4),
        ({"level": 2}, -3 + 1),
        ({"level": 3}, -2),
        ({"trapped": True}, -3),
        ({"skill": "Restricted"}, -4),
        ({"skill": "Unskilled"}, -4),
        ({"skill": "Skilled"}, 2),
        ({"skill": "Expert"}, 3),
        ({"twoweapon": "Unskilled"}, -9),
        ({"twoweapon": "Basic"}, -7),
        ({"twoweapon": "Skilled", "skill": "Skilled"}, -5),
        ({"twoweapon": "Expert", "skill": "Expert"}, -3),
        ({"twoweapon": "Expert"}, -7),
        ({"role": "Monk"}, 0),
        ({"weapon": Weapon(enchantment=3, to_hit=2)}, 5),
    ],
)
def test_a_term_of_the_attacker(change, points):
    assert melee(**({"weapon": Weapon()} | change)) - melee(weapon=Weapon()) == points


@pytest.mark.parametrize(
    ("change", "points"),
    [
        ({"fleeing": True}, 2),
        ({"sleeping": True}, 2),
        ({"ac": -7}, -17),
    ],
)
def test_a_term_of_the_target(change, points):
    assert melee(change, weapon=Weapon()) - melee(weapon=Weapon()) == points


@pytest.mark.parametrize(
    ("weapon", "kinds", "points"),
    [
        (Weapon(blessed=True), {"undead"}, 2),
        (Weapon(blessed=True), {"demon"}, 2),
        (Weapon(form="pick"), {"diggable"}, 2),
    ],
)
def test_a_weapon_that_fits_its_target(weapon, kinds, points):
    assert melee({"kinds": frozenset(kinds)}, weapon=weapon) - melee(weapon=Weapon()) == points


def test_martial_arts():
    skills = ("Basic", "Skilled", "Expert", "Master", "Grand Master")
    assert [melee(skill=skill) - 16 for skill in skills] == [3, 4, 5, 6, 7]
    assert melee(role="Monk", level=9) - melee(level=9) == 9 // 3 + 2


def test_an_artifact_is_a_die():
    hero = Attacker(**HERO, weapon=Weapon(artifact_die="1d5"))
    faces = np.mean([min(1, (1 + 5 - 2 + face - 1) / 20) for face in range(1, 6)])
    assert vanilla.attack_chance(hero, Defender(ac=-2)) == pytest.approx(faces)


@pytest.mark.parametrize(("ac", "chance"), [(10, 0.75), (0, 0.25), (-20, 0), (20, 1)])
def test_melee_hits_if_more_than_the_die(ac, chance):
    hero = Attacker(**HERO, weapon=Weapon())
    assert vanilla.attack_chance(hero, Defender(ac=ac)) == pytest.approx(chance)


def test_the_engulfed_always_hit():
    assert vanilla.attack_chance(Attacker(**HERO, engulfed=True), Defender(ac=-50)) == 1


class TestMissiles:
    dart = Weapon(name="dart", kind="missile")
    arrow = Weapon(name="arrow", skill="bow", kind="ammo", enchantment=1)
    bow = Weapon(name="bow", skill="bow", kind="launcher", enchantment=2)

    def score(self, defender=None, **attacker):
        attacker = {"attack": "thrown", "weapon": self.dart, "distance": 3} | attacker
        return melee(defender, **attacker) - (-1 + 10 + 5)

    @pytest.mark.parametrize(("distance", "points"), [(1, 4), (3, 2), (7, -2), (20, -2)])
    def test_distance_of_what_flies(self, distance, points):
        assert self.score(distance=distance) == points

    def test_a_launched_arrow(self):
        fired = {"attack": "fired", "weapon": self.arrow, "launcher": self.bow}
        assert self.score(skill="Expert", **fired) == 1 + 2 + 3

    def test_who_cannot_move_is_an_easy_target(self):
        """omon_adj: +4 for those of speed 0; melee knows nothing of it."""
        still = {"kinds": frozenset({"sessile"})}
        assert self.score(still) == 2 + 4
        assert melee(still) == melee()

    @pytest.mark.parametrize(("size", "points"), [("tiny", -2), ("gigantic", 5)])
    def test_size(self, size, points):
        assert self.score({"size": size}) == 2 + points

    def test_it_hits_if_not_less_than_the_die(self):
        thrown = Attacker(**HERO, attack="thrown", weapon=self.dart, distance=3)
        assert vanilla.attack_chance(thrown, Defender(ac=0)) == pytest.approx(6 / 20)


class TestMonsters:
    @pytest.mark.parametrize(
        ("attacker", "defender", "moved"),
        [
            ({"blinded": True}, {}, -2),
            ({}, {"unseen": True}, -2),
            ({"blinded": True}, {"unseen": True}, -2),
            ({"trapped": True}, {}, -2),
            ({}, {"sleeping": True}, 4),
            ({}, {"sleeping": True, "paralyzed": True}, 4),
        ],
    )
    def test_a_blow_at_the_hero_by_its_conditions(self, attacker, defender, moved):
        """mattacku: once for "Invis && !perceives || !mcansee"; a blinded monster sees nobody."""
        chances = [
            vanilla.attack_chance(Attacker(level=1, **one), Defender(player=True, ac=0, **other))
            for one, other in ((attacker, defender), ({}, {}))
        ]
        assert chances[0] - chances[1] == pytest.approx(moved / 20)

    def test_negative_ac_is_drawn(self):
        plainly = np.mean([max(10 + 6 - cut, 1) - 1 for cut in range(1, 21)]) / 20
        hero = Defender(player=True, ac=-20)
        assert vanilla.attack_chance(Attacker(level=6), hero) == pytest.approx(plainly)
