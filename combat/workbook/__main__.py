"""`python -m combat.workbook notebooks|docs [NAME]`: run and save, or export, the notebooks."""

import argparse
import sys
import time
from pathlib import Path

from combat.workbook.export import document
from combat.workbook.notebooks import NotebookError, execute, save, write_whole


def main(arguments=None):
    """Run the command; returns the exit status: 0, or 2 with the reason on standard error."""
    parser = argparse.ArgumentParser(prog="python -m combat.workbook", description=__doc__)
    parser.add_argument("task", choices=["notebooks", "docs"],
                        help="notebooks: execute and save them; docs: export them as HTML")
    parser.add_argument("name", nargs="?", default="*", help="one notebook, without .ipynb")
    parser.add_argument("--folder", type=Path, default=Path("notebooks"))
    parser.add_argument("--out", type=Path, default=Path("build/docs"))
    options = parser.parse_args(arguments)
    paths = sorted(options.folder.glob(f"{options.name.removesuffix('.ipynb')}.ipynb"))
    if not paths:
        print(f"no notebook {options.name} in {options.folder}/", file=sys.stderr)
        return 2
    for path in paths:
        try:
            _work(options, path)
        except (NotebookError, ValueError) as error:
            print(f"{path.name} failed:\n{error}", file=sys.stderr)
            return 2
    return 0


def _work(options, path):
    start = time.perf_counter()
    notebook = execute(path)
    target = path
    if options.task == "notebooks":
        save(notebook, path)
        _save_pictures(notebook, path.parent / "pictures")
    else:
        target = options.out / f"{path.stem}.html"
        write_whole(target, document(notebook, path).encode())
    print(f"{target} ({time.perf_counter() - start:.1f} s)", flush=True)


def _save_pictures(notebook, folder):
    """Save the picture of each cell with a tag `picture:NAME`, for README and the like."""
    import base64

    for cell in notebook.cells:
        names = [tag.partition(":")[2] for tag in cell.metadata.get("tags", [])
                 if tag.startswith("picture:")]
        for name in names:
            pictures = [output.data["image/png"] for output in cell.outputs
                        if "image/png" in output.get("data", {})]
            write_whole(folder / f"{name}.png", base64.b64decode(pictures[0]))


if __name__ == "__main__":
    sys.exit(main())
