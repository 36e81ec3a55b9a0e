"""The reference holds every public name, and asks for nothing."""

import re
import subprocess
import sys
from importlib import import_module
from types import ModuleType

import pytest

from combat.workbook.pages.site import PACKAGES


@pytest.mark.slow
def test_every_public_name_has_its_entry(tmp_path):
    code = f"from combat.workbook.pages.site import write_reference as w; w({str(tmp_path)!r})"
    # pdoc's warnings are errors, those of libraries about each other aren't.
    strict = "-W", "error::UserWarning", "-W", "ignore::DeprecationWarning"
    subprocess.run([sys.executable, *strict, "-c", code], check=True)
    assert (tmp_path / "index.html").exists()
    for package in PACKAGES:
        file = tmp_path / "combat" / f"{package.replace('.', '/')}.html"
        page = file.read_text(encoding="utf-8")
        public = import_module(f"combat.{package}")
        for name in getattr(public, "__all__", ()):
            if isinstance(getattr(public, name), ModuleType):
                continue
            assert f'id="{name}"' in page or f"/{name}.html" in page, (package, name)
        asked = re.findall(r'(?:src|href)="(https?://[^"]+)"', page)
        assert set(asked) <= {"https://pdoc.dev"}
        assert str(tmp_path) not in page
