"""The versions that are promised, and the workflow that tries them elsewhere."""

import re
import subprocess
import sys

import pytest
import yaml

from tests.versions import ROOT, wanted

WORKFLOW = ROOT / ".github" / "workflows" / "test.yml"
SCHEMA = "vendor.github-workflows"


def checked(path):
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", SCHEMA, str(path)]
    return subprocess.run(command, capture_output=True, text=True)


def test_the_workflow_is_one(tmp_path):
    assert checked(WORKFLOW).returncode == 0
    broken = tmp_path / "test.yml"
    broken.write_text(WORKFLOW.read_text(encoding="utf-8").replace("runs-on", "runs on"))
    assert checked(broken).returncode == 1


def jobs():
    return yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]


def test_linux_runs_what_readme_says_on_each_promised_python():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    steps = [step["run"] for step in jobs()["linux"]["steps"] if "run" in step]
    assert steps == ["make test PYTHON=python"]
    tried = jobs()["linux"]["strategy"]["matrix"]["python"]
    assert f"Python {', '.join(tried[:-1])} or {tried[-1]}" in readme


def test_elsewhere_it_runs_the_lines_without_make():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"### Without make.*?```\n(.*?)```", readme, flags=re.S)[1]
    lines = [line.replace(".venv/bin/python", "${{ matrix.python }}") for line in block.split("\n")]
    steps = [step["run"] for step in jobs()["without-make"]["steps"] if "run" in step]
    assert steps[:3] == lines[:3]
    assert steps[3] == "${{ matrix.python }} -m pytest -n 2"
    assert "`-m pytest -n 2`" in readme


def test_make_installs_as_the_lines_without_make_do():
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "--requirement requirements.lock" in recipe
    assert "--no-deps --no-build-isolation --editable ." in recipe


@pytest.mark.parametrize(("which", "bound"), [("lowest", "=="), ("newest", ">=")])
def test_each_requirement_is_installed_once(which, bound):
    project = {
        "dependencies": ["numpy>=2.2"],
        "optional-dependencies": {
            "a": ["ruff>=0.11"],
            "b": ["ruff>=0.11", "numpy>=2.2"],
            "mutants": ["mutmut>=3.8"],
        },
    }
    assert wanted(which, project) == [f"numpy{bound}2.2", f"ruff{bound}0.11"]
