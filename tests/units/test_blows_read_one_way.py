"""What the page of columns says of blows under "Read one way", and its like."""

import math
from collections import Counter
from itertools import product

import pytest

from combat.units import Rules, duel
from tests.units.games.by_sheet import AB, BOTH, Case, check, half, said

RESULTS = {"critical": 0.1, "hit": 0.4, "graze": 0.2, "fumble": 0.1}


def always(result):
    return lambda attacker, defender: {result: 1.0}


def by_attack(attacker, defender):
    return attacker.attack / 40


def skilled(attacker, defender):
    """Who has an attack of 9 hits surely, others half of the time."""
    return 1.0 if attacker.attack >= 9 else 0.5


ROLLS = [
    Case(
        f"a graze with {damage} against an armor of {armor}, share {share or 'blank'}",
        f"name|hp|damage|graze|armor\nA|9|{damage}|{share}|0\nB|9|0||{armor}",
        (9, 9 - lost),
        hit=always("graze"),
    )
    for damage, share, armor, lost in [
        (5, "", 0, 3),
        (2, "1/4", 0, 1),
        (1, "1/4", 0, 0),
        (4, "", 3, 1),
        (4, "0 %", 0, 0),
    ]
]
ROLLS += [
    Case(
        f"what is got on {on} comes once if any of two strikes has it",
        AB.format(0, 0),
        (99, 99 - 2 * 0.8 - 7 * (1 - chance) ** 2),  # half a point of a graze is rounded up
        f"unit|action|damage|times|gets|uses\nA|Cut|1|2|furious on {on}|1\nA|Hit|10|||",
        "status|changes\nfurious|damage x 0",
        turns=2,
        hit=lambda attacker, defender: RESULTS,
        more=(("critical", (0, 2)),),
    )
    for on, chance in [("hit", 0.7), ("critical", 0.1), ("miss", 0.3), ("fumble", 0.1)]
]
ROLLS += [
    Case(
        "in an exchange the first series alone gains",
        "name|hp|attack|damage|mana|speed\nA|9|1|0|0|9\nB|20|1|0|0|1",
        (9, {20: 0.25, 19: 0.25, 1: 0.25, 0: 0.25}),
        "unit|action|damage|attack|spends|gains|uses\n"
        "A|Bolt|9|9|mana 1||\nA|Jab|1|||mana 1 on hit|1",
        turns=3,
        orders=("exchange",),
        hit=skilled,
    ),
    Case(
        "who follows up has got what its first strikes give",
        "name|hp|damage|speed\nA|99|1|9\nB|99|0|1",
        (99, 99 - (1 + 2) - (2 + 4)),
        "unit|action|gets|when\nA|Cut|angry on hit|round >= 1",
        "status|changes|stacks\nangry|damage x 2|5",
        turns=3,
        orders=("exchange",),
    ),
    Case(
        "what earlier strikes take of an attack is multiplied with it",
        "name|hp|attack|damage|per turn|again\nA|99|10|1|2|-4\nB|99|0|0|1|0",
        (99, 99 - 20 / 40 - 2 * (10 - 4) / 40),
        "unit|action|gets|free|on|uses\nA|Focus|keen|yes|self|1",
        "status|changes\nkeen|attack x 2",
        hit=by_attack,
    ),
    Case(
        "earlier strikes take of the attack that an action has itself",
        "name|hp|attack|damage|per turn|again\nA|99|10|1|2|-4\nB|99|0|0|1|0",
        (99, 99 - 20 / 40 - (20 - 4) / 40),
        "unit|action|attack\nA|Jab|20",
        hit=by_attack,
    ),
    Case(
        "a chance may be a fraction, and its change have a blank before the percent sign",
        "name|hp|damage|crit chance\nA|99|10|1/5\nB|99|0|0 %",
        (99, 99 - 10 * 1.7),
        "unit|action|on|gets|uses\nA|Focus|self|keen|1",
        "status|changes\nkeen|crit chance +50 %",
        turns=2,
    ),
]

PIERCED = [
    Case(
        f"of an armor of {armor} a blow of 6 pierces {points}",
        f"name|hp|damage|armor\nA|9|0|0\nB|20|0|{armor}",
        (9, 20 - lost),
        f"unit|action|damage|pierces\nA|Stab|6|{points}",
    )
    for armor, points, lost in [(3, 2, 5), (3, 9, 6), (3, "all", 6), (-2, 9, 8), (9, 4, 1)]
]
STAB = "unit|action|damage|pierces|miss\nA|Stab|{}|{}|{}"
PIERCED += [
    Case(
        "what a miss or a critical hit does pierces, too",
        "name|hp|damage|armor\nA|9|0|0\nB|20|0|5",
        (9, {18: 0.5, 15: 0.25, 10: 0.25}),
        STAB.format(7, 3, "half"),
        hit=half,
        more=(("critical", (0.5, 2)),),
    ),
    Case(
        "armor rolls for each strike",
        "name|hp|damage|armor\nA|9|0|0\nB|20|0|1d2",
        (9, {16: 0.25, 17: 0.5, 18: 0.25}),
        "unit|action|damage|times\nA|Jab|3|2",
    ),
    Case(
        "a hit does the least points that armor leaves, but none where its dice show none",
        "name|hp|damage|armor\nA|9|1d2-1|0\nB|20|0|1d4",
        (9, {20: 0.5, 18: 0.5}),
        more=(("least", 2),),
    ),
    Case(
        "rolled armor is multiplied, added to, then pierced: 0, 0, 0.5 or 1 are left",
        "name|hp|damage|armor|begins with\nA|9|0|0|\nB|20|0|1d4|hardened",
        (9, {17: 0.75, 18: 0.25}),
        STAB.format(3, 5, ""),
        'status|changes\nhardened|"armor x 0.5, armor +4"',
    ),
    Case(
        "each stack of a shield rolls what it adds to armor",
        "name|hp|damage|begins with\nA|9|4|\nB|20|0|hard; hard",
        (9, {18: 0.25, 19: 0.5, 20: 0.25}),
        statuses="status|changes|stacks\nhard|armor +1d2|2",
        more=(("least", 0),),
    ),
]

MARKED = "name|hp|damage|armor|begins with\nA|9|{}|0|\nB|20|0|{}|{}"
TAKEN = [
    Case(
        f"{stacks} times {changes} of a blow of 7 by {kind or 'nothing'}",
        MARKED.format(0, 2, "; ".join(["marked"] * stacks)),
        (9, 20 - lost),
        f"unit|action|damage|kind\nA|Blow|9|{kind}",
        f'status|changes|stacks\nmarked|"{changes}"|3',
    )
    for kind, changes, stacks, lost in [
        ("", "damage taken x 0.5", 2, 1),
        ("", "damage taken x 1.5", 1, 10),
        ("", "damage taken -3", 3, 0),
        ("", "damage taken x 0.5, damage taken +3", 2, 7),
        ("cold", "fire taken x 0.5", 1, 7),
        ("fire", "fire taken x 0.5, damage taken x 0.5", 1, 1),
        ("fire", "fire taken +2, damage taken x 2", 1, 16),
    ]
]
MORE = "status|changes\nmarked|damage taken +3"
TAKEN += [
    Case(
        "seven tenths of ten are seven",
        MARKED.format(10, 0, "marked"),
        (9, 13),
        statuses="status|changes\nmarked|damage taken x 0.7",
    ),
    Case(
        "what does nothing is not taken",
        MARKED.format("1d2-1", 0, "marked"),
        (9, {20: 0.75, 16: 0.25}),
        statuses=MORE,
        hit=half,
    ),
    Case(
        "what a miss does is taken",
        MARKED.format(0, 0, "marked"),
        (9, {15: 0.5, 12: 0.5}),
        STAB.format(5, "", "half"),
        MORE,
        hit=half,
    ),
    Case(
        "a share of the hit points is not",
        MARKED.format(0, 0, "marked"),
        (9, 20 - (1 + 3) - 4),
        STAB.format("1 + 20 % of full hp", "", ""),
        MORE,
    ),
    Case(
        "what absorbs comes after it, and what a status takes is not changed",
        MARKED.format(3, 0, "warded; ill"),
        (9, 20 - (6 - 1) - (1 + 3) - 1),
        statuses="status|changes|absorbs|loses\nwarded|damage taken x 2|1|\nill|||1",
        turns=2,
    ),
]

BRACED = "name|hp|damage|con|begins with\nA|9|{}|0|\nB|20|0|2|{}"
BROKEN = [
    Case(
        f"{throw} keeps a status in {kept:.0%}: the first blow of 1 takes 3, the second, too, or 1",
        BRACED.format(1, "braced"),
        (9, {14: kept, 16: 1 - kept}),
        statuses=f"status|broken|changes\nbraced|{throw}|damage taken +2",
        turns=2,
        orders=BOTH,
    )
    for throw, kept in [
        ("d4 + con >= 5", 1 / 2),  # by 3 or 4, and 2
        ("d4 > damage taken", 1 / 4),
        ("d4 <= half damage taken", 1 / 4),
        ("d6 >= 5 or half damage taken", 1 / 3),
        ("2d2 + con < 5", 1 / 4),
    ]
]
D4 = "status|broken|changes|absorbs\nbraced|d4 > damage taken|damage taken +2|\nwarded|||1"
BROKEN += [
    Case(
        f"{order}: a d4 exceeds the 3 of a strike in a quarter, and never the 6 of a moment",
        BRACED.format(0, "braced"),
        (9, left),
        "unit|action|damage|times\nA|Jab|1|2",
        D4,
        turns=2,
        orders=(order,),
    )
    for order, left in [
        ("first", {14: 3 / 4, 12: 3 / 16, 10: 3 / 64, 8: 1 / 64}),
        ("both", {12: 1}),
    ]
]
BROKEN += [
    Case(
        "what is absorbed is no damage taken",
        BRACED.format(1, "braced; warded"),
        (9, {15: 0.5, 17: 0.5}),
        statuses=D4,
        turns=2,
    ),
    Case(
        "a throw knows what all statuses make of columns, though one ends by its own",
        BRACED.format(1, "braced; tired"),
        (9, {15: 0.5, 13: 3 / 16, 11: 5 / 16}),  # the second throw by 3 and 4, then by 2, too
        statuses='status|broken|changes\nbraced|d4 + con >= 3|"damage taken +2, con -1"\n'
        "tired|d4 + con >= 3|con -1",
        turns=3,
    ),
]


CASES = [*ROLLS, *PIERCED, *TAKEN, *BROKEN]


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_it_is_as_worked_out_by_hand(case):
    check(case)


GRAZES = {"hit": 0.5, "graze": 0.5}


@pytest.mark.parametrize("rounding", [None, "half up", "up", "down"])
def test_grazes_and_shares_are_rounded_as_the_rules_say(rounding):
    """Three rays of 2d6, half of them graze: each course of them, counted."""
    halved = {"down": lambda points: points // 2}.get(rounding, lambda points: -(-points // 2))
    dice = [one + other for one in range(1, 7) for other in range(1, 7)]
    each = Counter()
    for points in dice:
        each[points] += 1
        each[halved(points)] += 1
    right = sum(
        math.prod(each[ray] for ray in rays) for rays in product(each, repeat=3) if sum(rays) >= 20
    )
    units = said("name|hp|damage\nA|9|2d6\nB|20|0", "unit|action|times\nA|Rays|3")
    rules = Rules(hit=lambda a, d: GRAZES, order="first", rounding=rounding)
    odds = duel(units["A"], units["B"], rules, max_turns=1)
    assert odds.first == pytest.approx(right / 72**3, abs=1e-12)


@pytest.mark.parametrize(("rounding", "left"), [(None, 8), ("down", 8), ("up", 9), ("half up", 9)])
def test_what_is_taken_is_rounded_as_the_rules_say(rounding, left):
    units = said(
        "name|hp|damage|begins with\nA|30|0|\nB|99|0|tough",
        "unit|action|damage\nA|Cut|17",
        "status|changes\ntough|damage taken x 0.5",
    )
    rules = Rules(hit="always hits", order="first", rounding=rounding)
    assert duel(units["A"], units["B"], rules, max_turns=1).left[1].mean == 99 - left


def test_an_unknown_rounding_is_refused():
    with pytest.raises(ValueError, match="rounding = 'even' is not known: it must be one of down"):
        Rules(rounding="even")
