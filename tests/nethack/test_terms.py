"""One test for each line of the source's lists and tables, named after it."""

from dataclasses import replace

import pytest

from combat.nethack import (
    Attacker,
    Defender,
    Piece,
    Rules,
    Weapon,
    attack_chance,
    attacker_terms,
    defender_terms,
    net,
    read_circumstances,
)
from combat.nethack.situations import fields_of
from combat.nethack.to_hit import mean_of, override, total
from tests.test_project import ROOT

DATA = ROOT / "data" / "nethack"
CIRCUMSTANCES = read_circumstances(DATA)
LINES = {circumstance.line: circumstance for circumstance in CIRCUMSTANCES}


def test_a_list_or_a_set_may_be_given_and_equal_people_have_one_hash():
    piece = Piece("robe", "cloak", ev=1)
    given = Defender(armor=[piece], missing={"head"}, kinds=["demon"])
    meant = Defender(armor=(piece,), missing=frozenset(["head"]), kinds=frozenset(["demon"]))
    assert given == meant
    assert hash(given) == hash(meant)


@pytest.mark.parametrize("line", LINES)
def test_the_line(line):
    value, (low, die, high) = LINES[line].value(), LINES[line].points.partition("..")
    if die:
        assert value.values.tolist() == list(range(int(low), int(high) + 1))
        assert value.chances == pytest.approx(1 / len(value.values))
    else:
        assert value == float(low)


@pytest.mark.parametrize("player", [False, True])
def test_where_nothing_is_the_case_nothing_counts(player):
    assert attacker_terms(Attacker(level=0, player=player), Defender()) == []
    assert defender_terms(Defender(player=player)) == []


ARROW = Weapon(name="arrow", skill="bow", kind="ammo")
BOW = Weapon(name="bow", skill="bow", kind="launcher")
YA = replace(ARROW, name="ya")
MONK = {"role": "Monk", "armed": False, "martial_arts": "Grand Master"}
DIE = Weapon(artifact_die="1d5")
PLAYER, FORM = {"player": True}, {"player": True, "polymorphed": True}


@pytest.mark.parametrize(
    ("term", "counts", "attacker"),
    [
        # Players have no level term, monsters neither skill nor Dexterity.
        ("level", False, PLAYER | {"level": 14}),
        ("dexterity", False, {"dexterity": 18}),
        ("skill", False, {"skill": "Expert"}),
        # A polymorphed player fights as a monster without a weapon, and casts as a player.
        ("skill", False, FORM),
        ("level", True, FORM),
        ("skill", True, FORM | {"weapon": Weapon(), "skill": "Expert"}),
        ("skill", True, FORM | {"attack": "spell", "skill": "Expert"}),
        ("slippery fingers", False, {"fumbling": True, "slippery_fingers": True}),
        ("strained", False, {"encumbrance": "strained"}),
        ("distance", False, {"distance": 5}),
        ("wrong launcher or none", False, {"attack": "fired", "weapon": ARROW, "launcher": BOW}),
        ("no projectile", False, {"attack": "fired", "weapon": ARROW, "launcher": BOW}),
        ("ya from a yumi", False, {"attack": "fired", "weapon": YA, "launcher": BOW}),
        ("luck", False, {"luck": 1}),
        ("artifact", True, {"weapon": DIE}),
        ("artifact", False, {"weapon": replace(DIE, artifact_against="orc")}),
        # A wand or a spell owes nothing to the weapon in hand.
        ("weapon", False, {"attack": "spell", "weapon": Weapon(to_hit=3)}),
        ("weapon", False, {"attack": "wand", "weapon": Weapon(to_hit=3)}),
        ("artifact", False, {"attack": "spell", "weapon": DIE}),
        # A monster swings no launcher, in a duel or anywhere else; a player may.
        ("no melee weapon", False, {"weapon": BOW}),
        ("no melee weapon", True, PLAYER | {"weapon": BOW}),
    ],
)
def test_who_has_a_bonus_and_when(term, counts, attacker):
    terms = attacker_terms(Attacker(**{"role": "Samurai"} | attacker), Defender())
    assert (term in [one.name for one in terms]) == counts


@pytest.mark.parametrize(
    ("term", "counts", "defender"),
    [
        ("strained", False, {"encumbrance": "strained"}),
        ("fleeing", False, {"player": True, "fleeing": True}),
        ("martial arts", True, MONK),
        ("martial arts", False, MONK | {"role": "Samurai"}),
        ("martial arts", False, MONK | {"armed": True}),
        ("martial arts", False, MONK | {"armor": (Piece("mail", "torso"),)}),
        ("martial arts", False, MONK | {"armor": (Piece("buckler", "shield"),)}),
    ],
)
def test_who_defends_with_a_bonus_and_when(term, counts, defender):
    assert (term in [one.name for one in defender_terms(Defender(**defender))]) == counts


@pytest.mark.parametrize(
    ("points", "attacker", "defender"),
    [
        (1.75, {"level": 7}, {}),  # fractions stay
        (3, FORM | {"level": 12, "dexterity": 18}, {}),
        (6, PLAYER | {"skill": "Grand Master"}, {}),
        (4, PLAYER | {"skill": "Expert", "twoweapon": "Expert"}, {}),
        (0, PLAYER | {"weapon": Weapon(enchantment=3)}, {}),
        (-2, PLAYER | {"weapon": Weapon(name="dart", kind="missile")}, {}),
        (-9, PLAYER | {"encumbrance": "overloaded"}, {}),
        (4, {}, {"sleeping": True, "paralyzed": True}),  # once; and a sleeper sees
        (-7, {}, {"divine_protection": 4, "rings_of_protection": 3}),
        (0, {}, {"wounded_arms": True, "armor": [Piece("shield", "shield", ev=1)]}),
    ],
)
def test_what_was_decided_is_what_one_reckons_by_hand(points, attacker, defender):
    assert net(Attacker(**{"level": 0} | attacker), Defender(**defender)) == points


def test_what_the_text_offers_to_change_can_be_changed():
    sword, far = {"weapon": Weapon(enchantment=3)}, {"attack": "spell", "distance": 12}
    for points, changed, who in (
        (3, {"enchantment_hits": True}, sword),
        (4, {"flanking": 4}, {"flanking": True}),
        (-4, {"wounded_arms": -4}, {"wounded_arms": True}),
        (-7, {"distance_floor": -7}, far),
        (7, {"luck_die": "whole"}, {"luck": 13}),
    ):
        found = total(attacker_terms(Attacker(level=0, **who), rules=Rules(**changed)))
        assert mean_of(found) == points
    shielded = Defender(wounded_arms=True, armor=[Piece("shield", "shield", ev=1)])
    assert total(defender_terms(shielded, Rules(wounded_arms_shield=False))) == 1


@pytest.mark.parametrize(
    ("points", "attacker"),
    [
        # A launcher counts only if it fits; a kicked sword pays for both.
        (-1 - 6, {"attack": "fired", "weapon": ARROW, "launcher": replace(BOW, skill="sling")}),
        (-1 - 3 - 4, {"attack": "kicked", "weapon": Weapon()}),
        (0, {"weapon": replace(DIE, artifact_against="orc")}),
    ],
)
def test_what_adds_up(points, attacker):
    assert total(attacker_terms(Attacker(level=0, **attacker))) == points


def test_an_artifact_counts_against_its_foes():
    bane = Attacker(level=0, weapon=replace(DIE, artifact_against="orc"))
    assert net(bane, Defender(kinds={"orc"})).mean == 3


def test_a_monster_with_a_luckstone_has_luck_3_and_1d3():
    assert total(attacker_terms(Attacker(level=0, luck=2))).mean == 1
    values = total(attacker_terms(Attacker(level=0, luckstone=True)))
    # Luck 4 and 5 roll 1d2, Luck 6 rolls 1d3.
    assert values.values.tolist() == [1, 2, 3]
    assert values.chances == pytest.approx([4 / 9, 4 / 9, 1 / 9])


class TestOverrides:
    gem = Attacker(attack="thrown", weapon=Weapon(form="gem"))
    unicorn = frozenset({"unicorn"})

    def test_gems_thrown_at_a_unicorn_are_caught(self):
        assert attack_chance(self.gem, Defender(kinds=self.unicorn, evasion=50)) == 1
        assert override(self.gem, Defender()) == ""
        slung = replace(self.gem, attack="fired", launcher=Weapon(kind="launcher", skill="sling"))
        assert override(slung, Defender(kinds=self.unicorn)) == "caught"
        assert override(Attacker(weapon=Weapon(form="gem")), Defender(kinds=self.unicorn)) == ""

    @pytest.mark.parametrize(
        ("change", "answer"),
        [
            ({"hostile": False}, "caught"),
            ({}, ""),
            ({"hostile": False, "sleeping": True}, ""),
            ({"hostile": False, "kinds": frozenset()}, ""),
        ],
    )
    def test_your_quest_artifact_is_caught_by_your_leader(self, change, answer):
        orb = Weapon(name="The Orb of Detection", quest_artifact_of="Archeologist")
        thrown = Attacker(attack="thrown", role="Archeologist", weapon=orb)
        leader = {"kinds": frozenset({"quest leader"})} | change
        assert override(thrown, Defender(**leader)) == answer

    def test_somebody_elses_quest_artifact_is_not(self):
        orb = Weapon(quest_artifact_of="Wizard")
        leader = Defender(kinds=frozenset({"quest leader"}), hostile=False)
        assert override(Attacker(attack="thrown", role="Archeologist", weapon=orb), leader) == ""

    def test_a_sleeping_unicorn_is_missed(self):
        assert attack_chance(self.gem, Defender(kinds=self.unicorn, sleeping=True)) == 0


def test_a_cell_that_names_no_thing_is_named():
    with pytest.raises(ValueError, match="weapon = 'laser' is not known"):
        fields_of("player; weapon=laser", {})


@pytest.mark.parametrize(
    ("build", "named"),
    [
        (lambda: Attacker(skill="Legendary"), "skill = 'Legendary'"),
        (lambda: Defender(kinds={"undeed"}), "kinds = 'undeed'"),
        (lambda: Defender(kinds="undead"), "kinds = 'undead'"),
        (lambda: Rules(encumbrance=(0, -1)), "encumbrance = .* must hold 6 numbers"),
        (lambda: Rules(minimum=0.5), "minimum = 0.5"),
        (lambda: Rules(factor=0), "factor = 0.0"),
        (lambda: Attacker(level=float("nan")), "level = nan"),
        (lambda: Attacker(luck=14), "luck = 14.0"),
        (lambda: Attacker(rings_of_increase_accuracy=0.5), "rings_of_increase_accuracy = 0.5"),
        (lambda: Defender(armor=(Piece("a", "head"), Piece("b", "head"))), "a, b: only one piece"),
        (lambda: Weapon(damage="2d"), "dice '2d', character 3: its end can't be read"),
        # Restricted can't; the table ends with Expert.
        (lambda: Attacker(twoweapon="Restricted"), "twoweapon = 'Restricted' is not known"),
        (lambda: Attacker(riding="Master"), "riding = 'Master' is not known"),
    ],
)
def test_bad_input_is_named(build, named):
    with pytest.raises(ValueError, match=named.replace("(", r"\(")):
        build()
