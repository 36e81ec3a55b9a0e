"""What the page of columns says of turns and reactions under "Read one way", and its like."""

import pandas as pd
import pytest

from combat.units import Rules, campaign, duel
from combat.units.rules import ORDERS
from tests.units.games.by_sheet import AB, BOTH, Case, check, said, sure

ANSWERS = "unit|action|damage|times|reacts|weight|per turn|when\n"
DRAWN = [
    Case(
        "one for each event",
        AB.format(0, 0),
        ({97: 1 / 16, 96: 6 / 16, 95: 9 / 16}, 97),
        f"{ANSWERS}A|Jab|1|2||||\nB|One|1||struck|1|all|\nB|Two|2||struck|3|all|",
        orders=BOTH,
    ),
    Case(
        "a row that gains something when struck parts no weights",
        AB.format(0, 0),
        (99, {98: 0.25, 97: 0.25, 96: 0.5}),
        "unit|action|damage|weight|gains\nA|One|1|1|rage 1 when struck\nA|Two|2|1|\nA|Three|3|2|",
    ),
    Case(
        "each gift has turns of its own",
        "name|hp|damage\nA|9|1\nB|300|0",
        (9, {297: 0.5, 300 - 111 - 101 - 1: 0.5}),
        'unit|action|damage|gives|uses\nA|Mark|0|"(weak 2, frail 3) 50 % on hit"|1',
        "status|changes\nweak|damage taken +10\nfrail|damage taken +100",
        turns=4,
    ),
]

MEDIC = "name|hp|damage|per turn\nA|9|9|1\nB|5|2|1\nC|2|1|2\nD|9|2|1\nMedic|9|0|1"
TURNS = [
    Case(
        "who loses its turn answers all the same",
        "name|hp|damage|begins with\nA|9|1|\nB|20|7|stunned",
        (9 - 2, 19),
        "unit|action|damage|reacts\nB|Thorn|2|struck",
        "status|skips\nstunned|yes",
        orders=BOTH,
    ),
    Case(
        "per turn is read when the status that changes it is used up by a poison",
        "name|hp|damage|begins with\nA|9|1|hasty; poisoned\nB|9|0|",
        (9, 8),
        statuses="status|changes|absorbs|loses\nhasty|per turn +1|1|\npoisoned|||1",
    ),
    Case(
        "what another gains in a moment is not seen in it",
        AB.format(0, 0),
        (99 - 5, 99),
        "unit|action|on|damage|gains|when\nA|Fume|nobody||rage 1|\nB|Burst||5||target rage >= 1",
        turns=2,
        orders=("both",),
    ),
    Case(
        "who is struck in a moment knows it after it",
        "name|hp|damage\nA|9|5\nB|9|1",
        (9 - 1, 9 - 5),
        "unit|action|damage|when\nB|Fury|7|hp < 50 %",
        orders=("both",),
        more=(("overkill", "next"),),
    ),
    Case(
        "all reactions come back with the next turn of one's own",
        AB.format(0, 0),
        (99 - 2 * 2, 99 - 3 * 2),
        "unit|action|damage|times|reacts|per turn\nA|Jab|1|3||\nB|Thorn|1||struck|2",
        turns=2,
        orders=BOTH,
    ),
    Case(
        "of two stacks with timers of their own, in rounds, the first ends first",
        AB.format(0, 0),
        (99, 99 - 1 - 2 - 1),
        "unit|action|damage|uses|gives\nA|Bite|0|2|burning",
        "status|loses|turns|stacks|timer\nburning|1|2 rounds|3|own",
        turns=4,
    ),
    Case(
        "what is done once a turn answers once in each turn of another",
        "name|hp|damage\nA|5|1\nB|9|0",
        (10 - 2 - 2, 9 - 1 - 1),
        "unit|action|damage|per turn\nB|Parry|2|1",
        orders=("alternate", "exchange"),
        armies=({"A": 2}, {"B": 1}),
    ),
    Case(
        "a reaction drains as a blow in its turn does",
        "name|hp|damage\nA|99|4\nB|9|0",
        (93, 9 - 4 + 3),
        "unit|action|damage|drain|reacts\nB|Thorn|6|50 %|struck",
        orders=BOTH,
    ),
    Case(
        "what absorbs is filled up to so many times its most",
        AB.format(0, 0),
        (99 - (50 - 3 * 5), 99),
        "unit|action|on|gets|uses|damage|when\nA|Ward|self|warded|4||\nB|Hit||||50|round = 5",
        "status|absorbs|stacks\nwarded|1d1+4|3",
        turns=5,
    ),
    Case(
        "all are struck in the order of their army: the thorn of the first fells who sweeps",
        "name|hp|damage\nA|1|3\nB|9|0\nSoft|4|0",
        (0, 6 + 4),
        "unit|action|targets|damage|reacts\nA|Sweep|all|3|\nB|Thorn||1|struck",
        armies=({"A": 1}, {"B": 1, "Soft": 1}),
        targeting="weakest",
    ),
    Case(
        "whom a lift raises is drawn by the targeting of the side",
        "name|hp|damage\nA|9|0\nB|99|0\nTwo|5|0\nCleric|9|0",
        ({18: 0.5, 14: 0.5}, 99),
        "unit|action|on|heals|uses|damage|reacts|targets\n"
        "Cleric|Raise|fallen|9|1|||\nB|Slay||||9|begins|2",
        armies=({"A": 1, "Two": 1, "Cleric": 1}, {"B": 1}),
        targeting=("random", "front"),
    ),
]
TURNS += [
    Case(
        f"{order}: several lifts of 3 in one moment are added up, else the first alone finds him",
        "name|hp|damage\nA|9|0\nCleric|9|0\nB|99|0",
        (18 + points, 99),
        "unit|action|on|heals|uses|damage|reacts\nCleric|Raise|fallen|3|1||\nB|Slay||||9|begins",
        armies=({"A": 1, "Cleric": 2}, {"B": 1}),
        orders=(order,),
    )
    for order, points in [("both", 6), ("first", 3)]
]
TURNS += [
    Case(
        f"{', '.join(armies[0])}: who is raised in the turn in which it fell does nothing in it",
        MEDIC,
        left,
        "unit|action|on|heals|reacts\nMedic|Lift|fallen|3|ally struck",
        armies=armies,
        orders=("alternate", "exchange"),
    )
    for armies, left in [
        (({"A": 1}, {"B": 1, "Medic": 1}), (9, 3 + 9)),  # B doesn't answer
        (({"C": 1, "Medic": 1}, {"D": 1}), (2 + 9, 9 - 1)),  # C, of 2 points, acts once
    ]
]

BITE, GUARD = "name|hp|damage\nA|10|0\nB|{}|{}", "unit|action|on|gets|uses\nA|Guard|self|guarded|"
BITES = "unit|action|damage|gives|uses\nA|Bite|1|ill|1"
CHANCES = [
    Case(
        "a skip is a chance for each turn",
        BITE.format(5, 1),
        ({10: 1 / 64, 9: 9 / 64, 8: 27 / 64, 7: 27 / 64}, 4),
        BITES,
        "status|skips\nill|25 %",
        turns=3,
    ),
    Case(
        "an end is a chance after each turn",
        BITE.format(9, 0),
        (10, {7: 1 / 4, 6: 3 / 16, 5: 9 / 16}),
        BITES,
        "status|loses|ends\nill|1|25 %",
        turns=3,
    ),
    Case(
        "who is cured loses no more",
        BITE.format(10, 0),
        (10, 10 - 1 - 2),
        "unit|action|damage|gives|uses|cures|on|when\nA|Bite|1|ill|1|||\nB|Antidote||||ill|self|ill",
        "status|loses\nill|2",
        turns=4,
    ),
    Case(
        "who has cured himself of it rages no more",
        "name|hp|damage\nA|10|3\nB|20|0",
        (10, 20 - 3),
        "unit|action|on|gets|cures|free\nA|Rage|self|raging||yes\nA|Calm|self||raging|yes",
        "status|changes\nraging|damage x 2",
        orders=BOTH,
    ),
    Case(
        "a recharge is a chance at the start of each turn",
        BITE.format(30, 0),
        (10, {15: 1 / 16, 20: 6 / 16, 25: 9 / 16}),
        "unit|action|damage|recharge\nA|Blast|5|25 %",
        turns=3,
    ),
    *(
        Case(
            f"got {uses} times, it ends with the next turn, not with one in which it is got",
            BITE.format(10, 3),
            (7, 10),
            f"{GUARD}{uses}",
            "status|changes|ends\nguarded|armor +3|100 %",
            turns=uses + 1,
            more=(("least", 0),),
        )
        for uses in (1, 2)
    ),
    *(
        Case(
            f"{who} follows up, with all strikes once more",
            "name|hp|damage\nA|40|1\nB|40|3",
            (40 - lost, 40 - 3 * dealt),
            "unit|action|times\nA|Flurry|3",
            orders=("exchange",),
            more=(("follow_up", lambda unit, other, who=who: unit.name == who),),
        )
        for who, lost, dealt in [("A", 3, 2), ("B", 6, 1)]
    ),
    *(
        Case(
            f"{order}: what another gives ends with the next turn, not with the moment",
            BITE.format(10, 3),
            (left, 9),
            BITES,
            "status|skips|ends\nill|yes|100 %",
            turns=turns,
            orders=(order,),
        )
        for order, turns, left in [("first", 2, 7), ("both", 3, 4)]
    ),
]

MOMENT = [
    Case(
        "reactions come by trigger, not by strike: the mana is for who hits, not for who misses",
        "name|hp|damage|mana|aim\nA|99|1|0|0\nC|99|1|0|1\nB|99|0|1|1",
        (198 - 2, 98),
        "unit|action|damage|reacts|spends\nB|Scorn|7|missed|mana 1\nB|Thorn|2|struck|mana 1",
        armies=({"A": 1, "C": 1}, {"B": 1}),
        orders=("both",),
        hit=lambda attacker, defender: attacker.aim,
    ),
    *(
        Case(
            f"a reaction once a moment is aimed at the {whom or 'one whom its side would strike'}",
            "name|hp|damage\nA|9|1\nC|1|1\nB|99|0",
            (left, 97),
            f"unit|action|damage|reacts|whom\nB|Thorn|5|struck|{whom}",
            armies=({"A": 1, "C": 1}, {"B": 1}),
            orders=("both",),
            targeting=("front", "random"),
        )
        for whom, left in [("weakest", 9), ("strongest", 5), ("", {9: 0.5, 5: 0.5})]
    ),
    *(
        Case(
            f"what is gained when struck is there for the rows below it: {left}",
            AB.format(1, 0),
            (left, 98),
            f"unit|action|damage|reacts|spends|gains\n{rows}",
            orders=BOTH,
        )
        for left, rows in [
            (99, "B|Thorn|2|struck|rage 1|\nB|Hit|0|||rage 1 when struck"),
            (97, "B|Hit|0|||rage 1 when struck\nB|Thorn|2|struck|rage 1|"),
        ]
    ),
    Case(
        "it is paid first: of 2 mana at most both are there again",
        "name|hp|damage|mana|mana max\nA|99|0|2|2\nB|99|0|0|0",
        (99, 99 - 2 * 5),
        "unit|action|damage|spends|gains\nA|Bolt|5|mana 2|mana 2",
        turns=2,
        orders=BOTH,
    ),
    Case(
        "what kills is absorbed first",
        "name|hp|damage|begins with\nA|3|0|warded; burning; choking\nB|9|0|",
        (1, 9),
        statuses="status|absorbs|loses|kills\nwarded|3||\nburning||3|\nchoking||3|no",
        orders=BOTH,
    ),
    Case(
        "as a fight begins it is round 1",
        AB.format(0, 0),
        (99, 99 - 5),
        "unit|action|damage|reacts|when\nA|Salvo|5|begins|round = 1",
        orders=BOTH,
    ),
    Case(
        "who rages in this turn alone rages as a foe falls in it",
        "name|hp|damage|begins with\nA|9|1|raging\nB|1|0|\nC|9|0|",
        (9, 9 - 4),
        "unit|action|damage|reacts|when\nA|Cleave|4|foe falls|raging",
        "status|turns\nraging|1",
        armies=({"A": 1}, {"B": 1, "C": 1}),
        orders=BOTH,
    ),
    *(
        Case(
            f"{overkill}: the strongest is {'another' if left == 4 else 'the same'} for the second",
            "name|hp|damage\nA|9|6\nB|9|0\nC|7|0",
            (18, left),
            "unit|action|whom\nA|Hit|strongest",
            armies=({"A": 2}, {"B": 1, "C": 1}),
            orders=("both",),
            more=(("overkill", overkill),),
        )
        for overkill, left in [(None, 7), ("next", 3 + 1)]
    ),
    *(
        Case(
            f"a free row is done so often, while it is open: {mana or 'always'}",
            f"name|hp|damage|mana\nA|99|1|{mana or 0}\nB|99|0|0",
            (99, 99 - times * 2 - 1),
            f"unit|action|damage|free|per turn|spends\nA|Jab|2|yes|3|{mana and 'mana 1'}",
            orders=ORDERS[:5],
        )
        for mana, times in [("", 3), (2, 2)]
    ),
    Case(
        "a damage rule says what those do who have none in the sheet (case 45)",
        "name|hp|damage|strength\nA|10|0|3\nB|10|1|3",
        (10 - 3 * 3, 0),
        turns=4,
        more=(("damage", lambda attacker, defender: attacker.strength),),
    ),
    Case(
        "who falls has lost what it had, and what the blow gave it (case 49)",
        "name|hp|damage|begins with\nA|5|1|\nB|1|0|lit",
        (5, 0),
        "unit|action|damage|gives|reacts|when\n"
        "A|Stab|1|cursed||\nB|Burst|9||falls|cursed\nB|Blast|9||falls|lit",
        "status|turns\ncursed|3\nlit|",
        turns=2,
        orders=ORDERS,
    ),
    Case(
        "but not what it gets when it falls",
        "name|hp|damage\nA|5|1\nB|1|0",
        (0, 0),
        "unit|action|damage|gets|reacts|on|when\nB|Arm||armed|falls|self|\nB|Burst|9||falls||armed",
        "status|turns\narmed|3",
        turns=2,
        orders=ORDERS,
    ),
    Case(
        "nor does a poison's victim keep what it had",
        "name|hp|damage|begins with\nA|5|0|\nB|1|0|poisoned",
        (5, 0),
        "unit|action|damage|reacts|when\nB|Burst|9|falls|poisoned",
        "status|loses\npoisoned|1",
        turns=2,
        orders=ORDERS,
    ),
]

CASES = [*DRAWN, *TURNS, *CHANCES, *MOMENT]


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_it_is_as_worked_out_by_hand(case):
    check(case)


@pytest.mark.parametrize("order", BOTH)
def test_falls_are_answered_in_the_order_of_the_armies(order):
    """A, who has 4 points of 9, has eaten before B's last blow, or in the same moment."""
    units = said(
        "name|hp|damage\nA|9|1\nB|1|0",
        """unit|action|damage|reacts|on|heals|gains
        A|Feast||foe falls|self|3|fed 1
        B|Last|5|falls|||""",
    )
    start, rules = pd.DataFrame([[1.0]], [4], [1]), Rules(hit=sure, order=order)
    odds = duel(units["A"], units["B"], rules, max_turns=1, start=start)
    assert odds.left[0].mean == 4 + 3 - 5


def test_what_a_unit_begins_with_and_counters_come_back_in_each_fight():
    units = said(
        "name|hp|damage|mana|begins with\nHero|10|0|1|warded\nImp|1|3||",
        "unit|action|damage|spends\nHero|Bolt|1|mana 1",
        "status|absorbs\nwarded|3",
    )
    found = campaign({"Hero": 1}, [{"Imp": 1}] * 4, Rules(hit=sure), units=units, campaigns=10)
    assert found.through == 1
    assert found.hit_points.mean == 10
