"""Any fight with states, a step and chances: solved and played well, beside plain dictionaries.

Beside icepool's repeated map and beside Storm, too, where they are installed.
"""

import tempfile
from collections import deque
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np

from combat.markov import solve
from tests.bench.timing import Case
from tests.markov.games.rpglite import HEALTH, Position, game, played
from tests.markov.storm import checked, written

PAIRS = "KA", "WR"


class Duel(NamedTuple):
    """Two in turn; the hero has potions of 20, the ogre may be stunned for a turn."""

    hero: int
    ogre: int
    potions: int
    stunned: int
    turn: int


def duel_of(hp):
    """The start and the step of a duel: 5 states for each pair of hit points."""

    def step(at):
        if not at.hero or not at.ogre:
            return []
        if at.turn:
            if at.stunned:
                return [(1, at._replace(stunned=0, turn=0))]
            hit = at._replace(hero=max(0, at.hero - 3), turn=0)
            hard = at._replace(hero=max(0, at.hero - 5), turn=0)
            return [(0.4, hit), (0.25, hard), (0.35, at._replace(turn=0))]
        if at.hero <= hp // 4 and at.potions:
            return [(1, at._replace(hero=at.hero + hp // 3, potions=at.potions - 1, turn=1))]
        hit = at._replace(ogre=max(0, at.ogre - 2), turn=1)
        stun = at._replace(ogre=max(0, at.ogre - 1), turn=1, stunned=1)
        return [(0.5, hit), (0.2, stun), (0.3, at._replace(turn=1))]

    return Duel(hp, hp, 2, 0, 0), step


def turns(hp):
    """Two who strike in turn, a point or two: a state for each pair of hit points."""

    def step(at):
        mine, theirs = at
        going = (mine > 0) & (theirs > 0)
        # Whoever was struck is the next to strike: places change.
        return [
            (going * chance, (np.maximum(theirs - hit, 0), mine))
            for hit, chance in enumerate((0.3, 0.5, 0.2))
        ]

    return (hp, hp), step


def pushed(start, step):
    """A plain programme: a dictionary of chances, pushed on till hardly any still goes on."""
    now, ends, known = {start: 1.0}, {}, {}
    while sum(now.values()) > 1e-13:
        after = {}
        for state, mass in now.items():
            if state not in known:
                known[state] = step(state)
            if not known[state]:
                ends[state] = ends.get(state, 0) + mass
            for chance, other in known[state]:
                after[other] = after.get(other, 0) + mass * chance
        now = after
    return ends


def one_by_one(hp):
    """The step of `turns` for one state."""

    def step(at):
        mine, theirs = at
        if not mine or not theirs:
            return []
        return [(0.3, (theirs, mine)), (0.5, (theirs - 1, mine)), (0.2, (max(0, theirs - 2), mine))]

    return (hp, hp), step


def begun():
    return Position(True, *(tuple(HEALTH[kind] for kind in pair) for pair in PAIRS), 2)


def swept():
    """RPGLite by a plain programme: all positions in a dictionary, swept over till nothing changes.

    From what was found last to what was found first, each value used as soon as it is there.
    """
    moves, over, _ = game(*PAIRS)
    rows, values, waiting = {}, {begun(): 0.0}, deque([begun()])
    while waiting:
        at = waiting.popleft()
        worth = over(at)
        if worth is not None:
            values[at] = worth
            continue
        rows[at] = list(moves(at).values())
        for row in rows[at]:
            for _, after in row:
                if after not in values:
                    values[after] = 0.0
                    waiting.append(after)
    turned, change = list(reversed(rows)), 1.0
    while change > 1e-10:
        change = 0.0
        for at in turned:
            best = max if at.first else min
            worth = best(sum(chance * values[to] for chance, to in row) for row in rows[at])
            change = max(change, abs(worth - values[at]))
            values[at] = worth
    return values[begun()]


def mapped(hp):
    """The same duel by icepool, as a die that is mapped again till nothing changes."""
    import icepool

    start, step = duel_of(hp)
    vectors = icepool.Die([tuple(start)])

    def after(*at):
        row = step(Duel(*at))
        many = [round(chance * 100) for chance, _ in row]
        return icepool.Die([tuple(to) for _, to in row], times=many) if row else tuple(at)

    return vectors.map(after, star=True, repeat="inf")


def by_storm(name, write, what, ours):
    """A row beside Storm, which reads the model from a file that isn't timed."""
    if find_spec("stormpy") is None:
        print(f"{name}: not beside Storm, stormpy isn't installed")
        return
    path = Path(tempfile.mkdtemp(prefix="bench-")) / "model.drn"
    write(path)
    yield Case(name, ours, "Storm to 1e-6, from a file", lambda: checked(path, what, exact=False))


def cases():
    yield Case("markov.optimal, RPGLite, KA against WR", lambda: played(*PAIRS), "plain", swept)
    # The shares of the plain programmes are those of their states: their fights are shorter, too.
    fifty, step = duel_of(100)
    yield Case(
        "markov.solve, a duel of 50,000 states",
        lambda: solve(fifty, step),
        "plain dictionary, 25 hit points",
        lambda: pushed(*duel_of(25)),
        share=1 / 16,
    )
    million = turns(1000)
    yield Case(
        "markov.solve, a batch of a million states",
        lambda: solve(*million, batch=True, most_states=2_000_000),
        "plain dictionary, 100 hit points",
        lambda: pushed(*one_by_one(100)),
        share=1 / 100,
    )
    if find_spec("icepool") is None:
        print("markov.solve: not beside icepool, which isn't installed")
    else:
        small = duel_of(9)
        yield Case(
            "markov.solve, a small duel", lambda: solve(*small), "icepool", lambda: mapped(9)
        )

    def moved(state):
        return {"on": row} if (row := step(state)) else {}

    yield from by_storm(
        "markov.solve, a duel of 50,000 states, too",
        lambda path: written(path, fifty, moved, lambda at: not at.ogre, "DTMC"),
        "P",
        lambda: solve(fifty, step),
    )
