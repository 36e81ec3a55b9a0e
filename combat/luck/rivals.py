"""Other games' luck systems, each a step from state to state, and those that are compared."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy

from combat.core.checks import check_numbers, check_whole
from combat.luck.meter import LuckRules
from combat.luck.system import System, hit_or_miss


@dataclass(frozen=True)
class Independent(System):
    """Independent rolls, each at the displayed chance.

    >>> Independent().step(75, 0)
    [(0.75, True, 0), (0.25, False, 0)]
    """

    name, tell = "independent rolls", "nothing"

    def step(self, chance, state):
        return hit_or_miss(chance / 100)


@dataclass(frozen=True)
class FireEmblem(System):
    """Two random numbers 0..99 whose mean must be below the chance ("true hit").

    "hit if r1 + r2 < 2H". Source: Serenes Forest, "True Hit".

    >>> from combat.luck import success_rate
    >>> success_rate([10, 50, 90], rules=FireEmblem())
    array([0.021, 0.505, 0.981])
    """

    name = "two random numbers"
    tell = "that chances from 50% on are higher than shown, others lower"
    whole = True

    def step(self, chance, state):
        sums = np.add.outer(np.arange(100), np.arange(100))
        return hit_or_miss(float((sums < 2 * chance).mean()))


@dataclass(frozen=True)
class PseudoRandom(System):
    """Warcraft III's and Dota 2's distribution: C on the first try, 2C on the second, ...

    "the chance of success on the N-th try since the last success is C·N; C is chosen so
    that the mean rate is the nominal chance". Source: Liquipedia, "Random Distribution".
    The state counts the failures since the last success.

    >>> from combat.luck import success_rate
    >>> rules = PseudoRandom()
    >>> round(success_rate(25, rolls=1, rules=rules), 4), round(success_rate(25, rules=rules), 4)
    (0.0847, 0.25)
    """

    name = "pseudo-random distribution"
    tell = "that a success makes the next one less likely than shown"
    mixable = False

    def step(self, chance, state):
        constant = prd_constant(chance)
        # More than sqrt(80 / C) failures in a row have a chance of about exp(-C k² / 2), below
        # 1e-17: at 1 % this keeps 717 states of 6,409.
        most = np.ceil(min(1 / constant, np.sqrt(80 / constant))) - 1 if constant else 0
        return hit_or_miss(min(constant * (state + 1), 1), 0, int(min(state + 1, most)))


@cache
def prd_constant(chance):
    """Return the constant C at which the pseudo-random distribution has that rate (points)."""
    rate = chance / 100
    if rate in (0, 1):
        return rate

    def tries(constant):
        # Mean number of tries up to a success: the sum of the chances that each is needed.
        chances = np.minimum(constant * np.arange(1, int(1 / constant) + 2), 1)
        return 1 + np.cumprod(1 - chances).sum()

    return scipy.optimize.brentq(
        lambda constant: 1 / tries(constant) - rate, rate**2 / 4, 1, xtol=1e-15, rtol=1e-14
    )


@dataclass(frozen=True)
class XcomAim(System):
    """XCOM 2's hidden help for the player; by default with Rookie's numbers from the game's files.

    The displayed chance is multiplied by `factor` and cut to whole points. From 50 points on,
    `per_miss` points are added for each miss in a row in this turn. The help raises a chance to
    95 at most. Misses of shots below 50 don't count. Any hit clears the count, and so does a new
    turn, after `shots` shots (None: never). The help for a squad of fewer than four isn't built,
    and shots in the enemy's turn get none. ValueError for a negative number, or a turn of no
    shots.

    Source: War of the Chosen's scripts (X2AbilityToHitCalc_StandardAim; the count in
    XComGameStateContext_Ability and X2TacticalGameRuleset) and its XComGameCore.ini.

    >>> from combat.luck import miss_streaks
    >>> [f"{miss_streaks(50, 20, rules=XcomAim(shots=n))[3]:.1%}" for n in (2, 4, None)]
    ['45.9%', '35.4%', '26.0%']
    """

    factor: float = 1.2  # BaseXComHitChanceModifier
    per_miss: float = 10.0  # MissStreakChanceAdjustment
    shots: int | None = 4

    name, tell = "XCOM 2's aim assistance", "that shots hit more often than shown"
    whole = True
    first = (0, 0)  # shots done in this turn, misses in a row

    def __post_init__(self):
        check_numbers("factor", self.factor, low=0)
        check_numbers("per_miss", self.per_miss, low=0)
        if self.shots is not None:
            check_whole("shots", self.shots, low=1)

    def step(self, chance, state):
        done, misses = state
        likely = chance >= 50  # ReasonableShotMinimumToEnableAimAssist
        helped = int(self.factor * chance + 1e-9) + likely * self.per_miss * misses
        # The game applies the help after a miss, to the same roll: it never turns a hit to a miss.
        real = max(chance, min(helped, max(95, chance))) / 100  # MaxAimAssistScore
        if done + 1 == self.shots:
            return hit_or_miss(real, (0, 0), (0, 0))
        done = 0 if self.shots is None else done + 1
        counts = likely and self.per_miss > 0 and self.per_miss * misses < 100
        return hit_or_miss(real, (done, 0), (done, misses + counts))


@dataclass(frozen=True)
class WesnothBiased(System):
    """Wesnoth's `biased` mode: a fight of n strikes brings n·p hits, in random order.

    "hits = floor(n p) + one more with the remaining probability". Fights follow each
    other. ValueError for less than one strike.

    >>> from combat.luck import hits_distribution
    >>> hits_distribution(60, 4, rules=WesnothBiased(strikes=4)).sum(axis=1).round(4).tolist()
    [0.0, 0.0, 0.6, 0.4, 0.0]
    """

    strikes: int = 4

    name, tell = "Wesnoth's biased mode", "that a fight brings its expected number of hits"
    mixable = False

    def __post_init__(self):
        check_whole("strikes", self.strikes, low=1)

    def begin(self, chance):
        due = self.strikes * chance / 100
        least = int(due + 1e-9)
        share = max(due - least, 0.0)
        # A state is the strikes done in this fight, and the hits still due.
        return {(0, least): 1 - share} | ({(0, least + 1): share} if share else {})

    def step(self, chance, state):
        done, due = state
        rolled = hit_or_miss(
            min(max(due / (self.strikes - done), 0), 1), (done + 1, due - 1), (done + 1, due)
        )
        if done + 1 < self.strikes:
            return rolled
        fresh = self.begin(chance).items()
        return [(real * share, won, new) for real, won, _ in rolled for new, share in fresh]


@dataclass(frozen=True)
class NeutralMeter(System):
    """A meter that evens out luck and keeps the displayed rate: this workbook's own design.

    A roll succeeds with X + Luck points, and after it Luck += k (X - 100·success). So the changes
    of Luck sum to k·(rolls·X - 100·successes). Luck stays bounded: if X + Luck >= 100 it can only
    fall, if X + Luck <= 0 it can only rise, and a step is at most 100 k. So the long-run rate of
    success is exactly X %, whatever k is. In a mix of chances this holds for the sum of all
    chances, not for each. ValueError for k outside 0..1.

    >>> NeutralMeter(0.2).step(75, 0)
    [(0.75, True, -5.0), (0.25, False, 15.0)]
    """

    k: float = 0.25

    name, tell = "neutral meter", "that misses raise the next chance and hits lower it"

    def __post_init__(self):
        check_numbers("k", self.k, low=0, high=1)

    def step(self, chance, state):
        # Rounded, as a value may be reached by different sums: 0.1 + 0.2 must be 0.3.
        hit, miss = (round(state + self.k * (chance - 100 * won), 6) for won in (True, False))
        return hit_or_miss(min(max(chance + state, 0), 100) / 100, hit, miss)


# The systems to compare: the source's meter, independent dice, four published systems, and this
# workbook's own meter.
SYSTEMS = (
    LuckRules(),
    Independent(),
    FireEmblem(),
    PseudoRandom(),
    XcomAim(),
    WesnothBiased(),
    NeutralMeter(0.15),
)
