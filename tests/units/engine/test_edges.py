"""Fights at the edges: nobody, what never ends, what is late or large, and rules that fail."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import nbinom

from combat.units import Rules, Unit, Units, battle, campaign, duel, matrices
from combat.units.battles.armies import Army, match_up_by_turns
from combat.units.engine.pairs import turn_duel
from combat.units.sheets.actions import Action
from combat.units.sheets.conditions import condition
from combat.units.sheets.statuses import Grant, Status
from tests.units.games.by_sheet import half, said, sure


def when(text):
    return condition(text, ["attack", "armor"], [])


IMP = Unit("Imp", 3, 1, 1, 1)


def test_battles_that_go_on_are_told_of(monkeypatch):
    for module in ("armies", "ends"):  # the first is imported here, with the number of the second
        monkeypatch.setattr(f"combat.units.engine.{module}.MOST_ROUNDS", 100)
    healer = Unit("Healer", 9, 1, 1, 1, actions=(Action("Heal", on="ally", heals="9", free=True),))
    rules = Rules(hit=sure, order="first")
    found = battle({"Healer": 1}, {"Healer": 1}, rules, units=Units([healer]), battles=2)
    assert (found.undecided, found.turns.mean) == (1, 100)
    assert found.notes[0].startswith("2 of 2 battles were not over after 100 rounds")


def test_a_duel_of_too_many_turns_is_refused_in_one_line():
    rare = Rules(hit=lambda attacker, defender: 1e-6, order="alternate")
    with pytest.raises(ValueError, match=r"Imp against Ogre takes up to .* \(max_turns\)"):
        duel(IMP, IMP.changed(name="Ogre"), rare)
    assert duel(IMP, IMP.changed(name="Ogre"), rare, max_turns=5).undecided > 0.999


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("round > target attack", 9),
        ("target armor < round", 6),
        ("round > 3", 4),
        ("round > attack", 3),
        ("foes < round", 2),
        ("round > hp", 13),
        ("round > target hp, hp < 9000", 11),
    ],
)
def test_rounds_are_told_apart_as_long_as_a_condition_does(text, turns):
    late = Unit("Late", 12, 2, 1, 0, actions=(Action("Blow", (("damage", 10),), when=when(text)),))
    other = Unit("Other", 10, 8, 1, 0, armor=5)
    found = duel(late, other, Rules(hit=sure, order="first", damage=lambda a, d: a.damage))
    assert (found.first, found.turns.mean) == (1, turns)


@pytest.mark.parametrize("battles", [None, 5])
def test_what_fails_in_the_middle_of_a_fight_is_told_in_one_line(battles):
    grown = Status("grown", changes=(("attack", "+", 10),))
    unit = Unit("Imp", 10, 1, 1, 1, actions=(Action("Grow", gets=(Grant(grown),)),))
    rules = Rules(hit=lambda attacker, defender: attacker.attack / 2)
    with pytest.raises(ValueError, match=r"^the hit rule gives 5.5 for Imp against Imp: [^\n]*$"):
        battle({"Imp": 1}, {"Imp": 1}, rules, units=Units([unit]), battles=battles)


def test_a_duel_from_wounds_knows_the_full_hit_points():
    heal = Action("Heal", on="self", heals="5", when=when("hp < 50 %"), uses=2)
    wounded, other = Unit("A", 20, 5, 5, 3, actions=(heal,)), IMP.changed(hp=10)
    rules = Rules(hit=half, order="first")
    start = duel(wounded, other, rules, max_turns=6).joint
    found = duel(wounded, other, rules, start=start)
    said = turn_duel(wounded, other, rules, start=start)
    assert (found.first, found.left[0].mean) == (said.first, said.left[0].mean)
    assert found.left[0].values.max() > start.index.max() - 1


def test_who_comes_first_says_nothing_of_what_he_loses_in_his_first_turn():
    """Poisoned in a fight before, he strikes first or second, with the same chance of each loss."""
    poisoned = Status("poisoned", loses="1d20", kills=False)
    bite = Action("Bite", gives=(Grant(poisoned),))
    hero = Unit("Hero", 1000, 1, 1, 1, initiative=0)
    snake = Unit("Snake", 1, 1, 1, 1, initiative=30, actions=(bite,))
    wall = Unit("Wall", 1, 1, 1, 100, initiative=0)
    rules = Rules(hit=sure, order="initiative")
    how = {"rules": rules, "units": Units([hero, snake, wall]), "campaigns": 20_000}
    found = campaign({"Hero": 1}, [{"Snake": 1}, {"Wall": 1}], **how).hit_points
    first = found.values > 900  # the wall never struck him
    assert abs(found.chances[first].sum() - 0.5) < 4 * 0.5 / 20_000**0.5
    losses = [
        known - (found.values[where] @ found.chances[where]) / found.chances[where].sum()
        for known, where in ((999, first), (899, ~first))
    ]
    # Once in each of two turns.
    assert losses == pytest.approx([21, 21], abs=4 * 8.2 / 10_000**0.5)


def test_a_duel_that_dice_do_not_end_is_refused_in_one_line(monkeypatch):
    """At once: no thousand turns of 10,000 fights."""
    monkeypatch.setattr("combat.units.engine.ends.MOST_BYTES", 2**21)
    rules = Rules(hit=half, order="alternate")
    giants = [Unit(name, 1_000_000, 1, 1, "1d6") for name in ("One", "Other")]
    with pytest.raises(ValueError, match=r"^One against Other has too many states .*turns\)$"):
        duel(*giants, rules)


def test_a_follow_up_that_fails_is_told_in_one_line():
    rules = Rules(hit=half, order="exchange", follow_up=lambda unit, other: 1 / 0)
    with pytest.raises(ValueError, match=r"^follow_up: of Imp against Ogre: ZeroDivisionError"):
        duel(IMP, IMP.changed(name="Ogre"), rules)


@pytest.mark.parametrize("order", ["both", "alternate"])
@pytest.mark.parametrize("chance", [0.0, float("nan")])
def test_to_begin_from_nothing_is_refused_in_one_line(order, chance):
    start = pd.DataFrame([[chance]], [2], [3])
    with pytest.raises(ValueError, match=r"^no pair of hit points has a chance"):
        duel(IMP, IMP, Rules(hit=half, order=order), start=start)


@pytest.mark.parametrize("seed", [-1, 1.5, "x"])
def test_what_is_no_seed_is_told_in_one_line(seed):
    with pytest.raises(ValueError, match=r"^seed = "):
        battle({"Imp": 2}, {"Imp": 3}, Rules(order="first"), units=Units([IMP]), seed=seed)


@pytest.mark.parametrize(
    ("order", "ties"),
    [("both", 0), ("faster", 0), ("first", 0), ("coin", 0.5), ("initiative", 0.5)],
)
def test_it_is_over_at_that_moment_in_every_way(order, ties):
    """Only the archer can hurt the imp; where it has fallen, its wall stands there for ever.

    It falls to the fourth hit of the imp, the imp to its second; in the same round by a coin.
    """
    archer, wall = Unit("Archer", 4, 1, 1, 2), Unit("Wall", 4, 1, 1, 0, armor=5)
    armies = Army(((archer, 1), (wall, 1))), Army(((IMP, 1),))
    rules = Rules(hit=half, order=order, least=0, overkill="next")
    met = match_up_by_turns(armies, rules, "front")
    rounds = np.arange(200)
    falls, kills = (nbinom.pmf(rounds - hits, hits, 0.5) for hits in (4, 2))
    undecided = falls @ (1 - kills.cumsum()) + ties * (falls @ kills)
    turns = ((1 - falls.cumsum()) * (1 - kills.cumsum())).sum()
    assert met.exact().undecided == pytest.approx(undecided, abs=1e-12)
    assert met.exact().turns.mean == pytest.approx(turns, abs=1e-12)
    rolled = met.odds(("first", "second"), 5000)
    assert rolled.undecided == pytest.approx(undecided, abs=4 * 0.5 / 5000**0.5)
    assert rolled.turns.mean == pytest.approx(turns, abs=4 * rolled.turns.sd / 5000**0.5)


def test_a_status_changes_what_follows_from_others_too():
    rules = Rules(derived={"defense": lambda unit: 2 * unit.agi}, order="first")
    exposed = Status("exposed", changes=(("defense", "+", -6),))
    lamed = Status("lamed", changes=(("agi", "+", -3),))
    knight = Unit("Knight", hp=12, attack=10, damage="1d6", agi=5)
    chances = []
    for status in (None, exposed, lamed):
        gives = [Grant(status)] if status else []
        imp = Unit(
            "Imp", hp=12, attack=10, damage="1d6", agi=5, actions=[Action("Hex", gives=gives)]
        )
        chances.append(duel(imp, knight, rules).first)
    assert chances[1] == pytest.approx(chances[2], abs=1e-12)
    assert chances[1] > chances[0] + 0.02


def test_duels_of_too_many_states_are_fought_and_told_of(monkeypatch):
    monkeypatch.setattr("combat.units.engine.ends.MOST_BYTES", 2**16)
    heal = Action("Heal", on="self", heals=2, uses=1)
    units = [
        Unit(f"unit {hp}", hp=hp, attack=10, defense=10, damage=1, actions=[heal])
        for hp in (2, 3, 12)
    ]
    with pytest.warns(UserWarning, match="of 6 duels have too many states"):
        found = matrices(units)
    assert found["score"].attrs["fought"] > 0
    exact = duel(units[0], units[1])
    assert exact.fights is None
    assert found["win"].loc["unit 2", "unit 3"] == pytest.approx(exact.first, abs=1e-12)


# Small faults that whole fights hide


@pytest.mark.parametrize("order", ["first", "both"])
def test_a_reaction_pays_for_each_time_it_is_done(order):
    units = said(
        "name|hp|damage|mana\nA|99|0|0\nB|99|0|2",
        "unit|action|damage|times|spends|reacts|per turn\n"
        "A|Flurry|1|3|||\nB|Thorn|5||mana 1|struck|all",
    )
    found = duel(units["A"], units["B"], Rules(hit=sure, order=order), max_turns=1)
    assert [side.mean for side in found.left] == [99 - 2 * 5, 99 - 3]


@pytest.mark.parametrize("order", ["first", "both", "alternate", "exchange"])
def test_a_drain_is_rounded_down(order):
    units = said(
        "name|hp|damage|begins with\nA|20|0|poisoned\nB|9|0|",
        "unit|action|damage|drain\nA|Bite|3|50 %",
        "status|loses|turns\npoisoned|10|1",
    )
    found = duel(units["A"], units["B"], Rules(hit=sure, order=order), max_turns=1)
    assert found.left[0].mean == 20 - 10 + 1


@pytest.mark.parametrize("order", ["first", "both"])
def test_who_struck_is_answered_and_nobody_else(order):
    units = said(
        "name|hp|damage\nA|5|0\nC|5|1\nB|99|0", "unit|action|damage|reacts\nB|Thorn|5|struck"
    )
    how = {"units": units, "max_rounds": 1, "targeting": "front"}
    odds = battle({"A": 1, "C": 1}, {"B": 1}, Rules(hit=sure, order=order), **how)
    assert odds.alive[0].tolist() == [1, 0]


def test_who_aims_at_itself_knows_what_it_has_just_given_itself():
    """It rages, and so doesn't calm down, which is for those who don't: it strikes."""
    raging, calm = Status("raging", turns=3), Status("calm", turns=3)
    rage = Action("Rage", on="self", gives=(Grant(raging),), free=True, uses=1)
    raging_not = condition("not target raging", statuses=["raging"])
    calms = Action("Calm", on="ally", gives=(Grant(calm),), when=raging_not)
    one = Unit("One", 5, 5, 5, 1, actions=(rage, calms))
    found = duel(one, Unit("Other", 5, 5, 5, 0), Rules(hit=sure, order="both"), max_turns=1)
    assert found.left[1].mean == 4


@pytest.mark.parametrize(("order", "fled"), [("first", 1), ("both", 0)])
def test_who_falls_in_the_moment_in_which_it_leaves_has_fallen(order, fled):
    coward = Unit("Imp", 1, 5, 5, 0, actions=[Action("Leave", on="nobody", leaves=True)])
    found = duel(coward, Unit("Ogre", 5, 5, 5, 1), Rules(hit=sure, order=order))
    assert sum(side.sum() for side in found.fled) == fled
    assert found.second == 1


@pytest.mark.parametrize(("order", "left"), [("first", 4), ("both", 3)])
def test_who_is_felled_by_what_its_strike_sets_off_strikes_no_more(order, left):
    """Where several act at once, all its strikes are in the moment in which it falls."""
    twice = Action("Twice", (("damage", "1"),), times=2)
    thorn = Action("Thorn", (("damage", "9"),), reacts="struck")
    striker = Unit("Imp", 1, 5, 5, 1, actions=[twice])
    thorny = Unit("Ogre", 5, 5, 5, 0, actions=[thorn])
    found = duel(striker, thorny, Rules(hit=sure, order=order), max_turns=1)
    assert found.left[1].mean == left
