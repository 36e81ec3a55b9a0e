"""Golden tests of the baseline: NetHack 3.6.7's own numbers."""

from dataclasses import replace

import numpy as np
import pytest

from combat.nethack import (
    Attacker,
    Defender,
    Fighter,
    Strike,
    Weapon,
    read_cast,
    vanilla,
    vanilla_duel,
)
from combat.nethack.to_hit import total

HERO = {"player": True, "level": 5}


def melee(defender=None, **attacker):
    return total(vanilla.player_terms(Attacker(**(HERO | attacker)), Defender(**(defender or {}))))


@pytest.mark.parametrize(
    ("change", "points"),
    [
        ({"luck": 5}, 5),
        ({"luck": -13}, -13),
        ({"rings_of_increase_accuracy": (3, 2)}, 5),
        ({"strength": 3}, -2),
        ({"strength": 6}, -1),
        ({"strength": "18/99"}, 2),
        ({"dexterity": 18}, 4),
        ({"level": 2}, -3 + 1),
        ({"level": 3}, -2),
        ({"race": "elf"}, 0),
        ({"trapped": True}, -3),
        ({"encumbrance": "burdened"}, -1),
        ({"encumbrance": "stressed"}, -3),
        ({"encumbrance": "strained"}, -5),
        ({"encumbrance": "overtaxed"}, -7),
        ({"encumbrance": "overloaded"}, -9),
        ({"skill": "Restricted"}, -4),
        ({"skill": "Unskilled"}, -4),
        ({"skill": "Skilled"}, 2),
        ({"skill": "Expert"}, 3),
        ({"twoweapon": "Unskilled"}, -9),
        ({"twoweapon": "Basic"}, -7),
        ({"twoweapon": "Skilled", "skill": "Skilled"}, -5),
        ({"twoweapon": "Expert", "skill": "Expert"}, -3),
        ({"twoweapon": "Expert"}, -7),
        ({"riding": "Unskilled"}, -2),
        ({"riding": "Basic"}, -1),
        ({"riding": "Skilled"}, 0),
        ({"riding": "Basic", "twoweapon": "Basic"}, -1 - 2 - 7),
        ({"role": "Monk", "body_armor": True}, -20),
        ({"role": "Monk"}, 0),
        ({"weapon": Weapon(enchantment=3, to_hit=2)}, 5),
    ],
)
def test_a_term_of_the_attacker(change, points):
    assert melee(**({"weapon": Weapon()} | change)) - melee(weapon=Weapon()) == points


@pytest.mark.parametrize(
    ("change", "points"),
    [
        ({"stunned": True}, 2),
        ({"fleeing": True}, 2),
        ({"sleeping": True}, 2),
        ({"paralyzed": True}, 4),
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
        (Weapon(form="spear"), {"kebabable"}, 2),
        (Weapon(form="trident"), {"in water", "swims"}, 4),
        (Weapon(form="trident"), {"eel or snake", "swims"}, 2),
        (Weapon(form="trident"), {"eel or snake"}, 0),
        (Weapon(form="trident"), {"in water"}, 0),
        (Weapon(form="pick"), {"diggable"}, 2),
    ],
)
def test_a_weapon_that_fits_its_target(weapon, kinds, points):
    assert melee({"kinds": frozenset(kinds)}, weapon=weapon) - melee(weapon=Weapon()) == points


def test_hands_and_martial_arts():
    bare = [
        melee(skill=skill) - 16
        for skill in ("Unskilled", "Basic", "Skilled", "Expert", "Master", "Grand Master")
    ]
    assert bare == [1, 1, 2, 2, 3, 3]
    arts = [
        melee(skill=skill, martial_arts=True) - 16
        for skill in ("Basic", "Skilled", "Expert", "Master", "Grand Master")
    ]
    assert arts == [3, 4, 5, 6, 7]
    monk = melee(role="Monk", martial_arts=True, level=9) - melee(martial_arts=True, level=9)
    assert monk == 9 // 3 + 2


def test_a_polymorphed_hero_has_his_forms_level_for_abilities():
    form = {"polymorphed": True, "level": 12, "strength": 3, "dexterity": 3}
    assert melee(weapon=Weapon(), **form) == 1 + 12 + 10 + (12 - 3)


def test_martial_arts_of_a_form_are_not_the_monks():
    """find_roll_to_hit asks for a Monk who is not polymorphed (!Upolyd), for better and worse."""
    form = {"polymorphed": True, "level": 12, "martial_arts": True}
    assert melee(role="Monk", **form) == melee(**form)
    assert melee(role="Monk", body_armor=True, **form) == melee(**form)


def test_a_form_hates_orcs_as_its_own_race_does():
    orc = {"kinds": frozenset({"orc"})}
    assert melee(orc, race="elf", polymorphed=True) == melee(polymorphed=True)


def test_an_elf_hates_orcs():
    assert melee({"kinds": frozenset({"orc"})}, weapon=Weapon(), race="elf") == 17


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
    arrow = Weapon(name="arrow", skill="bow", kind="ammo", enchantment=1)
    bow = Weapon(name="bow", skill="bow", kind="launcher", enchantment=2, erosion=1)

    def score(self, weapon, defender=None, **attacker):
        attacker = Attacker(**(HERO | {"attack": "thrown", "weapon": weapon} | attacker))
        return total(vanilla.player_terms(attacker, Defender(**(defender or {})))) - (-1 + 10 + 5)

    @pytest.mark.parametrize(("distance", "points"), [(1, 2), (3, 0), (7, -4), (20, -4)])
    def test_distance(self, distance, points):
        assert self.score(None, distance=distance) == points

    @pytest.mark.parametrize(
        ("weapon", "points"),
        [
            (Weapon(name="boomerang", kind="missile"), 4),
            (Weapon(name="dart", kind="missile"), 2),
            (Weapon(kind="throwing"), 2),
            (Weapon(), -2),
            (Weapon(form="boulder"), 6),
            (Weapon(name="heavy iron ball"), 2),
            (Weapon(kind="ammo", skill="bow"), -4),
        ],
    )
    def test_what_flies(self, weapon, points):
        assert self.score(weapon, distance=3) == points

    def test_a_launched_arrow(self):
        fired = {"attack": "fired", "launcher": self.bow, "skill": "Expert", "distance": 3}
        assert self.score(self.arrow, **fired) == 1 + 2 - 1 + 3
        assert self.score(self.arrow, **fired, race="elf") == 1 + 2 - 1 + 3 + 1
        yumi = Weapon(name="yumi", skill="bow", kind="launcher")
        assert self.score(self.arrow, **(fired | {"launcher": yumi}), role="Samurai") == 1 + 3 + 2
        elven = Weapon(name="elven bow", skill="bow", kind="launcher")
        assert self.score(self.arrow, **(fired | {"launcher": elven}), race="elf") == 1 + 3 + 2

    def test_the_terms_are_told_by_name_but_for_those_of_nothing(self):
        hero = Attacker(**HERO, attack="fired", weapon=self.arrow, launcher=self.bow, skill="Basic")
        terms = vanilla.player_terms(hero, Defender(ac=0, size="large"))
        assert {term.name: term.value for term in terms} == {
            "base": -1, "level": 5, "distance": 2, "size": 1, "enchantment": 1, "launcher": 1,
        }  # fmt: skip

    def test_an_elf_hates_orcs(self):
        orc = {"kinds": frozenset({"orc"})}
        assert self.score(None, orc, distance=3, race="elf") == 1
        assert self.score(None, orc, distance=3, race="elf", polymorphed=True) == 0
        assert self.score(None, distance=3, race="elf") == 0

    @pytest.mark.parametrize(
        ("riding", "points"), [("Unskilled", -2), ("Basic", -1), ("Expert", 0)]
    )
    def test_riding_costs_wherever_a_skill_counts(self, riding, points):
        fired = {"attack": "fired", "launcher": self.bow, "distance": 3}
        for weapon, way in [
            (self.arrow, fired),
            (Weapon(name="dart", kind="missile"), {"distance": 3}),
            (Weapon(), {"distance": 3}),
        ]:
            walking = self.score(weapon, **way)
            assert self.score(weapon, **way, riding=riding) - walking == points
        for weapon, way in [
            (self.arrow, {"distance": 3}),
            (self.arrow, {"attack": "kicked", "distance": 3}),
            (Weapon(form="boulder"), {"distance": 3}),
            (Weapon(name="heavy iron ball"), {"distance": 3}),
        ]:
            assert self.score(weapon, **way, riding=riding) == self.score(weapon, **way)

    @pytest.mark.parametrize(
        ("gloves", "points"),
        [
            ("leather gloves", 0),
            ("gauntlets of dexterity", 0),
            ("gauntlets of power", -2),
            ("gauntlets of fumbling", -3),
        ],
    )
    def test_gloves_hinder_bows_alone(self, gloves, points):
        fired = {"attack": "fired", "launcher": self.bow, "distance": 3}
        assert self.score(self.arrow, **fired, gloves=gloves) - self.score(self.arrow, **fired) == (
            points
        )
        sling = fired | {"launcher": Weapon(name="sling", skill="sling", kind="launcher")}
        stone = Weapon(name="flint stone", skill="sling", kind="ammo")
        assert self.score(stone, **sling, gloves=gloves) == self.score(stone, **sling)
        dart = Weapon(name="dart", kind="missile")
        assert self.score(dart, distance=3, gloves=gloves) == self.score(dart, distance=3)

    def test_who_cannot_move_is_an_easy_target(self):
        """omon_adj: +4 for the immobile and for those of speed 0; melee knows only the first."""
        still = {"kinds": frozenset({"sessile"})}
        assert self.score(None, still, distance=3) == 4
        assert self.score(None, still | {"paralyzed": True}, distance=3) == 4
        assert melee(still) == melee()

    def test_a_ball_of_iron_has_no_skill(self):
        ball = Weapon(name="heavy iron ball")
        for skill in ("Unskilled", "Expert"):
            assert self.score(ball, distance=3, skill=skill) == 2
        assert self.score(ball, attack="kicked", distance=3) == 2

    def test_a_form_is_no_archer(self):
        fired = {"attack": "fired", "launcher": self.bow, "distance": 3, "polymorphed": True}
        assert self.score(self.arrow, **fired, race="elf") == self.score(self.arrow, **fired)

    def test_kicked(self):
        assert self.score(self.arrow, attack="kicked", distance=3) == 1 - 5
        assert self.score(Weapon(), attack="kicked", distance=3) == -3

    @pytest.mark.parametrize(("size", "points"), [("tiny", -2), ("gigantic", 5)])
    def test_size(self, size, points):
        assert self.score(None, {"size": size}, distance=3) == points

    def test_it_hits_if_not_less_than_the_die(self):
        thrown = Attacker(**HERO, attack="thrown", distance=3)
        assert vanilla.attack_chance(thrown, Defender(ac=0)) == pytest.approx(4 / 20)


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

    def test_a_monsters_missile_at_the_hero(self):
        """thitu: no level counts, and AC is not drawn."""
        arrow = Weapon(name="arrow", skill="bow", kind="ammo", enchantment=2)
        shot = Attacker(level=30, attack="fired", weapon=arrow, distance=5)
        hero = Defender(player=True, ac=-3)
        # T = -3 + 8 + 2 for the enchantment - 2 for the distance = 5 > 1d20.
        assert vanilla.attack_chance(shot, hero) == pytest.approx(4 / 20)
        assert vanilla.attack_chance(replace(shot, distance=9), hero) == pytest.approx(2 / 20)
        assert vanilla.attack_chance(shot, replace(hero, ac=-9)) == 0
        assert vanilla.attack_chance(shot, replace(hero, size="large")) == pytest.approx(5 / 20)

    def test_an_elf_at_an_orc(self):
        elf, orc = Attacker(level=5, race="elf"), Defender(ac=7, kinds=frozenset({"orc"}))
        assert vanilla.attack_chance(elf, orc) - vanilla.attack_chance(
            Attacker(level=5), orc
        ) == pytest.approx(0.05)

    def test_the_number_of_a_strike_counts_breath_and_gazes(self):
        """mattacku rolls d(20 + i) with i over all six attacks, whatever they are."""
        cast = read_cast("data/nethack")
        numbers = {
            name: [strike.number for strike in cast.monster(name).strikes]
            for name in ("black dragon", "Orcus", "giant ant", "owlbear")
        }
        assert numbers == {
            "black dragon": [1, 2, 3],
            "Orcus": [0, 1, 2, 4],
            "giant ant": [0],
            "owlbear": [0, 1, 2],
        }

    @pytest.mark.parametrize("player", [False, True])
    def test_a_later_strike_has_its_larger_die_whoever_is_struck(self, player):
        chances = [
            vanilla.attack_chance(Attacker(level=2), Defender(player=player, ac=5), strike=strike)
            for strike in (0, 3)
        ]
        assert chances[1] == pytest.approx(chances[0] * 20 / 23)

    @pytest.mark.parametrize(
        ("strikes", "number"), [(("1d3",), 0), ((Strike("1d3", number=3),), 3)]
    )
    @pytest.mark.parametrize(
        "body",
        [
            Defender(ac=7),
            Defender(player=True, ac=2, sleeping=True),
            Defender(player=True, ac=-3, unseen=True),
        ],
    )
    @pytest.mark.parametrize("trapped", [False, True])
    def test_the_first_blow_of_a_duel_is_that_of_its_strike(self, strikes, number, body, trapped):
        one = Attacker(level=3, trapped=trapped)
        rat = Fighter(name="rat", attacker=one, defender=Defender(), hp=9, strikes=strikes)
        prey = Fighter(name="prey", attacker=Attacker(player=body.player), defender=body, hp=1)
        chance = vanilla_duel(rat, prey, max_turns=1).chances[0]
        assert 0 < chance < 1
        assert chance == pytest.approx(
            vanilla.attack_chance(rat.attacker, body, strike=number), abs=1e-12
        )

    def test_negative_ac_is_drawn(self):
        plainly = np.mean([max(10 + 6 - cut, 1) - 1 for cut in range(1, 21)]) / 20
        hero = Defender(player=True, ac=-20)
        assert vanilla.attack_chance(Attacker(level=6), hero) == pytest.approx(plainly)


class TestDamage:
    def test_ac_takes_off_a_uniform_number(self):
        plainly = np.mean([max(1, face - cut) for face in range(1, 9) for cut in range(1, 6)])
        assert vanilla.hero_damage("1d8", -5).mean == pytest.approx(plainly)
        assert vanilla.hero_damage("1d8", 3).mean == 4.5

    def test_half_physical_damage_rounds_up(self):
        assert vanilla.hero_damage("1d3", 10, half_physical=True).chances == pytest.approx(
            [2 / 3, 1 / 3]
        )

    @pytest.mark.parametrize(("erosion", "most"), [(0, 3), (1, 2), (3, 1)])
    def test_a_heros_blow_is_enchanted_and_eroded(self, erosion, most):
        sure = Attacker(player=True, engulfed=True)
        blow = Strike(1, enchantment=2, erosion=erosion)
        hero = Fighter(name="a", attacker=sure, defender=Defender(), hp=1, strikes=(blow,))
        for hp in (most, most + 1):
            rat = Fighter(name="b", attacker=Attacker(), defender=Defender(), hp=hp)
            assert vanilla_duel(hero, rat).turns().mean == 1 + (hp > most)

    def test_a_life_agrees_with_simulation(self):
        beast = Fighter(
            name="beast",
            attacker=Attacker(level=6),
            defender=Defender(),
            hp=1,
            speed=15,
            strikes=("1d6", "2d4"),
        )
        body = Defender(player=True, ac=-4)
        hero = Fighter(name="hero", attacker=Attacker(player=True), defender=body, hp=20)
        exact = vanilla_duel(beast, hero).turns()
        rng, runs = np.random.default_rng(4), 3000
        seen = [self.turns(rng) for _ in range(runs)]
        assert abs(np.mean(seen) - exact.mean) < 4 * exact.sd / runs**0.5
        assert exact.chances.sum() == pytest.approx(1, abs=1e-12)

    def turns(self, rng, hp=20):
        for turn in range(1, 1000):
            for _ in range(1 + (rng.integers(12) < 3)):
                score = max(1, 10 + 6 - rng.integers(1, 5))
                for place, (count, sides) in enumerate(((1, 6), (2, 4))):
                    if score > rng.integers(1, 21 + place):
                        hit = rng.integers(1, sides + 1, count).sum() - rng.integers(1, 5)
                        hp -= max(1, hit)
            if hp <= 0:
                return turn
        raise AssertionError


@pytest.mark.parametrize("strength", ["18/", "19/50", 2, 26, "strong"])
def test_strength_is_checked(strength):
    with pytest.raises(ValueError, match="strength"):
        vanilla.strength_bonus(strength)
