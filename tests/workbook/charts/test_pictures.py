"""Pictures drawn for one idea: a meter, a bell that terms cut."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import FancyArrowPatch, Rectangle

from combat.workbook.charts import bell, glyphs, meter
from combat.workbook.charts.boxes import spans
from tests.workbook.charts.test_drawings import drawn


def test_a_meter_is_filled_between_zero_and_the_level_after():
    for after, ends, color in ((30, (0, 30), meter.FULL), (-54, (-54, 0), meter.DRAINED)):
        levels = pd.Series([10, after], ["before", "after"], name="Luck")
        ax = drawn(meter.meter(lambda levels=levels: levels, most=54))
        filled = next(one for one in ax.patches if isinstance(one, Rectangle))
        low = filled.get_y()
        assert (low, low + filled.get_height()) == ends
        arrow = next(one for one in ax.patches if isinstance(one, FancyArrowPatch))
        assert [y for _, y in arrow._posA_posB] == [10, after]
        assert ax.texts[0].get_color() == color


@pytest.mark.parametrize(("roll", "level"), [(1, 20.0), (4, 10.0), (6, 30.0)])
def test_a_strip_has_a_zone_for_each_kind_of_roll_and_marks_the_one_made(roll, level):
    index = pd.RangeIndex(1, 7, name="roll")
    after = pd.DataFrame({"won": [20, 20, 20, 10, np.nan, np.nan], "lost": 30.0}, index)
    after["lost"] = after["lost"].mask(after["won"].notna())
    chart = meter.strip(after, start=lambda start: start, mark="roll", most=54)
    ax = drawn(chart, roll=roll, start=20)
    *zones, pin = [one for one in ax.patches if isinstance(one, Rectangle)]
    assert [(one.get_x(), one.get_width()) for one in zones] == [(0.5, 3), (3.5, 1), (4.5, 2)]
    assert pin.get_x() + pin.get_width() / 2 == roll
    assert ax.lines[-1].get_ydata().tolist() == [level]
    assert chart.drags == "roll"


@pytest.mark.parametrize(("net", "area"), [(0, 0.5), (8, 0.8413), (-28, 0.0002), (40, 1.0)])
def test_a_bell_is_cut_where_the_terms_end_and_hits_right_of_it(net, area):
    draws = np.linspace(-36, 36, 721)
    density = pd.Series(np.exp(-((draws / 8) ** 2) / 2) / (8 * np.sqrt(2 * np.pi)), draws)
    terms = pd.Series([10.0, net - 10.0], ["base +10", "armour"], name="points")
    ax = drawn(bell.cut_bell(terms, lambda: density, chance=lambda: 0.5))
    bars, hits, misses = ax.collections
    assert [span[:2] for span in spans(bars)] == [(0, -10), (-10, -net)]
    assert set(ax.lines[-1].get_xdata()) == {-net}
    found, missed = (areas(one) for one in (hits, misses))
    assert found / (found + missed) == pytest.approx(area, abs=1e-3)


def areas(shape):
    """The area of a shape, by the shoelace formula."""
    if not shape.get_paths():
        return 0
    x, y = np.concatenate([path.vertices for path in shape.get_paths()]).T
    return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2


def test_without_terms_a_bell_is_cut_in_half():
    density = pd.Series([0.1, 0.4, 0.1], [-1.0, 0.0, 1.0])
    ax = drawn(bell.cut_bell(pd.Series([], dtype=float), lambda: density, chance=lambda: 0.5))
    assert set(ax.lines[-1].get_xdata()) == {0.0}


def test_a_glyph_is_the_same_shape_in_a_picture_and_on_a_page():
    assert glyphs.outline(0).startswith("M-0.85 -1L0.85 -1")  # in SVG, y runs downwards
    assert glyphs.outline(1).count("C") == 8
    assert [glyphs.initial(name) for name in ("knight", "(a) wolf", "27", "")] == [
        "K",
        "A",
        "2",
        "",
    ]
