"""The laws of the house, and what holds the set-up together."""

import ast
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for path in (ROOT / "combat").rglob("*.py"))
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
# conda-forge's "playwright" is the Node package.
CONDA_NAMES = {"playwright": "playwright-python"}
NOT_ON_CONDA = {"icepool"}


def test_mechanics_know_no_screen():
    names = [
        str(path.relative_to(ROOT).with_suffix("")).replace("/", ".").removesuffix(".__init__")
        for path in MODULES
        if "workbook" not in path.parts and path.stem != "__main__"
    ]
    code = (
        f"import sys, importlib; [importlib.import_module(name) for name in {names!r}]; "
        "print([m for m in ('ipywidgets', 'IPython', 'matplotlib', 'nbconvert')"
        " if m in sys.modules])"
    )
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert seen.stdout.strip() == "[]"


def test_importing_the_workbook_sets_no_plotting_defaults():
    code = (
        "import matplotlib as m; before = dict(m.rcParams); import combat.workbook; "
        "print(before == dict(m.rcParams))"
    )
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert seen.stdout.strip() == "True"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_of_the_package_is_long(path):
    assert len(path.read_text().splitlines()) <= 400


def requirements():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = project["dependencies"] + [
        name for extra in project["optional-dependencies"].values() for name in extra
    ]
    return project, dict(re.fullmatch(r"([\w-]+)(.*)", name).groups() for name in names)


def test_conda_gets_the_same_dependencies():
    project, wanted = requirements()
    listed = (ROOT / "environment.yml").read_text().partition("dependencies:")[2]
    conda = dict(re.findall(r"^  - ([\w-]+)([>=.\d]*)", listed, flags=re.M))
    assert conda.pop("pip") == ""
    assert conda.pop("python") == project["requires-python"]
    assert conda == {
        CONDA_NAMES.get(name, name): bound
        for name, bound in wanted.items()
        if name not in NOT_ON_CONDA
    }
    by_pip = listed.partition("  - pip:\n")[2]
    assert re.findall(r"- ([\w-]+)([>=.\d]+)", by_pip) == [
        (name, wanted[name]) for name in sorted(NOT_ON_CONDA)
    ]
    assert by_pip.endswith("      - -e .\n")


def test_the_lock_is_plain_pins():
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+( ; .+)?", pin) for pin in pins)
    assert not re.search(r"://|@|(?:^|[\s=])/\w", "\n".join(lines))
    _, wanted = requirements()
    assert set(wanted) <= {pin.partition("==")[0] for pin in pins}


def test_there_are_notebooks():
    assert NOTEBOOKS


def cells_of(path):
    return json.loads(path.read_text())["cells"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
class TestNotebook:
    def test_it_was_executed_from_top_to_bottom(self, path):
        code = [
            cell
            for cell in cells_of(path)
            if cell["cell_type"] == "code" and "".join(cell["source"]).strip()
        ]
        assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
        outputs = [output for cell in code for output in cell["outputs"]]
        assert outputs
        assert not [output for output in outputs if output["output_type"] == "error"]

    def test_its_functions_are_short(self, path):
        for cell in cells_of(path):
            if cell["cell_type"] == "code":
                for node in ast.walk(ast.parse("".join(cell["source"]))):
                    if isinstance(node, ast.FunctionDef):
                        assert node.end_lineno - node.lineno < 10, node.name

    def test_it_is_saved_normalised(self, path):
        text = path.read_text()
        assert "widget-view+json" not in text
        assert not re.search(r"\b0x[0-9a-f]{6,}|/(home|root|tmp|Users)/", text)
        assert json.loads(text)["metadata"]["language_info"] == {"name": "python"}

    def test_its_code_cells_fit_a_screen(self, path):
        lengths = [len("".join(cell["source"]).splitlines()) for cell in cells_of(path)]
        assert max(lengths) <= 30

    def test_no_line_of_code_that_is_seen_is_wider_than_a_screen(self, path):
        """Of a folded cell JupyterLab shows the first line, and widens the page for it."""
        for cell in (cell for cell in cells_of(path) if cell["cell_type"] == "code"):
            folded = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
            lines = "".join(cell["source"]).splitlines()
            assert max(map(len, lines[:1] if folded else lines)) <= 100

    def test_its_figures_have_captions_and_alternative_texts(self, path):
        outputs = [output for cell in cells_of(path) for output in cell.get("outputs", [])]
        pictures = [output for output in outputs if "image/png" in output.get("data", {})]
        for picture in pictures:
            assert len(picture["metadata"]["image/png"]["alt"]) > 30
            assert len(picture["metadata"]["combat"]["caption"]) > 20
