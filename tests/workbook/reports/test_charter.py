"""A charter in a notebook: live while it is judged, a table after, an error where it is broken."""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from combat.workbook import Charter
from combat.workbook.notebooks import NotebookError, execute
from combat.workbook.reports.charter import BrokenCharter
from tests.charter.rows import HEADER, UNITS

EVEN = "even,python,,,combat.hit_rules:ratio,50 %,50 %,attack=9; defense=9,\n"
IMPS = "imps hold,units,Imp,*,score,40 %,,,\n"
NEAR = "near,units,Imp,Imp,score,,50 %,method=sampled,300\n"


def shown(*rows, **how):
    return Charter((HEADER + "".join(rows)).encode(), "a", files={"units.csv": UNITS}, **how)


class TestCharter:
    def test_what_holds_is_a_table(self):
        found = shown(EVEN.replace("even", "<b>even</b>"), NEAR)
        assert found.table.frame["verdict"].tolist() == ["open", "holds"]
        assert found.table.caption == "2 claims: 0 broken, 1 open, 1 hold."
        html = found._repr_html_()
        assert html.count("<tr>") == 3
        assert "300" in html
        assert "<b>" not in html
        assert "battles" not in shown(EVEN).table.frame

    def test_each_broken_claim_is_a_line(self):
        with pytest.raises(BrokenCharter) as broken:
            shown(EVEN, IMPS, IMPS.replace("Imp", "Ogre").replace("40", "90"))
        lines = broken.value._render_traceback_()
        assert lines == [
            "broken: imps hold: Imp against Ogre: 24.07%, not at least 40%",
            "broken: imps hold: Ogre against Imp: 75.93%, not at least 90%",
        ]

    def test_faults_are_lines_too(self):
        with pytest.raises(
            BrokenCharter, match=r"row 2, column .measure.: .combat\.hit_rules:ration. is no public"
        ):
            shown(EVEN.replace("ratio", "ration"))

    def test_one_may_be_broken_on_purpose(self):
        found = shown(IMPS, broken_on_purpose=["imps hold"])
        assert found.verdicts.count("broken") == 1
        with pytest.raises(BrokenCharter, match="'even' was to be broken, and isn't"):
            shown(EVEN, broken_on_purpose=["even"])


@pytest.mark.kernel
def test_a_broken_one_fails_in_a_notebook_in_one_line(tmp_path):
    (tmp_path / "units.csv").write_bytes(UNITS)
    (tmp_path / "a.charter.csv").write_text(HEADER + EVEN + IMPS)
    source = 'from combat.workbook import Charter\n\nCharter("a.charter.csv")'
    nbformat.write(new_notebook(cells=[new_code_cell(source)]), tmp_path / "a.ipynb")
    line = "a.ipynb: broken: imps hold: Imp against Ogre: 24.07%, not at least 40%"
    with pytest.raises(NotebookError, match=f"^{re.escape(line)}$"):
        execute(tmp_path / "a.ipynb")
