"""The usual variant of the site: Pyodide and what it carries come from a CDN when it is opened."""

import tomllib
from importlib import metadata

from combat.workbook.live.parts import data_of, named, package_files, zipped
from combat.workbook.live.sources import installed_files, needed

WHEEL = "combat_design_workbook-0.1.0-py3-none-any.whl"
# JupyterLab's kernel starts without the package; a notebook asks for it first.
FIRST_CELL = "%pip install -q combat-design-workbook"


class Elsewhere:
    """Pyodide somewhere else: it is taken to have what is compiled here, which nobody else has.

    >>> Elsewhere().has("numpy"), Elsewhere().has("comm")
    (True, False)
    """

    def has(self, name):
        """Return whether a package holds compiled code, so that only Pyodide can have it."""
        try:
            files = metadata.distribution(name).files or []
        except metadata.PackageNotFoundError:
            return False
        return any(file.suffix in (".so", ".pyd", ".dylib") for file in files)

    @property
    def packages(self):
        """What its packages depend on: it knows that itself."""
        return _Depends()


class _Depends:
    def __getitem__(self, name):
        return {"depends": []}


def made(root, folder):
    """Write the archives of a site with a CDN into a folder; return the packages asked of the CDN.

    root: of the checkout. They are the package and its data, what ipywidgets needs, and a wheel of
    both for JupyterLab, in `pypi`.
    """
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    there, here = needed(project, Elsewhere(), extras=("workbook",))
    there = [name for name in there if name != "wcwidth"]  # of IPython, which pages go without
    (folder / "pypi").mkdir(parents=True, exist_ok=True)
    package = named(root, package_files(root))
    widgets = {}
    for name in ("ipywidgets", "traitlets", "comm"):
        widgets |= installed_files(name)
    assert {"ipywidgets", "traitlets", "comm"} <= set(here)
    zipped(folder / "own.zip", package | widgets)
    zipped(folder / "data.zip", data_of(root))
    _wheel(folder / "pypi" / WHEEL, package, project["version"], [*there, "ipywidgets"])
    return there


def _wheel(target, package, version, needs):
    name = f"combat_design_workbook-{version}.dist-info"
    lines = [
        "Metadata-Version: 2.1",
        "Name: combat-design-workbook",
        f"Version: {version}",
        *(f"Requires-Dist: {one}" for one in needs),
    ]
    tags = "Wheel-Version: 1.0\nGenerator: combat\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = package | {
        f"{name}/METADATA": ("\n".join(lines) + "\n").encode(),
        f"{name}/WHEEL": tags.encode(),
    }
    record = "".join(f"{file},,\n" for file in [*files, f"{name}/RECORD"])
    zipped(target, files | {f"{name}/RECORD": record.encode()})
