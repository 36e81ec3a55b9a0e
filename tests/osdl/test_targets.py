"""Several targets: every outcome enumerated, and played with one roll or many."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat import osdl
from combat.tables import TableError

TARGETS = osdl.read_targets("data/osdl/targets.csv")
CHANCES = st.lists(st.floats(0, 1), min_size=1, max_size=6)


@given(chances=CHANCES)
def test_a_roll_for_each_is_the_sum_over_all_outcomes(chances):
    counts = np.zeros(len(chances) + 1)
    for hit in itertools.product([0, 1], repeat=len(chances)):
        counts[sum(hit)] += math.prod(p if h else 1 - p for p, h in zip(chances, hit, strict=True))
    found = osdl.number_hit(chances)
    assert found["a roll for each"].tolist() == pytest.approx(counts, abs=1e-12)
    assert found.sum().tolist() == pytest.approx([1, 1], abs=1e-12)
    # Who rolls has no part in the mean.
    means = found.mul(found.index, axis=0).sum()
    assert means.tolist() == pytest.approx([sum(chances)] * 2, abs=1e-12)


@given(chances=CHANCES)
def test_one_roll_for_all_is_the_count_between_the_chances(chances):
    counts, ends = np.zeros(len(chances) + 1), sorted({0.0, 1.0, *chances})
    for low, high in itertools.pairwise(ends):
        counts[sum(p > low for p in chances)] += high - low
    found = osdl.number_hit(chances)["one roll for all"]
    assert found.tolist() == pytest.approx(counts, abs=1e-12)


def test_it_is_what_is_played():
    chances = osdl.on_targets(0.7, TARGETS, default=-0.1)["probability"].to_numpy()
    rng, games = np.random.default_rng(5), 100_000
    each = osdl.check(chances, rng, (games, len(chances))).sum(axis=1)
    one = (rng.random((games, 1)) < chances).sum(axis=1)
    expected = osdl.number_hit(chances)
    for played, exact in ((each, expected["a roll for each"]), (one, expected["one roll for all"])):
        shares = np.bincount(played, minlength=len(chances) + 1) / games
        # Five standard errors.
        assert (np.abs(shares - exact) <= 5 * np.sqrt(exact * (1 - exact) / games) + 1e-12).all()


@pytest.mark.parametrize("default", [0, -0.1, 0.3])
def test_each_target_is_the_printed_formula(default):
    found = osdl.on_targets(0.7, TARGETS, source=0.1, default=default)
    for name, own, reaction, against in TARGETS.itertuples(index=False):
        known = not math.isnan(against)
        escape = against if known else default
        odds = 0.7 / 0.3 * math.exp(4.2 * (0.1 + own))
        row = found.loc[name]
        assert row["announced"] == pytest.approx(odds / (1 + odds))
        odds *= math.exp(4.2 * escape)
        assert row["probability"] == pytest.approx(odds / (1 + odds))
        assert row["reaction"] == (reaction if known else "default")
        assert row["against"] == escape


def test_outside_the_domain():
    for chance in (-0.5, 1.5):
        with pytest.raises(ValueError, match=rf"chances = {chance} is out of range"):
            osdl.number_hit([0.5, chance])
    with pytest.raises(TableError, match=r"a\.csv, row 2, column 'against'"):
        osdl.read_targets(b"name,modifier,reaction,against\nrogue,0,dodges,much\n", "a.csv")
