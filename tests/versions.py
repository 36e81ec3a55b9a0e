"""The promised versions: run the suite with the lowest, or with the newest, of everything.

python -m tests.versions lowest|newest FOLDER [pytest's arguments]
"""

import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Extras that no environment of ours has: the live site is made of downloaded files, and mutants
# are made in one of their own.
APART = ("live", "mutants")


def wanted(which, project):
    """Return what to install: pyproject's requirements, or each at its lower bound.

    Without those of `make mutants`, which has an environment of its own.

    >>> project = {"dependencies": ["numpy>=2.2"], "optional-dependencies": {"test": ["ruff>=1"]}}
    >>> wanted("lowest", project)
    ['numpy==2.2', 'ruff==1']
    """
    extras = project["optional-dependencies"]
    parts = [project["dependencies"], *(extras[name] for name in extras if name not in APART)]
    found = list(dict.fromkeys(one for part in parts for one in part))
    return [one.replace(">=", "==") for one in found] if which == "lowest" else found


def main(which, folder, *arguments):
    """Make the environment in `folder`, run the tests in it; return pytest's exit status."""
    folder = Path(folder).resolve()
    venv.create(folder, with_pip=True, clear=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *wanted(which, project)], check=True)
    own = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]
    subprocess.run([*pip, *own], check=True)
    tests = [python, "-m", "pytest", "-n", "2", "-q", "--ignore=tests/browser", *arguments]
    return subprocess.run(tests, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
