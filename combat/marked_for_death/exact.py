"""The odds of a small battle, exact: a Markov chain over everybody's hit points."""

import math
from functools import lru_cache
from itertools import combinations

import numpy as np

from combat.domain import whole
from combat.marked_for_death.blows import damage_at_most
from combat.marked_for_death.engine import MOST_ROUNDS
from combat.marked_for_death.odds import Tally
from combat.marked_for_death.rules import Rules
from combat.marked_for_death.side import Side

MOST_STATES = 100_000
_DECIDED = 1e-13  # mass still fighting at which the chain stops


def solve(heroes, villains, *, max_rounds=None, rules=Rules()):
    """Return the exact `Odds` of a battle of small teams, to 1e-12.

    The states are the hit points of all fighters of both sides: the product of (hit points + 1),
    at most 100,000. max_rounds >= 1. ValueError for more states, saying how many; for a fighter
    who starts at 0 hit points or fewer; and if mass is left after 10,000 rounds.

    >>> from combat.marked_for_death import Fighter, Team
    >>> tom, orc = Fighter("Tom", 7001), Fighter("Orc", 5900)
    >>> solve(Team((tom,)), Team((orc,))).table()["chance"].round(4).tolist()
    [0.6005, 0.1877, 0.2118, 0.0]
    """
    if max_rounds is not None:
        max_rounds = int(whole("max_rounds", max_rounds, low=1))
    sides = [Side(team, rules) for team in (heroes, villains)]
    states = math.prod(int(points) + 1 for side in sides for points in side.hit_points)
    if states > MOST_STATES:
        count = f"{states:,}" if states < 10**12 else f"about 10^{round(math.log10(states))}"
        raise ValueError(
            f"heroes and villains need {count} states, too many to solve (at most "
            f"{MOST_STATES:,}): take fewer fighters or hit points, "
            f"or simulate it (--odds 100000)"
        )
    chain = _Chain(*map(_Points, sides))
    alive, number = chain.decided(chain.start(), 0), 0
    while alive.sum() > _DECIDED and number < (max_rounds or MOST_ROUNDS):
        number += 1
        alive = chain.round(alive, number)
    if max_rounds is None and alive.sum() > _DECIDED:
        raise ValueError(
            f"max_rounds = None is out of range: the battle is undecided after "
            f"{MOST_ROUNDS} rounds; say after how many to stop"
        )
    return chain.odds(alive, number)


class _Points:
    """All vectors of hit points of one side, and what losses make of them."""

    def __init__(self, side):
        self.side, self.shape = side, tuple(side.hit_points + 1)
        self.vectors = np.array(list(np.ndindex(self.shape)), int)
        self.living = self.vectors > 0
        keys = self.living @ (1 << np.arange(len(self.shape)))
        self.patterns = {key: np.flatnonzero(keys == key) for key in np.unique(keys)}
        self._after = {}

    def mask(self, pattern):
        """Who lives in this pattern: bools by fighter."""
        return self.living[self.patterns[pattern][0]]

    def after(self, pattern):
        """Which state each state of a pattern becomes by each vector of losses, links settled."""
        if pattern not in self._after:
            mask = self.mask(pattern)
            left = np.maximum(self.vectors[self.patterns[pattern]][:, None] - self.vectors, 0)
            died = mask & (left == 0)
            left = np.where(died @ self.side.falls, 0, left)
            self._after[pattern] = np.ravel_multi_index(np.moveaxis(left, -1, 0), self.shape)
        return self._after[pattern]

    def moved(self, pattern, losses):
        """The chance of (state of the pattern, state after the round), from chances of losses."""
        after = self.after(pattern)
        flat = after + len(self.vectors) * np.arange(len(after))[:, None]
        weights = np.broadcast_to(losses.ravel(), after.shape)
        return np.bincount(flat.ravel(), weights.ravel(), len(after) * len(self.vectors)).reshape(
            len(after), -1
        )


class _Chain:
    """Both sides: the joint chances of their states, round by round."""

    def __init__(self, heroes, villains):
        self.points = (heroes, villains)
        self.over = np.zeros((len(heroes.vectors), len(villains.vectors)))
        self.rounds = []
        self._kernels = {}

    def start(self):
        """Everybody at full hit points."""
        alive = np.zeros_like(self.over)
        alive[-1, -1] = 1
        return alive

    def round(self, alive, number):
        """Fight a round; what is decided leaves the chain."""
        after = np.zeros_like(alive)
        heroes, villains = self.points
        for one, rows in heroes.patterns.items():
            for other, columns in villains.patterns.items():
                now = alive[np.ix_(rows, columns)]
                if now.any():
                    to_heroes, to_villains = self._moves(one, other, number)
                    after += to_heroes.T @ now @ to_villains
        return self.decided(after, number)

    def decided(self, after, number):
        """Take out, and count for this round, what is decided: state 0 of a side is nobody."""
        over = np.zeros_like(after)
        over[0], over[:, 0] = after[0], after[:, 0]
        self.over += over
        self.rounds.append(over.sum())
        return after - over

    def odds(self, alive, number):
        """The `Odds` when mass `alive` is still fighting after this round."""
        ends = self.over + alive
        self.rounds[number] += alive.sum()
        outcomes = np.array([ends[1:, 0].sum(), ends[0, 1:].sum(), ends[0, 0], ends[1:, 1:].sum()])
        sums = [ends.sum(axis=1), ends.sum(axis=0)]
        tally = Tally(
            outcomes,
            tuple(mass @ points.living for mass, points in zip(sums, self.points, strict=True)),
            np.array(self.rounds),
            tuple(
                np.bincount(points.living.sum(axis=1), mass)
                for mass, points in zip(sums, self.points, strict=True)
            ),
            tuple(
                np.bincount(points.vectors.sum(axis=1), mass)
                for mass, points in zip(sums, self.points, strict=True)
            ),
        )
        return tally.odds([points.side.names for points in self.points])

    def _moves(self, one, other, number):
        masks = self.points[0].mask(one), self.points[1].mask(other)
        numbers = [
            points.side.numbers(mask, number)
            for points, mask in zip(self.points, masks, strict=True)
        ]
        # Once nobody tires any more every round is like the one before.
        key = tuple(tuple(map(tuple, rolls)) for rolls in numbers)
        kept = self._kernels.get((one, other))
        if kept is None or kept[0] != key:
            lost = [
                _losses(
                    self.points[1 - at].side,
                    self.points[at].side,
                    masks[1 - at],
                    masks[at],
                    numbers[1 - at],
                    numbers[at],
                )
                for at in (0, 1)
            ]
            moves = [
                self.points[at].moved(pattern, lost[at]) for at, pattern in enumerate((one, other))
            ]
            kept = self._kernels[one, other] = key, moves
        return kept[1]


def _losses(side, other, living, targets, rolls, other_rolls):
    """The chances of all vectors of losses of `other`, each up to its hit points at the start."""
    losses = np.zeros(other.hit_points + 1)
    losses.flat[0] = 1
    drawn = np.flatnonzero(targets)
    for attacker in np.flatnonzero(living):
        blows = {
            target: _suffered(
                int(rolls.offense_dice[attacker]),
                float(rolls.to_hit[attacker]),
                int(other_rolls.defense_dice[target]),
                float(other_rolls.to_defend[target]),
                int(other.hit_points[target]),
            )
            for target in drawn
        }
        losses = _volley(losses, int(side.aoe[attacker]), drawn, other.guards, targets, blows)
    return losses


def _volley(losses, aoe, drawn, guards, targets, blows):
    """One fighter's AOE: a random subset of the opponents, beyond them anybody again."""
    once = min(aoe, len(drawn))
    subsets = list(combinations(drawn, once))
    total = np.zeros_like(losses)
    for subset in subsets:
        struck = losses
        for target in subset:
            struck = _blow(struck, {target: 1.0}, guards, targets, blows)
        total += struck / len(subsets)
    for _ in range(aoe - once):
        total = _blow(total, dict.fromkeys(drawn, 1 / len(drawn)), guards, targets, blows)
    return total


def _blow(losses, drawn, guards, targets, blows):
    """One blow at an opponent drawn with these chances, a bodyguard stepping in."""
    struck = {}
    for target, chance in drawn.items():
        stepping = np.flatnonzero(guards[:, target] & targets)
        for who in stepping if len(stepping) else [target]:
            struck[who] = struck.get(who, 0) + chance / max(1, len(stepping))
    return sum(
        chance * np.moveaxis(np.tensordot(losses, blows[who], (who, 0)), -1, who)
        for who, chance in struck.items()
    )


@lru_cache(maxsize=4096)
def _suffered(offense_dice, to_hit, defense_dice, to_defend, hit_points):
    """The chance of (lost before, lost after) one blow, losses cut at the hit points."""
    at_most = damage_at_most([(offense_dice, to_hit)], [(defense_dice, to_defend)], hit_points)[
        0, 0
    ]
    # Rounding may let a sum fall by 1e-17, or pass 1: no chance is below 0.
    damage = np.maximum(np.diff(at_most, prepend=0), 0)
    moves = np.zeros((hit_points + 1, hit_points + 1))
    for lost in range(hit_points + 1):
        moves[lost, lost:hit_points] = damage[: hit_points - lost]
        moves[lost, hit_points] = max(0.0, 1 - moves[lost].sum())
    return moves
