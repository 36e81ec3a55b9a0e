"""How duels are told, and suits against monsters; each once more by hand."""

from dataclasses import replace

import numpy as np
import pytest

from combat.nethack import (
    Attacker,
    Defender,
    Fighter,
    attack_chance,
    damage_distribution,
    duel,
    suits_compared,
    swapped_suits,
    vanilla_duel,
)
from tests.nethack.files import CAST
from tests.nethack.played import play
from tests.nethack.test_hugs import victim

RAT = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
OGRE = replace(RAT, name="ogre", attacker=Attacker(level=8), hp=6, strikes=("1d6",))


class TestDuels:
    def test_won_by_turn_sums_up_the_turns(self):
        fought = duel(OGRE, RAT)
        table = fought.won_by_turn(9)
        assert (table.index.name, table.index.tolist()) == ("turn", list(range(1, 10)))
        for side, name in enumerate(("ogre", "rat")):
            for turn in range(1, 10):
                assert table.loc[turn, name] == pytest.approx(fought.wins[side][: turn + 1].sum())
        assert fought.won_by_turn(2000).iloc[-1].tolist() == pytest.approx(fought.chances)

    def test_a_duel_says_who_wins(self):
        fought = duel(OGRE, RAT)
        said = str(fought)
        assert said.startswith(f"ogre beats rat in {fought.chances[0]:.1%} of all duels, in ")
        assert f"{fought.turns().mean:.1f} turns" in said
        assert f"with {fought.hp_left().mean:.1f} hit points left." in said
        assert str(duel(replace(RAT, strikes=()), OGRE)) == "rat never beats ogre."


class TestSuits:
    def test_a_row_is_the_suit_alone(self):
        table = suits_compared(CAST, "owlbear", 15, suits=["plate mail"])
        beast, plate = CAST.monster("owlbear"), CAST.piece("plate mail")
        hero = victim(15, plate)
        row = table.loc["plate mail"]
        assert row[["EV", "DR"]].tolist() == [plate.ev, plate.dr]
        assert row["hit chance"] == attack_chance(beast.attacker, hero.defender)
        assert row["mean damage"] == damage_distribution("2d8", [plate], 15).damage.mean
        assert row["turns to live"] == duel(beast, hero).turns().mean
        then = vanilla_duel(beast, victim(15, plate, ac=3)).turns()
        assert row["turns in vanilla"] == pytest.approx(then.mean)

    def test_burden_and_share_split_the_points(self):
        table = suits_compared(CAST, "jackal", 6, suits=["plate mail"], burden=0, share=0.3)
        assert table.loc["plate mail", ["EV", "DR"]].tolist() == pytest.approx([2.1, 4.9])

    def test_a_swapped_suit_leaves_the_rest_on(self):
        knight, troll = CAST.character("Knight", "mid"), CAST.monster("troll")
        armor = [piece for piece in knight.defender.armor if piece.slot != "torso"]
        armor = (CAST.piece("plate mail", 1), *armor)
        chance = attack_chance(troll.attacker, replace(knight.defender, armor=armor))
        damage = damage_distribution(troll.hardest.damage, armor, knight.hp).damage.mean
        table = swapped_suits(CAST, knight, ["troll"], suits=["plate mail"], enchantment=1)
        assert table.loc["troll", "plate mail"] == pytest.approx(chance * damage)

    def test_a_hug_costs_what_two_claws_that_land_bring(self):
        knight, owlbear = CAST.character("Knight", "mid"), CAST.monster("owlbear")
        worn = (CAST.piece("plate mail", 2), *knight.defender.armor[1:])
        assert knight.defender.armor[0].slot == "torso"
        body = replace(knight.defender, armor=worn)
        still, lost = replace(knight, defender=body, strikes=()), []
        for seed in np.random.default_rng(6).integers(0, 10**9, 1000):
            events = play(owlbear, still, seed=seed, max_turns=1).events
            lost.append(sum(event.damage for event in events[2:]))
        table = swapped_suits(CAST, knight, ["owlbear"], suits=["plate mail"])
        error = np.std(lost) / len(lost) ** 0.5
        assert abs(table.loc["owlbear", "plate mail"] - np.mean(lost)) < 4 * error
