"""The laws of the house, and what holds the set-up together."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.version import Version

ROOT = Path(__file__).parent.parent
MODULES = sorted(path for path in (ROOT / "combat").rglob("*.py"))
NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"))
# conda-forge's "playwright" is the Node package.
CONDA_NAMES = {"playwright": "playwright-python"}
NOT_ON_CONDA = {"axe-playwright-python", "icepool"}
# The extra that no environment of ours has: make live has its tools in a folder of their own.
APART = ("live",)
WORKFLOW = ROOT / ".github" / "workflows" / "test.yml"


@pytest.fixture(scope="module")
def fresh():
    """What a process says that imports the mechanics, then matplotlib, then the workbook."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in MODULES
        if "workbook" not in path.parts and path.stem != "__main__"
    ]
    code = (
        f"import sys, importlib; [importlib.import_module(name) for name in {names!r}]; "
        "print([m for m in ('ipywidgets', 'anywidget', 'IPython', 'matplotlib',"
        " 'nbconvert', 'combat.workbook.views') if m in sys.modules]); "
        "import matplotlib as m; before = dict(m.rcParams); import combat.workbook; "
        "print(before == dict(m.rcParams))"
    )
    seen = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return seen.stdout.splitlines()


def test_mechanics_know_no_screen_and_nothing_that_dresses_a_notebook(fresh):
    assert fresh[0] == "[]"


def test_importing_the_workbook_sets_no_plotting_defaults(fresh):
    assert fresh[1] == "True"


PACKAGES = [path for path in MODULES if path.stem == "__init__"]
LAZY = [path for path in PACKAGES if "= exports(" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", LAZY, ids=lambda path: path.parent.name)
def test_no_name_that_is_imported_when_asked_for_is_a_module_too(path):
    # Once that module is imported it would stand where the name is looked for.
    (call,) = (
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "exports"
    )
    exported = {name for names in ast.literal_eval(call.args[1]).values() for name in names}
    assert not exported & {other.stem for other in path.parent.iterdir()}


OPENS_NO_TEXT = ("os.open", "Image.open", "webbrowser.open", "self.open")


def test_no_text_is_read_or_written_in_the_letters_of_the_system():
    trees = (ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in MODULES)
    for call in (node for tree in trees for node in ast.walk(tree)):
        if not isinstance(call, ast.Call) or ast.unparse(call.func) in OPENS_NO_TEXT:
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        binary = any(
            isinstance(mode, ast.Constant) and "b" in str(mode.value) for mode in call.args
        )
        if name in ("read_text", "write_text") or (name == "open" and not binary):
            assert "encoding" in {keyword.arg for keyword in call.keywords}, ast.unparse(call)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no git repository")
def test_git_gives_each_text_the_same_line_ends_on_every_system():
    listed = ["git", "ls-files", "--eol"]
    said = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for line in said.splitlines():
        assert line.startswith(("i/lf", "i/none", "i/-text")), line
        assert line.startswith("i/-text") or "eol=lf" in line, line


def requirements():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = project["dependencies"] + [
        name
        for extra, listed in project["optional-dependencies"].items()
        if extra not in APART
        for name in listed
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


def pinned():
    """The pins of the lock, each with the hashes of its files: {pin: hashes}."""
    text = (ROOT / "requirements.lock").read_text().replace(" \\\n    ", " ")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {line.partition(" --hash=")[0]: line.split(" --hash=")[1:] for line in lines}


def test_the_lock_is_plain_pins_with_hashes():
    pins, lines = pinned(), (ROOT / "requirements.lock").read_text().splitlines()
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+( ; .+)?", pin) for pin in pins)
    hashes = [one for files in pins.values() for one in files]
    assert all(pins.values())
    assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes)
    assert lines[1].startswith("#   uv pip compile ")
    assert " --generate-hashes " in lines[1]
    assert not re.search(r"://|@|(?:^|[\s=])/\w", "\n".join(lines))
    _, wanted = requirements()
    assert set(wanted) <= {pin.partition("==")[0] for pin in pins}


def test_what_the_live_site_is_made_of_is_pinned_by_its_hash():
    live = ROOT / "combat/workbook/live"
    tools, wheels = (
        (live / f"{name}.lock").read_text().splitlines() for name in ("tools", "wheels")
    )
    pins = [line for line in [*tools, *wheels] if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w-]+==[\w.]+ --hash=sha256:[0-9a-f]{64}", pin) for pin in pins)
    named = {pin.partition("==")[0]: pin.partition("==")[2].split()[0] for pin in pins}
    extra = requirements()[0]["optional-dependencies"]["live"]
    for name, bound in (wanted.split(">=") for wanted in extra):
        assert Version(named[name]) >= Version(bound)
    here = pinned()
    for pin in (pin.split()[0] for pin in wheels if not pin.startswith("#")):
        assert pin in here  # pages are exported with the versions that they then run


def test_the_workflow_to_copy_is_one():
    text = (ROOT / "combat/workbook/live/pages.yml").read_text()
    workflow = yaml.safe_load(text)
    build, deploy = workflow["jobs"]["build"], workflow["jobs"]["deploy"]
    runs = [step["run"] for step in build["steps"] if "run" in step]
    uploaded = [step["with"]["path"] for step in build["steps"] if "upload" in step.get("uses", "")]
    assert runs == ["make live"]
    assert uploaded == ["build/live"]
    assert workflow["permissions"] == {"contents": "read"}
    assert "write" not in build["permissions"].values()
    assert deploy["permissions"] == {"pages": "write", "id-token": "write"}
    assert (deploy["needs"], len(deploy["steps"])) == ("build", 1)
    assert "pages.yml" in (ROOT / "notebooks" / "README.md").read_text()


def test_the_workflow_is_one():
    schema = ["--builtin-schema", "vendor.github-workflows"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, str(WORKFLOW)]
    assert subprocess.run(command, capture_output=True).returncode == 0


def jobs():
    return yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]


def test_linux_runs_what_readme_says_on_each_promised_python():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    steps = [step["run"] for step in jobs()["linux"]["steps"] if "run" in step]
    assert steps == ["make test-all PYTHON=python"]
    tried = jobs()["linux"]["strategy"]["matrix"]["python"]
    assert f"Python {', '.join(tried[:-1])} or {tried[-1]}" in readme


def test_elsewhere_it_runs_the_lines_without_make():
    readme = (ROOT / "tests" / "README.md").read_text(encoding="utf-8")
    block = re.search(r"### Without make.*?```\n(.*?)```", readme, flags=re.S)[1]
    lines = [line.replace(".venv/bin/python", "${{ matrix.python }}") for line in block.split("\n")]
    steps = [step["run"] for step in jobs()["without-make"]["steps"] if "run" in step]
    assert steps[:4] == lines[:4]
    assert steps[4] == "${{ matrix.python }} -m pytest -n 2"
    assert "`-m pytest -n 2`" in readme
    assert jobs()["without-make"]["env"] == {"PYTHONUTF8": "1"}
    assert "before the tests `set PYTHONUTF8=1`" in readme


def cells_of(path):
    return json.loads(path.read_text())["cells"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
class TestNotebook:
    """The laws of the house's own notebooks; those of others are only run and exported."""

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

    def test_it_is_saved_normalised(self, path):
        text = path.read_text()
        assert "widget-view+json" not in text
        assert '"name": "stderr"' not in text
        assert not re.search(r"\b0x[0-9a-f]{6,}|/(home|root|tmp|Users)/", text)
        assert json.loads(text)["metadata"]["language_info"] == {"name": "python"}

    def test_it_opens_with_its_title(self, path):
        first = cells_of(path)[0]
        assert first["cell_type"] == "markdown"
        assert "".join(first["source"]).startswith("# ")

    def test_its_findings_open_with_a_sentence_and_up_to_three_are_its_answers(self, path):
        outputs = [output for cell in cells_of(path) for output in cell.get("outputs", [])]
        findings = [output for output in outputs if "text/markdown" in output.get("data", {})]
        for finding in findings:
            said = "".join(finding["data"]["text/markdown"])
            said = re.sub(r"^<details>.*?</summary>\s*", "", said)  # the answer of a guess
            assert re.match(r"\*\*[^*]+\*\*", said), said
        keys = [one for one in findings if one["metadata"].get("combat", {}).get("key")]
        assert (0 < len(keys) <= 3) == bool(findings)

    def test_its_figures_have_alternative_texts(self, path):
        outputs = [output for cell in cells_of(path) for output in cell.get("outputs", [])]
        pictures = [output for output in outputs if "image/png" in output.get("data", {})]
        for picture in pictures:
            assert len(picture["metadata"]["image/png"]["alt"]) > 30


def test_all_code_is_linted_and_formatted():
    """Over the package, the tests and the notebooks alike; at 100 columns, without exemptions."""
    for task in (["check"], ["format", "--check"]):
        seen = subprocess.run(
            [sys.executable, "-m", "ruff", *task, "--quiet", "combat", "tests", "notebooks"],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert seen.returncode == 0, seen.stdout + seen.stderr


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
@pytest.mark.parametrize(
    ("target", "first", "then"),
    [("mutants", "name a folder or a file", "venv build/tox"), ("serve", "TRIED", "live build")],
)
def test_make_refuses_before_it_sets_anything_up(tmp_path, monkeypatch, target, first, then):
    for name in ("MAKELEVEL", "MAKEFLAGS", "MFLAGS", "MODULE"):
        monkeypatch.delenv(name, raising=False)
    shutil.copy(ROOT / "Makefile", tmp_path)
    combat = tmp_path / ".venv" / "bin" / "combat"
    combat.parent.mkdir(parents=True)
    combat.write_text("#!/bin/sh\necho TRIED $*; exit 2\n")
    combat.chmod(0o755)
    command = ["make", "--dry-run", target, "ARGS=--port x"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True).stdout
    assert first in said
    assert then not in said.partition(first)[0]
    if target == "serve":
        assert "TRIED live serve --try --port x" in said
        assert then not in said
