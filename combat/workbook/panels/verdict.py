"""What the table of all duels comes to, in three short sentences."""

from itertools import pairwise

import numpy as np
import pandas as pd

from combat.core.words import percent
from combat.ranking import ladder_and_circle, strength

_EVEN = 0.005  # of a score, within which neither of two is ahead
_LITTLE = 0.01  # of all leads: what goes round less isn't told
_SURE = 0.99
_DECIDED = 1e-9  # a smaller chance of anything else is rounding
_IN_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def verdict(scores, wins=None):
    """Return who stands at the top and at the bottom, which pair is closest, and what goes round.

    scores: the score of each unit against each, a frame. wins: as for `near_even`.

    >>> from combat.units import Unit, Units, matrix
    >>> imp = Unit("Imp", hp=2, attack=9, defense=9, damage=1)
    >>> verdict(matrix(Units([imp, imp.changed(name="Ogre", hp=5)]), measure="score"))
    'Ogre beats Imp, 95.7% of all duels.'
    """
    if len(scores) < 2:
        return ""
    names = list(strength(scores).index)
    if len(names) == 2:
        one, other = names
        score = scores.loc[one, other]
        if score < 0.5 + _EVEN:
            return f"{one} and {other} are even."
        return f"{one} beats {other}, {percent(score)} of all duels."
    top, bottom = (_standing(scores, name) for name in (names[0], names[-1]))
    return f"{top}; {bottom}. {_closest(near_even(scores, wins))} {_circle(scores)}"


def near_even(scores, wins=None):
    """Return the score of the stronger in each pair whose duel luck decides, nearest to even first.

    A Series by (stronger, weaker). wins: the chance that each unit beats each, a frame; without it
    a duel that always ends in a draw can't be told from an even one.
    """
    row, column = np.triu_indices(len(scores), 1)
    ahead = scores.to_numpy()[row, column]
    score = np.maximum(ahead, 1 - ahead)
    surest = score
    if wins is not None:
        won, lost = wins.to_numpy()[row, column], wins.to_numpy()[column, row]
        surest = np.max([won, lost, 1 - won - lost], axis=0)
    stronger = np.where(ahead >= 0.5, row, column)
    names = scores.index[stronger], scores.index[row + column - stronger]
    found = pd.Series(score, pd.MultiIndex.from_arrays(names), name="score")
    return found[surest < 1 - _DECIDED].sort_values(kind="stable")


def _closest(near):
    """Which duel is nearest to even, in words."""
    if near.empty:
        return "Luck decides no duel."
    if near.iloc[0] > _SURE:
        return "In each duel the winner is all but sure."
    one, other = near.index[0]
    return f"Closest: {one} against {other}, {percent(near.iloc[0], 0)}."


def _standing(scores, name):
    """How many others a unit beats, in words."""
    ahead = scores.loc[name].drop(name)
    beaten, lost = int((ahead > 0.5 + _EVEN).sum()), int((ahead < 0.5 - _EVEN).sum())
    if beaten == len(ahead):
        return f"{name} beats " + ("both others" if beaten == 2 else f"all {_count(beaten)} others")
    if lost == len(ahead):
        return f"{name} loses to {'both' if lost == 2 else 'all'}"
    return f"{name} beats {_count(beaten)} of {_count(len(ahead))}"


def _count(many):
    return _IN_WORDS[many] if many < len(_IN_WORDS) else f"{many:,}"


def _circle(scores):
    found = ladder_and_circle(scores, triples=1)
    if found.circle_share < _LITTLE or found.triples.empty:
        return "No three units go round like rock, paper, scissors."
    around = found.triples.iloc[0][["first", "second", "third", "first"]]
    told = ", ".join(f"{one} beats {other}" for one, other in pairwise(around))
    return f"{told}: as rock, paper, scissors."
