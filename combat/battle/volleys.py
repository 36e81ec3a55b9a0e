"""Pooled volleys, exact: all of a side roll, hits are summed, losses come off in a fixed order.

So how many hits a side has taken says who still stands: two sides of n and m hit points have only
(n + 1)(m + 1) states, and each round is one product of matrices.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
import pandas as pd

from combat.battle import volley_cost
from combat.battle.odds import Tally
from combat.core import binomial
from combat.core.checks import check_numbers, check_whole

_GOING = 1e-14  # a battle that goes on with at most this chance counts as over
_MOST_ROLLS = 3_000_000  # of all dice of a round of matched dice
_NOTHING = 1e-18  # chances up to this of the fewest hits are left out


@dataclass(frozen=True, eq=False)
class Volleyer:
    """A side of pooled volleys; its fighters stand in the order in which they are lost.

    chance: to hit, of each shot. points: hits that a fighter takes till it falls; all but the last
    of each come off before anybody falls (`sustain`). shots: a round. opening: the chance to hit in
    a stage before, whose losses don't fire back. Each is one for all or one for each of the names.
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
    what would take more than some seconds, before it begins.

    Twelve who hit in 1 of 6 against ten who hit in 1 of 3:

    >>> found = volley({"red": Volleyer(("i",) * 12, 1 / 6), "blue": Volleyer(("d",) * 10, 1 / 3)})
    >>> round(found.second, 4), found.joint.shape
    (0.789, (13, 11))
    """
    one, other = sides.values()
    rounds = None if rounds is None else int(check_whole("rounds", rounds, low=1))
    opens = one.opening.any() or other.opening.any()
    often = [("opening", 1 if opening_once else None)] if opens else []
    volley_cost.refuse(one, other, [*often, ("chance", None)], rounds)
    stages = [_Stage(one, other, "chance")]
    first = [_Stage(one, other, "opening"), *stages] if opens else stages

    def after(mass, number):
        for stage in first if number == 1 or not opening_once else stages:
            mass = stage(mass)
        return mass

    return _course(sides, after, rounds)


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

    def __call__(self, mass):
        # Only where there is any: hits add up, so at last it is in a corner.
        (i, above), (j, beyond) = (_reach(mass.sum(axis=axis)) for axis in (1, 0))
        on_first = self._on_first[i:above, j:beyond, i:]
        spread = mass[i:above, j:beyond, None] * self._on_second[i:above, j:beyond, j:]
        after = np.zeros_like(mass)
        after[i:, j:] = np.tensordot(on_first, spread, ((0, 1), (0, 1)))
        return after


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


def matched(sides, *, dice=(3, 2), die=6, rounds=None, breaks=(0, 0)):
    """Return how a battle ends in which the highest dice are compared, pair by pair: `Odds`.

    sides: {name: how many fight}, the attacker first. dice: how many each side rolls at most, one
    for each that stands; ties are the defender's, and each pair costs one. die: its sides. rounds:
    the last round. breaks: a side withdraws below so many.

    Osborne, "Markov Chains for the RISK Board Game Revisited" (2003), five against five:

    >>> round(matched({"attacker": 5, "defender": 5}).first, 3)
    0.506
    """
    counts = [int(check_whole(name, many, low=0, high=500)) for name, many in sides.items()]
    volleyers = {
        name: Volleyer((name,) * many, 0.0, breaks=min(1, least / max(1, many)))
        for (name, many), least in zip(sides.items(), breaks, strict=True)
    }
    most = [int(check_whole("dice", many, low=1, high=4)) for many in dice]
    die = int(check_whole("die", die, low=1, high=20))
    if die ** sum(most) > _MOST_ROLLS:
        raise ValueError(f"dice = {dice}: {die ** sum(most):,} rolls are too many: use fewer")
    lost = {many: _pairs_lost(many, die) for many in product(*(range(1, top + 1) for top in most))}

    def after(mass, _number):
        moved = np.zeros_like(mass)
        for rolled, losses in lost.items():
            # In these rows and columns just so many dice are rolled.
            rows, columns = map(_rolling, counts, most, rolled)
            part = mass[rows, columns]
            for (mine, theirs), chance in losses.items():
                moved[_later(rows, mine), _later(columns, theirs)] += part * chance
        return moved

    rounds = None if rounds is None else int(check_whole("rounds", rounds, low=1))
    return _course(volleyers, after, rounds)


def _rolling(count, most, rolled):
    """The losses after which a side rolls so many dice, as a slice."""
    last = max(0, count - rolled + 1)
    return slice(0 if rolled == most else max(0, last - 1), last)


def _later(part, by):
    return slice(part.start + by, part.stop + by)


def _pairs_lost(many, die):
    """The chances of what both lose if so many dice are compared: {(first, second): chance}."""
    ways = Counter()
    for faces in product(range(1, die + 1), repeat=sum(many)):
        mine, theirs = (sorted(part, reverse=True) for part in (faces[: many[0]], faces[many[0] :]))
        lost = sum(one <= other for one, other in zip(mine, theirs, strict=False))
        ways[lost, min(many) - lost] += 1
    return {losses: times / die ** sum(many) for losses, times in ways.items()}


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
