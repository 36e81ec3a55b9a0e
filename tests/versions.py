"""The promised versions: run the suite with the lowest, or with the newest, of everything.

It runs as on a plain processor, so that a number which hangs on this one's own instructions fails.

python -m tests.versions lowest|newest FOLDER [pytest's arguments]
"""

import os
import platform
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]
# Extras that no environment of ours has: the live site is made of downloaded files, and mutants
# are made in one of their own.
APART = ("live", "mutants")
# OpenBLAS's kernel that asks least of a processor of the kind.
KERNELS = {"x86_64": "Prescott", "AMD64": "Prescott", "aarch64": "ARMV8"}
FEATURES = """
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__
print(*(name for name in __cpu_dispatch__ if __cpu_features__[name]))
"""


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


def plain(features, machine):
    """Return the settings under which numpy, its BLAS and glibc compute as on a plain processor.

    >>> plain(["X86_V3", "X86_V4"], "x86_64")["NPY_DISABLE_CPU_FEATURES"]
    'X86_V3 X86_V4'
    """
    # Processors differ in the last bits of a sum or an exponential. Ranks that split a tie by them
    # held here and failed elsewhere: three numbers of notebook 03 once did.
    settings = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2"}
    if features:
        settings["NPY_DISABLE_CPU_FEATURES"] = " ".join(features)
    if machine in KERNELS:
        settings["OPENBLAS_CORETYPE"] = KERNELS[machine]
    return settings


def plainly(python):
    """Return this process's environment, with the plain settings for the numpy of `python`."""
    asked = subprocess.run([python, "-c", FEATURES], capture_output=True, text=True, check=True)
    return os.environ | plain(asked.stdout.split(), platform.machine())


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
    return subprocess.run(tests, cwd=ROOT, env=plainly(python), check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
