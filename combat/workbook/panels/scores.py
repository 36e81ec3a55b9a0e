"""All duels of a game, and its units by their strength."""

from combat.ranking import strength
from combat.units import matrices
from combat.workbook.panels.game import cached


def scores(game, rule):
    """Return the score of each unit against each."""
    return tables(game, rule)["score"]


@cached
def tables(game, rule):
    """Return the frames of all duels by their measures, see `matrices`."""
    return matrices(game.units, game.rules[rule])


@cached
def by_strength(game):
    """Return the names of the units by strength; in their own order if they can't be ranked."""
    try:
        return [*strength(scores(game, next(iter(game.rules)))).index]
    except ValueError:
        return game.names
