"""Breaks that are planted into games whose charters hold: the mend is never larger than they are.

`PLANTED=20 pytest -s -m slow tests/charter/mends/test_planted.py` plants some two hundred of them,
and says how it went.
"""

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from combat.charter import judge, mend, read_charter
from combat.charter.mends.asking import Asked
from combat.charter.mends.numbers import numbers_of
from tests.charter.mends.games import SMALL, changed, claims_of

FOLDER = Path("data/own_game")
EXAMPLE = (FOLDER / "units.csv").read_text(), None
MOST = 0.4  # of a number's own size
SECONDS = 60
TIMES = int(os.environ.get("PLANTED", 2))  # 20 take half an hour


def claims(game):
    if game[1] is not None:
        return claims_of(game)
    return read_charter(FOLDER / "units.charter.csv", files={"units.csv": game[0].encode()}).claims


def planted(game, many, seed):
    """A game with so many changed numbers, after which a promise is broken, and what undoes it."""
    rng = random.Random(seed)
    numbers = numbers_of(Asked(claims(game)[:20]).units, within=MOST)
    while True:
        other, some = game, rng.sample(numbers, many)
        for number in some:
            other = changed(other, number.unit, number.column, rng.choice(number.steps).written)
        if judge(claims(other)).count("broken"):
            back = {(one.unit, one.column): one.written for one in some}
            undone = numbers_of(Asked(claims(other)[:20]).units, within=10)
            sizes = [
                next((step.size for step in one.steps if step.written == back[key]), 10.0)
                for one in undone
                if (key := (one.unit, one.column)) in back
            ]
            return other, sum(sizes)


def outcome(game, many, seed):
    """Whether the mend is "no larger" than what was planted, "larger", or cut by the "clock"."""
    other, size = planted(game, many, seed)
    found = mend(claims(other), most=many, seconds=SECONDS, many=1)
    best = min(((len(one.point), one.size) for one in found), default=(many + 1, 0))
    if best <= (many, size + 1e-9):
        return "no larger"
    return "clock" if found.stopped and found.tried else "larger"


@pytest.mark.parametrize(
    ("name", "many"), [("duels", 1), ("flat", 1), ("shares", 1), ("duels", 2), ("flat", 2)]
)
def test_a_mend_is_no_larger_than_what_was_planted(name, many):
    assert outcome(SMALL[name], many, 1) == "no larger"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "many"), [*((name, many) for name in SMALL for many in (1, 2)), ("example", 1)]
)
def test_of_many_breaks_hardly_any_has_a_larger_mend(name, many):
    """Two numbers of the example run into the clock, which proves nothing."""
    game, times = (EXAMPLE, (TIMES + 2) // 3) if name == "example" else (SMALL[name], TIMES)
    found = Counter(outcome(game, many, seed) for seed in range(times))
    print(f"\n{name}, {many} planted: {dict(found)}")
    assert found["no larger"] + found["clock"] >= 0.95 * times
