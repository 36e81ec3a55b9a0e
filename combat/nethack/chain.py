"""The Markov chain of a duel over both sides' states, turn after turn, until one is dead.

A state of one side is the hit points, whether the fighter is held in a hug, and how many turns
each tracked effect still lasts. The other side's actions are sparse transition matrices; the last
state is death, absorbing.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import numpy as np
from scipy import sparse

from combat.dice import dice
from combat.nethack.people import NORMAL_SPEED

EFFECT_TURNS = "3d2"  # "stun you for 3d2 turns", "wounded arms for 3d2 turns"
_MOST_TURNS = int(dice(EFFECT_TURNS).values[-1])
DECIDED = 1e-13  # the chain stops when the chance of an undecided duel falls below this
_FULL = 0.2  # with a greater share of nonzero entries a dense matrix is faster than a sparse one


class States:
    """One side's states: `conditions` (held, turns of each effect) times hit points 1 .. hp."""

    def __init__(self, hp, *, effects=(), held=False):
        self.hp, self.effects = hp, tuple(effects)
        self.conditions = _conditions(len(self.effects), held)
        self.size = len(self.conditions) * hp + 1  # the last is death

    @cached_property
    def left(self):
        """The hit points in each state, 0 in death."""
        return np.append(np.tile(np.arange(1, self.hp + 1), len(self.conditions)), 0)

    @cached_property
    def alive(self):
        """Whether the fighter is alive, by state."""
        return self.left > 0

    @cached_property
    def held(self):
        """Whether the fighter is held, by state."""
        return self.by_condition([condition[0] for condition in self.conditions]) > 0

    @cached_property
    def flags(self):
        """For each condition, which effects last: a list of sets."""
        return [
            frozenset(
                name for name, turns in zip(self.effects, condition[1:], strict=True) if turns
            )
            for condition in self.conditions
        ]

    def by_condition(self, values):
        """Return an array by state from a value for each condition; 0 in death."""
        return np.append(np.repeat(np.asarray(values), self.hp), 0)

    def struck(self, moves):
        """Return the matrix of a blow that lands; moves: by effect or "", see `fallen`."""
        held = self.conditions[-1][0] > 0
        alive = sum(
            sparse.kron(_leads(self.effects, held, effect), sparse.csr_array(move[:, 1:]))
            for effect, move in moves.items()
        )
        dying = np.tile(sum(move[:, 0] for move in moves.values()), len(self.conditions))
        return _and_death(alive, dying)

    def moved(self, lead):
        """Return the transition matrix from each condition to lead(condition), with the same hp."""
        leads = _matrix(self.conditions, lambda now: [(lead(now), 1.0)])
        return _and_death(sparse.kron(leads, sparse.eye_array(self.hp)), np.zeros(self.size - 1))

    def ticked(self):
        """Return the transition matrix of a turn's end: each effect lasts one turn less."""
        return self.moved(lambda now: (now[0], *(max(0, turns - 1) for turns in now[1:])))

    def caught(self):
        """Return the transition matrix of a hug that takes hold."""
        return self.moved(lambda now: (1, *now[1:]))


def _conditions(count, held):
    return list(product(range(1 + held), *[range(_MOST_TURNS + 1)] * count))


def _matrix(conditions, ways):
    """The sparse matrix of conditions; ways: from one, the pairs (condition, chance) after it."""
    index = {condition: number for number, condition in enumerate(conditions)}
    moves = [(at, index[new], chance) for now, at in index.items() for new, chance in ways(now)]
    before, after, chances = map(np.array, zip(*moves, strict=True))
    return sparse.csr_array((chances, (before, after)), (len(index),) * 2)


@lru_cache(maxsize=64)
def _leads(effects, held, effect):
    """The matrix of conditions under an effect: its 3d2 turns never shorten one that lasts."""
    conditions = _conditions(len(effects), held)
    if effect not in effects:
        return sparse.eye_array(len(conditions))
    which, turns = 1 + effects.index(effect), dice(EFFECT_TURNS)
    lasting = [*zip(turns.values.tolist(), turns.chances, strict=True)]
    return _matrix(
        conditions,
        lambda now: [
            ((*now[:which], max(now[which], left), *now[which + 1 :]), chance)
            for left, chance in lasting
        ],
    )


def _and_death(alive, dying):
    """A transition matrix of the living, and the chances to die, with death as the last state."""
    death = sparse.csr_array([[1.0]])
    return sparse.block_array(
        [[alive, sparse.csr_array(dying[:, None])], [None, death]], format="csr"
    )


def fallen(chances):
    """Return chances (hp before from 1, hp after from 0) from those of damage (hp, damage)."""
    chances = np.asarray(chances, float)
    hp = len(chances)
    left = np.arange(1, hp + 1)[:, None] - np.arange(chances.shape[1])
    cell = np.arange(hp)[:, None] * (hp + 1) + np.maximum(left, 0)
    return np.bincount(cell.ravel(), chances.ravel(), hp * (hp + 1)).reshape(hp, hp + 1)


def acted(strikes, states, lands, blows):
    """Return the transition matrix of one action: all of its strikes, in order.

    lands: for each strike that is rolled, its hit chance by state; None for a hug, which lands if
    the two attacks before it did, or if the target is held. blows: for each strike the transition
    matrix if it lands.
    """
    # The matrix so far, by the numbers of the strikes that landed.
    paths = {frozenset(): sparse.eye_array(states.size, format="csr")}
    asked = {one.number - back for one in strikes if one.hug for back in (1, 2)}
    for strike, chance, blow in zip(strikes, lands, blows, strict=True):
        after, number = {}, strike.number
        for landed, so_far in paths.items():
            both = {number - 1, number - 2} <= landed
            lasts = (both | states.held) * 1.0 if chance is None else chance
            hit, miss = sparse.diags_array(lasts) @ blow, sparse.diags_array(1 - lasts)
            # Only if a hug depends on this blow must its hit and its miss be followed apart.
            ways = [(landed | {number}, hit), (landed, miss)]
            for path, way in ways if number in asked else [(landed, hit + miss)]:
                after[path] = after.get(path, 0) + so_far @ way
        paths = after
    return sum(paths.values()).tocsr()


def hugged(kind, states, blow, holds, *, slips=False):
    """Return the transition matrix of a hug that lands.

    kind: "crush" hurts and may take hold, "wrap" hurts only a target that it holds or takes hold
    of, "burn" only hurts. blow: the transition matrix of its damage. holds: the chance to take
    hold. slips: whether the target's oilskin slips free, unhurt, of a hug that would take hold.
    """
    if kind == "burn" or not holds:
        return blow
    stays = sparse.eye_array(states.size, format="csr")
    caught = stays if slips else blow @ states.caught()
    loose = blow if kind == "crush" else stays
    free = holds * caught + (1 - holds) * loose
    held = sparse.diags_array(states.held * 1.0)
    return held @ blow + (stays - held) @ free


def in_a_turn(action, speed):
    """Return the matrix of a turn: floor(speed/12) actions, and perhaps one more."""
    sure, rest = divmod(speed, NORMAL_SPEED)
    turn = action if sure else sparse.eye_array(action.shape[0], format="csr")
    for _ in range(sure - 1):
        turn = turn @ action
    return turn + (rest / NORMAL_SPEED) * (turn @ action - turn) if rest else turn


def reached(states, turns):
    """Return masks of the states that can be reached, and of those at the start of a turn."""
    ticked, seen = states.ticked(), np.zeros(states.size, bool)
    seen[states.hp - 1] = True
    steps = sum((turn.astype(bool).astype(float) for turn in turns), ticked).T.tocsr()
    while (more := seen | (steps @ seen > 0)).sum() > seen.sum():
        seen = more
    resting = ticked.T @ seen > 0
    resting[states.hp - 1] = True
    return seen, resting


@dataclass(frozen=True, eq=False)
class Combatant:
    """The states of one side of a duel, and its actions on the other side's states.

    states: its `States`; it starts in the first condition, with all hit points. kind: for each own
    state, the index of the action that it takes. actions: transition matrices on the other side's
    states, the last of which is death. seen, resting: masks of the states that can be reached, and
    of those that can be at the start of a turn.
    """

    states: States
    kind: np.ndarray
    actions: tuple
    seen: np.ndarray
    resting: np.ndarray


def fought(first, second, hps, max_turns):
    """Return two `Combatant`s' chances to win, arrays (turn, hp left), and the undecided chance."""
    ours, theirs = _by_kind(first, first.resting), _by_kind(second, second.resting)
    middle = _by_kind(second, second.seen)
    strikes = _Actions(first, ours, theirs, middle)
    answers = _Actions(second, middle, ours, ours, first.states.ticked())
    # Transposed once here: a dense matrix times a sparse one would transpose it at each turn.
    ticked = second.states.ticked()[middle][:, theirs].T.tocsr()
    alive = np.zeros((len(ours), len(theirs)))
    alive[ours == first.states.hp - 1, theirs == second.states.hp - 1] = 1
    # Rows for turn 0 and for 0 hit points are kept, so that an index equals its turn or points.
    wins = [[np.zeros(hp + 1)] for hp in hps]
    while alive.sum() > DECIDED and len(wins[0]) <= max_turns:
        alive, killed = strikes.on(alive)
        wins[0].append(np.bincount(first.states.left[ours], killed, hps[0] + 1))
        alive, killed = answers.on(alive)
        wins[1].append(np.bincount(second.states.left[middle], killed, hps[1] + 1))
        alive = (ticked @ alive.T).T
    return tuple(np.array(won) for won in wins), float(alive.sum())


class _Actions:
    """A side's actions, which take the other side from the states `before` to those `after`."""

    def __init__(self, side, own, before, after, then=None):
        self.result, self.killed = np.zeros((len(after), len(own))), np.zeros(len(own))
        self.parts = []
        for kind, action in enumerate(side.actions):
            rows = np.flatnonzero(side.kind[own] == kind)
            if len(rows):
                done = (action if then is None else action @ then).tocsr()[before]
                moves, kills = done[:, after].T.tocsr(), done[:, [-1]].toarray()[:, 0]
                moves = moves.toarray() if moves.nnz > _FULL * np.prod(moves.shape) else moves
                self.parts.append((slice(rows[0], rows[-1] + 1), moves, kills))

    def on(self, alive):
        """Return chances after an action on `alive`, (other, own), and of victory by own state."""
        for rows, moves, kills in self.parts:
            self.killed[rows] = alive[rows] @ kills
            self.result[:, rows] = moves @ alive[rows].T
        return self.result, self.killed


def _by_kind(side, which):
    """The states of a mask, without death, sorted by the action that they take."""
    places = np.flatnonzero(which[:-1])
    return places[np.argsort(side.kind[places], kind="stable")]
