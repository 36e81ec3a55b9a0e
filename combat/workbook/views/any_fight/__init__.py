"""The panels of notebook 09, one for each of six games.

Each function takes the game as the notebook writes it, functions that solve or play its step, and
returns a `Panel`; keywords replace parts of it.
"""

from combat.core.lazy import exports

__getattr__, __dir__, __all__ = exports(
    __name__,
    {
        "country": ["country"],
        "day": ["day"],
        "exchange": ["exchange"],
        "potions": ["potions"],
        "rpglite": ["best_moves", "published_scores"],
        "squads": ["squads"],
    },
)
