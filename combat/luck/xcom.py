"""XCOM 2's aim assistance: it counts misses and starts anew with the player's turn."""

from dataclasses import dataclass

import numpy as np

from combat.core.checks import check_numbers, check_whole
from combat.luck.system import System


@dataclass(frozen=True)
class XcomAim(System):
    """XCOM 2's hidden help for the player; by default with Rookie's numbers from the game's files.

    The displayed chance is multiplied by `factor` and cut to whole points. If the displayed
    chance is at least `from_chance`, `per_miss` points are added for each miss in a row in this
    turn, and `per_loss` for each soldier missing from a squad of `squad`: with six soldiers, two
    may fall before it helps. The help raises a chance to `at_most` at most. Misses of shots below
    `from_chance` don't count. Any hit clears the count, and so does a new turn, after `shots`
    shots (None: never). `soldiers`: how many are alive. Shots in the enemy's turn get no help.
    Chances in whole points. ValueError for a negative number, a chance above 100, or a turn of no
    shots.

    Source: War of the Chosen's scripts (X2AbilityToHitCalc_StandardAim; the count in
    XComGameStateContext_Ability and X2TacticalGameRuleset) and its XComGameCore.ini.

    >>> from combat.luck import miss_streaks, success_rate
    >>> success_rate([50, 90], rolls=1, rules=XcomAim())
    array([0.6 , 0.95])
    >>> [f"{miss_streaks(50, 20, rules=XcomAim(shots=n))[3]:.1%}" for n in (2, 4, None)]
    ['45.9%', '35.4%', '26.0%']
    """

    factor: float = 1.2  # BaseXComHitChanceModifier
    per_miss: float = 10.0  # MissStreakChanceAdjustment
    per_loss: float = 15.0  # SoldiersLostXComHitChanceAdjustment
    soldiers: int = 4
    squad: int = 4  # NormalSquadSize
    shots: int | None = 4
    from_chance: float = 50.0  # ReasonableShotMinimumToEnableAimAssist
    at_most: float = 95.0  # MaxAimAssistScore

    name, tell = "XCOM 2's aim assistance", "that shots hit more often than shown"
    whole = True

    def __post_init__(self):
        for name in ("factor", "per_miss", "per_loss"):
            check_numbers(name, getattr(self, name), low=0)
        for name in ("from_chance", "at_most"):
            check_numbers(name, getattr(self, name), low=0, high=100)
        for name in ("soldiers", "squad"):
            check_whole(name, getattr(self, name), low=0)
        if self.shots is not None:
            check_whole("shots", self.shots, low=1)

    @property
    def _most(self):
        """The number of misses in a row after which more misses change nothing."""
        enough = int(np.ceil(100 / self.per_miss)) if self.per_miss > 0 else 0
        return enough if self.shots is None else min(enough, self.shots - 1)

    def _misses(self, states):
        # A state is shots done in this turn · (most + 1) + misses in a row.
        return np.asarray(states) % (self._most + 1)

    def hit_chance(self, chance, states):
        helped = np.floor(self.factor * chance + 1e-9) + np.zeros(np.shape(states))
        if chance >= self.from_chance:
            lost = max(0, self.squad - self.soldiers)
            helped = helped + self.per_miss * self._misses(states) + self.per_loss * lost
        # The game applies the help after a miss, to the same roll: it never turns a hit to a miss.
        return np.maximum(np.minimum(helped, max(self.at_most, chance)), chance) / 100

    def after(self, chance, states):
        misses, size = self._misses(states), self._most + 1
        counted = np.minimum(misses + (chance >= self.from_chance), self._most)
        if self.shots is None:
            return np.zeros_like(counted), counted
        done = states // size + 1
        goes_on = done < self.shots
        return goes_on * done * size, goes_on * (done * size + counted)


# The numbers of the game's files for each difficulty. At Legend there is no help.
XCOM_DIFFICULTIES = {
    "Rookie": XcomAim(),
    "Veteran": XcomAim(factor=1.1, per_miss=10, per_loss=10),
    "Commander": XcomAim(factor=1.0, per_miss=15, per_loss=0),
    "Legend": XcomAim(factor=1.0, per_miss=0, per_loss=0),
}
