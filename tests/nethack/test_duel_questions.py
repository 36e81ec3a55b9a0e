"""Questions about whole duels, each a second way: told duels, plain sums, scans."""

from dataclasses import replace

import numpy as np
import pytest

from combat.nethack import (
    Attacker,
    Defender,
    Fighter,
    Piece,
    Rules,
    Strike,
    Weapon,
    attack_chance,
    damage_distribution,
    duel,
    evading_or_armored,
    plate_beats_mithril,
    swapped_suits,
    vanilla,
    vanilla_duel,
)
from combat.nethack.cast import split_armor
from combat.nethack.sides import weakened
from tests.nethack.files import CAST
from tests.nethack.played import play

SAMURAI, ORC = CAST.character("Samurai", "start"), CAST.monster("hill orc")


class TestVanilla:
    @pytest.mark.parametrize("ac", [4, -6])
    def test_it_is_the_plain_simulation(self, ac):
        """A fight by the text of the game: the hero's d20, the monster's, both sides' damage."""
        hero = replace(SAMURAI, defender=replace(SAMURAI.defender, ac=ac), hp=12)
        ant, rng, fights = CAST.monster("soldier ant"), np.random.default_rng(9), 3000
        score = sum(term.value for term in vanilla.player_terms(hero.attacker, ant.defender))
        won, turns = 0, []
        for _ in range(fights):
            ours, its, turn = hero.hp, ant.hp, 0
            while ours > 0 and its > 0:
                turn += 1
                if score > rng.integers(1, 21):
                    its -= rng.integers(1, 11)
                for _ in range((1 + (rng.integers(12) < 6)) * (its > 0)):
                    drawn = ac if ac >= 0 else -rng.integers(1, -ac + 1)
                    for number, dice in enumerate(((2, 4), (3, 4))):
                        if max(1, 10 + 3 + drawn) > rng.integers(1, 21 + number):
                            hit = rng.integers(1, dice[1] + 1, dice[0]).sum()
                            ours -= hit if ac >= 0 else max(1, hit - rng.integers(1, -ac + 1))
            won += its <= 0
            turns += [turn] if its <= 0 else []
        fought = vanilla_duel(hero, ant)
        assert [strike.damage for strike in ant.strikes] == ["2d4", "3d4"]
        assert (ant.speed, str(hero.strikes[0].damage)) == (18, str(SAMURAI.strikes[0].damage))
        chance = fought.chances[0]
        assert abs(won / fights - chance) < 4 * (chance * (1 - chance) / fights) ** 0.5
        exact = fought.turns(0)
        assert abs(np.mean(turns) - exact.mean) < 4 * exact.sd / len(turns) ** 0.5

    def test_two_players_are_named(self):
        with pytest.raises(ValueError, match=r"Samurai.*two players"):
            vanilla_duel(SAMURAI, SAMURAI)

    def test_two_monsters_fight(self):
        fought = vanilla_duel(ORC, CAST.monster("jackal"))
        assert sum(fought.chances) == pytest.approx(1, abs=1e-12)


class TestGreatBlows:
    def test_without_them_no_blow_stuns(self):
        calm = Defender(great_blows=False)
        hero = replace(SAMURAI, defender=replace(SAMURAI.defender, great_blows=False))
        assert damage_distribution("4d8", (), 5, great_blows=False).effects["none"] == 1
        ogre = replace(ORC, strikes=("4d8",), defender=calm)
        story = [event for seed in range(20) for event in play(ogre, hero, seed=seed).events]
        assert not any(event.effect for event in story)


def test_plate_beats_mithril_just_below_the_burden_and_from_the_dr_on():
    knight = CAST.character("Knight", "mid")
    found = plate_beats_mithril(CAST, knight, ["minotaur"]).loc["minotaur"]
    for burden, plate_wins in ((found["burden"] - 0.01, True), (found["burden"] + 0.01, False)):
        plain = CAST.armor.drop(columns=["ev", "dr"])
        cast = replace(CAST, armor=split_armor(plain, burden=burden))
        lost = swapped_suits(cast, cast.character("Knight", "mid"), ["minotaur"]).loc["minotaur"]
        assert (lost["plate mail"] <= lost["elven mithril-coat"]) == plate_wins
    for dr, plate_wins in ((found["DR"], True), (found["DR"] - 1, False)):
        armor = CAST.armor.copy()
        armor.loc["plate mail", "dr"] = dr
        lost = swapped_suits(replace(CAST, armor=armor), knight, ["minotaur"]).loc["minotaur"]
        assert (lost["plate mail"] <= lost["elven mithril-coat"]) == plate_wins


def test_evading_and_armored_lose_the_same_to_a_blow():
    table, ev = evading_or_armored("2d8", 40, 5, turns=6)
    beast = Attacker(level=8)
    full, less = (damage_distribution("2d8", hp=40, form_dr=dr).damage.mean for dr in (0, 5))
    evaded = attack_chance(beast, Defender(evasion=ev)) * full
    assert evaded == pytest.approx(attack_chance(beast, Defender()) * less, abs=1e-9)
    rng, lives = np.random.default_rng(4), 500
    foe = replace(ORC, attacker=beast, strikes=("2d8",), speed=12)
    target = Fighter(name="target", attacker=Attacker(), defender=Defender(evasion=ev), hp=40)
    dead = np.mean([play(foe, target, seed=rng, max_turns=6).winner == 0 for _ in range(lives)])
    chance = table.loc[6, "evasion"]
    assert abs(dead - chance) < 4 * (chance * (1 - chance) / lives) ** 0.5


class TestWounds:
    hero = Fighter(
        name="hero",
        attacker=Attacker(player=True, dexterity=14),
        defender=Defender(player=True, armor=(Piece("shield", "shield", ev=2, dr=6),)),
        hp=7,
        strikes=("1d8",),
    )
    ogre = replace(hero, name="ogre", attacker=Attacker(level=6), defender=Defender(), hp=8)

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(wounded_legs=-8),
            Rules(wounded_arms_damage=-5),
            Rules(wounded_arms_shield_dr=True),
            Rules(wounded_arms=-6, wounded_arms_damage=-3, wounded_arms_shield_dr=True),
        ],
        ids=["legs", "damage", "shield", "all"],
    )
    def test_the_told_duels_agree(self, rules):
        fought, rng, duels = (
            duel(self.hero, self.ogre, rules=rules),
            np.random.default_rng(3),
            900,
        )
        won = np.mean(
            [play(self.hero, self.ogre, seed=rng, rules=rules).winner == 0 for _ in range(duels)]
        )
        chance = fought.chances[0]
        assert chance != pytest.approx(duel(self.hero, self.ogre).chances[0], abs=1e-4)
        assert abs(won - chance) < 4 * (chance * (1 - chance) / duels) ** 0.5

    def test_legs_cost_a_player_one_point_of_dexterity(self):
        lame = {"wounded legs"}
        assert weakened(Attacker(player=True, dexterity=3), lame).dexterity == 3
        assert weakened(Attacker(player=True, dexterity=14), lame).dexterity == 13
        assert weakened(Attacker(dexterity=14), lame).dexterity == 14

    def test_bites_are_not_dealt_with_arms(self):
        rules = Rules(wounded_arms=-6, wounded_arms_damage=-3)
        bite = replace(self.hero, strikes=(Strike("1d8", arms=False),))
        # With a bite alone, wounded arms cost the shield's EV and nothing more.
        plain = duel(bite, self.ogre).chances[0]
        ogre = replace(self.ogre, strikes=(Strike("1d8", arms=False),))
        assert duel(bite, ogre, rules=rules).chances[0] == pytest.approx(plain, abs=1e-12)


class TestSpells:
    def test_half_spell_damage_is_half_physical_damage_of_spells(self):
        spell = {"physical": False, "spell": True}
        halved = damage_distribution("4d8", half_spell=True, **spell).damage
        assert halved.mean == damage_distribution("4d8", half_physical=True).damage.mean
        assert damage_distribution("4d8", half_physical=True, **spell).damage.mean == 18
        assert damage_distribution("4d8", half_spell=True, physical=False).damage.mean == 18
        flat = Rules(half_spell="half")
        assert damage_distribution("4d8", half_spell=True, rules=flat, **spell).damage.mean == (
            pytest.approx(9.25)
        )

    def test_in_a_duel(self):
        mage = replace(ORC, strikes=(Strike("1d8", physical=False, spell=True),))
        body = Defender(player=True, half_spell=True)
        hero = replace(SAMURAI, defender=body, strikes=(), hp=9)
        rng, duels = np.random.default_rng(8), 700
        turns = [play(mage, hero, seed=rng).turns for _ in range(duels)]
        exact = duel(mage, hero).turns()
        assert abs(np.mean(turns) - exact.mean) < 4 * exact.sd / duels**0.5
        assert exact.mean > duel(mage, replace(hero, defender=Defender())).turns().mean


class TestLaunchers:
    bow = Weapon(name="bow", kind="launcher")

    def test_it_counts_in_a_duel(self):
        armed = replace(ORC, attacker=replace(ORC.attacker, weapon=self.bow))
        assert duel(armed, SAMURAI).chances == duel(ORC, SAMURAI).chances
        swung = duel(armed, SAMURAI, rules=Rules(monsters_unwield=False))
        assert swung.chances[0] < duel(ORC, SAMURAI).chances[0]
