"""The names of the files that a picture's numbers are saved as."""

import pandas as pd
import pytest

from combat.core.files import portable
from combat.workbook.panel.numbers import Numbers, file_names


def named(*titles):
    return file_names([Numbers(title, pd.DataFrame()) for title in titles])


@pytest.mark.parametrize("title", ["Con", "AUX!", "Lpt1", "a: b/c?", "", "* ? *", "Ends in a dot."])
def test_every_system_takes_the_name_of_any_title(title):
    (name,) = named(title)
    assert portable(name)


def test_no_two_are_alike_also_where_letters_differ_in_case_or_a_title_ends_in_a_number():
    names = named("You hit", "You HIT", "You hit 2", "You hit")
    assert len(set(names)) == len(names)
    assert names[:2] == ["you-hit.csv", "you-hit-2.csv"]
