"""Fights of your own: each pair of units is handed to the `fight` function of the rules."""

from dataclasses import replace

from combat.core.words import printable
from combat.units.result import Duel


def fought(first, second, rules, max_turns=None):
    """Return the `Duel` that the rules' own `fight` makes of two units.

    ValueError, naming the pair, for a function that fails or returns something else, and for
    max_turns: such a fight decides itself when it is over.

    >>> from combat.units import Rules, Unit
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> fought(imp, imp, Rules(fight=lambda first, second: first.hp))
    Traceback (most recent call last):
    ValueError: fight: Imp against Imp gives 2; it must be a Duel, made by Duel.of(solve(...), ...)
    """
    refuse_turns(max_turns)
    pair = f"{first.name} against {second.name}"
    try:
        found = rules.fight(first, second)
    except Exception as error:
        raise ValueError(
            f"fight: {pair}: {type(error).__name__}: {printable(str(error))}"
        ) from error
    if not isinstance(found, Duel):
        raise ValueError(
            f"fight: {pair} gives {printable(repr(found))}; it must be a Duel, made by "
            f"Duel.of(solve(...), ...)"
        )
    return replace(found, names=(first.name, second.name))


def refuse_turns(max_turns):
    """Raise ValueError if a fight of your own is to end after a number of turns."""
    if max_turns is not None:
        raise ValueError("max_turns: a fight of your own says itself when it is over; leave it out")
