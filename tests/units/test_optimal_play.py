"""The best policy of a duel: at least as good as any list, by the score that a duel has."""

import numpy as np
import pytest

from combat.units import Action, Rules, Unit, best_play, condition, duel


def hit(attacker, defender):
    return np.where(attacker.attack == 5, 0.2, 1.0)


def mends(when, heals=6, **given):
    return Action("Mend", on="self", heals=heals, when=condition(when, [], []), **given)


WALL = Unit("Wall", 6, 5, 0, 9)
RAT = Unit("Rat", 9, 0, 0, 3)
FIRST = Rules(hit=hit, order="first")
LISTS = {
    "strikes": [],
    "mends if hurt": [mends("hp < 100 %")],
    "mends if nearly dead": [mends("hp <= 50 %")],
    "mends always": [mends("hp >= 0")],
    "mends for a while": [mends("round < 4")],
    "mends twice": [mends("hp < 100 %", uses=2)],
}


@pytest.mark.parametrize("actions", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("order", ["first", "both", "alternate"])
@pytest.mark.parametrize("foe", [RAT, RAT.changed(damage=6), RAT.changed(damage=0), WALL])
def test_no_list_does_better_than_best_play(actions, order, foe):
    """Endless play was lost to `best_play` and half won to `duel`: it had 0.36, a list 0.60."""
    wall, rules = WALL.changed(actions=actions), Rules(hit=hit, order=order)
    listed = duel(wall, foe, rules).score
    found = best_play(wall, foe, rules)
    assert found.value() >= listed - 1e-9


def test_who_can_hold_out_for_ever_has_half_and_what_he_wins_by_chance():
    wall = WALL.changed(actions=LISTS["mends if hurt"])
    found = best_play(wall, RAT, FIRST)
    # He strikes when he is unhurt, for 0.2, and then must mend: for ever, so a half of the rest.
    assert duel(wall, RAT, FIRST).score == pytest.approx(0.6)
    assert found.value() >= 0.6
    assert found.endless == 0.5
    low, high = found.bounds()
    assert low == pytest.approx(1 - 0.8**2)  # two strikes before he falls, if waiting is lost
    assert high == pytest.approx(1)  # he mends for ever, if that is won
