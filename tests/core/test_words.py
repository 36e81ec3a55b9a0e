"""Numbers with their nouns."""

import numpy as np
import pytest

from combat.core.words import many


@pytest.mark.parametrize(
    ("count", "told"),
    [(0, "0 rolls"), (1, "1 roll"), (np.int64(1), "1 roll"), (2, "2 rolls"), (1234, "1,234 rolls")],
)
def test_one_alone_is_no_plural(count, told):
    assert many(count, "roll") == told
