"""A panel that follows a game."""

from combat.workbook.panel.panel import Panel


def watching(game, shown, controls=dict, quick=False, **parts):
    """Return a `Panel` that shows the game anew, with its own units to choose from, as it changes.

    controls: a function that makes them for the present game. quick: whether it is told at once of
    a cell that was changed, before other panels. parts: those of `Panel`.
    """
    panel = Panel(shown, controls(), refuses=ValueError, **parts)
    game.watch(lambda: panel.renew(controls()), quick)
    return panel.follows()
