"""Which places of its controls a page has answers for: all, or some near each pair of moves."""

from itertools import combinations, product

import pytest

from combat.workbook.panel.places import APART, places

# Three sliders, a list of 18 and two boxes.
COUNTS, START, LISTS = [61, 61, 20, 18, 2, 2], (30, 7, 0, 5, 0, 1), {3, 4, 5}


def lie_near(kept, counts=COUNTS, lists=LISTS):
    """Whether a place is held: a function of a place, which asks each recorded one."""

    def near(place):
        return any(
            all(
                a == b or (at not in lists and abs(a - b) <= APART * (counts[at] - 1))
                for at, (a, b) in enumerate(zip(one, place, strict=True))
            )
            for one in kept
        )

    return near


def moved(start, changes):
    return tuple(changes.get(at, stands) for at, stands in enumerate(start))


def test_all_combinations_come_where_they_fit_the_start_first():
    kept = places([range(3), "ab"], (1, 0), most=6)
    assert kept[0] == (1, 0)
    assert sorted(kept) == [*product(range(3), range(2))]


def test_each_control_has_all_its_values_alone_and_each_pair_a_place_near_by():
    kept = places([*map(range, COUNTS)], START, most=1000, lists=LISTS)
    assert len(kept) == len({*kept}) <= 1000
    for at, count in enumerate(COUNTS):
        assert {moved(START, {at: to}) for to in range(count)} <= {*kept}
    near = lie_near(kept)
    some = [[*range(0, count, max(1, count // 9)), count - 1] for count in COUNTS]
    for one, two in combinations(range(len(COUNTS)), 2):
        for here, there in product(some[one], some[two]):
            assert near(moved(START, {one: here, two: there})), (one, here, two, there)


def test_lists_and_boxes_are_whole_in_pairs_and_three_boxes_move_together():
    counts, start = [61, 3] + [2] * 12, (30, 1) + (0,) * 12
    kept = {*places([*map(range, counts)], start, most=520, lists={*range(1, 14)})}
    for box in range(2, 14):
        assert {moved(start, {1: at, box: 1}) for at in range(3)} <= kept
    for boxes in combinations(range(2, 14), 3):
        assert moved(start, dict.fromkeys(boxes, 1)) in kept


def test_those_that_belong_together_are_finer_than_others():
    counts, start = [41] * 4, (0,) * 4
    apart = places([*map(range, counts)], start, most=700)
    kept = places([*map(range, counts)], start, most=700, together=[(2, 3)])
    both = [sum(one[2] > 0 < one[3] for one in some) for some in (apart, kept)]
    assert both[1] > 2 * both[0]
    assert len(kept) <= 700


def test_what_is_named_is_there_however_few_fit_and_grids_have_its_values():
    also = [(17, 0, 13), (30, 1, 5)]
    kept = places([range(61), range(61), range(61)], (30, 30, 30), also, most=37)
    assert kept[1:3] == also
    assert len(kept) <= 37
    kept = places([range(61), range(61), range(61)], (30, 30, 30), also, most=1000)
    assert {(17, 30, 30), (30, 30, 13), (17, 0, 30)} <= {*kept}


@pytest.mark.parametrize("most", [37, 133, 400, 1500])
def test_no_more_are_kept_than_fit(most):
    assert len(places([range(61)] * 5 + [range(2)] * 6, (9,) * 5 + (0,) * 6, most=most)) <= most


def test_a_place_has_only_values_that_a_control_has_alone():
    kept = places([range(61)] * 6, (9,) * 6, most=200)
    for at in range(6):
        alone = {one[at] for one in kept if sum(to != 9 for to in one) <= 1}
        assert {one[at] for one in kept} == alone
