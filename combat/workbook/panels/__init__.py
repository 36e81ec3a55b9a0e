"""Panels of a game, each in one line: what they show follows the game when its units change.

Every function returns a `Panel` with controls; keywords such as size and guess go to `Panel`. All
but `hit_chances`, which is about rules alone, take a `Game`. `TwoUnits` asks for no game: the
reader types two units, and they fight.

>>> from combat.workbook import Game, panels
>>> game = Game("data/own_game/units.csv", rules="data/own_game/rules.py:OWN")
>>> panel = panels.duel(game, first="Knight", second="Duelist")
>>> panel
Knight wins 67.2% of all fights, Duelist 24.0%, ...
>>> game.units = game.units.changed("Knight", hp=10)
>>> panel
Knight wins 6.3% of all fights, Duelist 85.6%, ...
"""

from combat.core import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "armies": ["battle", "campaign", "prices"],
        "carrying": ["builds"],
        "duels": ["closest", "duel", "table"],
        "charter": ["promises"],
        "encounters": ["encounter", "how_many"],
        "fielded": ["teams"],
        "formation": ["places"],
        "leveling": ["growth", "levels"],
        "one_rule": ["hit_chances"],
        "standing": ["strength", "summary"],
        "toy": ["TwoUnits"],
        "worth": ["breakpoints", "numbers", "seek", "what_matters"],
    },
)
