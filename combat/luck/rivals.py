"""Other games' luck systems, which answer the same questions as the Luck meter."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy

from combat.core.checks import check_numbers, check_whole
from combat.luck.system import System


@dataclass(frozen=True)
class Independent(System):
    """Independent rolls, each at the displayed chance.

    >>> from combat.luck import hits_distribution
    >>> hits_distribution(60, 2, rules=Independent()).sum(axis=1).round(4).tolist()
    [0.16, 0.48, 0.36]
    """

    name, tell = "independent rolls", "nothing"

    def hit_chance(self, chance, states):
        return np.full(np.shape(states), chance / 100)


@dataclass(frozen=True)
class FireEmblem(System):
    """Two random numbers 0..99 whose mean must be below the chance ("true hit").

    "hit if r1 + r2 < 2H". Source: Serenes Forest, "True Hit".

    >>> from combat.luck import success_rate
    >>> success_rate([10, 50, 90], rules=FireEmblem())
    array([0.021, 0.505, 0.981])
    """

    name, tell = (
        "two random numbers",
        "that chances from 50% on are higher than shown, others lower",
    )
    whole = True

    def hit_chance(self, chance, states):
        return np.full(np.shape(states), true_hit(chance))


def true_hit(chance):
    """Return the real probability of a displayed chance (points) in Fire Emblem, by counting."""
    chance = float(check_whole("chance", chance, low=0, high=100))
    sums = np.add.outer(np.arange(100), np.arange(100))
    return float((sums < 2 * chance).mean())


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

    name, tell = (
        "pseudo-random distribution",
        "that a success makes the next one less likely than shown",
    )
    mixable = False

    def hit_chance(self, chance, states):
        return np.minimum(prd_constant(chance) * (states + 1), 1)

    def after(self, chance, states):
        return np.zeros_like(states), np.minimum(states + 1, _last_try(prd_constant(chance)))


def _last_try(constant):
    """The number of failures k at which the memory stops counting.

    There the next try is certain, or k failures in a row practically never happen: their chance
    is about exp(-constant k^2 / 2), below 1e-17. At 1 % this keeps 717 states of 6,409.
    """
    if constant == 0:
        return 0
    return np.ceil(min(1 / constant, np.sqrt(80 / constant))) - 1


@cache
def prd_constant(chance):
    """Return the constant C at which the pseudo-random distribution has that rate (points)."""
    rate = float(check_numbers("chance", chance, low=0, high=100)) / 100
    if np.isnan(rate) or rate in (0, 1):
        return rate
    return scipy.optimize.brentq(
        lambda c: 1 / _tries(c) - rate, rate**2 / 4, 1, xtol=1e-15, rtol=1e-14
    )


def _tries(constant):
    """Mean number of tries up to a success: the sum of the chances that each try is needed."""
    chances = np.minimum(constant * np.arange(1, int(1 / constant) + 2), 1)
    return 1 + np.cumprod(1 - chances).sum()


@dataclass(frozen=True)
class WesnothBiased(System):
    """Wesnoth's `biased` mode: a fight of n strikes brings n·p hits, in random order.

    "hits = floor(n p) + one more with the remaining probability". Fights follow each
    other. The state encodes strikes done, hits done, and hits due in this fight. ValueError for
    less than one strike.

    >>> from combat.luck import hits_distribution
    >>> hits_distribution(60, 4, rules=WesnothBiased(strikes=4)).sum(axis=1).round(4).tolist()
    [0.0, 0.0, 0.6, 0.4, 0.0]
    """

    strikes: int = 4

    name, tell = "Wesnoth's biased mode", "that a fight brings its expected number of hits"
    mixable = False

    def __post_init__(self):
        check_whole("strikes", self.strikes, low=1)

    def begin(self, chance, start):
        super().begin(chance, start)
        due = self.strikes * chance / 100
        least = np.floor(due + 1e-9)
        share = max(due - least, 0.0)
        states = np.array([self._encode(0, 0, least), self._encode(0, 0, least + 1)])
        return (states, np.array([1 - share, share])) if share > 0 else (states[:1], np.ones(1))

    def outcomes(self, chance, states):
        first, weights = self.begin(chance, 0)
        hit = self.hit_chance(chance, states)[:, None]
        done, hits, due = self._decode(states)
        over = (done + 1 == self.strikes)[:, None]
        after = [
            np.where(over, first, self._encode(done + 1, hits + landed, due)[:, None])
            for landed in (1, 0)
        ]
        # Where the fight goes on, both columns lead to the same state and share the weight.
        probability = np.hstack([hit * weights, (1 - hit) * weights])
        success = np.repeat([[True, False]], len(first), axis=1)
        return probability, np.broadcast_to(success, probability.shape), np.hstack(after)

    def hit_chance(self, chance, states):
        done, hits, due = self._decode(states)
        return np.clip((due - hits) / (self.strikes - done), 0, 1)

    def play(self, chance, states, rng):
        first, weights = self.begin(chance, 0)
        success = rng.random(np.shape(states)) < self.hit_chance(chance, states)
        done, hits, due = self._decode(states)
        fresh = rng.choice(first, np.shape(states), p=weights)
        return success, np.where(
            done + 1 == self.strikes, fresh, self._encode(done + 1, hits + success, due)
        )

    def _encode(self, done, hits, due):
        base = self.strikes + 2
        return (done * base + hits) * base + due

    def _decode(self, states):
        rest, due = np.divmod(states, self.strikes + 2)
        return *np.divmod(rest, self.strikes + 2), due


@dataclass(frozen=True)
class NeutralMeter(System):
    """A meter that evens out luck and keeps the displayed rate: this workbook's own design.

    A roll succeeds with X + Luck points, and after it Luck += k (X - 100·success). So the changes
    of Luck sum to k·(rolls·X - 100·successes). Luck stays bounded: if X + Luck >= 100 it can only
    fall, if X + Luck <= 0 it can only rise, and a step is at most 100 k. So the long-run rate of
    success is exactly X %, whatever k is. In a mix of chances this holds for the sum of all
    chances, not for each. ValueError for k outside 0..1.

    >>> from combat.luck import luck_distribution, success_rate
    >>> luck_distribution(75, 1, rules=NeutralMeter()).to_dict()
    {-6.25: 0.75, 18.75: 0.25}
    >>> round(success_rate(75, rules=NeutralMeter()), 4)
    0.75
    """

    k: float = 0.25

    name, tell = "neutral meter", "that misses raise the next chance and hits lower it"

    def __post_init__(self):
        check_numbers("k", self.k, low=0, high=1)

    def begin(self, chance, start):
        start = float(check_numbers("start", start, low=-200, high=200))
        if np.isnan(start):
            raise ValueError("start = nan is out of range: it must be between -200 and 200")
        return np.array([start]), np.ones(1)

    def hit_chance(self, chance, states):
        return np.clip(chance + states, 0, 100) / 100

    def after(self, chance, states):
        return states - self.k * (100 - chance), states + self.k * chance
