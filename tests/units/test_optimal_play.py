"""The best policy of a duel: at least as good as any list, by the score that a duel has."""

from functools import cache

import numpy as np
import pytest

from combat.units import Action, Rules, Unit, Units, battle, best_play, condition, duel


def hit(attacker, defender):
    return np.where(attacker.attack == 5, 0.2, 1.0)


def mends(when, heals=6, **given):
    return Action("Mend", on="self", heals=heals, when=condition(when, [], []), **given)


WALL = Unit("Wall", 6, 5, 0, 9)
RAT = Unit("Rat", 9, 0, 0, 3)
FIRST = Rules(hit=hit, order="first")
LISTS = {
    "strikes": [],
    "mends if hurt": [mends("hp < 100 %")],
    "mends if nearly dead": [mends("hp <= 50 %")],
    "mends always": [mends("hp >= 0")],
    "mends for a while": [mends("round < 4")],
    "mends twice": [mends("hp < 100 %", uses=2)],
}


@pytest.mark.parametrize("actions", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("order", ["first", "both", "alternate"])
@pytest.mark.parametrize("foe", [RAT, WALL])
def test_no_list_does_better_than_best_play(actions, order, foe):
    """Endless play was lost to `best_play` and half won to `duel`: it had 0.36, a list 0.60."""
    wall, rules = WALL.changed(actions=actions), Rules(hit=hit, order=order)
    listed = duel(wall, foe, rules).score
    found = best_play(wall, foe, rules)
    assert found.value() >= listed - 1e-9


def test_who_can_hold_out_for_ever_has_half_and_what_he_wins_by_chance():
    wall = WALL.changed(actions=LISTS["mends if hurt"])
    found = best_play(wall, RAT, FIRST)
    # He strikes when he is unhurt, for 0.2, and then must mend: for ever, so a half of the rest.
    assert duel(wall, RAT, FIRST).score == pytest.approx(0.6)
    assert found.value() >= 0.6
    assert found.endless == 0.5
    low, high = found.bounds()
    assert low == pytest.approx(1 - 0.8**2)  # two strikes before he falls, if waiting is lost
    assert high == pytest.approx(1)  # he mends for ever, if that is won


def test_what_is_free_and_what_answers_follows_its_list():
    """The hero decides between blow and potion; a sip is free, and each blow meets a thorn."""
    sip = Action("Sip", on="self", heals=1, uses=2, free=True, when="hp <= 2")
    potion = Action("Potion", on="self", heals=3, uses=1)
    hero = Unit("Hero", hp=6, damage=2, actions=[sip, potion])
    thorn = Action("Thorn", columns=[("damage", 1)], reacts="struck")
    ogre = Unit("Ogre", hp=9, damage="1d2", actions=[thorn])

    @cache
    def turn(hp, foe, sips, potions):
        if sips and hp <= 2:
            hp, sips = hp + 1, sips - 1
        found = [1.0 if foe <= 2 else answered(hp - 1, foe - 2, sips, potions)]
        if potions and hp < 6:
            found.append(answered(min(6, hp + 3), foe, sips, 0))
        return max(found)

    def answered(hp, foe, sips, potions):
        if hp <= 0:
            return 0.0
        after = (hp - damage for damage in (1, 2))
        return sum(turn(left, foe, sips, potions) / 2 for left in after if left > 0)

    best = turn(6, 9, 2, 1)
    found = best_play(hero, ogre, Rules(hit="always hits", order="first"))
    assert found.value() == pytest.approx(best, abs=1e-12)
    assert duel(hero, ogre, Rules(hit="always hits", order="first")).first < best - 0.01


class TestParty:
    """A party decides together: against a plain recursion, and against its own lists."""

    MENDS = Action("Mend", on="ally", heals=2, uses=1)
    BOLT = Action("Bolt", columns=[("damage", 3)], uses=1)
    HERO = Unit("Hero", hp=4, damage=1, actions=[MENDS])
    MAGE = Unit("Mage", hp=2, damage=1, actions=[BOLT])
    OGRE = Unit("Ogre", hp=9, damage="1d3")
    RULES = Rules(hit="always hits", order="first")

    def plainly(self):
        """The chance to win if all is decided best: by hand, for just this fight."""

        @cache
        def ogre(hero, mage, foe, mends, bolts):
            standing = [at for at, hp in enumerate((hero, mage)) if hp]
            total = 0.0
            for at in standing:
                for damage in (1, 2, 3):
                    hp = [hero, mage]
                    hp[at] = max(0, hp[at] - damage)
                    total += turn(*hp, foe, mends, bolts) / (3 * len(standing))
            return total

        @cache
        def second(hero, mage, foe, mends, bolts):
            if not foe:
                return 1.0
            if not mage:
                return ogre(hero, mage, foe, mends, bolts)
            found = [ogre(hero, mage, foe - 1, mends, bolts) if foe > 1 else 1.0]
            if bolts:
                found.append(ogre(hero, mage, foe - 3, mends, 0) if foe > 3 else 1.0)
            return max(found)

        @cache
        def turn(hero, mage, foe, mends, bolts):
            if not (hero or mage):
                return 0.0
            if not hero:
                return second(hero, mage, foe, mends, bolts)
            found = [second(hero, mage, foe - 1, mends, bolts)]
            lost = 4 - hero, (2 - mage) * (mage > 0)
            if mends and max(lost):  # whoever is hurt most, himself included
                mended = (min(4, hero + 2), mage) if lost[0] >= lost[1] else (hero, 2)
                found.append(second(*mended, foe, 0, bolts))
            return max(found)

        return turn(4, 2, 9, 1, 1)

    def test_a_party_plays_as_well_as_the_plain_recursion(self):
        found = best_play([self.HERO, self.MAGE], self.OGRE, self.RULES)
        assert found.value() == pytest.approx(self.plainly(), abs=1e-9)
        followed = found.followed()
        assert followed.chance(lambda at: max(at.hp) > 0) == pytest.approx(found.value())
        assert any(move == "Hero: Mend" for move in found.policy.values())

    def test_a_party_that_has_nothing_to_decide_is_its_battle(self):
        party = [unit.changed(actions=()) for unit in (self.HERO, self.MAGE)]
        units = Units([*party, self.OGRE])
        listed = battle({"Hero": 1, "Mage": 1}, {"Ogre": 1}, self.RULES, units=units)
        assert best_play(party, self.OGRE, self.RULES).value() == pytest.approx(
            listed.score, abs=1e-9
        )

    def test_who_can_do_nothing_decides_nothing(self):
        bard, fighter = Unit("Bard", hp=5, damage=0), Unit("Fighter", hp=5, damage=2)
        ogre, rules = Unit("Ogre", hp=6, damage=1), Rules(hit=lambda a, d: 0.6, order="first")
        assert best_play(bard, ogre, rules).value() == 0
        assert duel(bard, ogre, rules).score == pytest.approx(0)
        units = Units([bard, fighter, ogre])
        fought = battle({"Bard": 1, "Fighter": 1}, {"Ogre": 1}, rules, units=units)
        assert best_play([bard, fighter], ogre, rules).value() == pytest.approx(fought.score)

    def test_all_at_once_nobody_decides_for_a_party(self):
        with pytest.raises(ValueError, match="take an order such as first, or initiative"):
            best_play([self.HERO, self.MAGE], self.OGRE, Rules(hit="always hits"))

    def test_hundreds_of_thousands_of_states_take_seconds_and_show_their_progress(self):
        """A party of 60,000 states took most of a minute, and 20,000 were all that it took."""
        mends = Action("Mend", on="ally", heals=4, uses=2)
        hero = self.HERO.changed(hp=10, damage="1d4", actions=[mends])
        ogre = self.OGRE.changed(hp=22, damage="1d6")
        rules, seen = Rules(hit=lambda _attacker, _defender: 0.7, order="first"), []
        mage = self.MAGE.changed(hp=5)
        found = best_play([hero, mage], ogre, rules, progress=lambda *now: seen.append(now))
        assert len(found.states) > 20_000
        explored = [done for done, most in seen if most == 200_000]
        assert explored[-1] == len(found.states)
        assert explored == sorted(explored)
        assert {most for _, most in seen} == {200_000, len(found.states)}
        assert found.followed().chance(lambda at: max(at.hp) > 0) == pytest.approx(
            found.value(), abs=1e-9
        )

    def test_too_many_states_are_refused_in_one_line(self):
        party = [self.HERO.changed(hp=40), self.MAGE.changed(hp=40)]
        with pytest.raises(ValueError, match="has more than 3,000 states: allow more") as error:
            best_play(party, self.OGRE.changed(hp=90), self.RULES, most_states=3000)
        assert "\n" not in str(error.value)
