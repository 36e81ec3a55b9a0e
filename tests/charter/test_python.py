"""Functions of one's own in a charter: what they may return, what they are given, who may run."""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from textwrap import dedent

import pytest

from combat.charter import judge, read_charter
from combat.charter.__main__ import main
from combat.patch.__main__ import main as patch

HEADER = "claim,system,first,second,measure,at least,at most,given,budget\n"
LISTING = ["-p", "combat.charter_plugin", "--collect-only", "-q", "-p", "no:cacheprovider"]
OWN = """
    import numpy as np
    from combat.dice import dice
    from combat.markov import simulate, solve
    from combat.units import Rules, duel

    def six():
        return 6

    def roll(sides=6):
        return dice(f"d{sides:g}")

    def walk(coins=2):
        return solve(coins, lambda at: 0 < at < 6 and [(0.5, at - 1), (0.5, at + 1)])

    def rich(coins):
        return coins == 6

    def many(coins=2):
        return simulate(coins, lambda at: 0 < at < 6 and [(0.5, at - 1), (0.5, at + 1)], 100)

    def share(coins=2):
        return many(coins).chance(rich)

    def rest(coins=2):
        return 1 - share(coins)

    def coins(seed, runs, chance=0.5):
        return np.random.default_rng(seed).random(runs) < chance

    def wins(units, first, second):
        return duel(units[first], units[second]).first

    def fails():
        return 1 / 0

    def says():
        return "much"

    SURE = Rules(hit=lambda attacker, defender: 1.0 + 0 * attacker.hp)
    TEXT = "no Rules"
"""
UNITS = "name,hp,attack,defense,damage\nImp,2,9,9,1\nOgre,3,9,9,1\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "own.py").write_text(dedent(OWN))
    (tmp_path / "units.csv").write_text(UNITS)
    return tmp_path


def verdict(folder, row, **how):
    path = folder / "a.charter.csv"
    path.write_text(f"{HEADER}{row}\n")
    charter = read_charter(path, **how)
    assert not charter.faults
    (found,) = judge(charter.claims)
    return found


@pytest.mark.parametrize(
    ("row", "value"),
    [
        ("x,python,,,own.py:six,6,6,,", 6),
        ("x,python,,,own.py:roll,3,4,,", 3.5),
        ("x,python,,,own.py:roll,2,3,sides=4,", 2.5),
        ("x,python,,,own.py:walk,30 %,40 %,chance=rich,", 1 / 3),
        ("x,python,,,own.py:walk,50 %,50 %,chance=rich; coins=3,", 0.5),
        ("x,python,Imp,Ogre,own.py:wins,0,20 %,,", 0.185185185185),
    ],
)
def test_an_exact_answer_is_judged(folder, row, value):
    found = verdict(folder, row)
    assert (found.verdict, found.method) == ("holds", "exact")
    assert found.value == pytest.approx(value, abs=1e-9)


def test_a_band_in_percent_makes_it_a_chance(folder):
    assert verdict(folder, "x,python,,,own.py:walk,30 %,40 %,chance=rich,").value_text == "33.33%"
    assert verdict(folder, "x,python,,,own.py:six,1,,,").value_text == "6"


def test_a_sampler_is_judged_as_battles_are_in_any_number_of_processes(folder):
    row = "x,python,,,own.py:coins,55 %,65 %,chance=0.6,20000"
    alone = verdict(folder, row)
    assert (alone.verdict, alone.method) == ("holds", "sampled")
    assert alone.low < 0.6 < alone.high
    charter = read_charter(folder / "a.charter.csv")
    with ProcessPoolExecutor(2) as executor:
        (found,) = judge(charter.claims, executor=executor)
    assert (found.value, found.battles) == (alone.value, alone.battles)
    assert verdict(folder, "x,python,,,own.py:coins,70 %,,chance=0.6,20000").verdict == "broken"


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("x,python,,,own.py:walk,0,1,,", "say which, by a function of an end state"),
        ("x,python,,,own.py:walk,0,1,chance=poor,", "'poor' is not known"),
        ("x,python,,,own.py:six,0,1,chance=rich,", "leave it out"),
        ("x,python,,,own.py:many,0,1,,", "give it the parameters seed and runs"),
        ("x,python,,,own.py:many,0,1,chance=rich,", "give it the parameters seed and runs"),
        ("x,python,,,own.py:share,0,1,,", "own.py:share returns an estimate, "),
        ("x,python,,,own.py:share,0,1,,", "); give it the parameters seed and runs"),
        ("x,python,,,own.py:rest,0,1,,", "own.py:rest returns an estimate, "),
        ("x,python,,,own.py:fails,0,1,,", "own.py:fails fails (ZeroDivisionError: division by z"),
        ("x,python,,,own.py:says,0,1,,", "returns 'much'; it must be a number"),
        ("x,python,,,own.py:sex,0,1,,", "did you mean 'six'"),
        ("x,python,,,own.py:TEXT,0,1,,", "is no function"),
        ("x,python,,,own.py:roll,0,1,side=4,", "did you mean 'sides'"),
        ("x,python,Imp,,own.py:roll,0,1,,", "takes no first; leave the cell empty"),
        ("x,python,Imp,,own.py:wins,0,1,,", "wants second; write second=..."),
        ("x,python,,,own.py:coins,0,1,seed=4,", "'seed' is not known"),
        ("x,python,,,own.py:coins,0,1,low=1,", "low: 1 isn't below high, 1"),
        ("x,python,,,own.py:coins,0,1,low=0.5,", "50 scores from 0.5 to 1 were asked for"),
        ("x,python,,,gone.py:six,0,1,,", "gone.py can't be loaded (FileNotFoundError"),
        ("x,units,Imp,Ogre,win,0,1,rules=own.py:SUR,", "did you mean 'SURE'"),
        ("x,units,Imp,Ogre,win,0,1,rules=own.py:TEXT,", "make them with Rules(...)"),
    ],
)
def test_what_goes_wrong_is_one_line_of_the_claim(folder, row, fault):
    if "low=0.5" in row:
        row = row.replace("low=0.5,", "low=0.5,1000")
    found = verdict(folder, row)
    assert found.verdict == "fault"
    assert fault in found.fault
    assert "\n" not in found.fault


ELSEWHERE = """
from pathlib import Path
Path(__file__).with_name("ran").touch()
def six():
    return 6
"""


MUTE = """
class Mute(Exception):
    def __str__(self):
        raise RuntimeError("no words")
    __repr__ = __str__

class MuteValue(Mute, ValueError):
    pass

def raises():
    raise Mute

def raises_value():
    raise MuteValue

def returns():
    return Mute()

def a_list():
    return [Mute()]

def drawn(seed, runs):
    return [object()] * runs

def mute_drawn(seed, runs):
    raise Mute

def lives(coins):
    raise Mute

def walk():
    from combat.markov import solve
    return solve(2, lambda at: 0 < at < 6 and [(0.5, at - 1), (0.5, at + 1)])

from combat.units import Rules
def hit(attacker, defender):
    raise Mute
RULE = Rules(hit=hit)
DERIVED = Rules(hit="ratio", derived={"power": lambda unit: hit(unit, unit)})
"""


@pytest.mark.parametrize(
    "row",
    [
        "python,,,own.py:raises,0,9,",
        "python,,,own.py:raises_value,0,9,",
        "python,,,own.py:returns,0,9,",
        "python,,,own.py:a_list,0,9,",
        "python,,,own.py:drawn,0,9,",
        "python,,,own.py:mute_drawn,0,9,",
        "python,,,own.py:walk,0,9,chance=lives",
        "units,Imp,Ogre,win,0,1,rules=own.py:RULE",
        "units,Imp,Ogre,win,0,1,rules=own.py:DERIVED",
    ],
)
def test_what_cant_say_what_it_is_is_a_fault_of_its_row_alone(tmp_path, row):
    (tmp_path / "own.py").write_text(MUTE)
    (tmp_path / "units.csv").write_text(UNITS)
    path = tmp_path / "a.charter.csv"
    path.write_text(f"{HEADER}x,{row},\ny,python,,,combat.luck:success_rate,0,9,chance=75,\n")
    verdicts = judge(read_charter(path).claims)
    assert [one.verdict for one in verdicts] == ["fault", "holds"]
    (fault,) = verdicts.faults
    assert "\n" not in fault


def test_python_beside_a_charter_that_was_only_found_is_left_out(tmp_path):
    (tmp_path / "own.py").write_text(ELSEWHERE)
    (tmp_path / "units.csv").write_text(UNITS)
    rows = "x,python,,,own.py:six,0,9,,\ny,units,Imp,Ogre,win,0,1,rules=own.py:six,\n"
    path = tmp_path / "a.charter.csv"
    path.write_text(f"{HEADER}{rows}z,python,,,combat.luck:success_rate,0,9,chance=75,\n")
    found = read_charter(path, trust=None)
    assert [one.claim for one in found.claims] == ["z"]
    assert ["found with the charter, unasked" in fault for fault in found.faults] == [True, True]


@pytest.mark.parametrize("how", ["beside", "link"])
def test_code_elsewhere_is_run_only_if_it_is_trusted(tmp_path, how):
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "other.py").write_text(ELSEWHERE)
    name = "../other.py"
    if how == "link":
        (game / "inner.py").symlink_to(tmp_path / "other.py")
        name = "inner.py"
    path = game / "a.charter.csv"
    path.write_text(f"{HEADER}x,python,,,{name}:six,0,9,,\ny,units,,,rank,0,9,rules={name}:six,\n")
    (game / "units.csv").write_text(UNITS)
    found = read_charter(path)
    assert not found.claims
    assert all("would run" in fault and "--trust" in fault for fault in found.faults)
    assert not list(tmp_path.rglob("ran"))
    trusted = read_charter(path, trust=True)
    assert not list(tmp_path.rglob("ran"))  # reading runs nothing
    assert judge(trusted.claims[:1]).verdicts[0].value == 6
    assert list(tmp_path.rglob("ran"))


def test_neither_reading_listing_nor_an_upload_runs_anything(tmp_path):
    (tmp_path / "own.py").write_text(ELSEWHERE)
    (tmp_path / "units.csv").write_text(UNITS)
    rows = "x,python,,,own.py:six,0,9,,\ny,units,Imp,Ogre,win,0,1,rules=own.py:six,\n"
    path = tmp_path / "a.charter.csv"
    path.write_text(HEADER + rows)
    assert len(read_charter(path).claims) == 2
    upload = read_charter(
        (HEADER + rows).encode(), "a.charter.csv", files={"units.csv": UNITS.encode()}
    )
    assert len(upload.faults) == 2
    assert all("an upload runs nothing" in fault for fault in upload.faults)
    listed = subprocess.run(
        [sys.executable, "-m", "pytest", *LISTING, path],
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert "a.charter.csv::x" in listed.stdout
    assert not (tmp_path / "ran").exists()


def test_the_command_lines_take_it(folder, capsys):
    (folder.parent / "away.py").write_text("def six():\n    return 6\n")
    charter = folder / "units.charter.csv"
    charter.write_text(f"{HEADER}six,python,,,../away.py:six,6,6,,\n")
    assert main([str(charter)]) == 2
    assert "would run ../away.py" in capsys.readouterr().err
    assert main([str(charter), "--trust"]) == 0


def test_a_patch_hands_both_versions_to_the_function(folder, capsys):
    (folder / "new.csv").write_text(UNITS.replace("Imp,2", "Imp,4"))
    old, new = folder / "units.csv", folder / "new.csv"
    charter = folder / "units.charter.csv"
    charter.write_text(f"{HEADER}Imps lose,python,Imp,Ogre,own.py:wins,0,30 %,,\n")
    assert patch([str(old), str(new), "--charter", str(charter)]) == 0
    assert "Imps lose" in capsys.readouterr().out


ROSTERS = """
from pathlib import Path

from combat.marked_for_death import read_team, solve


def wins(first, second):
    teams = (read_team(Path(__file__).with_name(f"{name}.csv")) for name in (first, second))
    return solve(*teams).first
"""


def test_a_battle_of_rosters_is_promised_by_a_function_beside_them(tmp_path):
    for side in ("heroes", "villains"):
        shutil.copy(f"data/marked_for_death/dragon_{side}.csv", tmp_path)
    (tmp_path / "claims.py").write_text(ROSTERS)
    row = "x,python,dragon_heroes,dragon_villains,claims.py:wins,35 %,45 %,,"
    (tmp_path / "a.charter.csv").write_text(f"{HEADER}{row}\n")
    (found,) = judge(read_charter(tmp_path / "a.charter.csv").claims)
    assert (found.verdict, round(found.value, 3)) == ("holds", 0.404)
