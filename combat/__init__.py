"""Combat rules of games as exact, vectorised functions. Importing it does nothing."""

from combat.core.lazy import exports

# `from combat import blows` is shorter than where they stand.
__getattr__, __dir__, __all__ = exports(
    __name__, {"core.binomial": (), "dice.blows": (), "core.intervals": ()}
)
