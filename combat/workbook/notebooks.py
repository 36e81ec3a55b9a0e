"""Notebooks are begun, run, and saved so that only real changes show in a diff.

Their pages are made in `pages`; what Jupyter saves of them by itself, in `saving`.
"""

import atexit
import base64
import os
import re
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from traitlets.config import Config

from combat.cli.terminal import Failure
from combat.core.files import aside, check_place, portable, write_whole
from combat.core.words import printable

# Two notebooks run side by side: on two cores, more threads would only wait for each other.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

# JupyterLab's own mark of a heading whose section it folds.
COLLAPSED = "jp-MarkdownHeadingCollapsed"
_KEPT = ("tags", "jupyter", COLLAPSED)  # of a cell's metadata
_WIDGET = "application/vnd.jupyter.widget-view+json"
_STARTERS = Path(__file__).parent / "starters"
STARTS = ("units", "fight")
NUMBERED = re.compile(r"\d\d_")  # how the names of the workbook's own notebooks begin


class NotebookError(Failure):
    """A notebook that can't be read or run: its name, and the error of the cell that failed."""


def execute(path, folder=None, progress=None, alone=False, running=None, **environment):
    """Return the notebook at `path`, run in a fresh kernel; progress: called as (done, cells).

    alone: whether the kernel imports nothing that lies in the folder; a stranger's, perhaps.
    running: a set that has the client meanwhile, for `end_kernel` in another thread.
    """
    notebook = read(path)
    with aside() as beside:
        # By default the file that says where the kernel listens would outlive one that is killed.
        where = Config({"AsyncKernelManager": {"connection_file": str(beside / "kernel.json")}})
        how = {"folder": folder or Path(path).parent, "alone": alone, "config": where}
        client = _client(notebook, progress, **how)
        _run(client, Path(path).name, set() if running is None else running, alone, environment)
    return normalised(notebook)


def _client(notebook, progress, folder, alone, config):
    """A client that runs a notebook in a fresh kernel."""
    client = NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        config=config,
        record_timing=False,
        # IPython before 9.7 asks for the switch as well.
        extra_arguments=["--log-level=CRITICAL", *(["--ignore-cwd"] if alone else [])],
        resources={"metadata": {"path": str(folder)}},
    )
    if progress is not None:
        cells = len(notebook.cells)
        client.on_cell_executed = lambda cell_index, **_: progress(cell_index + 1, cells)
    return client


def _run(client, name, running, alone, environment):
    """Let a client run its notebook; NotebookError, with the file's name, if that fails."""
    apart = {"PYTHONSAFEPATH": "1"} if alone else {}
    quiet = {"PYTHONWARNINGS": ""}  # with "error" no kernel would start
    running.add(client)
    try:
        client.execute(env=os.environ | ONE_THREAD | apart | quiet | environment)
    except CellExecutionError as error:
        raise NotebookError(f"{name}: {_described(client.nb, error)}") from None
    except CellTimeoutError:
        raise NotebookError(f"{name}: a cell ran for more than 300 s") from None
    except (RuntimeError, AssertionError) as error:  # nbclient cleans up twice
        what = printable(str(error) or str(error.__context__))
        raise NotebookError(f"{name}: the kernel died ({what})") from None
    finally:
        running.discard(client)
        atexit.unregister(client._cleanup_kernel)  # it fails where the kernel has died
        # At Ctrl-C nbclient ends the kernel and goes on without it.
        if hasattr(client, "_async_cleanup_kernel_future"):
            raise KeyboardInterrupt


def end_kernel(client):
    """End the kernel of a client, so that who waits for a cell of it hears that it died."""
    if client.km is not None and client.km.has_kernel:
        client.km.provisioner.process.kill()


def read(path):
    """Return the notebook at `path`; NotebookError if it isn't one."""
    try:
        return nbformat.read(path, as_version=4)
    except (ValueError, nbformat.ValidationError) as error:
        reason = str(error).partition("\n")[0]
        raise NotebookError(
            f"{Path(path).name}: it can't be read as a notebook ({reason})"
        ) from None


def _described(notebook, error):
    """A cell's error with its traceback, or only its one line if that is all it shows."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    shown = next((one for one in outputs if one.output_type == "error"), None)
    if shown is None:  # the kernel died, say
        return f"{error.ename}: {error.evalue}"
    if len(shown.traceback) == 1:
        return shown.evalue
    return "\n".join([f"{shown.ename}: {shown.evalue}", *shown.traceback])


def normalised(notebook):
    """Return the notebook without what changes from run to run: widgets, times, versions."""
    notebook.metadata = nbformat.from_dict(
        {
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
        }
    )
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict(
            {key: cell.metadata[key] for key in _KEPT if key in cell.metadata}
        )
        if "outputs" in cell:
            for output in cell.outputs:
                output.get("data", {}).pop(_WIDGET, None)
            # Removes outputs that were only a widget, and those of no use once the work is done.
            cell.outputs = [
                output
                for output in cell.outputs
                if output.get("data", True)
                and not output.get("metadata", {}).get("combat", {}).get("passing")
            ]
    return notebook


def save(notebook, path):
    """Write the notebook whole or not at all; OSError if it can't be written."""
    write_whole({path: nbformat.writes(notebook) + "\n"}, folders=True)


def save_pictures(notebook, folder):
    """Save the picture of each cell tagged `picture:NAME` as NAME.png, for README and the like."""
    found = {}
    for cell in notebook.cells:
        names = [
            tag.partition(":")[2]
            for tag in cell.metadata.get("tags", [])
            if tag.startswith("picture:")
        ]
        pictures = [
            output.data["image/png"]
            for output in cell.get("outputs", [])
            if "image/png" in output.get("data", {})
        ]
        for name, picture in zip(names, pictures, strict=False):
            found[folder / f"{name}.png"] = base64.b64decode(picture)
    write_whole(found, folders=True)


def begin(name, folder, start="units", progress=None):
    """Execute a starter notebook, write it, and return its path; start: what it begins with.

    That is a sheet of "units" or a "fight" given by a step.
    """
    if not name.strip("./\\ "):
        raise ValueError("the notebook needs a name: make new NAME=my_game")
    if start not in STARTS:
        raise ValueError(
            f"FROM = {start!r} is not known: it must be one of {', '.join(STARTS)}, such as "
            f"make new NAME=my_game FROM=fight"
        )
    given = Path(f"{name.removesuffix('.ipynb')}.ipynb")
    path = given if given.parent != Path() else folder / given
    if NUMBERED.match(path.name):
        raise ValueError(
            f"{path.name}: names that begin with two digits and _ are the workbook's own; choose "
            f"another"
        )
    if not portable(path.name):
        raise ValueError(
            f"{path.name}: not every system takes a file of that name: choose another, without any "
            f'of < > : " / \\ | ? * and not con, nul or the like'
        )
    if path.exists():
        raise ValueError(f"{path} is there already; choose another name")
    check_place(path, folders=True)
    if progress:
        progress(f"Writing {path} and running it once ...")
    notebook = read(_STARTERS / f"starter_{start}.ipynb")
    words = re.sub(r"[\W_]+", " ", path.stem).strip()
    notebook.cells[0].source = notebook.cells[0].source.replace("TITLE", words.capitalize())
    with aside() as folder:
        draft = folder / path.name
        save(notebook, draft)
        save(execute(draft), path)
    return path
