"""Formulas as SVG paths, which need no script and no font."""

from html import escape
from threading import Lock

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath

# The parser of mathtext is shared, and two threads at once spoil each other's formulas.
_PARSING = Lock()
_SIZE = 100  # drawing units for an em; this affects only the resolution of the path
_STEPS = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}
_DEPTHS, _LINES = 60, 20  # how deep a formula may stand under its line, in 20ths of an em

# A page's policy lets no element have a style of its own, so depths are classes.
STYLE = "\n".join(
    f".math.d{depth} {{ vertical-align: {-depth / _LINES:g}em; }}" for depth in range(_DEPTHS + 1)
)


def formula(tex, *, display=False):
    """Return a TeX formula as SVG; displayed, \\qquad parts it side by side, or in lines."""
    if display and r"\qquad" in tex:
        drawn = "".join(formula(one, display=True) for one in tex.split(r"\qquad"))
        return f'<span class="math side">{drawn}</span>'
    shown = tex.strip().replace(r"\frac", r"\dfrac") if display else tex.strip()
    style = FontProperties(math_fontfamily="stix")
    try:
        with _PARSING:
            path = TextPath((0, 0), f"${shown}$", size=_SIZE, prop=style)
    except ValueError as error:
        reason = str(error).strip().splitlines()[-1]
        raise ValueError(f"the formula {tex!r} can't be drawn: {reason}") from None
    box = path.get_extents().padded(_SIZE * 0.03)
    width, height, depth = (side / _SIZE for side in (box.width, box.height, -box.y0))
    kind = "math display" if display else "math"
    sunk = min(max(round(depth * _LINES), 0), _DEPTHS)
    return (
        f'<svg class="{kind} d{sunk}" role="img" aria-label="{escape(tex.strip())}" '
        f'width="{width:.3f}em" height="{height:.3f}em" '
        f'viewBox="{box.x0:.1f} {-box.y1:.1f} {box.width:.1f} {box.height:.1f}">'
        f'<path fill="currentColor" d="{_outline(path)}"/></svg>'
    )


def _outline(path):
    """A path of matplotlib as that of an SVG, where y runs down."""
    parts = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        if code == Path.CLOSEPOLY:
            parts.append("Z")
            continue
        down = points * np.tile([1, -1], len(points) // 2)
        parts.append(_STEPS[code] + " ".join(f"{one:.1f}" for one in down))
    return "".join(parts)
