"""Pooled volleys, exact: all of a side roll, hits are summed, losses come off in a fixed order.

So how many hits a side has taken says who still stands: two sides of n and m hit points have only
(n + 1)(m + 1) states, and each round is one product of matrices.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from combat.battle.tally import Tally
from combat.core import binomial
from combat.core.checks import check_numbers, check_whole

_GOING = 1e-14  # a battle that goes on with at most this chance counts as over
MOST_CHANCES = 30_000_000  # of one stage: a quarter of a gigabyte
MOST_WORK = 3e9  # chances multiplied: some three seconds
_NOTHING = 1e-18  # chances up to this of the fewest hits are left out


@dataclass(frozen=True, eq=False)
class Volleyer:
    """A side of pooled volleys; its fighters stand in the order in which they are lost.

    chance: to hit, of each shot. points: hits that a fighter takes till it falls; all but the last
    of each come off before anybody falls. shots: a round. opening: the chance to hit in a stage
    before, whose losses don't fire back. Each is one for all or one for each of the names.
    breaks: the side withdraws as soon as less than this share of it stands at the end of a round.

    >>> Volleyer(("Fighter", "Cruiser"), 0.2, points=[1, 2]).left[:3].tolist()
    [[1, 2], [1, 1], [0, 1]]
    """

    names: tuple
    chance: np.ndarray
    points: np.ndarray = 1
    shots: np.ndarray = 1
    opening: np.ndarray = 0.0
    breaks: float = 0.0

    def __post_init__(self):
        checked = {
            "chance": check_numbers("chance", self.chance, low=0, high=1),
            "opening": check_numbers("opening", self.opening, low=0, high=1),
            "points": check_whole("points", self.points, low=1, high=1000),
            "shots": check_whole("shots", self.shots, low=0, high=1000),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, np.broadcast_to(value, (len(self.names),)))
        check_numbers("breaks", self.breaks, low=0, high=1)

    @property
    def left(self):
        """The points of each fighter after 0, 1, ... hits: (hits + 1, fighters)."""
        points = self.points.astype(int)
        rows = [points.copy()]
        for last in (1, 0):
            for at in range(len(points)):
                while rows[-1][at] > last:
                    rows.append(rows[-1].copy())
                    rows[-1][at] -= 1
        return np.array(rows)

    def hits(self, chances, most):
        """Return the chances of 0, 1, ... hits, fewer than `most`, after so many taken: arrays."""

        @cache
        def of_a_kind(chance, many):
            return binomial.pmf(np.arange(min(many + 1, most)), many, chance)

        landed = []
        for points in self.left:
            landed.append(np.ones(1))
            for chance, many in self.shots_of(chances, points > 0).items():
                landed[-1] = np.convolve(landed[-1], of_a_kind(chance, many))[:most]
        return landed

    def shots_of(self, chances, stands):
        """Return {chance to hit: how many shots} of those who stand, bools (fighters,)."""
        shots = Counter()
        for chance, many in zip(chances[stands].tolist(), self.shots[stands].tolist(), strict=True):
            shots[chance] += int(many) if chance else 0
        return +shots


def volley(sides, *, rounds=None, opening_once=True):
    """Return how a battle of pooled volleys ends, exactly: `Odds`, whose `joint` is of survivors.

    sides: {name: Volleyer}, two. In each round all who stand roll at once; hits beyond what stands
    are lost. opening_once: whether the opening stage is in the first round only, or in each.
    rounds: the last round, after which both withdraw; None for as many as it takes. ValueError for
    too many states, or as soon as it takes more than some seconds.

    Twelve who hit in 1 of 6 against ten who hit in 1 of 3:

    >>> found = volley({"red": Volleyer(("i",) * 12, 1 / 6), "blue": Volleyer(("d",) * 10, 1 / 3)})
    >>> round(found.second, 4), found.joint.shape
    (0.789, (13, 11))
    """
    one, other = sides.values()
    rounds = None if rounds is None else int(check_whole("rounds", rounds, low=1))
    opens = one.opening.any() or other.opening.any()
    _refuse_many(one, other)
    stages = [_Stage(one, other, "chance")]
    first = [_Stage(one, other, "opening"), *stages] if opens else stages

    def after(mass, number):
        for stage in first if number == 1 or not opening_once else stages:
            mass = stage(mass)
        return mass

    return _course(sides, after, rounds)


def _refuse_many(one, other):
    """Raise ValueError for two sides with too many hit points to follow."""
    sizes = [len(side.left) for side in (one, other)]
    if sizes[0] * sizes[1] * max(sizes) > MOST_CHANCES:
        raise ValueError(
            f"{sizes[0] - 1:,} hit points against {sizes[1] - 1:,} are too many states to follow: "
            f"let one stand for some"
        )


class _Stage:
    """All of both sides roll once: from the chances of hits taken to those afterwards."""

    def __init__(self, first, second, name):
        mine, theirs = (
            side.hits(getattr(side, name), len(foe.left))
            for side, foe in ((first, second), (second, first))
        )
        # (taken by the first before, by the second before, by the one who is hit after).
        self._on_first = np.array([_taken(hits, len(first.left)) for hits in theirs]).swapaxes(0, 1)
        self._on_second = np.array([_taken(hits, len(second.left)) for hits in mine])
        self._work = 0

    def __call__(self, mass):
        # Only where there is any: hits add up, so at last it is in a corner.
        (i, above), (j, beyond) = (_reach(mass.sum(axis=axis)) for axis in (1, 0))
        on_first = self._on_first[i:above, j:beyond, i:]
        spread = mass[i:above, j:beyond, None] * self._on_second[i:above, j:beyond, j:]
        self._count(on_first.size * spread.shape[2])
        after = np.zeros_like(mass)
        after[i:, j:] = np.tensordot(on_first, spread, ((0, 1), (0, 1)))
        return after

    def _count(self, work):
        self._work += work
        if self._work > MOST_WORK:
            first, second = self._on_second.shape[0] - 1, self._on_second.shape[1] - 1
            raise ValueError(
                f"{first:,} hit points against {second:,} take too long to follow: say after how "
                f"many rounds to stop (rounds), or let one stand for some"
            )


def _reach(mass):
    """From which place, and up to which, there is any mass."""
    return int((mass > _NOTHING).argmax()), int(np.flatnonzero(mass)[-1]) + 1


def _taken(hits, states):
    """The chance to go from so many hits taken to so many: (states, states)."""
    found = np.zeros((states, states))
    padded = np.append(hits, np.zeros(max(0, states - len(hits))))
    for before in range(states):
        room = states - 1 - before
        found[before, before:-1] = padded[:room]
        found[before, -1] = max(0.0, 1 - padded[:room].sum())
    return found


def _course(sides, after, rounds):
    """The `Odds` of a battle; after(mass, round): the chances after one more round."""
    left = [side.left for side in sides.values()]
    standing = [(points > 0).sum(axis=1) for points in left]
    holds = [
        (many > 0) & (many >= side.breaks * many[0] - 1e-9)
        for many, side in zip(standing, sides.values(), strict=True)
    ]
    going = np.outer(*holds)
    mass, ended, over = np.zeros(going.shape), [], np.zeros(going.shape)
    mass[0, 0] = 1
    while True:
        over += np.where(going, 0, mass)
        ended.append(float(mass[~going].sum()))
        mass = np.where(going, mass, 0)
        if mass.sum() <= _GOING or len(ended) - 1 == rounds:
            break
        before = mass
        mass = after(mass, len(ended))
        if np.array_equal(mass, before):
            break  # nobody left can hit
    endless = float(mass.sum()) if rounds is None and mass.sum() > _GOING else 0.0
    if rounds is not None:
        ended[-1] += float(mass.sum())
    return _odds(sides, left, standing, over + mass, np.array(ended), endless)


def _odds(sides, left, standing, over, ended, endless):
    over = over / over.sum()
    by_side = [over.sum(axis=1), over.sum(axis=0)]
    won = [many > 0 for many in standing]
    chances = [
        over[np.ix_(rows, columns)].sum()
        for rows, columns in ((won[0], ~won[1]), (~won[0], won[1]), (~won[0], ~won[1]), won)
    ]
    tally = Tally(
        np.array(chances),
        tuple(chance @ (points > 0) for chance, points in zip(by_side, left, strict=True)),
        ended,
        tuple(np.bincount(many, part) for many, part in zip(standing, by_side, strict=True)),
        tuple(np.bincount(p.sum(axis=1), part) for p, part in zip(left, by_side, strict=True)),
        endless,
    )
    joint = pd.DataFrame(over).groupby(standing[0]).sum().T.groupby(standing[1]).sum().T
    joint.index.name, joint.columns.name = sides
    fighters = {name: side.names for name, side in sides.items()}
    return tally.odds(fighters, together=joint.copy)
