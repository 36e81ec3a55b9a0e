"""Pairs of numbers against brute force, with promises that neither rise nor fall with a number."""

import random
from functools import cache
from itertools import combinations, product

import pytest

from combat.charter import judge, mend
from combat.charter.mends.numbers import numbers_of
from combat.charter.mends.query import Query
from tests.charter.mends.games import claims_of

UNITS = "name,hp,attack,defense,damage\nImp,{},9,9,{}\nOgre,{},9,9,{}\n"
# Blows to kill are a step of hp by damage; the share of a duel rises and falls back between steps.
ROWS = (
    "short,units,*,*,blows to kill,2,6,,\neven,units,Imp,Ogre,score,{} %,{} %,,\n"
    "turns,units,Imp,Ogre,turns,{},{},,\n"
)
WITHIN = 0.5


def game(seed):
    """A game of two units whose promises are those of a game nearby."""
    rng = random.Random(seed)
    units = UNITS.format(*(rng.randint(*ends) for ends in ((5, 12), (2, 5)) * 2))
    whole = judge(claims_of((units, ROWS.format(0, 100, 0, 99))))
    score, turns = (whole[at].value for at in (-2, -1))
    least, most = max(0, 100 * score - 3), min(100, 100 * score + 3)
    rows = ROWS.format(least, most, turns - 0.4, turns + 0.4)
    return UNITS.format(*(rng.randint(*ends) for ends in ((5, 12), (2, 5)) * 2)), rows


@cache
def brute(seed):
    """The least (numbers, size) of all changes of one number or two; None if there are none."""
    claims, best = claims_of(game(seed)), []
    asked = Query(claims)
    numbers = numbers_of(asked.units, within=WITHIN, change=["hp", "damage"])
    for count in (1, 2):
        for some in combinations(numbers, count):
            for steps in product(*(one.steps for one in some)):
                point = tuple(zip(some, steps, strict=True))
                changed = asked.game(point)
                answers = (one.by(changed, asked._place()) for one in asked.questions)
                values = [float(answer().value) for answer in answers]
                if all(one.holds(value) for one, value in zip(claims, values, strict=True)):
                    best.append((count, round(sum(step.size for step in steps), 9)))
        if best:
            return min(best)
    return None


@pytest.mark.parametrize(
    "seed", [4, *(pytest.param(at, marks=pytest.mark.slow) for at in range(30) if at != 4)]
)
def test_no_mend_that_brute_force_finds_is_lost(seed):
    claims = claims_of(game(seed))
    if not judge(claims).count("broken"):
        return
    found = mend(claims, most=2, within=WITHIN, change=["hp", "damage"], many=1)
    best = (len(found[0].point), round(found[0].size, 9)) if found else None
    assert best == brute(seed)
