"""What mends a charter: the smallest change, of one number or two, held against brute force.

With a margin it leaves room to every promise.
"""

import random
from itertools import combinations, product

import numpy as np
import pytest

from combat.charter import judge, mend, read_charter
from combat.charter.claim import Claim
from combat.charter.mends.numbers import numbers_of
from combat.charter.mends.query import Query
from tests.charter import rows as charters
from tests.charter.mends.games import LUCK, SMALL, changed, claims_of, with_changes
from tests.charter.rows import written

SHEET = b"name,hp,attack,defense,damage\nImp,4,9,9,1\nOgre,3,9,9,1\n"

BROKEN = {
    "duels": ("Ogre", "hp", 11),
    "flat": ("Dog", "hp", 9),
    "shares": ("Axe", "damage", "1d8+6"),
}


def broken(name):
    return changed(SMALL[name], *BROKEN[name])


@pytest.mark.parametrize(
    "name", ["duels", *(pytest.param(name, marks=pytest.mark.slow) for name in ("flat", "shares"))]
)
def test_the_least_single_change_is_that_of_brute_force(name):
    game, how = broken(name), {"within": 0.5, "change": ["hp", "damage"]}
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


UNITS = "name,hp,attack,defense,damage\nImp,{},9,9,{}\nOgre,{},9,9,{}\n"
# Blows to kill are a step of hp by damage; the share of a duel rises and falls back between steps.
ROWS = (
    "short,units,*,*,blows to kill,2,6,,\neven,units,Imp,Ogre,score,{} %,{} %,,\n"
    "turns,units,Imp,Ogre,turns,{},{},,\n"
)
WITHIN = 0.5


def game(seed):
    """A game of two units whose promises are those of a game nearby."""
    rng = random.Random(seed)
    units = UNITS.format(*(rng.randint(*ends) for ends in ((5, 12), (2, 5)) * 2))
    whole = judge(claims_of((units, ROWS.format(0, 100, 0, 99))))
    score, turns = (whole[at].value for at in (-2, -1))
    least, most = max(0, 100 * score - 3), min(100, 100 * score + 3)
    rows = ROWS.format(least, most, turns - 0.4, turns + 0.4)
    return UNITS.format(*(rng.randint(*ends) for ends in ((5, 12), (2, 5)) * 2)), rows


def brute(seed):
    """The least (numbers, size) of all changes of one number or two; None if there are none."""
    claims, best = claims_of(game(seed)), []
    asked = Query(claims)
    numbers = numbers_of(asked.units, within=WITHIN, change=["hp", "damage"])
    for count in (1, 2):
        for some in combinations(numbers, count):
            for steps in product(*(one.steps for one in some)):
                point = tuple(zip(some, steps, strict=True))
                changed = asked.game(point)
                answers = (one.by(changed, asked._place()) for one in asked.questions)
                both = zip(claims, answers, strict=True)
                if all(claim.holds(answer().value) for claim, answer in both):
                    best.append((count, round(sum(step.size for step in steps), 9)))
        if best:
            return min(best)
    return None


@pytest.mark.parametrize(
    "seed", [5, *(pytest.param(at, marks=pytest.mark.slow) for at in range(15) if at != 5)]
)
def test_no_mend_that_brute_force_finds_is_lost(seed):
    claims = claims_of(game(seed))
    if not judge(claims).count("broken"):
        return
    found = mend(claims, most=2, within=WITHIN, change=["hp", "damage"], many=1)
    best = (len(found[0].point), round(found[0].size, 9)) if found else None
    assert best == brute(seed)


STRONG_OGRE = changed(SMALL["duels"], "Ogre", "hp", 11)


def rooms_after(game, changes):
    return [-one.margin for one in judge(claims_of(with_changes(game, changes)))]


def test_the_mends_are_those_that_leave_the_room_to_every_promise():
    how = {"most": 1, "many": 100, "change": ["hp", "attack"]}
    wide = {one.changes for one in mend(claims_of(STRONG_OGRE), **how)}
    kept = {one.changes for one in mend(claims_of(STRONG_OGRE), **how, margin=0.02)}
    assert kept
    assert all(min(rooms_after(STRONG_OGRE, one)) >= 0.02 for one in kept)
    near = {one for one in wide if min(rooms_after(STRONG_OGRE, one)) < 0.02}
    assert near
    assert wide - near <= kept


def test_an_untouched_promise_with_less_room_makes_it_impossible():
    units, rows = SMALL["duels"]
    game = changed((units, rows.replace("80 %,99 %", "96 %,")), "Elf", "hp", 12)
    assert mend(claims_of(game), change=["Elf: hp"])
    assert mend(claims_of(game), change=["Elf: hp"], margin=0.02).lines == [
        "No mend was found for 2 promises.",
        "Broken, and no number that may change counts: Ogre beats Imp, at least 98%.",
        "Bands are narrower at both ends by the margin of 2%.",
    ]
    game = STRONG_OGRE[0], STRONG_OGRE[1] + LUCK.replace("99 %", "93 %")
    assert mend(claims_of(game), most=1)
    assert "counts: luck, at least 94%." in str(mend(claims_of(game), most=1, margin=0.01))
    lines = mend(claims_of(STRONG_OGRE), margin=1).lines
    assert lines[1] == "No value has this margin to both ends: Ogre beats Imp, 180% to -1%."


def test_sampled_promises_are_judged_with_their_margin():
    row = "armies,units,3 Imp,3 Ogre,score,,{most} %,method=sampled,4000\n"
    game = changed((SMALL["duels"][0], row.format(most=30)), "Ogre", "hp", 8)
    (first, *_) = mend(claims_of(game), most=1, many=1, change=["Ogre: hp"], margin=0.1)
    after = with_changes((game[0], row.format(most=20)), first.changes)
    assert judge(claims_of(after), seed=5).count("holds") == 1


@pytest.mark.parametrize("unit", ["chance", "number"])
@pytest.mark.parametrize("band", [(0.3, 0.7), (-np.inf, 0.6), (2.0, np.inf), (-9.0, 8.0)])
@pytest.mark.parametrize("margin", [0, 0.05, 1])
def test_the_narrower_band_holds_the_values_that_have_the_margin(unit, band, margin):
    claim = Claim(2, "", "units", "", "", "", *band, unit=unit)
    values = np.linspace(-12, 12, 2403)
    narrower = claim.narrower(margin)
    within = narrower.margin(values) <= 0
    assert (within == (claim.margin(values) <= -margin + 1e-9)).all()
    possible = (values >= 0) & (values <= 1) | (unit == "number")
    assert not (narrower.empty and within[possible].any())
