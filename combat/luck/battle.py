"""One battle roll by roll, as a player sees it."""

import numpy as np
import pandas as pd

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules, resolve


def roll_by_roll(chance, rolls, *, seed=0, start=0, rules=LuckRules()):
    """Return one battle in which every roll has the same chance: a frame with a row for each roll.

    Columns in points: die, "succeeds up to" (chance plus Luck before the roll), "paid or owed"
    (the change of Luck) and Luck (after the roll). success is a bool. Columns of probabilities:
    "played", the chance with Luck counted in, and "shown", the displayed chance. seed: a number,
    or a numpy Generator; a longer battle with the same number begins with the same rolls.
    ValueError outside the domain.

    >>> roll_by_roll(75, 4, seed=1).drop(columns=["success", "shown"])
          die  succeeds up to  paid or owed  Luck  played
    roll
    1      48              75             0     0    0.75
    2      52              75             0     0    0.75
    3      76              75            30    30    0.75
    4      96             105           -21     9    1.00
    """
    rolls = int(check_whole("rolls", rolls, low=1))
    dice = np.random.default_rng(seed).integers(1, rules.faces + 1, rolls)
    rows, luck = [], start
    for die in dice.tolist():
        after = resolve(chance, luck, die, rules)
        rows.append((die, chance + luck, after.success, after.luck - luck, after.luck))
        luck = after.luck
    columns = ["die", "succeeds up to", "success", "paid or owed", "Luck"]
    frame = pd.DataFrame(rows, pd.RangeIndex(1, rolls + 1, name="roll"), columns)
    played = frame["succeeds up to"].clip(0, rules.faces) / rules.faces
    return frame.assign(played=played, shown=chance / rules.faces)
