"""The figures of a page together don't take more than it may have."""

import numpy as np
import pandas as pd
import pytest

from combat.workbook import Answer, Panel, charts, slider
from combat.workbook.pages.figures import fitted
from combat.workbook.panel.recording import read, recording


@pytest.fixture(scope="module")
def three():
    """Recordings: a small one, and two large ones of numbers that can't be packed."""
    noise = np.random.default_rng(0).random((20, 20, 20))
    large = Panel(
        lambda m, n: Answer(f"{m} {n}", charts.lines(pd.Series(noise[m, n]))),
        m=slider("m", 0, 19, 1),
        n=slider("n", 0, 19, 1),
    )
    small = Panel(lambda m: Answer(f"{m}"), m=slider("m", 0, 19, 1))
    return [recording(one) for one in (small, large, large)]


def test_what_fits_stays_as_it_is(three):
    assert fitted(three, sum(map(len, three))) == three


def test_the_largest_are_cut_but_never_the_first(three):
    small, large, _ = three
    most = len(small) + len(large)
    found = fitted(three, most)
    assert found[0] == small
    assert len(found[1]) == len(found[2]) < 0.6 * len(large)
    assert sum(map(len, found)) <= most
    assert 39 <= len(read(found[1])["answers"]) < 400
    assert fitted([large, small], most - 1000)[0] == large
    half = fitted([large, large], 3 * len(large) // 2)
    assert half[0] == large
    assert len(half[1]) <= len(large) // 2
