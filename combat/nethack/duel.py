"""A duel, exact: a Markov chain over both sides' hit points and the conditions blows leave."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from combat.dice import Distribution, dice
from combat.domain import numbers, whole
from combat.nethack.damage import damage_distribution
from combat.nethack.people import NORMAL_SPEED
from combat.nethack.rules import Rules
from combat.nethack.slots import SLOTS, armor_ev
from combat.nethack.to_hit import attack_chance, luckstone_luck

EFFECT_TURNS = "3d2"  # "stun you for 3d2 turns", "wounded arms for 3d2 turns"
_MOST_TURNS = int(dice(EFFECT_TURNS).values[-1])
_DECIDED = 1e-13  # mass still fighting at which the chain stops
_SLOT_OF = {slot.effect: at for at, slot in enumerate(SLOTS)}


@dataclass(frozen=True, eq=False)
class Duel:
    """How a duel ends: `wins[side][turn, hp]`, the chance that this side kills the other in that
    turn and has so many hit points left (0 is the first side), and the chance that it is still
    `undecided` after the last turn.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> duel = exchange(rat, rat)
    >>> duel.hp_left().chances.round(3), duel.wins[0][1].round(4)
    (array([0.259, 0.223, 0.518]), array([0.    , 0.    , 0.    , 0.1025]))
    >>> print(duel)
    rat beats rat in 57.7% of all duels, in 2.7 turns on average, with 2.3 hit points left.
    """

    names: tuple
    wins: tuple
    undecided: float

    def __str__(self):
        if not self.chances[0]:
            return f"{self.names[0]} never beats {self.names[1]}."
        return (
            f"{self.names[0]} beats {self.names[1]} in {self.chances[0]:.1%} of all duels, in "
            f"{self.turns(0).mean:.1f} turns on average, with {self.hp_left(0).mean:.1f} hit "
            "points left."
        )

    @property
    def chances(self):
        """The chance of each side to win, by order."""
        return tuple(float(wins.sum()) for wins in self.wins)

    def turns(self, side=0):
        """Return the distribution of the turn (from 1) in which this side wins, if it does.

        ValueError if it never does.
        """
        return self._of(side, 1)

    def hp_left(self, side=0):
        """Return the distribution of this side's hit points at its victory, if it wins.

        ValueError if it never does.
        """
        return self._of(side, 0)

    def won_by_turn(self, last=30):
        """Return each side's chance to have won by a turn: a frame by turn 1 .. last.

        Columns: the sides' names.

        >>> from combat.nethack import Attacker, Defender, Fighter
        >>> sure = {"attacker": Attacker(engulfed=True), "defender": Defender(), "strikes": (1,)}
        >>> duel = exchange(Fighter(name="one", hp=2, **sure), Fighter(name="other", hp=2, **sure))
        >>> duel.won_by_turn(3)["one"].round(3).tolist()
        [0.0, 1.0, 1.0]
        """
        turns = pd.RangeIndex(1, last + 1, name="turn")
        won = [np.cumsum(wins.sum(axis=1)[1:]) for wins in self.wins]
        # After the chain's last turn nothing changes any more.
        return pd.DataFrame(
            {
                name: chances[np.minimum(turns, len(chances)) - 1]
                for name, chances in zip(self.names, won, strict=True)
            },
            index=turns,
        )

    def left_to_winner(self):
        """Return the chance of each side to win with so many hit points left: a frame by them.

        Columns: the sides' names; all of the frame sums to 1 (less what is undecided).

        >>> from combat.nethack import Attacker, Defender, Fighter
        >>> rat = {"attacker": Attacker(), "defender": Defender(), "strikes": ("1d3",)}
        >>> duel = exchange(Fighter(name="rat", hp=3, **rat), Fighter(name="mouse", hp=2, **rat))
        >>> duel.left_to_winner().round(2)
                          rat  mouse
        hit points left
        1                0.13   0.12
        2                0.11   0.15
        3                0.49   0.00
        """
        most = max(wins.shape[1] for wins in self.wins)
        left = pd.RangeIndex(1, most, name="hit points left")
        return pd.DataFrame(
            {
                name: np.pad(wins.sum(axis=0), (0, most - wins.shape[1]))[1:]
                for name, wins in zip(self.names, self.wins, strict=True)
            },
            index=left,
        )

    def _of(self, side, axis):
        chances = self.wins[side].sum(axis=axis)
        possible = np.flatnonzero(chances)
        if not possible.size:
            raise ValueError(f"side = {side} ({self.names[side]}) never wins this duel")
        return Distribution(possible, chances[possible] / chances.sum())


def exchange(first, second, *, sd=8.0, rules=Rules(), max_turns=2000):
    """Return the `Duel` of two fighters, exact to 1e-12.

    In each turn the first fighter acts, then the second. Speed s gives floor(s/12) actions and
    one more with chance (s mod 12)/12, drawn anew each turn, as NetHack rounds a monster's
    speed. Great blows stun and wound for 3d2 turns, the present one included; a new one can
    prolong but not shorten. A stunned fighter has its penalty in attack and in defence; wounded
    arms lose the shield's EV (and rules.wounded_arms to hit). Wounded legs, staggering and a
    caught cloak carry no number in the source and change nothing here.

    sd > 0, max_turns >= 1; a duel longer than that leaves `undecided` mass. ValueError outside.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> [round(chance, 4) for chance in exchange(rat, rat).chances]
    [0.577, 0.423]
    """
    check_sd(sd)
    max_turns = int(whole("max_turns", max_turns, low=1))
    duels = [
        (weight, _fought(one, other, sd, rules, max_turns))
        for weight, one, other in _cases(first, second, rules)
    ]
    turns = max(len(chain.wins[0]) for _, chain in duels)
    wins = tuple(
        sum(weight * _padded(chain.wins[side], turns) for weight, chain in duels) for side in (0, 1)
    )
    return Duel((first.name, second.name), wins, sum(w * chain.undecided for w, chain in duels))


def _cases(first, second, rules):
    for weight, one in with_luck(first, rules):
        for other_weight, other in with_luck(second, rules):
            yield weight * other_weight, one, other


def check_sd(sd):
    """Raise ValueError for a standard deviation that no duel can be fought with.

    >>> check_sd(float("nan"))
    Traceback (most recent call last):
    ValueError: sd = nan is out of range: it must be finite and above 0
    """
    if np.isnan(numbers("sd", sd, low=0, open_low=True)).any():
        raise ValueError("sd = nan is out of range: it must be finite and above 0")


def with_luck(fighter, rules):
    """Return pairs (chance, fighter): a luckstone's Luck is rolled once, at creation.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=4)
    >>> with_luck(rat, Rules()) == [(1.0, rat)]
    True
    """
    holds = (fighter.attacker.luckstone and not fighter.attacker.player) or (
        fighter.defender.luckstone and not fighter.defender.player
    )
    if not holds or rules.luckstone_rolled == "attack":
        return [(1.0, fighter)]
    luck = luckstone_luck()
    return [
        (
            chance,
            replace(
                fighter,
                attacker=replace(fighter.attacker, luck=int(value), luckstone=False),
                defender=replace(fighter.defender, luck=int(value), luckstone=False),
            ),
        )
        for value, chance in zip(luck.values, luck.chances, strict=True)
    ]


def _padded(wins, turns):
    return np.pad(wins, ((0, turns - len(wins)), (0, 0)))


def _fought(first, second, sd, rules, max_turns):
    one, other = _Side(first, second, sd, rules), _Side(second, first, sd, rules)
    one.faces(other)
    other.faces(one)
    alive = np.zeros((len(one.timers), len(other.timers), first.hp, second.hp))
    alive[0, 0, -1, -1] = 1
    seen_by_other = alive.transpose(1, 0, 3, 2)  # the same numbers, the second fighter's view
    # Turn 0 and 0 hit points are kept as empty rows, so that an index is what it says.
    ends = [[np.zeros(first.hp + 1)], [np.zeros(second.hp + 1)]]
    while alive.sum() > _DECIDED and len(ends[0]) <= max_turns:
        ends[0].append(one.acts(alive))
        ends[1].append(other.acts(seen_by_other))
        one.tick(alive)
        other.tick(seen_by_other)
        if not (first.strikes or second.strikes):
            break
    return Duel(
        (first.name, second.name), tuple(np.array(wins) for wins in ends), float(alive.sum())
    )


class _Side:
    """One fighter acting on the other, in place, on an array with the axes (own condition,
    other's condition, own hp, other's hp).

    A condition is a pair of timers (stunned, wounded arms), each 0..6 turns; the first is "none".
    Only a great blow sets a timer, and who was dealt one has few hit points left: under a
    condition only the hit points below `highest` are ever in use (20 of 60 against 2d8).
    """

    def __init__(self, fighter, other, sd, rules):
        self.fighter, self.timers = fighter, _timers(fighter, rules)
        others = _timers(other, rules)
        self.hits = np.array(
            [
                [_chance(fighter, other, own, its, sd, rules) for its in others]
                for own in self.timers
            ]
        )
        followed = ("stunned", "wounded arms") if len(others) > _MOST_TURNS + 1 else ("stunned",)
        made = {
            strike: _blow_matrices(strike, other, followed, rules)
            for strike in set(fighter.strikes)
        }
        self.blows = [made[strike] for strike in fighter.strikes]
        self.leads = {effect: _prolonged(others, at) for at, effect in enumerate(followed)}
        marks = [matrix for blow in self.blows for effect, matrix in blow.items() if effect]
        self.leaves = max((np.flatnonzero(m.any(axis=0)).max() for m in marks), default=0)

    def faces(self, other):
        """Learn which blocks of conditions and hit points the other's blows can bring about."""
        self.own_blocks = [(slice(0, 1), self.fighter.hp), (slice(1, None), other.leaves)]
        # Conditions first: what a blow moves there must not be struck again by the same blow.
        self.its_blocks = [(slice(1, None), self.leaves), (slice(0, 1), other.fighter.hp)]

    def acts(self, alive):
        """One turn's actions; returns the mass of victories by own hit points."""
        left = np.zeros(self.fighter.hp + 1)
        sure, chance = divmod(self.fighter.speed, NORMAL_SPEED)
        for _ in range(sure):
            self._action(alive, left)
        if chance:
            acting = alive * (chance / NORMAL_SPEED)
            alive *= 1 - chance / NORMAL_SPEED
            self._action(acting, left)
            alive += acting
        return left

    def _action(self, alive, left):
        for matrices in self.blows:
            for own, own_hp in self.own_blocks:
                for its, its_hp in self.its_blocks:
                    self._struck(alive[own, :, :own_hp], own, its, its_hp, matrices, left)

    def _struck(self, alive, own, its, its_hp, matrices, left):
        struck = alive[:, its, :, :its_hp]
        if not struck.any():
            return
        hit = struck * self.hits[own, its][:, :, None, None]
        struck -= hit
        for effect, matrix in matrices.items():
            width = self.leaves if effect else its_hp
            result = hit @ matrix[:its_hp, : width + 1]
            left[1 : result.shape[2] + 1] += result[..., 0].sum(axis=(0, 1))
            if effect and width:
                flat = result[..., 1:].reshape(*hit.shape[:2], -1)
                spread = self.leads[effect][its, 1:].T @ flat
                alive[:, 1:, :, :width] += spread.reshape(len(hit), -1, hit.shape[2], width)
            elif not effect:
                struck += result[..., 1:]

    def tick(self, alive):
        """The end of a turn: each of the own timers runs down by one."""
        index = {timers: at for at, timers in enumerate(self.timers)}
        marked = alive[:, :, : self.own_blocks[1][1]]
        # In ascending order each condition is emptied before the next one moves in.
        for timers, at in list(index.items())[1:]:
            moved = marked[at].copy()
            marked[at] = 0
            marked[index[tuple(max(0, turns - 1) for turns in timers)]] += moved


def _timers(fighter, rules):
    shield = rules.wounded_arms_shield and (
        armor_ev(fighter.defender.armor) != armor_ev(fighter.defender.armor, shield=False)
    )
    arms = range(_MOST_TURNS + 1) if shield or rules.wounded_arms else (0,)
    return [(stun, wound) for stun in range(_MOST_TURNS + 1) for wound in arms]


def _chance(fighter, other, own, its, sd, rules):
    """The chance to hit, given both sides' timers."""
    attacker = replace(
        fighter.attacker,
        stunned=fighter.attacker.stunned or own[0] > 0,
        wounded_arms=fighter.attacker.wounded_arms or own[1] > 0,
    )
    defender = replace(
        other.defender,
        stunned=other.defender.stunned or its[0] > 0,
        wounded_arms=other.defender.wounded_arms or its[1] > 0,
    )
    return attack_chance(attacker, defender, sd=sd, rules=rules)


def _blow_matrices(strike, other, followed, rules):
    """For each followed effect, and "" for all else: chances of (hp before, hp after)."""
    defender, size = other.defender, other.hp
    matrices = {effect: np.zeros((size, size + 1)) for effect in ("", *followed)}
    calm = None
    for hp in range(1, size + 1):
        # Once no blow is great, none is at more hit points.
        blow = calm or damage_distribution(
            strike.damage,
            defender.armor,
            hp,
            enchantment=strike.enchantment,
            erosion=strike.erosion,
            form_dr=defender.dr,
            missing=defender.missing,
            half_physical=defender.half_physical,
            physical=strike.physical,
            rules=rules,
        )
        calm = blow if not blow.chances[:, 1].any() else None
        after = np.maximum(hp - np.arange(blow.chances.shape[2]), 0)
        rest = blow.chances.sum(axis=(0, 1))
        for effect in followed:
            great = blow.chances[_SLOT_OF[effect], 1]
            rest = rest - great
            matrices[effect][hp - 1] = np.bincount(after, great, size + 1)
        matrices[""][hp - 1] = np.bincount(after, rest, size + 1)
    return {effect: matrix for effect, matrix in matrices.items() if matrix.any()}


def _prolonged(timers, at):
    """Where an effect of 3d2 turns leads from each pair of timers; `at` is the timer it sets."""
    index = {pair: place for place, pair in enumerate(timers)}
    leads = np.zeros((len(timers), len(timers)))
    turns = dice(EFFECT_TURNS)
    for pair, place in index.items():
        for lasting, chance in zip(turns.values, turns.chances, strict=True):
            new = list(pair)
            new[at] = max(pair[at], int(lasting))
            leads[place, index[tuple(new)]] += chance
    return leads
