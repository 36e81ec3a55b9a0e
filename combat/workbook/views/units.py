"""The sentences of notebook 07, on battles of one's own units."""

from combat.core.words import percent
from combat.units.result import LEAST_SHOWN

_UNDECIDED = "undecided (time is over, or nobody left can hurt anybody)"


def battle_in_words(odds):
    """Return the odds of a battle as a sentence."""
    (one, other), first = odds.names, odds.table().iloc[0]
    low, high = percent(first["low"]), percent(first["high"])
    known = "" if odds.battles is None else f" ({low} to {high})"
    rest = "".join(
        f", {what} {percent(chance)}"
        for what, chance in (("both fall", odds.draw), (_UNDECIDED, odds.undecided))
        if chance >= LEAST_SHOWN
    )
    left = " and ".join(
        f"{odds.survivors[side].mean:.1f} of {len(odds.names[side])}" for side in odds.names
    )
    return (
        f"The {one} army wins {percent(odds.won(one))}{known}, the {other} "
        f"{percent(odds.won(other))}{rest}; it takes {odds.rounds.mean:.1f} rounds, and "
        f"{left} are left on average."
    )
