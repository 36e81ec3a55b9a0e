"""The guesses of notebook 07, on one's own units."""

from combat.workbook import Guess


def guess_attack(needed):
    """Return the `Guess` of the attack that an Archer needs against a Knight."""
    return Guess(
        "An Archer of attack 12 should beat the Knight in 55% of their duels, under the second "
        "rule. Which attack does she need?",
        needed,
        among=range(12, 41),
    )


def guess_rest(tired, rested):
    """Return the `Guess` of what a rest is worth; both: the chance to come through."""
    return Guess(
        "Without a rest between the fights the army comes through all three in "
        f"{tired:.0%}. How often if each survivor gets 5 hit points back after a fight?",
        rested,
    )
