"""A rule that a reader adds, as notebook 00 says, goes through the whole of notebook 06."""

from pathlib import Path

import nbformat
import pytest

from combat.workbook.notebooks import execute, save

NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
STEEP = """
mine = hit_rule("all or nothing", depends="difference", source="me")(
    lambda attack, defense: np.where(attack > defense, 1, 0))
"""


def notebook(name):
    return nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)


def of_notebook_00():
    return next(
        cell.source
        for cell in notebook("00_start_here").cells
        if "hit_rule(" in cell.source and cell.cell_type == "code"
    )


@pytest.mark.parametrize(
    ("code", "name"), [(of_notebook_00(), "coin and a bonus"), (STEEP, "all or nothing")]
)
def test_it_stands_in_the_tables_and_breaks_no_finding(code, name, tmp_path):
    compared = notebook("06_hit_rules_compared")
    first = next(cell for cell in compared.cells if cell.cell_type == "code")
    assert "MINE = []\n" in first.source
    first.source = first.source.replace("MINE = []\n", f"{code}\nMINE = [mine]\n")
    path = tmp_path / "06_hit_rules_compared.ipynb"
    save(compared, path)
    tables = [
        output["data"]["text/html"]
        for cell in execute(path).cells
        for output in cell.get("outputs", [])
        if "text/html" in output.get("data", {})
    ]
    assert sum(f">{name}<" in table for table in tables) == 5
