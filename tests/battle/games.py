"""Toy games: sides of every kind, drawn by a numpy Generator."""

import numpy as np

from combat.battle import TARGETING, Side, Stances


def damage(attacks, defenses, most):
    """Damage 0, 1, 2, ...: each point more with the same chance, attack against defence."""
    chance = np.clip(0.4 + 0.1 * (attacks - defenses), 0.05, 0.9)
    return 1 - chance[:, None] ** np.arange(1, min(most, 4) + 1)


class Tiring:
    """Stances: who has a living first fighter strikes better; everybody's defence sinks."""

    def __init__(self, size):
        self.size = size

    def __call__(self, alive, number):
        led = np.repeat(alive[:, :1], self.size, axis=1).astype(int)
        row = np.arange(self.size) % 2
        return Stances(np.array([0, 1, 2, 3]), 2 * led + row, np.array([3.0 - number]), 0 * row)


def side(rng, prefix, *, size=None, **fields):
    """A side of 1 to 4 fighters with a little of everything."""
    size = size or int(rng.integers(1, 5))
    plain = {
        "hit_points": rng.integers(1, 5, size),
        "attack": rng.integers(0, 4, size),
        "defense": rng.integers(0, 3, size),
        "targets": rng.choice([1, 1, 2, 3, 9], size),
        "speed": rng.choice([0.5, 1, 1, 1.25, 2], size),
        "targeting": rng.choice(TARGETING, size),
        "guards": rng.random((size, size)) < 0.2,
        "falls": (rng.random((size, size)) < 0.2) & ~np.eye(size, dtype=bool),
        "stances": Tiring(size) if rng.random() < 0.3 else None,
    }
    return Side(tuple(f"{prefix}{n}" for n in range(size)), damage, **(plain | fields))
