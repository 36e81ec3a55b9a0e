"""pytest runs charters: each row a test, in a project that has nothing but the package."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADER = "claim,system,first,second,measure,at least,at most,given,budget\n"
UNITS = b"name,hp,attack,defense,damage\nImp,2,9,9,1\nOgre,3,9,9,1\n"
HOLDS = "even,python,,,combat.hit_rules:ratio,50 %,50 %,attack=9; defense=9,\n"
BROKEN = "imps hold their own,units,Imp,*,score,40 %,,,\n"
OPEN = "near,units,Imp,Imp,score,,50 %,method=sampled,300\n"


@pytest.fixture
def project(tmp_path):
    """A project of its own, with a charter in a folder."""
    (tmp_path / "balance").mkdir()
    (tmp_path / "balance" / "units.csv").write_bytes(UNITS)
    (tmp_path / "pytest.ini").write_text("[pytest]\ncharter_folders = balance\n")
    return tmp_path


def write(project, *rows, name="mine.charter.csv", folder="balance"):
    path = project / folder / name
    path.write_text(HEADER + "".join(rows))
    return path


ALONE = {"PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"}
PLUGIN = ["-p", "combat.charter_plugin", "-v"]


def run(project, *arguments):
    """What pytest says there; the package is known, and no other plugin."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", *PLUGIN, *arguments],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(ROOT), **ALONE},
        capture_output=True,
        text=True,
    )


# What the pytest around it does already; the last would search all its objects for what is left.
OTHERS = ("faulthandler", "cacheprovider", "unraisableexception")
WITHIN = ["--capture=sys", *(part for name in OTHERS for part in ("-p", f"no:{name}"))]


def run_here(project, *arguments):
    """The same within this process, which need not import all of it again."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as here, contextlib.redirect_stdout(said):
        for name, value in ALONE.items():
            here.setenv(name, value)
        here.setenv("PYTEST_CURRENT_TEST", "")  # the one of here comes back
        here.chdir(project)
        status = pytest.main([*WITHIN, *PLUGIN, *arguments])
    return subprocess.CompletedProcess([], int(status), said.getvalue())


def test_one_broken_claim_is_one_red_test_with_a_readable_line(project):
    write(project, HOLDS, BROKEN)
    found = run(project)
    assert found.returncode == 1
    assert "balance/mine.charter.csv::even PASSED" in found.stdout
    assert "balance/mine.charter.csv::imps hold their own FAILED" in found.stdout
    line = "broken: imps hold their own: Imp against Ogre: 24.07%, not at least 40%"
    assert line in found.stdout.splitlines()
    assert "Traceback" not in found.stdout
    assert "1 failed, 1 passed" in found.stdout


def test_a_charter_is_run_by_its_name_and_a_row_by_its_claim(project):
    path = write(project, HOLDS, BROKEN, folder=".")
    (project / "units.csv").write_bytes(UNITS)
    assert "no tests ran" in run_here(project).stdout
    assert "1 failed, 1 passed" in run_here(project, path.name).stdout
    alone = run_here(project, f"{path.name}::even")
    assert alone.returncode == 0
    assert "1 passed" in alone.stdout


def test_faults_open_claims_and_twins(project):
    bad = HOLDS.replace("python", "pythons")
    write(project, HOLDS, bad, HOLDS, OPEN)
    found = run_here(project).stdout
    assert "mine.charter.csv::even (row 4) PASSED" in found
    assert "mine.charter.csv::fault 1 FAILED" in found
    assert "mine.charter.csv, row 3, column 'system': 'pythons' is not known; did you mean" in found
    assert "open: near: " in found
    assert "2 failed, 2 passed" in found


def test_what_is_no_charter_is_an_error_in_one_line(project):
    (project / "balance" / "mine.charter.csv").write_bytes(b"claim,system\nx,units\n")
    found = run_here(project)
    assert found.returncode == 2
    assert "mine.charter.csv, row 1, column 'measure': the column is missing" in found.stdout


def test_a_hidden_file_of_excel_or_macos_is_no_charter(project):
    write(project, HOLDS)
    for aside in ("~$", "._"):
        (project / "balance" / f"{aside}mine.charter.xlsx").write_bytes(b"\5Tom")
    assert run_here(project).returncode == 0


def test_rules_of_ones_own(project):
    (project / "own.py").write_text(
        "from combat.units import Rules\nSURE = Rules(hit=lambda a, d: 1.0 + 0 * a.hp)\n"
    )
    write(project, "sure,units,Imp,Ogre,hits,100 %,,,\n")
    assert "1 failed" in run_here(project).stdout
    (project / "pytest.ini").write_text(
        "[pytest]\ncharter_folders = balance\ncharter_rules = own.py:SURE\n"
    )
    assert "1 passed" in run_here(project).stdout


def test_trust_is_told_and_a_folder_of_somebody_else_cannot_give_it(project):
    write(project, "six,python,,,../away.py:six,6,6,,\n")
    (project / "away.py").write_text("def six():\n    return 6\n")
    found = run_here(project).stdout
    assert "would run ../away.py" in found
    assert "charters" not in found.partition("collected")[0]
    settings = project / "pytest.ini"
    settings.write_text("[pytest]\ncharter_folders = balance\ncharter_trust = true\n")
    for folder in (project, project / "balance"):
        found = run_here(folder).stdout
        assert "1 passed" in found
        assert f"charters may run Python from anywhere, as {settings} says" in found
    (project / "mine").mkdir()
    settings.rename(project / "balance" / "pytest.ini")
    for folder in (project, project / "mine"):
        found = run_here(folder, str(project / "balance" / "mine.charter.csv")).stdout
        assert "would run ../away.py" in found
        assert "balance/pytest.ini: charter_trust counts only where pytest is started " in found


def test_rules_in_a_folder_of_somebody_else_are_not_loaded(project):
    (project / "balance" / "own.py").write_text("raise SystemExit('it ran')\n")
    write(project, HOLDS)
    (project / "pytest.ini").unlink()
    settings = project / "balance" / "pytest.ini"
    settings.write_text("[pytest]\ncharter_rules = own.py:SURE\n")
    found = run_here(project, str(project / "balance" / "mine.charter.csv")).stdout
    assert "1 passed" in found
    assert f"{settings}: charter_rules counts only where pytest is started" in found
    assert "it ran" in run_here(project / "balance", "mine.charter.csv").stdout


def test_starting_pytest_does_not_load_the_mechanics(project):
    (project / "test_it.py").write_text(
        "import sys\n\ndef test_it():\n    assert 'combat.charter' not in sys.modules\n"
        "    assert 'pandas' not in sys.modules\n"
    )
    assert "1 passed" in run(project).stdout


def test_the_entry_point_names_the_plugin():
    """Under the module's name: then `-p` and the entry point are one plugin, not two."""
    text = (ROOT / "pyproject.toml").read_text()
    _, _, table = text.partition("[project.entry-points.pytest11]\n")
    assert table.startswith('"combat.charter_plugin" = "combat.charter_plugin"\n')
