"""The one style of all figures, applied around each drawing and never globally."""

from contextlib import contextmanager
from threading import Lock

import matplotlib as mpl
from cycler import cycler

from combat.workbook.charts import palette

# In grey print, and where colours are alike, the dashes tell lines apart.
DASHES = ["-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), (0, (1, 1))]

RULES = {
    "axes.prop_cycle": cycler(color=palette.SERIES) + cycler(linestyle=DASHES),
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titley": 1.0,  # fixed, as matplotlib would measure every tick label again to find it
    "axes.labelsize": 10.5,
    "grid.color": palette.RULED,
    "grid.linewidth": 0.8,
    "font.size": 10.5,
    # Names are a designer's: "$x$" is one, no formula.
    "text.parse_math": False,
    # Translucent: a line that the legend has to cover can't be mistaken for one of its own.
    "legend.framealpha": 0.8,
    "legend.edgecolor": "none",
    "legend.fancybox": False,
    "legend.handlelength": 2.6,
    "lines.linewidth": 2.2,
    "xtick.color": palette.SOFT,
    "ytick.color": palette.SOFT,
    "figure.facecolor": palette.WHITE,
    # 1.6 pixels for each pixel of the page: sharp on dense screens; 2 would take 15 ms more.
    "figure.dpi": 160,
    "figure.constrained_layout.use": True,
}

# JupyterLab sends a slider's values to different threads of the kernel, but all threads share
# matplotlib's settings, and only one of them may draw into an axes at a time.
DRAWING = Lock()


@contextmanager
def workbook_style():
    """Return a context in which figures, of one thread at a time, have the workbook's style."""
    rules = {**mpl.rcParamsDefault, "backend": mpl.rcParams["backend"], **RULES}
    with DRAWING, mpl.rc_context(rules):
        yield
