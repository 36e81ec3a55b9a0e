"""What a reader puts in, as README and notebook 00 say, goes through the whole of 06 and 07."""

import shutil
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


RATS = "name,hp,attack,defense,damage\nRat,4,8,8,1d4\nWolf,9,12,10,1d6\n"
IDOLS = "name,hp,attack,defense,damage\nIdol,4,0,8,1d4\nTotem,9,0,10,1d6\nRat,4,8,8,1d4\n"
ONE_OF_OURS = "name,hp,attack,defense,damage\nBard,9,8,8,1d4\nKnight,20,12,10,1d8\n"


@pytest.mark.parametrize(
    ("table", "first"),
    [
        (RATS, "Rat beats Wolf in "),
        (IDOLS, "Idol and Totem can't hurt each other"),
        (ONE_OF_OURS, "Knight beats Bard in "),
    ],
)
def test_own_units_with_no_column_more_than_needed_move_all_panels(tmp_path, table, first):
    for folder in ("notebooks", "data"):
        (tmp_path / folder).mkdir()
    shutil.copytree(NOTEBOOKS.parent / "data" / "own_game", tmp_path / "data" / "own_game")
    (tmp_path / "notebooks" / "my_units.csv").write_text(table)
    own = notebook("07_your_own_game")
    named = next(cell for cell in own.cells if "FILE = EXAMPLE" in cell.source)
    named.source = named.source.replace("FILE = EXAMPLE", 'FILE = "my_units.csv"')
    path = tmp_path / "notebooks" / "07_your_own_game.ipynb"
    save(own, path)
    outputs = [output for cell in execute(path).cells for output in cell.get("outputs", [])]
    told = [
        one["metadata"]["image/png"]["alt"] for one in outputs if "image/png" in one.get("data", {})
    ]
    assert len(told) == 8
    assert told[0].startswith(first)
