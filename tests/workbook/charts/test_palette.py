"""Colours can be told apart, from paper, from a dark screen and from each other; one table."""

from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex, to_rgb

from combat import hit_rules, luck
from combat.workbook import charts
from combat.workbook.charts import palette

LEAST = 3  # contrast of parts of a picture that one needs to see
DARK_PAGE = "#15181C"
HUES = sorted({*palette.SERIES, *palette.NAMED.values(), palette.GREY} - {palette.BLACK})
# How colour-blind eyes see light, by Machado, Oliveira and Fernandes (2009).
EYES = {
    "all cones": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}


def contrast(one, other):
    """How many times brighter one colour is than another: 1 to 21."""
    dark, light = sorted(map(palette.brightness, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def seen(color, eyes):
    """A colour as a place in Oklab, in which distances are as large as they look."""
    parts = np.array(to_rgb(color))
    light = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    cones = [[0.4122, 0.5363, 0.0515], [0.2119, 0.6807, 0.1074], [0.0883, 0.2817, 0.6300]]
    axes = [[0.2105, 0.7936, -0.0041], [1.9780, -2.4286, 0.4506], [0.0259, 0.7828, -0.8087]]
    return np.array(axes) @ np.cbrt(cones @ np.clip(eyes @ light, 0, 1))


@pytest.mark.parametrize("color", [*HUES, palette.EDGE, palette.RED])
def test_what_is_drawn_stands_out_from_paper_and_from_a_dark_page(color):
    assert contrast(color, "#FFFFFF") >= LEAST
    assert contrast(palette.dark(color), DARK_PAGE) >= LEAST + 1


@pytest.mark.parametrize("eyes", EYES)
def test_colors_can_be_told_apart_by_color_blind_readers(eyes):
    hues = [color for color in HUES if color != palette.GREY]
    for screen, least in ((str, 0.03), (palette.dark, 0.06)):
        places = [seen(screen(color), EYES[eyes]) for color in hues]
        assert min(np.linalg.norm(one - other) for one, other in combinations(places, 2)) > least


@pytest.mark.parametrize("map", [palette.SEQUENTIAL, palette.DIVERGING], ids=lambda one: one.name)
def test_cells_turn_dark_and_their_numbers_stay_readable(map):
    steps = [to_hex(map(at)).upper() for at in range(palette.STEPS)]
    flips = {here: both for both, here in palette._FLIPS.items()}
    for color in steps:
        light, dark = flips.get(text := palette.text_on(color), (text, text))
        assert contrast(light, color) > LEAST + 0.5
        assert contrast(dark, palette.dark(color)) > LEAST + 0.5
    palest = max(steps, key=palette.brightness)
    assert contrast(palette.dark(palest), DARK_PAGE) < 1.2


def test_every_published_rule_and_every_system_of_luck_has_a_color():
    assert set(palette.RULES) == set(hit_rules.rules())
    assert set(palette.LUCK) == {one.name for one in luck.SYSTEMS}
    assert len(set(palette.LUCK.values())) == len(palette.LUCK)


CHANCES = pd.DataFrame({"my own": [0.1, 0.2], "linear": [0.3, 0.4], "smooth": [0.5, 0.6]})


def colors_in(chart):
    return [mark["color"].upper() for layer in chart.spec()["layers"] for mark in layer["marks"]]


@pytest.mark.parametrize("kind", [charts.lines, charts.steps, charts.bars, charts.areas])
def test_a_rule_has_its_color_in_each_chart_and_no_other_name_has_it(kind):
    mine, linear, smooth = colors_in(kind(CHANCES))
    assert (linear, smooth) == (palette.BLUE, palette.GREEN)
    assert mine not in (linear, smooth)
    assert colors_in(kind(CHANCES[["smooth"]])) == [palette.GREEN]


def test_rows_have_the_colors_of_their_names():
    chart = charts.rows(pd.Series([0.2, 0.3, 0.5], ["ratio", "villains", "mine"]))
    (bar,) = chart.spec()["layers"][0]["marks"]
    found = [color.upper() for color in bar["color"]]
    assert found == [palette.PINK, palette.VERMILION, palette.BLUE]


def test_the_style_names_each_color_and_its_counterpart():
    style = palette.style()
    for what, color in product(("fill", "stroke"), HUES):
        options = f"{what}: light-dark({color.lower()}, {palette.dark(color).lower()});"
        assert f'svg.drawn [{what}="{color.lower()}"] {{ {options} }}' in style
