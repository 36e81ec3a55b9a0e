"""The versions that are promised, and the workflow that tries them elsewhere."""

import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.versions import FEATURES, ROOT, plain, plainly, wanted

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
    assert steps == ["make test-all PYTHON=python"]
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
    assert jobs()["without-make"]["env"] == {"PYTHONUTF8": "1"}
    assert "before the tests `set PYTHONUTF8=1`" in readme


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


def test_a_processor_without_dispatched_features_has_none_disabled():
    assert "NPY_DISABLE_CPU_FEATURES" not in plain([], "x86_64")
    assert "OPENBLAS_CORETYPE" not in plain([], "unheard of")


def test_in_the_plain_environment_numpy_dispatches_nothing():
    command = [sys.executable, "-W", "error", "-c", FEATURES]
    environment = plainly(sys.executable)
    had = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert had.stdout.split() == []


def test_the_plain_kernel_is_one_that_openblas_has():
    environment = plainly(sys.executable) | {"OPENBLAS_VERBOSE": "2"}
    command = [sys.executable, "-c", "import numpy, scipy.linalg"]
    said = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "Core not found" not in said.stdout + said.stderr


EXPONENTIALS = """
import math
print(*(math.exp(n / 1000) for n in range(10000)))
"""


def exponentials(environment):
    command = [sys.executable, "-c", EXPONENTIALS]
    return subprocess.run(command, env=environment, capture_output=True, check=True).stdout


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="the settings are glibc's")
def test_in_the_plain_environment_exponentials_are_those_without_fused_products():
    processor = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    fused = re.search(r"^flags\b.*\bfma\b", processor, flags=re.M)
    as_it_is = exponentials(os.environ | {"GLIBC_TUNABLES": ""})
    assert (exponentials(plainly(sys.executable)) != as_it_is) == bool(fused)
