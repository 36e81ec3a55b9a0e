"""The games of this folder; `fight(rng, case)` of each plays one of its cases, here by a name."""

from tests.units.games import fire_emblem, party5e

GAMES = (party5e, fire_emblem)
CASES = [(game, case) for game in GAMES for case in game.CASES]
NAMES = [f"{game.__name__.rpartition('.')[2]} {case}".strip() for game, case in CASES]
