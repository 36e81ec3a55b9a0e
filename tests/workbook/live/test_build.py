"""The live site, built and served on any system."""

import json
import mimetypes
import os
import subprocess
import sys
import threading
import urllib.request

import pytest

from combat.workbook.live.__main__ import server
from tests.test_project import ROOT


def test_notebooks_keep_their_letters_where_the_system_writes_no_utf_8(tmp_path):
    code = (
        "from pathlib import Path; from combat.workbook.live.build import _notebooks; "
        f"_notebooks(Path({str(ROOT)!r}), Path('made'), [])"
    )
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=os.environ | plain, check=True)
    made = sorted((tmp_path / "made").glob("*.ipynb"))
    assert [path.name for path in made] == sorted(
        path.name for path in (ROOT / "notebooks").glob("*.ipynb")
    )
    for path in made:
        here, there = (
            json.loads((folder / path.name).read_text(encoding="utf-8"))["cells"]
            for folder in (ROOT / "notebooks", tmp_path / "made")
        )
        assert here == there


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
