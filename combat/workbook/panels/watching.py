"""A panel that follows a game."""

from combat.workbook.panel.panel import Panel

COLORS = {"first": "#0072B2", "second": "#D55E00", "draw": "#8C8C8C", "undecided": "#CC79A7"}


def watching(game, shown, controls=dict, quick=False, **parts):
    """Return a `Panel` that shows the game anew, with its own units to choose from, as it changes.

    controls: a function that makes them for the present game. quick: whether it is told at once of
    a cell that was changed, before other panels. parts: those of `Panel`.
    """
    panel = Panel(shown, controls(), refuses=ValueError, **parts)
    game.watch(lambda: panel.renew(controls()), quick)
    return panel.follows()
