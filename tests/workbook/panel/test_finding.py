"""A guess before the answer: what can be asked, and what is said of it."""

import pytest

from combat.workbook import Guess


def test_it_may_be_right():
    guess = Guess("How many?", 57.1, among=range(301), unit="blows")
    assert guess.compared(57) == "You said 57 blows, and so it is."


def test_an_answer_that_no_guess_can_reach_is_refused():
    with pytest.raises(ValueError, match=r"answer = 1\.5 is out of range"):
        Guess("How often?", 1.5)
    with pytest.raises(ValueError, match=r"answer = 50\.0 is out of range"):
        Guess("How many?", 50, among=range(50))


def test_what_hardly_ever_fails_is_not_said_to_be_sure():
    guess = Guess("How often?", 0.998)
    assert guess.compared(1) == "You said 100%, it is 99.8%."
    assert guess.described()["answer"] == "99.8%"
