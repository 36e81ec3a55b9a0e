"""A panel that follows a game."""

from combat.workbook.panel.panel import Panel


def observing(game, show, controls=dict, quick=False, **options):
    """Return a `Panel` that shows the game anew as it changes, quick ones before other panels."""
    panel = Panel(show, **options, **controls())
    game.observe(lambda: panel.renew(controls()), quick)
    return panel.follows()
