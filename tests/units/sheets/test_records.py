"""Records in the forms that games keep: what is a unit, what it is called, and what is refused.

Each form is one that a public file has; names and numbers are invented.
"""

import json
import time
from itertools import pairwise

import pytest

from combat.tables import TableError
from combat.units import read_units
from tests.units.sheets.forms import fault_of, reading

ACCENT = "e\u0301"  # é as two signs
WORDS = ["nome", "nombre", "nom", "Name", "display_name", "displayName", "title", "名称", "label"]
WORDS += ["bezeichnung", "Einheit", "имя", "unit name", "namn", "titre", "intitul" + ACCENT]


def of_records(value, name="mine.json", **how):
    content = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return reading(content, name, **how)


def hps(units):
    return {unit.name: unit.hp for unit in units}


class TestNames:
    @pytest.mark.parametrize("word", WORDS)
    @pytest.mark.parametrize("keys", [("1", "2"), ("mon_ghoul", "mon_wolf"), ("g-01", "w-02")])
    def test_records_that_are_kept_by_keys_are_called_by_their_name(self, word, keys):
        records = [{word: "Ghoul", "hp": 10}, {word: "Wolf", "hp": 15}]
        units, _ = of_records(dict(zip(keys, records, strict=True)))
        assert hps(units) == {"Ghoul": 10, "Wolf": 15}
        units, _ = of_records({"version": 3, "units": dict(zip(keys, records, strict=True))})
        assert hps(units) == {"Ghoul": 10, "Wolf": 15}

    @pytest.mark.parametrize("word", ["class", "model", "card", "hero"])
    def test_a_kind_is_a_name_only_beside_numbers(self, word):
        records = [{word: "undead", "hp": 10}, {word: "beast", "hp": 15}]
        units, _ = of_records(dict(zip(["Ghoul", "Wolf"], records, strict=True)))
        assert hps(units) == {"Ghoul": 10, "Wolf": 15}
        units, _ = of_records(dict(zip("12", records, strict=True)))
        assert hps(units) == {"undead": 10, "beast": 15}

    def test_the_same_title_twice_is_no_name(self):
        lord = {"title": "Lord", "hp": 3}
        assert hps(of_records({"Ann": lord, "Bob": lord})[0]) == {"Ann": 3, "Bob": 3}

    def test_the_name_may_stand_in_a_part_or_in_languages(self):
        parts = {"1": {"info": {"nombre": "Ghoul"}, "hp": 10}, "2": {"info": {"nombre": "Wolf"}}}
        assert of_records(parts)[0].names == ["Ghoul"]
        spoken = {"1": {"nom": {"fr": "Goule", "en": "Ghoul"}, "hp": 10}}
        assert of_records({"u": spoken | {"2": {"nom": {"fr": "Loup"}, "hp": 3}}})[0].names == [
            "Ghoul"
        ]

    def test_what_a_unit_has_does_not_name_it(self):
        records = {
            "Ghoul": {"hp": 9, "axe": {"name": "A"}},
            "Wolf": {"hp": 8, "axe": {"name": "B"}},
        }
        assert hps(of_records(records)[0]) == {"Ghoul": 9, "Wolf": 8}

    def test_a_number_that_is_taken_for_a_name_is_told(self):
        units, told = of_records({"1": {"hp": 9, "lore": "x"}, "2": {"hp": 8, "lore": "x"}})
        assert units.names == ["1", "2"]
        assert any("'key' is taken for name" in one for one in told)
        mapped = of_records({"1": {"hp": 9, "lore": "Imp"}}, columns={"name": "lore"})[0]
        assert mapped.names == ["Imp"]


class TestPlaces:
    IMP, BAT = {"name": "Imp", "hp": 10}, {"name": "Bat", "hp": 6}
    TREANT, GOLEM = {"name": "Treant", "hp": 80}, {"nombre": "Golem", "vida": 90}

    @pytest.mark.parametrize(
        ("value", "units"),
        [
            (
                {
                    "forest": {"name": "Forest", "enemies": [IMP], "boss": TREANT},
                    "cave": {"name": "Cave", "enemies": [BAT], "boss": TREANT | {"name": "Ent"}},
                },
                {"Imp": 10, "Treant": 80, "Bat": 6, "Ent": 80},
            ),
            ([{"name": "Crypt", "boss": GOLEM}, {"name": "Lake", "boss": GOLEM}], {"Golem": 90}),
            ([{"area": "Forest", "monsters": [IMP, BAT]}], {"Imp": 10, "Bat": 6}),
            ({"a": {"enemies": [IMP], "boss": {"hp": 70}}}, {"Imp": 10, "boss": 70}),
            (
                {"levels": [{"name": "L1", "spawns": {"imp": {"hp": 3}, "bat": {"hp": 4}}}]},
                {"imp": 3, "bat": 4},
            ),
        ],
    )
    def test_an_area_is_no_unit_and_those_in_it_are(self, value, units):
        found, told = of_records(value)
        assert {name: hp for name, hp in hps(found).items() if "(2)" not in name} == units
        assert any("the records have no hit points of their own; units are" in one for one in told)

    @pytest.mark.parametrize("part", ["stats", "vitals", None])
    def test_a_unit_with_a_horse_or_a_squad_stays_one(self, part):
        own = {part: {"hp": 12}} if part in ("stats", None) and part else {"hp": 12}
        riders = [{"name": "Rider", **own, "mount": {"name": "Horse", "hp": 20}}]
        riders += [{"name": "Pack", **own, "members": [{"name": "Rat", "hp": 2}]}]
        assert hps(of_records(riders)[0]) == {"Rider": 12, "Pack": 12}


class TestParts:
    def test_marks_beside_the_numbers_of_a_fight_are_no_attack(self):
        for block in ("info", "ratings", "general", "overview"):
            ann = {"name": "Ann", block: {"attack": 8, "defense": 4}, "stats": {"hp": 500}}
            units, told = of_records([ann, ann | {"name": "Bob", "stats": {"hp": 700}}])
            assert not {"attack", "defense"} & {*units.columns}
            assert units["Ann"].more[f"{block}_attack"] == 8
            assert any(f"'attack' of '{block}' is kept as your own" in one for one in told)

    def test_of_two_attacks_that_beside_the_hit_points_is_read(self):
        for block in ("info", "ratings", "max", "wild"):
            ann = {"name": "Ann", block: {"attack": 8}, "stats": {"hp": 500, "attack": 60}}
            assert of_records([ann])[0]["Ann"].attack == 60

    def test_numbers_in_blocks_of_one_unit_are_read_together(self):
        ann = {"name": "Ann", "combat": {"attack": 8}, "attributes": {"hp": 500}}
        assert of_records([ann])[0]["Ann"].attack == 8
        info = {"name": "Ann", "hp": 9, "info": {"attack": 8}}
        assert of_records([info])[0]["Ann"].attack == 8

    def test_two_numbers_in_a_list_are_a_range_of_damage(self):
        units, _ = of_records([{"name": "Raider", "hp": 9, "damage": [4, 7]}])
        assert (units["Raider"].written, units["Raider"].damage.mean) == ("4-7", 5.5)


COLUMNS = [
    {"name": ["Orc", "Elf"], "hp": [40, 30]},
    {"units": {"nombre": ["Orc", "Elf"], "vida": [40, 30]}, "v": 1},
    {"name": {"0": "Orc", "1": "Elf"}, "hp": {"0": 40, "1": 30}},
    {"hp": {"Orc": 40, "Elf": 30}, "attack": {"Orc": 4, "Elf": 3}},
]


@pytest.mark.parametrize("value", COLUMNS)
def test_records_in_columns_are_read(value):
    assert hps(of_records(value)[0]) == {"Orc": 40, "Elf": 30}


@pytest.mark.parametrize(
    ("name", "content", "row", "key"),
    [
        ("a.json", '[{"name": "Orc",\n "hp": 40,\n "hp": 4}]', 3, "hp"),
        ("a.json", '{"Orc": {"hp": 40},\n "Elf": {"hp": 3}, "Orc": {"hp": 4}}', 2, "Orc"),
        ("a.json", '[\n{"name": "x: {", "hp": 1, "\\u0068p": 2}]', 2, "hp"),
        ("a.json", '// units\n[{"name": "Orc", "hp": 40, /* {\n */ "hp": 4,}]', 3, "hp"),
        ("a.jsonl", '{"name": "Orc", "hp": 4}\n{"name": "Elf", "hp": 4, "name": "E"}', 2, "name"),
        ("a.yaml", "- name: Orc\n  hp: 40\n  hp: 4\n", 3, "hp"),
        ("a.yaml", "Orc: {hp: 40}\nElf:\n  hp: 3\nOrc:\n  hp: 4\n", 4, "Orc"),
        ("a.yml", "1: {name: A, hp: 3}\n1: {name: B, hp: 3}\n", 2, "1"),
    ],
)
def test_a_key_that_is_given_twice_is_refused_with_its_row(name, content, row, key):
    said = fault_of(content, name)
    assert said == (
        f"{name}, row {row}: '{key}' is given twice in one record; leave one out, or rename it"
    )


class TestYaml:
    def test_a_plain_value_counts_as_it_is_written(self):
        text = "- {name: No, hp: 010, version: 1.10, time: 1:30, born: 2020-01-02, flies: no}\n"
        text += "- {name: 007, hp: 1_000, version: 1.20, time: 12:05, born: ~, flies: yes}\n"
        units, _ = of_records(text, "mine.yaml", columns={"text": ["version", "time", "born"]})
        no, bond = units
        assert (no.name, no.hp, no.version, no.time) == ("No", 10, "1.10", "1:30")
        assert (no.born, no.flies) == ("2020-01-02", 0)
        assert (bond.name, bond.hp, bond.version, bond.time) == ("007", 1000, "1.20", "12:05")
        assert (bond.born, bond.flies) == ("", 1)

    def test_a_key_counts_as_it_is_written(self):
        units, _ = of_records("No: {hp: 3}\nOff: {hp: 4}\n1:20: {hp: 5}\n", "mine.yaml")
        assert hps(units) == {"No": 3, "Off": 4, "1:20": 5}

    def test_what_is_no_number_is_refused_as_it_is_written(self):
        assert "'1:30' is not a number" in fault_of("- {name: Orc, hp: 1:30}", "mine.yaml")
        assert "'No' is not a number" in fault_of("- {name: Orc, hp: No}", "mine.yaml")

    def test_numbers_in_lists_stay_numbers(self):
        text = "- {name: Orc, hp: 3, damage: [4, 7], loot: [axe, 2.50]}"
        orc = of_records(text, "mine.yaml")[0]["Orc"]
        assert (orc.written, orc.loot) == ("4-7", '["axe", 2.50]')

    def test_what_is_brought_in_is_there_and_may_be_changed(self):
        text = "base: &b {hp: 9, attack: 3}\nunits:\n- {<<: *b, name: Orc}\n"
        text += "- {name: Elf, hp: 4, <<: [*b, {armor: 1}]}\n"
        units, _ = of_records(text, "mine.yaml", sheet="units")
        found = [(unit.name, unit.hp, unit.attack, unit.armor) for unit in units]
        assert found == [("Orc", 9, 3, 0), ("Elf", 4, 3, 1)]

    @pytest.mark.parametrize("times", [9, 40])
    def test_a_few_lines_that_bring_each_other_in_take_no_time(self, times):
        lines = ["a: &a {k0: 1, k1: 1, k2: 1, k3: 1, k4: 1}"]
        lines += [
            f"{b}: &{b} {{<<: [{', '.join(['*' + a] * times)}], {b}: 1}}"
            for a, b in pairwise("abcdefghijklm")
        ]
        begun = time.process_time()
        said = fault_of("\n".join(lines), "mine.yaml")
        assert time.process_time() - begun < 1
        assert len(said.splitlines()) == 1

    def test_many_that_bring_in_ever_more_are_refused_soon(self):
        lines = ["a0: &a0 {k0: 1}"]
        lines += [f"a{n}: &a{n} {{<<: *a{n - 1}, k{n}: 1}}" for n in range(1, 800)]
        begun = time.process_time()
        assert "are too many for a table" in fault_of("\n".join(lines), "mine.yaml")
        assert time.process_time() - begun < 3

    def test_what_brings_in_itself_is_refused(self):
        for text in ("a: &a {<<: *a, name: x, hp: 1}", "a: {<<: 3, hp: 2}"):
            assert "the file is no YAML" in fault_of(text, "mine.yaml")


class TestAccents:
    def test_both_spellings_are_one_heading(self):
        orc = {"name": "Orc", "hp": 9, "d\u00e9g\u00e2ts": "1d6"}
        elf = {"name": "Elf", "hp": 9, f"d{ACCENT}ga\u0302ts": "1d4"}
        for escaped in (True, False):
            units, _ = of_records(json.dumps([orc, elf], ensure_ascii=escaped))
            assert [unit.written for unit in units] == ["1d6", "1d4"]

    def test_both_spellings_are_one_unit(self):
        text = f"name,hp\n{ACCENT.upper()}lan,3\nBob,4\n".encode()
        actions = "unit,action,times\n\u00c9lan,Bite,3\n".encode()
        units, told = reading(text, actions=("a.csv", actions))
        assert (units["\u00c9lan"]["Bite: times"], told) == (3, [])
        units, told = reading(f"name,hp\n{ACCENT}lan,3\n\u00e9lan,4\n")
        assert units.names == ["\u00e9lan", "\u00e9lan (2)"]
        assert "a name that is there already" in told[0]

    def test_a_mapping_may_spell_a_heading_either_way(self):
        for written, mapped in (("D\u00e9g", f"D{ACCENT}g"), (f"D{ACCENT}g", "D\u00e9g")):
            units, _ = reading(f"name,hp,{written}\nOrc,9,4", columns={"damage": mapped})
            assert units["Orc"].damage.mean == 4


def test_an_rpg_makers_enemies_have_names_for_their_params():
    enemies = b"""[null, {"id": 1, "name": "Bat", "params": [100, 5, 30, 26, 16, 10, 24, 20]},
    {"id": 2, "name": "Slime", "params": [150, 0, 35, 20, 16, 11, 20, 20]}]"""
    with pytest.warns(UserWarning, match="'params' are read as RPG Maker's: hp, mp, attack, ..."):
        bat, slime = read_units(enemies, "Enemies.json")
    assert (bat.hp, bat.attack, bat.defense, bat.mp, bat.agility) == (100, 30, 26, 5, 24)
    assert (slime.hp, slime.magic_attack, slime.magic_defense, slime.luck) == (150, 16, 11, 20)
    with pytest.raises(TableError, match="no list of records"):
        read_units(enemies.replace(b", 20]", b"]"), "Enemies.json")


def test_dice_under_attack_are_the_damage_where_nothing_else_is():
    sheet = b"name,HP,ATT,DEF\nGoblin,20,3-7,1\nOrc,40,8-14,3\n"
    with pytest.warns(UserWarning, match="'ATT' holds dice or ranges: taken for the damage"):
        goblin, _ = read_units(sheet, "a.csv")
    assert (goblin.damage.quantile(0), goblin.damage.quantile(1), goblin.defense) == (3, 7, 1)
    both = sheet.replace(b"DEF", b"damage")
    with pytest.warns(UserWarning, match="'ATT' holds dice or ranges: kept as your own column"):
        goblin, _ = read_units(both, "a.csv")
    assert goblin.role("damage").mean == 1


def test_the_first_of_some_attacks_is_the_plain_blow():
    goblin = {
        "name": "Goblin",
        "hp": 7,
        "attacks": [{"to_hit": 4, "damage": "1d6+2"}, {"damage": 9}],
    }
    orc = {"name": "Orc", "hp": 15, "attacks": [{"name": "Axe", "to_hit": 5, "damage": "1d12"}]}
    with pytest.warns(UserWarning, match="the first of 'attacks' is the plain blow"):
        units = read_units(json.dumps([goblin, orc]).encode(), "a.json")
    assert [(one.attack, one.written) for one in units] == [(4, "1d6+2"), (5, "1d12")]
    armed = [one | {"damage": 3} for one in (goblin, orc)]
    units = read_units(json.dumps(armed).encode(), "a.json")
    assert [one.written for one in units] == ["3", "3"]
