"""Exact duels: a Markov chain over both sides' hit points, hugs and the effects of heavy hits.

A state of one side is whether it is held in a hug, how many turns each effect that matters still
lasts, and its hit points. A turn of the other side is a sparse matrix on these states.
"""

from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import compress, product
from operator import matmul

import numpy as np
import pandas as pd
from scipy import sparse
from scipy.sparse.csgraph import breadth_first_order

from combat.core.checks import check_numbers, check_whole
from combat.dice import Distribution, dice
from combat.nethack.damage import damage_distribution
from combat.nethack.people import NORMAL_SPEED, holds, weakened
from combat.nethack.rules import Rules
from combat.nethack.slots import SLOTS
from combat.nethack.to_hit import attack_chance, luckstone_luck

EFFECT_TURNS = dice("3d2")  # "stun you for 3d2 turns", "wounded arms for 3d2 turns"
_EFFECTS = ("stunned", "wounded arms", "wounded legs")
_PLACES = {slot.effect: place for place, slot in enumerate(SLOTS)}
_DECIDED = 1e-13  # the chain stops when the chance of an undecided duel falls below this
_HALE = frozenset()
_FULL = 0.2  # with a greater share of nonzero entries a dense matrix is faster than a sparse one

# What becomes of the turns that an effect lasts, and of being held: (before, after).
_TURNS = np.arange(int(EFFECT_TURNS.values[-1]) + 1)
_TICKED = np.eye(len(_TURNS))[np.maximum(_TURNS - 1, 0)]
_PROLONGED = sum(  # a new effect never shortens one that lasts
    chance * np.eye(len(_TURNS))[np.maximum(_TURNS, int(turns))]
    for turns, chance in zip(EFFECT_TURNS.values, EFFECT_TURNS.chances, strict=True)
)
_CAUGHT = np.array([[0, 1], [0, 1]])


@dataclass(frozen=True, eq=False)
class Duel:
    """How a duel ends.

    names: of both sides. wins[side][turn]: the chance that this side (0 is the first) kills the
    other in that turn. undecided: the chance that nobody has won by the last turn.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> fought = duel(rat, rat)
    >>> round(fought.turns().mean, 1), fought.wins[0][:2].round(4).tolist()
    (2.7, [0.0, 0.1025])
    """

    names: tuple
    wins: tuple
    undecided: float

    @property
    def chances(self):
        """The chance of each side to win, a pair."""
        return tuple(float(wins.sum()) for wins in self.wins)

    def turns(self, side=0):
        """Return the distribution of the turn in which this side wins; ValueError if never."""
        wins = self.wins[side]
        if not wins.any():
            raise ValueError(f"side = {side} ({self.names[side]}) never wins this duel")
        possible = np.flatnonzero(wins)
        return Distribution(possible, wins[possible] / wins.sum())

    def won_by_turn(self, last=30):
        """Return each side's chance to have won by a turn: a frame, turns by the sides' names."""
        # After the chain's last turn the chances stay the same.
        turns = pd.RangeIndex(1, last + 1, name="turn")
        won = [pd.Series(wins.cumsum()) for wins in self.wins]
        return pd.DataFrame(dict(zip(self.names, won, strict=True))).reindex(turns).ffill()


def duel(first, second, *, sd=8.0, rules=Rules(), max_turns=2000):
    """Return the `Duel` of two fighters, exact to 1e-12.

    In each turn the first fighter acts, then the second. Speed s gives floor(s/12) actions and
    one more with chance (s mod 12)/12, drawn anew each turn, as NetHack rounds a monster's
    speed. Heavy hits stun and wound for 3d2 turns, the present one included; a new one can
    prolong but not shorten an effect. A stunned fighter has a penalty in attack and in defence.
    Wounded arms lose the shield's EV (and cost rules.wounded_arms to hit and
    rules.wounded_arms_damage). Wounded legs cost a player a point of Dexterity, as in the game.
    Staggering and a caught cloak have no number in the source and change nothing here.

    A monster's hug isn't rolled: it lands if the two attacks before it did. Half the time it
    takes hold of a player, and then lands in every later action.

    sd > 0, max_turns >= 1; longer duels count as `undecided`. ValueError outside.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> [round(chance, 4) for chance in duel(rat, rat).chances]
    [0.577, 0.423]
    """
    if np.isnan(sd := float(check_numbers("sd", sd, low=0, open_low=True))):
        raise ValueError("sd = nan is out of range: it must be finite and above 0")
    max_turns = int(check_whole("max_turns", max_turns, low=1))
    if not (first.strikes or second.strikes):
        max_turns = 1
    cases = product(_by_luck(first), _by_luck(second))
    found = [
        (p * q, *_fought((one, other), sd, rules, max_turns)) for (p, one), (q, other) in cases
    ]
    turns = max(wins.shape[1] for _, wins, _ in found)
    wins = sum(p * np.pad(won, ((0, 0), (0, turns - won.shape[1]))) for p, won, _ in found)
    return Duel((first.name, second.name), tuple(wins), sum(p * left for p, _, left in found))


def _by_luck(fighter):
    """Pairs (chance, fighter), one for each Luck that a luckstone may have given."""
    people = {"attacker": fighter.attacker, "defender": fighter.defender}
    if not any(one.luckstone and not one.player for one in people.values()):
        return [(1.0, fighter)]
    cases, lucks = [], luckstone_luck()
    for luck, chance in zip(lucks.values.tolist(), lucks.chances, strict=True):
        lucky = {side: replace(one, luck=luck, luckstone=False) for side, one in people.items()}
        cases.append((chance, replace(fighter, **lucky)))
    return cases


class _Body:
    """A fighter's states: `conditions` (held, turns left of each effect) times 0 .. hp."""

    def __init__(self, fighter, other, effects):
        self.hp, self.effects = fighter.hp, effects
        held = any(holds(strike, other, fighter) for strike in other.strikes)
        self.sizes = [1 + held] + [len(_TURNS)] * len(effects)
        self.conditions = list(product(*map(range, self.sizes)))
        self.flags = [frozenset(compress(effects, one[1:])) for one in self.conditions]
        self.held = self.by_condition([one[0] for one in self.conditions])
        self.left = np.tile(np.arange(self.hp + 1), len(self.conditions))
        self.stays = self.moved({})
        self.ticked = self.moved(dict.fromkeys(range(1, len(self.sizes)), _TICKED))

    def by_condition(self, values):
        """Return an array by state from a value for each condition."""
        return np.repeat(np.asarray(values, float), self.hp + 1)

    def moved(self, changes, falls=None):
        """Return the matrix of changes, by the place in a condition, and of falling hit points."""
        ways = [changes.get(at, sparse.eye_array(size)) for at, size in enumerate(self.sizes)]
        falls = sparse.eye_array(self.hp + 1) if falls is None else falls
        return reduce(sparse.kron, [*ways, falls]).tocsr()

    def struck(self, chances):
        """Return the matrix of a blow that lands; chances: (hp from 1, slot, great, damage)."""
        rest, matrix = chances.sum(axis=(1, 2)), 0
        for at, effect in enumerate(self.effects, 1):
            great = chances[:, _PLACES[effect], 1]
            rest = rest - great
            matrix = matrix + self.moved({at: _PROLONGED}, _falls(great))
        dead = sparse.csr_array(([1.0], ([0], [0])), (self.hp + 1,) * 2)
        return matrix + self.moved({}, _falls(rest) + dead)


def _falls(chances):
    """The matrix of hit points 0 .. hp from the chances of damage, (hp from 1, damage)."""
    before, damage = np.nonzero(chances)
    after, size = np.maximum(before + 1 - damage, 0), len(chances) + 1
    return sparse.csr_array((chances[before, damage], (before + 1, after)), (size, size))


class _Attack:
    """What the actions of a fighter do to another."""

    def __init__(self, fighter, other, sd, rules):
        self.fighter, self.other, self.rules = fighter, other, rules

        @cache
        def chance(own, its):
            pair = weakened(fighter.attacker, own, rules), weakened(other.defender, its, rules)
            return attack_chance(*pair, sd=sd, rules=rules)

        self.chance = chance

    def lands(self, own=_HALE, flags=(_HALE,)):
        """Return each strike's chances to hit by the other's effects, and whether it is weak."""
        weak = bool("wounded arms" in own and self.rules.wounded_arms_damage)
        return [
            ([self.chance(ill, its) for its in flags], weak and one.arms)
            for one in self.fighter.strikes
            for ill in [own if one.arms else own - {"wounded arms"}]
        ]

    def turns(self, own, body):
        """Return pairs (own states, the matrix of a turn on the other's states), by own effects."""
        sure, rest = divmod(self.fighter.speed, NORMAL_SPEED)
        blow, found = cache(lambda *strike: self._blow(*strike, body)), []
        for flags in dict.fromkeys(own.flags):
            action = self._action(flags, blow, body)
            turn = reduce(matmul, [action] * sure, body.stays)
            turn = turn + (rest / NORMAL_SPEED) * (turn @ action - turn) if rest else turn
            states = np.flatnonzero(own.by_condition([one == flags for one in own.flags]))
            found.append((states, turn))
        return found

    def _action(self, flags, blow, body):
        """The matrix of one action: all strikes in order."""
        # The matrix so far, by whether the last two strikes landed if a hug asks for it.
        paths, hugs = {(False, False): body.stays}, any(one.hug for one in self.fighter.strikes)
        lands = self.lands(flags, body.flags)
        for strike, (chances, weak) in zip(self.fighter.strikes, lands, strict=True):
            landed, after = blow(strike, weak), {}
            for path, so_far in paths.items():
                hit = np.maximum(all(path), body.held) if strike.hug else body.by_condition(chances)
                ways = (
                    (sparse.diags_array(hit) @ landed, True),
                    (sparse.diags_array(1 - hit), False),
                )
                for way, lands in ways:
                    key = (path[1], lands) if hugs else path
                    after[key] = after.get(key, 0) + so_far @ way
            paths = after
        return sum(paths.values()).tocsr()

    def _blow(self, strike, weak, body):
        """The matrix of a strike that lands; a "crush" hurts and may take hold.

        "wrap" hurts only a target that it holds or takes hold of, "burn" only hurts. An oilskin
        slips free, unhurt, of a hug that would take hold.
        """
        target = self.other.defender
        blow = body.struck(
            damage_distribution(
                strike.damage,
                target.armor,
                np.arange(1, body.hp + 1),
                enchantment=strike.enchantment,
                form_dr=target.dr,
                missing=target.missing,
                half_physical=target.half_physical,
                physical=strike.physical,
                wounded_arms=weak,
                rules=self.rules,
            ).chances
        )
        chance = holds(strike, self.fighter, self.other)
        if not chance:
            return blow
        caught = body.stays if target.slips_free else blow @ body.moved({0: _CAUGHT})
        free = chance * caught + (1 - chance) * (blow if strike.hug == "crush" else body.stays)
        held = sparse.diags_array(body.held)
        return held @ blow + (body.stays - held) @ free


def _fought(pair, sd, rules, max_turns):
    """Both sides' chances to win by turn, an array (side, turn), and the undecided chance."""
    attacks = [_Attack(one, other, sd, rules) for one, other in (pair, pair[::-1])]
    bodies = [_Body(*pair, _lasting(*attacks)), _Body(*pair[::-1], _lasting(*attacks[::-1]))]
    turns = [attacks[at].turns(bodies[at], bodies[1 - at]) for at in (0, 1)]
    seen = [_reached(bodies[at], turns[1 - at]) for at in (0, 1)]
    ticks = [_lean(body.ticked, at) for body, at in zip(bodies, seen, strict=True)]
    down = [body.left[at] == 0 for body, at in zip(bodies, seen, strict=True)]
    turns = [
        [(np.isin(seen[at], own), _lean(matrix, seen[1 - at])) for own, matrix in turns[at]]
        for at in (0, 1)
    ]
    alive = np.zeros([len(at) for at in seen])
    alive[seen[0] == pair[0].hp, seen[1] == pair[1].hp] = 1
    wins = [[0.0, 0.0]]  # a row for turn 0 is kept, so that an index equals its turn
    while alive.sum() > _DECIDED and len(wins) <= max_turns:
        killed = []
        for at in (0, 1):
            now = alive.T if at else alive
            for own, matrix in turns[at]:
                now[own] = (matrix @ now[own].T).T
            killed.append(now[:, down[1 - at]].sum())
            now[:, down[1 - at]] = 0
        wins.append(killed)
        alive = ticks[0] @ (ticks[1] @ alive.T).T
    return np.transpose(wins), float(alive.sum())


def _lasting(attack, its):
    """The effects on a fighter that matter in this duel."""
    if not its.fighter.strikes:
        return []
    ill = {name: frozenset({name}) for name in _EFFECTS}
    hale = attack.lands(), its.lands()
    return [one for one, own in ill.items() if (attack.lands(own), its.lands(flags=[own])) != hale]


def _reached(body, turns):
    """The places of the states that can be reached from the first."""
    steps = sum((matrix for _, matrix in turns), body.ticked)
    return np.sort(breadth_first_order(steps, body.hp, return_predecessors=False))


def _lean(matrix, at):
    """A matrix on these states alone, from column to row, full or sparse."""
    matrix = matrix[at][:, at].T.tocsr()
    return matrix.toarray() if matrix.nnz > _FULL * len(at) ** 2 else matrix
