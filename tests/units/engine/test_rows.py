"""Fights side by side: distributions that many draw from, and dice."""

import numpy as np

from combat.units.engine.luck import Draws, Rolling
from combat.units.engine.rows import Form, World


def fights(many):
    form = Form({"turn": (), "hp": (1,)})
    table = np.array([[1], [3]]).repeat(many, axis=1)
    beside = {"of": np.arange(many), "weight": np.ones(many), "actor": np.zeros(many, int)}
    return World(form, table, **beside)


def rolling(many, seed=0, number=1):
    source, w = Rolling(seed), fights(many)
    source.started(w)
    source.begin(w, number)
    return source, w


def test_a_number_just_below_1_never_chooses_of_the_next_distribution():
    draws = Draws()
    places = np.array([draws.add([value], [1.0]) for value in range(5000)])
    numbers = np.full(5000, 1 - 2**-53)
    assert draws.rolled(places, numbers)[0].tolist() == list(range(5000))


def test_dice_are_even_and_those_of_other_fights_turns_and_actions_are_others():
    many = 100_000
    source, w = rolling(many)
    numbers = [source._rolled(w, True)]
    numbers.append(source._rolled(w, True))
    source.begin(w, 2)
    numbers.append(source._rolled(w, True))
    source.begin(w, 2, 1)  # once more in the same turn
    numbers.append(source._rolled(w, True))
    w["turn"] += 1
    source.begin(w, 1)
    numbers.append(source._rolled(w, True))
    w["actor"] += 1
    source.begin(w, 1)
    numbers.append(source._rolled(w, True))
    error = 1 / (12 * many) ** 0.5
    for one in numbers:
        assert abs(one.mean() - 0.5) < 4 * error
    together = np.corrcoef(np.array(numbers))
    assert np.abs(together - np.eye(6)).max() < 4 / many**0.5
    assert abs(np.corrcoef(numbers[0][1:], numbers[0][:-1])[0, 1]) < 4 / many**0.5


def test_dice_choose_evenly_and_never_what_is_closed():
    source, w = rolling(30_000)
    open_to = np.zeros((4, 30_000), bool)
    open_to[[1, 3]], open_to[:, 0] = True, False
    chosen = source.choose(w, open_to)
    assert chosen[0] == -1
    assert set(chosen[1:].tolist()) == {1, 3}
    assert abs((chosen == 1).mean() - 0.5) < 4 * 0.5 / 30_000**0.5
