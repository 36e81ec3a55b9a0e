"""A guess before the answer, in JupyterLab: what is shown when."""

import pytest

from combat.workbook import Answer, Guess, Panel, slider


def asking(**given):
    guess = Guess("How <often>?", **{"answer": 0.264} | given)
    return Panel(lambda m: Answer(f"It rises to {m}."), guess=guess, m=slider("m", 1, 9, 2))


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
    guess = Guess("How many?", 57.1, among=range(301), unit="blows")
    assert guess.compared(57) == "You said 57 blows, and so it is."


def test_an_answer_that_no_guess_can_reach_is_refused():
    with pytest.raises(ValueError, match=r"answer = 1\.5 is out of range"):
        asking(answer=1.5)
    with pytest.raises(ValueError, match=r"answer = 50\.0 is out of range"):
        Guess("How many?", 50, among=range(50))


def test_what_hardly_ever_fails_is_not_said_to_be_sure():
    guess = Guess("How often?", 0.998)
    assert guess.compared(1) == "You said 100%, it is 99.8%."
    assert guess.described()["answer"] == "99.8%"
