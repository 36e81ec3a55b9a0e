"""The game's tables, faults in a designer's own, splits, and questions to whole tables."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

from combat.nethack import (
    ROLES,
    Attacker,
    Defender,
    Encounters,
    Rules,
    attack_chance,
    damage_distribution,
    fighters_of,
    net,
    read_circumstances,
    read_monsters,
    tornado,
    vanilla,
)
from combat.nethack.cast import split_armor, split_monsters
from combat.nethack.questions import Nets, monsters_at
from combat.nethack.tables import read_named
from combat.nethack.to_hit import mean_of
from combat.nethack.worth import action_losses
from combat.tables import TableError
from tests.nethack.files import CAST, DATA

HEADER = b"name,level,hp,speed,ac,size,attacks\n"


def test_the_tables_are_whole():
    assert (len(CAST.monsters), len(CAST.armor), len(CAST.kits)) == (362, 79, 39)
    assert all(
        frame.index.is_unique for frame in (CAST.monsters, CAST.armor, CAST.weapons, CAST.kits)
    )
    for name in CAST.monsters.index:
        assert CAST.monster(name).hp >= 1
    assert CAST.monster("killer bee").hp == 5  # 4.5 on average
    for key in CAST.kits.index:
        assert CAST.character(*key).defender.player


# By the game's role.c: the leader that each role's quest is against, and its first armour class.
# The Tourist's nemesis is the leader of the Rogue's quest.
PRINTED = {
    "Archeologist": ("Minion of Huhetotl", 9),
    "Barbarian": ("Thoth Amon", 7),
    "Caveman": ("Chromatic Dragon", 8),
    "Healer": ("Cyclops", 8),
    "Knight": ("Ixoth", 3),
    "Monk": ("Master Kaen", 4),
    "Priest": ("Nalzok", 7),
    "Rogue": ("Master Assassin", 7),
    "Ranger": ("Scorpius", 7),
    "Samurai": ("Ashikaga Takauji", 4),
    "Tourist": ("Master of Thieves", 10),
    "Valkyrie": ("Lord Surtur", 6),
    "Wizard": ("Dark One", 9),
}


def test_each_roles_nemesis_is_a_boss_and_its_first_armor_class_its_own():
    assert tuple(PRINTED) == ROLES
    kinds = CAST.monsters["kinds"].str.split("; ")
    of_quests = {name for name, words in kinds.items() if {"boss", "quest"} <= set(words)}
    assert of_quests == {nemesis for nemesis, _ in PRINTED.values()}
    for role, (_, ac) in PRINTED.items():
        assert CAST.character(role, "start").defender.ac == ac


def test_priests_and_angels_have_divine_protection():
    """A point for every four levels, as their attack has, and 6 at the most."""
    holy = ["aligned priest", "high priest"]
    holy += CAST.monsters.index[CAST.monsters["class"] == "angelic being"].tolist()
    assert len(holy) == 7
    for name in CAST.monsters.index:
        level = int(CAST.monsters.loc[name, "level"])
        given = CAST.monster(name).defender.divine_protection
        assert given == (min(6, level // 4) if name in holy else 0)


def test_ones_own_monsters_may_have_protection_and_a_luckstone():
    head = HEADER[:-1] + b",protection,luckstone\n"
    row = b"rat,8,3,12,7,medium,bite 1d3"
    plain, holy, lucky = fighters_of(
        read_monsters(head + b"a" + row + b",,\nb" + row + b",6,no\nc" + row + b",0,Yes\n", "m.csv")
    )
    hero = CAST.character("Knight", "start")
    at = net(hero.attacker, plain.defender)
    assert net(hero.attacker, holy.defender) == at - 6
    assert mean_of(net(hero.attacker, lucky.defender)) < at
    assert mean_of(net(lucky.attacker, hero.defender)) > net(plain.attacker, hero.defender)


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        *(("protection", cell) for cell in ("-1", "2.5", "21")),
        *(("luckstone", cell) for cell in ("maybe", "1")),
        *(("ev", cell) for cell in ("inf", "-300", "high")),
        ("difficulty", "nan"),
    ],
)
def test_what_is_ones_own_is_checked(column, cell):
    content = HEADER[:-1] + f",{column}\nrat,1,3,12,7,tiny,bite 1d3,{cell}\n".encode()
    with pytest.raises(TableError, match=f"mine.csv, row 2, column '{column}'"):
        read_monsters(content, "mine.csv")


def test_a_knights_first_kit():
    knight = CAST.character("Knight", "start")
    worn = {piece.name for piece in knight.defender.armor}
    assert worn == {"ring mail", "helmet", "small shield", "leather gloves"}
    assert knight.attacker.body_armor
    assert not CAST.character("Monk", "late").attacker.body_armor


def test_a_blow_has_the_enchantment_of_its_weapon():
    found = set()
    for kit in CAST.kits.index:
        hero = CAST.character(*kit)
        weapon = hero.attacker.weapon
        own = {strike.enchantment for strike in hero.strikes}
        assert own == ({weapon.enchantment} if weapon else {0})
        found |= own
    assert len(found) > 2


def test_a_ranger_shoots_and_a_monk_kicks():
    ranger = CAST.character("Ranger", "start").attacker
    assert (ranger.attack, ranger.launcher.name, ranger.distance) == ("fired", "bow", 3)
    assert CAST.character("Monk", "start").attacker.weapon is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"rat,1,3,12,7,tiny,nibble 1d3\n", "mine.csv, row 2, column 'attacks': attack 'nibble"),
        (b"rat,1,3,12,7,tiny,bite 2d\n", "row 2, column 'attacks': dice '2d', character 3"),
        (b"rat,1,3,12,7,tiny,bite 1d3 fier\n", "row 2, column 'attacks': .*'fier' is no kind"),
        (b"rat,1,3,12,7,tiny,claw (lvl+1)d6\n", "row 2, column 'attacks': .*only passive attacks"),
        (b"rat,1,3,12,7,tiny,bite 1d3-9\n", "row 2, column 'attacks': .*below 0"),
        (b"rat,1,3,12,7,tiny,bite 1d3\nrat,1,3,12,7,tiny,bite 1d3\n", "'rat' stands there twice"),
        (b"rat,1,0,12,7,tiny,bite 1d3\n", "mine.csv, row 2, column 'hp': 0 is out of range"),
        (
            b"rat,1,3,12,7,vast,bite 1d3\n",
            "row 2, column 'size': size = 'vast' is not known",
        ),
        (b"rat,1,3,12,seven,tiny,bite 1d3\n", "row 2, column 'ac': 'seven' is not a number"),
        (
            b"rat,1,3,12,7.5,tiny,bite 1d3\n",
            "row 2, column 'ac': ac = 7.5 is out of range: it",
        ),
    ],
)
def test_a_bad_row_is_named(line, message):
    with pytest.raises(TableError, match=message):
        read_monsters(HEADER + line, "mine.csv")


def test_divine_protection_lowers_vanillas_armor_class():
    knight = CAST.character("Knight", "late")
    worn = sum(
        CAST.armor.loc[piece.name, "ac"] + piece.enchantment for piece in knight.defender.armor
    )
    assert knight.defender.ac == 10 - worn - 6


def test_a_slot_is_named():
    with pytest.raises(TableError, match="row 2, column 'slot': slot = 'chest' is not known"):
        read_named("armor", b"name,slot,ac,weight\nplate,chest,7,450\n", "mine.csv")


def test_a_skill_and_a_piece_are_named():
    kits = (DATA / "kits.csv").read_bytes()
    with pytest.raises(TableError, match="row 2, column 'skill': skill = 'Legendary' is not known"):
        read_named("kits", kits.replace(b"no,Basic", b"no,Legendary", 1), "kits.csv")
    with pytest.raises(TableError, match="row 2, column 'armor': 'leather jacket' can't be read"):
        read_named("kits", kits.replace(b"+0 leather jacket", b"leather jacket", 1), "kits.csv")


@pytest.mark.parametrize(
    ("call", "named"),
    [
        (lambda: CAST.monster("grue"), "monster = 'grue'"),
        (lambda: CAST.piece("plate male"), "armor = 'plate male'"),
        (lambda: CAST.weapon("light sabre"), "weapon = 'light sabre'"),
        (lambda: CAST.weapon("katana", artifact="Sting"), "artifact = 'Sting'"),
        (lambda: CAST.character("Bard", "start"), "kit = "),
        (lambda: monsters_at(CAST.monsters, -40), "level = -40"),
        (lambda: split_armor(CAST.armor, share=1.5), "share = 1.5"),
        (lambda: split_armor(CAST.armor, burden=-1), "burden = -1.0"),
        (lambda: Nets([Attacker()], [Defender()]).chances(0), "sd = 0.0"),
    ],
)
def test_an_unknown_name_is_named(call, named):
    with pytest.raises(ValueError, match=named):
        call()


class TestSplits:
    def test_points_are_conserved(self):
        suits = split_armor(CAST.armor.drop(columns=["ev", "dr"]))
        assert (suits["ev"] + suits["dr"]).to_numpy() == pytest.approx(suits["ac"].to_numpy())
        beasts = split_monsters(CAST.monsters.drop(columns=["ev", "dr"]))
        assert (beasts["ev"] + beasts["dr"]).to_numpy() == pytest.approx(
            (10 - beasts["ac"]).to_numpy()
        )

    def test_shields_have_a_high_proportion_of_ev(self):
        assert CAST.armor.loc["elven shield", "ev"] > CAST.armor.loc["elven shield", "dr"]

    @pytest.mark.parametrize(("speed", "size", "ev"), [(36, "tiny", 7), (0, "gigantic", 0)])
    def test_nobodys_share_leaves_the_whole(self, speed, size, ev):
        beast = split_monsters(pd.DataFrame({"ac": [3.0], "speed": [speed], "size": [size]}))
        assert beast[["ev", "dr"]].to_numpy().tolist() == [[ev, 7 - ev]]

    def test_ones_own_numbers_stay(self):
        content = HEADER[:-1] + b",ev,dr\nrat,1,3,12,7,tiny,bite 1d3,9,\n"
        rat = fighters_of(read_monsters(content, "mine.csv"))[0].defender
        assert rat.evasion == 9
        assert rat.dr == pytest.approx(0.9)


class TestQuestions:
    def test_the_grid_is_the_single_chances(self):
        rules = Rules(luck_die="whole", monster_level=1.0)
        kits = [CAST.character(*key).attacker for key in CAST.kits.index[::7]]
        beasts = [CAST.monster(name).defender for name in CAST.monsters.index[::40]]
        kits.append(replace(kits[0], blinded=True))
        beasts += [replace(beasts[0], blinded=True), replace(beasts[0], kinds={"undead"})]
        nets = Nets(kits, beasts, rules)
        for sd, (row, kit), (column, beast) in product((5, 8), enumerate(kits), enumerate(beasts)):
            chance = attack_chance(kit, beast, sd=sd, rules=rules)
            assert nets.chances(sd)[row, column] == pytest.approx(chance, abs=1e-14)

    def test_means_are_weighted_by_who_is_met(self):
        found = Encounters(CAST).by_role("start", 4)
        met = [(CAST.monster(one), share) for one, share in monsters_at(CAST.monsters, 4).items()]
        for role in ("Ranger", "Monk"):
            kit = CAST.character(role, "start")
            ours, body = replace(kit.attacker, level=4), kit.defender
            chances = {
                "overhaul": [attack_chance(ours, beast.defender) for beast, _ in met],
                "vanilla": [vanilla.attack_chance(ours, beast.defender) for beast, _ in met],
                "hurt": [attack_chance(beast.attacker, body) for beast, _ in met],
                "hurt_vanilla": [vanilla.attack_chance(beast.attacker, body) for beast, _ in met],
            }
            for column, each in chances.items():
                plainly = sum(one * share for one, (_, share) in zip(each, met, strict=True))
                assert found.loc[role, column] == pytest.approx(plainly)

    def test_a_hug_lands_if_the_two_before_it_did(self):
        """By all outcomes of two claws."""
        owl, kit = CAST.monster("owlbear"), CAST.character("Knight", "late")
        chance = attack_chance(owl.attacker, kit.defender)
        claw, _, hug = (
            damage_distribution(strike.damage, kit.defender.armor).damage.mean
            for strike in owl.strikes
        )
        plainly = 0
        for one, other in product((0, 1), repeat=2):
            weight = np.prod([chance if hit else 1 - chance for hit in (one, other)])
            plainly += weight * ((one + other) * claw + one * other * hug)
        assert action_losses([owl], kit.defender, [chance]) == pytest.approx(plainly)

    def test_what_is_met_fits_the_depth(self):
        met = monsters_at(CAST.monsters, 10)  # at a depth of 19
        beasts = CAST.monsters.query("3 <= difficulty <= 14 and frequency > 0")
        assert set(met.index) == set(beasts.index)
        assert met.sum() == pytest.approx(1)

    def test_the_tornado_is_signed(self):
        table = tornado(read_circumstances(DATA), sd=6, at=2)
        helps = table["side"].map({"attacker": 1, "defender": -1})
        assert (np.sign(table["effect"]) == np.sign(table["points"] * helps)).all()
