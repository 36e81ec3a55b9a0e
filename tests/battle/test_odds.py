"""The odds as tables, and tallies that are added up piece by piece."""

from dataclasses import replace

import numpy as np
import pytest

from combat.battle.tally import Tally
from combat.core.binomial import wilson
from combat.dice import constant, mix

NAMES = {"red": ("Ann", "Amy"), "blue": ("Bob",)}
# Four battles, by hand: red wins two, blue one, and one is stopped.
LEFT = np.array([[2, 0], [1, 3], [0, 0], [0, 1]]), np.array([[0], [0], [5], [2]])
ROUNDS = np.array([3, 3, 6, 10])


def test_a_tally_counts_what_is_left():
    odds = Tally.of(LEFT, ROUNDS).odds(NAMES, 4)
    assert odds.outcomes.tolist() == [0.5, 0.25, 0, 0.25]
    assert (odds.first, odds.second, odds.both, odds.undecided) == (0.5, 0.25, 0, 0.25)
    assert (odds.turns.values.tolist(), odds.turns.chances.tolist()) == (
        [3, 6, 10],
        [0.5, 0.25, 0.25],
    )
    assert odds.survivors[0].chances.tolist() == [0.25, 0.5, 0.25]
    assert odds.left[0].values.tolist() == [0, 1, 2, 4]
    assert odds.left[1].values.tolist() == [0, 2, 5]


def test_pieces_add_up_to_the_whole():
    whole = Tally.of(LEFT, ROUNDS).odds(NAMES, 4)
    for cut in (1, 2, 3):
        parts = [
            Tally.of([side[part] for side in LEFT], ROUNDS[part])
            for part in (slice(cut), slice(cut, None))
        ]
        for one, other in (parts, parts[::-1]):
            found = (one + other).odds(NAMES, 4)
            assert found.table().equals(whole.table())
            assert found.survival.equals(whole.survival)
            assert found.turns.chances.tolist() == whole.turns.chances.tolist()
            assert found.left[0].mean == whole.left[0].mean


@pytest.mark.parametrize("battles", [4, None])
def test_each_chance_stands_with_its_interval(battles):
    odds = Tally.of(LEFT, ROUNDS).odds(NAMES, battles)
    table, survival = odds.table(), odds.survival
    assert table.index.name == "outcome"
    assert table.index.tolist() == ["red", "blue", "draw", "undecided"]
    assert survival.index.tolist() == [0, 1, 2]
    assert survival.columns.tolist() == ["side", "name", "chance", "low", "high"]
    assert survival["side"].tolist() == ["red", "red", "blue"]
    assert survival["name"].tolist() == ["Ann", "Amy", "Bob"]
    assert survival["chance"].tolist() == [0.5, 0.5, 0.5]
    for frame, counts in ((table, [2, 1, 0, 1]), (survival, [2, 2, 2])):
        if battles is None:  # exact
            assert (frame["low"] == frame["chance"]).all()
            assert (frame["high"] == frame["chance"]).all()
        else:
            low, high = wilson(np.array(counts), 4)
            assert frame["low"].tolist() == low.tolist()
            assert frame["high"].tolist() == high.tolist()


def test_printed_it_is_a_sentence():
    """It was a dataclass full of arrays."""
    odds = Tally.of(LEFT, ROUNDS).odds(NAMES, 4)
    assert str(odds) == (
        "red wins 50.0% (15.0% to 85.0%) of all fights, blue 25.0% (4.6% to 69.9%), "
        "25.0% are undecided; one takes 5.5 turns and leaves 1.8 and 1.8 hit points on average "
        "(4 with dice)."
    )
    exact = replace(odds, fights=None, outcomes=np.array([0.29999, 0.5, 0.2, 0.00001]))
    assert str(exact) == (
        "red wins 30.0% of all fights, blue 50.0%, in 20.0% both fall; "
        "one takes 5.5 turns on average (exact)."
    )


def test_printed_it_says_what_it_leaves_out_and_that_it_may_never_end():
    odds = Tally.of(LEFT, ROUNDS).odds(NAMES)
    endless = mix([0.5, 0.5], [constant(3), constant(np.inf)])
    noted = replace(odds, turns=endless, notes=("No dice.", "No guards."))
    first, *rest = str(noted).splitlines()
    assert first.endswith("; one may never end (exact).")
    assert rest == ["No dice.", "No guards."]


def test_printed_hardly_ever_is_not_never():
    odds = Tally.of(LEFT, ROUNDS).odds(NAMES)
    rare = replace(odds, outcomes=np.array([1 - 4e-5, 4e-5, 0, 0]))
    assert "red wins 99.996% of all fights, blue 0.004%;" in str(rare)


def test_what_is_left_of_both_together_is_known_or_refused():
    duel = Tally.of((np.array([[2], [0]]), np.array([[0], [3]])), ROUNDS[:2]).odds(
        {"red": ("Ann",), "blue": ("Bob",)}
    )
    assert duel.joint.stack().loc[lambda chance: chance > 0].to_dict() == {(2, 0): 0.5, (0, 3): 0.5}
    for unknown in (Tally.of(LEFT, ROUNDS).odds(NAMES), replace(duel, outcomes=np.full(4, 0.25))):
        with pytest.raises(ValueError, match="of each side alone"):
            _ = unknown.joint
