"""What notebooks hold, and how they are run: what Ctrl-C and a kernel that dies leave."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import v4

from combat.workbook.notebooks import NotebookError, execute
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
