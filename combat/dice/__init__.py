"""Exact finite distributions: dice in the usual notation, their sums, mixtures and rerolls.

What can be written is in `help(dice)`: 8d6>=5, 6d10>=8!9, 3d6r1, max(1d8!, 1d6!), 10 of (1d4).

>>> dice("4d6kh3"), dice("2d20kh1"), dice("2W6+1")
(Distribution(3..18, mean 12.2446), Distribution(1..20, mean 13.825), Distribution(3..13, mean 8))
"""

from combat.dice.distribution import Distribution, constant, mix, uniform
from combat.dice.expression import dice, opposed

__all__ = [
    "Distribution",
    "constant",
    "dice",
    "mix",
    "opposed",
    "uniform",
]
