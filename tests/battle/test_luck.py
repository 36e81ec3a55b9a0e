"""Random numbers by their place: the generator's own, whatever else is drawn."""

import numpy as np

from combat.battle.luck import Luck


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
