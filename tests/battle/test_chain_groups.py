"""Sortings of fighters alike, held against lists of them."""

from collections import Counter
from itertools import permutations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.battle.chain_groups import Group, rows_of, sortings
from combat.battle.chain_losses import comb_of


@given(st.integers(0, 6), st.integers(1, 5))
def test_sortings_are_all_ways_once_each_at_its_place(total, levels):
    found = sortings(total, levels)
    ways = {row for row in product(range(total + 1), repeat=levels) if sum(row) == total}
    assert set(map(tuple, found.tolist())) == ways
    assert len(found) == len(ways) == comb(total + levels - 1, total)
    assert rows_of(found).tolist() == list(range(len(found)))


@given(st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_orders_of_counts(counts):
    letters = [at for at, count in enumerate(counts) for _ in range(min(count, 2))]
    fewer = [min(count, 2) for count in counts]
    assert comb_of(fewer) == len(set(permutations(letters)))


def listed(counts):
    return [level for level, count in enumerate(counts) for _ in range(count)]


@pytest.mark.parametrize(
    ("living", "drawn", "most", "damage"), [(3, 2, 2, 1), (3, 3, 1, 1), (2, 2, 3, 2)]
)
def test_many_alike_struck_together(living, drawn, most, damage):
    damages, moves = Group(living, 9).struck_together(drawn, most, damage)
    chances = [0.5, 0.3, 0.2][: damage + 1]
    chances[-1] += 1 - sum(chances)
    found = Counter()
    for term, before, after, weight in zip(*map(np.ndarray.tolist, moves), strict=True):
        way = damages[term].tolist()
        share = comb_of(way) * np.prod([chance**n for chance, n in zip(chances, way, strict=True)])
        found[before, after] += weight * share
    plain = Counter()
    for before, row in enumerate(sortings(living, most + 1).tolist()):
        for hurt in product(range(damage + 1), repeat=drawn):
            # All alike may be drawn: the first ones of every order are.
            orders = list(permutations(listed(row)))
            for order in orders:
                left = [
                    min(most, level + (hurt[at] if at < drawn else 0))
                    for at, level in enumerate(order)
                ]
                after = int(rows_of(np.bincount(left, minlength=most + 1)[None])[0])
                plain[before, after] += np.prod([chances[at] for at in hurt]) / len(orders)
    assert dict(found) == pytest.approx(dict(plain))
