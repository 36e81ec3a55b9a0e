"""Items: each loadout is the unit that a designer would write by hand, whichever way it came in."""

import pickle
import warnings
from itertools import product

import pytest

from combat.dice import dice
from combat.ranking import equilibrium, win_rates
from combat.tables import TableError
from combat.units import (
    Action,
    Item,
    Rules,
    Unit,
    Units,
    advice,
    duel,
    item_worth,
    loadouts,
    matrix,
    read_units,
)
from tests.tables.test_spreadsheets import spreadsheet

SHEET = b"""name,hp,attack,defense,damage,armor,cost
Knight,24,12,12,1d8,1,10
Rogue,18,14,14,1d6,0,9
"""
ITEMS = b"""item,slot,cost,for,changes
Spear,hand,4,,"attack +2, damage +1d4"
Club,hand,2,Knight,damage x 1.5
Mail,body,5,K*,"armor x 1.5, armor +1"
Amulet,neck,3,,hp +6
"""
KNIGHT = {"hp": 24, "attack": 12, "defense": 12, "damage": "1d8", "armor": 1, "cost": 10}
ROGUE = {"hp": 18, "attack": 14, "defense": 14, "damage": "1d6", "armor": 0, "cost": 9}
HALVES = dice("1d8").map(lambda points: points * 1.5)
SURE = Rules(hit="always hits")


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings(action="ignore"):
        yield


def by_hand():
    """The 15 loadouts up to a cost of 20, each with its numbers written in code."""
    hands = {
        "": {},
        "Spear": {"attack": 2, "damage": "1d4", "cost": 4},
        "Club": {"times": 1.5, "cost": 2},
    }
    for base, hand, mail, amulet in product(("Knight", "Rogue"), hands, (0, 1), (0, 1)):
        own, more = dict(KNIGHT if base == "Knight" else ROGUE), hands[hand]
        own["cost"] += more.get("cost", 0) + 5 * mail + 3 * amulet
        if own["cost"] > 20 or (base == "Rogue" and (mail or hand == "Club")):
            continue
        own["attack"] += more.get("attack", 0)
        own["hp"] += 6 * amulet
        own["armor"] = own["armor"] * 1.5 + 1 if mail else own["armor"]
        own["damage"] = HALVES if hand == "Club" else own["damage"]
        own["damage"] = f"{own['damage']} + 1d4" if hand == "Spear" else own["damage"]
        carried = [*filter(None, [hand, "Mail" * mail, "Amulet" * amulet])]
        yield f"{base}: {', '.join(carried)}" if carried else base, own


def units(items=ITEMS, sheet=SHEET, **beside):
    return read_units(sheet, "units.csv", items=items, **beside)


def same(found, other, rules=SURE, foe=None):
    """Whether two units fight alike, each against a third."""
    foe = foe or Unit("Foe", hp=9, attack=9, defense=9, damage="1d6+1", armor=1)
    one, two = duel(found, foe, rules), duel(other, foe, rules)
    assert [one.first, one.second, one.turns.mean] == pytest.approx(
        [two.first, two.second, two.turns.mean], abs=1e-12
    )


def test_the_worked_example_has_the_units_that_one_writes_by_hand():
    found, expected = loadouts(units(), budget=20), dict(by_hand())
    assert sorted(found.names) == sorted(expected)
    assert len(found) == 15
    for unit in found:
        made = Unit(unit.name, **expected[unit.name])
        assert {name: unit[name] for name in KNIGHT} == {name: made[name] for name in KNIGHT}
    scores = matrix(found, measure="score")
    made = matrix(Units([Unit(name, **own) for name, own in expected.items()]), measure="score")
    assert abs(scores - made.loc[found.names, found.names]).to_numpy().max() < 1e-12


def test_the_worked_example_says_what_items_are_worth():
    worth = item_worth(loadouts(units(), budget=20))
    best = worth[["with", "without"]].round(3).T.to_dict("list")
    assert best == {
        "Amulet": [0.789, 0.736],
        "Mail": [0.789, 0.743],
        "Club": [0.789, 0.743],
        "Spear": [0.743, 0.789],
    }
    assert (worth["fielded"] > 0).to_dict() == {name: name != "Spear" for name in worth.index}
    assert worth["undominated"].to_dict() == (worth["fielded"] > 0).to_dict()
    assert worth.loc["Spear", "ban costs"] == 0


def test_a_ban_costs_what_its_owner_falls_short_of_an_even_game():
    imp, ogre = (Unit("Imp", hp=hp, attack=10, defense=10, damage=1) for hp in (2, 3))
    worth = item_worth(loadouts(Units([imp]), b"item,slot,changes\nRing,finger,hp +1\n"))
    assert worth.loc["Ring", "ban costs"] == pytest.approx(0.5 - duel(imp, ogre).score, abs=1e-9)


def test_items_that_all_carry_have_nobody_without():
    found = loadouts(units(), ["Amulet"]).only("Knight: Amulet", "Rogue: Amulet")
    assert item_worth(found).loc["Amulet", ["without", "ban costs"]].isna().all()
    with pytest.raises(ValueError, match="nobody carries anything"):
        item_worth(units())


def test_own_columns_say_who_carries_what_where():
    found = loadouts(units(ITEMS.replace(b"body", b"Armor").replace(b"neck", b"Main Neck")))
    texts = found.frame.loc["Knight: Spear, Mail, Amulet", ["unit", "hand", "armor_slot"]]
    assert [*texts] == ["Knight", "Spear", "Mail"]
    assert found["Knight: Amulet"].main_neck == "Amulet"
    assert (found["Knight"].hand, found["Knight"].unit) == ("", "Knight")
    assert found["Knight: Amulet"].moment.carries == ("Amulet",)


def test_products_come_before_sums_over_all_items():
    table = b'item,slot,changes\nA,a,"attack +2, hp x 1.1, speed +1"\nB,b,"attack x 1.5, hp +3"\n'
    table += b"C,c,attack x 2\n"
    found = loadouts(units(table))["Knight: A, B, C"]
    assert (found.attack, found.hp, found.speed) == (12 * 1.5 * 2 + 2, int(24 * 1.1 + 3), 2)


@pytest.mark.parametrize(
    ("written", "change", "read"),
    [
        ("1d8", "damage +2", "1d8 + 2"),
        ("1d8+1", "damage -3", "(1d8+1) - 3"),
        ("2-5", "damage +1d4", "(2-5) + 1d4"),
        ("1d8+1", "damage x 2", "(1d8+1)*2"),
        ("5", "damage +1", "6"),
        ("2", "damage -5", "-3"),
        ("1d6>=5", "damage +1d6", "(1d6>=5) + 1d6"),
    ],
)
def test_damage_is_written_as_dice_where_it_can_be(written, change, read):
    table = f"item,slot,changes\nA,a,{change}\n".encode()
    sheet = SHEET.replace(b"1d8", written.encode())
    found = loadouts(units(table, sheet))["Knight: A"]
    assert found.damage == (dice(read) if read != "-3" else dice("1") - 4)
    assert "Distribution" not in found.written or read == "-3"


def test_two_sums_and_a_product_of_damage_are_what_the_dice_say():
    table = b"item,slot,changes\nA,a,damage +1d4\nB,b,damage +1\nC,c,damage x 2\n"
    found = loadouts(units(table))["Knight: A, B, C"]
    assert found.damage == dice("2*1d8 + 1d4 + 1")
    same(found, Unit("K", **KNIGHT | {"damage": "2*1d8 + 1d4 + 1"}))


def test_a_critical_hit_doubles_the_dice_of_what_is_multiplied_and_added():
    sheet = SHEET.replace(b"1d8,", b"1d8+2,").replace(b"cost", b"cost,critical")
    sheet = sheet.replace(b",10\n", b",10,dice x2\n").replace(b",9\n", b",9,\n")
    found = loadouts(units(b'item,slot,changes\nA,a,"damage x 1.5, damage +1"\n', sheet))
    always = Rules(hit="always hits", critical=(1.0, 2))
    doubled = dice("2d8").map(lambda points: 1.5 * points + 1.5 * 2 + 1)
    plain = Unit("K", **KNIGHT | {"damage": doubled})
    foe = Unit("Foe", hp=30, attack=9, defense=9, damage="1", armor=0)
    crits = Rules(hit="always hits", critical=(1.0, 1))
    one, two = duel(found["Knight: A"], foe, always), duel(plain, foe, crits)
    assert one.turns.mean == pytest.approx(two.turns.mean, abs=1e-12)


def test_armor_may_be_dice_and_become_some():
    table = b'item,slot,changes\nA,a,"armor x 2, armor +1d4"\n'
    assert loadouts(units(table))["Knight: A"].armor == dice("1d4+2")
    rolled = loadouts(units(table, SHEET.replace(b"1d8,1,", b"1d8,1d6,")))["Knight: A"]
    assert rolled.armor == dice("2*1d6 + 1d4")


def test_an_action_keeps_its_own_damage_and_takes_the_rest():
    actions = b"unit,action,damage,uses\nKnight,Bash,3,1\n"
    table = b'item,slot,changes\nA,a,"damage +10, attack +5"\n'
    found = loadouts(units(table, actions=actions))["Knight: A"]
    bash = Action("Bash", columns=(("damage", "3"),), uses=1)
    same(found, Unit("K", **KNIGHT | {"damage": "1d8+10", "attack": 17}, actions=[bash]), Rules())


def test_columns_that_a_unit_needs_not_have_begin_at_their_default():
    table = b'item,slot,changes\nA,a,"per turn +1, again -2, reach x 0.5"\n'
    found = loadouts(units(table, SHEET.replace(b"cost", b"reach").replace(b",9\n", b",all\n")))
    assert (found["Knight: A"].per_turn, found["Knight: A"].again) == (2, -2)
    assert (found["Knight: A"].reach, found["Rogue: A"].reach) == (5, float("inf"))
    same(found["Knight: A"], Unit("K", **KNIGHT, per_turn=2, again=-2), Rules())
    blind = loadouts(units(b"item,slot,changes\nA,a,reach x 0\n"))["Rogue: A"]
    assert blind.reach == 0


STATUSES = b"status,changes\nstrong,damage x 2\nwarded,armor +3\n"


def test_what_an_item_lets_its_bearer_begin_with():
    table = b"item,slot,begins with\nHorn,neck,strong 2\nRing,finger,warded a day\n"
    found = units(table, statuses=STATUSES)
    assert not [one for unit in found for one in unit.actions]
    both = loadouts(found)["Knight: Horn, Ring"]
    made = units(
        None,
        SHEET.replace(b"cost", b"cost,begins with")
        .replace(b",10\n", b",10,strong 2; warded a day\n")
        .replace(b",9\n", b",9,\n"),
        statuses=STATUSES,
    )["Knight"]
    same(both, made)
    assert duel(both, found["Knight"], SURE).first > 0.5


def test_an_action_of_an_item_stands_at_its_rows_place():
    actions = (
        b"unit,action,damage,uses,gives\nKnight,First,1,1,\nSpear,Thrust,9,1,\nKnight,Last,2,1,\n"
    )
    found = units(actions=actions)
    assert [one.name for one in found["Knight"].actions] == ["First", "Last"]
    carrying = loadouts(found)["Knight: Spear"]
    assert [one.name for one in carrying.actions] == ["First", "Thrust", "Last"]
    own = [
        Action(name, columns=(("damage", damage),), uses=1)
        for name, damage in (("First", "1"), ("Thrust", "9"), ("Last", "2"))
    ]
    made = Unit("K", **KNIGHT | {"damage": "1d8 + 1d4", "attack": 14}, actions=own)
    assert [*carrying.actions] == own
    same(carrying, made, Rules())


def test_an_action_of_an_item_may_stand_above_one_that_can_always_be_done():
    actions = b"unit,action,damage\nSpear,Thrust,9\n*,Always,1\n"
    carrying = loadouts(units(actions=actions))["Rogue: Spear"]
    assert [one.name for one in carrying.actions] == ["Thrust", "Always"]


def test_what_an_item_alone_gives_is_not_left_out(recwarn):
    table = b"item,slot,begins with\nHorn,neck,strong\nSpear,hand,\n"
    actions = b"unit,action,gives,uses\nSpear,Hex,warded,1\n"
    with warnings.catch_warnings(action="error"):
        units(table, actions=actions, statuses=STATUSES)


GROWING = SHEET.replace(b"cost\n", b"cost,level\n").replace(b",10\n", b",10,1\n")
GROWING = GROWING.replace(b",9\n", b",9,5\n").replace(b"24,", b"20 + 4*level,")


@pytest.mark.parametrize("level", [1, 5])
def test_an_item_grows_with_the_level(level):
    table = b'item,slot,cost,changes\nA,a,2*level,"attack +level, hp +2*level"\n'
    how = {"items": table, "name": "units.csv"}
    own = {"hp": 20 + 6 * level, "attack": 12 + level, "cost": 10 + 2 * level}
    for found in (
        loadouts(read_units(GROWING, **how).at(level)),
        loadouts(read_units(GROWING, **how)).at(level),
        loadouts(read_units(GROWING, level=level, **how)),
        loadouts(read_units(GROWING, level=level, name="units.csv"), table),
    ):
        knight = found["Knight: A"]
        assert {name: knight[name] for name in own} == own


def test_each_unit_carries_items_of_its_own_level():
    table = b"item,slot,changes\nA,a,attack +level\n"
    for found in (units(table, GROWING), units(None, GROWING)):
        carrying = loadouts(found, None if found.items else table)
        assert (carrying["Knight: A"].attack, carrying["Rogue: A"].attack) == (13, 19)
        there = carrying.at({"Knight: A": 3})
        assert (there["Knight: A"].attack, there["Rogue: A"].attack) == (15, 19)
        copied = pickle.loads(pickle.dumps(carrying))  # as another process gets them
        assert [*copied.at({"Knight: A": 3})] == [*there]


def test_points_are_scaled_with_the_sheet():
    table = b'item,slot,changes,begins with\nA,a,"damage +1d4, hp +6, armor +1, attack +1",ill\n'
    actions = b"unit,action,damage,uses\nA,Cut,3,1\n"
    found = loadouts(
        units(
            table,
            columns=b"heading,as\nscale,2\n",
            actions=actions,
            statuses=b"status,loses\nill,2\n",
        )
    )["Knight: A"]
    assert (found.hp, found.armor, found.attack) == (60, 4, 13)
    assert found.damage == dice("2*1d8 + 2*1d4")
    assert found["Cut: damage"] == dice("6")
    assert found["ill: loses"] == dice("4")


class TestRefusals:
    def of(self, table, sheet=SHEET, **beside):
        with pytest.raises(TableError) as error:
            units(table, sheet, **beside)
        return str(error.value)

    @pytest.mark.parametrize(
        ("row", "column", "said"),
        [
            ("A,a,1,Night,hp +1", "for", "'Night' is not known; did you mean 'Knight'"),
            ("A,a,1,N*,hp +1", "for", "the pattern 'N*' matches nothing"),
            ("A,a,1,,hp plus", "changes", "'hp plus' is no change; write attack -2"),
            ("A,a,1,,luck +1", "changes", "'luck' is not known"),
            ("A,a,1,,cost +1", "changes", "cost has a column of its own"),
            ("A,a,1,,count +1", "changes", "count is changed by no item"),
            ("A,a,1,,hp -18", "changes", "Rogue: hp: 0 is out of range"),
            ("A,a,1,,per turn x 0", "changes", "per turn"),
            ("A,a,1,,fire taken x 2", "changes", "only a status changes fire taken"),
            ('A,a,1,,"hp +1, hp +2"', "changes", "a column is changed twice"),
            ("A,a,1,,attack +1d4", "changes", "1d4"),
            ("A,a,-1,,hp +1", "cost", "-1"),
            ("A,,1,,hp +1", "slot", "empty"),
            (",a,1,,hp +1", "item", "empty"),
            ("Knight,a,1,,hp +1", "item", "a unit is called 'Knight', too"),
        ],
    )
    def test_a_fault_names_file_row_and_column(self, row, column, said):
        fault = self.of(("my.items.csv", f"item,slot,cost,for,changes\n{row}\n".encode()))
        assert f"my.items.csv, row 2, column '{column}'" in fault
        assert said in fault
        assert fault.count("\n") == 0

    def test_all_faults_of_all_tables_are_told_together(self):
        table = b"item,slot,cost,changes\nA,a,x,\nB,b,,luck +1\na,a,,\n"
        fault = self.of(table, actions=b"unit,action\nElf,Bow\n")
        assert [line.partition(":")[0] for line in fault.splitlines()] == [
            "items, row 2, column 'cost'",
            "items, row 3, column 'changes'",
            "items, row 4, column 'item'",
            "actions, row 2, column 'unit'",
        ]

    def test_a_slot_twice(self):
        assert "slot" in self.of(b"item,slot,Slot\nA,a,a\n")

    def test_a_status_that_nobody_knows(self):
        assert "'strong' is not known" in self.of(b"item,slot,begins with\nA,a,strong\n")

    def test_an_action_that_no_bearer_comes_to(self):
        actions = b"unit,action,damage\n*,Always,1\nSpear,Thrust,9\n"
        fault = self.of(ITEMS, actions=actions)
        assert "row 3, column 'action': 'Knight: Spear' never comes to it" in fault

    def test_an_action_that_its_bearer_has_already(self):
        actions = b"unit,action,damage,uses\nKnight,Cut,1,1\nSpear,Cut,9,1\n"
        assert "'Knight: Spear' has 'Cut' in row 2 already" in self.of(ITEMS, actions=actions)

    def test_a_number_that_a_unit_has_not(self):
        sheet = SHEET.replace(b"cost", b"dex").replace(b",9\n", b",\n")
        fault = self.of(b"item,slot,changes\nA,a,dex +1\n", sheet)
        assert "items, row 2, column 'changes': units.csv, row 3, column 'dex': 'nan'" in fault
        assert units(b"item,slot,for,changes\nA,a,Knight,dex +1\n", sheet).items["A"].changes

    def test_too_many_loadouts_are_counted(self):
        rows = [f"I{slot}{at},s{slot},1" for slot in range(4) for at in range(5)]
        many = units("\n".join(["item,slot,cost", *rows]).encode())
        with pytest.raises(ValueError, match=f"^{2 * 6**4:,} loadouts are too many: take at most"):
            loadouts(many)
        pairs = 1 + 20 + 6 * 25  # up to two items of four slots
        assert len(loadouts(many, budget=11)) == 21 + pairs
        rows = [f"I{at},s{at}" for at in range(25)]
        with pytest.raises(ValueError, match="at least 100,000 loadouts"):
            loadouts(units("\n".join(["item,slot", *rows]).encode()))

    def test_a_budget_that_buys_nobody_and_one_that_is_none(self):
        with pytest.raises(ValueError, match="budget = 8 buys nobody"):
            loadouts(units(), budget=8)
        with pytest.raises(ValueError, match="budget"):
            loadouts(units(), budget=-1)

    def test_units_without_items(self):
        with pytest.raises(ValueError, match="no items lie beside these units"):
            loadouts(units(None))
        with pytest.raises(ValueError, match="'Speer' is not known; did you mean 'Spear'"):
            loadouts(units(), ["Speer"])

    def test_a_column_called_unit_and_slots_that_clash(self):
        with pytest.raises(ValueError, match="'unit' says whose a loadout is"):
            loadouts(Units([Unit("Imp", hp=1, unit="infantry")]), b"item,slot\nA,a\n")
        with pytest.raises(ValueError, match="two columns would be called 'hp_slot'"):
            loadouts(units(b"item,slot\nA,hp slot\nB,hp\n"))

    def test_an_item_in_code_is_checked(self):
        with pytest.raises(ValueError, match="Ring: changes: cost has a column of its own"):
            Item("Ring", "finger", changes=(("cost", "+", 1),))
        with pytest.raises(ValueError, match="Ring has no 'luck': it has cost, hp"):
            Item("Ring", "finger", changes=(("hp", "+", 1),)).changed(luck=1)


class TestWaysIn:
    """However the table comes in, the loadouts are the same."""

    EXPECTED = sorted(name for name, _ in by_hand())

    def is_it(self, found):
        assert sorted(loadouts(found, budget=20).names) == self.EXPECTED

    def test_beside_the_sheet_and_left_out(self, tmp_path):
        (tmp_path / "units.csv").write_bytes(SHEET)
        (tmp_path / "units.items.csv").write_bytes(ITEMS)
        self.is_it(read_units(tmp_path / "units.csv"))
        assert not read_units(tmp_path / "units.csv", items=None).items
        self.is_it(read_units(tmp_path / "units.csv").only("Rogue", "Knight"))

    def test_a_path_bytes_and_a_pair(self, tmp_path):
        path = tmp_path / "gear.csv"
        path.write_bytes(ITEMS)
        for one in (path, str(path), ITEMS, ("gear.csv", ITEMS)):
            self.is_it(units(one))
            assert sorted(loadouts(units(None), one, budget=20).names) == self.EXPECTED

    def test_a_sheet_of_a_workbook(self):
        rows = [
            [float(cell) if cell.isdigit() else cell for cell in line.split(",")]
            for line in SHEET.decode().splitlines()
        ]
        gear = [["item", "slot", "cost", "for", "changes"]]
        gear += [["Spear", "hand", 4, None, "attack +2, damage +1d4"]]
        gear += [["Club", "hand", 2, "Knight", "damage x 1.5"]]
        gear += [
            ["Mail", "body", 5, "K*", "armor x 1.5, armor +1"],
            ["Amulet", "neck", 3, "", "hp +6"],
        ]
        self.is_it(read_units(spreadsheet(Units=rows, Items=gear), "game.xlsx"))

    def test_units_in_code_and_items_by_name(self):
        made = Units([Unit("Knight", **KNIGHT), Unit("Rogue", **ROGUE)])
        assert sorted(loadouts(made, ITEMS, 20).names) == self.EXPECTED
        assert loadouts(units(), ["Am*"]).names == [
            "Knight",
            "Knight: Amulet",
            "Rogue",
            "Rogue: Amulet",
        ]
        assert loadouts(units(), []).names == ["Knight", "Rogue"]


def test_changes_in_code_are_carried_on():
    found = units().changed("Knight", hp=30).changed("Amulet", hp=10, cost=1)
    carrying = loadouts(found)["Knight: Amulet"]
    assert (carrying.hp, carrying.cost) == (40, 11)
    assert units()["Knight"] == found.changed("Knight", hp=24)["Knight"]


def test_a_status_that_changes_changes_in_the_hands_of_all():
    actions = b"unit,action,gives,uses\nKnight,Curse,weak,1\nSpear,Hex,weak,1\n"
    found = units(actions=actions, statuses=b"status,changes\nweak,attack -2\n")
    changed = loadouts(found.changed("Knight", **{"weak: attack": -5}))
    assert {unit["weak: attack"] for unit in changed if "Spear" in unit.moment.carries} == {-5}


def test_names_may_have_commas_and_colons():
    sheet = SHEET.replace(b"Knight", b'"Sir Kay, bold"')
    table = b'item,slot,for,changes\n"Sword: +1, old",hand,"Sir Kay, bold",attack +1\n'
    table += b'Cap,head,"Rogue, Sir*",hp +1\n'
    found = loadouts(units(table, sheet))
    assert found.names == [
        "Sir Kay, bold",
        "Sir Kay, bold: Cap",
        "Sir Kay, bold: Sword: +1, old",
        "Sir Kay, bold: Sword: +1, old, Cap",
        "Rogue",
        "Rogue: Cap",
    ]
    best = equilibrium(win_rates(matrix(found, measure="score")))
    assert best.mix.sum() == pytest.approx(1)


def test_a_unit_without_a_cost_costs_what_it_carries():
    found = loadouts(
        units(sheet=SHEET.replace(b"Rogue,18,14,14,1d6,0,9", b"Rogue,18,14,14,1d6,0,"))
    )
    assert found["Rogue: Spear"].cost == 4
    assert found["Rogue"].cost != found["Rogue"].cost


def test_advice_knows_items():
    sheet = SHEET.replace(b"cost", b"luck")
    found = units(b'item,slot,changes\nA,a,"luck +1, hp +1"\nB,b,\n', sheet)
    told = [line for line in advice(found, SURE) if "'A'" in line or "'B'" in line]
    assert told == ["item 'A' changes 'luck', which no rule asks for"]
