"""The duels of a charter, computed side by side: the same verdicts as of each alone."""

import pytest

from combat.charter import MEASURES, judge, judging
from combat.charter.systems import fights
from combat.units import Rules, read_units
from combat.units.measures import OF_A_BLOW, OF_A_DUEL
from tests.charter.rows import claims_of

SHEET = (
    b"name,hp,attack,defense,damage,armor,speed\n"
    b"Imp,4,9,9,1d4,0,1\nOgre,7,11,8,1d3+1,1,0.75\nWall,3,0,9,0,0,1\n"
)
ACTIONS = b"unit,action,damage,uses\nImp,Spit,2d4,1\n"
GAME = {"units.csv": SHEET}
DUELS = [name for name in OF_A_DUEL if name not in fights.LOST]  # those are asked of battles
NAMES = [*DUELS, "blows to kill"]


@pytest.mark.parametrize(
    ("order", "rounds", "actions"),
    [
        ("both", None, b""),
        ("both", 3, b""),
        ("faster", 3, b""),
        ("first", None, b""),
        ("both", None, ACTIONS),
    ],
)
def test_each_value_is_that_of_the_pair_alone_and_no_pair_is_asked_alone(
    order, rounds, actions, monkeypatch
):
    files = {"units.csv": SHEET} | ({"units.actions.csv": actions} if actions else {})
    given = f"order={order}" + (f"; rounds={rounds}" if rounds else "")
    who = "Imp,Ogre" if actions else "*,*"
    names = DUELS if actions else NAMES
    claims = claims_of(*(f",units,{who},{name},0,,{given}," for name in names), files=files)
    beside = ("units.actions.csv", actions) if actions else None
    units, rules = read_units(SHEET, "units.csv", actions=beside), Rules(order=order)
    for claim in claims:
        pair, measure = (units[claim.first], units[claim.second]), MEASURES[claim.measure]
        answer = claim.answer()
        if claim.measure in OF_A_BLOW:
            alone = measure.value(*pair, rules)[0]
        else:
            found = fights.duel_alone(measure, *pair, rounds, rules)
            alone = found.value
            assert (answer.label, answer.note) in ((found.label, found.note), ("turns", ""))
        assert answer.value == pytest.approx(alone, rel=1e-12, abs=1e-12), claim.claim
        if answer.distribution is not None and claim.measure in ("turns", "hit points left"):
            assert answer.distribution.mean == pytest.approx(alone, rel=1e-12)
    monkeypatch.delattr(fights, "duel_of")
    whole = [one for one in claims if "Wall" not in (one.first, one.second)]
    assert not [one for one in judge(whole) if one.verdict == "fault"]


def test_rows_with_other_rounds_are_computed_apart():
    rows = (f",units,Imp,Ogre,undecided,0,,rounds={rounds}," for rounds in (1, 2, 9))
    first, second, third = (one.value for one in judge(claims_of(*rows, files=GAME)))
    assert first > second > third


def test_battles_that_a_change_does_not_touch_are_not_fought_again(monkeypatch):
    rows = [f",units,5 {one},4 Ogre,score,0,,method=sampled,200" for one in ("Imp", "Ogre")]
    before, after = (
        claims_of(*rows, files={"units.csv": sheet})
        for sheet in (SHEET, SHEET.replace(b"Imp,4", b"Imp,5"))
    )
    known = {}
    judge(before, known=known)
    fresh = judge(after)
    fought, plays = [], judging.fought
    monkeypatch.setattr(judging, "fought", lambda *task: fought.append(task) or plays(*task))
    again = judge(after, known=known)
    assert {task[0].args[0].armies[0].units[0].name for task in fought} == {"Imp"}
    assert [one.value for one in again] == [one.value for one in fresh]
    assert again[1].claim is after[1]


def test_a_pair_that_can_not_be_followed_leaves_the_others_answered():
    files = {"units.csv": SHEET + b"Tower,900000,0,9,1,0,1\n"}
    claims = claims_of(",units,Imp,Ogre,win,0,,,", ",units,Imp,Tower,win,0,,,", files=files)
    found = judge(claims)
    assert [one.verdict for one in found] == ["holds", "fault"]
    assert found.faults[0].startswith(
        "row 3, Imp against Tower: win: Imp against Tower takes up to"
    )
