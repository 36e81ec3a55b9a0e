"""The drawings that one notebook alone needs."""

import pandas as pd
import pytest
from matplotlib.figure import Figure

from combat.workbook.charts import drawings
from combat.workbook.charts.boxes import spans

TOLD = pd.DataFrame(
    {"chance": [0.8, 0.5, 0.6], "log-odds": [1.4, -4.2, 0.4]}, ["base", "wound", "night"]
)


def drawn(chart, **values):
    """The axes in which a chart has been drawn for these values."""
    ax = Figure().subplots()
    chart.draw(ax, chart.frames(values), values)
    return ax


def test_each_bar_of_a_waterfall_goes_on_where_the_last_ended():
    ax = drawn(drawings.waterfall(TOLD, "chance"))
    ends = [span[:2] for span in spans(ax.collections[0])]
    assert [end for _, end in ends] == pytest.approx([0.8, 0.5, 0.6])
    assert [start for start, _ in ends] == pytest.approx([0, 0.8, 0.5])
    assert ax.lines[0].get_xdata() == pytest.approx([0.6, 0.6])
    assert [label.get_text() for label in ax.get_yticklabels()] == [*TOLD.index]
    assert ax.get_xlim() == (0, 1)


def test_a_waterfall_of_no_probabilities_reaches_equally_far_to_both_sides():
    ax = drawn(drawings.waterfall(TOLD, "log-odds", percent="", names=False))
    assert ax.get_xlim() == pytest.approx((-5.3, 5.3))
    assert not any(label.get_visible() for label in ax.get_yticklabels())
    few = drawn(drawings.waterfall(TOLD[:1], "log-odds", percent=""))
    assert few.get_xlim() == pytest.approx((-3.18, 3.18))
    assert few.get_ylim() == ax.get_ylim()


def test_the_data_of_a_waterfall_is_the_column_that_it_shows():
    chart = drawings.waterfall(TOLD, "chance")
    ((shown, percent, percent_index),) = chart.shown(chart.frames())
    assert shown.columns.tolist() == ["chance"]
    assert (percent, percent_index) == (True, False)


def test_a_family_has_wide_curves_with_names_and_one_of_ones_own():
    index = pd.Index([0.0, 0.25, 0.5, 0.75, 1.0], name="base")
    curves = pd.DataFrame({"low": index**3, "even": index, "mine": index**2}, index)
    ax = drawn(drawings.family(curves, "mine", wide=["even"], mark="base"), base=0.75)
    widths = [line.get_linewidth() for line in ax.lines[:3]]
    assert widths == [0.9, 2.4, 2.4]
    assert [(text.get_text(), text.get_position()) for text in ax.texts] == [("even", (0.5, 0.5))]
    assert ax.lines[-1].get_xdata().tolist() == [0.75, 0.75, 0]
    assert ax.lines[-1].get_ydata().tolist() == [0, 0.5625, 0.5625]
    assert len(drawn(drawings.family(curves, "mine")).lines) == 3
