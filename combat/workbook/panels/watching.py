"""A panel that follows a game."""

from combat.workbook.panel.panel import Panel


def watching(game, show, controls=dict, quick=False, **parts):
    """Return a `Panel` that shows the game anew as it changes, quick ones before other panels."""
    panel = Panel(show, **parts, **controls())
    game.watch(lambda: panel.renew(controls()), quick)
    return panel.follows()
