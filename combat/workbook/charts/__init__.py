"""Charts: each takes a frame, or a function that returns one, and shows it in its own way.

>>> import numpy as np
>>> import pandas as pd
>>> from combat.workbook import Panel, charts, slider
>>> def chances(m):
...     difference = pd.RangeIndex(-20, 21, name="difference")
...     return pd.DataFrame({"smooth": 0.5 + difference / (np.abs(difference) + m) / 2}, difference)
>>> panel = Panel(
...     charts.lines(chances, xlabel="attack − defence (points)", mark=10),
...     {"m": slider("m", 1, 40, 10, unit="points")},
...     caption="The smooth rule.",
...     words=lambda m: f"Ten points ahead hit in {chances(m).smooth[10]:.0%}.",
... )
>>> panel.controls["m"].value = 30
>>> panel
The smooth rule. Ten points ahead hit in 62%.
"""

from combat.workbook.charts.bands import bands
from combat.workbook.charts.bars import bars, distribution, named_bars, shares, tornado
from combat.workbook.charts.chart import Chart, room
from combat.workbook.charts.curves import areas, lines, points, stairs
from combat.workbook.charts.heat import heat

__all__ = [
    "Chart",
    "areas",
    "bands",
    "bars",
    "distribution",
    "heat",
    "lines",
    "named_bars",
    "points",
    "room",
    "shares",
    "stairs",
    "tornado",
]
