"""Notebooks executed from top to bottom, and saved such that only real changes show."""

import base64
import os
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError

# Two notebooks run side by side: on two cores, threads of one would only wait for the other's.
ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

_WIDGET = "application/vnd.jupyter.widget-view+json"


class NotebookError(Exception):
    """A notebook that doesn't run through: which one, and the cell's own error."""


def execute(path, **environment):
    """Return the notebook at `path` as it is after running every cell in a fresh kernel.

    environment: variables to set for the kernel.

    NotebookError names the notebook and the failing cell; the file stays as it is.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", record_timing=False,
                            extra_arguments=["--log-level=ERROR"],
                            resources={"metadata": {"path": str(Path(path).parent)}})
    try:
        client.execute(env=os.environ | ONE_THREAD | environment)
    except CellExecutionError as error:
        raise NotebookError(f"{Path(path).name}: {error.ename}: {error.evalue}\n"
                            f"{error.traceback}") from None
    except CellTimeoutError:
        raise NotebookError(f"{Path(path).name}: a cell ran for more than 300 s") from None
    return normalised(notebook)


def normalised(notebook):
    """Return the notebook without what changes from run to run.

    Gone are widget views (their ids are random, and a saved id only shows as an error;
    the picture beside it stays), widget state, times, and the version of Python.
    """
    notebook.metadata = nbformat.from_dict({
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python",
                       "name": "python3"},
        "language_info": {"name": "python"},
    })
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({key: cell.metadata[key] for key in ("tags", "jupyter")
                                            if key in cell.metadata})
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(_WIDGET, None)
    return notebook


def save(notebook, path):
    """Write the notebook whole or not at all."""
    write_whole(path, (nbformat.writes(notebook) + "\n").encode())


def write_whole(path, content):
    """Write bytes beside `path`, then rename: nobody ever sees half a file."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(content)
    os.replace(beside, path)


def save_pictures(notebook, folder):
    """Save the picture of each cell with a tag `picture:NAME`, for README and the like."""
    for cell in notebook.cells:
        names = [tag.partition(":")[2] for tag in cell.metadata.get("tags", [])
                 if tag.startswith("picture:")]
        pictures = [output.data["image/png"] for output in cell.get("outputs", [])
                    if "image/png" in output.get("data", {})]
        for name, picture in zip(names, pictures, strict=False):
            write_whole(folder / f"{name}.png", base64.b64decode(picture))
