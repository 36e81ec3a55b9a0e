"""Random numbers by their place: uniform, unlike each other, and always the same."""

import numpy as np
from scipy import stats

from combat.battle.luck import Luck


def numbers(*, battles=200, rounds=(1, 2), sides=(0, 1), fighters=5, draws=(0, 1, 2**20)):
    """The numbers (high, low) of every place, as one array."""
    luck, found = Luck(3, 0, battles), []
    at, row = np.divmod(np.arange(battles * fighters), fighters)
    for number in rounds:
        luck.begin_round(number)
        for side in sides:
            keys = luck.of_fighters(side, at, row)
            found += [luck.halves(keys, draw) for draw in draws]
    return np.array(found)


def test_every_place_has_a_number_of_its_own():
    high, low = np.moveaxis(numbers(), 1, 0)
    whole = high.astype(np.uint64) << np.uint64(32) | low.astype(np.uint64)
    assert len(np.unique(whole)) == whole.size


def test_they_are_uniform_and_not_of_a_kind():
    found = numbers(battles=2000) / 2**32
    assert stats.kstest(found.ravel(), "uniform").pvalue > 0.01
    rows = found.reshape(-1, found.shape[-1])
    assert np.abs(np.corrcoef(rows) - np.eye(len(rows))).max() < 5 / found.shape[-1] ** 0.5
    one, next_one = rows[:, :-1].ravel(), rows[:, 1:].ravel()  # fighters side by side
    assert abs(np.corrcoef(one, next_one)[0, 1]) < 5 / one.size**0.5


def test_a_battle_keeps_its_numbers_when_others_are_over():
    all_of_them, some = Luck(9, 0, 10), Luck(9, 0, 10)
    some.keep(np.array([2, 7]))
    for luck in (all_of_them, some):
        luck.begin_round(4)
    assert (some.coin() == all_of_them.coin()[[2, 7]]).all()
    heads = Luck(9, 0, 4000)
    heads.begin_round(1)
    assert abs(heads.coin().mean() - 0.5) < 4.5 * 0.5 / 4000**0.5


def mixed(state):
    """SplitMix64 in Python's own whole numbers."""
    state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ (state >> 27)) * 0x94D049BB133111EB % 2**64
    return state ^ (state >> 31)


def counted(start, steps):
    return mixed((start + steps * 0x9E3779B97F4A7C15) % 2**64)


def test_each_number_is_the_generators_at_its_place():
    first = int(np.random.SeedSequence(21).generate_state(1, np.uint64)[0])
    battles, rows = np.array([0, 1, 2, 2]), np.array([0, 3, 1, 0])
    luck = Luck(21, 5, 3)
    luck.begin_round(7)
    rounds = [counted(counted(first, 5 + battle), 7) for battle in range(3)]
    for side in (0, 1):
        for draw in (0, 1, 2**33):
            high, low = luck.halves(luck.of_fighters(side, battles, rows), draw)
            for at, (battle, row) in enumerate(zip(battles, rows, strict=True)):
                number = counted(rounds[battle], (side << 62) + (int(row) << 40) + draw)
                assert (high[at], low[at]) == divmod(number, 2**32)
    # The coin stands where a third side would.
    for number in range(1, 20):
        luck.begin_round(number)
        rounds = [counted(counted(first, 5 + battle), number) for battle in range(3)]
        assert luck.coin().tolist() == [counted(at, 2 << 62) >= 2**63 for at in rounds]
