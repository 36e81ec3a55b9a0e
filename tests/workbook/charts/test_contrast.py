"""Colours of pictures stand out from paper, by the formula of the Web's guidelines."""

import re
from pathlib import Path

import nbformat
import pytest
from matplotlib.colors import to_rgb

from combat.workbook.charts import bell, cards, meter, ranked, style
from combat.workbook.charts.bands import EDGE
from combat.workbook.charts.chart import GUIDE

LEAST = 3  # for parts of a picture that one needs to see
NOTEBOOKS = Path(__file__).parents[3] / "notebooks"


def contrast(one, other):
    """How many times brighter one colour is than another: 1 to 21."""
    dark, light = sorted(map(brightness, (one, other)))
    return (light + 0.05) / (dark + 0.05)


def brightness(color):
    shares = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in to_rgb(color)
    ]
    return sum(
        weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), shares, strict=True)
    )


def colors_of_notebooks():
    for path in sorted(NOTEBOOKS.glob("[0-9][0-9]_*.ipynb")):
        code = "\n".join(cell.source for cell in nbformat.read(path, 4).cells)
        for color in sorted(set(re.findall(r'"(#[0-9A-F]{6})"', code))):
            yield pytest.param(color, id=f"{path.stem}-{color}")


@pytest.mark.parametrize(
    "color",
    [
        *style.COLORS,
        GUIDE,
        EDGE,
        *(bell.INK, bell.SOFT, meter.INK, meter.SOFT, ranked.STRONG, ranked.WEAK),
        *(cards.HURT, cards.HARMLESS, cards.FALLEN),
        *colors_of_notebooks(),
    ],
)
def test_what_is_drawn_stands_out_from_white(color):
    assert contrast(color, "#FFFFFF") >= LEAST


def test_black_on_white_has_the_greatest_contrast():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
