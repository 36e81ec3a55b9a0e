"""The aims and shares of notebook 03, held against a count by hand."""

import numpy as np
import pytest

from combat.nethack import (
    AIMS,
    Encounters,
    aims,
    aims_met,
)
from combat.workbook.views import nethack_depth
from tests.nethack.files import CAST


def test_the_table_of_one_sd_holds_its_row():
    measured = aims(Encounters(CAST), [4.0, 8.0])
    table = nethack_depth.aims_at(measured, 4.0)
    assert table.index.tolist() == [aim.name for aim in AIMS]
    for aim in AIMS:
        value = measured.loc[4.0, aim.column]
        assert table.loc[aim.name, "value"] == value
        within = aim.low - 1e-12 <= value <= aim.high + 1e-12
        assert table.loc[aim.name, "met"] == within
    assert table["met"].sum() == aims_met(measured).loc[4.0].sum()


def test_shares_are_counted_step_by_step():
    values = np.random.default_rng(3).normal(0, 4, 500)
    shares = nethack_depth.share_by_step(values, -6, 6, 0.5)
    for middle, share in shares.items():
        inside = [middle - 0.25 <= value < middle + 0.25 for value in values]
        assert share == pytest.approx(sum(inside) / 500)
    assert shares.sum() == pytest.approx(np.mean(np.abs(values) < 6))
    with pytest.raises(ValueError, match="values"):
        nethack_depth.share_by_step([], 0, 1, 0.1)
