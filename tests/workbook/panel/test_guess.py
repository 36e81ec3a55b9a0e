"""A guess before the answer, in JupyterLab: what is shown when."""

import ast
import json
from pathlib import Path

import nbformat
import pytest

from combat.workbook import Finding, Guess, Panel, slider
from combat.workbook.panel import guess as guesses
from combat.workbook.panel.picture import Picture


def asking(**given):
    guess = Guess("How <often>?", **{"answer": 0.264} | given)
    return Panel(
        lambda ax, m: ax.plot([0, m]),
        {"m": slider("m", 1, 9, 2)},
        caption="A line to m.",
        words=lambda m: f"It rises to {m}.",
        guess=guess,
    )


def parts(panel):
    """The question's box and the panel's, and the slider and buttons to answer with."""
    asked, shown = panel.widget.children
    return asked, shown, asked.children[1].children


def test_the_panel_is_hidden_until_the_guess_is_compared():
    asked, shown, (guess, compare, _) = parts(asking())
    assert shown.layout.display == "none"
    assert "How &lt;often&gt;?" in asked.children[0].value
    guess.value = 0.6
    compare.click()
    assert shown.layout.display is None
    assert "You said 60%, it is 26%." in asked.children[1].value


def test_whoever_skips_it_sees_the_panel_alone():
    asked, shown, (*_, skip) = parts(asking())
    skip.click()
    assert shown.layout.display is None
    assert asked.children == ()


def test_it_may_be_right():
    asked, _, (guess, compare, _) = parts(
        asking(answer=57.1, high=300, percent=False, unit="blows")
    )
    guess.value = 57.1
    compare.click()
    assert "You said 57.1 blows, and so it is." in asked.children[1].value


def test_an_answer_that_no_guess_can_reach_is_refused():
    with pytest.raises(ValueError, match=r"answer = 1\.5 is out of range"):
        asking(answer=1.5)


def test_what_hardly_ever_fails_is_not_said_to_be_sure():
    guess = Guess("How often?", 0.998)
    assert guess.compared(1) == "You said 100%, it is 99.8%."
    assert guess.described()["answer"] == "99.8%"


def test_what_is_found_is_folded_until_it_is_answered(monkeypatch):
    _, _, (_, compare, _) = parts(asking())
    shown = []

    class Handle:
        display = update = staticmethod(lambda what: shown.append(what._repr_markdown_()))

    monkeypatch.setattr("IPython.display.DisplayHandle", Handle)
    Finding("**It is 26%.**", True, tells=True)._ipython_display_()
    assert "<details>" in shown[-1]
    compare.click()
    assert shown[-1] == "**It is 26%.**"


def test_the_guess_is_drawn_where_its_controls_stood():
    panel = asking(plot=0, beside=3, on_axis=lambda chance: 10 * chance)
    _, shown, (guess, compare, _) = parts(panel)
    picture = next(one for one in shown.children if isinstance(one, Picture))
    guess.value = 0.6
    compare.click()
    drawn = json.loads(picture.guessed)
    assert drawn == {"plot": 0, "axis": "y", "beside": 3, "at": [6.0], "said": "60%"}
    panel.controls["m"].value = 7
    assert picture.guessed == ""
    panel.reset()
    assert json.loads(picture.guessed) == drawn


def test_a_saved_notebook_asks_and_shows_no_picture():
    data, metadata = asking()._repr_mimebundle_()
    assert "How &lt;often&gt;?" in data["text/html"]
    assert "26" not in data["text/html"]
    assert "guess" not in metadata["combat"]


def test_every_guess_of_the_workbook_is_drawn_in_its_picture():
    views = Path(guesses.__file__).parent.parent / "views"
    sources = {path.name: path.read_text("utf-8") for path in views.rglob("*.py")}
    for path in (views.parent.parent.parent / "notebooks").glob("*.ipynb"):
        code = [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "code"]
        sources[path.name] = "\n".join(code)
    calls = [
        (name, call)
        for name, source in sources.items()
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Guess"
    ]
    assert len(calls) > 20
    for name, call in calls:
        assert "plot" in {keyword.arg for keyword in call.keywords}, f"{name}: {ast.unparse(call)}"
