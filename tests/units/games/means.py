"""What the games' own loops share: dice, how a fight ended, and the means of many."""

import random
from math import sqrt


def dice(rng, count, sides):
    """Roll so many dice of a `random.Random`: their sum."""
    return sum(rng.randint(1, sides) for _ in range(count))


def means(fight, fights, seed):
    """Play so many fights: the mean of each number, and under "name +-" its standard error.

    fight: a function of a `random.Random` that returns a dict of numbers, the same names always.
    """
    rng = random.Random(seed)
    rows = [fight(rng) for _ in range(fights)]
    found = {}
    for name in rows[0]:
        numbers = [float(row[name]) for row in rows]
        mean = sum(numbers) / fights
        variance = sum((number - mean) ** 2 for number in numbers) / (fights - 1)
        found |= {name: mean, f"{name} +-": sqrt(variance / fights)}
    return found


def ended(first, second, rounds):
    """What any fight tells of its end; first, second: hit points of the sides' fighters."""
    return {
        "first": any(first) and not any(second),
        "draw": any(first) == any(second),
        "left": sum(first),
        "survivors": sum(hp > 0 for hp in first),
        "left of second": sum(second),
        "rounds": rounds,
    }
