"""Duels of two against two in RPGLite."""

import re
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import pandas as pd

from combat.core.words import percent
from combat.workbook import Answer, Panel, charts, choice, slider
from combat.workbook.charts.palette import BLUE, GREY
from combat.workbook.views.any_fight import changed

COLORS = {"best": BLUE, "costs something": GREY}
_CLOSE = 1e-9


class Position(NamedTuple):
    """Whether the first player moves; health of whose turn it is, and of the others; the stunned.

    stunned: the place of whom of the former can't act, 2 for nobody.
    """

    first: bool
    mine: tuple
    theirs: tuple
    stunned: int = 2


def passed(at, stunned=2):
    """Return the position when it is the others' turn."""
    return Position(not at.first, at.theirs, at.mine, stunned)


def moves(at, teams, characters):
    """Return {move: list of (chance, next position)}; characters: each by its first letter."""
    team, foes = teams if at.first else teams[::-1]
    targets = [place for place in (0, 1) if at.theirs[place]]
    actors = [place for place in (0, 1) if at.mine[place] and place != at.stunned]
    found = {}
    for actor, target in product(actors, targets):
        who, chance = team[actor], characters[team[actor]].hits
        grazed = changed(at.theirs, target, -1) if who == "G" else at.theirs
        missed = passed(at._replace(theirs=grazed))
        for what, after in _hit(at, team, actor, target, characters).items():
            found[f"{who} strikes {foes[target]}{what}"] = [(chance, after), (1 - chance, missed)]
    if "A" in [team[actor] for actor in actors] and len(targets) == 2:
        found["A strikes both"] = _both(at, characters["A"].hits)
    return found or {"wait": [(1, passed(at))]}


def _hit(at, team, actor, target, characters):
    """What a hit may come to, by what the player then chooses."""
    who, damage = team[actor], characters[team[actor]].damage
    if (who == "B" and at.mine[actor] <= 4) or (who == "R" and at.theirs[target] <= 5):
        damage = 5
    left = at._replace(theirs=changed(at.theirs, target, -damage))
    if who == "M":
        return {"": left._replace(stunned=2)}
    found = {"": passed(left, target if who == "W" else 2)}
    for own, health in enumerate(at.mine):
        if who == "H" and 0 < health < characters[team[own]].health:
            found[f", heals {team[own]}"] = passed(left._replace(mine=changed(at.mine, own, 1)))
    return found


def _both(at, chance):
    """What the Archer's two shots may come to."""
    found = []
    for (p, one), (q, other) in product([(chance, -2), (1 - chance, 0)], repeat=2):
        left = changed(changed(at.theirs, 0, one), 1, other)
        found.append((p * q, passed(at._replace(theirs=left))))
    return found


def best_moves(game, characters):
    """The Panel of what each move is worth; game(pair, pair, start): `Played`, by initials."""
    names = [*characters.index]
    most = {name[0]: int(health) for name, health in characters["health"].items()}
    pairs = {" and ".join(pair): "".join(n[0] for n in pair) for pair in combinations(names, 2)}

    @cache
    def position_of(mine, theirs, a, b, c, d):
        pairs = zip(mine + theirs, (a, b, c, d), strict=True)
        health = [min(left, most[who]) for who, left in pairs]
        at = Position(True, tuple(health[:2]), tuple(health[2:]))
        found = game(mine, theirs)
        # What can't be reached from full health is solved by itself.
        return at, found if at in found.positions.index else game(mine, theirs, at)

    def show(mine, theirs, a, b, c, d):
        at, found = position_of(mine, theirs, a, b, c, d)
        moves = found.moves(at)
        best = np.where(moves["regret"] < _CLOSE, "best", "costs something")
        index = [move_in_words(move, names) for move in moves.index]
        shown = {"chance to win": moves["value"].to_numpy(), "which": best}
        worth = pd.DataFrame(shown, index)
        title, note = position_in_words(at, worth["chance to win"])
        return Answer(
            title,
            charts.rows(worth, by="which", colors=COLORS),
            note=f"{note} The chance to win after each move, if both play on as well as can be; it "
            "is my turn, nobody is stunned, and nobody has more than at the start.",
        )

    return Panel(
        show,
        mine=choice("my pair", pairs, "KW", exported=["KA"]),
        theirs=choice("theirs", pairs, "RH", exported=["WR"]),
        a=health_slider("my first", 1, 6),
        b=health_slider("my second", 0, 8),
        c=health_slider("their first", 1, 8),
        d=health_slider("their second", 0, 4),
        cost=20,
    )


def health_slider(label, low, value):
    """Return a slider of a character's health."""
    return slider(label, low, 10, value, unit="health", exported=[4, 10])


def move_in_words(move, names):
    """A move with the characters' names in place of their first letters."""
    for name in names:
        move = re.sub(rf"\b{name[0]}\b", name, move)
    return move


def position_in_words(at, chances):
    """What to do in a position as (title, note); chances: to win by each move, best first."""
    (first, *_), (best, *others) = chances.index, chances
    text = f"At {at.mine[0]} and {at.mine[1]} health against {at.theirs[0]} and {at.theirs[1]}"
    if not others:
        return f"{text} there is but one move, and it wins {percent(best)} of the time.", ""
    second, worst = (100 * (best - chance) for chance in (others[0], others[-1]))
    return (
        f"{text}: best is {first}; you win {percent(best)}.",
        f"The next best move costs {second:.1f} percentage points, the worst "
        f"({chances.index[-1]}) {worst:.1f}.",
    )
