"""The command line: its switches, its exit status, and files that are whole or not there."""

import contextlib
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from combat.marked_for_death import __main__ as command
from combat.marked_for_death import fight, read_team, team_text
from tests.marked_for_death.rosters import DATA, HEADER, load
from tests.marked_for_death.test_roster import mutated
from tests.processes import started, wait_for

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
    assert seen.err.count("\n") == 1
    assert seen.err.endswith("\n")
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
        assert {path.name for path in here.iterdir()} == FINALS | {"Heroes.csv", "Villains.csv"}

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
        assert {path.name for path in here.iterdir()} == {"new", "Heroes.csv", "Villains.csv"}

    def test_unknown_names_are_noted_or_with_strict_refused(self, here, capsys):
        (here / "Heroes.csv").write_text(HEADER + "Tom,7001,,,,,,Bob\n")
        assert command.main([]) == 0
        assert (
            capsys.readouterr()
            .out.splitlines()[2]
            .startswith("Note: Heroes.csv, row 2, column 'BodyguardFor': nobody")
        )
        assert "'BodyguardFor': nobody" in refused(capsys, "--strict")

    def test_a_letter_that_the_terminal_lacks(self, here, monkeypatch):
        (here / "Heroes.csv").write_text(HEADER + "竜,7001\n", encoding="utf-8")
        terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
        monkeypatch.setattr(sys, "stdout", terminal)
        assert command.main([]) == 0
        assert b"?: HP(2)" in terminal.buffer.getvalue()
        assert "竜: HP(2)" in (here / "BattleLog.txt").read_text(encoding="utf-8")


class TestOdds:
    @pytest.fixture
    def engine(self, monkeypatch):
        """Stand in for the engine; returns what it was asked."""
        asked = []

        def answer(battles):
            table = pd.DataFrame(
                {"chance": [0.5, 0.25, 0.25, 0.0], "low": 0.1, "high": 0.9},
                index=["heroes", "villains", "draw", "undecided"],
            )
            survival = pd.DataFrame(
                {"side": ["heroes"], "name": ["Tom"], "chance": [0.75], "low": [0.7], "high": [0.8]}
            )
            return SimpleNamespace(
                fights=battles,
                turns=SimpleNamespace(mean=2.5),
                table=lambda: table,
                survival=survival,
            )

        def simulate(heroes, villains, *, progress, executor, **options):
            assert executor is None  # by default nobody else fights them
            asked.append((heroes, villains, options))
            if progress:
                progress(1, 2)
                progress(2, 2)
            return answer(options["battles"])

        def solve(heroes, villains, **options):
            asked.append((heroes, villains, options))
            return answer(None)

        monkeypatch.setattr("combat.marked_for_death.simulate", simulate, raising=False)
        monkeypatch.setattr("combat.marked_for_death.solve", solve, raising=False)
        return asked

    def test_by_simulation(self, here, capsys, engine):
        assert command.main(["--odds", "1000", "--seed", "7", "-m", "9"]) == 0
        seen = capsys.readouterr()
        assert engine == [(*load("four"), {"battles": 1000, "seed": 7, "max_rounds": 9})]
        assert seen.out.startswith("1,000 battles; --seed 7 repeats them. Intervals of 95 %.")
        assert "heroes 50.00% 10.00% 90.00%" in " ".join(seen.out.split())
        assert "Mean rounds: 2.50" in seen.out
        assert seen.out.split()[-5:] == ["heroes", "Tom", "75.00%", "70.00%", "80.00%"]
        assert seen.err == ""
        assert {path.name for path in here.iterdir()} == {"Heroes.csv", "Villains.csv"}

    def test_exactly(self, here, capsys, engine):
        assert command.main(["--exact"]) == 0
        text = capsys.readouterr().out
        assert engine == [(*load("four"), {"max_rounds": None})]
        assert text.startswith("Exact odds.\n")
        assert "90.00%" not in text

    def test_both(self, here, capsys, engine):
        assert command.main(["--exact", "--odds", "10"]) == 0
        assert len(engine) == 2
        assert "10 battles" in capsys.readouterr().out

    def test_a_progress_bar_on_a_terminal_alone(self, here, capsys, engine, monkeypatch):
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
        assert command.main(["--odds", "10"]) == 0
        bar = capsys.readouterr().err
        assert bar.startswith("\r[" + "#" * 15 + " " * 15 + "] 1 of 2\r")
        assert bar.endswith(" \r")

    def test_what_is_too_large_is_one_line(self, here, capsys, engine, monkeypatch):
        def solve(*_teams, **_options):
            raise MemoryError

        monkeypatch.setattr("combat.marked_for_death.solve", solve)
        assert "there is not enough memory" in refused(capsys, "--exact")


class TestRefusals:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--heroes", "nowhere.csv"], "nowhere.csv: the file can't be read"),
            (["--heroes", "a\nb"], "a b: the file can't be read"),
            (["--heroes", "a\0b"], "null byte"),
            (["--villains", "."], ": the file can't be read (Is a directory)"),
            (["--max-rounds", "0"], "-m/--max-rounds: '0' is not a whole number from 1"),
            (["--odds", "many"], "--odds: 'many' is not a whole number from 1"),
            (["--seed", "-1"], "--seed: '-1' is not a whole number from 0"),
            (["--seed", "9" * 5000], "--seed: '999"),
            (["--sorry\nthen"], "unrecognized arguments: --sorry then; --help"),
            (["--out-dir", "Heroes.csv"], "Heroes.csv: File exists"),
        ],
    )
    def test_are_one_line_and_status_2(self, here, capsys, arguments, message):
        assert message in refused(capsys, *arguments)
        assert {path.name for path in here.iterdir()} == {"Heroes.csv", "Villains.csv"}

    def test_a_fault_in_a_file(self, here, capsys):
        (here / "Heroes.csv").write_text(HEADER + "Tom,lots\n")
        assert "Heroes.csv, row 2, column 'XP': 'lots' is not a number" in refused(capsys)

    def test_a_final_file_that_can_not_be_written_leaves_all_as_they_were(self, here, capsys):
        (here / "Villains-final.csv").mkdir()
        assert "Villains-final.csv: Is a directory" in refused(capsys)
        assert {path.name for path in here.iterdir()} == {
            "Heroes.csv",
            "Villains.csv",
            "Villains-final.csv",
        }

    def test_an_interruption_is_status_130(self, here, capsys, monkeypatch):
        def interrupt(*_teams, **_options):
            raise KeyboardInterrupt

        monkeypatch.setattr("combat.marked_for_death.fight", interrupt)
        assert command.main([]) == 130
        assert capsys.readouterr().err == ""

    def test_help_explains_every_switch(self, capsys):
        with pytest.raises(SystemExit) as ended:
            command.main(["--help"])
        text = capsys.readouterr().out
        assert ended.value.code == 0
        for switch in (
            "--max-rounds N",
            "--heroes FILE",
            "--villains FILE",
            "--seed N",
            "--out-dir FOLDER",
            "--odds N",
            "--exact",
            "--strict",
            "Exit status",
            "./Heroes.csv",
            "./Villains.csv",
        ):
            assert switch in text
        said = " ".join(text.split())
        for words in (
            "stop after N rounds even if there are still people alive on both sides",
            "where to write the three files; made if it isn't there (default: the current",
            "treat a name in BuffWho, BodyguardFor or LinkedTo that isn't in the file as an error",
        ):
            assert words in said


def outcome(folder, arguments):
    """Exit status, standard output and standard error of a command run in a folder."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = command.main(arguments)
        except SystemExit as ended:  # --help
            status = ended.code
    return status, out.getvalue(), err.getvalue()


SWITCHES = st.sampled_from(
    [
        "-m",
        "--max-rounds",
        "--heroes",
        "--villains",
        "--seed",
        "--strict",
        "--out-dir",
        "-h",
        "--help",
        "Heroes.csv",
        "out",
        "1",
        "0",
        "-1",
    ]
)


@given(
    mutated() | st.binary(max_size=100),
    st.lists(SWITCHES | st.text(st.characters(exclude_characters="/."), max_size=6), max_size=4),
)
@example(b"\xad", [])
@settings(max_examples=20, deadline=None)
def test_nothing_whatever_ends_in_a_traceback_or_half_a_file(content, arguments):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "Heroes.csv").write_bytes(content)
        shutil.copy(DATA / "four_villains.csv", Path(folder, "Villains.csv"))
        for given_arguments in ([], arguments):
            status, out, err = outcome(folder, given_arguments)
            assert status in (0, 2)
            # A guess at the encoding, and letters that are left out, may be told before.
            assert (status == 2) <= err.count("\n") == len(err.splitlines()) <= 3
            assert bool(out) == (status == 0)
        assert not [path for path in Path(folder).rglob("*") if path.suffix == ".tmp"]


def run(folder, *arguments, **options):
    path = os.pathsep.join([str(ROOT), str(folder), os.environ.get("PYTHONPATH", "")])
    return started(
        [sys.executable, *arguments],
        cwd=folder,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
        **options,
    )


SLOW = pytest.mark.slow
# Where Python finds it, it tells when the first worker is there, forked or begun afresh.
TELLING = """
import os, pathlib, sys
begun = pathlib.Path(__file__).with_name("begun").touch
os.register_at_fork(after_in_child=begun)
if "--multiprocessing-fork" in sys.orig_argv:
    begun()
"""


class TestWorkers:
    def test_two_print_what_one_does(self, here, capsys):
        odds = ["--odds", "20000", "--seed", "3"]
        for number in ("1", "2"):
            assert command.main([*odds, "--workers", number]) == 0
        said = capsys.readouterr().out
        half = len(said) // 2
        assert said[:half] == said[half:] != ""

    def test_none_is_refused(self, here, capsys):
        assert "'0' is not a whole number from 1" in refused(capsys, "--workers", "0")

    @pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
    @pytest.mark.parametrize(
        "name", ["INT", *(pytest.param(name, marks=SLOW) for name in ("TERM", "KILL"))]
    )
    def test_no_worker_outlives_the_command(self, here, name):
        # A billion battles: the first of their parts takes minutes.
        (here / "sitecustomize.py").write_text(TELLING)
        arguments = ["--odds", "1000000000", "--workers", "3"]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        sent = getattr(signal, f"SIG{name}")
        with run(here, "-m", "combat.marked_for_death", *arguments, **pipes) as process:
            wait_for(here / "begun", process)
            time.sleep(0.5)
            process.send_signal(sent)
            assert process.communicate(timeout=30) == ("", "")  # a worker would hold the pipes
        assert process.returncode == (130 if name == "INT" else -sent)
