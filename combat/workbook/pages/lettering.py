"""The font of the pictures, embedded in a page: matplotlib's own, so that all texts fit."""

import base64
import io
from functools import lru_cache

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from matplotlib.font_manager import FontProperties, findfont

FAMILY = "Workbook Sans"

# The letters of western European languages, Greek, arrows, and the signs of formulas.
_RANGES = [(0x20, 0x7E), (0xA0, 0x17F), (0x391, 0x3C9), (0x2010, 0x2026), (0x2190, 0x2195)]
_SIGNS = "√∞≈≠≤≥−×·÷±∑∆°●○■▲▼★✓"


@lru_cache(maxsize=1)
def font_css():
    """Return CSS of DejaVu Sans, 60 kB, reduced to the signs of pictures; its licence allows it."""
    return "\n".join(
        f'@font-face{{font-family:"{FAMILY}";font-weight:{weight};'
        f"src:url(data:font/woff;base64,{_subset(weight)})}}"
        for weight in ("normal", "bold")
    )


def _subset(weight):
    path = findfont(FontProperties(family="DejaVu Sans", weight=weight))
    font = TTFont(path, recalcTimestamp=False)  # the time of the export would differ each time
    options = Options()
    options.flavor, options.hinting, options.layout_features = "woff", False, ["kern"]
    options.drop_tables += ["FFTM"]  # dates at which the font was made
    cutter = Subsetter(options)
    signs = [*map(ord, _SIGNS), *(code for low, high in _RANGES for code in range(low, high + 1))]
    cutter.populate(unicodes=signs)
    cutter.subset(font)
    font.flavor, file = "woff", io.BytesIO()
    font.save(file)
    return base64.b64encode(file.getvalue()).decode()
