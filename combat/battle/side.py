"""One side of a battle, as a game describes it; and two sides that can't hurt each other."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from combat.core.checks import check_numbers, check_whole, check_word

TARGETING = ("random", "weakest", "strongest", "front")
MOST_TARGETS = 100_000


class Stances(NamedTuple):
    """The classes of attack and of defence of the fighters of a side in a round.

    attacks, defenses: a row for each class, as the `damage` of a side takes them. attack,
    defense: the row of each fighter, (n,), or (battles, n) if battles differ.

    >>> Stances.constant(np.array([5, 7, 5]), np.array([1, 1, 1])).attack
    array([0, 1, 0])
    """

    attacks: np.ndarray
    attack: np.ndarray
    defenses: np.ndarray
    defense: np.ndarray

    @classmethod
    def constant(cls, attack, defense):
        """Return the stances of fighters with these classes, (n, ...), without repetitions."""
        attacks, which = np.unique(attack, axis=0, return_inverse=True)
        defenses, of = np.unique(defense, axis=0, return_inverse=True)
        return cls(attacks, which.ravel(), defenses, of.ravel())


@dataclass(frozen=True, eq=False)
class Side:
    """The fighters of one side; a value is one for all, or one for each fighter (n,).

    names: in the order of the roster. damage(attacks, defenses, most): the game's rule for a blow,
    returns an array (pairs, at most `most`) of P(damage <= k) for k = 0, 1, ...; it gets a row of
    this side's `attack` and a row of the other's `defense` for each pair, and may leave out final
    columns of ones. hit_points: at the start, whole, >= 0. attack, defense: classes, of anything
    that numpy can sort, or a row of numbers for each fighter; fighters of one class are treated
    alike. stances(alive, round): replaces both if they depend on the round (from 1) or on who
    lives at its start (bools (battles, n)); returns `Stances`. targets: blows of an action, >= 1,
    at different opponents until everybody was chosen, then anybody again. speed: actions per
    round, >= 0; fractions add up. targeting: one of TARGETING. guards (n, n): whether the row's
    fighter steps in for the column's. falls (n, n): whether the column's fighter falls with the
    row's; links chain. ValueError for what is out of range; what `damage` returns is checked in
    the battle.

    >>> def always(attacks, defenses, most):
    ...     return np.zeros((len(attacks), 1))
    >>> side = Side(("Ann", "Bob"), always, hit_points=2, targets=[1, 3])
    >>> side.hit_points, side.targets
    (array([2, 2]), array([1, 3]))
    """

    names: tuple[str, ...]
    damage: Callable
    hit_points: np.ndarray
    attack: np.ndarray = 0
    defense: np.ndarray = 0
    stances: Callable | None = None
    targets: np.ndarray = 1
    speed: np.ndarray = 1.0
    targeting: np.ndarray = "random"
    guards: np.ndarray | None = None
    falls: np.ndarray | None = None

    def __post_init__(self):
        size, own = len(self.names), vars(self)
        checked = {
            "hit_points": check_whole("hit_points", self.hit_points, low=0),
            "targets": check_whole("targets", self.targets, low=1, high=MOST_TARGETS),
            "speed": check_numbers("speed", self.speed, low=0, high=MOST_TARGETS),
            "targeting": np.asarray(self.targeting),
        }
        if np.isnan(checked["speed"]).any():
            raise ValueError("speed = nan is out of range: it must be a number")
        own.update({name: _each(name, value, size) for name, value in checked.items()})
        for name in ("attack", "defense"):
            value = np.asarray(own[name])
            own[name] = value if value.ndim > 1 else _each(name, value, size)
        own["names"], own["guards"] = tuple(self.names), _links("guards", self.guards, size)
        own["falls"] = closed(_links("falls", self.falls, size))
        for word in sorted(set(self.targeting.tolist()) - set(TARGETING)):
            check_word("targeting", word, TARGETING)

    def __len__(self):
        return len(self.names)

    def actions(self, round):
        """Return how many actions each fighter has in this round, (n,).

        A speed of 0.5 is one action in every second round, first in round 2.

        >>> swift = Side(("Ann", "Bob"), None, hit_points=2, speed=[0.5, 1.5])
        >>> [swift.actions(round).tolist() for round in (1, 2, 3)]
        [[0, 1], [1, 2], [0, 1]]
        """
        return actions_in(round, self.speed)


def actions_in(round, speed):
    """Return how many actions fighters of these speeds have in a round."""
    # 1e-9, as in float64 0.29 * 100 is 28.999999999999996.
    done = [np.floor(number * speed + 1e-9) for number in (round - 1, round)]
    return (done[1] - done[0]).astype(int)


def closed(falls):
    """Return links with their chains, (n, n): whether the column's fighter falls with the row's."""
    if not np.any(falls):
        return np.asarray(falls, bool)
    found = np.array(falls, bool)
    for middle in range(len(found)):
        found |= np.outer(found[:, middle], found[middle])
    return found


def _links(name, given, size):
    """Who does something for whom, bools (size, size); nobody if nothing is given."""
    value = np.zeros((size, size), bool) if given is None else np.asarray(given, bool)
    if value.shape != (size, size):
        raise ValueError(
            f"{name} = an array {value.shape} is out of range: it must be of shape "
            f"{(size, size)}, a row and a column for each name"
        )
    return value


def _each(name, value, size):
    if value.shape not in ((), (size,)):
        raise ValueError(
            f"{name} = {len(value)} values is out of range: it must be one for all or one "
            f"for each of {size} names"
        )
    return np.broadcast_to(value, (size,))


@dataclass(frozen=True, eq=False)
class Deadlock:
    """Finds the battles of two armies in which nobody left can hurt anybody.

    hurts: (units of the first army, units of the second), bools: whether either of the two can ever
    hurt the other. starts: for each army, the place of each unit's first fighter. Call it with who
    stands, bools (battles, fighters) of each army; it returns bools (battles,). For many pairs of
    armies of the same sizes `hurts` is (pairs, first, second); then say of which pair a battle is.
    """

    hurts: np.ndarray
    starts: tuple

    @classmethod
    def of(cls, armies, strikes):
        """Return the `Deadlock` of two armies by the `AttackTable` of each; None if it can't be."""
        hurts = (strikes[0].mean > 0) | (strikes[1].mean.T > 0)
        if hurts.all():
            return None
        return cls(hurts, tuple(np.cumsum([0, *army.counts[:-1]]) for army in armies))

    def __call__(self, first, second, pair=None):
        mine, theirs = (
            np.logical_or.reduceat(side, starts, axis=1)
            for side, starts in zip((first, second), self.starts, strict=True)
        )
        if pair is not None:
            return ~((mine[:, None] @ self.hurts[pair])[:, 0] & theirs).any(axis=1)
        return ~((mine @ self.hurts) & theirs).any(axis=1)

    def states(self, first, second):
        """Return which are deadlocks, bools (states, states), by how many of each unit stand."""
        return ~((first > 0) @ self.hurts @ (second > 0).T)
