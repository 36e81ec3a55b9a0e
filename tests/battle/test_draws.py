"""Random numbers by their place, and the damage drawn with them."""

import numpy as np
import pytest

from combat.battle import draws as module
from combat.battle.draws import Damage, Luck


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


MOST = 300


def at_most(attacks, defenses, most):
    """A rising table for pairs of whole numbers, steps of very different height."""
    steps = np.arange(1, most + 1) ** (0.2 + 0.3 * attacks[:, None])
    return np.minimum(1, (steps + defenses[:, None]) / (most + 1) ** 0.9)


def grid(size):
    """Numbers of 32 bits, evenly spread, their ends among them."""
    return np.linspace(0, 2**32 - 1, size).astype(np.int64)


@pytest.mark.parametrize("most", [1, 2, 17, 32, 33, MOST])
@pytest.mark.parametrize("listed", [0, 4096])
def test_damage_is_how_many_chances_a_number_passes(monkeypatch, most, listed):
    monkeypatch.setattr(module, "_LISTED", listed)
    monkeypatch.setattr(module, "_CELLS", 1000 if listed == 0 else 2**22)
    attacks, defenses = np.array([1, 2, 3]), np.array([0, 1])
    pairs = Damage(at_most, most).pairs(attacks, defenses)
    for pair in range(6):
        table = at_most(attacks[[pair // 2]], defenses[[pair % 2]], most)[0]
        numbers = np.concatenate([grid(2000), np.ceil(table[table < 1] * 2**32).astype(int)])
        plainly = [(table <= number / 2**32).sum() for number in numbers]
        assert pairs.drawn(np.full(len(numbers), pair), numbers).tolist() == plainly
        assert pairs.drawn(np.array([pair]), numbers[:1]).dtype == np.int64  # as hit points are
        mixed = np.arange(len(numbers)) % 6
        assert (
            pairs.drawn(mixed, numbers)[mixed == pair] == np.array(plainly)[mixed == pair]
        ).all()


@pytest.mark.parametrize("listed", [0, 4096])
def test_a_class_may_be_told_by_several_numbers(monkeypatch, listed):
    """Evasion and armour, say: a row of numbers for each class."""
    monkeypatch.setattr(module, "_LISTED", listed)
    single, numbers = np.array([[1], [2]]), np.array([[0, 9], [1, 4], [2, 7]])

    def by_rows(attacks, defenses, most):
        return at_most(attacks[:, 0], defenses.sum(axis=1), most)

    drawn = Damage(by_rows, 9).pairs(single, numbers)
    alone = Damage(at_most, 9).pairs(single[:, 0], numbers.sum(axis=1))
    each = np.arange(6).repeat(50)
    assert drawn.drawn(each, np.tile(grid(50), 6)).tolist() == (
        alone.drawn(each, np.tile(grid(50), 6)).tolist()
    )


def test_a_certain_blow_never_fails():
    sure = Damage(lambda attacks, defenses, most: np.array([[0.0, 1.0]]), 2)
    pairs = sure.pairs(np.array([1]), np.array([1]))
    assert set(pairs.drawn(np.zeros(999, int), grid(999)).tolist()) == {1}


@pytest.mark.parametrize("listed", [0, 4096])
@pytest.mark.parametrize("wrong", [np.nan, -0.5, 1.5])
def test_a_table_of_anything_but_chances_is_told_with_its_side(monkeypatch, listed, wrong):
    monkeypatch.setattr(module, "_LISTED", listed)
    odd = Damage(lambda attacks, defenses, most: np.array([[0.5, wrong]]), 2, "the side of Ann")
    with pytest.raises(ValueError, match=rf"damage of the side of Ann gives {wrong:g} as P"):
        odd.pairs(np.array([1]), np.array([1])).drawn(np.array([0]), np.array([0]))


def test_what_rounding_adds_to_a_table_is_no_fault():
    near = Damage(lambda attacks, defenses, most: np.array([[-1e-15, 1 + 1e-15]]), 2)
    pairs = near.pairs(np.array([1]), np.array([1]))
    assert set(pairs.drawn(np.zeros(999, int), grid(999)).tolist()) == {1}


def test_tables_are_kept_but_not_for_ever():
    calls = []

    def counted(attacks, defenses, most):
        calls.append(attacks)
        return np.ones((len(attacks), 1))

    damage = Damage(counted, 2)
    for _ in range(3):
        for number in range(10):
            damage.pairs(np.array([number]), np.array([1]))
    assert len(calls) == 10
    for number in range(1000):
        damage.pairs(np.array([number]), np.array([1]))
    assert len(damage._kept) == module._KEPT
