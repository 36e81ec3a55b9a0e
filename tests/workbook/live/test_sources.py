"""What the live site is made of: pinned, checked, and listed once."""

import hashlib
import json
import subprocess
import tomllib
import zipfile

import pytest

from combat.workbook.live import sources
from combat.workbook.live.__main__ import main
from tests.test_project import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pinned(folder, content, name="dragons"):
    """A file of pins for a wheel of that content."""
    pins = folder / "pins"
    pins.write_text(f"# why\n{name}==1.0 --hash=sha256:{hashlib.sha256(content).hexdigest()}\n")
    return pins


def test_a_file_that_is_there_is_not_downloaded_again(tmp_path, monkeypatch):
    monkeypatch.setattr(subprocess, "run", None)
    path = tmp_path / "dragons-1.0-py3-none-any.whl"
    path.write_bytes(b"many")
    assert sources.fetched(tmp_path, pinned(tmp_path, b"many")) == {"dragons": path}


def test_a_changed_file_is_named_in_one_line(tmp_path):
    (tmp_path / "dragons-1.0-py3-none-any.whl").write_bytes(b"few")
    with pytest.raises(sources.SourceError) as told:
        sources.fetched(tmp_path, pinned(tmp_path, b"many"))
    assert str(told.value).startswith("dragons-1.0-py3-none-any.whl is not what was pinned")
    assert "\n" not in str(told.value)


def test_a_missing_file_is_named_in_one_line(tmp_path, monkeypatch):
    def nothing(command, **_how):
        said = "WARNING: slow\nERROR: No matching distribution found for dragons==1.0\n"
        return subprocess.CompletedProcess(command, 1, "", said)

    monkeypatch.setattr(subprocess, "run", nothing)
    with pytest.raises(sources.SourceError) as told:
        sources.fetched(tmp_path, pinned(tmp_path, b"many"))
    assert "dragons 1.0 can't be had" in str(told.value)
    assert "No matching distribution" in str(told.value)
    assert "LIVE=cdn" in str(told.value)


def bundle(folder, *, content=b"numbers", lock=None):
    """A wheel that carries Pyodide, whose lock file says what numpy's file is."""
    lock = lock or {"file_name": "numpy.whl", "sha256": hashlib.sha256(b"numbers").hexdigest()}
    path = folder / "bundle.whl"
    with zipfile.ZipFile(path, "w") as made:
        inside = dict.fromkeys(sources.CORE, b"core") | {
            "pyodide-lock.json": json.dumps({"packages": {"numpy": lock | {"depends": []}}}),
            "numpy.whl": content,
        }
        for name, file in inside.items():
            made.writestr(sources._INSIDE + name, file)
    return sources.Pyodide(path)


def test_packages_are_held_to_the_lock_file(tmp_path):
    bundle(tmp_path).unpack(["numpy"], tmp_path / "out")
    assert (tmp_path / "out" / "numpy.whl").read_bytes() == b"numbers"
    with pytest.raises(sources.SourceError, match=r"numpy\.whl is not what Pyodide's lock"):
        bundle(tmp_path, content=b"other").unpack(["numpy"], tmp_path / "out")
    elsewhere = {"file_name": "gone.whl", "sha256": ""}
    with pytest.raises(sources.SourceError, match=r"gone\.whl is not in the wheel"):
        bundle(tmp_path, lock=elsewhere).unpack(["numpy"], tmp_path / "out")


def test_packages_are_those_of_the_project(tmp_path):
    depends = {"numpy": [], "scipy": ["numpy"], "pandas": ["numpy", "six"], "six": []}
    depends |= {"matplotlib": ["pillow"], "pillow": []}

    class Wasm:
        packages = property(lambda self: {name: {"depends": depends[name]} for name in depends})

        def has(self, name):
            return name in depends

    there, here = sources.needed(PROJECT, Wasm())
    assert there == ["matplotlib", "numpy", "pandas", "pillow", "scipy", "six"]
    assert {"ipywidgets", "ipython", "openpyxl", "traitlets"} <= set(here)
    assert not {"jupyterlab", "nbconvert", "colorama", "pexpect"} & set(here)


def test_a_package_that_nobody_has_is_named():
    unknown = {"dependencies": ["no-such-dragon"], "optional-dependencies": {}}

    class Nothing:
        def has(self, name):
            return False

    with pytest.raises(sources.SourceError, match="no-such-dragon is neither in Pyodide nor"):
        sources.needed(unknown, Nothing(), ())


def test_nothing_of_this_machine_is_taken_along():
    files = sources.installed_files("ipywidgets")
    assert "ipywidgets/__init__.py" in files
    assert not [name for name in files if name.endswith((".so", ".pyc", "RECORD"))]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "--docs", "no_docs"], "no pages in no_docs: make docs comes first"),
        (["serve", "--out", "no_site"], "no site in no_site: make live builds it"),
        (["build", "--pyodide", "here"], "write cdn, or an address that ends in /"),
    ],
)
def test_the_command_says_in_a_line_what_is_wrong(arguments, said, capsys):
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
