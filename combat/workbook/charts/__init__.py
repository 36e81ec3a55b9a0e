"""Charts: each takes a frame, a series or a Distribution, and shows it in its own way.

>>> import numpy as np
>>> import pandas as pd
>>> from combat.workbook import Answer, Panel, charts, slider
>>> def show(m):
...     ahead = pd.RangeIndex(-20, 21, name="difference")
...     chance = pd.Series(0.5 + ahead / (np.abs(ahead) + m) / 2, ahead, name="smooth")
...     return Answer(
...         f"Ten points ahead hit in {chance[10]:.0%}.",
...         charts.lines(chance, xlabel="attack − defence (points)", mark=10),
...     )
>>> panel = Panel(show, m=slider("m", 1, 40, 10, unit="points"))
>>> panel.controls["m"].value = 30
>>> panel
Ten points ahead hit in 62%.
"""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "axes": ["room"],
        "chart": ["Chart", "box", "path", "texts"],
        "kinds": [
            "areas",
            "bars",
            "between",
            "distribution",
            "heat",
            "lines",
            "points",
            "rows",
            "steps",
        ],
    },
)
