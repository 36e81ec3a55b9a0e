"""Flat bonuses, to compare modifiers with."""

import numpy as np

from combat.core.checks import check_numbers, scalar


def flat(p, *bonuses):
    """Return a probability after flat bonuses: each in turn is added, and the sum cut to [0, 1].

    For example, +6 on a d20 is a flat 0.30. p in [0, 1], bonuses are finite fractions; all
    broadcast. ValueError outside.

    >>> flat(0.9, 0.3), round(flat(0.9, 0.3, -0.3), 12)
    (1.0, 0.7)
    """
    chance = check_numbers("p", p, low=0, high=1)
    for bonus in bonuses:
        chance = np.clip(chance + check_numbers("bonus", bonus), 0, 1)
    return scalar(chance)


def made_certain(bonus):
    """Return the share of all base probabilities that a flat bonus turns into 0 or 1.

    These lie within |bonus| of the end that the bonus pushes to. Finite fractions; broadcasts.
    ValueError for infinities. A modifier never makes a probability 0 or 1.

    >>> made_certain(-0.30), made_certain(2)
    (0.3, 1.0)
    """
    return scalar(np.minimum(np.abs(check_numbers("bonus", bonus)), 1))
