"""Simulates many battles of two sides: their odds, on one core or many, or how each ends."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from combat.battle.block import ORDERS, Force, fight
from combat.battle.draws import Luck
from combat.battle.tally import Tally
from combat.core.checks import check_whole, check_word

_BLOCK = 2**15  # battles of a block at most
_CELLS = 2**18  # fighters times battles of a block at most: some 30 MB of arrays
_LARGE = 2**21  # the same by default for callers of `blocks`, who do more with each block
_TASK = 2**17  # fighters times battles that are worth sending to another process
_TASKS = 64  # at most: their results are awaited in order
MOST_BYTES = 2**31  # of the ends of battles that `play` returns


def simulate(
    sides,
    *,
    battles=10_000,
    seed=0,
    max_rounds=None,
    order="together",
    hit_points=None,
    deadlock=None,
    executor=None,
    progress=None,
):
    """Return the `Odds` of many battles, with Wilson's 95 % intervals.

    sides: a dict of two, name -> `Side`. order in a round: "together" (whoever falls still
    strikes), "fastest" (the fastest first; the fallen don't act), or "coin" (a coin flip each
    round decides which side is first). hit_points: name -> those at the start, (n,) or (n,
    battles), 0 for the fallen; those of the sides by default. deadlock: a function of who lives,
    bools (battles, n) for each side; it returns in which battles nobody left can hurt anybody,
    bools (battles,), and these end undecided. executor: any `concurrent.futures.Executor`; the
    odds depend only on seed and battles. Battles with the same number and seed have the same luck,
    whoever fights: compare sides with one seed. progress: called as progress(done, battles).
    ValueError for battles or max_rounds below 1, a seed below 0, or a battle that doesn't end in
    10,000 rounds.

    >>> from combat.battle import Side
    >>> def even(attacks, defences, most):
    ...     return np.full((len(attacks), 1), 0.5)
    >>> sides = {"red": Side(("Ann",), even, 1), "blue": Side(("Bob",), even, 1)}
    >>> simulate(sides, battles=9000).table()["chance"].round(1).tolist()
    [0.3, 0.3, 0.3, 0.0]
    """
    plan = _planned(sides, battles, seed, max_rounds, order, hit_points, deadlock)
    total = done = 0
    for tally, count in _tallies(plan, executor):
        total, done = total + tally, done + count
        if progress is not None:
            progress(done, plan.battles)
    return total.odds({name: side.names for name, side in sides.items()}, plan.battles)


@dataclass(frozen=True, eq=False)
class Ends:
    """How each of many battles ended.

    hit_points: side -> the hit points left of each fighter, (n, battles), at least 0; it can be
    passed on to `simulate` and `play` for the next battle. rounds (battles,): how many were
    fought. names: side -> the names of its fighters.

    >>> left = {"red": np.array([[2, 0]]), "blue": np.array([[0, 1]])}
    >>> Ends(left, np.array([3, 5]), {"red": ("Ann",), "blue": ("Bob",)}).odds.first
    0.5
    """

    hit_points: dict
    rounds: np.ndarray
    names: dict

    @property
    def odds(self):
        """The `Odds` of these battles."""
        left = [points.T for points in self.hit_points.values()]
        return Tally.of(left, self.rounds).odds(self.names, len(self.rounds))


def blocks(battles, fighters, most, cells=_LARGE):
    """Yield (start, stop) of the blocks in which to fight battles of so many fighters.

    most: battles of a block at most. cells: fighters times battles of a block at most.

    >>> list(blocks(5000, 30, most=2000)), next(blocks(5000, 30_000, most=2000))
    ([(0, 2000), (2000, 4000), (4000, 5000)], (0, 69))
    """
    size = min(most, max(1, cells // max(1, fighters)))
    for start in range(0, battles, size):
        yield start, min(start + size, battles)


def play(
    sides,
    *,
    battles,
    seed=0,
    max_rounds=None,
    order="together",
    hit_points=None,
    deadlock=None,
):
    """Return the `Ends` of each of many battles, for a campaign of several battles.

    Arguments and luck are those of `simulate`. Give each battle of a campaign a seed of its own.
    ValueError as there, and above 2 GB of ends (8 bytes per fighter and battle).

    >>> from combat.battle import Side
    >>> def even(attacks, defences, most):
    ...     return np.full((len(attacks), 1), 0.5)
    >>> sides = {"red": Side(("Ann",), even, 3), "blue": Side(("Bob",), even, 1)}
    >>> first = play(sides, battles=5, seed=1)
    >>> first.hit_points["red"]
    array([[2, 2, 1, 3, 2]])
    >>> second = play(sides, battles=5, seed=2, hit_points={"red": first.hit_points["red"]})
    >>> second.hit_points["red"]
    array([[0, 2, 0, 3, 0]])
    """
    plan = _planned(sides, battles, seed, max_rounds, order, hit_points, deadlock)
    needed = 8 * plan.fighters * plan.battles
    if needed > MOST_BYTES:
        raise ValueError(
            f"battles = {plan.battles} is out of range: their ends need {needed / 1e9:.1f} GB, "
            f"it must be at most {MOST_BYTES // (8 * plan.fighters)}"
        )
    blocks = list(_blocks(plan))
    left = [np.concatenate([points[at] for points, _ in blocks]).T for at in (0, 1)]
    return Ends(
        dict(zip(sides, left, strict=True)),
        np.concatenate([rounds for _, rounds in blocks]),
        {name: side.names for name, side in sides.items()},
    )


@dataclass(frozen=True, eq=False)
class _Plan:
    """Battles to fight, numbered from `first` on; points: for each side, (n,) or (n, battles)."""

    sides: tuple
    points: tuple
    first: int
    battles: int
    seed: int
    max_rounds: int | None
    order: str
    deadlock: Callable | None

    @property
    def fighters(self):
        """How many fight in each battle."""
        return max(1, sum(map(len, self.points)))

    def part(self, start, stop):
        """Return the plan of its battles from start up to stop, counted from 0."""
        points = tuple(_columns(side, start, stop) for side in self.points)
        return replace(self, points=points, first=self.first + start, battles=stop - start)


def _columns(points, start, stop):
    return points if points.ndim == 1 else points[:, start:stop]


def _planned(sides, battles, seed, max_rounds, order, hit_points, deadlock):
    if len(sides) != 2:
        raise ValueError(f"sides = {list(sides)} is out of range: there must be two")
    check_word("order", order, ORDERS)
    given = hit_points or {}
    for name in sorted(set(given) - set(sides)):
        check_word("hit_points", name, sides)
    battles = int(check_whole("battles", battles, low=1))
    points = tuple(
        _points(name, side, given.get(name, side.hit_points), battles)
        for name, side in sides.items()
    )
    return _Plan(
        sides=tuple(sides.values()),
        points=points,
        first=0,
        battles=battles,
        seed=int(check_whole("seed", seed, low=0)),
        max_rounds=None
        if max_rounds is None
        else int(check_whole("max_rounds", max_rounds, low=1)),
        order=order,
        deadlock=deadlock,
    )


def _points(name, side, points, battles):
    points = check_whole("hit_points", points, low=0)
    if points.shape not in ((len(side),), (len(side), battles)):
        raise ValueError(
            f"hit_points = an array {points.shape} for {name} is out of range: it must be of "
            f"shape {(len(side),)} or {(len(side), battles)}"
        )
    return points


def _blocks(plan):
    """Yield the ends (hit points, rounds) of a plan's battles, block by block."""
    most = [int(side.max(initial=1)) for side in plan.points]
    forces = [Force(*pair) for pair in zip(plan.sides, reversed(most), strict=True)]
    for start, stop in blocks(plan.battles, plan.fighters, _BLOCK, _CELLS):
        points = [
            np.broadcast_to(_columns(side, start, stop).T, (stop - start, len(side)))
            for side in plan.points
        ]
        luck = Luck(plan.seed, plan.first + start, stop - start)
        how = {"max_rounds": plan.max_rounds, "order": plan.order, "deadlock": plan.deadlock}
        yield fight(forces, points, luck, **how)


def _tallies(plan, executor):
    """Yield pairs (tally, battles), in the order of the battles."""
    if executor is None:
        for points, rounds in _blocks(plan):
            yield Tally.of(points, rounds), len(rounds)
        return
    tasks = int(np.clip(plan.battles * plan.fighters // _TASK, 1, _TASKS))
    parts = [
        plan.part(plan.battles * task // tasks, plan.battles * (task + 1) // tasks)
        for task in range(tasks)
    ]
    waiting = [executor.submit(_tally, part) for part in parts]
    for part, future in zip(parts, waiting, strict=True):
        yield future.result(), part.battles


def _tally(plan):
    """The tally of a whole plan: all that another process sends back."""
    return sum(Tally.of(*ends) for ends in _blocks(plan))
