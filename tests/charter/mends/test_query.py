"""What is judged by changed units, and kept from one change to the next."""

import pytest

from combat.charter import judge, read_charter
from combat.charter.mends.query import Query
from combat.units import read_units
from combat.units.strikes.races import duels_of
from combat.workbook import Game
from combat.workbook.panels.charter import verdicts

CHARTER, UNITS = "data/own_game/promises.csv", "data/own_game/units.csv"
CHANGES = [{"hp": 39}, {"cost": 60}, {"hp": 78, "cost": 1}]


def beside(units):
    """The claims of the example's charter beside other units."""
    return read_charter(CHARTER, files={"units.csv": units.frame.to_csv().encode()}).claims


def told(found):
    return [(one.verdict, one.method, round(one.value, 9), one.battles, one.fault) for one in found]


@pytest.fixture
def asked():
    return Query(beside(read_units(UNITS)))


def test_it_is_as_if_the_charter_were_read_beside_the_changed_sheet(asked):
    changed = [asked.units.changed("Halberdier", **change) for change in CHANGES]
    plain = [told(judge(beside(units))) for units in changed]
    # Twice, as what one change leaves in memory may be wrong for the next.
    for units, expected in zip(changed * 2, plain * 2, strict=True):
        assert told(asked.verdicts_by(units)) == expected


def test_a_promise_that_the_change_does_not_allow_is_a_fault_and_the_others_stand(asked):
    found = asked.verdicts_by(asked.units.changed("Halberdier", cost=5000))
    assert {one.fault for one in found if one.verdict == "fault"} == {
        "given: cost: Halberdier costs 5000, 1200 buys none; write more"
    }
    assert len(found) == len(asked.claims)
    assert found.count("holds") > len(found) / 2


def test_what_a_change_leaves_alone_is_not_asked_again(asked, monkeypatch):
    many = []
    monkeypatch.setattr(
        "combat.charter.systems.fights.duels_of",
        lambda units, others, rules, places, *more, **how: (
            many.append(len(places[0])) or duels_of(units, others, rules, places, *more, **how)
        ),
    )
    asked.verdicts_by(asked.units.changed("Halberdier", hp=30))
    first = sum(many)
    asked.verdicts_by(asked.units.changed("Halberdier", hp=31))
    assert first == 113  # all against all, and two asked in the other order
    assert sum(many) - first == 16  # its own


def test_a_panel_about_promises_of_no_units_is_judged_as_it_stands(tmp_path):
    charter = tmp_path / "mine.charter.csv"
    charter.write_text(
        "system,measure,at least,given\npython,combat.luck:success_rate,80 %,chance=75"
    )
    found = verdicts(Game(UNITS, charter=charter), "Halberdier", (("hp", 3),))
    assert [one.verdict for one in found] == ["holds"]
