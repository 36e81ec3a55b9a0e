"""Modifiers over all base probabilities, and the flat bonuses that they are held against."""

import numpy as np
import pandas as pd

from combat.domain import numbers, plain
from combat.osdl.rule import modified

BASES = np.arange(201) / 200  # 0 to 1 in steps of half a percentage point


def curves(modifiers, bases=BASES):
    """Return what modifiers make of base probabilities, a column for each, as a frame.

    modifiers: {name of the column: modifier}. The index is the "base probability".
    ValueError outside the domain of `modified`.

    >>> curves({"rain": -0.05, "surprise": 0.25}, [0.25, 0.5]).round(3)
                       rain  surprise
    base probability
    0.25              0.213     0.488
    0.50              0.448     0.741
    """
    index = pd.Index(bases, name="base probability")
    made = {name: modified(index.to_numpy(), m) for name, m in dict(modifiers).items()}
    return pd.DataFrame(made, index)


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


def against_flat(m, bases=BASES):
    """Return the same number as a modifier and as a flat bonus, by base probability, as a frame.

    The index is the "base probability"; columns "modifier", "flat bonus" and "unchanged".
    ValueError outside the domain of `modified`.

    >>> against_flat(0.30, [0.25, 0.75]).round(3)
                      modifier  flat bonus  unchanged
    base probability
    0.25                 0.540        0.55       0.25
    0.75                 0.914        1.00       0.75
    """
    table = curves({"modifier": m, "unchanged": 0}, bases)
    table.insert(1, "flat bonus", flat(table.index.to_numpy(), m))
    return table
