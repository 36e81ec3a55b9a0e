"""Two small units and rules, drawn."""

from combat.units import Rules, Unit


def some_pair(rng):
    """Two small units and rules, drawn."""
    units = [
        Unit(
            name,
            hp=rng.integers(1, 9),
            attack=rng.integers(1, 20),
            defense=rng.integers(1, 20),
            damage=str(rng.choice(["1", "2", "1d2", "1d4", "2d3-2", "1d6+1"])),
            armor=rng.integers(0, 3),
            speed=float(rng.choice([0.5, 1, 1, 1.5, 2])),
        )
        for name in ("one", "other")
    ]
    rules = Rules(
        critical=(float(rng.choice([0, 0.25])), 2),
        spread=float(rng.choice([0, 0.2])),
        least=int(rng.choice([0, 1])),
        order=str(rng.choice(["both", "faster", "coin"])),
    )
    return *units, rules
