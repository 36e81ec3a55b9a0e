"""Sheets in the forms in which designers keep them: what is read, what is refused.

Each form is one that a public sheet has; names and numbers are invented.
"""

import json

import pytest

from combat.units import NoColumn, Rules, Units, advice, duel, matrix
from tests.units.sheets.forms import fault_of, reading

# A sheet, and what its first unit has.
READ = {
    "other words": (
        "Unit,Health,ATK,Def,Dmg\nOrc,12,3,2,1d6",
        {"hp": 12, "attack": 3, "defense": 2},
    ),
    "underscores": ("unit_name,max_hp,atk,dfn,base_damage\nOrc,12,3,2,1d6", {"attack": 3}),
    "signs": ("Unit ⇳,HP (max),Cost:\nOrc,12,3", {"hp": 12, "cost": 3}),
    "class beside name": ("class,name,hp\nelite,Orc,12", {"name": "Orc"}),
    "id beside": ("id,Name,hp\n7,Orc,12", {"name": "Orc", "id": 7}),
    "French accents": (
        "Nom;Santé;Dégâts;Défense;Coût\nOrc;12;1d6;2;30",
        {"hp": 12, "written": "1d6", "defense": 2, "cost": 30},
    ),
    "accents apart": ("name,hp,De\u0301fense\nOrc,12,2", {"defense": 2}),
    "German": (
        "Einheit;Lebenspunkte;Angriff;Rüstung;Geschwindigkeit\nOrk;12;3;1;0,5",
        {"hp": 12, "attack": 3, "armor": 1, "speed": 0.5},
    ),
    "Chinese": (
        "ID,名称,生命值,攻击力,防御力\n1,兽人,12,3,2",
        {"name": "兽人", "hp": 12, "defense": 2},
    ),
    "wide letters": ("ｎａｍｅ,ＨＰ\nOrc,12", {"hp": 12}),
    "English beside another": ("name,名称,hp,生命\nOrc,兽人,12,9", {"name": "Orc", "hp": 12}),
    "cards": ("Card,Card Name,hp\n7,Hydra,12", {"name": "Hydra"}),
    "many comments": ("# line\n" * 20 + "name,hp\nOrc,12", {"hp": 12}),
    "an index": (",name,hp\n0,Orc,12\n1,Elf,9", {"hp": 12}),
    "nameless junk": ("name,hp,,\nOrc,12,see below,", {"hp": 12}),
    "twins": ("name,hp,note,note\nOrc,12,a,b", {"note": "a", "note_2": "b"}),
    "actions": ("name,hp,actions,notes\nOrc,12,bite,?", {"own_actions": "bite", "notes": "?"}),
    "average": ("name,hp,damage\nOrc,135 (18d10+36),9 (1d12+3)", {"hp": 135, "written": "1d12+3"}),
    "dice in brackets": ("name,hp,damage\nOrc,12,(2d6+3)", {"written": "2d6+3"}),
    "words of a range": ("name,hp,damage\nOrc,12,10 to 15", {"written": "10-15"}),
    "waves": ("name,hp,damage\nOrc,12,4~9", {"written": "4-9"}),
    "dash": ("name,hp,damage\nOrc,12,12–15", {"written": "12-15"}),
    "two columns": ("name,hp,Min Damage,Max Damage\nOrc,12,3,7", {"written": "3-7"}),
    "the larger one first": ("name,hp,Max Damage,Min Damage\nOrc,12,7,3", {"written": "3-7"}),
    "armour's leather": ("name,hp,defense\nOrc,12,15 (leather armor)", {"defense": 15}),
    "a minus sign": ("name,hp,attack\nOrc,12,−3", {"attack": -3}),
    "blanks in digits": ("name;hp\nOrc;1 234", {"hp": 1234}),
    "commas in digits": ('name,hp\nOrc,"4,508"', {"hp": 4508}),
    "points in digits": ("name;hp\nGod;1.234.567,0\nElf;5.000", {"name": "Elf", "hp": 5000}),
    "chances": ("name,hp,attack\nOrc,12,75%\nElf,9,60 %", {"attack": 0.75}),
    "quarters": ("name,hp,attack,speed\nOrc,12,1/4,3/2", {"attack": 0.25, "speed": 1.5}),
    "switches": ("name,hp,flies\nOrc,12,FALSE\nBat,3,TRUE", {"flies": 0}),
    "words for damage": ("name,hp,damage\nOrc,12,slashing", {"damage": "slashing"}),
    "words for attack": ("name,hp,attack\nOrc,12,Bite\nElf,9,Bow", {"attack": "Bite"}),
    "fast": ("name,hp,speed\nOrc,12,190.5", {"speed": 190.5}),
    "part of an action": ("name,hp,speed\nOrc,12,0.5\nElf,9,2", {"speed": 0.5}),
    "grams": ("name,hp,attack\nOrc,12,10 g\nElf,9,2 gold", {"attack": "10 g"}),
    "junk": (
        "name,hp,a,b,c,d,e\nOrc,12,NA,D3,x2,2-6,30 ft.\nElf,9,-,,1,6,8",
        {"a": "NA", "b": "D3", "c": "x2", "d": "2-6", "e": "30 ft."},
    ),
    "lists": ('name,hp,skills,drops\nOrc,12,"2,4","{\'a\': 1}"', {"skills": "2,4"}),
    "no end": ("name,hp\nOrc,12\n,\n,\n,\n", {"hp": 12}),
}


@pytest.mark.parametrize("form", READ)
def test_a_sheet_opens_as_it_stands(form):
    content, expected = READ[form]
    first = next(iter(reading(content)[0]))
    for column, value in expected.items():
        found = first.written if column == "written" else first[column]
        assert found == value, column


# Hit points at present and in full, in the words of several languages.
FULL = [
    ("salud", "saludMaxima"),
    ("vida actual", "Vida máxima"),
    ("puntos de vida", "puntos de vida máximos"),
    ("PV", "PV max"),
    ("PV actuels", "PV maximum"),
    ("vie", "vieMax"),
    ("Points de vie", "Points de vie maximum"),
    ("LP", "Max. LP"),
    ("aktuelle Lebenspunkte", "maximale Lebenspunkte"),
    ("Trefferpunkte", "Trefferpunkte (max.)"),
    ("TP", "maximale TP"),
    ("hp", "Max HP"),
    ("current_hp", "max_hp"),
    ("Health", "MaxHealth"),
    ("hp", "full hp"),
    ("vita", "vita massima"),
    ("生命值", "最大生命值"),
]


@pytest.mark.parametrize(("present", "full"), FULL)
def test_full_hit_points_are_read_and_what_is_left_of_them_is_kept(present, full):
    for headings, rows in (
        ((present, full), ("71,110", "150,150")),
        ((full, present), ("110,71", "150,150")),
    ):
        first, second = rows
        units, told = reading(f"name,{headings[0]},{headings[1]}\nMago,{first}\nOrco,{second}")
        assert [unit.hp for unit in units] == [110, 150]
        assert all(f"'{full}' is taken for hp" in one for one in told)
    nested = [
        {"name": "Mago", **{present: 71, full: 110}},
        {"name": "Orco", **{present: 90, full: 150}},
    ]
    assert [unit.hp for unit in reading(json.dumps(nested), "mine.json")[0]] == [110, 150]


@pytest.mark.parametrize(
    "points",
    [
        {"hp": {"value": 71, "max": 110}},
        {"salud": {"actual": 71, "máxima": 110}},
        {"PV": {"actuels": 71, "max": 110}},
        {"Lebenspunkte": {"aktuell": 71, "maximal": 110}},
    ],
)
def test_full_hit_points_in_a_part_are_read(points):
    assert reading(json.dumps([{"name": "Mago"} | points]), "mine.json")[0]["Mago"].hp == 110


# Sheets whose units stand in columns; each has Orc and Elf with 40 and 30 hit points.
TURNED = {
    "blank columns before": ",,name,Orc,Elf\n,,HP,40,30\n,,Range,8,5\n,,Damage,3,2",
    "a title above": "My units,,\n,Orc,Elf\nHP,40,30\nRange,4,5\nDamage,1,2",
    "rows of one's own first": "Stat,Orc,Elf\nTier,A,B\nHP,40,30\nRange,4,5",
    "groups before": ",,Orc,Elf\nbody,Health,40,30\n,Armor,1,0\narms,Attack,6,8",
    "the name below": "HP,40,30\nAttack,6,8\nName,Orc,Elf",
    "Spanish": "Nombre;Orc;Elf\nVida;40;30\nAlcance;1;2",
    "German": ";;Orc;Elf\n;Lebenspunkte;40;30\n;Angriff;6;8",
    "French": "Unité,Orc,Elf\nPV,40,30\nAttaque,6,8",
}


@pytest.mark.parametrize("form", TURNED)
def test_units_in_columns_are_read(form):
    units, told = reading(TURNED[form])
    assert {unit.name: unit.hp for unit in units} == {"Orc": 40, "Elf": 30}
    assert "units stand in columns" in told[0]


SHIPS = ["Sloop", "Defence", "Constitution"]


@pytest.mark.parametrize("names", [SHIPS, [*SHIPS, "Vitality"], ["Raft", "Life", "Kite"]])
@pytest.mark.parametrize("costs", [("wood", "iron"), ("level", "crew")])
def test_a_ship_called_constitution_is_no_row_of_hit_points(names, costs):
    rows = [[name, place + 3, 100 * place + 70] for place, name in enumerate(names)]
    text = "\n".join(",".join(map(str, row)) for row in [["name", *costs], *rows])
    assert "column 'hp': the column is missing" in fault_of(text)
    records = [dict(zip(("name", *costs), row, strict=True)) for row in rows]
    assert "column 'hp': the column is missing" in fault_of(json.dumps(records), "mine.json")


# A sheet, and the line that refuses it.
REFUSED = {
    "blanks of no order": ("name hp damage\nOrc Chief 30 4\nWolf 20 3", "name,hp"),
    "thousands": ("name,hp\nGiant,5.000\nImp,900", "row 2, column 'hp': '5.000' may be a thousand"),
    "percent": ("name,hp,attack\nOrc,12,75%\nElf,9,3", "'75%' stands among numbers above 1"),
    "no header": (
        "Orc,10,10,3\nElf,9,9,2",
        "row 1: there is no row of headings, the first one is Or",
    ),
    "two words of a name": ("Unité;Nombre;PV\nOrc;3;12", "'Unité' and 'Nombre' may both be name"),
    "a name that nobody knows": (
        "hull id,hull label,hp\n7,Hydra,9",
        "write two lines into mine.columns.csv: 'heading,as' and 'hull label,name'",
    ),
    "nothing like hp": ("name,luck,attack\nOrc,3,2", "write a heading such as hp above it"),
    "no hp": ("name,Vitalty,attack\nOrc,3,2", "column 'hp': the column is missing"),
    "which hp": (
        "name,hp,Max HP\nOrc,5,4\nElf,3,4",
        "'hp' and 'Max HP' may both be hp; say which in two lines of the file's .columns.csv: "
        "'heading,as' and 'Max HP,hp'",
    ),
    "twins of hp": (
        "name,Health,Attack,Health\nOrc,3,4,5",
        "column 'Health': several columns have this heading, and one may be hp; rename the others",
    ),
    "what dice": ("name,hp,damage\nOrc,12,9 (2d6)\nElf,9,1d6", "names 9 and dice with the mean 7"),
    "nothing": ("", "row 1: the file is empty"),
    "nobody": ("name,hp", "there are no rows under the header"),
    "only sections": ("name,hp\nForest,", "no row has a name and hit points"),
    "several values": ("name,hp\nOrc,5/8/12\nElf,9", "'5/8/12' holds several values; write one"),
    "halves": ("name,hp\nOrc,12.5\nElf,9", "or multiply the points by 2: a line 'scale,2' in"),
    "parts of damage": (
        "name,hp,damage\nOrc,12,3.5\nElf,9,7.25\nBat,2,2",
        "or multiply the points by 4: a line 'scale,4' in the file's .columns.csv does it",
    ),
    "no units at all": ("name,hp\nOrc,twelve\nElf,none", "row 2, column 'hp': 'twelve' is not a n"),
    "dates": ("name,hp,damage\nOrc,9,02.Jan\nElf,9,4. Sep", "a spreadsheet made a date of it"),
    "HTML": ("<html><body><table>", "mine.csv: this is HTML, no table; export the table as CSV"),
    "a comma more in each row": (
        "name,hp\n" + "Orc,12,\n" + "Elf,9,4\n" * 8,
        "row 3, column 3: more cells than the header has columns; quote text that holds a comma "
        "(and 7 more such rows)",
    ),
    "several faults": (
        "name,hp,armor\n" + "".join(f"Orc {row},9,0/0\n" for row in range(106)),
        "row 2, column 'armor': '0/0' may be a pair of numbers; write one, such as 0, or a line "
        "'pair,last' into the file's .columns.csv (and 105 more such cells)",
    ),
}


@pytest.mark.parametrize("form", REFUSED)
def test_what_may_be_two_things_is_refused_in_one_line(form):
    content, line = REFUSED[form]
    found = fault_of(content)
    assert line in found
    assert len(found.splitlines()) <= 2


def test_cells_are_read_without_what_stands_around_their_number():
    rows = ["'40,'6,12 dmg", "40 hp,6,12", "40 (5d8+18); tough,6,12", "40 (heavy) x,6 pts,12"]
    rows += ["40 HP (11d6+1),6,12", "5d8+18 (40),6,12"]
    text = "name,hp,attack,damage\n" + "\n".join(f"U{n},{row}" for n, row in enumerate(rows))
    units, _ = reading(text)
    assert {(unit.hp, unit.attack, unit.damage.mean) for unit in units} == {(40, 6, 12)}


def test_words_in_brackets_are_no_part_of_a_damage():
    units, _ = reading("name,hp,damage\nOrc,9,12 (fire)\nElf,9,7 (2d6)\nBat,2,1d4+1 (bite)")
    assert [unit.written for unit in units] == ["12", "2d6", "1d4+1"]
    assert "left out, as in '12 (fire)'" in units.reading.loc["damage", "caution"]


def test_words_for_nothing_are_blank():
    units, told = reading("name,hp,armor,damage\nOrc,9,None,3\nElf,9,5,n/a")
    assert ([unit.armor for unit in units], len(told)) == ([0], 1)
    assert "takes blank ones as 0" in told[0]


def test_letters_that_join_others_are_part_of_a_name():
    units, told = reading("name,hp\n👩\u200d🚀 Pilot,40\nنیم\u200cخدا,30")
    assert (units.names, told) == (["👩\u200d🚀 Pilot", "نیم\u200cخدا"], [])


def test_actions_of_a_row_that_is_left_out_are_no_fault():
    units, told = reading("name,hp\nOrc,9\nImp,0\n", actions=b"unit,action\nImp,Bite\nOrc,Hit\n")
    assert units.names == ["Orc"]
    assert "row 3, column 'hp': 0 is out of range" in told[0]


class TestRulesThatAsk:
    SAVES = "name,hp,attack,defense,damage,save\nOrc,10,5,5,1d6,3+\nElf,9,5,5,1d6,4"

    @pytest.mark.parametrize(
        "rules",
        [
            Rules(hit=lambda attacker, defender: attacker.save / 20),
            Rules(hit=lambda attacker, defender: defender.save),
            Rules(damage=lambda attacker, defender: attacker.save - 1),
            Rules(damage=lambda attacker, defender: attacker.save),
        ],
    )
    def test_a_cell_that_is_no_number_is_named_with_its_row(self, rules):
        units, _ = reading(self.SAVES)
        with pytest.raises(
            ValueError, match=r"mine\.csv, row 2, column 'save': '3\+' is no number"
        ):
            matrix(units, rules)

    def test_text_among_numbers_never_makes_text_of_them(self):
        units, _ = reading(self.SAVES.replace("3+", "-"))
        found = matrix(
            units, Rules(hit=lambda attacker, defender: 0.5 + 0.5 * (attacker.save == 4))
        )
        assert found.loc["Elf", "Orc"] > found.loc["Orc", "Elf"]

    def test_a_rule_says_which_column_it_lacks(self):
        units, _ = reading("name,hp,attack,defense\nOrc,10,5,3\nElf,9,6,2")
        with pytest.raises(NoColumn, match=r"no column 'damage'.*damage='attack less defense'"):
            matrix(units)
        rules = Rules(hit="always hits", damage="attack less defense")
        found = duel(units["Orc"], units["Elf"], rules)
        # Elf takes 3 a turn and Orc 3: after three turns Elf's 9 are gone, Orc has one left.
        assert (found.first, found.turns.mean, found.left[0].mean) == (1.0, 3.0, 1.0)

    def test_armor_that_leaves_nothing_is_told_beside_results_too(self):
        units, told = reading("name,hp,armor,damage\nOgre,59,11,2d8+4\nKnight,52,18,2d6+3")
        assert told
        assert any("leaves" in one for one in advice(units, Rules(hit="always hits")))


def test_some_of_the_units_are_units_too():
    units, _ = reading("name,hp\nOrc,3\nElf,4\nImp,5")
    assert isinstance(units[:2], Units)
    assert units[:2].names == ["Orc", "Elf"]
    assert units.only("Imp", "Orc").names == ["Imp", "Orc"]
    with pytest.raises(ValueError, match="there is no unit 'Ork'"):
        units.only("Ork")
