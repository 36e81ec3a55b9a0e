"""A hero with potions, and the ogres that he meets one after another: an invented game.

Both strike in turn, the hero first; in place of a blow he may drink. When, is a rule of thumb ("at
10 hit points or less"), or the best that there is.
"""

from functools import cache, partial
from typing import NamedTuple

from combat.dice import dice
from combat.markov import optimal, solve

HERO, HERO_HITS, SWORD = 40, 0.6, "1d8+1"
OGRE, OGRE_HITS, CLUB = 12, 0.6, "1d8+2"
HEALED = 8


class Quest(NamedTuple):
    """Hit points of the hero and of the ogre before him, ogres to come, potions."""

    hero: int
    ogre: int
    ogres: int
    potions: int
    heros_turn: bool = True


@cache
def blow(hits, weapon):
    """[(chance, damage)] of a blow."""
    damage = zip(dice(weapon).chances.tolist(), dice(weapon).values.tolist(), strict=True)
    return [(1 - hits, 0), *((hits * chance, value) for chance, value in damage)]


def moves(at):
    """What may be done: {move: [(chance, next)]}; the ogre has no choice."""
    passed = at._replace(heros_turn=not at.heros_turn)
    if not at.heros_turn:
        hurt = [(p, passed._replace(hero=max(0, at.hero - v))) for p, v in blow(OGRE_HITS, CLUB)]
        return {"strike": hurt}
    found = {"strike": [(p, struck(passed, v)) for p, v in blow(HERO_HITS, SWORD)]}
    if at.potions:
        healed = min(HERO, at.hero + HEALED)
        found["drink"] = [(1, passed._replace(hero=healed, potions=at.potions - 1))]
    return found


def struck(at, damage):
    """The next ogre comes when one is dead."""
    if damage < at.ogre:
        return at._replace(ogre=at.ogre - damage)
    return at._replace(ogre=OGRE if at.ogres else 0, ogres=max(0, at.ogres - 1))


def over(at):
    """1 where the hero has won, 0 where he is dead."""
    return float(at.hero > 0) if not at.hero or not at.ogre else None


def thumb(at, threshold):
    """Drink at that many hit points or less, while there are potions."""
    drinks = at.heros_turn and at.potions and at.hero <= threshold
    return "drink" if drinks else "strike"


def step(at, threshold):
    """The same with the rule of thumb for a choice."""
    return [] if over(at) is not None else moves(at)[thumb(at, threshold)]


def start(ogres, potions):
    """Before the first ogre."""
    return Quest(HERO, OGRE, ogres - 1, potions)


def won(ogres, potions, threshold):
    """The chance to come through with a rule of thumb."""
    found = solve(start(ogres, potions), partial(step, threshold=threshold))
    return found.chance(lambda at: at.hero > 0)


def at_best(ogres, potions):
    """The quest of who drinks as well as can be."""
    return optimal(start(ogres, potions), moves, over)
