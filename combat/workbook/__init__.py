"""The workbook's screen: panels, figures, tables, and the export of notebooks."""

from combat.exports import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "calls": ["given"],
        "charter": ["Charter"],
        "charts": (),
        "controls": ["bounds", "choice", "slider", "tick"],
        "drawings": (),
        "finding": ["Finding"],
        "panel": ["Panel"],
        "progress": ["Progress"],
        "style": ["percent_axis"],
        "table": ["Table"],
        "upload": ["Upload"],
    },
)
