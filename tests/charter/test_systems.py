"""Each measure of units answers as the functions of `combat.units` do."""

from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from combat import luck, nethack, osdl
from combat.charter import MEASURES, judge, read_charter
from combat.charter.__main__ import main
from combat.charter.measures import BLOW, DAY, ONE, SIDES, TWO
from combat.charter.mends.keeping import _excluding
from combat.charter.mends.query import Query
from combat.charter.verdicts import folded
from combat.patch.__main__ import main as patched
from combat.ranking import equilibrium, ladder_and_circle
from combat.units import Rules, Unit, Units, battle, campaign, duel, encounter, matrix, read_units
from combat.units.which_rules import guessed
from combat.workbook import Game
from tests.charter.rows import HEADER, charter_of, verdicts_of, written

FOLDER = Path("data/own_game")
FILES = {one.name: one.read_bytes() for one in FOLDER.glob("*.csv")}
UNITS = read_units(FOLDER / "units.csv")
HEAD = b"name,hp,attack,defense,damage\n"
ASKED = {SIDES: "Knight,Maul", TWO: "Knight,Maul", BLOW: "Knight,Maul", DAY: "Knight,2 Militia"}


D20 = "d20 against printed armour class", Rules(hit="d20 against printed armour class")
SURE_LESS = Rules(hit="always hits", damage="attack less defense")
IS_DAMAGE = Rules(hit="always hits", damage="attack is the damage")


def values(*rows, files=FILES):
    return [one.value for one in verdicts_of(*rows, files=files)]


def chance(cells, given="", files=FILES):
    return values(f"x,{cells},0,1,{given},", files=files)[0]


@pytest.mark.parametrize("measure", MEASURES.values(), ids=MEASURES)
def test_every_measure_is_answered(measure):
    who = ASKED.get(measure.of, "Knight," if measure.of == ONE else ",")
    least, most = (0, 1) if measure.unit == "chance" else ("-1e6", "1e6")
    row = f"x,units,{who},{measure.name},{least},{most},,600"
    assert [one.verdict for one in verdicts_of(row, files=FILES)] == ["holds"]


def test_rules_in_a_row():
    rules = Rules(hit="d20 against armour class", critical=(0.1, 3), spread=0.2, least=2)
    given = "hit=d20 against armour class; critical=10 % x 3; spread=20 %; least=2"
    expected = duel(UNITS["Knight"], UNITS["Maul"], rules).first
    assert chance("units,Knight,Maul,win", given) == pytest.approx(expected)


def test_ranks_the_mix_and_the_ladder_of_all_and_of_some():
    scores = matrix(UNITS, measure="score")
    assert sorted(values("x,units,*,,rank,1,14,,")) == list(range(1, 15))
    mix = equilibrium(scores).mix
    assert chance("units,Maul,,equilibrium weight") == pytest.approx(mix["Maul"], abs=1e-9)
    some = ["Knight", "Duelist", "Maul"]
    shares = ladder_and_circle(scores.loc[some, some])
    given = '"units=Knight,Duelist, Maul"'  # a row is CSV: what holds commas is quoted
    assert chance("units,,,ladder share", given) == pytest.approx(shares.ladder_share)
    expected = scores.loc["Knight", some[1:]].mean()
    assert chance("units,Knight,,field score", given) == pytest.approx(expected)
    assert chance("units,,,circle share", given) == pytest.approx(shares.circle_share)


def test_twins_share_a_rank():
    lines = (f"{name},{hp},9,9,1" for name, hp in zip("ABCD", (5, 6, 6, 4), strict=True))
    files = {"units.csv": HEAD + "\n".join(lines).encode()}
    assert values("x,units,*,,rank,1,4,,", files=files) == [3, 1, 1, 4]


def test_what_one_price_buys():
    bought = chance("units,Knight,Guard,score", "cost=200; rounds=30")
    counted = chance("units,1 Knight,2 Guard,score", "rounds=30; method=exact")
    assert bought == pytest.approx(counted)
    sheet = HEAD.replace(b"damage", b"damage,cost") + b"A,5,9,9,1,0.1\nB,6,9,9,1,0.3\n"
    files = {"units.csv": sheet}  # three times 0.1 is more than 0.3 to a computer
    assert chance("units,A,B,win", "cost=0.3", files) == chance("units,3 A,1 B,win", "", files)


@pytest.mark.parametrize(
    ("given", "pairs"),
    [
        ("", "AB"),
        ("order=faster", "AB"),
        ("order=first", "AB BA"),
        ("order=exchange", "AB BA"),
        ("rules=own.py:FIGHT", "AB BA"),
    ],
)
def test_each_attacks_each_where_it_matters(tmp_path, given, pairs):
    """Each pair was asked once, also where one that attacks the other never ends."""
    own = (
        "from combat.units import Rules, Unit, duel\n"
        "WALL = Unit('Wall', hp=9, attack=0, defense=9, damage=1)\n"
        "def fight(first, second):\n"
        "    return duel(WALL, WALL) if first.name == 'B' else duel(first, second)\n"
        "FIGHT = Rules(fight=fight)\n"
    )
    units = HEAD + b"A,5,9,9,1\nB,6,9,9,1"
    row = f"no duel drags on,units,*,*,turns,,30,{given},"
    found = judge(read_charter(written(tmp_path, row, units=units, own=own)).claims)
    assert [one.claim.first + one.claim.second for one in found] == pairs.split()
    never = ["broken"] if "rules" in given else ["holds"] * (len(found) - 1)
    assert [one.verdict for one in found] == ["holds", *never]


def test_hit_points_left_are_sampled_where_the_duel_is(monkeypatch):
    """The mean of 10,000 fights with dice was called exact."""
    files = {"units.csv": HEAD + b"A,5,9,9,1d2\nB,6,9,9,1d2"}
    row = "x,units,A,B,hit points left,0.5,4,order=exchange,2000"
    (exact,) = verdicts_of(row, files=files)
    monkeypatch.setattr("combat.units.engine.ends.MOST_BYTES", 0)
    (found,) = verdicts_of(row, files=files)
    assert (exact.method, found.method) == ("exact", "sampled")
    assert found.low < exact.value < found.high
    assert found.label == exact.label == "hit points left"
    asked = row.replace("exchange", "both; method=sampled")
    assert verdicts_of(asked, files=files)[0].method == "sampled"


def test_a_fight_that_rolls_is_asked_for_every_measure_of_two_sides(tmp_path):
    """`survives` had no answer."""
    own = (
        "import numpy as np\nfrom combat.battle import Odds\nfrom combat.units import Rules\n"
        "def fight(first, second):\n"
        "    points = np.array([[5, 0, 0, 2], [0, 3, 0, 1]])\n"
        "    return Odds.rolled(np.repeat(points, 50, axis=1))\n"
        "OWN = Rules(fight=fight)\n"
    )
    names = [one.name for one in MEASURES.values() if one.of == SIDES and one.name != "turns"]
    rows = (f"x,units,Imp,Ogre,{name},0,1,rules=own.py:OWN," for name in names)
    path = written(tmp_path, *rows, own=own)
    found = {one.claim.measure: one.value for one in judge(read_charter(path).claims)}
    quarter = dict.fromkeys(("win", "lose", "draw", "undecided"), 0.25)
    means = {"score": 0.5, "lead": 0, "survives": 0.5, "lost": 0.5, "lost if won": 0}
    assert found == quarter | means


@pytest.mark.parametrize(
    ("sheet", "name", "rules"),
    [
        (b"name,hp,attack,defense,damage\nOrc,15,5,13,1d12+3\nElf,9,4,15,1d8\n", *D20),
        (b"name,hp,attack,defense\nOrc,15,5,3\nElf,9,4,1\n", "attack less defense", SURE_LESS),
        (b"name,hp,attack\nOrc,15,5\nElf,9,4\n", "attack is the damage", IS_DAMAGE),
    ],
)
def test_a_charter_guesses_as_pages_do_and_says_so(sheet, name, rules, tmp_path, capsys):
    """The page was made by a guessed rule, and the charter refused the sheet, or took another."""
    units = read_units(sheet, "units.csv")
    row = "x,units,Orc,Elf,win,0,1,,\n"
    (alone,) = verdicts_of(row, files={"units.csv": sheet})
    assert alone.value == pytest.approx(duel(units["Orc"], units["Elf"], rules).first)
    assert Game(sheet, "units.csv").rules[name] == rules
    (tmp_path / "units.csv").write_bytes(sheet)
    (tmp_path / "units.charter.csv").write_text(f"{HEADER}\n{row}")
    assert main([str(tmp_path / "units.charter.csv")]) == 0
    assert f"Units by the rule '{name}', guessed from the numbers" in capsys.readouterr().out
    first, second = ((tmp_path / one).write_bytes(sheet) for one in ("a.csv", "b.csv"))
    assert first == second
    (tmp_path / "b.csv").write_bytes(sheet.replace(b"Orc,15", b"Orc,16"))
    assert patched([str(tmp_path / "a.csv"), str(tmp_path / "b.csv")]) == 0
    assert f"By the rule '{name}', guessed from the numbers" in capsys.readouterr().out


SURE = "hit=always hits"


def fallen_by_hand(mine, theirs):
    """(won, lost, lost and won) of `mine` against `theirs`, one hit point each, all sure hits.

    Each side's strikes at once fell as many as are chosen at random; two may choose the same.
    """
    if not mine or not theirs:
        return np.array([mine > 0, 0, 0], float)
    found = np.zeros(3)
    for falls, chance in chosen(theirs, mine).items():
        for fells, other in chosen(mine, theirs).items():
            won, lost, both = fallen_by_hand(mine - falls, theirs - fells)
            found += chance * other * np.array([won, lost + falls, both + falls * won])
    return found


def chosen(strikers, targets):
    """How many different ones of the targets are struck: {number: chance}."""
    struck = product(range(targets), repeat=strikers)
    many = Counter(len(set(one)) for one in struck)
    return {number: count / targets**strikers for number, count in many.items()}


@pytest.mark.parametrize("given", ["", "; method=sampled"])
def test_how_many_fall_and_of_battles_that_are_won(given):
    files = {"units.csv": b"name,hp,damage\nPike,1,1\nClub,1,1\n"}
    rows = (f"x,units,2 Pike,2 Club,{name},0,2,{SURE}{given}," for name in ("lost", "lost if won"))
    lost, if_won = verdicts_of(*rows, files=files)
    won, expected, both = fallen_by_hand(2, 2)
    assert lost.low - 1e-9 <= expected <= lost.high + 1e-9
    assert if_won.low - 1e-9 <= both / won <= if_won.high + 1e-9
    assert {lost.method, if_won.method} == {"sampled" if given else "exact"}


def test_who_flees_has_not_fallen():
    """Half of those who don't stand at the end have left: they aren't lost."""
    files = {
        "units.csv": b"name,hp,damage\nRunner,2,1\nBrute,1,1\n",
        "units.actions.csv": b"unit,action,on,leaves,when\nRunner,Run,self,yes,hp < 2\n",
    }
    rows = [
        f"x,units,{who},lost,0,3,{given},"
        for who in ("Runner,2 Brute", "2 Runner,3 Brute")
        for given in (f"{SURE}; order=first", f"{SURE}; order=first; method=sampled")
    ]
    found = verdicts_of(*rows, files=files)
    units = read_units(*[files["units.csv"], "units.csv"], actions=files["units.actions.csv"])
    for (exact, sampled), mine, theirs in ((found[:2], 1, 2), (found[2:], 2, 3)):
        rules = Rules(hit="always hits", order="first")
        falls = encounter({"Runner": mine}, {"Brute": theirs}, rules, units=units, battles=40_000)
        expected = falls["falls"].sum()
        assert exact.value == pytest.approx(expected, abs=0.02)
        assert sampled.low <= expected <= sampled.high


def test_battles_that_are_never_won_lose_nobody_and_that_is_told():
    files = {"units.csv": b"name,hp,damage\nImp,1,1\nGiant,99,9\n"}
    rows = (
        f"x,units,3 Imp,2 Giant,lost if won,0,3,{SURE}{given},"
        for given in ("", "; method=sampled")
    )
    exact, sampled = verdicts_of(*rows, files=files)
    assert exact.fault == "there is no answer: the measure has no value here"
    assert sampled.fault == "the first side won none of 20,000 battles"


def test_a_day_of_one_against_one_is_exact_and_one_of_many_is_fought():
    files = {"units.csv": b"name,hp,damage,attack,defense\nOrc,9,1d4,12,9\nImp,3,1,8,8\n"}
    alone, tired, many = verdicts_of(
        "alone,units,Orc,Imp then 1 Imp,comes through,5 %,,rest=1,",
        "tired,units,Orc,Imp; Imp,comes through,5 %,,,",
        "many,units,2 Orc,2 Imp then Imp,comes through,5 %,,rest=all,2000",
        files=files,
    )
    units = read_units(files["units.csv"], "units.csv")
    found = campaign({"Orc": 1}, [{"Imp": 1}] * 2, units=units, rest=1)
    assert alone.value == pytest.approx(found.through, abs=1e-12)
    assert tired.value < alone.value
    assert (alone.method, tired.method, many.method) == ("exact", "exact", "sampled")


IDOLS = HEAD + b"Idol,5,0,9,1\nTotem,5,0,9,1\nImp,3,9,9,1\n"


def test_who_cannot_hurt_each_other_draw_for_ever_and_that_is_told():
    files = {"units.csv": IDOLS}
    found = score, turns = verdicts_of(
        "x,units,Idol,Totem,score,0.5,0.5,hit=ratio,",
        "y,units,Idol,Totem,turns,,9,hit=ratio,",
        files=files,
    )
    assert "holds    50%    50% to 50%  x (neither can hurt the other)" in str(found)
    assert score.line == "x: 50% (neither can hurt the other), as claimed 50% to 50%"
    assert turns.line == "y: inf (neither can hurt the other), not at most 9"


@pytest.mark.parametrize("who", ["Idol,Totem", "2 Idol,Imp then 3 Totem", "2 Idol,2 Totem"])
def test_a_day_with_a_fight_that_never_ends_says_so(who):
    (day,) = verdicts_of(
        f"x,units,{who},comes through,1 %,,hit=ratio,600", files={"units.csv": IDOLS}
    )
    assert day.line == "x: 0% (in a fight neither can hurt the other), not at least 1%"


@pytest.mark.parametrize("who", ["Idol,Imp", "2 Idol,2 Imp"])
def test_a_fight_in_which_all_is_healed_never_ends_and_that_is_told(who):
    mends = b"unit,action,heals,on\nIdol,Mend,9,self\nImp,Mend,9,self\n"
    files = {"units.csv": IDOLS, "units.actions.csv": mends}
    (turns,) = verdicts_of(f"x,units,{who},turns,,9,,", files=files)
    assert turns.line == "x: inf (it never ends), not at most 9"


@pytest.mark.parametrize(
    ("measure", "given", "value"),
    [
        ("combat.luck:success_rate", "chance=60; rolls=10", luck.success_rate(60, rolls=10)),
        ("combat.osdl:modifier_for", "p_new=70 %; p=40 %", osdl.modifier_for(0.7, 0.4)),
        ("combat.nethack:hit_chance", "net=-4; sd=6", nethack.hit_chance(-4, sd=6)),
    ],
)
def test_a_public_function_of_ours_answers_for_anybody(measure, given, value):
    assert chance(f"python,,,{measure}", given) == pytest.approx(value, abs=1e-12)


def test_a_game_without_damage_names_its_rule_in_the_row():
    """A does 3 a blow and needs 3, B does 1 and needs 9."""
    units = b"name,hp,attack,defense\nA,9,5,4\nB,9,5,2\n"
    row = b"units,A,B,turns,3,3,hit=always hits; damage=attack less defense\n"
    charter = read_charter(
        b"system,first,second,measure,at least,at most,given\n" + row,
        "mine.charter.csv",
        files={"units.csv": units},
    )
    assert not charter.faults
    (verdict,) = judge(charter.claims)
    assert (verdict.verdict, verdict.value) == ("holds", 3)


GROWING = b"name,hp,attack,defense,damage\nA,10 + 2*level,9,9,2\nB,12 + level,9,9,2\n"


def at_levels(given, first="A", measure="score", low="30 %", high="60 %"):
    row = f"fair,units,{first},B,{measure},{low},{high},{given},\n"
    return read_charter((HEADER + row).encode(), "a.charter.csv", files={"units.csv": GROWING})


class TestLevels:
    """A promise holds at one level, or at each of several; the first that breaks is named."""

    def test_each_level_of_a_range_is_asked(self):
        verdicts = judge(at_levels("level=1..20").claims)
        units = read_units(GROWING)
        for level, one in enumerate(verdicts, 1):
            at = units.at(level)
            assert one.value == pytest.approx(duel(at["A"], at["B"]).score, abs=1e-12)
            assert one.claim.first == f"A at level {level}"
        broken = [level for level, one in enumerate(verdicts, 1) if one.verdict == "broken"]
        frame = folded(verdicts)
        assert frame["verdict"].tolist() == ["broken", "holds"]
        first, others = broken[0], len(broken) - 1
        assert frame["claim"][0] == f"fair: A at level {first} against B and {others} more"

    def test_one_level_and_one_of_each_side(self):
        units = read_units(GROWING)
        (one,) = judge(at_levels("level=5").claims)
        assert one.value == pytest.approx(duel(*units.at(5)).score, abs=1e-12)
        (one,) = judge(at_levels("first level=5; second level=13").claims)
        at = units.at({"A": 5, "B": 13})
        assert one.value == pytest.approx(duel(at["A"], at["B"]).score, abs=1e-12)

    @pytest.mark.parametrize(
        ("given", "first", "told"),
        [
            ("level=5..2", "A", "'5..2' runs down"),
            ("level=0", "A", "level: "),
            ("level=2; first level=3", "A", "both have one"),
            ("first level=2; second level=3", "B", "B stands on both sides"),
        ],
    )
    def test_what_cannot_be_meant_is_a_fault(self, given, first, told):
        (fault,) = at_levels(given, first).faults
        assert told in fault
        assert "column 'given'" in fault


OURS = b"name,hp,attack,defense,damage,cost\nImp,4,9,9,1d4,3\nOgre,12,12,8,1d6,9\n"
THEIRS = b"name,hp,attack,defense,damage,level\nOgre,9,10,9,1d6,1\nRat,3 + level,6,9,1d3,2\n"
LIKE = {"hp": 2, "attack": 9, "defense": 9, "damage": 1}
D20_LIKE = b"name,hp,attack,defense,damage\nA,20,8,8,1d8\nC,9,9,9,1d6\n"
D20_FOES = b"name,hp,attack,defense,damage\nB,20,4,15,1d8\nE,9,3,16,1d6\nF,9,3,16,1d6\n"
BOTH = {"units.csv": OURS, "foes.csv": THEIRS}


class TestAgainst:
    """A row sets the units of its own file against those of another, whatever their names."""

    ours, theirs = read_units(OURS), read_units(THEIRS)

    def test_each_pair_is_a_duel_of_both_files(self):
        found = verdicts_of("x,units,*,*,win,0,,against=foes.csv,", files=BOTH)
        pairs = [*product(self.ours, self.theirs)]
        assert [(one.claim.first, one.claim.second) for one in found] == [
            (one.name, other.name) for one, other in pairs
        ]
        expected = [duel(*pair).first for pair in pairs]
        assert [one.value for one in found] == pytest.approx(expected, abs=1e-12)

    def test_a_measure_that_is_the_same_turned_round_is_asked_of_each_pair(self):
        files = BOTH | {"foes.csv": OURS.replace(b"Ogre,12", b"Ogre,15")}
        found = values("x,units,*,*,turns,0,,against=foes.csv,", files=files)
        pairs = product(self.ours, read_units(files["foes.csv"]))
        assert found == pytest.approx([duel(*pair).turns.mean for pair in pairs], abs=1e-12)

    def test_armies_and_days_of_one_name_are_two_units(self):
        first, second = Unit("A", **LIKE | {"hp": 3}), Unit("B", **LIKE)
        files = {"units.csv": HEAD + b"A,3,9,9,1\n", "foes.csv": HEAD + b"A,2,9,9,1\n"}
        given = "against=foes.csv"
        expected = battle({"A": 2}, {"B": 3}, units=Units([first, second])).first
        assert values(f"x,units,2 A,3 A,win,0,,{given},", files=files) == [pytest.approx(expected)]
        day = campaign({"A": 1}, [{"B": 1}, {"B": 1}], units=Units([first, second]))
        told = values(f"x,units,A,A then A,comes through,0,,{given},", files=files)
        assert told == [pytest.approx(day.through, abs=1e-12)]
        (one,) = verdicts_of(f"x,units,A,A,win,50 %,,{given}; method=sampled,", files=files)
        assert one.low <= duel(first, second).first <= one.high

    def test_levels_are_those_of_each_file(self):
        rat, imp = self.theirs.at(7)["Rat"], self.ours["Imp"]
        assert rat.hp == 10
        given = "against=foes.csv; second level=7"
        told = values(f"x,units,Imp,Rat,win,0,,{given},", files=BOTH)
        assert told == [pytest.approx(duel(imp, rat).first, abs=1e-12)]
        told = values("x,units,Imp,Rat,win,0,,against=foes.csv; level=6..7,", files=BOTH)
        assert told[1] == pytest.approx(duel(imp, rat).first, abs=1e-12)

    def test_the_rule_is_guessed_from_both(self):
        files = {"units.csv": D20_LIKE, "foes.csv": D20_FOES}
        units, foes = read_units(D20_LIKE), read_units(D20_FOES)
        assert guessed(units)[0] != guessed([*units, *foes])[0] == D20[0]
        told = values("x,units,A,B,win,0,,against=foes.csv,", files=files)
        expected = duel(units["A"], foes["B"], D20[1]).first
        assert told == [pytest.approx(expected, abs=1e-12)]

    @pytest.mark.parametrize(
        ("cells", "given", "said"),
        [
            ("Imp,Rat,win", "against=none.csv", "against: 'none.csv' is not known"),
            ("Imp,,rank", "against=foes.csv", "against: 'rank' is asked of one file; leave it out"),
            ("Rat,Imp,win", "against=foes.csv", "'Rat' is not known"),
            ("Imp,Imp,win", "against=foes.csv", "'Imp' is not known"),
        ],
    )
    def test_what_cannot_be_meant_is_a_fault(self, cells, given, said):
        (fault,) = charter_of(f"x,units,{cells},0,1,{given},", files=BOTH).faults
        assert said in fault

    def test_a_file_elsewhere_is_not_read(self, tmp_path):
        (tmp_path / "there.csv").write_bytes(THEIRS)
        (tmp_path / "here").mkdir()
        row = "x,units,Imp,Rat,win,0,1,against=../there.csv,"
        path = written(tmp_path / "here", row, units=OURS)
        (fault,) = read_charter(path).faults
        assert "isn't in the charter's folder or below it" in fault
        assert not read_charter(path, trust=True).faults

    def test_no_mend_changes_the_file_that_others_are_against(self):
        """It would break a promise unseen: only numbers of a row's own file are asked."""
        mine = "x,units,Imp,Rat,win,0,,against=foes.csv,"
        rows = ["x,units,Ogre,Rat,win,0,,file=foes.csv,"] * 2
        assert Query(charter_of(mine, *rows[:1], files=BOTH).claims).file[0] == "units.csv"
        with pytest.raises(ValueError, match=r"a row is against foes\.csv, which changes"):
            Query(charter_of(mine, *rows, files=BOTH).claims)

    def test_pairs_turned_round_exclude_nothing(self):
        """Imp against their Ogre, and Ogre against their Imp, are two duels."""
        rows = ("x,units,Imp,Ogre,score,,40 %,against=foes.csv,",)
        rows += ("x,units,Ogre,Imp,score,,40 %,against=foes.csv,",)
        files = BOTH | {"foes.csv": OURS.replace(b"4,9,9,1d4", b"40,9,9,1d4")}
        found = Query(charter_of(*rows, files=files).claims)
        assert _excluding(found) == []
        assert [one.verdict for one in found.verdicts] == ["holds", "holds"]
