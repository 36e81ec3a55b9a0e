"""The shares of notebook 03, held against a count by hand."""

import numpy as np
import pytest

from combat.workbook.views import nethack_depth


def test_shares_are_counted_step_by_step():
    values = np.random.default_rng(3).normal(0, 4, 500)
    shares = nethack_depth.share_by_step(values, -6, 6, 0.5)
    for middle, share in shares.items():
        inside = [middle - 0.25 <= value < middle + 0.25 for value in values]
        assert share == pytest.approx(sum(inside) / 500)
