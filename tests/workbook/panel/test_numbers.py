"""The names of the files in which the numbers of a picture are saved."""

import pandas as pd
import pytest

from combat.core.files import portable
from combat.workbook import Answer, charts
from combat.workbook.panel.numbers import file_names, saved


@pytest.mark.parametrize("title", ["Con", "AUX!", "Lpt1", "a: b/c?", "", "* ? *", "Ends in a dot."])
def test_every_system_takes_the_name_of_any_title(title):
    (name,) = file_names([title])
    assert portable(name)


def test_no_two_are_alike_also_where_letters_differ_in_case_or_a_title_ends_in_a_number():
    names = file_names(["You hit", "You HIT", "You hit 2", "You hit"])
    assert len(set(names)) == len(names)
    assert names[:2] == ["you-hit.csv", "you-hit-2.csv"]


def test_a_column_may_be_called_as_the_index_and_a_chart_without_a_title_as_the_answer(tmp_path):
    frame = pd.DataFrame({"name": [0.5]}, pd.Index(["Imp"], name="name"))
    nameless = pd.DataFrame({"row": [0.5]})
    (one, other) = saved(Answer("So.", charts.bars(frame), charts.bars(nameless)), tmp_path)
    assert (one.name, other.name) == ("so.csv", "so-2.csv")
    assert one.read_text() == "name,name\nImp,0.5\n"
    assert other.read_text() == "row,row\n0,0.5\n"
