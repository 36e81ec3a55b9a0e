"""The command `combat`: what it hands on, and that files where it is called aren't imported."""

import os
import shutil
import signal
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from combat.cli.main import COMMANDS, main
from tests.processes import ran, started

ROOT = Path(__file__).parents[2]
# As the script that is installed: the folder where it is called is not on Python's path.
SCRIPT = "import sys; sys.argv[0] = 'combat'; from combat.cli.main import main; sys.exit(main())"
COMMAND = [sys.executable, "-P", "-c", SCRIPT]
CHARTER = """claim,system,first,second,measure,at least,at most,given
even,python,,,combat.hit_rules:ratio,50 %,50 %,attack=9; defense=9
six,python,,,own.py:six,6,6,
sure,units,Imp,Ogre,hits,100 %,,rules=own.py:sure
"""


def environment(*paths):
    return os.environ | {"PYTHONPATH": os.pathsep.join(map(str, [*paths, ROOT]))}


def said(here, *arguments):
    return ran([*COMMAND, *arguments], cwd=here, env=environment(), capture_output=True, text=True)


@pytest.fixture
def game(tmp_path):
    """A folder of a designer, with files that are called as Python's own and numpy are."""
    for name in ("decimal", "json", "typing", "numpy", "random", "signal"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('a file of the designer is run')")
    (tmp_path / "units.csv").write_text(
        "name,hp,attack,defense,damage\nImp,2,9,9,1\nOgre,3,9,9,1\n"
    )
    (tmp_path / "units.charter.csv").write_text(CHARTER)
    (tmp_path / "numbers_of_mine.py").write_text("SIX = 6\n")
    (tmp_path / "own.py").write_text(
        "import decimal\nfrom numbers_of_mine import SIX\n"
        "def six():\n    return SIX\n"
        "def sure(attacker, defender):\n    return 1.0 + 0 * attacker.hp\n"
    )
    return tmp_path


def test_files_called_as_pythons_own_are_not_imported(game):
    found = said(game, "charter", "units.charter.csv", "--workers", "2")
    assert (found.returncode, found.stderr) == (0, "")
    assert "3 hold" in found.stdout
    found = said(game, "charter", "units.charter.csv", "--rules", "own:sure")
    assert (found.returncode, found.stderr) == (0, "")


def test_own_code_finds_its_neighbours_wherever_the_command_is_called(game, tmp_path_factory):
    found = said(tmp_path_factory.mktemp("away"), "charter", game / "units.charter.csv")
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_handed_its_switches_and_called_by_this_name(name, tmp_path):
    found = said(tmp_path, name, "--help")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith(f"usage: combat {name} ")
    found = said(tmp_path, name, "--odd")
    assert (found.returncode, found.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_alone_it_tells_its_commands(arguments, capsys):
    assert main(arguments) == 0
    told = capsys.readouterr().out
    assert all(f"combat {name} " in told for name in COMMANDS)


def test_an_unknown_command_is_one_line(capsys):
    assert main(["charters"]) == 2
    assert capsys.readouterr().err.startswith("combat: 'charters' is not known; did you mean 'cha")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_during_the_imports_is_status_130_without_a_word(tmp_path):
    (tmp_path / "secrets.py").write_text("import time\nprint('now', flush=True)\ntime.sleep(60)\n")
    with started(
        [*COMMAND, "marked_for_death"],
        env=environment(tmp_path),
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == "now\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 130


ENDED = """import time
from combat.core.files import aside
def hit(attacker, defender):
    with aside() as folder:
        (folder / "draft").touch()
        print("now", flush=True)
        time.sleep(60)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("what", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_a_command_finds_nothing_of_it(game, what):
    (game / "slow.py").write_text(ENDED)
    claim = "system,first,second,measure,at least\nunits,Imp,Ogre,hits,1 %\n"
    (game / "units.charter.csv").write_text(claim)
    (game / "aside").mkdir()
    with started(
        [*COMMAND, "charter", "units.charter.csv", "--rules", "slow.py:hit", "--trust"],
        cwd=game,
        env=environment() | {"TMPDIR": str(game / "aside")},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert "now\n" in iter(process.stdout.readline, "")
        process.send_signal(what)
        assert process.communicate(timeout=30)[1] == ""
    assert process.returncode == 130
    assert [*(game / "aside").iterdir()] == []


@pytest.mark.parametrize("warnings", ["error", "error::UserWarning", "ignore"])
def test_what_python_makes_of_warnings_ends_no_command(game, warnings):
    (game / "units.csv").write_text("name,hp,speed\nImp,2,30\nOgre,3,40\n")
    found = ran(
        [*COMMAND, "units", "units.csv"],
        cwd=game,
        env=environment() | {"PYTHONWARNINGS": warnings},
        capture_output=True,
        text=True,
    )
    assert (found.returncode, found.stdout.splitlines()[-1]) == (0, "2 units")
    told = "" if warnings == "ignore" else "combat units: units.csv: 'speed' holds whole numbers"
    assert found.stderr.startswith(told)
    assert found.stderr.count("\n") == bool(told)


def test_the_project_installs_it():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["scripts"] == {"combat": f"{main.__module__}:{main.__name__}"}
    installed = shutil.which("combat", path=Path(sys.executable).parent)
    if installed:
        told = ran([installed, "--help"], capture_output=True, text=True)
        assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (["workbook", "report", "units.csv"], "combat.workbook.reports.sheet"),
        (["workbook", "new", "mine"], "nbformat"),
        (["workbook", "docs"], "combat.workbook.pages.site"),
        (["live", "build"], "combat.workbook.live.build"),
        (["charter", "units.csv", "--out", "a.html"], "combat.workbook.reports.verdicts"),
        (["patch", "units.csv", "units.csv", "--out", "a.html"], "combat.workbook.reports.patch"),
    ],
)
def test_what_needs_the_workbook_says_so_in_a_line(monkeypatch, tmp_path, capsys, command, missing):
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.chdir(tmp_path)
    assert main(command) == 2
    assert (
        f"pages are made with the extra 'workbook', of which {missing} isn't there; "
        f"pip install 'combat-design-workbook[workbook]'"
    ) in capsys.readouterr().err.splitlines()[-1]


def test_it_tells_its_version(capsys):
    for switch in ("--version", "-V"):
        assert main([switch]) == 0
        said = capsys.readouterr().out
        assert said == f"combat {metadata.version('combat-design-workbook')}\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("units .", ".: this is a folder; name a file in it"),
        ("units deep --write", "deep: this is a folder; name a file in it"),
        ("units units.csv --columns .", ".: this is a folder; name a file in it"),
        ("patch units.csv .", ".: this is a folder; name a file in it"),
        ("patch . units.csv", ".: this is a folder; name a file in it"),
        ("patch .", ".: this is a folder; name a file in it"),
        ("patch units.csv units.csv --charter .", ".: this is a folder"),
        ("charter deep", "deep: this is a folder; name a file in it"),
        ("marked_for_death --heroes .", ".: this is a folder; name a file in it"),
        ("workbook report .", ".: this is a folder; name a file in it"),
        ("workbook report units.csv --charter deep", "deep: this is a folder"),
        ("workbook docs deep", "deep: this is a folder; --folder deep takes all notebooks in it"),
        ("workbook notebooks .", ".: this is a folder; --folder . takes all notebooks in it"),
        ("workbook new .", "the notebook needs a name"),
        ("workbook new ..", "the notebook needs a name"),
    ],
)
def test_a_folder_in_place_of_a_file_has_its_sentence(game, monkeypatch, capsys, command, said):
    monkeypatch.chdir(game)
    (game / "deep").mkdir()
    assert main(command.split()) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert (told.out, told.err.count("\n")) == ("", 1)
