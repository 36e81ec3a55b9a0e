"""The live site, built and served on any system."""

import json
import mimetypes
import os
import socket
import subprocess
import sys
import threading
import time
import tomllib
import urllib.error
import urllib.request
from contextlib import ExitStack

import pytest
from packaging.requirements import Requirement

from combat.workbook.live import __main__ as command
from combat.workbook.live import build as live
from combat.workbook.live.__main__ import main, server
from tests.test_project import ROOT


@pytest.mark.slow
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


def test_a_script_is_served_as_one_whatever_the_system_takes_it_for(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(mimetypes, "guess_type", lambda *_args, **_more: ("text/plain", None))
    (tmp_path / "a.js").write_text("1")
    with server(tmp_path) as one:
        threading.Thread(target=one.handle_request, daemon=True).start()
        port = one.server_address[1]
        answer = urllib.request.urlopen(f"http://127.0.0.1:{port}/a.js")
        assert answer.headers.get_content_type() == "text/javascript"
        assert main(["serve", "--try", "--out", str(tmp_path), "--port", str(port)]) == 2
    assert capsys.readouterr().err == f"port {port}: Address already in use\n"


@pytest.fixture
def site(tmp_path):
    """A site that is served, and its port; beside it lies what isn't part of it."""
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "site" / "deep").mkdir(parents=True)
    (tmp_path / "site" / "index.html").write_text("<p>here</p>")
    with server(tmp_path / "site") as one:
        threading.Thread(target=one.serve_forever, daemon=True).start()
        yield one.server_address[1]
        one.shutdown()


@pytest.mark.skipif(os.name != "posix", reason="links of POSIX")
def test_a_link_out_of_the_site_is_not_followed(site, tmp_path):
    inside = tmp_path / "site"
    (inside / "out.txt").symlink_to(tmp_path / "secret.txt")
    (inside / "up").symlink_to(tmp_path)
    (inside / "deep" / "same.html").symlink_to(inside / "index.html")
    (tmp_path / "site2").mkdir()
    (inside / "other").symlink_to(tmp_path / "site2")
    for path in ("out.txt", "up/secret.txt", "up/", "other/", "../secret.txt", "%2e%2e/secret.txt"):
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"http://127.0.0.1:{site}/{path}")
    for path in ("", "index.html", "deep/same.html"):
        assert urllib.request.urlopen(f"http://127.0.0.1:{site}/{path}").read() == b"<p>here</p>"


def test_clients_that_never_end_hold_no_thread_for_good(site, monkeypatch):
    """Silent ones are let go after a while, and while there are too many the next ones, too."""
    monkeypatch.setattr(command._Handler, "timeout", 0.3)
    monkeypatch.setattr(command, "_WAIT", 0.05)
    before = threading.active_count()
    with ExitStack() as held:
        for _ in range(command._MOST_CLIENTS + 6):
            client = held.enter_context(socket.create_connection(("127.0.0.1", site)))
            client.sendall(b"GET / HT")  # and no more
        assert threading.active_count() - before <= command._MOST_CLIENTS
        until = time.monotonic() + 10
        while threading.active_count() > before and time.monotonic() < until:
            time.sleep(0.02)
        assert threading.active_count() == before
        assert urllib.request.urlopen(f"http://127.0.0.1:{site}/").read() == b"<p>here</p>"


# The packages of the notebooks that Pyodide contains; for the others, the site has wheels.
PYODIDE = {"numpy", "scipy", "pandas", "matplotlib", "traitlets"}


def test_what_notebooks_need_is_in_the_browser():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    listed = [*project["dependencies"], *extras["workbook"], *extras["spreadsheets"]]
    # The site is JupyterLab already, and nobody exports pages in a browser; there xls and YAML
    # are refused in a line, and texts in older encodings taken for Windows-1252, which is told.
    spared = {"jupyterlab", "nbconvert", "pdoc", "chardet", "python-calamine", "pyyaml"}
    needed = {Requirement(one).name for one in listed} - spared
    pins = (live.HERE / "wheels.lock").read_text().splitlines()
    assert needed <= PYODIDE | {pin.partition("==")[0] for pin in pins}


@pytest.fixture
def docs(tmp_path):
    """The start page of exported ones."""
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "index.html").write_text("<p>The pages.</p>")
    return folder


def test_what_is_downloaded_once_stays(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(live, "_pip", lambda *how: asked.append(how) or how[2].mkdir(parents=True))
    one, again = (live._pinned(tmp_path, "wheels", "download", "--dest") for _ in range(2))
    assert one == again
    assert one.is_dir()
    assert len(asked) == 1


@pytest.mark.parametrize("there", ["a file", "a folder", "a link"])
def test_only_what_an_earlier_build_left_is_removed(there, docs, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(subprocess, "run", None)
    out, kept = tmp_path / "site", tmp_path / "kept"
    if there == "a folder":
        kept = out
    if there == "a file":
        out.write_text("precious")
    else:
        kept.mkdir()
        (kept / "thesis.txt").write_text("precious")
    if there == "a link":
        out.symlink_to("kept")
    assert main(["build", "--docs", str(docs), "--out", str(out)]) == 2
    said = capsys.readouterr().err
    assert said == f"{out}: no build left what is there, and it would be lost; name a new folder\n"
    assert (out if there == "a file" else kept / "thesis.txt").read_text() == "precious"


def test_a_command_that_fails_is_told_in_one_line(docs, tmp_path, monkeypatch):
    output = "WARNING: slow\nERROR: No matching distribution found for doit\n"
    monkeypatch.setattr(live, "CACHE", tmp_path / "parts")
    failed = subprocess.CompletedProcess([], 1, "", output)
    monkeypatch.setattr(subprocess, "run", lambda *_args, **_how: failed)
    with pytest.raises(live.SourceError, match=r"is there a connection.*No matching") as told:
        live.build(ROOT, docs, tmp_path / "site")
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


@pytest.mark.parametrize("lacks", ["notebooks", "data"])
def test_a_wheel_says_what_it_lacks(lacks, docs, tmp_path, monkeypatch, capsys):
    """Installed as a wheel there are pages, perhaps notebooks, and neither data nor sources."""
    for name in ("notebooks", "data", "combat"):
        (tmp_path / name).mkdir()
    (tmp_path / lacks).rmdir()
    monkeypatch.chdir(tmp_path)
    assert main(["build", "--docs", str(docs), "--out", "site"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"the site is built in a checkout of the workbook, and {lacks} isn't")
    assert told.count("\n") == 1
    assert not (tmp_path / "build").exists()
