"""Small fights without luck: what must be left of both sides, worked out by hand."""

from typing import NamedTuple

from combat.units import Unit
from combat.units.sheets.actions import Action
from combat.units.sheets.conditions import condition
from combat.units.sheets.statuses import Grant, Status

POISONED = Status("poisoned", loses="2", turns=3, stacks=2)
LINGERING = Status("poisoned", loses="2")
WEAKENING = Status("poisoned", loses="8", kills=False)
REGROWING = Status("regrowing", gains="2")
STUNNED = Status("stunned", skips=1, turns=1)
ASLEEP = Status("asleep", skips=1, broken=True)
RAGING = Status("raging", changes=(("damage", "+", 1), ("damage", "x", 2)), stacks=2)
GUARDED = Status("guarded", changes=(("armor", "+", 3),), turns=1)
FLEETING = Status("guarded", changes=(("armor", "+", 3),), ends=1)
FIVE = (("damage", "5"),)
ONE = (("damage", "1"),)
NONE = (("damage", "0"),)
DAZED = Status("stunned", skips=1, ends=1)
RENEWING = Status("regrowing", gains="2")
GUARD = Action("Guard", on="self", gets=(Grant(Status("guarded", (("armor", "+", 3),))),), uses=1)
REGROW = Action("Regrow", on="self", gets=(Grant(RENEWING),), uses=1)


class ByHand(NamedTuple):
    """Two armies, fields of the rules, the last round, and the hit points then."""

    what: str
    first: tuple
    second: tuple
    rules: dict
    rounds: int
    left: tuple


def sure(attacker, defender):
    return 1.0


def hopeless(attacker, defender):
    return 0.0


def half(attacker, defender):
    return 0.5


def two(first, second, order="first", rounds=1, left=(), **rules):
    """What makes a fight of two armies, or of one against one."""
    armies = [army if isinstance(army, tuple) else (army,) for army in (first, second)]
    given = {"order": order, "hit": sure} | rules
    return (*(tuple((unit, 1) for unit in army) for army in armies), given, rounds, left)


def one(hp=10, damage=0, *actions, name="A", speed=1, initiative=0):
    return Unit(name, hp, 1, 1, damage, speed=speed, actions=actions, initiative=initiative)


def bite(status, uses=1, columns=ONE, turns=None, name=""):
    return Action(f"Bite {name}", columns, gives=(Grant(status, turns),), uses=uses)


def when(text):
    return condition(text, ["armor"], ["poisoned", "raging"])


def flurry(times):
    return Action("Flurry", times=times)


def rage(**kept):
    return Action("Rage", on="self", gets=(Grant(RAGING),), free=True, **kept)


HEAL = Action("Heal", on="ally", heals="3")


CASES = {
    "a poison of three turns acts three times": two(
        one(10, 0, bite(POISONED)), one(20), rounds=5, left=((10,), (13,))
    ),
    "given again it has the longer time, and counts twice": two(
        one(10, 0, bite(POISONED, uses=2)), one(20), rounds=6, left=((10,), (4,))
    ),
    "it has no more stacks than it may": two(
        one(10, 0, bite(POISONED, uses=3)), one(30), rounds=3, left=((10,), (17,))
    ),
    "who can't be killed by it keeps the last point": two(
        one(10, 0, bite(WEAKENING)), one(9), rounds=4, left=((10,), (1,))
    ),
    "given again for less it keeps the longer time": two(
        one(10, 0, *(bite(POISONED, turns=turns, name=turns) for turns in ("4", "1"))),
        one(30),
        rounds=5,
        left=((10,), (14,)),
    ),
    "a miss leaves nothing behind": two(
        one(10, 0, bite(POISONED)), one(10), rounds=2, left=((10,), (10,)), hit=hopeless
    ),
    "what it gains it has from its next turn on": two(
        one(10, 3),
        one(20, 0, Action("Regrow", on="self", gets=(Grant(REGROWING),), uses=1)),
        rounds=3,
        left=((10,), (15,)),
    ),
    "who is cured loses no more": two(
        one(10, 0, bite(LINGERING)),
        one(10, 0, Action("Antidote", on="self", cures=("poisoned",), when=when("poisoned"))),
        rounds=4,
        left=((10,), (7,)),
    ),
    "who is stunned loses one turn": two(
        one(10, 0, bite(STUNNED)), one(10, 3), rounds=3, left=((4,), (9,))
    ),
    "only a loss of points wakes a sleeper": two(
        one(10, 1, bite(ASLEEP, columns=NONE)), one(10, 3), rounds=3, left=((4,), (8,))
    ),
    "multiplied first, then added": two(one(10, 3, rage(uses=1)), one(20), left=((10,), (13,))),
    "each stack counts again": two(one(10, 3, rage()), one(30), rounds=2, left=((10,), (9,))),
    "a turn that had begun isn't counted": two(
        one(10, 0, Action("Guard", on="self", gets=(Grant(GUARDED),), uses=1)),
        one(10, 3),
        rounds=3,
        left=((4,), (10,)),
        least=0,
    ),
    "what ends by chance doesn't end with the turn in which it was got, but with the next": two(
        one(10, 0, Action("Guard", on="self", gets=(Grant(FLEETING),), uses=1)),
        one(10, 3),
        rounds=2,
        left=((7,), (10,)),
        least=0,
    ),
    "nor with one in which it was given anew": two(
        one(10, 0, Action("Guard", on="self", gets=(Grant(FLEETING),), uses=2)),
        one(10, 3),
        rounds=3,
        left=((7,), (10,)),
        least=0,
    ),
    "where all act at once, it doesn't end in the moment in which another gives it": two(
        one(10, 0, bite(DAZED)), one(10, 3), "both", rounds=3, left=((4,), (9,))
    ),
    "but with the next turn, if it was given between turns": two(
        one(10, 0, bite(DAZED)), one(10, 3), rounds=2, left=((7,), (9,))
    ),
    "what is lost and gained at the start of a turn is one sum": two(
        one(10, 0, bite(LINGERING)), one(5, 0, REGROW), rounds=4, left=((10,), (2,))
    ),
    "what can't kill leaves a point, whatever is gained": two(
        one(10, 0, bite(WEAKENING)), one(9, 0, REGROW), rounds=3, left=((10,), (1,))
    ),
    "where all act at once, who rages does so at once": two(
        one(10, 3, rage(uses=1)), one(20), "both", left=((10,), (13,))
    ),
    "and who has cured himself of it doesn't": two(
        one(10, 3, rage(), Action("Calm", on="self", cures=("raging",), free=True)),
        one(20),
        "both",
        left=((10,), (17,)),
    ),
    "but what others do counts when all have acted": two(
        one(10, 1, bite(STUNNED)), one(10, 3), "both", rounds=2, left=((7,), (8,))
    ),
    "both may fall together": two(one(3, 3), one(3, 3), "both", left=((0,), (0,))),
    "the first one strikes before the second": two(one(3, 3), one(3, 3), left=((3,), (0,))),
    "the faster one strikes before the slower": two(
        one(3, 3), one(3, 3, speed=2), "faster", left=((0,), (3,))
    ),
    "the higher initiative strikes before the lower": two(
        one(3, 3), one(3, 3, initiative=50), "initiative", left=((0,), (3,))
    ),
    "speed counts up from round to round": two(
        one(10, 1, speed=2), one(10, 1, speed=0.5), "both", rounds=3, left=((9,), (4,))
    ),
    "those who aim at once may all aim at one": two(
        (one(9, 2), one(9, 2, name="B"), one(9, 2, name="C")),
        (one(2, name="D"), one(2, name="E")),
        "both",
        left=((9, 9, 9), (0, 2)),
    ),
    "or at the next, where they know of each other's blows": two(
        (one(9, 2), one(9, 2, name="B"), one(9, 2, name="C")),
        (one(2, name="D"), one(2, name="E")),
        "both",
        left=((9, 9, 9), (0, 0)),
        overkill="next",
    ),
    "but not of the blows of the other side": two(
        (one(3, 3), one(9, name="B")),
        (one(3, 3), one(9, name="C")),
        "both",
        left=((0, 9), (0, 9)),
        overkill="next",
    ),
    "when one has fallen the rest goes to the next": two(
        one(9, 2, flurry(3)), (one(3), one(2, name="B")), left=((9,), (0, 0))
    ),
    "or is lost": two(
        one(9, 2, flurry(3)), (one(3), one(2, name="B")), left=((9,), (0, 2)), overkill="lost"
    ),
    "a drain gives back a share": two(
        one(10, 5, Action("Drain", drain=0.5)), one(10, 4), "both", left=((8,), (5,))
    ),
    "heals reach who is hurt most, and not above the full points": two(
        one(10, 4), (one(9), one(10, 0, HEAL, name="B")), rounds=2, left=((10,), (7, 10))
    ),
    "a heal in the same moment saves who has more left than lost": two(
        one(10, 5), (one(9), one(10, 0, HEAL, name="B")), "both", rounds=2, left=((10,), (2, 10))
    ),
    "but not who has lost more than he had and got": two(
        one(10, 7), (one(9), one(10, 0, HEAL, name="B")), "both", rounds=2, left=((10,), (0, 10))
    ),
    "a drain takes no more than was left": two(
        one(10, 5, Action("Drain", drain=1)),
        (one(3), one(1, 8, name="B")),
        "both",
        left=((5,), (0, 1)),
    ),
    "of two blows the second drains what the first has left": two(
        one(10, 2, Action("Drain", times=2, drain=1)), one(3, 5), "both", left=((8,), (0,))
    ),
    "two actions in the moment drain no more than there was": two(
        one(10, 2, Action("Drain", drain=1), speed=2), one(3, 5), "both", left=((8,), (0,))
    ),
    "where a side knows of its own blows, they don't": two(
        one(10, 2, Action("Drain", drain=1), speed=2),
        one(3, 5),
        "both",
        left=((8,), (0,)),
        overkill="next",
    ),
    "where all act at once, too, the rest goes to the next": two(
        one(9, 2, flurry(3)), (one(3), one(2, name="B")), "both", left=((9,), (0, 0))
    ),
    "and there, too, it is lost": two(
        one(9, 2, flurry(3)),
        (one(3), one(2, name="B")),
        "both",
        left=((9,), (0, 2)),
        overkill="lost",
    ),
    "lost blows count against a heal": two(
        one(9, 2, flurry(3)),
        (one(3, 1, Action("Drain", drain=1)), one(2, name="B")),
        "both",
        left=((8,), (0, 2)),
        overkill="lost",
    ),
    "as do blows with nobody to go on to": two(
        one(9, 2, flurry(2)), one(2, 1, Action("Drain", drain=1)), "both", left=((8,), (0,))
    ),
    "a later one strikes though all have been dealt enough": two(
        (one(9, 2), one(9, 2, name="B")),
        one(2, 1, Action("Drain", drain=1)),
        "both",
        left=((8, 9), (0,)),
        overkill="next",
    ),
    "a condition reads what a status has made of a column": two(
        one(20, 1, Action("Blast", FIVE, when=when("armor >= 3")), GUARD),
        one(20),
        rounds=3,
        left=((20,), (10,)),
    ),
    "and of the target's": two(
        one(20, 1, Action("Blast", FIVE, when=when("target armor >= 3"))),
        one(20, 0, GUARD),
        rounds=3,
        left=((20,), (15,)),
    ),
    "who has lost most is hurt most": two(
        (one(10, 4), one(10, 5, Action("Bow", whom="strongest"), name="B")),
        (one(9), one(12), one(10, 0, HEAL, name="C")),
        left=((10, 10), (5, 10, 10)),
    ),
    "who is hurt is healed before anybody is struck": two(
        one(10, 4), one(10, 1, HEAL), rounds=2, left=((10,), (8,))
    ),
    "who can heal nobody strikes": two(one(10, 1, HEAL), one(10, 0), rounds=2, left=((10,), (8,))),
    "the weakest is who has the fewest points left": two(
        one(10, 1, Action("Bow", whom="weakest")), (one(9), one(5, name="B")), left=((10,), (9, 4))
    ),
    "what never recharges is done once": two(
        one(10, 1, Action("Blast", FIVE, recharge=0)), one(10), rounds=3, left=((10,), (3,))
    ),
    "what always recharges is done in each turn": two(
        one(10, 1, Action("Blast", FIVE, recharge=1)), one(20), rounds=3, left=((10,), (5,))
    ),
    "uses are used up": two(
        one(10, 1, Action("Blast", FIVE, uses=2)), one(20), rounds=3, left=((10,), (9,))
    ),
    "a miss does its share, rounded down": two(
        one(10, 5, Action("Blast", miss=0.5)), one(10), rounds=2, left=((10,), (6,)), hit=hopeless
    ),
    "below half is less than half": two(
        one(10, 1, Action("Blast", FIVE, when=when("target hp < 50 %"))),
        one(8),
        rounds=5,
        left=((10,), (3,)),
    ),
    "a miss is never critical": two(
        one(10, 5, Action("Blast", miss=0.5)),
        one(10),
        left=((10,), (8,)),
        hit=hopeless,
        critical=(1, 2),
    ),
    "allies are the others who stand": two(
        (one(10, 1, Action("Blast", FIVE, when=when("allies = 1"))), one(1, name="B")),
        one(20),
        left=((10, 1), (15,)),
    ),
    "foes are those who stand": two(
        one(10, 1, Action("Blast", FIVE, when=when("foes = 2"))),
        (one(5), one(9, name="B")),
        rounds=2,
        left=((10,), (0, 8)),
    ),
    "rounds are counted from 1": two(
        one(10, 1, Action("Blast", FIVE, when=when("round = 2"))),
        one(20),
        rounds=3,
        left=((10,), (13,)),
    ),
    "in turn, each as often as it strikes": two(
        one(10, 1, flurry(2)), one(10, 1, flurry(3)), "alternate", left=((7,), (8,))
    ),
    "in turn, until one falls": two(
        one(10, 2, flurry(2)), one(3, 1, flurry(5)), "alternate", left=((9,), (0,))
    ),
    "in turn, one blow each": two(
        one(10, 1, flurry(3)), one(3, 2, flurry(3)), "alternate", left=((6,), (0,))
    ),
    "an answer uses up what it takes": two(
        one(20, 1),
        one(20, 1, Action("Blast", FIVE, uses=1)),
        "alternate",
        rounds=2,
        left=((14,), (18,)),
    ),
    "in turn, the other side attacks in the second round": two(
        one(6, 2, flurry(2)), one(7, 3), "alternate", rounds=2, left=((0,), (3,))
    ),
    "an exchange, and the faster by five once more": two(
        one(20, 2, speed=6), one(20, 3), "exchange", rounds=2, left=((14,), (12,))
    ),
    "an exchange is over where one falls": two(
        one(20, 2), one(2, 3, speed=9), "exchange", left=((20,), (0,))
    ),
    "no answer to a blow at two": two(
        one(20, 2, Action("Sweep", targets=2)),
        (one(9, 3), one(9, 3, name="B")),
        "exchange",
        left=((20,), (7, 7)),
    ),
}
BY_HAND = [ByHand(what, *fight) for what, fight in CASES.items()]
