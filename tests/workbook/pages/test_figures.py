"""The figures of a page together don't take more than it may have."""

import pytest

from combat.workbook import Answer, Panel, slider
from combat.workbook.pages.figures import fitted
from combat.workbook.panel.recording import read, recording
from tests.workbook.pages.cells import noisy


@pytest.fixture(scope="module")
def three():
    """Recordings: a small one, and two large ones of numbers that can't be packed."""
    small = Panel(lambda m: Answer(f"{m}"), m=slider("m", 0, 19, 1))
    small, large = map(recording, (small, noisy(19)[0]))
    return small, large, large


def test_what_fits_stays_as_it_is(three):
    assert fitted([*three], sum(map(len, three))) == [*three]


def test_the_largest_are_cut_but_never_the_first(three):
    small, large, _ = three
    most = len(small) + len(large)
    found = fitted([*three], most)
    assert found[0] == small
    assert len(found[1]) == len(found[2]) < 0.6 * len(large)
    assert sum(map(len, found)) <= most
    assert 39 <= len(read(found[1])["answers"]) < 400
    assert fitted([large, small], most - 1000)[0] == large
    half = fitted([large, large], 3 * len(large) // 2)
    assert half[0] == large
    assert len(half[1]) <= len(large) // 2
