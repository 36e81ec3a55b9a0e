"""What a unit begins with: read with its file, and changed in code."""

import pytest

from combat.units import Action, Rules, Unit, advice, duel, read_units
from combat.units.sheets.roster import statuses_of
from combat.units.sheets.statuses import Grant, Status

SURE = Rules(hit="always hits")
UNITS = b"name,hp,damage,begins with\nA,20,4,\nB,20,4,rage\n"
STATUSES = b"status,changes,absorbs\nrage,damage x 2,\nward,,4\n"


@pytest.fixture
def units():
    with pytest.warns(UserWarning, match="no action gives 'ward'"):
        return read_units(UNITS, "x.csv", statuses=STATUSES)


def test_a_change_of_what_it_begins_with_counts(units):
    a, b = units["A"], units["B"]
    assert duel(a, b, SURE).second == 1
    assert duel(a.changed(begins_with="rage"), b, SURE).both == 1
    assert duel(a, b.changed(begins_with=""), SURE).both == 1
    assert (
        duel(a, b.changed(begins_with="ward; rage").changed(begins_with="ward"), SURE).second == 1
    )


def test_it_may_begin_with_what_no_other_unit_of_its_file_gives(units):
    warded = units["A"].changed(begins_with="ward a day")
    assert duel(warded, units["A"], SURE).first == 1
    (begins,) = warded.actions
    assert (begins.uses, begins.per) == (1, "day")


def test_a_change_of_a_status_reaches_what_others_may_begin_with(units):
    units = units.changed("B", begins_with="ward").changed("B", **{"ward: absorbs": 8})
    (ward,) = statuses_of([units["A"].changed(begins_with="ward")])
    assert ward.absorbs.mean == 8


@pytest.mark.parametrize("cell", ["nonsense", "rage; nonsense", "nonsense a day"])
def test_an_unknown_name_is_refused_with_those_that_are_known(units, cell):
    what = "^A: begins with: 'nonsense' is not known; known of statuses: rage, ward$"
    with pytest.raises(ValueError, match=what) as error:
        units["A"].changed(begins_with=cell)
    assert "\n" not in str(error.value)


def test_a_unit_made_in_code_knows_the_statuses_of_its_actions():
    roar = Action("Roar", on="self", gets=(Grant(Status("rage", changes=(("damage", "x", 2),))),))
    unit, other = Unit("A", hp=20, damage=4, actions=[roar]), Unit("B", hp=9, damage=1)
    assert unit.changed(begins_with="rage").actions[1:] == (roar,)
    with pytest.raises(ValueError, match="'rage' is not known"):
        other.changed(begins_with="rage")
    vain = Unit("C", hp=9, attack=1, defense=1, damage=1, begins_with="rage")
    (said,) = (one for one in advice([vain, vain.changed(name="D")], SURE) if "C" in one)
    assert said == "C: 'begins with' counts nothing here; write unit.changed(begins_with=...)"
