"""The sentences of notebook 07, on battles of one's own units."""

from combat.units.result import LEAST_SHOWN

_UNDECIDED = "undecided (time is over, or nobody left can hurt anybody)"


def battle_in_words(odds):
    """Return the odds of a battle as a sentence."""
    (one, other), first = odds.names, odds.table().iloc[0]
    known = "" if odds.battles is None else f" ({first['low']:.1%} to {first['high']:.1%})"
    rest = "".join(
        f", {what} {chance:.1%}"
        for what, chance in (("both fall", odds.draw), (_UNDECIDED, odds.undecided))
        if chance >= LEAST_SHOWN
    )
    left = " and ".join(
        f"{odds.survivors[side].mean:.1f} of {len(odds.names[side])}" for side in odds.names
    )
    return (
        f"The {one} army wins {odds.won(one):.1%}{known}, the {other} {odds.won(other):.1%}{rest}; "
        f"it takes {odds.rounds.mean:.1f} rounds, and {left} are left on average."
    )
