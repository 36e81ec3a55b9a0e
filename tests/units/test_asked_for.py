"""What tables say in a line that took tricks before: each with a value reckoned by hand."""

import pytest

from combat.dice import dice
from combat.tables import TableError
from combat.units import Rest, Rules, Unit, advice, battle, blow, campaign, duel, encounter, tell
from combat.units.rest import ALL
from tests.units.games.by_sheet import said

SURE = Rules(hit="always hits", order="first", least=0)
# A strikes, B waits: it has no damage, and hit points enough.
ANN = "name|hp|attack|defense|damage|armor|con|begins with\nA|9|5|5|0|0|0|\n"


def test_a_parenthesis_is_one_coin():
    statuses = "status|turns\nstunned|2\nmarked|9"
    head = "unit|action|damage|gives\n"
    units = said(ANN + "B|9|5|5|0|0|0|", head + 'A|Hex|1|"(stunned 2, marked 3) 50 %"', statuses)
    (gift,) = units["A"].actions[0].gives
    assert (gift.status.name, gift.turns, gift.chance) == ("stunned", dice(2), 0.5)
    assert [(one.status.name, one.turns) for one in gift.also] == [("marked", dice(3))]
    with pytest.raises(TableError, match="write the chance once, behind the parenthesis"):
        said(ANN + "B|9|5|5|0|0|0|", head + 'A|Hex|1|"(stunned 50 %, marked 3)"', statuses)


def test_armor_rolls():
    """Of 16 pairs of 1d4 and 1d4, six leave 3, 2, 2, 1, 1 and 1."""
    units = said("name|hp|attack|defense|damage|armor\nA|9|5|5|1d4|0\nB|9|5|5|1d4|1d4")
    one, other = units["A"], units["B"]
    assert blow(one, other, SURE).mean == pytest.approx(10 / 16)
    assert blow(one, other, Rules(hit="always hits", least=1)).mean == pytest.approx(20 / 16)
    assert blow(other, one, SURE).mean == pytest.approx(2.5)
    none = one.changed(damage="1d2-1")  # at 0 the dice say that there is no damage
    assert blow(none, other, Rules(hit="always hits", least=1)).mean == pytest.approx(1 / 2)
    assert other.armor == said("name|hp|armor\nB|9|1d4\nC|9|2")["B"].armor
    assert Unit("C", hp=1, armor="3").armor == 3
    with pytest.raises(ValueError, match=r"^C: armor: dice '1x'"):
        Unit("C", hp=1, armor="1x")


def test_only_a_throw_against_being_broken_knows_the_damage():
    with pytest.raises(TableError, match=r"only `broken` knows the damage taken"):
        said(ANN + "B|9|5|5|0|0|3|focus", None, "status|ends\nfocus|d20 >= damage taken")


def test_what_counts_nothing_is_told():
    units = said(
        ANN + "B|9|5|5|1|0|0|",
        "unit|action|damage|pierces|kind\nA|Cut|5|2|cold\nB|Stand|0||\n",
        "status|changes\nhexed|fire taken x 2",
    )
    told = advice(units, SURE)
    assert "A: 'Cut' pierces nothing: nobody has armor" in told
    assert "A: 'Cut': no status changes 'cold taken'" in told


DAY = said(
    """name|hp|attack|defense|damage|mana|begins with
    Hero|20|5|5|0|3|berry a day
    Rat|3|5|5|1|0|
    Mage|3|5|5|1|5|""",
    """unit|action|damage|uses|spends
    Hero|Big|3|2 a day|
    Hero|Small|1||mana 1
    Mage|Zap|1||mana 1""",
    "status|changes|turns\nberry|damage taken x 0|3",
)


@pytest.mark.parametrize(
    ("counters", "through"),
    [
        (ALL, [1, 1, 1, 1]),
        ({}, [1, 1, 1, 1]),
        (0, [1, 1, 1, 0]),
        (1, [1, 1, 1, 0]),
        ({"mana": 2}, [1, 1, 1, 0]),
        ({"mana": 3}, [1, 1, 1, 1]),
    ],
)
def test_a_rest_gives_counters_back(counters, through):
    """Two Rats fall to the uses of the day, the third and fourth to three points of mana each."""
    foes = [{"Rat": 1}] * 4
    rest = Rest(counters=counters) if counters != 1 else Rest(counters=0)
    found = campaign({"Hero": 1}, foes, SURE, units=DAY, rest=rest, max_rounds=9, campaigns=9)
    assert found.fights["through"].tolist() == through


def test_uses_of_a_day_are_carried_past_foes_with_counters():
    bare = DAY.changed("Hero", mana=0)
    foes = [{"Rat": 1}, {"Mage": 1}, {"Rat": 1}]
    found = campaign({"Hero": 1}, foes, SURE, units=bare, max_rounds=9, campaigns=9)
    assert found.fights["through"].tolist() == [1, 1, 0]


def test_what_a_unit_begins_with_a_day_is_there_once():
    """Three points of mana take three rounds for a Rat, which strikes twice: not the first one."""
    foes = [{"Rat": 1}] * 2
    unarmed = DAY.changed("Hero", **{"Big: uses": 0})
    found = campaign({"Hero": 1}, foes, SURE, units=unarmed, campaigns=9)
    assert found.fights["hit_points"].tolist() == [20, 18]


ORDERS = ("first", "both", "faster", "coin", "initiative", "alternate", "exchange")


@pytest.mark.parametrize("order", ORDERS)
def test_a_unit_that_leaves_is_out_and_has_not_fallen(order):
    """The Wolf leaves after its first wound. Nobody fell, so the Bear has no rage for the Boar."""
    units = said(
        "name|hp|attack|defense|damage|rage\nBear|50|5|5|4|0\nWolf|9|5|5|1|0\nBoar|99|5|5|0|0",
        """unit|action|damage|on|when|free|leaves|reacts|gains
        Bear|Maul|99||rage >= 1||||
        Bear|Roar||nobody||||foe falls|rage 1
        Wolf|Flee||nobody|hp < 100 %|yes|yes||
        Boar|Wait||nobody|||||""",
    )
    how = {"units": units, "targeting": "front", "max_rounds": 6}
    rules = Rules(hit="always hits", order=order)
    odds = battle({"Bear": 1}, {"Wolf": 1, "Boar": 1}, rules, **how)
    assert odds.undecided == pytest.approx(1)
    assert [one.tolist() for one in odds.fled] == [[0], [1, 0]]
    assert odds.alive[1].tolist() == [0, 1]
    assert "second: on average 1.00 of 2 leave the fight." in str(odds)
    alone = duel(units["Bear"], units["Wolf"], rules)
    assert (alone.first, alone.fled[1].tolist(), alone.left[1].mean) == (1, [1], 0)


@pytest.mark.parametrize("order", ORDERS[:5])
def test_nobody_raises_who_has_left(order):
    """The Priest would lift whoever lies, and the Wolf would rise by itself: nobody tries."""
    units = said(
        "name|hp|attack|defense|damage|lain\nBear|50|5|5|4|0\nWolf|9|5|5|1|0\nPriest|50|5|5|0|0",
        """unit|action|on|heals|when|free|leaves|reacts|uses
        Wolf|Flee|nobody||hp < 100 %|yes|yes||
        Wolf|Rise|self|9||||down|3
        Priest|Lift|fallen|9|||||3
        Priest|Wait|nobody||||||""",
    )
    armies, rules = ({"Wolf": 1, "Priest": 1}, {"Bear": 1}), Rules(hit="always hits", order=order)
    how = {"units": units, "targeting": "front", "max_rounds": 4}
    odds, spent = battle(*armies, rules, **how), encounter(*armies, rules, **how)
    assert [odds.fled[0].tolist(), odds.alive[0].tolist()] == [[1, 0], [0, 1]]
    assert spent[["Rise", "Lift"]].fillna(0).to_numpy().sum() == 0


def test_a_side_breaks_at_a_share_of_its_army():
    """Of four Goblins two fall, one a round; then the others have one of three, or none, and go."""
    units = said(
        "name|hp|attack|defense|damage\nOgre|50|5|5|9\nGoblin|1|5|5|1",
        "unit|action|on|when|free|leaves\nGoblin|Flee|nobody|allies < 50 %|yes|yes",
    )
    rules = Rules(hit="always hits", order="first")
    odds = battle({"Ogre": 1}, {"Goblin": 4}, rules, units=units, targeting="front")
    assert odds.first == pytest.approx(1)
    assert odds.fled[1].tolist() == [0, 0, 1, 1]
    assert odds.turns.values.tolist() == [2]
    lines = tell({"Ogre": 1}, {"Goblin": 4}, rules, units=units, targeting="front", seed=1)
    assert "  Goblin 4: Flee: Goblin 4 leaves." in lines


def rises(successes=0, failures=0):
    """The chance to roll a natural 20 before three successes, or three failures, of death saves."""
    if successes == 3 or failures >= 3:
        return 0.0
    more = 10 * rises(successes + 1, failures) + 8 * rises(successes, failures + 1)
    return (1 + more + rises(successes, failures + 2)) / 20


@pytest.mark.parametrize("order", ORDERS[:5])
def test_death_saves_are_four_rows(order):
    """A natural 20 raises, a natural 1 counts twice; who has three of a kind rolls no more."""
    units = said(
        "name|hp|attack|defense|damage|saved|dying\nHero|5|5|5|0|0|0\nFriend|9|5|5|0|0|0\n"
        "Ogre|9|5|5|0|0|0",
        """unit|action|damage|uses|on|heals|when|reacts|weight|gains
        Ogre|Club|5|1||||||
        Ogre|Wait|||nobody|||||
        Friend|Wait|||nobody|||||
        Hero|Wait|||nobody|||||
        Hero|Natural 20||1|self|1|saved < 3 and dying < 3|down|1|
        Hero|Success|||nobody||saved < 3 and dying < 3|down|10|saved 1
        Hero|Failure|||nobody||saved < 3 and dying < 3|down|8|dying 1
        Hero|Natural 1|||nobody||saved < 3 and dying < 3|down|1|dying 2""",
    )
    party = {"Hero": 1, "Friend": 1}
    rules = Rules(hit="always hits", order=order)
    how = {"units": units, "targeting": "front", "max_rounds": 9}
    assert battle(party, {"Ogre": 1}, rules, **how).alive[0][0] == pytest.approx(rises())


def test_rolled_armor_of_a_status_is_no_number_to_ask_for():
    with pytest.raises(TableError, match="column 'changes'"):
        said(ANN + "B|3|5|5|0|0|0|", None, "status|changes\nhard|attack +1d4")
    asked = "unit|action|damage|when\nA|Stab|4|target armor < 3"
    units = said(ANN + "B|30|5|5|0|0|0|hard", asked, "status|changes\nhard|armor +1d4")
    with pytest.raises(ValueError, match="the armor of hard is rolled, no number"):
        duel(units["A"], units["B"], SURE)


@pytest.mark.parametrize(
    ("units", "actions", "statuses", "told"),
    [
        (
            "name|hp|damage|crit chance\nA|99|10|\nB|99|0|",
            "unit|action|on|gets|uses\nA|Focus|self|keen|1",
            "status|changes\nkeen|crit chance +50 %",
            "row 2, column 'crit chance': '' is no number, and a",
        ),
        (
            "name|hp|damage|mana|mana max\nA|9|1|2|1",
            "unit|action|damage|spends\nA|Bolt|3|mana 1",
            None,
            "row 2, column 'mana': .*2 is more than .*mana max",
        ),
        (
            "name|hp|damage\nA|9|1",
            "unit|action|on|gets\nA|Rage|self|furious on critical",
            "status|changes\nfurious|damage +1",
            "only blows at a foe are rolled",
        ),
    ],
)
def test_what_cannot_count_is_refused(units, actions, statuses, told):
    with pytest.raises(ValueError, match=told):
        duel(*said(units, actions, statuses), SURE)
