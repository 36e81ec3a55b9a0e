"""The panels of notebook 09, a module for each of six games and one for a potion.

Their functions take the game as the notebook writes it, functions that solve or play its step, and
return a `Panel`.
"""

from combat.core.lazy import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "fifth_edition": (),
        "fire_emblem": (),
        "risk": (),
        "rpglite": (),
        "told": (),
        "volleys": (),
        "wesnoth": (),
    },
)
