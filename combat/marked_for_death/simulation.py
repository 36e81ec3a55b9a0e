"""The odds of a battle by simulation, on one core or many."""

from combat import battle
from combat.marked_for_death.engine import combatants
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import SIDES, Side


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
):
    """Return the `Odds` of many battles, with Wilson's 95 % intervals.

    executor: any `concurrent.futures.Executor` (a process pool, dask's `Client.get_executor()`,
    mpi4py's); the odds depend on seed and battles alone. To compare rosters use the same seed:
    then each battle has the same random numbers (common random numbers). progress: called as
    progress(done, battles). battles, max_rounds >= 1; seed a whole number >= 0. ValueError
    outside, and if a battle doesn't end in 10,000 rounds.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Fighter("Tom", 7001), Fighter("Orc", 5900)
    >>> simulate(Team((tom,)), Team((orc,)), battles=2000).table().loc["heroes"].round(2).tolist()
    [0.62, 0.59, 0.64]
    """
    sides = [combatants(Side(team, rules)) for team in (heroes, villains)]
    return battle.simulate(
        dict(zip(SIDES, sides, strict=True)),
        battles=battles,
        seed=seed,
        max_rounds=max_rounds,
        executor=executor,
        progress=progress,
    )
