"""What the workbook shows: panels, charts, tables, and notebooks exported as pages."""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "reports.charter": ["Charter"],
        "panel.answer": ["Answer", "Table"],
        "charts": (),
        "panel.controls": ["bounds", "choice", "slider", "tick"],
        "panel.finding": ["Finding", "Guess"],
        "panels.game": ["Game"],
        "panel.panel": ["Panel"],
        "panels": (),
        "panel.progress": ["Progress"],
        "panel.upload": ["Upload"],
    },
)
