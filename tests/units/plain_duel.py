"""A duel the plain way: a matrix of both sides' hit points, and a blow is a matrix product."""

import math
from fractions import Fraction

import numpy as np


def plain_blow(attacker, defender, rules):
    """The chances of 0, 1, ... hit points lost to one blow."""
    chance, (critical, multiplier) = min(attacker.hits, 1.0), rules.critical
    found = {0: 1 - chance}
    for value, share in zip(attacker.damage.values, attacker.damage.chances, strict=True):
        if value <= 0:  # the dice show nothing: no least damage either
            found[0] += chance * share
            continue
        cut = max(float(value) - defender.armor, rules.least)
        for times, part in ((1, 1 - critical), (multiplier, critical)):
            for points, weight in spread_out(cut * times, rules.spread):
                lost = max(points, rules.least)
                found[lost] = found.get(lost, 0.0) + chance * share * part * weight
    chances = np.zeros(max(found) + 1)
    for points, mass in found.items():
        chances[points] += mass
    return chances


def spread_out(value, spread):
    """Whole points and their shares: of a stretch, the length nearest to each."""
    low, high = value * (1 - spread), value * (1 + spread)
    if low == high:
        return [(math.floor(value + 0.5 + 1e-9), 1.0)]
    points = range(math.floor(low + 0.5 + 1e-9), math.floor(high + 0.5 + 1e-9) + 1)
    lengths = [max(0.0, min(k + 0.5, high) - max(k - 0.5, low)) for k in points]
    return [(k, length / (high - low)) for k, length in zip(points, lengths, strict=True)]


def blow_matrix(chances, hp):
    """What a blow makes of 0, 1, ..., hp hit points: a column for each of them."""
    moved = np.zeros((hp + 1, hp + 1))
    for before in range(hp + 1):
        for lost, chance in enumerate(chances):
            moved[max(0, before - lost), before] += chance
    return moved


def actions(turn, speed):
    """How many actions fall into a turn: fractions add up, exactly."""
    exact = Fraction(str(speed))
    return math.floor(turn * exact) - math.floor((turn - 1) * exact)


class Plain:
    """A duel by the matrix of all states (hit points of the first, of the second)."""

    def __init__(self, first, second, rules, max_turns):
        blows = plain_blow(first, second, rules), plain_blow(second, first, rules)
        self.blows, units = blows, (first, second)
        strikes = [blow_matrix(blows[1 - at], unit.hp) for at, unit in enumerate(units)]
        going = np.zeros((first.hp + 1, second.hp + 1))
        going[-1, -1] = 1
        self.over, self.ended, turn = np.zeros_like(going), [0.0], 0
        self.endless = max_turns is None and not any(chances[1:].any() for chances in blows)
        while going.sum() > 1e-14 and turn != max_turns and not self.endless:
            turn += 1
            first_acts, second_acts = (
                np.linalg.matrix_power(strikes[1 - at], actions(turn, unit.speed))
                for at, unit in enumerate(units)
            )
            after = self.turn(going, first_acts, second_acts, units, rules.order)
            fell = after.copy()
            fell[1:, 1:] = 0
            self.over += fell
            self.ended.append(fell.sum())
            going = after - fell
        self.going = going

    def turn(self, going, first_acts, second_acts, units, order):
        """The states after one turn; what one side has done counts for the other if it stands."""
        by_first = going @ first_acts.T
        by_second = second_acts @ going
        if order == "both" or (order == "faster" and units[0].speed == units[1].speed):
            return second_acts @ by_first
        first_ahead = np.column_stack([by_first[:, :1], second_acts @ by_first[:, 1:]])
        second_ahead = np.vstack([by_second[:1], by_second[1:] @ first_acts.T])
        if order == "coin":
            return (first_ahead + second_ahead) / 2
        return first_ahead if units[0].speed > units[1].speed else second_ahead

    @property
    def first(self):
        return self.over[1:, 0].sum()

    @property
    def second(self):
        return self.over[0, 1:].sum()

    @property
    def score(self):
        return (1 + self.first - self.second) / 2

    @property
    def turns(self):
        """Their mean; what still goes on after the last turn counts with all of them."""
        if self.endless:
            return math.inf
        last = len(self.ended) - 1
        return np.arange(last + 1) @ self.ended + last * self.going.sum()

    def off_turns(self, found, max_turns):
        """The greatest difference of the chances of each number of turns."""
        if self.endless:
            return 0.0
        ended = np.array(self.ended)
        ended[-1] += self.going.sum() if max_turns else 0
        size = max(len(ended), int(found.values[-1]) + 1)
        spread = np.bincount(found.values.astype(int), found.chances, size)
        return np.abs(spread - np.pad(ended, (0, size - len(ended)))).max()

    def off_joint(self, found):
        """The greatest difference of the chances of each pair of hit points."""
        states = self.over + self.going
        rows, columns = map(range, states.shape)
        found = found.reindex(index=rows, columns=columns, fill_value=0)
        return np.abs(found.to_numpy() - states).max()

    def left(self, side):
        states = (self.over + self.going).sum(axis=1 - side)
        return np.arange(len(states)) @ states
