"""Which m keeps match-ups within a band: closed forms against a search, shares against a count."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combat import tome

STAGES = tome.game_stages("data/tome/stages.csv")


def within(ahead, m, low, high):
    """One pair after the other, by the printed formula."""
    chances = [0.5 + 0.5 * d / (abs(d) + m) for d in ahead]
    return all(low - 1e-12 <= chance <= high + 1e-12 for chance in chances)


@given(
    ahead=st.lists(st.integers(-5, 60), min_size=1, max_size=5),
    low=st.floats(0.51, 0.8),
    width=st.floats(0.05, 0.19),
)
def test_the_range_of_m_is_what_a_search_finds(ahead, low, width):
    high = low + width
    least, greatest = tome.m_between(ahead, (low, high))
    grid = np.geomspace(0.05, 3000, 600)
    good = [m for m in grid if within(ahead, m, low, high)]
    if math.isnan(least):
        assert not good
        return
    assume(greatest < 2999)
    assert good == [m for m in grid if least - 1e-6 <= m <= greatest + 1e-6]
    for m, ok in (
        (least, True),
        (greatest, True),
        (least * 0.999, False),
        (greatest * 1.001, False),
    ):
        assert m == 0 or within(ahead, m, low - 1e-7, high + 1e-7) == ok


def test_the_ends_of_the_band():
    assert tome.m_between([7], (0.5, 1)) == tome.m_between([0, 7], (0.5, 1)) == (0, math.inf)
    assert tome.m_between([0, 7], (0.6, 0.9)) == pytest.approx((math.nan, math.nan), nan_ok=True)
    assert np.isnan(tome.m_between(0, (0.6, 0.9))).all()
    assert tome.m_between(0.5, (0.75, 0.75)) == (0.5, 0.5)
    assert tome.m_between(-7, (0.6, 0.9)) == pytest.approx((math.nan, math.nan), nan_ok=True)


@pytest.mark.parametrize("m", [0.5, 9.5, 12.5, 40])
def test_shares_are_counted_pair_by_pair(m):
    shares = tome.share_within(STAGES, (0.6, 0.9), m=m)
    for name, (attacks, defenses) in STAGES.items():
        good = [within([a - d], m, 0.6, 0.9) for a in attacks for d in defenses]
        assert shares[name] == pytest.approx(np.mean(good))
    assert tome.shares_by_m(STAGES, ms=[m]).loc[m].tolist() == shares.tolist()


def test_another_rule_is_counted_as_it_is():
    shares = tome.share_within(STAGES, (0.6, 0.9), rule=tome.check_hit, lo=0, hi=1)
    attacks, defenses = STAGES["level 50"]
    # 60 to 90 % is 4 to 16 points ahead.
    good = [4 <= a - d <= 16 for a in attacks for d in defenses]
    assert shares["level 50"] == pytest.approx(np.mean(good))


def test_the_table_has_the_middles_and_all_pairs():
    table = tome.m_table(STAGES, (0.6, 0.9))
    for name, (attacks, defenses) in STAGES.items():
        row = table.loc[name]
        ahead = [a - d for a in attacks for d in defenses]
        middle = (attacks[0] + attacks[-1] - defenses[0] - defenses[-1]) / 2
        assert row["advantage"] == middle
        assert row[["m from", "m to"]].tolist() == [middle / 4, 4 * middle]
        if min(ahead) > 0 and max(ahead) / 4 <= 4 * min(ahead):
            assert row[["all: from", "all: to"]].tolist() == [max(ahead) / 4, 4 * min(ahead)]
        else:
            assert row[["all: from", "all: to"]].isna().all()


@pytest.mark.parametrize("band", [(0.55, 0.8), (0.7, 0.95)])
def test_every_column_is_of_the_band_that_is_asked_for(band):
    table = tome.m_table(STAGES, band)
    shares, by_m = tome.share_within(STAGES, band, m=20), tome.shares_by_m(STAGES, band, ms=[20])
    assert (table.index.name, shares.index.name, shares.name) == ("stage", "stage", "share")
    assert by_m.index.name == "m"
    for name, (attacks, defenses) in STAGES.items():
        ahead = [a - d for a in attacks for d in defenses]
        row = table.loc[name, ["m from", "m to"]].tolist()
        assert row == list(tome.m_between(table.loc[name, "advantage"], band))
        row = table.loc[name, ["all: from", "all: to"]].tolist()
        assert row == pytest.approx(list(tome.m_between(ahead, band)), nan_ok=True)
        share = np.mean([within([distance], 20, *band) for distance in ahead])
        assert shares[name] == by_m.loc[20, name] == pytest.approx(share)


def test_nan_stays():
    assert np.isnan(tome.m_between([3, math.nan])).all()
    assert np.isnan(tome.m_between(5, (0.6, math.nan))).all()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tome.m_between([3], (0.4, 0.9)), r"low = 0\.4 is out of range"),
        (lambda: tome.m_between([3], (0.6, 1.5)), r"high = 1\.5 is out of range"),
        (lambda: tome.m_between([3], (0.9, 0.6)), r"low = 0\.9 .* must not be above high = 0\.6"),
        (lambda: tome.m_between([math.inf]), "ahead = inf is out of range"),
        (lambda: tome.shares_by_m(STAGES, ms=[0]), r"m = 0\.0 is out of range"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()
