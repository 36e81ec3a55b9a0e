"""Formulas as SVG paths, which need no script and no font."""

from html import escape
from threading import Lock

from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath

# The parser of mathtext is shared, and two threads at once spoil each other's formulas.
_PARSING = Lock()
_SIZE = 100  # drawing units for an em; this affects only the resolution of the path
_COMMANDS = {
    Path.MOVETO: "M",
    Path.LINETO: "L",
    Path.CURVE3: "Q",
    Path.CURVE4: "C",
    Path.CLOSEPOLY: "Z",
}


def formula(tex, *, display=False):
    """Return the TeX formula as an SVG element in the text's colour and size.

    Where it is displayed, what `\\qquad` parts stands side by side, or on a phone in lines.
    """
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
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(tex.strip())}" '
        f'style="width:{width:.3f}em;height:{height:.3f}em;vertical-align:{-depth:.3f}em" '
        f'viewBox="{box.x0:.1f} {-box.y1:.1f} {box.width:.1f} {box.height:.1f}">'
        f'<path fill="currentColor" d="{_data(path)}"/></svg>'
    )


def _data(path):
    parts = []
    for points, code in path.iter_segments(curves=True, simplify=False):
        if code == Path.CLOSEPOLY:
            parts.append("Z")
            continue
        # In SVG, y runs downwards.
        pairs = zip(points[0::2], points[1::2], strict=True)
        parts.append(_COMMANDS[code] + " ".join(f"{x:.1f} {-y:.1f}" for x, y in pairs))
    return "".join(parts)
