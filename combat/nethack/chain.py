"""The Markov chain of a duel over both sides' states, turn after turn, until one is dead.

A state of one side is its condition, whether it is held in a hug and how many turns each effect
that matters still lasts, and its hit points. A turn of the other side is a sparse matrix on them.
"""

from functools import cached_property
from itertools import compress, product

import numpy as np
from scipy import sparse

from combat.dice import dice
from combat.nethack.people import NORMAL_SPEED
from combat.nethack.sides import holds
from combat.nethack.slots import SLOTS

EFFECT_TURNS = dice("3d2")  # "stun you for 3d2 turns", "wounded arms for 3d2 turns"
_PLACES = {slot.effect: place for place, slot in enumerate(SLOTS)}
_DECIDED = 1e-13  # the chain stops when the chance of an undecided duel falls below this
_FULL = 0.2  # with a greater share of nonzero entries a dense matrix is faster than a sparse one


class Body:
    """A side's states: `conditions` (held, turns left of each effect) times hit points 0 .. hp."""

    def __init__(self, hp, effects=(), *, held=False):
        self.hp, self.effects = hp, tuple(effects)
        lasting = range(int(EFFECT_TURNS.values[-1]) + 1)
        self.conditions = list(product(range(1 + held), *[lasting] * len(self.effects)))
        self.flags = [frozenset(compress(self.effects, one[1:])) for one in self.conditions]
        self.size = len(self.conditions) * (hp + 1)
        self.left = np.tile(np.arange(hp + 1), len(self.conditions))

    def by_condition(self, values):
        """Return an array by state from a value for each condition."""
        return np.repeat(np.asarray(values, float), self.hp + 1)

    @cached_property
    def held(self):
        """Whether the fighter is held, by state, 0 or 1."""
        return self.by_condition([one[0] for one in self.conditions])

    @cached_property
    def stays(self):
        """The matrix of what changes nothing."""
        return sparse.eye_array(self.size, format="csr")

    @cached_property
    def ticked(self):
        """The matrix of a turn's end: each effect lasts one turn less."""
        return self._moved(lambda one: [((one[0], *(max(0, left - 1) for left in one[1:])), 1.0)])

    @cached_property
    def caught(self):
        """The matrix of a hug that takes hold."""
        return self._moved(lambda one: [((1, *one[1:]), 1.0)])

    def struck(self, chances):
        """Return the matrix of a blow that lands; chances: (hp from 1, slot, great, damage)."""
        rest, matrix = chances.sum(axis=(1, 2)), 0
        for at, effect in enumerate(self.effects, 1):
            great = chances[:, _PLACES[effect], 1]
            rest = rest - great
            matrix = matrix + self._moved(lambda one, at=at: _prolonged(one, at), _falls(great))
        dead = sparse.csr_array(([1.0], ([0], [0])), (self.hp + 1,) * 2)
        return matrix + sparse.kron(sparse.eye_array(len(self.conditions)), _falls(rest) + dead)

    def _moved(self, ways, falls=None):
        """The matrix of conditions; ways: from one, the pairs (condition, chance) after it."""
        index = {one: place for place, one in enumerate(self.conditions)}
        moves = [(at, index[new], p) for one, at in index.items() for new, p in ways(one)]
        before, after, chances = map(np.array, zip(*moves, strict=True))
        leads = sparse.csr_array((chances, (before, after)), (len(index),) * 2)
        falls = sparse.eye_array(self.hp + 1) if falls is None else falls
        return sparse.kron(leads, falls, format="csr")


def _prolonged(condition, at):
    """The conditions after an effect; its 3d2 turns never shorten one that lasts."""
    turns = zip(EFFECT_TURNS.values.tolist(), EFFECT_TURNS.chances.tolist(), strict=True)
    return [
        ((*condition[:at], max(condition[at], left), *condition[at + 1 :]), chance)
        for left, chance in turns
    ]


def _falls(chances):
    """The matrix of hit points 0 .. hp from the chances of damage, (hp from 1, damage)."""
    before, damage = np.nonzero(chances)
    after, size = np.maximum(before + 1 - damage, 0), len(chances) + 1
    return sparse.csr_array((chances[before, damage], (before + 1, after)), (size, size))


def bodies_of(pair, system):
    """Return both fighters' `Body`; system: as in `turns_of`."""
    return [
        Body(
            one.hp,
            system.effects(one, other),
            held=any(holds(strike, other, one) for strike in other.strikes),
        )
        for one, other in (pair, pair[::-1])
    ]


def turns_of(fighter, other, own, body, system):
    """Return pairs (own states, the matrix of a turn on the other's states), by what counts."""
    kinds = {}
    for flags in dict.fromkeys(own.flags):
        kinds.setdefault(system.hits(fighter, other, flags, body.flags), set()).add(flags)
    sure, rest = divmod(fighter.speed, NORMAL_SPEED)
    made, blows = [], {}
    for hits, flags in kinds.items():
        action = _action(fighter, other, body, hits, system, blows)
        turn = body.stays
        for _ in range(sure):
            turn = turn @ action
        turn = turn + (rest / NORMAL_SPEED) * (turn @ action - turn) if rest else turn
        made.append((np.flatnonzero(own.by_condition([one in flags for one in own.flags])), turn))
    return made


def _action(fighter, other, body, hits, system, blows):
    """The matrix of one action: all strikes in order; blows: those that are made already."""
    # The matrix so far, by the numbers of the strikes that landed.
    paths = {frozenset(): body.stays}
    asked = {one.number - back for one in fighter.strikes if one.hug for back in (1, 2)}
    for strike, (chances, weak) in zip(fighter.strikes, hits, strict=True):
        if (strike, weak) not in blows:
            blow = body.struck(system.blows(strike, weak, other.defender, body.hp))
            blows[strike, weak] = _hugged(strike, blow, fighter, other, body)
        after, number = {}, strike.number
        for path, so_far in paths.items():
            both = {number - 1, number - 2} <= path
            chance = np.maximum(both, body.held) if strike.hug else body.by_condition(chances)
            hit = sparse.diags_array(chance) @ blows[strike, weak]
            miss = sparse.diags_array(1 - chance)
            # Only if a hug depends on this blow must its hit and its miss be followed apart.
            ways = [(path | {number}, hit), (path, miss)]
            for key, way in ways if number in asked else [(path, hit + miss)]:
                after[key] = after.get(key, 0) + so_far @ way
        paths = after
    return sum(paths.values()).tocsr()


def _hugged(strike, blow, fighter, other, body):
    """The matrix of a strike that lands, if it is a hug: "crush" hurts and may take hold.

    "wrap" hurts only a target that it holds or takes hold of, "burn" only hurts. An oilskin slips
    free, unhurt, of a hug that would take hold.
    """
    chance = holds(strike, fighter, other)
    if not chance:
        return blow
    caught = body.stays if other.defender.slips_free else blow @ body.caught
    free = chance * caught + (1 - chance) * (blow if strike.hug == "crush" else body.stays)
    held = sparse.diags_array(body.held)
    return held @ blow + (body.stays - held) @ free


def fought(first, second, system, max_turns):
    """Return both sides' chances to win, arrays (turn, hp left), and the undecided chance."""
    pair = first, second
    bodies = bodies_of(pair, system)
    turns = [turns_of(*pair, *bodies, system), turns_of(*pair[::-1], *bodies[::-1], system)]
    seen = [_reached(bodies[side], turns[1 - side]) for side in (0, 1)]
    left = [body.left[at] for body, at in zip(bodies, seen, strict=True)]
    ticks = [body.ticked[at][:, at].T.tocsr() for body, at in zip(bodies, seen, strict=True)]
    turns = [
        [
            (rows, _lean(matrix, seen[1 - side]))
            for own, matrix in turns[side]
            if len(rows := np.flatnonzero(np.isin(seen[side], own)))
        ]
        for side in (0, 1)
    ]
    alive = np.zeros([len(at) for at in seen])
    alive[seen[0] == first.hp, seen[1] == second.hp] = 1
    # Rows for turn 0 and for 0 hit points are kept, so that an index equals its turn or points.
    wins = [[np.zeros(one.hp + 1)] for one in pair]
    while alive.sum() > _DECIDED and len(wins[0]) <= max_turns:
        for side in (0, 1):
            now = alive.T if side else alive
            for rows, matrix in turns[side]:
                now[rows] = (matrix @ now[rows].T).T
            down = left[1 - side] == 0
            killed = now[:, down].sum(axis=1)
            wins[side].append(np.bincount(left[side], killed, pair[side].hp + 1))
            now[:, down] = 0
        alive = ticks[0] @ (ticks[1] @ alive.T).T
    return tuple(np.array(won) for won in wins), float(alive.sum())


def _reached(body, turns):
    """The places of the states that can be reached from the first."""
    steps = sum((matrix for _, matrix in turns), body.ticked).T.tocsr()
    seen = np.zeros(body.size, bool)
    seen[body.hp] = True
    while (more := seen | (steps @ seen > 0)).sum() > seen.sum():
        seen = more
    return np.flatnonzero(seen)


def _lean(matrix, at):
    """A matrix on these states alone, from column to row, full or sparse."""
    matrix = matrix[at][:, at].T.tocsr()
    return matrix.toarray() if matrix.nnz > _FULL * len(at) ** 2 else matrix
