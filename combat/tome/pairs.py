"""A designer's own pairs of attack and defence, and the chances of each rule for them."""

from combat.tables import read_table
from combat.tome.rules import check_hit, check_hit_old, check_hit_smooth


def chance_table(pairs, *, m=10.0):
    """Return `pairs` with the chance of each rule beside each pair.

    pairs: a frame with columns attack and defense, in points; see `read_pairs`. Adds
    linear, exponential, smooth (probabilities) and attack_for_60 (the attack at which the
    smooth rule hits with 60 %). ValueError as the rules.

    >>> import pandas as pd
    >>> chance_table(pd.DataFrame({"attack": [40.0], "defense": [30.0]}))["smooth"].item()
    0.75
    """
    attack, defense = pairs["attack"].to_numpy(), pairs["defense"].to_numpy()
    return pairs.assign(
        linear=check_hit(attack, defense),
        exponential=check_hit_old(attack, defense),
        smooth=check_hit_smooth(attack, defense, m=m),
        # 0.5 + 0.5 x/(x + m) = 0.6 at x = m/4
        attack_for_60=defense + m / 4,
    )


def read_pairs(source, name=None):
    """Return a designer's CSV of pairs as a frame with columns name, attack, defense.

    source: a path, or bytes with their file `name`. TableError names file, row, column.

    >>> read_pairs(b"name,attack,defense\\nrat,12,3\\n", "mine.csv")
      name  attack  defense
    0  rat    12.0      3.0
    """
    return read_table(source, numeric=["attack", "defense"], text=["name"], name=name)
