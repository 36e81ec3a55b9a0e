"""The rule of the Luck meter: one roll."""

from dataclasses import dataclass

import numpy as np

from combat.core.checks import check_whole, scalar
from combat.luck.system import System


@dataclass(frozen=True)
class LuckRules(System):
    """The constants of the source, in points; each can be changed.

    `faces`: the roll is a uniform whole number 1..faces, so that at Luck 0 a chance of
    X % succeeds exactly X times in 100. `decay`: points by which Luck moves toward 0 after
    each roll (the game's later server has 2). ValueError for fractions, `low` above 0, `high`
    below 0, `faces` below 1 or a negative `decay`.

    >>> from combat.luck import success_rate
    >>> round(success_rate(75), 4), round(success_rate(75, rules=LuckRules(decay=2)), 4)
    (0.9309, 0.8914)
    """

    low: int = -200  # "Luck in between -200 and 200"
    high: int = 200
    even: int = 50  # "if (X > 50)": a higher chance counts as likely
    reasonable: int = 55  # "Cost = (55 - X)": an unlikely success costs the difference
    owed_above: int = 45  # "OwedPoints = (X - 45)": a likely failure pays the difference
    faces: int = 100
    decay: int = 0

    name = "Luck meter"
    tell = "your Luck and what each roll will cost or pay"
    whole = True

    def __post_init__(self):
        check_whole("low", self.low, high=0)
        check_whole("high", self.high, low=0)
        check_whole("faces", self.faces, low=1)
        check_whole("decay", self.decay, low=0)
        for name in ("even", "reasonable", "owed_above"):
            check_whole(name, getattr(self, name))

    @property
    def parts(self):
        return self.faces

    def begin(self, chance, start):
        return np.array([check_whole("start", start, low=self.low, high=self.high)]), np.ones(1)

    def outcomes(self, chance, states):
        rolls = np.arange(1, self.faces + 1)
        success, after = _resolve(chance, states[:, None], rolls, self)
        return np.ones(after.shape), success, after

    def hit_chance(self, chance, states):
        return np.clip(chance + states, 0, self.faces) / self.faces

    def play(self, chance, states, rng):
        return _resolve(chance, states, rng.integers(1, self.faces + 1, np.shape(states)), self)


@dataclass(frozen=True)
class Outcome:
    """The outcome of a roll: `success`, and the new `luck` in points; arrays for several rolls.

    >>> outcome = resolve(75, 0, [70, 90])
    >>> outcome.success.tolist(), outcome.luck.tolist()
    ([True, False], [0, 30])
    """

    success: np.ndarray | bool
    luck: np.ndarray | int


def resolve(chance, luck, roll, rules=LuckRules()):
    """Return the `Outcome` of one roll: success or not, and the new Luck.

    "IsSuccess = ((X + Luck) >= Roll)". A success costs max(0, Roll - X) where X > 50 and
    55 - X where X <= 50; a failure with X >= 50 is paid X - 45; Luck stays within -200..200.
    With other constants neither cost nor pay is below 0.
    chance in 0..faces, luck within the meter, roll in 1..faces, all whole points; they
    broadcast. ValueError outside.

    The source's example B, with a roll of 65: "Cost = (55 - 45) = 10".

    >>> resolve(45, 20, 65)
    Outcome(success=True, luck=10)
    >>> resolve(75, -35, [40, 41])
    Outcome(success=array([ True, False]), luck=array([-35,  -5]))
    """
    chance = check_whole("chance", chance, low=0, high=rules.faces)
    luck = check_whole("luck", luck, low=rules.low, high=rules.high)
    roll = check_whole("roll", roll, low=1, high=rules.faces)
    success, after = _resolve(chance, luck, roll, rules)
    return Outcome(scalar(success), scalar(after))


def _resolve(chance, luck, roll, rules):
    success = chance + luck >= roll
    # Whatever the constants, a success never adds Luck and a failure never takes any.
    cost = np.where(chance > rules.even, roll - chance, rules.reasonable - chance)
    owed = np.where(chance >= rules.even, chance - rules.owed_above, 0)
    used, owed = np.maximum(cost, 0), np.maximum(owed, 0)
    after = np.clip(luck + np.where(success, -used, owed), rules.low, rules.high)
    return success, after - np.sign(after) * np.minimum(np.abs(after), rules.decay)
