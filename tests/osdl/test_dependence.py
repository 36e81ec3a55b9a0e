"""Circumstances that aren't independent: the closed form, a table of all cases, and play."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import osdl

ANSWER = st.floats(0.05, 0.95)


@given(first=ANSWER, second=ANSWER, together=ANSWER)
def test_what_is_left_out_makes_the_sum_right(first, second, together):
    beyond = osdl.excess(first, second, together)
    alone = [osdl.modifier_for(answer) for answer in (first, second)]
    assert osdl.modified(0.5, *alone, beyond) == pytest.approx(together, abs=1e-12)


@given(first=ANSWER, second=ANSWER)
def test_independent_ones_leave_nothing(first, second):
    odds = first / (1 - first) * second / (1 - second)
    assert osdl.excess(first, second, odds / (1 + odds)) == pytest.approx(0, abs=1e-9)


@given(first=ANSWER, second=ANSWER, together=ANSWER)
def test_the_worst_error_is_the_greatest_over_all_bases(first, second, together):
    bases = 1 / (1 + np.exp(-np.linspace(-14, 14, 20_001)))
    alone = [osdl.modifier_for(answer) for answer in (first, second)]
    errors = osdl.modified(bases, *alone) - osdl.modified(bases, osdl.modifier_for(together))
    worst = osdl.worst_error(osdl.excess(first, second, together))
    assert np.abs(errors).max() == pytest.approx(worst, abs=1e-6)


@pytest.mark.parametrize("correlation", [0, 0.3, 0.9])
@pytest.mark.parametrize("share", [0.3, 0.6])
def test_by_correlation_is_the_table_of_all_cases(correlation, share):
    base, first, second = 0.7, -0.2, 0.1
    both = share**2 + correlation * share * (1 - share)
    cases = {
        (True, True): both,
        (True, False): share - both,
        (False, True): share - both,
        (False, False): 1 - 2 * share + both,
    }
    row = osdl.by_correlation(base, first, second, share, [correlation]).iloc[0]
    seen = []
    for place in (0, 1):
        rates = {}
        for holds in (True, False):
            chosen = {case: weight for case, weight in cases.items() if case[place] is holds}
            hits = sum(
                weight * osdl.modified(base, first * case[0], second * case[1])
                for case, weight in chosen.items()
            )
            rates[holds] = hits / sum(chosen.values())
        odds = [rate / (1 - rate) for rate in (rates[True], rates[False])]
        seen.append(math.log(odds[0] / odds[1]) / 4.2)
    assert row.tolist() == pytest.approx(
        [*seen, osdl.modified(base, *seen), osdl.modified(base, first, second)]
    )


def test_it_is_what_play_shows():
    base, own, other, games = 0.6, -0.2, -0.1, 400_000
    rng = np.random.default_rng(11)
    held = rng.random(games) < 0.3
    also = rng.random(games) < np.where(held, 0.7, 0.2)
    won = osdl.check(osdl.modified(base, own * held, other * also), rng)
    with_it, without = won[held].mean(), won[~held].mean()
    seen = osdl.modifier_for(with_it, without)
    # Four standard errors of a difference of log-odds, in modifiers.
    spread = sum(
        1 / (size * rate * (1 - rate))
        for size, rate in ((held.sum(), with_it), ((~held).sum(), without))
    )
    exact = osdl.seen_modifier(base, own, other, 0.7, 0.2)
    assert abs(seen - exact) < 4 * math.sqrt(spread) / 4.2


def test_nan_stays():
    nan = math.nan
    for at in range(3):
        answers = [0.6, 0.4, 0.3]
        answers[at] = nan
        assert math.isnan(osdl.excess(*answers))
    assert math.isnan(osdl.worst_error(nan))
    for at in range(5):
        values = [0.5, -0.2, -0.1, 0.3, 0.2]
        values[at] = nan
        assert math.isnan(osdl.seen_modifier(*values))
    assert math.isnan(osdl.thumb_range(nan))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: osdl.excess(1, 0.5, 0.5), "p_new = 1 is out of range"),
        (lambda: osdl.worst_error(math.inf), "beyond = inf is out of range"),
        (lambda: osdl.seen_modifier(0.5, 0, 0, 1.2, 0), r"with_it = 1\.2 is out of range"),
        (lambda: osdl.seen_modifier(0.5, 0, 0, 0.2, -1), r"without = -1\.0 is out of range"),
        (lambda: osdl.by_correlation(0.5, 0, 0, 2), r"share = 2\.0 is out of range"),
        (lambda: osdl.by_correlation(0.5, 0, 0, -0.5), r"share = -0\.5 is out of range"),
        (
            lambda: osdl.by_correlation(0.5, 0, 0, correlations=[-1]),
            r"correlations = -1\.0 is out of range",
        ),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_modifiers_that_are_too_large_to_add_are_still_modifiers():
    assert osdl.combine(1e308, 1e308) == math.inf
    assert osdl.modified(0.3, 1e308, 1e308) == 1
