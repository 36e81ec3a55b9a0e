"""How long hit points last: from hits to blows, for many pairs at once.

Until a unit falls, its blows don't depend on those that it suffers. So the blows of each side at
the other are a chain by themselves. In it only the number of blows that hurt must be followed,
which is binomial: what a number of hurting blows leaves is computed once for all pairs with the
same damage and hit points, however often they hit.
"""

from dataclasses import dataclass

import numpy as np

NOTHING = 1e-17  # smaller chances are left out
MOST_WORK = 1_000_000_000  # steps of one calculation, about 10 seconds
MOST_OF_A_TABLE = 100_000_000_000  # steps of many duels together, some minutes
_AT_ONCE = 64  # blows followed until those numbers of hits are left out that have no chance
_FEW = 256  # numbers of hits for which looking costs more than following them
_GONE = 1e-20  # a smaller chance of a number of hits: all of them together stay below 1e-15
_CELLS = 1 << 13  # of one array: a mix of many kinds of damage costs more steps than it saves


@dataclass(frozen=True, eq=False)
class HitsToKill:
    """After 0, 1, ... hurting blows, by their number: alive, the chance; left, the mean points."""

    # hurt: the chance that a hit hurts at all.

    hurt: float
    alive: np.ndarray
    left: np.ndarray


def hits_to_kill(amounts, which, hps):
    """Return the `HitsToKill` of each pair of damage and hit points.

    which: for each pair the place of its damage in `amounts`. All targets of one damage read the
    same sums of blows. Points are counted in the common unit of the damage: where all blows cost
    50, 100 or 150 points, 6,000 of them are 120.
    """
    which, hps = np.asarray(which), np.asarray(hps)
    units = np.array([_unit(amount) for amount in amounts])
    hurts = [_hurting(amount)[2] for amount in amounts]
    counted = -(-hps // units[which])
    most = np.zeros(len(amounts), int)
    np.maximum.at(most, which, counted)
    used = np.unique(which)
    order, targets, start = used[np.argsort(most[used], kind="stable")], [None] * len(hps), 0
    while start < len(order):
        longest = most[order[min(start + 255, len(order) - 1)]]
        block = order[start : start + max(1, _CELLS // longest)][:256]
        start += len(block)
        column = np.full(len(amounts), -1)
        column[block] = np.arange(len(block))
        pairs = np.flatnonzero(column[which] >= 0)
        coarse = [_in_units(amounts[kind], units[kind]) for kind in block]
        alive, left = _followed(coarse, counted[pairs], column[which[pairs]])
        unit = units[which[pairs]]
        left = unit * left - (unit * counted[pairs] - hps[pairs]) * alive
        lasts = np.count_nonzero(alive > NOTHING, axis=0).tolist()
        for at, (pair, last) in enumerate(zip(pairs.tolist(), lasts, strict=True)):
            targets[pair] = HitsToKill(hurts[which[pair]], alive[:last, at], left[:last, at])
    return targets


def _followed(amounts, hps, column):
    """After 0, 1, ... hurting blows: the chance to stand, mean points, (blows, targets) each."""
    alive, left = [], []
    for state in sums_of_blows(amounts, max(hps)):
        below = np.cumsum(state, axis=0)
        standing = below[hps - 1, column]
        if alive and not (standing > NOTHING).any():
            break
        alive.append(standing)
        # The sum of (hp - s) P(s) over s below hp is that of P(below s + 1) over the same.
        left.append(np.cumsum(below, axis=0)[hps - 1, column])
    return np.array(alive), np.array(left)


def sums_of_blows(amounts, most):
    """Yield the chances, (points, amounts), that 0, 1, 2, ... hurting blows cost so many points."""
    chances = np.zeros((most, len(amounts)))
    for column, amount in enumerate(amounts):
        values, shares, _ = _hurting(amount)
        near = values < most
        chances[values[near], column] = shares[near]
    harms = np.flatnonzero(chances.any(axis=1))
    state = np.zeros((most, len(amounts)))
    state[0] = 1
    while True:
        yield state
        after = np.zeros_like(state)
        for harm in harms:
            after[harm:] += chances[harm] * state[: most - harm]
        state = after


def _unit(amount):
    """The greatest number of points of which every blow that hurts costs a multiple."""
    values = _hurting(amount)[0]
    return int(np.gcd.reduce(values)) if values.size else 1


def _in_units(amount, unit):
    return amount if unit == 1 else amount.map(lambda points: points // unit)


def _hurting(amount):
    """The values of an amount above 0, their chances if it is above 0, and the chance of that."""
    hurts = amount.values > 0
    # Exactly 1 if all hurt: with a sum of 0.9999999999999998 a sure hit might miss.
    chance = 1.0 if hurts.all() else float(amount.chances[hurts].sum())
    shares = amount.chances[hurts] / chance if chance else np.zeros(0)
    return amount.values[hurts].astype(int), shares, chance


class KillCurve:
    """The blows of one side at the other, blow after blow, for many pairs at once.

    chances: that a blow hits, one for each pair. `alive` and `left` are arrays (blows, pairs), as
    far as `advance` has gone: the chance that the target stands after so many blows, and its mean
    hit points.
    """

    def __init__(self, chances, targets):
        longest = max(len(target.alive) for target in targets)
        self._rows = np.zeros((2, longest, len(targets)))
        for pair, target in enumerate(targets):
            self._rows[0, : len(target.alive), pair] = target.alive
            self._rows[1, : len(target.left), pair] = target.left
        self.chances = np.asarray(chances) * [target.hurt for target in targets]
        self._hits = np.zeros((longest, len(targets)))
        self._hits[0] = 1
        self._low, self._high = 0, 1  # outside of these numbers of hits there is no chance left
        self._seen = [self._now()]
        self._made = np.zeros((0, 2, len(targets)))

    def advance(self, blows):
        """Continue the curves up to this number of blows."""
        done = len(self._made) + len(self._seen)
        for start in range(done, blows + 1, _AT_ONCE):
            many = min(_AT_ONCE, blows + 1 - start)
            self._high = min(len(self._hits), self._high + many)
            hits = self._hits[self._low : self._high]
            for _ in range(many):
                landed = hits * self.chances
                hits -= landed
                hits[1:] += landed[:-1]
                self._seen.append(self._now())
            self._narrow(hits)

    def _narrow(self, hits):
        """Follow only numbers of hits that have a chance: of 5,000, some 900 after many blows."""
        if len(hits) <= _FEW:
            return
        some = np.flatnonzero(hits.max(axis=1) > _GONE)
        if some.size:  # none is left where all have fallen
            self._low, self._high = self._low + some[0], self._low + some[-1] + 1

    @property
    def alive(self):
        """The chance that the target stands, (blows, pairs)."""
        return self._all()[:, 0]

    @property
    def left(self):
        """The mean hit points of the target, (blows, pairs)."""
        return self._all()[:, 1]

    def _now(self):
        some = slice(self._low, self._high)
        return np.einsum("hp,shp->sp", self._hits[some], self._rows[:, some])

    def _all(self):
        if self._seen:
            self._made = np.concatenate([self._made, self._seen])
            self._seen = []
        return self._made


def hits_after(chance, weights, most):
    """Return the chances of 0..most - 1 hurting blows; weights: the chances of 0, 1, ... blows."""
    hits, total = np.zeros(most), np.zeros(most)
    hits[0] = 1
    for weight in weights:
        total += weight * hits
        landed = hits * chance
        hits -= landed
        hits[1:] += landed[:-1]
    return total


def blows_by(turn, speed):
    """Return how many actions fall into the first `turn` turns: floor(turn x speed)."""
    # A unit of speed 0.7 acts in turns 2, 3, 5, ...: fractions add up.
    # 100 x 0.29 is 28.999999999999996.
    return np.floor(np.asarray(turn) * speed + 1e-9).astype(int)


def turn_of(blow, speed):
    """Return the turn of an action, both counted from 1; infinite for an infinite one."""
    return np.ceil(np.asarray(blow) / speed - 1e-9)


def typical_blows(chances, amounts, which, hps):
    """Return about how many blows it takes until all but one target in 10^13 have fallen.

    chances: that a blow hits; which: the place of its damage in `amounts`; hps: the targets'
    points; all broadcast. Right within 15 % for blows of constant damage.
    """
    hits = _typical_hits(amounts, which, hps)
    chances = np.asarray(chances) * np.array([_hurting(amount)[2] for amount in amounts])[which]
    # The hits with the misses among them, and the misses before the last hit.
    with np.errstate(divide="ignore", invalid="ignore"):
        blows = (hits + 7 * np.sqrt(hits * (1 - chances))) / chances - 20 / np.log1p(-chances)
    return np.where(chances > 0, np.ceil(blows), np.inf)


def work(amounts, which, hps, blows):
    """Return about how many steps it takes to follow so many blows; the arguments broadcast.

    A hurting blow takes a step for each hit point and each value of damage; any blow takes one for
    each possible number of hurting blows.
    """
    hits = _typical_hits(amounts, which, hps)
    sizes, units = np.array([(len(_hurting(blow)[0]), _unit(blow)) for blow in amounts]).T[:, which]
    return hits * (sizes * np.ceil(np.asarray(hps) / units) + blows)


def _typical_hits(amounts, which, hps):
    """About how many hurting blows only one target in 10^13 survives."""
    hps = np.asarray(hps)
    mean, variance = np.array([_moments(amount) for amount in amounts]).T[:, which]
    return np.minimum(np.ceil(hps / mean) + 7 * np.sqrt(hps * variance / mean**3), hps)


def _moments(amount):
    """Mean and variance of what hurts; 1 and 0 if nothing does, when they don't matter."""
    values, shares, chance = _hurting(amount)
    if not chance:
        return 1.0, 0.0
    mean = float(values @ shares)
    return mean, float((values - mean) ** 2 @ shares)
