"""Each system answers as its own functions do; every measure it names is one that it answers."""

from pathlib import Path

import pytest

from combat import luck, nethack, osdl
from combat.charter import MEASURES, judge, read_charter
from combat.charter.systems.measures import BLOW, DAY, ONE, SIDES, TWO
from combat.ranking import equilibrium, ladder_and_circle
from combat.units import Rules, campaign, duel, matrix, read_units

HEADER = "claim,system,first,second,measure,at least,at most,given,budget\n"
DATA = Path("data")
UNITS = read_units(DATA / "own_game/units.csv")


def answers(folder, *rows):
    path = DATA / folder
    files = {one.name: one.read_bytes() for one in path.glob("*.csv")} if folder else {}
    charter = read_charter((HEADER + "\n".join(rows)).encode(), "a", files=files)
    assert not charter.faults
    return [one.value for one in judge(charter.claims)]


def answer(folder, cells, given="", band="-1e9,1e9"):
    least, _, most = band.partition(",")
    (found,) = answers(folder, f"x,{cells},{least},{most},{given},")
    return found


def chance(folder, cells, given=""):
    return answer(folder, cells, given, "0,1")


class TestUnits:
    KNIGHT, MAUL = UNITS["Knight"], UNITS["Maul"]

    def test_twins_share_a_rank(self):
        lines = ["name,hp,attack,defense,damage"]
        lines += [f"{name},{hp},9,9,1" for name, hp in zip("ABCD", (5, 6, 6, 4), strict=True)]
        rows = (HEADER + "x,units,*,,rank,1,4,,").encode()
        charter = read_charter(rows, "a", files={"units.csv": "\n".join(lines).encode()})
        assert [one.value for one in judge(charter.claims)] == [3, 1, 1, 4]

    def test_gold_of_decimals_buys_what_it_pays_for(self):
        lines = ["name,hp,attack,defense,damage,cost", "A,5,9,9,1,0.1", "B,6,9,9,1,0.3"]
        rows = (HEADER + "x,units,A,B,win,0,1,cost=0.3,\ny,units,3 A,1 B,win,0,1,,").encode()
        charter = read_charter(rows, "a", files={"units.csv": "\n".join(lines).encode()})
        bought, written = (one.value for one in judge(charter.claims))
        assert bought == written

    def test_rules_in_a_row(self):
        rules = Rules(hit="d20 against armour class", critical=(0.1, 3), spread=0.2, least=2)
        given = "hit=d20 against armour class; critical=10 % x 3; spread=20 %; least=2"
        expected = duel(self.KNIGHT, self.MAUL, rules).first
        assert chance("own_game", "units,Knight,Maul,win", given) == pytest.approx(expected)

    @pytest.mark.parametrize("measure", ["turns", "draw", "undecided"])
    @pytest.mark.parametrize(
        ("given", "pairs"),
        [
            ("", "AB"),
            ("order=faster", "AB"),
            ("order=first", "AB BA"),
            ("order=alternate", "AB BA"),
            ("order=exchange", "AB BA"),
            ("rules=own.py:FIGHT", "AB BA"),
        ],
    )
    def test_each_attacks_each_where_it_matters(self, tmp_path, measure, given, pairs):
        """Each pair was asked once, also where one that attacks the other never ends."""
        (tmp_path / "own.py").write_text(
            "from combat.units import Rules, duel\nFIGHT = Rules(fight=duel)\n"
        )
        (tmp_path / "units.csv").write_text("name,hp,attack,defense,damage\nA,5,9,9,1\nB,6,9,9,1")
        path = tmp_path / "a.charter.csv"
        path.write_text(f"{HEADER}x,units,*,*,{measure},0,{'99' * (measure == 'turns')},{given},")
        charter = read_charter(path)
        assert not charter.faults
        assert [claim.first + claim.second for claim in charter.claims] == pairs.split()
        assert [one.verdict for one in judge(charter.claims)] == ["holds"] * len(charter.claims)

    def test_who_never_ends_as_the_attacker_is_found(self, tmp_path):
        (tmp_path / "own.py").write_text(
            "from combat.units import Rules, Unit, duel\n"
            "WALL = Unit('Wall', hp=9, attack=0, defense=9, damage=1)\n"
            "def fight(first, second):\n"
            "    return duel(WALL, WALL) if first.name == 'B' else duel(first, second)\n"
            "FIGHT = Rules(fight=fight)\n"
        )
        (tmp_path / "units.csv").write_text("name,hp,attack,defense,damage\nA,5,9,9,1\nB,6,9,9,1")
        path = tmp_path / "a.charter.csv"
        path.write_text(f"{HEADER}no duel drags on,units,*,*,turns,,30,rules=own.py:FIGHT,")
        found = judge(read_charter(path).claims)
        assert [one.verdict for one in found] == ["holds", "broken"]

    def test_hit_points_left_are_sampled_where_the_duel_is(self, monkeypatch):
        """The mean of 10,000 fights with dice was called exact."""
        table = b"name,hp,attack,defense,damage\nA,5,9,9,1d2\nB,6,9,9,1d2"
        row = "x,units,A,B,hit points left,0.5,4,order=exchange,2000"
        claims = read_charter((HEADER + row).encode(), "a", files={"units.csv": table}).claims
        (exact,) = judge(claims)
        monkeypatch.setattr("combat.units.engine.exact.MOST_BYTES", 0)
        claims = read_charter((HEADER + row).encode(), "a", files={"units.csv": table}).claims
        (found,) = judge(claims)
        assert (exact.method, found.method) == ("exact", "sampled")
        assert found.low < exact.value < found.high
        assert found.label == exact.label == "hit points left"
        assert 0 < found.battles <= 2000
        asked = row.replace("exchange", "both; method=sampled")
        claims = read_charter((HEADER + asked).encode(), "a", files={"units.csv": table}).claims
        assert judge(claims)[0].method == "sampled"

    def test_whom_one_fields(self):
        mix = equilibrium(matrix(UNITS, measure="score")).mix
        names = ["Maul", "Militia"]
        rows = [f"x,units,{name},,equilibrium weight,0,1,," for name in names]
        assert answers("own_game", *rows) == pytest.approx([*mix[names]], abs=1e-9)

    def test_the_ladder_and_the_circle_of_some(self):
        some = ["Knight", "Duelist", "Maul"]
        expected = ladder_and_circle(matrix(UNITS, measure="score").loc[some, some])
        # A row is CSV: what holds commas is quoted.
        for measure, share in (
            ("ladder share", expected.ladder_share),
            ("circle share", expected.circle_share),
        ):
            found = chance("own_game", f"units,,,{measure}", '"units=Knight,Duelist, Maul"')
            assert found == pytest.approx(share)

    def test_ranks_are_one_to_all(self):
        rows = "x,units,*,,rank,1,14,,"
        assert sorted(answers("own_game", rows)) == list(range(1, 15))

    def test_what_one_price_buys(self):
        bought = chance("own_game", "units,Knight,Guard,score", "cost=200; rounds=30")
        counted = chance("own_game", "units,1 Knight,2 Guard,score", "rounds=30; method=exact")
        assert bought == pytest.approx(counted)


class TestRoomsOfOurs:
    @pytest.mark.parametrize(
        ("measure", "given", "value"),
        [
            ("combat.luck:success_rate", "chance=60; rolls=10", luck.success_rate(60, rolls=10)),
            ("combat.luck:streak_chance", "chance=50; rolls=3; misses=2", 0.3625),
            ("combat.osdl:modifier_for", "p_new=70 %; p=40 %", osdl.modifier_for(0.7, 0.4)),
            ("combat.nethack:hit_chance", "net=-4; sd=6", nethack.hit_chance(-4, sd=6)),
            ("combat.hit_rules:ratio", "attack=40; defense=30", 4 / 7),
        ],
    )
    def test_a_public_function_answers_for_anybody(self, measure, given, value):
        assert chance("", f"python,,,{measure}", given) == pytest.approx(value, abs=1e-12)


ASKED = {SIDES: "Knight,Maul", TWO: "Knight,Maul", BLOW: "Knight,Maul", DAY: "Knight,2 Militia"}


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_is_answered(measure):
    one = MEASURES[measure]
    who = ASKED.get(one.of, "Knight," if one.of == ONE else ",")
    band = "0,1" if one.unit == "chance" else "-1e6,1e6"
    found = answer("own_game", f"units,{who},{measure}", band=band)
    assert found == found


def test_a_charter_finds_the_sheet_of_its_own_name(tmp_path):
    """Beside x.charter.csv x.csv is read before units.csv."""
    for name, hp in (("game.csv", 9), ("units.csv", 1)):
        (tmp_path / name).write_text(f"name,hp,damage\nImp,{hp},1\nOgre,5,1\n")
    row = "claim,system,first,second,measure,at least\nx,units,Imp,Ogre,win,99 %\n"
    verdicts = []
    for name in ("game.charter.csv", "other.charter.csv", "charter.csv"):
        (tmp_path / name).write_text(row)
        claims = read_charter(tmp_path / name, rules=Rules(hit="always hits")).claims
        verdicts.append(judge(claims)[0].verdict)
    assert verdicts == ["holds", "broken", "broken"]


def test_a_day_of_one_against_one_is_exact_and_one_of_many_is_fought(tmp_path):
    (tmp_path / "units.csv").write_text(
        "name,hp,damage,attack,defense\nOrc,9,1d4,12,9\nImp,3,1,8,8\n"
    )
    charter = tmp_path / "units.charter.csv"
    charter.write_text(
        "claim,system,first,second,measure,at least,given\n"
        "alone,units,Orc,Imp then 1 Imp,comes through,5 %,rest=1\n"
        "many,units,2 Orc,2 Imp then Imp,comes through,5 %,rest=1\n"
    )
    alone, many = judge(read_charter(charter).claims)
    units = read_units(tmp_path / "units.csv")
    found = campaign({"Orc": 1}, [{"Imp": 1}] * 2, units=units, rest=1)
    assert (alone.method, many.method) == ("exact", "sampled")
    assert alone.value == pytest.approx(found.through, abs=1e-12)
