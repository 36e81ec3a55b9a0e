"""pytest runs charters: each row a test, in a project that has nothing but the package."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.charter.rows import HOLDS, OPEN, written

ROOT = Path(__file__).parents[2]
NAME = "mine.charter.csv"
BROKEN = "imps hold their own,units,Imp,*,score,40 %,,,"
AWAY = "six,python,,,../away.py:six,6,6,,"
SURE = "from combat.units import Rules\nSURE = Rules(hit=lambda a, d: 1.0 + 0 * a.hp)\n"


@pytest.fixture
def project(tmp_path):
    """A project of its own, with a folder for charters."""
    (tmp_path / "balance").mkdir()
    (tmp_path / "away.py").write_text("def six():\n    return 6\n")
    return set_up(tmp_path)


def set_up(project, *lines, folder="."):
    path = project / folder / "pytest.ini"
    path.write_text("\n".join(["[pytest]", "charter_folders = balance", *lines]))
    return project


ALONE = {"PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"}
PLUGIN = ["-p", "combat.charter_plugin", "-v"]
# What the pytest around it does already; the last would search all its objects for what is left.
OTHERS = ("faulthandler", "cacheprovider", "unraisableexception")
WITHIN = ["--capture=sys", *(part for name in OTHERS for part in ("-p", f"no:{name}"))]


def run(project, *arguments):
    """What pytest says there, in this process, which need not import all of it again."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as here, contextlib.redirect_stdout(said):
        for name, value in ALONE.items():
            here.setenv(name, value)
        here.setenv("PYTEST_CURRENT_TEST", "")  # the one of here comes back
        here.chdir(project)
        pytest.main([*WITHIN, *PLUGIN, *map(str, arguments)])
    return said.getvalue()


def test_each_row_is_a_test_by_its_claim_in_a_process_that_loads_no_mechanics_before(project):
    written(project / "balance", HOLDS, BROKEN, name=NAME)
    (project / "test_it.py").write_text(
        "import sys\n\ndef test_it():\n"
        "    assert not {'combat.charter', 'pandas'} & {*sys.modules}\n"
    )

    def said(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "pytest", *PLUGIN, *arguments],
            cwd=project,
            env={**os.environ, "PYTHONPATH": str(ROOT), **ALONE},
            capture_output=True,
            text=True,
        )

    assert "1 passed" in said("test_it.py").stdout
    found = said("balance")
    assert found.returncode == 1
    assert f"balance/{NAME}::even PASSED" in found.stdout
    assert f"balance/{NAME}::imps hold their own FAILED" in found.stdout
    line = "broken: imps hold their own: Imp against Ogre: 24.07%, not at least 40%"
    assert line in found.stdout.splitlines()
    assert "Traceback" not in found.stdout
    assert "1 failed, 1 passed" in found.stdout


def test_a_charter_is_run_by_its_name_and_a_row_by_its_claim(project):
    written(project, HOLDS, BROKEN, name=NAME)
    assert "no tests ran" in run(project)
    assert "1 failed, 1 passed" in run(project, NAME)
    assert "1 passed in" in run(project, f"{NAME}::even")


def test_faults_open_claims_and_twins(project):
    rows = HOLDS, HOLDS.replace("python", "pythons"), HOLDS, OPEN
    written(project / "balance", *rows, name=NAME)
    found = run(project)
    assert f"{NAME}::even (row 4) PASSED" in found
    assert f"{NAME}::fault 1 FAILED" in found
    assert f"{NAME}, row 3, column 'system': 'pythons' is not known; did you mean" in found
    assert "open: near: " in found
    assert "2 failed, 2 passed" in found


def test_what_is_no_charter_is_an_error_in_one_line_and_a_hidden_file_is_none(project):
    (project / "balance" / NAME).write_bytes(b"claim,system\nx,units\n")
    found = run(project)
    assert f"{NAME}, row 1, column 'measure': the column is missing" in found
    assert "reading.py" not in found  # no traceback
    written(project / "balance", HOLDS, name=NAME)
    for aside in ("~$", "._"):
        (project / "balance" / f"{aside}mine.charter.xlsx").write_bytes(b"\5Tom")
    assert "1 passed in" in run(project)


def test_rules_of_ones_own(project):
    written(project / "balance", "sure,units,Imp,Ogre,hits,100 %,,,", name=NAME)
    (project / "own.py").write_text(SURE)
    assert "1 failed" in run(project)
    set_up(project, "charter_rules = own.py:SURE")
    assert "1 passed" in run(project)


def test_trust_is_told_and_a_folder_of_somebody_else_cannot_give_it(project):
    charter = written(project / "balance", AWAY, name=NAME)
    found = run(project)
    assert "would run ../away.py" in found
    assert "charters" not in found.partition("collected")[0]
    settings = set_up(project, "charter_trust = true") / "pytest.ini"
    for folder in (project, project / "balance"):
        found = run(folder)
        assert "1 passed" in found
        assert f"charters may run Python from anywhere, as {settings} says" in found
    settings.unlink()
    set_up(project, "charter_trust = true", "charter_rules = own.py:SURE", folder="balance")
    (project / "balance" / "own.py").write_text("raise SystemExit('it ran')\n")
    found = run(project, charter)
    assert "would run ../away.py" in found
    assert "balance/pytest.ini: charter_trust and charter_rules count only where pytest" in found
    assert "it ran" not in found
    assert "it ran" in run(project / "balance", NAME)


def test_the_entry_point_names_the_plugin():
    """Under the module's name: then `-p` and the entry point are one plugin, not two."""
    text = (ROOT / "pyproject.toml").read_text()
    _, _, table = text.partition("[project.entry-points.pytest11]\n")
    assert table.startswith('"combat.charter_plugin" = "combat.charter_plugin"\n')
