"""The workbook's screen: panels, figures, tables, and the export of notebooks."""

from combat.workbook import charts, drawings
from combat.workbook.calls import given
from combat.workbook.charter import Charter
from combat.workbook.controls import bounds, choice, slider, tick
from combat.workbook.finding import Finding
from combat.workbook.panel import Panel
from combat.workbook.progress import Progress
from combat.workbook.style import percent_axis
from combat.workbook.table import Table
from combat.workbook.upload import Upload

__all__ = [
    "Charter",
    "Finding",
    "Panel",
    "Progress",
    "Table",
    "Upload",
    "bounds",
    "charts",
    "choice",
    "drawings",
    "given",
    "percent_axis",
    "slider",
    "tick",
]
