"""Functions of one's own in a charter: what they may return, what they are given, who may run."""

import shutil
from concurrent.futures import ProcessPoolExecutor
from textwrap import dedent

import pytest

from combat.charter import judge, read_charter
from combat.charter.__main__ import main
from tests.charter.rows import charter_of, written
from tests.charter.test_plugin import run

OWN = dedent("""
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
        return 1 - many(coins).chance(rich)

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
""")
MUTE = dedent("""
    class Mute(Exception):
        def __str__(self):
            raise RuntimeError("no words")
        __repr__ = __str__

    def returns():
        return [Mute()]

    from combat.units import Rules
    def hit(attacker, defender):
        raise Mute
    RULE = Rules(hit=hit)
""")
LUCK = "y,python,,,combat.luck:success_rate,0,9,chance=75,"
RUNS = dedent("""
    from pathlib import Path
    Path(__file__).with_name("ran").touch()
    def six():
        return 6
""")


def verdict(folder, row, own=OWN):
    charter = read_charter(written(folder, row, own=own))
    assert not charter.faults
    return judge(charter.claims)[0]


@pytest.mark.parametrize(
    ("row", "value", "text"),
    [
        ("x,python,,,own.py:six,6,6,,", 6, "6"),
        ("x,python,,,own.py:roll,3,4,,", 3.5, "3.5"),
        ("x,python,,,own.py:roll,2,3,sides=4,", 2.5, "2.5"),
        ("x,python,,,own.py:walk,30 %,40 %,chance=rich,", 1 / 3, "33.33%"),
        ("x,python,,,own.py:walk,50 %,50 %,chance=rich; coins=3,", 0.5, "50%"),
        ("x,python,Imp,Ogre,own.py:wins,0,20 %,,", 0.185185185185, "18.52%"),
    ],
)
def test_an_exact_answer_is_judged_as_a_chance_if_its_band_is_in_percent(
    tmp_path, row, value, text
):
    found = verdict(tmp_path, row)
    assert (found.verdict, found.method, found.value_text) == ("holds", "exact", text)
    assert found.value == pytest.approx(value, abs=1e-9)


def test_a_sampler_is_judged_as_battles_are_in_any_number_of_processes(tmp_path):
    alone = verdict(tmp_path, "x,python,,,own.py:coins,55 %,65 %,chance=0.6,20000")
    assert (alone.verdict, alone.method) == ("holds", "sampled")
    assert alone.low < 0.6 < alone.high
    with ProcessPoolExecutor(2) as executor:
        (found,) = judge(read_charter(tmp_path / "a.charter.csv").claims, executor=executor)
    assert (found.value, found.battles) == (alone.value, alone.battles)


@pytest.mark.parametrize(
    ("cells", "fault"),
    [
        (",,own.py:walk,0,1,", "say which, by a function of an end state"),
        (",,own.py:walk,0,1,chance=poor", "'poor' is not known"),
        (",,own.py:six,0,1,chance=rich", "leave it out"),
        (",,own.py:many,0,1,chance=rich", "own.py:many returns what was simulated; give it the"),
        (",,own.py:share,0,1,", "own.py:share returns what was simulated; give it the"),
        (",,own.py:fails,0,1,", "own.py:fails fails (ZeroDivisionError: division by zero)"),
        (",,own.py:says,0,1,", "returns 'much'; it must be a number"),
        (",,own.py:sex,0,1,", "did you mean 'six'"),
        (",,own.py:TEXT,0,1,", "is no function"),
        (",,own.py:roll,0,1,side=4", "did you mean 'sides'"),
        ("Imp,,own.py:roll,0,1,", "takes no first; leave the cell empty"),
        ("Imp,,own.py:wins,0,1,", "wants second; write second=..."),
        (",,own.py:coins,0,1,seed=4", "'seed' is not known"),
        (",,own.py:coins,0,1,low=1", "low: 1 isn't below high, 1"),
        (",,own.py:coins,0,1,high=much", "high: 'much' is not a number"),
        (",,own.py:coins,0,1,low=0.5", "50 scores from 0.5 to 1 were asked for"),
        (",,gone.py:six,0,1,", "gone.py can't be loaded (FileNotFoundError"),
        ("Imp,Ogre,win,0,1,rules=own.py:SUR", "did you mean 'SURE'"),
        ("Imp,Ogre,win,0,1,rules=own.py:TEXT", "make them with Rules(...)"),
    ],
)
def test_what_goes_wrong_is_one_line_of_the_claim(tmp_path, cells, fault):
    system = "units" if ",win," in cells else "python"
    found = verdict(tmp_path, f"x,{system},{cells},1000")
    assert found.verdict == "fault"
    assert fault in found.fault
    assert "\n" not in found.fault


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("python,,,own.py:returns,0,9,", "what can't be shown"),
        ("units,Imp,Ogre,win,0,1,rules=own.py:RULE", "no words"),
    ],
)
def test_what_cant_say_what_it_is_is_a_fault_of_its_row_alone(tmp_path, row, said):
    verdicts = judge(read_charter(written(tmp_path, f"x,{row},", LUCK, own=MUTE)).claims)
    assert [one.verdict for one in verdicts] == ["fault", "holds"]
    assert said in verdicts.faults[0]


SIX = "x,python,,,{0}:six,0,9,,", "y,units,Imp,Ogre,win,0,1,rules={0}:six,"


def test_python_beside_a_charter_that_was_only_found_is_left_out(tmp_path):
    rows = (row.format("own.py") for row in SIX)
    found = read_charter(written(tmp_path, *rows, LUCK, own=RUNS), trust=None)
    assert [one.measure for one in found.claims] == ["combat.luck:success_rate"]
    assert ["found with the charter, unasked" in fault for fault in found.faults] == [True, True]


@pytest.mark.parametrize("name", ["../other.py", "inner.py"])
def test_code_elsewhere_is_run_only_if_it_is_trusted(tmp_path, name, capsys):
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "other.py").write_text(RUNS)
    (game / "inner.py").symlink_to(tmp_path / "other.py")
    path = written(game, *(row.format(name) for row in SIX))
    found = read_charter(path)
    assert not found.claims
    assert all("would run" in fault and "--trust" in fault for fault in found.faults)
    claims = read_charter(path, trust=True).claims
    assert not list(tmp_path.rglob("ran"))  # reading runs nothing
    assert judge(claims[:1])[0].value == 6
    assert list(tmp_path.rglob("ran"))
    path = written(game, SIX[0].format(name))
    assert [main([str(path), *more]) for more in ([], ["--trust"])] == [2, 0]
    assert f"would run {name}" in capsys.readouterr().err


def test_neither_reading_listing_nor_an_upload_runs_anything(tmp_path):
    rows = [row.format("own.py") for row in SIX]
    path = written(tmp_path, *rows, own=RUNS)
    assert len(read_charter(path).claims) == 2
    faults = charter_of(*rows).faults
    assert ["an upload runs nothing" in fault for fault in faults] == [True, True]
    assert "2 tests collected" in run(tmp_path, path, "--collect-only")
    assert not (tmp_path / "ran").exists()


def test_a_battle_of_rosters_is_promised_by_a_function_beside_them(tmp_path):
    for side in ("heroes", "villains"):
        shutil.copy(f"data/marked_for_death/dragon_{side}.csv", tmp_path)
    own = dedent("""
        from pathlib import Path
        from combat.marked_for_death import read_team, solve

        def wins(first, second):
            teams = (read_team(Path(__file__).with_name(f"{one}.csv")) for one in (first, second))
            return solve(*teams).first
    """)
    row = "x,python,dragon_heroes,dragon_villains,own.py:wins,35 %,45 %,,"
    found = verdict(tmp_path, row, own)
    assert (found.verdict, round(found.value, 3)) == ("holds", 0.404)
