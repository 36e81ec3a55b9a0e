"""What notebooks hold, how they are begun and run, and what Ctrl-C or a kernel that dies leaves."""

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import v4

from combat.workbook import notebooks
from combat.workbook.__main__ import main
from combat.workbook.notebooks import _STARTERS, STARTS, NotebookError, execute
from combat.workbook.pages.export import document
from tests.bench.waits import panels_of
from tests.processes import started, wait_for

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", sorted(ROOT.glob("notebooks/*.ipynb")), ids=lambda path: path.stem)
def test_each_panel_is_saved_as_a_picture_and_a_text_alone(path):
    """Neither HTML nor a widget stands beside them; what shows an error has no picture."""
    cells = nbformat.read(path, as_version=4).cells
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    assert not [one for one in outputs if one.output_type == "error"]
    for one in outputs:
        if "image/png" in one.get("data", {}) or "settings" in one.get("metadata", {}).get(
            "combat", {}
        ):
            assert set(one.data) == {"image/png", "text/plain"}, one.data["text/plain"]


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(ROOT.glob("notebooks/*.ipynb")), ids=lambda path: path.stem)
def test_headlines_are_short(path, monkeypatch):
    """At most twelve words are wanted: those that have more are listed, and none becomes longer."""
    monkeypatch.chdir(path.parent)
    titles = [one.answer.title for one in panels_of(path)]
    long = {title: words for title in titles if (words := len(title.split())) > 12}
    print(path.stem, *(f"{words} {title}" for title, words in long.items()), sep="\n  ")
    assert max(long.values(), default=0) <= 20, long


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "mine.ipynb"
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell("1 + 1")]), path)
    return path


@pytest.mark.kernel
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_while_the_kernel_starts_is_no_other_error(path, monkeypatch):
    begun = NotebookClient.async_start_new_kernel_client

    async def interrupted(client):
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(0.5)
        return await begun(client)

    monkeypatch.setattr(NotebookClient, "async_start_new_kernel_client", interrupted)
    with pytest.raises(KeyboardInterrupt):
        execute(path)


@pytest.mark.kernel
def test_a_kernel_that_dies_is_told_in_a_line(path):
    (path.parent / "ipykernel_launcher.py").write_text("raise SystemExit(3)")
    with pytest.raises(NotebookError, match=r"^mine\.ipynb: the kernel died \(Kernel died before"):
        execute(path)


@pytest.mark.kernel
def test_what_lies_beside_a_notebook_is_imported_unless_it_runs_alone(path):
    (path.parent / "own.py").write_text("SIX = 6\n")
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell("import own")]), path)
    execute(path)
    with pytest.raises(NotebookError, match="No module named 'own'"):
        execute(path, alone=True)


@pytest.mark.kernel
@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_waits_for_no_cell(path):
    there = path.parent / "there"
    slow = f"import time; open({str(there)!r}, 'w').close(); time.sleep(3600)"
    nbformat.write(v4.new_notebook(cells=[v4.new_code_cell(slow)]), path)
    command = [sys.executable, "-m", "combat.workbook", "notebooks", str(path)]
    with started(command, env=os.environ | {"PYTHONPATH": str(ROOT)}) as process:
        wait_for(there, process)
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130


@pytest.mark.kernel
def test_a_new_notebook_runs_and_exports(tmp_path, capsys):
    assert main(["new", "my_game", "--folder", str(tmp_path)]) == 0
    path = tmp_path / "my_game.ipynb"
    said = capsys.readouterr()
    assert said.out.strip() == str(path)
    assert said.err == f"Writing {path} and running it once ...\n"
    made = nbformat.read(path, 4)
    assert made.cells[0].source == "# My game"
    has_a_table_a_picture_and_a_finding(
        made, ["name", "hp", "attack"], "**Giant is the strongest.**"
    )
    assert all(cell.execution_count for cell in made.cells if cell.cell_type == "code")
    where = ["--folder", str(tmp_path), "--out", str(tmp_path / "d")]
    assert main(["docs", "my_game", *where]) == 0
    page = (tmp_path / "d" / "my_game.html").read_text()
    assert page.count("<figure id=") == page.count(" data-recording=") == 3


def test_what_takes_a_while_is_told_before_it_begins(tmp_path, monkeypatch, capsys):
    def never_run(path):
        said.append(capsys.readouterr())
        assert list(tmp_path.iterdir()) == []  # where it is killed, it leaves nothing
        raise NotebookError("no kernel")

    said = []
    monkeypatch.setattr(notebooks, "execute", never_run)
    assert main(["new", "my_game", "--folder", str(tmp_path)]) == 2
    assert said[0].err == f"Writing {tmp_path / 'my_game.ipynb'} and running it once ...\n"
    assert said[0].out == ""
    assert capsys.readouterr().err == "no kernel\n"


@pytest.mark.kernel
def test_it_may_begin_with_a_fight(tmp_path):
    assert main(["new", "my_game", "--from", "fight", "--folder", str(tmp_path)]) == 0
    has_a_table_a_picture_and_a_finding(
        nbformat.read(tmp_path / "my_game.ipynb", 4),
        ["hero", "ogre", "potions", "hero_acts"],
        "**Two potions are worth",
    )


def has_a_table_a_picture_and_a_finding(made, words, finding):
    """words: those with which the first table begins."""
    outputs = [output for cell in made.cells for output in cell.get("outputs", [])]
    said = [output.data.get("text/markdown", output.data["text/plain"]) for output in outputs]
    assert said[0].split()[: len(words)] == words
    assert said[-1].startswith(finding)
    assert any("image/png" in output.data for output in outputs)


@pytest.mark.parametrize("start", STARTS)
def test_what_tells_how_to_begin_is_not_read_on_pages(start):
    """Whoever fills in nothing has headings, tables, panels and findings on the page, no advice."""
    made = nbformat.read(_STARTERS / f"starter_{start}.ipynb", 4)
    prose = [cell for cell in made.cells if cell.cell_type == "markdown"]
    advice = [cell for cell in prose if "code" in cell.metadata.get("tags", [])]
    assert all(
        cell.source.startswith("#") and "\n" not in cell.source
        for cell in prose
        if cell not in advice
    )
    page = document(made, "mine.ipynb")
    assert "Write your question here" in page
    read = re.sub(r'(?s)<div class="code">.*?</div>', "", page)
    assert "Write your question here" not in read
    assert "Try your own" not in read


@pytest.mark.kernel
@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
@pytest.mark.parametrize(
    ("given", "handed_on"),
    [(["NAME=my_game", "FROM=fight"], ["my_game", "--from", "fight"]), ([], [""])],
)
def test_make_hands_on_what_it_is_given(given, handed_on):
    # Within `make test` this make would tell its folder and take the options of the outer one.
    own = {
        name: text for name, text in os.environ.items() if "MAKE" not in name and name != "MFLAGS"
    }
    own |= {"NAME": "of the system", "FROM": "of the system"}
    command = ["make", "--dry-run", "--no-print-directory", "new", *given]
    said = subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=True)
    recipe = said.stdout.partition("combat workbook ")[2].replace("\\\n", " ")
    assert shlex.split(recipe)[1:] == handed_on


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "the notebook needs a name: make new NAME=my_game"),
        ("07_mine", "07_mine.ipynb: names that begin with two digits and _ are the workbook's"),
        ("who wins?", "who wins?.ipynb: not every system takes a file of that name"),
        ("there", "{folder}/there.ipynb is there already; choose another name"),
        ("deep/mine", "deep/mine.ipynb: Not a directory"),
        ("mine --from dragons", "FROM = 'dragons' is not known: it must be one of units, fight"),
    ],
)
def test_what_no_notebook_begins_with_is_told_before_it_runs(
    name, said, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr(notebooks, "execute", None)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there.ipynb").write_text("precious")
    (tmp_path / "deep").touch()
    given, *start = name.split(" --from ")
    asked = ["new", given, *(["--from", *start] if start else []), "--folder", str(tmp_path)]
    assert main(asked) == 2
    assert capsys.readouterr().err.startswith(said.format(folder=tmp_path))
    assert (tmp_path / "there.ipynb").read_text() == "precious"


@pytest.mark.kernel
def test_a_notebook_may_lie_anywhere_and_finds_its_data_beside_it(tmp_path, monkeypatch):
    there = tmp_path / "my game's notes"
    there.mkdir()
    (there / "units.csv").write_text("name,hp\nrat,3\n")
    source = "import pandas as pd\npd.read_csv('units.csv')['name'][0]"
    path = there / "the rat.ipynb"
    cells = [v4.new_markdown_cell("# Rats"), v4.new_code_cell(source)]
    nbformat.write(v4.new_notebook(cells=cells), path)
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "docs"
    assert main(["docs", "my game's notes/the rat", "--out", str(out)]) == 0
    assert ">&#x27;rat&#x27;</pre>" in (out / "the rat.html").read_text()
    assert 'href="the%20rat.html"' in (out / "index.html").read_text()
    assert main(["notebooks", str(path)]) == 0
    assert nbformat.read(path, 4).cells[1].outputs[0].data["text/plain"] == "'rat'"


def test_what_is_not_there_is_one_line(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["docs", "/nowhere/at all"]) == 2
    assert main(["docs"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert said[0].startswith("no notebook /nowhere/at all: neither /nowhere/at all.ipynb nor ")
    assert said[1:] == ["no notebook in notebooks/"]
