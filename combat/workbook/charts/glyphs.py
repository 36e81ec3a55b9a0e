"""Small glyphs of units: the initial of the name on a shield, of another shape for each side."""

from matplotlib.path import Path

from combat.workbook.charts import palette
from combat.workbook.charts.svg import outline_of

_HEATER = Path(
    [(-0.85, 1), (0.85, 1), (0.85, 0.2), (0.8, -0.6), (0, -1), (-0.8, -0.6), (-0.85, 0.2), (0, 0)],
    [Path.MOVETO, Path.LINETO, Path.LINETO, *[Path.CURVE3] * 4, Path.CLOSEPOLY],
)
# Pointed shields of the first side, round ones of the second: told apart without their colours.
SHAPES = _HEATER, Path.unit_circle()
COLORS = palette.SIDES["first"], palette.SIDES["second"]


def glyph(ax, x, y, name, side, size=20):
    """Draw the glyph of a unit of a side, 0 or 1, at a place; size in points."""
    ax.plot([x], [y], marker=SHAPES[side], color=COLORS[side], markersize=size, linestyle="")
    looks = {"ha": "center", "va": "center_baseline", "fontweight": "bold"}
    ax.text(x, y, initial(name), fontsize=0.46 * size, color=palette.WHITE, **looks)


def initial(name):
    """Return the letter of a name on its shield."""
    return next((letter.upper() for letter in name if letter.isalnum()), "")


def outline(side):
    """Return the shape of a side as the path of an SVG, in a box from -1 to 1."""
    return outline_of(SHAPES[side], ".3g")
