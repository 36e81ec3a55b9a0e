"""What README tells a reader to type does what README says."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import parse_qsl

import numpy as np
import pytest
import yaml

from combat.hit_rules import rules
from combat.hit_rules.published import PUBLISHED
from combat.units import Rules, Unit, duel
from combat.workbook.__main__ import main
from combat.workbook.panel.recording import Taken, recording, unpacked
from combat.workbook.reports import sheet
from combat.workbook.views import tome as views
from tests import processes
from tests.browser.conftest import free_port, wait_for

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("[cdnt]*/README.md"))]
README = "\n".join(page.read_text() for page in PAGES)
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, flags=re.M | re.S)
# Whether the tests run in what make has set up here: another, or a link to one, make would remove.
READY = ROOT / ".venv" / ".ready"
OWN = (
    Path(sys.prefix) == ROOT / ".venv"
    and READY.exists()
    and READY.read_text().endswith(f" {ROOT}\n")
)
COMBAT = ".venv/bin/combat"
# What the script does that is installed there; a folder may have none yet, or that of another.
SCRIPT = "import sys; from combat.cli.main import main; sys.exit(main())"
COMMAND = [sys.executable, "-P", "-c", SCRIPT]
HERE = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
START = "notebooks/00_start_here.ipynb"


@pytest.mark.kernel
@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
def test_make_lists_exactly_the_targets_that_are_told():
    listed = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    targets = set(re.findall(r"^  make ([\w-]+)", listed.stdout, flags=re.M)) - {"setup"}
    assert targets == set(re.findall(r"(?:^|`)make ([\w-]+)", README, flags=re.M))


def _commands():
    for text in dict.fromkeys(text for _, text in BLOCKS):
        if COMBAT in text:
            of_git = "combat patch" in text
            absent = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="no git repository")
            if "workbook report" not in text:  # a whole export: tests/workbook/reports
                yield pytest.param(text, marks=[absent] if of_git else [])


@pytest.mark.skipif(shutil.which("sh") is None, reason="no shell that takes the commands here")
@pytest.mark.parametrize("command", [*_commands()])
def test_the_commands_of_the_command_line_run(command):
    said = processes.ran(
        ["sh", "-ec", command.replace(COMBAT, shlex.join(COMMAND))],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": HERE},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stderr == ""
    if "combat charter" in command:
        assert re.search(r"\d+ claims?: 0 broken, 0 open, \d+ hold\.$", said.stdout.strip())
        return
    if "combat patch" in command:
        assert said.stdout.startswith("units.csv at HEAD -> units.csv: ")
        return
    if "--odds" in command:
        assert re.search(r"\d\.\d+%.*\d\.\d+%", said.stdout)
        return
    folder = ROOT / re.search(r"--out-dir (\S+)", command)[1]
    assert (folder / "BattleLog.txt").read_text() in said.stdout + "\n"
    for name in ("Heroes-final.csv", "Villains-final.csv"):
        assert f"`{name}`" in README
        assert (folder / name).read_text().startswith("Name,XP,")


def test_the_report_reads_its_sheet_and_rules(monkeypatch, capsys):
    (command,) = {line for _, text in BLOCKS for line in text.splitlines() if " report " in line}
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sheet.site, "export", lambda path, out, **_: out / f"{path.stem}.html")
    assert main(shlex.split(command)[2:]) == 0
    assert capsys.readouterr().out == "build/docs/units.html\n"


def test_the_link_that_is_shown_has_an_answer_on_its_page(monkeypatch):
    monkeypatch.setattr(Taken, "answer", lambda *_: 0)  # which answers there are, not what they say
    settings = dict(parse_qsl(re.search(r"`#figure-1\?([^`]+)` on page\s01", README)[1]))
    made = unpacked(recording(views.curves()))
    place = [
        control["slugs"].index(settings.pop(control["slug"])) if control["slug"] in settings else at
        for control, at in zip(made["controls"], made["start"], strict=True)
    ]
    assert not settings
    assert ",".join(map(str, place)) in made["answers"]


class TestBalance:
    """The files that keep a balance under test: their syntax, and what their commands do."""

    workflow, hooks = (yaml.safe_load(text) for kind, text in BLOCKS if kind == "yaml")
    table = next(text for kind, text in BLOCKS if text.startswith("claim,"))

    @pytest.fixture
    def game(self, tmp_path, monkeypatch):
        """README's charter beside the units and the rule that it speaks of."""
        for name in ("units.csv", "rules.py"):
            shutil.copy(ROOT / "data" / "own_game" / name, tmp_path)
        (tmp_path / "units.charter.csv").write_text(self.table)
        monkeypatch.chdir(tmp_path)
        return tmp_path

    def test_the_workflow_has_whole_steps(self):
        # YAML 1.1, which this parser reads, has "on" for true.
        assert self.workflow[True] == ["push", "pull_request"]
        assert self.workflow["permissions"] == {"contents": "read"}
        (job,) = self.workflow["jobs"].values()
        assert job["runs-on"] == "ubuntu-latest"
        for step in job["steps"]:
            assert len({"uses", "run"} & set(step)) == 1
            assert set(step) <= {"uses", "run", "with", "if"}
            action = step.get("uses")
            assert action is None or re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action)

    def test_the_workflow_installs_the_package_and_keeps_the_report(self, game):
        steps = next(iter(self.workflow["jobs"].values()))["steps"]
        install, judge = (step["run"] for step in steps if "run" in step)
        name = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["name"]
        assert install == f'pip install "{name}[workbook] @ git+ADDRESS@REVISION"'
        assert ran(judge).returncode == 0
        (kept,) = (step for step in steps if step.get("with", {}).get("path"))
        assert kept["if"] == "always()"
        assert "<title>" in (game / kept["with"]["path"]).read_text()

    def test_the_hook_is_local_and_its_command_is_that_of_the_workflow(self):
        (repository,) = self.hooks["repos"]
        (hook,) = repository["hooks"]
        assert repository["repo"] == "local"
        assert {"id", "name", "entry", "language"} <= set(hook)
        assert (hook["language"], hook["pass_filenames"]) == ("system", False)
        for file in ("units.csv", "units.charter.csv"):
            assert re.search(hook["files"], file)
        steps = next(iter(self.workflow["jobs"].values()))["steps"]
        assert f"{hook['entry']} --out balance.html" in [step.get("run") for step in steps]


def ran(command):
    """A command of the form `combat ...`, run here."""
    combat, *arguments = shlex.split(command)
    assert combat == "combat"
    return processes.ran(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": HERE},
    )


def _python(part):
    """The block of Python in which that stands."""
    (found,) = (text for kind, text in BLOCKS if kind == "python" and part in text)
    return found


def test_the_game_in_three_tables_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    actions, statuses = (
        text for _, text in BLOCKS if text.startswith(("unit,action", "status,changes"))
    )
    Path("units.csv").write_text(
        "name,hp,attack,defense,damage\nMage,27,12,10,1d6\nCleric,38,12,12,1d8\nSpider,9,9,8,1d4\n"
    )
    Path("units.actions.csv").write_text(actions)
    Path("units.statuses.csv").write_text(statuses)
    names = {}
    with pytest.warns(UserWarning, match="no action gives 'asleep'"):
        exec(_python("encounter").replace("aim=0.7", "aim=0.7, most=4"), names)
    assert names["units"]["Cleric"]["Heal: uses"] == 3
    assert names["units"]["Spider"]["poisoned: attack"] == -2
    found = names["encounter"](
        {"Mage": 1}, {"Spider": 3}, names["rules"], units=names["units"], battles=2000
    )
    assert found["Fireball"].item() > 0.9


def test_the_rule_of_ones_own_runs():
    exec(_python("def ratio"), names := {})
    assert names["tome"].attack_for(0.6, 30, rule=names["ratio"]) == pytest.approx(45)
    assert names["tome"].fit_m(names["ratio"], range(1, 101), range(1, 101)).m > 0


def test_the_panel_of_ones_own_answers_and_its_finding_holds():
    exec(_python("guess=Guess"), names := {})
    panel = names["panel"]
    assert panel.answer.title == "Attack 40 hits defence 30 in 57%."
    assert panel.answered(attack=90, defense=80).title == "Attack 90 hits defence 80 in 53%."
    assert panel.guess.text(panel.guess.answer) == "53%"


def test_the_fight_of_ones_own_runs():
    code = _python("from combat.markov")
    names = {}
    exec(code, names)
    wizard = Unit("Wizard", hp=12, damage=3, staff=3, spell=10, slots=2)
    ogre = Unit("Ogre", hp=20, damage=4, staff=0)
    slots = [duel(wizard.changed(slots=slots), ogre, names["rules"]).first for slots in (0, 1, 2)]
    assert slots == sorted(slots)
    without = duel(wizard.changed(slots=0), ogre, names["rules"])
    by_staff = Rules(hit=lambda attacker, defender: np.where(attacker.staff > 0, 0.7, 0.6))
    plain = duel(wizard, ogre, by_staff)
    assert without.first == pytest.approx(plain.first, abs=1e-12)


def anchors(page):
    """The places of a page that a link can name, as GitHub writes them."""
    heads = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", page.read_text(), flags=re.S), re.M)
    return {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_and_picture_is_there(page):
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        if target.startswith(("https://", "#?")):  # "#?attack=10" sets a control
            continue
        name, _, place = target.partition("#")
        other = page.parent / name if name else page
        assert other.exists(), target
        assert not place or place in anchors(other), target


def test_the_game_of_the_first_page_is_asked(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    exec(_python('print(battle({"Knight": 2}'), {})
    said = capsys.readouterr().out
    assert "Knight" in said
    assert "Duelist" in said


def test_every_notebook_is_in_the_tour():
    for path in (ROOT / "notebooks").glob("[0-9][0-9]_*.ipynb"):
        assert f"(notebooks/{path.name})" in README


def test_the_rules_are_counted():
    assert (len(rules()), len(PUBLISHED)) == (18, 12)
    assert "twelve published rules, and six from notebooks" in README
    for path in ("00_start_here.ipynb", "06_hit_rules_compared.ipynb"):
        assert "eighteen" in (text := (ROOT / "notebooks" / path).read_text())
        assert "twelve of them" in text


@pytest.mark.kernel
@pytest.mark.skipif(not OWN, reason="make would set up an environment of its own")
def test_make_lab_opens_the_notebooks(tmp_path):
    port = free_port()
    arguments = f"--no-browser --allow-root --port={port} --IdentityProvider.token=t"
    with (
        (tmp_path / "log").open("w") as log,
        processes.started(
            ["make", "lab", f"ARGS={arguments}"],
            cwd=ROOT,
            env=os.environ | {"JUPYTER_RUNTIME_DIR": str(tmp_path)},
            stdout=log,
            stderr=log,
        ),
    ):
        news = "lab/api/settings/@jupyterlab/apputils-extension:notification"
        seen, settings, page = (
            wait_for(f"http://127.0.0.1:{port}/{place}?token=t", tmp_path / "log")
            for place in ("api/contents/notebooks", news, f"lab/tree/{START}")
        )
    assert "00_start_here.ipynb" in seen
    schema = json.loads(settings)["schema"]
    assert schema["properties"]["fetchNews"]["default"] == "false"  # nothing is asked
    assert START in (ROOT / "Makefile").read_text()
    assert (ROOT / START).exists()
    assert "JupyterLab" in page


@pytest.mark.kernel
@pytest.mark.skipif(not OWN, reason="make would set up an environment of its own")
def test_make_docs_exports_one_notebook():
    page = ROOT / "build" / "docs" / "00_start_here.html"
    page.unlink(missing_ok=True)
    processes.ran(["make", "docs", "NOTEBOOK=00_start_here"], cwd=ROOT, check=True)
    assert page.exists()
    assert (page.parent / "index.html").exists()
