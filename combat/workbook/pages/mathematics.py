"""Formulas as SVG paths, which need no script and no font."""

from html import escape
from threading import Lock

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from combat.workbook.charts.svg import outline_of

# The parser of mathtext is shared, and two threads at once spoil each other's formulas.
_PARSING = Lock()
_SIZE = 100  # drawing units for an em; this affects only the resolution of the path


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
    kind, drawn = "math display" if display else "math", outline_of(path, ".1f")
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(tex.strip())}" '
        f'style="width:{width:.3f}em;height:{height:.3f}em;vertical-align:{-depth:.3f}em" '
        f'viewBox="{box.x0:.1f} {-box.y1:.1f} {box.width:.1f} {box.height:.1f}">'
        f'<path fill="currentColor" d="{drawn}"/></svg>'
    )
