"""Target-side evaluation: one action on several targets, each with its own reaction."""

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.osdl.rule import modified
from combat.tables import read_table

COUNTS = ("a roll for each", "one roll for all")


def read_targets(source, name=None):
    """Return a CSV of targets as a frame: name, modifier, reaction, against.

    modifier: of the target's own circumstances, a fraction. reaction: how the target reacts to
    the action, in words. against: the modifier of this reaction. Both are blank for a target
    without a reaction of its own. source: a path, or bytes with their file `name`. TableError
    names file, row, column.

    >>> read_targets(b"name,modifier,reaction,against\\nrogue,0,dodges,-0.35\\ncart,0.1,,\\n")
        name  modifier reaction  against
    0  rogue       0.0   dodges    -0.35
    1   cart       0.1               NaN
    """
    return read_table(
        source,
        numeric=["modifier"],
        text=["name", "reaction"],
        parse={"against": _fraction_or_blank},
        name=name,
    )[["name", "modifier", "reaction", "against"]]


def on_targets(base, targets, source=0.0, default=0.0):
    """Return the success probability of one action on each of its targets: a frame by name.

    "An action is evaluated on the target-side rather than on the source-side ... to a single
    action source multiple targets can correspond." After the reaction is chosen, all modifiers
    are summed: of the source, of the target, and of its reaction. The action "does not know all
    the different ways of escaping it (it has however at least a default rule, should no other
    target-specific rule apply)": `default`, a modifier too. base: the probability under normal
    circumstances, in [0, 1]. targets: as from `read_targets`.

    Columns: announced, the probability before the reaction is known; reaction, "default" for a
    target without one; against, the reaction's modifier; probability, after the reaction.
    ValueError as `modified`.

    >>> sheet = b"name,modifier,reaction,against\\nrogue,0,dodges,-0.35\\ncart,0.1,,\\n"
    >>> on_targets(0.6, read_targets(sheet), default=-0.1).round(3)
           announced reaction  against  probability
    name
    rogue      0.600   dodges    -0.35        0.256
    cart       0.695  default    -0.10        0.600
    """
    own = targets["modifier"].to_numpy()
    against = targets["against"].fillna(default).to_numpy()
    found = {
        "announced": modified(base, source, own),
        "reaction": targets["reaction"].where(targets["against"].notna(), "default").to_numpy(),
        "against": against,
        "probability": modified(base, source, own, against),
    }
    return pd.DataFrame(found, pd.Index(targets["name"], name="name"))


def number_hit(chances):
    """Return the distribution of the number of targets hit: a frame by number.

    chances: of each target, in [0, 1]. Columns, as `COUNTS`: an independent roll for each target;
    and one roll r for all, which hits the targets with r < p. Both have the same mean.

    >>> number_hit([0.5, 0.25])
           a roll for each  one roll for all
    count
    0                0.375              0.50
    1                0.500              0.25
    2                0.125              0.25
    """
    chances = check_numbers("chances", chances, low=0, high=1)
    each = np.ones(1)
    for chance in chances:
        each = np.convolve(each, [1 - chance, chance])
    # With one roll, at least k targets are hit when the k-th easiest one is hit.
    at_least = np.array([1.0, *np.sort(chances)[::-1], 0.0])
    table = {COUNTS[0]: each, COUNTS[1]: np.abs(np.diff(at_least))}
    return pd.DataFrame(table, pd.RangeIndex(len(chances) + 1, name="count"))


def _fraction_or_blank(text):
    return float(text) if text.strip() else float("nan")
