"""Exact duels: a Markov chain over both sides' hit points and the effects of heavy hits."""

from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, check_whole
from combat.dice import Distribution
from combat.nethack.chain import fought
from combat.nethack.rules import Rules
from combat.nethack.sides import Overhaul
from combat.nethack.to_hit import luckstone_luck


@dataclass(frozen=True, eq=False)
class Duel:
    """How a duel ends.

    names: of both sides. wins[side][turn, hp]: the chance that this side (0 is the first) kills
    the other in that turn and then has so many hit points. undecided: the chance that nobody has
    won by the last turn.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> fought = duel(rat, rat)
    >>> round(fought.turns().mean, 1), fought.wins[0][1].round(4)
    (2.7, array([0.    , 0.    , 0.    , 0.1025]))
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
        chances = self.wins[side].sum(axis=1)
        possible = np.flatnonzero(chances)
        if not possible.size:
            raise ValueError(f"side = {side} ({self.names[side]}) never wins this duel")
        return Distribution(possible, chances[possible] / chances.sum())

    def won_by_turn(self, last=30):
        """Return each side's chance to have won by a turn: a frame, turns by the sides' names."""
        # After the chain's last turn the chances stay the same.
        turns = pd.RangeIndex(1, last + 1, name="turn")
        won = [pd.Series(wins.sum(axis=1).cumsum()) for wins in self.wins]
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
    system = Overhaul(sd, rules)
    cases = product(_by_luck(first), _by_luck(second))
    found = [(p * q, *fought(one, other, system, max_turns)) for (p, one), (q, other) in cases]
    turns = max(len(wins[0]) for _, wins, _ in found)
    wins = tuple(sum(p * _padded(won[side], turns) for p, won, _ in found) for side in (0, 1))
    return Duel((first.name, second.name), wins, sum(p * left for p, _, left in found))


def _by_luck(fighter):
    """Pairs (chance, fighter), one for each Luck that a luckstone may have given."""
    if not any(one.luckstone and not one.player for one in (fighter.attacker, fighter.defender)):
        return [(1.0, fighter)]

    def having(luck):
        people = {"attacker": fighter.attacker, "defender": fighter.defender}
        return {name: replace(one, luck=luck, luckstone=False) for name, one in people.items()}

    lucks = luckstone_luck()
    pairs = zip(lucks.values, lucks.chances, strict=True)
    return [(chance, replace(fighter, **having(int(luck)))) for luck, chance in pairs]


def _padded(wins, turns):
    return np.pad(wins, ((0, turns - len(wins)), (0, 0)))
