"""What the table of all duels comes to, in three short sentences."""

from itertools import pairwise

from combat.core.words import percent
from combat.ranking import ladder_and_circle, strength
from combat.units.views import nearest_to_even

_EVEN = 0.005  # of a score, within which neither of two is ahead
_LITTLE = 0.01  # of all leads: what goes round less isn't told
_SURE = 0.99
_IN_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def verdict(scores):
    """Return who stands at the top and at the bottom, which pair is closest, and what goes round.

    scores: the score of each unit against each, a frame.

    >>> from combat.units import Unit, Units, matrix
    >>> imp = Unit("Imp", hp=2, attack=9, defense=9, damage=1)
    >>> verdict(matrix(Units([imp, imp.changed(name="Ogre", hp=5)]), measure="score"))
    'Ogre beats Imp, 95.7% of all duels.'
    """
    if len(scores) < 2:
        return ""
    names = list(strength(scores).index)
    (one, other), score = nearest_to_even(scores)
    if len(names) == 2 and score < 0.5 + _EVEN:
        return f"{one} and {other} are even."
    if len(names) == 2:
        return f"{one} beats {other}, {percent(score)} of all duels."
    top, bottom = (_standing(scores, name) for name in (names[0], names[-1]))
    close = f"Closest: {one} against {other}, {percent(score, 0)}."
    if score > _SURE:
        close = "In each duel the winner is all but sure."
    return f"{top}; {bottom}. {close} {_circle(scores)}"


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
