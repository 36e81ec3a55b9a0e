"""The command line: its switches, its exit status, and files that are whole or not there."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from decimal import Decimal
from pathlib import Path

import pytest

from combat.marked_for_death import __main__ as command
from combat.marked_for_death import fight, read_team, simulate, solve, team_text
from tests.marked_for_death.rosters import DATA, HEADER, load
from tests.processes import ran, started, wait_for

FILES = {"Heroes.csv", "Villains.csv"}
FINALS = {"BattleLog.txt", "Heroes-final.csv", "Villains-final.csv"}
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A current folder with Heroes.csv and Villains.csv."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(DATA / "four_heroes.csv", "Heroes.csv")
    shutil.copy(DATA / "four_villains.csv", "Villains.csv")
    return tmp_path


def refused(capsys, *arguments):
    """The line on standard error of a command that must end with status 2."""
    assert command.main(arguments) == 2
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err.startswith("python -m combat.marked_for_death: ")
    assert (seen.err.count("\n"), seen.err[-1]) == (1, "\n")
    return seen.err


class TestBattle:
    def test_it_prints_and_saves_the_log_and_the_final_files(self, here, capsys):
        assert command.main(["--seed", "5"]) == 0
        log = capsys.readouterr().out
        end = fight(*load("four"), seed=5)
        assert log == f"--seed 5 repeats this battle.\n\n{end.log}"
        assert (here / "BattleLog.txt").read_text() == log
        assert (here / "Heroes-final.csv").read_text() == team_text(end.heroes)
        assert (here / "Villains-final.csv").read_text() == team_text(end.villains)
        assert {path.name for path in here.iterdir()} == FINALS | FILES

    @pytest.mark.parametrize("switch", ["-m", "--max-rounds"])
    def test_max_rounds_then_on_from_the_final_files(self, here, capsys, switch):
        assert command.main([switch, "1", "--seed", "4"]) == 0
        assert "the greatest number of rounds is fought. Rounds: 1." in capsys.readouterr().out
        before = read_team(here / "Heroes-final.csv")
        again = ["--heroes", "Heroes-final.csv", "--villains", "Villains-final.csv"]
        assert command.main([switch, "1", *again]) == 0
        after = read_team(here / "Heroes-final.csv")
        assert after.names == before.names
        for fighter in after.fighters:
            drop = before[fighter.name].bonus_to_defend - fighter.bonus_to_defend
            assert drop == Decimal("0.1")

    def test_a_new_seed_is_drawn_and_printed(self, here, capsys):
        assert command.main([]) == 0
        log = capsys.readouterr().out
        assert command.main(["--seed", log.split()[1]]) == 0
        assert capsys.readouterr().out == log

    def test_out_dir_is_made(self, here):
        assert command.main(["--out-dir", "new/one"]) == 0
        assert {path.name for path in (here / "new" / "one").iterdir()} == FINALS
        assert {path.name for path in here.iterdir()} == {"new"} | FILES

    def test_unknown_names_are_noted_or_with_strict_refused(self, here, capsys):
        (here / "Heroes.csv").write_text(HEADER + "Tom,7001,,,,,,Bob\n")
        assert command.main([]) == 0
        noted = capsys.readouterr().out.splitlines()[2]
        assert noted.startswith("Note: Heroes.csv, row 2, column 'BodyguardFor': nobody")
        assert "'BodyguardFor': nobody" in refused(capsys, "--strict")


class TestOdds:
    def test_by_simulation(self, here, capsys):
        assert command.main(["--odds", "1000", "--seed", "7", "-m", "2"]) == 0
        said = capsys.readouterr().out
        odds = simulate(*load("four"), battles=1000, seed=7, max_rounds=2)
        assert said.startswith("1,000 battles; --seed 7 repeats them. Intervals of 95 %.\n")
        chance, low, high = (f"{part:.2%}" for part in odds.table().loc["heroes"])
        assert f"heroes {chance} {low} {high}" in " ".join(said.split())
        assert f"Mean rounds: {odds.turns.mean:.2f}" in said
        assert said.split()[-3] == f"{odds.survival['chance'].iloc[-1]:.2%}"
        assert {path.name for path in here.iterdir()} == FILES

    def test_exactly_or_both(self, here, capsys):
        assert command.main(["--exact", "-m", "2"]) == 0
        exactly = capsys.readouterr().out
        assert exactly.startswith("Exact odds.\n")
        first = solve(*load("four"), max_rounds=2).first
        assert f"heroes {first:.2%} villains" in " ".join(exactly.split())
        assert command.main(["--exact", "--odds", "10", "-m", "2"]) == 0
        both = capsys.readouterr().out
        assert both.startswith("10 battles")
        assert both.endswith(exactly)

    def test_workers_print_what_one_does(self, here, capsys):
        odds = ["--odds", "20000", "--seed", "3"]
        for number in ("1", "2"):
            assert command.main([*odds, "--workers", number]) == 0
        said = capsys.readouterr().out
        half = len(said) // 2
        assert said[:half] == said[half:] != ""

    @pytest.mark.parametrize("how", ["--exact", "--odds=5"])
    def test_two_empty_sides_leave_no_one(self, here, capsys, how):
        for name in FILES:
            (here / name).write_text(HEADER)
        assert command.main([how]) == 0
        assert capsys.readouterr().out.endswith("Who is left standing:\n<no one>\n")


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--heroes", "nowhere.csv"], "nowhere.csv: the file can't be read"),
            (["--heroes", "a\nb"], "a b: the file can't be read"),
            (["--max-rounds", "0"], "-m/--max-rounds: '0' is not a whole number from 1"),
            (["--odds", "many"], "--odds: 'many' is not a whole number from 1"),
            (["--seed", "-1"], "--seed: '-1' is not a whole number from 0"),
            (["--workers", "0"], "'0' is not a whole number from 1"),
            (["--sorry\nthen"], "unrecognized arguments: --sorry then; --help"),
            (["--out-dir", "Heroes.csv"], "Heroes.csv: File exists"),
        ],
    )
    def test_are_one_line_and_status_2(self, here, capsys, arguments, message):
        assert message in refused(capsys, *arguments)
        assert {path.name for path in here.iterdir()} == FILES

    def test_a_fault_in_a_file(self, here, capsys):
        (here / "Heroes.csv").write_text(HEADER + "Tom,lots\n")
        assert "Heroes.csv, row 2, column 'XP': 'lots' is not a number" in refused(capsys)

    def test_a_final_file_that_can_not_be_written_leaves_all_as_they_were(self, here, capsys):
        (here / "Villains-final.csv").mkdir()
        assert "Villains-final.csv: Is a directory" in refused(capsys)
        assert {path.name for path in here.iterdir()} == FILES | {"Villains-final.csv"}


needs_posix = pytest.mark.skipif(os.name != "posix", reason="streams and signals of POSIX")


@needs_posix
@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("--seed 5 >&-", 2, "standard output: it is closed; all else is done\n"),
        ("--seed 5 >/dev/full", 2, "standard output: No space left on device; all else is done\n"),
        ("--seed 5 >&- 2>&-", 2, ""),
        ("--seed 5 2>&-", 0, ""),
    ],
)
def test_a_battle_whose_log_nobody_can_read_is_saved(here, line, status, said):
    shell = f"{shlex.quote(sys.executable)} -m combat.marked_for_death {line}"
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    ended = ran(["sh", "-c", shell], cwd=here, capture_output=True, text=True, env=env)
    expected = f"python -m combat.marked_for_death: {said}" if said else ""
    assert (ended.returncode, ended.stderr) == (status, expected)
    assert (here / "BattleLog.txt").read_text().startswith("--seed 5 ")


# Where Python finds it, it tells when the first worker is there, forked or begun afresh.
TELLING = """
import os, pathlib, sys
begun = pathlib.Path(__file__).with_name("begun").touch
os.register_at_fork(after_in_child=begun)
if "--multiprocessing-fork" in sys.orig_argv:
    begun()
"""


@needs_posix
@pytest.mark.parametrize("name", ["INT", pytest.param("KILL", marks=pytest.mark.slow)])
def test_no_worker_outlives_the_command(here, name):
    # A billion battles: the first of their parts takes minutes.
    (here / "sitecustomize.py").write_text(TELLING)
    arguments = ["-m", "combat.marked_for_death", "--odds", "1000000000", "--workers", "3"]
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(here)])}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    sent = getattr(signal, f"SIG{name}")
    with started([sys.executable, *arguments], cwd=here, text=True, env=env, **pipes) as process:
        wait_for(here / "begun", process)
        time.sleep(0.5)
        process.send_signal(sent)
        assert process.communicate(timeout=30) == ("", "")  # a worker would hold the pipes
    assert process.returncode == (130 if name == "INT" else -sent)
