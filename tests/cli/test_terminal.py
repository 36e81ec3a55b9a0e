"""What the command lines share: how they end, also where nobody reads them any more."""

import errno
import io
import os
import subprocess
import sys
import warnings
from pathlib import Path
from threading import Event

import pytest

from combat.cli import terminal

ROOT = Path(__file__).parents[2]
COMMANDS = ["charter", "patch", "workbook", "workbook.live", "marked_for_death"]
RED = "\x1b[31mred\x1b[0m\nand more"


# Windows says EINVAL of a pipe whose reader is gone.
@pytest.mark.parametrize(
    ("reason", "status"), [(errno.EPIPE, 0), (errno.EINVAL, 0), (errno.ENOSPC, 2)]
)
def test_who_reads_no_more_has_seen_enough_on_every_system(reason, status, monkeypatch, capsys):
    class Pipe(io.StringIO):
        def flush(self):
            raise OSError(reason, "no")

    monkeypatch.setattr(sys, "stdout", Pipe())

    def work():
        terminal.tell("a line")
        done.append("the rest")
        return verdict

    for verdict in (0, 1):
        done = []
        assert terminal.ended("p", work) == (verdict or status)
        assert done == ["the rest"]
        said = "p: standard output: no; all else is done\n" if status else ""
        assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("fault", "named", "status", "said"),
    [
        (ValueError("attack = 3\nis odd"), True, 2, "python -m combat.odd: attack = 3 is odd\n"),
        (ValueError("attack = 3 is odd"), False, 2, "attack = 3 is odd\n"),
        (OSError(2, "No such file", "a.csv"), False, 2, "a.csv: No such file\n"),
        (terminal.Failure(RED), True, 2, "red\nand more\n"),
        (KeyboardInterrupt(), True, 130, ""),
        # Of what the command prints `tell` knows; another pipe, of a cluster, is no success.
        (BrokenPipeError(), False, 2, "BrokenPipeError\n"),
        (GeneratorExit(), False, 2, "your own Python fails (GeneratorExit: )\n"),
    ],
)
def test_a_fault_is_told_and_what_it_ends_with(fault, named, status, said, capsys):
    def work(_options):
        raise fault

    assert terminal.Parser("combat.odd", "Odd.").run(work, [], named=named) == status
    assert capsys.readouterr() == ("", said)


def test_a_terminal_has_colors(monkeypatch, capsys):
    def work():
        raise terminal.Failure(RED)

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert terminal.ended("p", work) == 2
    assert capsys.readouterr().err == f"{RED}\n"


def test_a_warning_is_one_line_and_ends_nothing(capsys):
    def work(options):
        warnings.simplefilter("always", UserWarning)
        warnings.warn(f"of {options.program}", stacklevel=2)
        warnings.warn("a library's own affair", DeprecationWarning, stacklevel=2)
        return 0

    assert terminal.Parser("combat.odd", "Odd.").run(work, []) == 0
    assert capsys.readouterr().err == "python -m combat.odd: of python -m combat.odd\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_waits_for_no_large_package(name, tmp_path):
    for large in ("numpy", "pandas", "scipy", "matplotlib", "nbformat"):
        (tmp_path / f"{large}.py").write_text("raise ImportError('not for the help')")
    ended = subprocess.run(
        [sys.executable, "-m", f"combat.{name}", "--help"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"usage: python -m combat.{name} ")


def test_what_a_pipe_hears_of_long_work(monkeypatch):
    """A line as long as nothing ends, then no more."""
    heard, said = [], Event()
    monkeypatch.setattr(terminal, "_SOON", 0)
    monkeypatch.setattr(terminal, "_PAUSE", 0)
    monkeypatch.setattr(terminal, "complain", lambda line: (heard.append(line), said.set()))
    with terminal.watching() as told:
        told("promises", 1, 2000)
        assert said.wait(60)
    assert heard[0] == "promises: 1 of 2,000 ..."


def test_a_terminal_sees_a_bar_that_is_erased_at_the_end(monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with terminal.watching() as told:
        told("promises", 1, 2)
        told("pairs", 3, 4)
    *shown, end = capsys.readouterr().err.split("\r")
    bars = [f"[{15 * '#':30}] 1 of 2", f"[{22 * '#':30}] 3 of 4"]
    assert [line for line in shown if line.strip()] == bars
    assert end == ""
