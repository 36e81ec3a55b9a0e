"""Numbers with their nouns."""

import numpy as np
import pytest

from combat.core.words import many, shown


@pytest.mark.parametrize(
    ("count", "told"),
    [(0, "0 rolls"), (1, "1 roll"), (np.int64(1), "1 roll"), (2, "2 rolls"), (1234, "1,234 rolls")],
)
def test_one_alone_is_no_plural(count, told):
    assert many(count, "roll") == told


def test_control_characters_are_shown():
    assert shown("\x1b[31mred\x07 \x7f\x9b2J") == "␛[31mred␇ ␡�2J"
    assert shown("two\r\nlines,\tof\rtext") == "two\nlines,\tof\ntext"
    assert shown("Über-Oger 👩‍🚀 ①") == "Über-Oger 👩‍🚀 ①"
