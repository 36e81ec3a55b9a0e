"""The Luck meter of the source: one roll, and a battle roll by roll."""

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd

from combat.core.checks import check_whole, scalar
from combat.luck.system import System


@dataclass(frozen=True)
class LuckRules(System):
    """The constants of the source, in points; each can be changed.

    The roll is a uniform whole number 1..100, so that at Luck 0 a chance of X % succeeds exactly X
    times in 100. `decay`: points by which Luck moves toward 0 after each roll (the game's later
    server has 2). ValueError for fractions, `low` above 0, `high` below 0 or a negative `decay`.

    >>> from combat.luck import success_rate
    >>> round(success_rate(75, rules=LuckRules(decay=2)), 4)
    0.8914
    """

    low: int = -200  # "Luck in between -200 and 200"
    high: int = 200
    even: int = 50  # "if (X > 50)": a higher chance counts as likely
    reasonable: int = 55  # "Cost = (55 - X)": an unlikely success costs the difference
    owed_above: int = 45  # "OwedPoints = (X - 45)": a likely failure pays the difference
    decay: int = 0

    name = "Luck meter"
    tell = "your Luck and what each roll will cost or pay"
    whole = True

    def __post_init__(self):
        check_whole("low", self.low, high=0)
        check_whole("high", self.high, low=0)
        check_whole("decay", self.decay, low=0)
        for name in ("even", "reasonable", "owed_above"):
            check_whole(name, getattr(self, name))

    def step(self, chance, state):
        success, luck = _resolve(chance, state, np.arange(1, 101), self)
        rolls = Counter(zip(success.tolist(), luck.tolist(), strict=True))
        return [(count / 100, *after) for after, count in rolls.items()]


class Outcome(NamedTuple):
    """The outcome of a roll: `success`, and the new `luck` in points; arrays for several rolls.

    >>> resolve(75, 0, [75, 76]).luck.tolist()
    [0, 30]
    """

    success: np.ndarray | bool
    luck: np.ndarray | int


def resolve(chance, luck, roll, rules=LuckRules()):
    """Return the `Outcome` of one roll: success or not, and the new Luck.

    "IsSuccess = ((X + Luck) >= Roll)". A success costs max(0, Roll - X) where X > 50 and
    55 - X where X <= 50; a failure with X >= 50 is paid X - 45; Luck stays within -200..200.
    With other constants neither cost nor pay is below 0.
    chance in 0..100, luck within the meter, roll in 1..100, all whole points; they
    broadcast. ValueError outside.

    The source's example B, with a roll of 65: "Cost = (55 - 45) = 10".

    >>> resolve(45, 20, 65)
    Outcome(success=True, luck=10)
    >>> resolve(75, -35, [40, 41])
    Outcome(success=array([ True, False]), luck=array([-35,  -5]))
    """
    chance = check_whole("chance", chance, low=0, high=100)
    luck = check_whole("luck", luck, low=rules.low, high=rules.high)
    roll = check_whole("roll", roll, low=1, high=100)
    success, after = _resolve(chance, luck, roll, rules)
    return Outcome(scalar(success), scalar(after))


def _resolve(chance, luck, roll, rules):
    success = chance + luck >= roll
    # Whatever the constants, a success never adds Luck and a failure never takes any.
    cost = np.where(chance > rules.even, roll - chance, rules.reasonable - chance)
    owed = np.where(chance >= rules.even, chance - rules.owed_above, 0)
    used, owed = np.maximum(cost, 0), np.maximum(owed, 0)
    after = np.minimum(np.maximum(luck + np.where(success, -used, owed), rules.low), rules.high)
    return success, after - np.sign(after) * np.minimum(np.abs(after), rules.decay)


def roll_by_roll(chance, rolls, *, seed=0):
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
    dice = np.random.default_rng(seed).integers(1, 101, rolls)
    rows, luck = [], 0
    for die in dice.tolist():
        after = resolve(chance, luck, die)
        rows.append((die, chance + luck, after.success, after.luck - luck, after.luck))
        luck = after.luck
    columns = ["die", "succeeds up to", "success", "paid or owed", "Luck"]
    frame = pd.DataFrame(rows, pd.RangeIndex(1, rolls + 1, name="roll"), columns)
    played = frame["succeeds up to"].clip(0, 100) / 100
    return frame.assign(played=played, shown=chance / 100)
