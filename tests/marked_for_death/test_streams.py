"""The command where its streams are closed or full, and where it is interrupted early."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.marked_for_death.rosters import DATA
from tests.processes import ran, started

pytestmark = pytest.mark.skipif(os.name != "posix", reason="streams and signals of POSIX")
ROOT = Path(__file__).parent.parent.parent
COMMAND = f"{shlex.quote(sys.executable)} -m combat.marked_for_death"
CLOSED = "python -m combat.marked_for_death: standard output: it is closed\n"
DONE = CLOSED.replace("\n", "; all else is done\n")
FULL = DONE.replace("it is closed", "No space left on device")


def environment(*paths):
    return os.environ | {"PYTHONPATH": os.pathsep.join([*map(str, paths), str(ROOT)])}


@pytest.fixture
def here(tmp_path):
    """A folder with Heroes.csv and Villains.csv."""
    shutil.copy(DATA / "four_heroes.csv", tmp_path / "Heroes.csv")
    shutil.copy(DATA / "four_villains.csv", tmp_path / "Villains.csv")
    return tmp_path


def said(here, line):
    """Exit status, standard output and standard error of a shell's command line."""
    ended = ran(
        ["sh", "-c", f"{COMMAND} {line}"],
        cwd=here,
        capture_output=True,
        text=True,
        env=environment(),
    )
    return ended.returncode, ended.stdout, ended.stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("--help >&-", (2, "", CLOSED)),
        (">/dev/full", (2, "", FULL)),
        (">&- 2>&-", (2, "", "")),
        pytest.param(">/dev/full 2>/dev/full", (2, "", ""), marks=pytest.mark.slow),
        ("--heroes nowhere.csv 2>/dev/full", (2, "", "")),
    ],
)
def test_a_closed_or_full_stream_is_status_2_and_at_most_one_line(here, line, expected):
    if "/dev/full" in line and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    assert said(here, line) == expected


def test_without_standard_error_all_goes_well(here):
    status, out, err = said(here, "--odds 20 --seed 5 2>&-")
    assert (status, err) == (0, "")
    assert out.startswith("20 battles; --seed 5 repeats them.")


def test_the_files_of_a_battle_are_written_though_nobody_can_read_its_log(here):
    assert said(here, "--seed 5 >&-") == (2, "", DONE)
    assert (here / "BattleLog.txt").read_text().startswith("--seed 5 ")


def interrupted(here, package, *arguments):
    """What comes of Ctrl-C while a stand-in for `package` is imported, or runs."""
    (here / f"{package}.py").write_text("import time\nprint('now', flush=True)\ntime.sleep(60)\n")
    with started(
        [sys.executable, "-m", "combat.marked_for_death", *arguments],
        cwd=here,
        text=True,
        env=environment(here),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == "now\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    return process.returncode, out, err


# numpy comes early among what the package imports, secrets last.
@pytest.mark.parametrize("package", ["numpy", "secrets"])
def test_ctrl_c_during_the_imports_is_status_130_without_a_word(here, package):
    assert interrupted(here, package) == (130, "", "")


def test_who_only_imports_the_package_keeps_his_own_ctrl_c(here):
    code = "import signal, combat.marked_for_death as mfd; print(signal.getsignal(2).__name__)"
    command = [sys.executable, "-c", code]
    ended = ran(command, cwd=here, capture_output=True, text=True, check=True)
    assert ended.stdout == "default_int_handler\n"


def test_an_ignored_ctrl_c_stays_ignored(here):
    # What sh starts with & ignores it.
    assert said(here, "--seed 5 & sleep 0.3; kill -INT $!; wait $!")[0] == 0
