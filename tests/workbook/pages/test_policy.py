"""Pages load nothing: their policy, and their names."""

from nbformat import v4

from combat.workbook import Answer, Panel, slider
from combat.workbook.pages.export import document
from combat.workbook.pages.figures import POLICY
from combat.workbook.pages.index import index
from combat.workbook.panel.guess import EXPORT
from tests.workbook.pages.cells import page, prose


def test_every_page_has_the_policy_before_anything_that_could_load(monkeypatch):
    monkeypatch.setenv(EXPORT, "1")
    panel = Panel(lambda m: Answer(f"{m}"), m=slider("m", 1, 3, 2))
    data, metadata = panel._repr_mimebundle_()
    output = v4.new_output("display_data", data, metadata=metadata)
    made = page(prose("# One"), v4.new_code_cell("", outputs=[output]))
    assert made.count("<figure") == 1
    for one in (made, index([])):
        assert one.count("Content-Security-Policy") == 1
        assert one.index(POLICY) < one.index("<title>") < one.index("<style>")
    assert "default-src 'none'" in POLICY
    assert "http" not in POLICY.removeprefix("<meta http-equiv=")


def test_a_file_with_a_quote_in_its_name_makes_no_attribute():
    made = document(v4.new_notebook(), 'a" onclick="alert(1).ipynb', before=('a" onclick="', "b"))
    assert '" onclick=' not in made
