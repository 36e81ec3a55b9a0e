"""What the workbook shows: panels, charts, tables, and notebooks exported as pages."""

from combat.core.lazy import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "reports.charter": ["Charter"],
        "charts": (),
        "panel.controls": ["bounds", "choice", "slider", "tick"],
        "charts.drawings": (),
        "panel.finding": ["Finding"],
        "panels.game": ["Game"],
        "panel.guess": ["Guess"],
        "panel.panel": ["Panel"],
        "panels": (),
        "panel.progress": ["Progress"],
        "charts.style": ["percent_axis"],
        "panel.table": ["Table"],
        "panel.upload": ["Upload"],
    },
)
