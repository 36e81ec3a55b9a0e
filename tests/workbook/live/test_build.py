"""The live site, built and served on any system."""

import hashlib
import io
import json
import mimetypes
import os
import re
import subprocess
import sys
import tarfile
import threading
import tomllib
import urllib.request

import pytest
from packaging.requirements import Requirement

from combat.workbook.live import build as live
from combat.workbook.live.__main__ import main, server
from tests.test_project import ROOT


def test_notebooks_keep_their_letters_where_the_system_writes_no_utf_8(tmp_path):
    code = (
        "from pathlib import Path; from combat.workbook.live.build import _notebooks; "
        f"_notebooks(Path({str(ROOT)!r}), Path('made'))"
    )
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=os.environ | plain, check=True)
    made = sorted((tmp_path / "made").glob("*.ipynb"))
    assert [path.name for path in made] == sorted(
        path.name for path in (ROOT / "notebooks").glob("*.ipynb")
    )
    for path in made:
        here, (first, *there) = (
            json.loads((folder / path.name).read_text(encoding="utf-8"))["cells"]
            for folder in (ROOT / "notebooks", tmp_path / "made")
        )
        assert here == there
        assert "".join(first["source"]).startswith("%pip install -q combat-design-workbook")


@pytest.mark.parametrize(
    ("name", "kind"), [("a.js", "text/javascript"), ("a.wasm", "application/wasm")]
)
def test_a_script_is_served_as_one_whatever_the_system_takes_it_for(
    name, kind, tmp_path, monkeypatch
):
    monkeypatch.setattr(mimetypes, "guess_type", lambda *_args, **_more: ("text/plain", None))
    (tmp_path / name).write_text("1")
    with server(tmp_path) as one:
        threading.Thread(target=one.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{one.server_address[1]}/{name}"
        with urllib.request.urlopen(address) as answer:
            assert answer.headers.get_content_type() == kind
        one.shutdown()


def test_what_notebooks_need_is_in_the_browser():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    listed = [*project["dependencies"], *extras["workbook"], *extras["spreadsheets"]]
    # The site is JupyterLab already, and nobody exports pages in a browser.
    needed = {Requirement(one).name for one in listed} - {"jupyterlab", "nbconvert", "pdoc"}
    pins = (live.HERE / "wheels.lock").read_text().splitlines()
    assert needed <= {*live.PACKAGES, *(pin.partition("==")[0] for pin in pins)}


CORE = ["pyodide.mjs", "pyodide-lock.json"]
OWN = "combat_design_workbook-0.1.0-py3-none-any.whl"


@pytest.fixture
def docs(tmp_path):
    """A page and an index, as `make docs` exports them."""
    folder = tmp_path / "docs"
    folder.mkdir()
    page = '<html><head></head><body><ul class="pages"></ul></body></html>'
    for name in ("index", "00_start_here"):
        (folder / f"{name}.html").write_text(page)
    return folder


@pytest.fixture
def commands(tmp_path, monkeypatch):
    """The commands of a build, which here download nothing and write what they would."""
    monkeypatch.setattr(live, "CACHE", tmp_path / "parts")
    run = []

    def after(command, name):
        return live.Path(command[command.index(name) + 1])

    def pretend(command, **_how):
        run.append(command)
        if "jupyterlite_core" in command:
            out = after(command, "--output-dir")
            out.mkdir(parents=True)
            for name in ("jupyter-lite.json", "pypi"):
                os.rename(after(command, "--lite-dir") / name, out / name)
            if "--pyodide" in command:
                with tarfile.open(after(command, "--pyodide")) as archive:
                    archive.extractall(out / "static", filter="data")
        elif "install" in command:
            after(command, "--target").mkdir(parents=True)
        elif "download" in command:
            after(command, "--dest").mkdir(parents=True)
            (after(command, "--dest") / "comm-1-py3-none-any.whl").write_bytes(b"comm")
        else:
            (after(command, "--wheel-dir") / OWN).write_bytes(b"own")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", pretend)
    return run


def release(folder, monkeypatch, *, without=(), **changed):
    """An archive like Pyodide's, whose hashes are then those that are pinned."""
    packages = {
        name: {"file_name": f"{name}.whl", "sha256": hashlib.sha256(name.encode()).hexdigest()}
        for name in live.PACKAGES
    }
    files = {
        "pyodide.mjs": b"core",
        "pyodide-lock.json": json.dumps({"packages": packages}).encode(),
    }
    files |= {f"{name}.whl": name.encode() for name in live.PACKAGES if name not in without}
    pins = {name: hashlib.sha256(files[name]).hexdigest() for name in CORE}
    monkeypatch.setattr(live, "pins", lambda: pins)
    path = folder / "pyodide.tar.bz2"
    with tarfile.open(path, "w:bz2") as archive:
        for name, content in (files | changed).items():
            info = tarfile.TarInfo(f"pyodide/{name}")
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return path


def told(page):
    """What a page of the site is told."""
    text = page.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="live-notebook">(.*?)</script>', text, flags=re.S)[1])


@pytest.mark.parametrize(
    ("pyodide", "where"),
    [
        ("", "https://cdn.jsdelivr.net/pyodide/v314.0.3/full/"),
        ("https://example.org/pyodide/", "https://example.org/pyodide/"),
        ("archive", "jupyter/static/pyodide/"),
    ],
)
def test_pages_and_jupyterlab_find_the_same_pyodide(
    pyodide, where, docs, commands, tmp_path, monkeypatch
):
    if pyodide == "archive":
        pyodide = str(release(tmp_path, monkeypatch))
    out = tmp_path / "site"
    for _ in range(2):
        assert live.build(ROOT, docs, out, pyodide) > 0
    page = told(out / "00_start_here.html")
    assert page["pyodide"] == where
    assert page["packages"] == [
        *live.PACKAGES,
        f"jupyter/pypi/{OWN}",
        "jupyter/pypi/comm-1-py3-none-any.whl",
    ]
    assert (out / page["data"]).is_file()
    settings = json.loads((out / "jupyter" / "jupyter-lite.json").read_text())
    (kernel,) = settings["jupyter-config-data"]["litePluginSettings"].values()
    assert kernel["pyodideUrl"] == f"{where}pyodide.mjs".replace("jupyter/", "./")
    assert "JupyterLab in the browser" in (out / "index.html").read_text()
    assert "@" not in (out / "keep.js").read_text()
    # What is downloaded once stays.
    assert [command[3] for command in commands].count("download") == 1


def test_an_archive_that_is_not_the_release_is_named_in_one_line(
    docs, commands, tmp_path, monkeypatch, capsys
):
    def said(archive):
        arguments = ["build", "--docs", str(docs), "--out", str(tmp_path / "site")]
        assert main([*arguments, "--pyodide", str(archive)]) == 2
        assert not (tmp_path / "site").exists()
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        return told

    other = release(tmp_path, monkeypatch, **{"pyodide.mjs": b"other"})
    assert "pyodide.mjs in" in said(other)
    assert "its SHA-256 differs" in said(release(tmp_path, monkeypatch, **{"scipy.whl": b"other"}))
    assert "is without numpy, scipy" in said(
        release(tmp_path, monkeypatch, without=["numpy", "scipy"])
    )
    assert "is not an archive of Pyodide" in said(tmp_path / "none.tar.bz2")
    (tmp_path / "text.tar.bz2").write_text("text")
    assert "is not an archive of Pyodide" in said(tmp_path / "text.tar.bz2")


@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("WARNING: slow\nERROR: No matching distribution found for doit\n", "No matching"),
        ("Traceback ...\nurllib.error.URLError: <urlopen error>\n  more", "URLError"),
        ("killed", "killed"),
    ],
)
def test_a_command_that_fails_is_told_in_one_line(output, said, docs, tmp_path, monkeypatch):
    monkeypatch.setattr(live, "CACHE", tmp_path / "parts")
    failed = subprocess.CompletedProcess([], 1, "", output)
    monkeypatch.setattr(subprocess, "run", lambda *_args, **_how: failed)
    with pytest.raises(live.SourceError, match=said) as told:
        live.build(ROOT, docs, tmp_path / "site")
    assert "is there a connection?" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["build", "--docs", "no_docs"], "no pages in no_docs: make docs comes first"),
        (["serve", "--out", "no_site"], "no site in no_site: make live builds it"),
    ],
)
def test_the_command_says_in_a_line_what_is_wrong(arguments, said, capsys):
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
