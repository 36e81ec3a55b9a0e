"""A margin: a mend leaves so much room to every promise, held against what `judge` says of it."""

import numpy as np
import pytest

from combat.charter import judge, mend
from combat.charter.claim import Claim
from tests.charter.mends.games import LUCK, SMALL, changed, claims_of, with_changes

BROKEN = changed(SMALL["duels"], "Ogre", "hp", 11)


def rooms_after(game, changes):
    return [-one.margin for one in judge(claims_of(with_changes(game, changes)))]


def test_the_mends_are_those_that_leave_the_room_to_every_promise():
    wide = {one.changes for one in mend(claims_of(BROKEN), most=1, many=100)}
    kept = {one.changes for one in mend(claims_of(BROKEN), most=1, many=100, margin=0.02)}
    assert kept
    assert all(min(rooms_after(BROKEN, one)) >= 0.02 for one in kept)
    near = {one for one in wide if min(rooms_after(BROKEN, one)) < 0.02}
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
    game = BROKEN[0], BROKEN[1] + LUCK.replace("99 %", "93 %")
    assert mend(claims_of(game), most=1)
    assert "counts: luck, at least 94%." in str(mend(claims_of(game), most=1, margin=0.01))
    lines = mend(claims_of(BROKEN), margin=1).lines
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
