"""Pooled volleys against plain recursions of another make: three board games, and a charge."""

from functools import cache
from itertools import product

import numpy as np
import pytest

from combat.battle import Volleyer, volley, volleys


def hits(units):
    """{hits: chance} of a list of chances, shot by shot."""
    found = {0: 1.0}
    for chance in units:
        after = {}
        for many, mass in found.items():
            after[many] = after.get(many, 0) + mass * (1 - chance)
            after[many + 1] = after.get(many + 1, 0) + mass * chance
        found = after
    return found


def plainly(one, other):
    """P(first wins, second, both fall): lists of (chance, extra points), lost from the front."""

    def lose(units, many):
        units = list(units)
        for at, (chance, extra) in enumerate(units):
            used = min(extra, many)
            units[at], many = (chance, extra - used), many - used
        return tuple(units[many:])

    @cache
    def go(one, other):
        if not one or not other:
            return (bool(one) and 1.0, bool(other) and 1.0, not one and not other and 1.0)
        mine, theirs = (hits([chance for chance, _ in side]) for side in (one, other))
        total, stay = np.zeros(3), mine[0] * theirs[0]
        for (m, p), (t, q) in product(mine.items(), theirs.items()):
            if m or t:
                total += p * q * np.array(go(lose(one, t), lose(other, m)), float)
        return total / (1 - stay)

    return go(tuple(one), tuple(other))


def of(units, **more):
    """A `Volleyer` of pairs (chance, extra points)."""
    return Volleyer(
        tuple("x" * len(units)), [c for c, _ in units], points=[1 + e for _, e in units], **more
    )


INFANTRY, TANK, FIGHTER, DREAD = (1 / 6, 0), (1 / 2, 0), (2 / 10, 0), (6 / 10, 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([INFANTRY] * 5, [(1 / 3, 0)] * 5),
        ([INFANTRY] * 2 + [TANK], [(1 / 3, 0)] * 3),
        ([INFANTRY] * 6 + [TANK] * 4, [(1 / 3, 0)] * 7 + [TANK]),  # Axis & Allies
        ([FIGHTER] * 4 + [DREAD] * 2, [FIGHTER] * 6 + [DREAD] * 2),  # Twilight Imperium
        ([FIGHTER] * 9 + [(0.3, 0)] * 3 + [DREAD] * 3, [FIGHTER] * 5 + [DREAD] * 4),
        ([FIGHTER, (0.0, 2)], [(0.9, 0)] * 2),
    ],
)
def test_battles_are_those_of_a_plain_recursion(one, other):
    found = volley({"one": of(one), "other": of(other)})
    assert found.outcomes[:3] == pytest.approx(plainly(one, other), abs=1e-12)
    assert found.joint.to_numpy().sum() == pytest.approx(1, abs=1e-12)
    assert found.undecided == pytest.approx(0, abs=1e-12)


def test_rounds_and_survivors_of_one_round_are_those_of_the_binomial():
    """Three that hit at 0.4 against two that hit at 0.2 have won after one round in 0.352."""
    sides = {"one": Volleyer(("a",) * 3, 0.4), "other": Volleyer(("b",) * 2, 0.2)}
    found = volley(sides, rounds=1)
    assert found.first == pytest.approx(3 * 0.4**2 * 0.6 + 0.4**3)
    assert found.joint.loc[2, 1] == pytest.approx(3 * 0.4 * 0.6**2 * 2 * 0.2 * 0.8)
    assert found.turns.values.tolist() == [1]
    assert found.survivors[1].mean == pytest.approx(
        2 - (3 * 0.4 * 0.6**2 + 2 * (3 * 0.4**2 * 0.6 + 0.4**3))
    )


def test_an_opening_stage_takes_off_those_who_would_fire_back():
    gun = Volleyer(("gun", "man"), [0.0, 0.5], opening=[1.0, 0.0])
    foe = Volleyer(("foe",), 1.0)
    assert volley({"gun": gun, "foe": foe}).first == 1
    two = Volleyer(("foe", "foe"), 1.0)
    assert volley({"gun": gun, "foe": two}).outcomes == pytest.approx([0.5, 0.25, 0.25, 0])
    # The man is lost first; the gun that is left fires again only if it opens each round.
    last = Volleyer(("man", "gun"), [0.5, 0.0], opening=[0.0, 1.0])
    for once, won in ((True, 0.5), (False, 1.0)):
        found = volley({"gun": last, "foe": two}, opening_once=once)
        assert found.first == pytest.approx(won)


def test_a_side_breaks_below_its_share():
    sides = {"one": Volleyer(("a",) * 4, 0.5), "other": Volleyer(("b",) * 4, 0.5, breaks=0.5)}
    found = volley(sides)
    left = found.joint.sum(axis=0)
    assert found.undecided == pytest.approx(found.joint.loc[1:, 1:].to_numpy().sum())
    assert found.joint.loc[1:, 2:].to_numpy().sum() == pytest.approx(0, abs=1e-12)
    assert left.sum() == pytest.approx(1)


def test_only_those_who_are_left_may_be_unable_to_hit():
    """Such a battle was over before it began: nobody had won, nobody was lost."""
    side = Volleyer(("gun", "man"), [0.5, 0.0])
    found = volley({"one": side, "other": side})
    assert found.outcomes == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert found.joint.loc[1, 1] == pytest.approx(1 / 3)


def test_who_cannot_hit_fights_for_ever():
    sides = {"one": Volleyer(("a",), 0.0), "other": Volleyer(("b",), 0.0)}
    assert volley(sides).undecided == 1
    assert np.isinf(volley(sides).turns.mean)
    assert volley(sides, rounds=3).undecided == 1


@pytest.mark.parametrize(
    ("many", "chance", "said"),
    [
        (900, 0.1, "900 hit points against 900 are too many states to follow: let one stand"),
        (90, 1e-11, r"long to follow: say after how many rounds to stop \(rounds\), or let"),
    ],
)
def test_what_takes_too_long_is_refused(monkeypatch, many, chance, said):
    monkeypatch.setattr(volleys, "MOST_WORK", 3e8)
    side = Volleyer(("a",) * many, chance)
    with pytest.raises(ValueError, match=said):
        volley({"one": side, "other": side})
