"""What the fights of the fifth edition of D&D have in common: d20, dice, and a changed list.

Rules: System Reference Document 5.1 (CC BY 4.0).
"""

from functools import cache

from combat.dice import dice


@cache
def attack(bonus, armor, damage, doubled):
    """[(chance, damage)] of d20 + bonus against the armour class, the miss first.

    A natural 20 hits and doubles the dice, a natural 1 misses.
    """
    hit = min(18, max(0, 20 + bonus - armor)) / 20  # by all that d20 shows but 1 and 20
    return [(0.95 - hit, 0), *weighed(hit, damage), *weighed(0.05, doubled)]


@cache
def weighed(chance, damage):
    """[(chance, value)] of dice that are rolled with some chance."""
    found = dice(damage)
    return [(chance * p, v) for p, v in zip(found.chances, found.values.tolist(), strict=True)]


def changed(numbers, place, by):
    """The numbers, one of them changed, not below 0."""
    return (*numbers[:place], max(0, numbers[place] + by), *numbers[place + 1 :])


def first(numbers):
    """The place of the first that isn't 0: who stands, or which slot is left."""
    return [number > 0 for number in numbers].index(True)
