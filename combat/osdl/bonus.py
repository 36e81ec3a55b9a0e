"""Flat bonuses, which modifiers are held against."""

import numpy as np

from combat.core.checks import numbers, plain


def flat(p, *bonuses):
    """Return a probability after flat bonuses: each is added, and cut at 0 and 1, in turn.

    What modifiers are held against: the +6 of a d20 is a flat 0.30. p in [0, 1], bonuses are
    finite fractions; all broadcast. ValueError outside.

    >>> flat(0.9, 0.3), round(flat(0.9, 0.3, -0.3), 12)
    (1.0, 0.7)
    """
    chance = numbers("p", p, low=0, high=1)
    for bonus in bonuses:
        chance = np.clip(chance + numbers("bonus", bonus), 0, 1)
    return plain(chance)


def made_certain(bonus):
    """Return the share of all base probabilities of which a flat bonus makes 0 or 1.

    Those within |bonus| of the end that it pushes to. Finite fractions; broadcasts.
    ValueError for infinities. A modifier makes none certain.

    >>> made_certain(-0.30), made_certain(2)
    (0.3, 1.0)
    """
    return plain(np.minimum(np.abs(numbers("bonus", bonus)), 1))
