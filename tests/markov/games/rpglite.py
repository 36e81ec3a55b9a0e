"""RPGLite: two players with two characters each, who know all but the dice.

Rules and the table of 28 pairs: Kavanagh and Miller, "Balancing Turn-Based Games With Chained
Strategy Generation", and its public analysis repository (MIT).
"""

from itertools import combinations
from typing import NamedTuple

from combat.markov import optimal

HEALTH = dict(zip("KAWRHMBG", (10, 8, 8, 8, 10, 7, 10, 8), strict=True))
HITS = dict(zip("KAWRHMBG", (0.6, 0.85, 0.85, 0.75, 0.85, 0.8, 0.75, 0.75), strict=True))
DAMAGE = dict(zip("KAWRHMBG", (4, 2, 2, 3, 2, 1, 3, 4), strict=True))
PAIRS = [one + other for one, other in combinations("KAWRHMBG", 2)]


class Position(NamedTuple):
    """Health of whose turn it is, and of the others; who of the former is stunned (2: nobody)."""

    first: bool
    mine: tuple
    theirs: tuple
    stunned: int


def game(one, other, passing=False):
    """The functions of `optimal` for two pairs of characters, such as "KA" and "WR".

    passing: whether a player who can act may let it be.
    """
    teams = {True: one, False: other}

    def moves(at):
        team, foes = teams[at.first], teams[not at.first]
        found = {}
        for actor in (0, 1):
            if at.mine[actor] and actor != at.stunned:
                found |= options(at, team, actor, foes)
        if passing or not found:
            found["wait"] = [(1, passed(at))]
        return found

    return moves, over, lambda at: at.first


def over(at):
    """1 where the first player has won, 0 where the second has."""
    if any(at.mine) and any(at.theirs):
        return None
    return float(at.first == any(at.mine))


def passed(at, mine=None, theirs=None, stunned=2):
    """The other player's turn."""
    return Position(not at.first, theirs or at.theirs, mine or at.mine, stunned)


def options(at, team, actor, foes):
    """The moves of one character, who can act."""
    kind, targets = team[actor], [place for place in (0, 1) if at.theirs[place]]
    chance, found = HITS[kind], {}
    for target in targets:
        left = struck(at, team, actor, target)
        miss = passed(at)
        if kind == "G":
            miss = passed(at, theirs=changed(at.theirs, target, max(0, at.theirs[target] - 1)))
        hits = {"": passed(at, theirs=left, stunned=target if kind == "W" else 2)}
        if kind == "M":
            hits = {"": Position(at.first, at.mine, left, 2)}
        if kind == "H":
            hits |= {
                f", heal {team[own]}": passed(at, changed(at.mine, own, health + 1), left)
                for own, health in enumerate(at.mine)
                if 0 < health < HEALTH[team[own]]
            }
        for what, hit in hits.items():
            found[f"{kind} strikes {foes[target]}{what}"] = [(chance, hit), (1 - chance, miss)]
    if kind == "A" and len(targets) == 2:
        both = [(chance, struck(at, team, actor, 0)[0]), (1 - chance, at.theirs[0])]
        other = [(chance, struck(at, team, actor, 1)[1]), (1 - chance, at.theirs[1])]
        found["A strikes both"] = [
            (p * q, passed(at, theirs=(first, second))) for p, first in both for q, second in other
        ]
    return found


def struck(at, team, actor, target):
    """The others' health after a hit."""
    kind, health = team[actor], at.theirs[target]
    damage = 5 if kind == "B" and at.mine[actor] <= 4 else DAMAGE[kind]
    if kind == "R" and health <= 5:
        damage = health
    return changed(at.theirs, target, max(0, health - damage))


def changed(healths, place, health):
    """Both healths, one of them changed."""
    return (health, healths[1]) if place == 0 else (healths[0], health)


def played(one, other, passing=False):
    """The game of two pairs, under optimal play; a coin says who begins."""
    begins = [tuple(HEALTH[kind] for kind in pair) for pair in (one, other)]
    start = {Position(True, *begins, 2): 0.5, Position(False, *begins[::-1], 2): 0.5}
    moves, ended, first = game(one, other, passing)
    return optimal(start, moves, ended, first=first)
