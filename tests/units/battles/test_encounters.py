"""What an encounter costs a party, and how many of a foe it beats, beside numbers by hand."""

import pytest

from combat.units import Action, Rules, Unit, Units, condition, encounter

HALF = Rules(hit=lambda a, d: 0.5, order="first")
ONE = Unit("Hero", 1, damage=1)


@pytest.mark.parametrize("battles", [None, 4000])
def test_who_falls_in_battles_won_is_told_apart(battles):
    """Of two, 18 of 21 battles are won with both, 2 with one, 1 is lost: 4/21 fall, if won 1/10."""
    units = Units([ONE, ONE.changed(name="Ogre")])
    found = encounter({"Hero": 2}, {"Ogre": 1}, HALF, units=units, battles=battles)
    expected = [20 / 21, 4 / 21, 1 / 10]
    near = 1e-9 if battles is None else 0.03
    told = [found.attrs[name] for name in ("won", "lost", "lost_if_won")]
    assert told == pytest.approx(expected, abs=near)


def test_of_a_party_that_never_wins_nobody_is_lost_if_it_wins():
    units = Units([ONE.changed(damage=0), ONE.changed(name="Ogre")])
    found = encounter({"Hero": 2}, {"Ogre": 1}, HALF, units=units).attrs
    assert (found["won"], found["lost"]) == pytest.approx((0, 2))
    assert found["lost_if_won"] != found["lost_if_won"]


@pytest.mark.parametrize("battles", [None, 10])
@pytest.mark.parametrize("order", ["first", "initiative"])
def test_who_leaves_has_lost_what_it_lost_until_then(order, battles):
    """Struck for 4 a round, it goes with 2 of 10."""
    flee = Action("Flee", on="nobody", leaves=True, free=True, when=condition("hp < 50 %"))
    coward = Unit("Coward", 10, damage=0, actions=[flee])
    units = Units([coward, Unit("Ogre", 9, damage=4)])
    rules = Rules(hit="always hits", order=order)
    found = encounter({"Coward": 1}, {"Ogre": 1}, rules, units=units, battles=battles)
    assert found["hit_points"].tolist() == pytest.approx([8])
    assert [found["falls"].item(), found.attrs["lost"], found.attrs["won"]] == [0, 0, 0]
