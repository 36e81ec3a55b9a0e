"""The duels of a charter, computed side by side: the same verdicts as of each alone."""

from functools import cache

import pytest

from combat.charter import judge, judging, read_charter
from combat.charter.systems import fights, measures
from combat.units import Rules, duel, read_units
from combat.units.measures import OF_A_BLOW, OF_A_DUEL, numbers_of

HEADER = "claim,system,first,second,measure,at least,at most,given\n"
SHEET = (
    b"name,hp,attack,defense,damage,armor,speed\n"
    b"Imp,4,9,9,1d4,0,1\nOgre,7,11,8,1d3+1,1,0.75\nElf,5,12,9,1d6,0,1.5\nWall,3,0,9,0,0,1\n"
)
ACTIONS = b"unit,action,damage,uses\nImp,Spit,2d4,1\n"
MEASURES = [*OF_A_DUEL, "blows to kill"]


def claims_of(given="", rows=None, **files):
    rows = rows or [f",units,*,*,{measure},0,,{given}\n" for measure in MEASURES]
    files = {"units.csv": SHEET, **{f"units.{name}.csv": text for name, text in files.items()}}
    charter = read_charter((HEADER + "".join(rows)).encode(), "a", files=files)
    assert not charter.faults
    return charter.claims


@cache
def numbers_alone(first, second, rules, rounds):
    return numbers_of(duel(first, second, rules, max_turns=rounds))


def value_alone(claim, rules, rounds, units):
    pair = units[claim.first], units[claim.second]
    if claim.measure in OF_A_BLOW:
        return OF_A_BLOW[claim.measure](*pair, rules)[0]
    return OF_A_DUEL[claim.measure](numbers_alone(*pair, rules, rounds))


@pytest.mark.parametrize(
    ("order", "rounds"),
    [("both", None), ("both", 3), ("faster", 3), ("first", None), ("coin", None)],
)
def test_each_value_is_that_of_the_pair_alone(order, rounds):
    claims = claims_of(f"order={order}" + (f"; rounds={rounds}" if rounds else ""))
    units, rules = read_units(SHEET, "units.csv"), Rules(order=order)
    for claim in claims:
        answer, alone = claim.answer(), value_alone(claim, rules, rounds, units)
        assert answer.value == pytest.approx(alone, rel=1e-12, abs=1e-12), claim.claim
        if answer.distribution is not None and claim.measure in ("turns", "hit points left"):
            assert answer.distribution.mean == pytest.approx(alone, rel=1e-12)


def test_battles_that_a_change_does_not_touch_are_not_fought_again(monkeypatch):
    rows = [f",units,5 {one},4 Elf,score,0,,\n" for one in ("Imp", "Ogre")]
    files = [SHEET, SHEET.replace(b"Imp,4", b"Imp,5")]
    claims = [
        read_charter((HEADER + "".join(rows)).encode(), "a", files={"units.csv": file}).claims
        for file in files
    ]
    known = {}
    judge(claims[0], known=known)
    fresh = judge(claims[1])
    fought, plays = [], judging.fought
    monkeypatch.setattr(judging, "fought", lambda *task: fought.append(task) or plays(*task))
    again = judge(claims[1], known=known)
    assert {task[0].args[0].armies[0].units[0].name for task in fought} == {"Imp"}
    assert [one.value for one in again] == [one.value for one in fresh]
    assert again[1].claim is claims[1][1]


def test_duels_by_turns_are_solved_together_too(monkeypatch):
    rows = [f",units,Imp,Ogre,{measure},0,,\n" for measure in OF_A_DUEL]
    rows += [f",units,Elf,Ogre,{measure},0,,\n" for measure in OF_A_DUEL]
    claims = claims_of(rows=rows, actions=ACTIONS)
    units = read_units(SHEET, "units.csv", actions=("units.actions.csv", ACTIONS))
    answers = [claim.answer() for claim in claims]
    for claim, answer in zip(claims, answers, strict=True):
        pair = units[claim.first], units[claim.second]
        alone = fights.duel_alone(measures.MEASURES[claim.measure], *pair, None, Rules())
        assert answer.value == pytest.approx(alone.value, rel=1e-12, abs=1e-12)
        assert answer.label == alone.label
    monkeypatch.delattr(fights, "duel_of")
    for claim in claims_of(rows=rows, actions=ACTIONS):
        assert claim.answer().value is not None


def test_no_pair_is_asked_alone_if_it_has_only_a_number_to_tell(monkeypatch):
    rows = [",units,Imp,Ogre,win,0,,\n", ",units,Imp,*,blows to kill,0,,\n"]
    claims = claims_of(rows=rows)
    monkeypatch.delattr(fights, "duel_of")
    assert judge(claims).count("holds") == len(claims)


def test_a_pair_that_can_not_be_followed_leaves_the_others_answered():
    sheet = SHEET + b"Tower,900000,0,9,1,0,1\n"
    rows = [",units,Imp,Ogre,win,0,,\n", ",units,Imp,Tower,win,0,,\n"]
    charter = read_charter((HEADER + "".join(rows)).encode(), "a", files={"units.csv": sheet})
    assert [one.verdict for one in judge(charter.claims)] == ["holds", "fault"]
