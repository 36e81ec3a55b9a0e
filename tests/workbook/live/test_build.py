"""The live site, built and served on any system."""

import hashlib
import io
import json
import mimetypes
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tarfile
import threading
import tomllib
import urllib.error
import urllib.request
from contextlib import contextmanager

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


@contextmanager
def served(folder):
    """The port at which a folder is served; at the end every answer is done."""
    with server(folder) as one:
        one.daemon_threads = False  # closing it waits for them
        threading.Thread(target=one.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield one.server_address[1]
        finally:
            one.shutdown()


@pytest.mark.parametrize(
    ("name", "kind"), [("a.js", "text/javascript"), ("a.wasm", "application/wasm")]
)
def test_a_script_is_served_as_one_whatever_the_system_takes_it_for(
    name, kind, tmp_path, monkeypatch
):
    monkeypatch.setattr(mimetypes, "guess_type", lambda *_args, **_more: ("text/plain", None))
    (tmp_path / name).write_text("1")
    with (
        served(tmp_path) as port,
        urllib.request.urlopen(f"http://127.0.0.1:{port}/{name}") as answer,
    ):
        assert answer.headers.get_content_type() == kind


@pytest.mark.parametrize("path", ["/%00", "/a%00.js", "/gone"])
def test_what_no_file_can_be_called_is_not_there(path, tmp_path, capsys):
    with served(tmp_path) as port, pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}{path}")
    assert capsys.readouterr().err.count("\n") == 1


def test_a_download_that_is_broken_off_is_told_nobody(tmp_path, capsys):
    (tmp_path / "large").write_bytes(bytes(30_000_000))
    with served(tmp_path) as port, socket.create_connection(("127.0.0.1", port)) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
        one.sendall(b"GET /large HTTP/1.0\r\n\r\n")
        one.recv(100)
    assert capsys.readouterr().err == ""


def test_another_fault_of_the_server_is_one_line(tmp_path, monkeypatch, capsys):
    def fails(*_args):
        raise OSError(5, "the disk is broken", "a.js")

    (tmp_path / "a.js").touch()
    monkeypatch.setattr("http.server.SimpleHTTPRequestHandler.copyfile", fails)
    with served(tmp_path) as port:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/a.js").close()
    assert capsys.readouterr().err == "a.js: the disk is broken\n"


def test_what_notebooks_need_is_in_the_browser():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    listed = [*project["dependencies"], *extras["workbook"], *extras["spreadsheets"]]
    # The site is JupyterLab already, and nobody exports pages in a browser; there xls files are
    # refused in a line, and texts in older encodings are taken for Windows-1252, which is told.
    spared = {"jupyterlab", "nbconvert", "pdoc", "chardet", "python-calamine"}
    needed = {Requirement(one).name for one in listed} - spared
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
                shutil.unpack_archive(after(command, "--pyodide"), out / "static")
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


@pytest.mark.parametrize("there", ["site", "folder", "link", ".part"])
def test_only_what_an_earlier_build_left_is_removed(there, docs, commands, tmp_path, capsys):
    out = tmp_path / "site"
    kept = tmp_path / "site.part" if there == ".part" else out
    if there == "link":
        (tmp_path / "elsewhere").mkdir()
        out.symlink_to("elsewhere")
    elif there != "site":
        kept.mkdir()
    (kept / "thesis.txt" if there != "site" else kept).write_text("precious")
    status = main(["build", "--docs", str(docs), "--out", str(out)])
    said = capsys.readouterr().err
    if there == ".part":
        assert status == 0
        assert (kept / "thesis.txt").read_text() == "precious"
        return
    assert status == 2
    assert said == f"{out}: no build left what is there, and it would be lost; name a new folder\n"
    assert (kept / "thesis.txt" if there != "site" else kept).read_text() == "precious"
    assert commands == []


def test_an_empty_folder_becomes_the_site(docs, commands, tmp_path):
    (tmp_path / "site").mkdir()
    assert main(["build", "--docs", str(docs), "--out", str(tmp_path / "site")]) == 0
    assert (tmp_path / "site" / "index.html").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["docs", "parts", "site"]


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
        (["serve", "--port", "70000"], "'70000' is not a whole number from 0 to 65535"),
    ],
)
def test_the_command_says_in_a_line_what_is_wrong(arguments, said, capsys):
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_port_is_tried_without_a_site(tmp_path, capsys):
    trial = ["serve", "--try", "--out", str(tmp_path / "none"), "--port"]
    assert main([*trial, "0"]) == 0
    with served(tmp_path) as port:
        assert main([*trial, str(port)]) == 2
    assert capsys.readouterr().err == f"port {port}: Address already in use\n"
