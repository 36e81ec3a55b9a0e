"""What a reader puts in, as README and notebook 00 say, goes through the whole of 06 and 07."""

import shutil
from pathlib import Path

import nbformat
import pytest
from nbformat import v4

from combat.workbook.notebooks import execute, save

pytestmark = pytest.mark.kernel
NOTEBOOKS = Path(__file__).parent.parent / "notebooks"
STEEP = """
import numpy as np
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


def tables_with(code, names, tmp_path):
    """The tables of notebook 06 where `code` is put in, and MINE is what it names."""
    compared = notebook("06_hit_rules_compared")
    first = next(cell for cell in compared.cells if "MINE = []\n" in cell.source)
    first.source = first.source.replace("MINE = []\n", f"{code}\nMINE = [{names}]\n")
    path = tmp_path / "06_hit_rules_compared.ipynb"
    save(compared, path)
    return [
        output["data"]["text/html"]
        for cell in execute(path).cells
        for output in cell.get("outputs", [])
        if "<table" in output.get("data", {}).get("text/html", "")
    ]


def test_rules_of_ones_own_stand_in_the_tables_and_break_no_finding(tmp_path):
    code = f"{of_notebook_00()}\nfirst = mine\n{STEEP}"
    tables = tables_with(code, "first, mine", tmp_path)
    for name in ("coin and a bonus", "all or nothing"):
        assert sum(f">{name}<" in table for table in tables) == 4


IDOLS = "name,hp,attack,defense,damage\nIdol,4,0,8,1d4\nTotem,9,0,10,1d6\nRat,4,8,8,1d4\n"
ONE_OF_OURS = "name,hp,attack,defense,damage\nKnight,20,12,10,1d8\nBard,9,8,8,1d4\n"


def test_own_units_with_no_column_more_than_needed_move_all_panels(tmp_path):
    for folder in ("notebooks", "data"):
        (tmp_path / folder).mkdir()
    shutil.copytree(NOTEBOOKS.parent / "data" / "own_game", tmp_path / "data" / "own_game")
    own = notebook("07_your_own_game")
    named = next(cell for cell in own.cells if "game = Game(" in cell.source)
    example, cells = named.source, []
    heads = [one.source.partition("\n")[0] for one in own.cells]
    beside = heads.index("## What if a unit does more than strike?")
    # One kernel for all; what is found of the invented game is the same with any file.
    for name, table in (("ours", ONE_OF_OURS), ("idols", IDOLS)):
        (tmp_path / "notebooks" / f"{name}.csv").write_text(table)
        named.source = example.replace("../data/own_game/units.csv", f"{name}.csv")
        code = (cell.source for cell in own.cells[:beside] if cell.cell_type == "code")
        cells += map(v4.new_code_cell, code)
    own.cells = cells
    path = tmp_path / "notebooks" / "07_your_own_game.ipynb"
    save(own, path)
    outputs = [output for cell in execute(path).cells for output in cell.get("outputs", [])]
    said = [
        one["metadata"]["image/png"]["alt"] for one in outputs if "image/png" in one.get("data", {})
    ]
    # No step changes what the Rat scores against idols: that has no picture.
    assert len(said) == 9 + 8
    assert said[0].startswith("Knight wins ")
    assert said[9].startswith("Rat wins ")
    lines = [one.get("data", {}).get("text/markdown", "") for one in outputs]
    assert sum("about its example" in line for line in lines) == 2 * 6
    assert sum("rock, paper, scissors" in line for line in lines) == 0
