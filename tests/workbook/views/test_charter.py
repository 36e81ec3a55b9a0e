"""When battles are enough in notebook 08, held against what a charter decides by."""

import numpy as np
import pytest

from combat.charter.bounds import decided
from combat.workbook.views import charter as views


@pytest.mark.parametrize("band", [(0.4, 0.6), (0.0, 0.5), (0.6, 1.0), (0.5, 0.56)])
def test_a_claim_is_decided_where_a_charter_decides_it(band):
    wins = (np.random.default_rng(3).random(views.LOOKS[-1]) < 0.55).cumsum()[views.LOOKS - 1]
    looks = zip(views.LOOKS, wins, strict=True)
    verdicts = [(n, decided([0, 1], [n - won, won], band)) for n, won in looks]
    first = next(((n, one == "holds") for n, one in verdicts if one != "open"), (None, False))
    assert views.when_decided(views.intervals(0.55, 3), band) == first
