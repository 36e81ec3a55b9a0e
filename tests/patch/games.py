"""Small games whose patches can be checked by hand or by plain loops."""

from combat.units import Rules, Unit, Units

RULES = Rules(hit="Elo, logistic", critical=(0.1, 2))


def small():
    """Four units with costs and a column of their own."""
    return Units(
        [
            Unit("Archer", hp=9, attack=14, defense=8, damage="1d6+1", cost=60, dex=15),
            Unit("Knight", hp=14, attack=16, defense=15, damage="1d8", armor=3, cost=120, dex=9),
            Unit("Rat", hp=4, attack=9, defense=12, damage="1d3", speed=1.5, cost=20, dex=14),
            Unit("Ogre", hp=20, attack=12, defense=5, damage="2d6", speed=0.5, cost=100, dex=6),
        ]
    )
