"""What mends a charter: the smallest change, held against brute force and against planted ones."""

import random

import pytest

from combat.charter import judge, mend, read_charter
from combat.charter.mends.numbers import numbers_of
from combat.charter.mends.query import Query
from tests.charter import rows as charters
from tests.charter.mends.games import SMALL, changed, claims_of, with_changes
from tests.charter.rows import written

SHEET = b"name,hp,attack,defense,damage\nImp,4,9,9,1\nOgre,3,9,9,1\n"

BROKEN = {
    "duels": ("Ogre", "hp", 11),
    "flat": ("Dog", "hp", 9),
    "shares": ("Axe", "damage", "1d8+6"),
}


def broken(name):
    return changed(SMALL[name], *BROKEN[name])


@pytest.mark.parametrize("name", SMALL)
def test_the_charters_of_the_small_games_hold(name):
    assert judge(claims_of(SMALL[name])).count("holds") == len(claims_of(SMALL[name]))
    assert judge(claims_of(broken(name))).count("broken")


@pytest.mark.parametrize(
    ("name", "change", "within"),
    [
        *((name, ["hp", "damage"], 0.5) for name in SMALL),
        *(pytest.param(name, None, 0.5, marks=pytest.mark.slow) for name in SMALL),
    ],
)
def test_the_least_single_change_is_that_of_brute_force(name, change, within):
    game, how = broken(name), {"change": change, "within": within}
    claims = claims_of(game)
    found = {one.changes[0][:2]: one for one in mend(claims, most=1, many=100, **how)}
    best = {}
    for number in numbers_of(Query(claims).units, **how):
        for step in sorted(number.steps, key=lambda one: one.size):
            other = claims_of(changed(game, number.unit, number.column, step.written))
            if judge(other).count("holds") == len(other):
                best[number.unit, number.column] = step.size
                break
    assert found
    assert {key: one.size for key, one in found.items()} == pytest.approx(best)


@pytest.mark.parametrize("name", SMALL)
def test_side_by_side_all_claims_are_what_judge_says_of_each_changed_sheet(name):
    """Also those that a change shouldn't touch, and several changes at once."""
    game = SMALL[name]
    asked, rng = Query(claims_of(game)), random.Random(name)
    some = [rng.sample(numbers_of(asked.units), many) for many in (1, 1, 1, 1, 2, 2, 3)]
    points = [tuple((number, rng.choice(number.steps)) for number in one) for one in some]
    places = list(range(len(asked.claims)))
    for point, margins in zip(points, asked.margins(points, places), strict=True):
        changes = [(one.unit, one.column, "", step.written) for one, step in point]
        for at, one in enumerate(judge(claims_of(with_changes(game, changes)))):
            assert one.margin == pytest.approx(margins[at], abs=1e-9)


def test_a_function_of_ones_own_may_rise_and_fall(tmp_path):
    row = "x,python,,,own.py:off,,0.5,,"
    own = "def off(units):\n    return abs(units['Imp'].hp - 6)\n"
    claims = read_charter(written(tmp_path, row, own=own, units=SHEET)).claims
    assert [one.words for one in mend(claims, keep=["Ogre"])] == ["Imp: hp 4 -> 6"]


def test_a_mend_closes_in_on_values_between_those_that_are_tried():
    """Of 300 hit points every fifth is tried; 21 hits of 7 fell 147, and half of all blows hit."""
    files = {"units.csv": b"name,hp,attack,defense,damage\nImp,4,9,9,7\nOgre,300,9,9,1\n"}
    claims = charters.claims_of("x,units,Imp,Ogre,blows to kill,,42,,", files=files)
    assert [one.words for one in mend(claims, change=["Ogre: hp"])] == ["Ogre: hp 300 -> 147"]


def test_a_status_that_two_units_give_is_one_number_of_both():
    bites = b"unit,action,damage,gives\nImp,Sting,1,ill 2\nOgre,Bite,2,ill 3\n"
    files = {
        "units.csv": SHEET,
        "units.actions.csv": bites,
        "units.statuses.csv": b"status,loses\nill,2\n",
    }
    asked = Query(charters.claims_of("x,units,Imp,Ogre,win,1 %,,,", files=files))
    numbers = [one for one in numbers_of(asked.units) if one.column.startswith("ill: ")]
    assert [(one.unit, one.column) for one in numbers] == [("Imp", "ill: loses")]
    (number,) = numbers
    game = asked.game(((number, number.steps[-1]),))
    assert {one["ill: loses"].mean for one in game} == {number.steps[-1].value}


def test_a_mend_says_what_it_changes_and_what_is_near():
    (first, *_) = mend(claims_of(broken("duels")))
    near = "all 6 promises hold; the nearest to its limit is Ogre beats Imp, 82.79%, 80% to 99%"
    assert str(first) == f"Imp: hp 12 -> 11: {near}"
    assert first.verdicts.count("holds") == len(first.verdicts)
