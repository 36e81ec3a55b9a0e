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
_CELLS = 1 << 16  # of one array: half a megabyte fits into the processor's second cache


@dataclass(frozen=True, eq=False)
class HitsToKill:
    """What 0, 1, 2, ... hurting blows leave of a target: arrays by their number.

    hurt: the chance that a hit hurts at all. alive: that the target still stands. left: its mean
    hit points, 0 if it has fallen.
    """

    hurt: float
    alive: np.ndarray
    left: np.ndarray


def hits_to_kill(amounts, which, hps):
    """Return the `HitsToKill` of each pair of damage and hit points.

    which: for each pair the place of its damage in `amounts`.
    """
    order = np.lexsort((np.asarray(which), np.asarray(hps)))
    found, start = [None] * len(order), 0
    while start < len(order):
        most = hps[order[min(start + 255, len(order) - 1)]]
        block = order[start : start + max(1, _CELLS // (most + 1))][:256]
        start += len(block)
        alive, left = [], []
        for state in after_hits(
            [amounts[which[one]] for one in block], [hps[one] for one in block]
        ):
            alive.append(state[1:].sum(axis=0))
            left.append(np.arange(len(state)) @ state)
        alive, left = np.array(alive), np.array(left)
        for column, one in enumerate(block):
            last = np.count_nonzero(alive[:, column] > NOTHING)
            hurt = _hurting(amounts[which[one]])[2]
            found[one] = HitsToKill(hurt, alive[:last, column], left[:last, column])
    return found


def after_hits(amounts, hps):
    """Yield what is left after 0, 1, 2, ... hurting blows, as long as anybody stands.

    amounts, hps: those of each target. Each array is (hit points + 1, targets): the chance that a
    target has so many points left; row 0, of the fallen, stays 0.
    """
    most, targets = max(hps), np.arange(len(hps))
    chances = np.zeros((most, len(hps)))
    for target, amount in enumerate(amounts):
        values, shares, _ = _hurting(amount)
        near = values < most
        chances[values[near], target] = shares[near]
    harms = np.flatnonzero(chances.any(axis=1))
    state = np.zeros((most + 1, len(hps)))
    state[hps, targets] = 1
    while (state.sum(axis=0) > NOTHING).any():
        yield state
        after = np.zeros_like(state)
        for harm in harms:
            after[1 : most + 1 - harm] += chances[harm] * state[1 + harm :]
        state = after


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
        self._seen = [self._now()]
        self._made = np.zeros((0, 2, len(targets)))

    def advance(self, blows):
        """Continue the curves up to this number of blows."""
        for _ in range(len(self._made) + len(self._seen), blows + 1):
            landed = self._hits * self.chances
            self._hits -= landed
            self._hits[1:] += landed[:-1]
            self._seen.append(self._now())

    @property
    def alive(self):
        """The chance that the target stands, (blows, pairs)."""
        return self._all()[:, 0]

    @property
    def left(self):
        """The mean hit points of the target, (blows, pairs)."""
        return self._all()[:, 1]

    def _now(self):
        return np.einsum("hp,shp->sp", self._hits, self._rows)

    def _all(self):
        if self._seen:
            self._made = np.concatenate([self._made, self._seen])
            self._seen = []
        return self._made


def hits_after(chance, weights, most):
    """Return the chances that 0, 1, ..., most - 1 of a random number of blows hurt.

    chance: that a blow hurts. weights: the chances that there are 0, 1, ... blows.
    """
    hits, total = np.zeros(most), np.zeros(most)
    hits[0] = 1
    for weight in weights:
        total += weight * hits
        landed = hits * chance
        hits -= landed
        hits[1:] += landed[:-1]
    return total


def blows_by(turn, speed):
    """Return how many actions fall into the first `turn` turns: floor(turn x speed).

    A unit of speed 0.7 acts in turns 2, 3, 5, ...: fractions add up. The arguments broadcast.
    """
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
    sizes = np.array([len(_hurting(amount)[0]) for amount in amounts])[which]
    return hits * (sizes * np.asarray(hps) + blows)


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
