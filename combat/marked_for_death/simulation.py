"""The odds of a battle by simulation, on one core or many."""

import numpy as np

from combat.domain import whole
from combat.marked_for_death.engine import BLOCK, Force, fight_block
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import Side


def simulate(
    heroes,
    villains,
    *,
    battles=10_000,
    max_rounds=None,
    seed=0,
    rules=Rules(),
    executor=None,
    progress=None,
    common=False,
):
    """Return the `Odds` of many battles, with Wilson's 95 % intervals.

    executor: any `concurrent.futures.Executor` (a process pool, dask's `Client.get_executor()`,
    mpi4py's); the odds depend on seed and battles alone. common: common random numbers, for
    comparing rosters: with the same seed the same battle has the same luck (slower).
    progress: called as progress(done, battles). battles, max_rounds >= 1; seed a whole number
    >= 0. ValueError outside, for a fighter who starts at 0 hit points or fewer, and if a battle
    doesn't end in 10,000 rounds.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Fighter("Tom", 7001), Fighter("Orc", 5900)
    >>> simulate(Team((tom,)), Team((orc,)), battles=2000).table().loc["heroes"].round(2).tolist()
    [0.61, 0.59, 0.63]
    """
    battles = int(whole("battles", battles, low=1))
    seed = int(whole("seed", seed, low=0))
    if max_rounds is not None:
        max_rounds = int(whole("max_rounds", max_rounds, low=1))
    sides = [Side(team, rules) for team in (heroes, villains)]
    counts = [min(BLOCK, battles - start) for start in range(0, battles, BLOCK)]
    blocks = (
        (sides, count, (seed, number), max_rounds, common) for number, count in enumerate(counts)
    )
    total, done = None, 0
    for tally, count in zip(_tallies(blocks, executor), counts, strict=True):
        total, done = tally if total is None else total + tally, done + count
        if progress is not None:
            progress(done, battles)
    return total.odds([side.names for side in sides], battles)


def _tallies(blocks, executor):
    """The tallies of the blocks in their order; never more than some wait at the executor."""
    if executor is None:
        forces = None
        for sides, count, seed, *how in blocks:
            forces = forces or [Force(side) for side in sides]
            yield fight_block(forces, count, _seed(seed), *how)
        return
    waiting = []
    for block in blocks:
        waiting.append(executor.submit(_tally, *block))
        if len(waiting) == 64:
            yield waiting.pop(0).result()
    for future in waiting:
        yield future.result()


def _tally(sides, count, seed, max_rounds, common):
    return fight_block([Force(side) for side in sides], count, _seed(seed), max_rounds, common)


def _seed(seed):
    entropy, block = seed
    return np.random.SeedSequence(entropy, spawn_key=(block,))
