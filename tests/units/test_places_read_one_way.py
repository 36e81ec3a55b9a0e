"""Rows and reach, guards, a reserve, synergies: small fights worked out by hand."""

from fractions import Fraction

import pytest

from combat.charter import judge, mend
from combat.units import (
    Rules,
    advice,
    battle,
    campaign,
    duel,
    encounter,
    matrix,
    reached,
    read_units,
    tell,
)
from combat.units.rules import ORDERS
from tests.charter.rows import claims_of
from tests.tables.test_spreadsheets import spreadsheet
from tests.units.games.by_sheet import BOTH, Case, check, said

SURE = Rules(hit="always hits", order="first")
LINE = "name|hp|damage|row|reach\nGuard|5|2|1|1\nArcher|3|1|2|"
T_AND_M = "name|hp|damage|begins with\nT|6|1|guarding\nM|2|3|\nA|5|2|\nB|3|1|"
GUARDING = "status|guards\nguarding|all"
CALLED = "name|hp|damage|reserve\nCap|3|1|\nR|4|2|yes\nA|6|2|"
CALL = "unit|action|on\nCap|Call|reserve"
EACH = {"Guard": 1, "Archer": 1}
THREE = ("first", "both", "initiative")
WORKED = [  # each hit is certain: chances that the first wins, the second, both fall, by order
    (
        said(LINE),
        (EACH, EACH),
        (("29/32", "3/32", 0), ("21/64", "21/64", "11/32"), ("1/2", "1/2", 0)),
    ),
    (
        said(T_AND_M, statuses=GUARDING),
        ({"T": 1, "M": 1}, {"A": 1, "B": 1}),
        ((1, 0, 0), ("13/16", 0, "3/16"), ("89/96", "7/96", 0)),
    ),
    (
        said(CALLED, CALL),
        ({"Cap": 1, "R": 1}, {"A": 1}),
        ((1, 0, 0), ("1/2", 0, "1/2"), ("3/4", "1/4", 0)),
    ),
]


@pytest.mark.parametrize(("units", "armies", "right"), WORKED, ids=["rows", "guards", "reserve"])
@pytest.mark.parametrize("order", THREE)
def test_the_worked_fights(units, armies, right, order):
    rules = Rules(hit="always hits", order=order)
    exact = battle(*armies, rules, units=units)
    chances = [float(Fraction(one)) for one in right[THREE.index(order)]]
    assert exact.fights is None
    assert exact.outcomes.tolist() == pytest.approx([*chances, 0], abs=1e-12)
    rolled = battle(*armies, rules, units=units, battles=4000)
    assert rolled.outcomes.tolist() == pytest.approx([*chances, 0], abs=4 * 0.5 / 4000**0.5)


KNOTS = "name|hp|damage|row|reach\nA|9|1|{}|{}\nB|9|0|{}|\nC|9|1|1|1\nD|9|1|2|1"
PLACES = [
    *(
        Case(
            f"{what}: at a distance of {far} it is open from reach {far} on, not from {far - 1}",
            KNOTS.format(row, reach, other),
            (18, 18 - hits),
            "unit|action|damage|whom\nA|Hit|3|strongest\nC|Wait|0|\nD|Wait|0|",
            armies=({"A": 1, **beside}, {**foes}),
            hit=lambda attacker, defender: float(attacker.damage.mean > 0),
        )
        for what, row, other, beside, foes, far in [
            ("the nearest of two empty rows", 9, 9, {"B": 1}, {"C": 2}, 1),
            ("behind another", 2, 1, {"B": 1}, {"C": 2}, 2),
            ("beside another", 2, 2, {"B": 1}, {"C": 2}, 1),
            ("far behind another: an empty row counts nothing", 7, -3, {"B": 1}, {"C": 2}, 2),
        ]
        for reach, hits in [(far, 3), (far - 1 or "", 3 if far == 1 else 0)]
    ),
    Case(
        "the weakest in reach is struck, not one behind him",
        "name|hp|damage|row|reach\nA|9|2|1|1\nB|9|0|1|\nC|5|0|2|",
        (9, 7 + 5),
        "unit|action|whom\nA|Hit|weakest",
        armies=({"A": 1}, {"B": 1, "C": 1}),
        orders=ORDERS[:5],
    ),
    Case(
        "the front is the least row, wherever it stands in the army",
        "name|hp|damage|row\nA|9|2|1\nB|9|0|3\nC|1|0|2",
        (9, 9),
        armies=({"A": 1}, {"B": 1, "C": 1}),
        orders=ORDERS[:5],
    ),
    Case(
        "all are all within reach",
        "name|hp|damage|row\nA|9|2|1\nB|9|0|1\nC|9|0|2\nD|9|0|5",
        (9, 3 * 9 - 2 * 2),
        "unit|action|targets|reach\nA|Sweep|all|2",
        armies=({"A": 1}, {"B": 1, "C": 1, "D": 1}),
        orders=BOTH,
    ),
    Case(
        "an action may reach farther than its unit",
        "name|hp|damage|row|reach\nA|9|1|1|1\nB|9|0|1|\nC|9|0|2|",
        (9, 9 + 9 - 4),
        "unit|action|damage|reach|when|whom\nA|Throw|4|2|target hp = 9|front",
        armies=({"A": 1}, {"B": 1, "C": 1}),
        orders=BOTH,
    ),
    Case(
        "strikes that go on stay within the reach of their action's beginning",
        "name|hp|damage|row|reach\nA|9|2|1|1\nB|2|0|1|\nC|9|0|2|",
        (9, 9 - 2 * 2),
        "unit|action|times\nA|Twice|2",
        turns=2,
        armies=({"A": 1}, {"B": 1, "C": 1}),
        orders=BOTH,
    ),
    Case(
        "several at once see the rows of the moment's beginning",
        "name|hp|damage|row|reach\nA|9|2|1|1\nB|2|0|1|\nC|9|0|2|",
        (18, 9),
        armies=({"A": 2}, {"B": 1, "C": 1}),
        orders=("both",),
        more=(("overkill", "next"),),
    ),
    Case(
        "one after another, the second sees who has fallen",
        "name|hp|damage|row|reach\nA|9|2|1|1\nB|2|0|1|\nC|9|0|2|",
        (18, 9 - 2),
        armies=({"A": 2}, {"B": 1, "C": 1}),
    ),
    Case(
        "points spill no farther than the blow reaches",
        "name|hp|damage|row|reach\nA|9|8|1|1\nB|2|0|1|\nC|3|0|1|\nD|9|0|2|",
        (9, 9),
        armies=({"A": 1}, {"B": 1, "C": 1, "D": 1}),
        orders=BOTH,
        more=(("overkill", "spill"),),
    ),
    Case(
        "a reaction at who is out of reach isn't done",
        "name|hp|damage|row|reach\nA|9|2|2|\nC|9|0|1|\nB|9|0|1|1",
        (18, 9 - 2),
        "unit|action|damage|reacts\nB|Thorn|3|struck",
        armies=({"A": 1, "C": 1}, {"B": 1}),
        orders=BOTH,
    ),
    *(
        Case(
            f"who is out of reach isn't answered: {reach}",
            "name|hp|damage|row|reach\nA|9|2|2|\nC|9|0|1|\nB|9|3|1|" + reach,
            (18 - lost, 9 - 2),
            armies=({"A": 1, "C": 1}, {"B": 1}),
            orders=("alternate", "exchange"),
        )
        for reach, lost in [("1", 0), ("2", 3)]
    ),
    Case(
        "who is pushed back is out of reach, and reaches less",
        "name|hp|damage|row|reach\nA|9|0|1|1\nB|9|1|1|1\nC|9|0|1|",
        (9, 9 - 1 + 9),
        "unit|action|damage|gives|uses|when\nA|Push|1|pushed||round = 1\nA|Hit|3|||target hp < 9",
        "status|changes\npushed|row +1",
        turns=2,
        armies=({"A": 1}, {"B": 1, "C": 1}),
    ),
    Case(
        "who is blind strikes nobody, not even alone",
        "name|hp|damage\nA|9|0\nB|9|1",
        (9, 9 - 1),
        "unit|action|damage|gives|uses\nA|Dust|1|blind|1",
        "status|changes\nblind|reach x 0",
        turns=3,
        orders=("first",),
    ),
    Case(
        "a duel is at a distance of 1",
        "name|hp|damage|row|reach\nA|9|1|5|1\nB|9|1|7|1",
        (8, 8),
        orders=("both",),
    ),
]
GUARDS = [
    *(
        Case(
            f"who is aimed at answers, not who takes it: {answers}",
            f"name|hp|damage|begins with\nA|9|1|\nB|9|{damage}|\nG|9|{3 - damage}|guarding",
            (9 - damage, 9 + 9 - 1),
            statuses=GUARDING,
            armies=({"A": 1}, {"B": 1, "G": 1}),
            orders=("alternate", "exchange"),
        )
        for answers, damage in [("B", 3), ("nobody", 0)]
    ),
    Case(
        "a guard takes it with his own armor, and what is taken of him",
        "name|hp|damage|armor|begins with\nA|9|5|0|\nB|9|0|0|\nG|9|0|2|guarding",
        (9, 9 + 9 - 3),
        statuses=GUARDING,
        armies=({"A": 1}, {"B": 1, "G": 1}),
        orders=ORDERS,
    ),
    Case(
        "of several the first of the army; nobody for one who bears the same",
        "name|hp|damage|begins with\nA|9|5|\nB|7|0|\nG|1|0|guarding\nH|9|0|guarding",
        (9, 7 + 9),
        statuses=GUARDING,
        armies=({"A": 1}, {"B": 1, "G": 1, "H": 1}),
        orders=BOTH,
    ),
    Case(
        "one whom another guards as well: no chains",
        "name|hp|damage|begins with\nA|9|5|\nB|9|0|guarded\nG|9|0|warding\nH|9|0|guarding",
        (9, 27 - 5),
        statuses="status|guards\nguarded|\nwarding|guarded\nguarding|warding",
        armies=({"A": 1}, {"B": 1, "G": 1, "H": 1}),
    ),
    Case(
        "a bodyguard guards those who have a status, and no others",
        "name|hp|damage|begins with\nA|9|5|\nB|4|0|\nC|9|0|guarded\nG|9|0|warding",
        (9, 4 - 4 + 9 + 9),
        statuses="status|guards\nguarded|\nwarding|guarded",
        armies=({"A": 1}, {"B": 1, "C": 1, "G": 1}),
        orders=BOTH,
    ),
    Case(
        "a sweep passes a guard by",
        "name|hp|damage|begins with\nA|9|5|\nB|4|0|\nG|9|0|guarding",
        (9, 9 - 5),
        "unit|action|targets\nA|Sweep|2",
        GUARDING,
        armies=({"A": 1}, {"B": 1, "G": 1}),
        orders=BOTH,
    ),
    Case(
        "while it stands: of two strikes the second is the ally's own",
        "name|hp|damage|begins with\nA|9|5|\nB|9|0|\nG|2|0|guarding",
        (9, 9 - 5),
        "unit|action|times\nA|Twice|2",
        GUARDING,
        armies=({"A": 1}, {"B": 1, "G": 1}),
    ),
    Case(
        "who guards is struck: he reacts, and those beside him as to an ally",
        "name|hp|damage|begins with\nA|9|1|\nB|9|0|\nG|9|0|guarding",
        (9 - 2 - 3, 17),
        "unit|action|damage|reacts\nG|Thorn|2|struck\nB|Spite|3|ally struck",
        GUARDING,
        armies=({"A": 1}, {"B": 1, "G": 1}),
        orders=BOTH,
    ),
]
HIDDEN = [
    Case(
        "nobody aims at who is hidden, nor does a sweep or a spill reach him",
        "name|hp|damage|begins with\nA|9|5|\nB|9|2|hidden\nC|3|0|",
        (9 - 2, 9),
        f"unit|action|targets|damage\nA|Sweep|{targets}|5",
        "status|aimed at\nhidden|no",
        armies=({"A": 1}, {"B": 1, "C": 1}),
        orders=BOTH,
        more=(("overkill", overkill),),
    )
    for targets, overkill in [("all", None), ("1", "spill"), ("1", None)]
]
HIDDEN += [
    Case(
        "a shooter who can't be struck, until he is seen",
        "name|hp|damage|begins with\nA|9|5|\nB|9|2|hidden 2",
        (9 - 3 * 2, 9 - 5),
        statuses="status|aimed at\nhidden|no",
        turns=3,
        orders=BOTH,
    ),
]
HURTS = [
    Case(
        f"{armor} armor: a hit that takes no points hurts nobody",
        f"name|hp|damage|armor|begins with\nA|9|2|0|\nB|30|0|{armor}|{begins}",
        (9, 30 - left),
        "unit|action|damage|gives|gains\nA|Stab|2|open on hurts|rage 1 on hurts",
        "status|changes|absorbs\nopen|damage taken +5|\nwarded||4",
        turns=3,
        orders=BOTH,
        more=(("least", 0),),
    )
    for armor, begins, left in [(0, "", 2 + 7 + 7), (2, "", 0), (0, "warded", 2)]
]
HERO = "name|hp|damage|reserve\nCap|9|0|\nR|4|2|yes\nS|5|1|yes\nA|9|0|\nB|9|3|"
RESERVE = [
    Case(
        "who comes in acts from its next turn: in this round, if it is still to come",
        HERO,
        (9 + 4, 9 - 2 * turns),
        "unit|action|on|uses\nCap|Call|reserve|1",
        turns=2,
        armies=({"Cap": 1, "R": 1}, {"A": 1}),
        orders=(order,),
    )
    for order, turns in [("first", 2), ("both", 1)]
]
RESERVE += [
    Case(
        "the first of the army comes, with the points of heals at most its full ones",
        HERO,
        (9 + left, 9 - dealt),
        f"unit|action|on|uses|heals|whom|targets\nCap|Call|reserve|1|{heals}|{whom}|{targets}",
        armies=({"Cap": 1, "R": 1, "S": 1}, {"A": 1}),
    )
    for heals, whom, targets, left, dealt in [
        ("", "", 1, 4, 2),
        ("1", "", 1, 1, 2),
        ("99", "", 1, 4, 2),
        ("", "strongest", 1, 4, 2),
        ("", "", 2, 4 + 5, 3),
    ]
]
RESERVE += [
    Case(
        "it is no target, and keeps nobody standing",
        "name|hp|damage|reserve\nCap|2|0|\nR|4|2|yes\nB|9|3|",
        (0, 9),
        "unit|action|on|when\nCap|Call|reserve|round = 9",
        armies=({"Cap": 1, "R": 1}, {"B": 1}),
        orders=ORDERS,
        turns=2,
    ),
    Case(
        "it does what begins says as it comes, and has what it begins with",
        "name|hp|damage|reserve|begins with\nCap|9|0||\nR|4|0|yes|warded\nA|9|1||",
        (9 + 4 - 0, 9 - 3),
        "unit|action|on|uses|damage|reacts|whom\nCap|Call|reserve|1|||\nR|Leap|foe||3|begins|\n"
        "A|Hit|foe||1||weakest",
        "status|absorbs\nwarded|1",
        armies=({"Cap": 1, "R": 1}, {"A": 1}),
    ),
    Case(
        "who comes in at a fall begins, too",
        "name|hp|damage|reserve\nCap|9|9|\nR|4|0|yes\nA|9|0|\nB|9|0|",
        (9 + 4, 9 - 3),
        "unit|action|on|damage|reacts\nCap|Call|reserve||foe falls\nR|Leap|foe|3|begins",
        armies=({"Cap": 1, "R": 1}, {"A": 1, "B": 1}),
        orders=BOTH,
    ),
    Case(
        "where nobody can call, all stand",
        "name|hp|damage|reserve\nR|4|2|yes\nA|9|0|",
        (4, 7),
        armies=({"R": 1}, {"A": 1}),
    ),
]
CLANS = "name|hp|damage|clan\nA|9|1|Wolf\nB|9|1|Bear; Wolf\nC|9|1|Bear\nX|99|0|"
STRONG = "status|changes\nstrong|damage +10"
TOGETHER = [
    Case(
        f"{', '.join(army)} with {row}",
        CLANS,
        (9 * sum(army.values()), 99 - dealt),
        statuses=STRONG,
        synergies=f"column|value|at least|gives|to|distinct\nclan|{row}",
        armies=(army, {"X": 1}),
        orders=BOTH,
    )
    for row, army, dealt in [
        ("Wolf|2|strong|those|", {"A": 1, "B": 1}, 22),
        ("wolf|2|strong|those|", {"A": 1, "C": 1}, 2),
        ("Wolf|2|strong|those|", {"A": 1, "B": 1, "C": 1}, 23),
        ("Wolf|2|strong|side|", {"A": 1, "B": 1, "C": 1}, 33),
        ("Wolf|2|strong||", {"A": 2, "C": 1}, 23),
        ("Wolf|2|strong||yes", {"A": 2, "C": 1}, 3),
        ("Wolf|2|strong||yes", {"A": 2, "B": 1}, 33),
        ("Bear||strong||", {"B": 1, "C": 1}, 22),
        ("Bear|3|strong|side|", {"B": 1, "C": 1}, 2),
    ]
]
TOGETHER += [
    Case(
        "they are counted before anybody falls as the fight begins",
        "name|hp|damage|clan\nX|99|0|\nA|9|1|Wolf\nB|9|1|Wolf",
        (99 - 11, 9),
        "unit|action|damage|reacts|whom\nX|Slay|9|begins|front",
        STRONG,
        synergies="column|value|at least|gives\nclan|Wolf|2|strong",
        armies=({"X": 1}, {"A": 1, "B": 1}),
        orders=BOTH,
    ),
]
CASES = [*PLACES, *GUARDS, *HIDDEN, *HURTS, *RESERVE, *TOGETHER]


@pytest.mark.parametrize("case", CASES, ids=[case.what for case in CASES])
def test_it_is_as_worked_out_by_hand(case):
    check(case)


def test_who_reaches_whom_as_a_battle_begins():
    units = said(
        "name|hp|damage|row|reach|reserve\nGuard|5|2|1|1|\nArcher|3|1|2||\nPike|3|1|2|2|\n"
        "Cook|3|1|2|1|\nLate|3|1|1||yes\nIdle|3|0|1||",
        "unit|action|on|damage|reach\nGuard|Call|reserve||\nCook|Throw|foe|1|3",
    )
    army = dict.fromkeys(units.names, 1)
    found = reached(army, army, units=units)
    front, back = [True, False, False, False, False, True], [True] * 4 + [False, True]
    none = [False] * 6
    right = [front, back, front, back, none, none]
    assert found.to_numpy().tolist() == right


def test_a_fight_is_told_with_who_stands_before_whom():
    units = said(
        "name|hp|damage|row|reach\nGuard|5|2|front|1\nArcher|3|1|back|\nOgre|9|2|1|1\nImp|9|2|2|1",
        "unit|action|damage|when\nOgre|Snipe|5|target hp < 4",
    )
    lines = tell(EACH, {"Ogre": 1, "Imp": 1}, SURE, units=units, max_rounds=1, seed=1)
    assert lines.splitlines()[3:5] == [
        "  Ogre: attack (2): Guard 5 -> 3 hp. Not Snipe, as it can't reach Archer: Guard stands "
        "before.",
        "  Imp does nothing. Not attack, as it can't reach Guard, Archer: Ogre stands before.",
    ]
    called = said(CALLED, CALL)
    lines = tell({"Cap": 1, "R": 1}, {"A": 1}, SURE, units=called, max_rounds=1)
    assert lines.splitlines()[1] == "  Cap: Call: R comes in with 4 hp."


def test_words_for_rows_are_read_and_told():
    with pytest.warns(UserWarning, match="column 'row': front as 1, middle as 2, back as 3, the"):
        units = said("name|hp|damage|row|reach\nA|9|1|Front|1\nB|9|1|Middle|all\nC|9|1|back|2")
    numbers = said("name|hp|damage|row|reach\nA|9|1|1|1\nB|9|1|2|\nC|9|1|3|2")
    armies = {"A": 1, "C": 1}, {"B": 1, "C": 1}
    found, right = (battle(*armies, SURE, units=one) for one in (units, numbers))
    assert found.outcomes.tolist() == right.outcomes.tolist()
    own = said("name|hp|damage|row|reach\nA|9|1|east|5 ft\nB|9|1|west|10 ft")
    assert battle({"A": 1}, {"B": 1}, SURE, units=own).first == 1


@pytest.mark.parametrize(
    ("cells", "what"),
    [("2|0", "row 3, column 'reach': 0 is out of range; write a number from 1")],
)
def test_a_wrong_reach_is_told_with_its_cell(cells, what):
    with pytest.raises(ValueError, match=what):
        said(f"name|hp|damage|row|reach\nA|9|1|1|1\nB|9|1|{cells}")


@pytest.mark.parametrize(
    ("sheet", "actions", "statuses", "what"),
    [
        ("row|reach\n1|\n2|", None, None, "'row' counts for whom front alone: nobody's reach ends"),
        ("row|reach\n2|1\n2|1", None, None, "'defense', 'row', 'reach'"),
        ("reach\n1\n2", None, None, "'defense', 'reach'"),
        ("reserve\nyes\n", None, None, "'reserve' counts nothing: no action is on the reserve"),
        ("reserve\n\n", "A|Call|reserve|", None, "an action on the reserve brings nobody: no unit"),
        ("row\n\n", "A|Ward|self|ward", "ward|vip", "'ward' guards nobody: no action gives 'vip'"),
    ],
)
def test_what_counts_nothing_is_told(sheet, actions, statuses, what):
    heading, *cells = sheet.split("\n")
    rows = [f"{name}|9|1|1|1|{cell}" for name, cell in zip("AB", cells, strict=True)]
    actions = actions and f"unit|action|on|gets\n{actions}"
    statuses = statuses and f"status|guards\n{statuses}\nvip|"
    heading = f"name|hp|attack|defense|damage|{heading}"
    units = said("\n".join([heading, *rows]), actions, statuses)
    assert any(what in one for one in advice(units, SURE))


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("kin|Wolf|2|strong", "'kin' is not known"),
        ("clan|Cat|2|strong", "no unit has 'Cat' in its column 'clan'"),
        ("clan|Wolf|0|strong", "0 is out of range"),
        ("clan|Wolf|2|weak", "'weak' is not known"),
        ("clan|Wolf|2|strong|them", "'them' is not known; write one of those, side"),
    ],
)
def test_a_faulty_synergy_is_told_with_its_row(row, what):
    with pytest.raises(ValueError, match=f"row 2, column .*{what}") as error:
        said(CLANS, None, STRONG, f"column|value|at least|gives|to\n{row}")
    assert "\n" not in str(error.value)


def test_a_change_of_who_somebody_is_is_seen():
    units = said(CLANS, None, STRONG, "column|value|at least|gives\nclan|Wolf|2|strong")
    army, other = {"A": 1, "C": 1}, {"X": 1}
    how = {"max_rounds": 1}
    assert battle(army, other, SURE, units=units, **how).left[1].mean == 99 - 2
    changed = units.changed("C", clan="wolf")
    assert battle(army, other, SURE, units=changed, **how).left[1].mean == 99 - 22
    # One alone is never two: its duels stay those of plain units.
    plain = said(CLANS)
    one, other = (duel(each["A"], each["B"], SURE).outcomes.tolist() for each in (units, plain))
    assert one == other
    assert (matrix(units, SURE).to_numpy() == matrix(plain, SURE).to_numpy()).all()


def test_who_never_came_or_fled_has_lost_nothing():
    units = said(
        "name|hp|damage|reserve\nCap|9|1|\nR|4|2|yes\nS|5|1|\nA|3|1|",
        "unit|action|on|when|leaves|free\nCap|Call|reserve|round = 9||\nS|Flee|nobody||yes|yes",
    )
    found = encounter({"S": 1, "Cap": 1, "R": 1}, {"A": 1}, SURE, units=units, targeting="front")
    assert found["hit_points"].tolist() == [0, 2, 0]
    assert found["falls"].tolist() == [0, 0, 0]


def test_who_came_in_stays_in_a_campaign_and_who_waits_waits():
    units = said(
        "name|hp|damage|reserve\nCap|9|2|\nR|4|2|yes\nS|5|1|yes\nA|2|1|",
        "unit|action|on|uses\nCap|Call|reserve|1 a day",
    )
    army = {"Cap": 1, "R": 1, "S": 1}
    found = campaign(army, [{"A": 1}, {"A": 1}], SURE, units=units, campaigns=10)
    assert found.through == 1
    assert found.left.tolist() == [1, 1, 0]  # S hasn't come in, and stands nowhere


def test_the_table_of_synergies_lies_beside_the_file_or_in_its_workbook(tmp_path):
    tables = {
        "units": CLANS,
        "statuses": STRONG,
        "synergies": "column|value|at_least|gives\nclan|Wolf|2|strong",
    }
    rows = {name: [line.split("|") for line in text.split("\n")] for name, text in tables.items()}
    for name, lines in rows.items():
        path = tmp_path / ("units.csv" if name == "units" else f"units.{name}.csv")
        path.write_text("\n".join(map(",".join, lines)))
    book = read_units(spreadsheet(**rows), "game.xlsx")
    for units in (read_units(tmp_path / "units.csv"), book):
        odds = battle({"A": 1, "B": 1}, {"X": 1}, SURE, units=units, max_rounds=1)
        assert odds.left[1].mean == 99 - 22


def test_charters_and_mends_know_what_units_are_together():
    """The Wolf is strong alone, as one of them is enough."""
    files = {
        "units.csv": b"name,hp,attack,defense,damage,clan\nA,9,9,9,2,Wolf\nB,12,9,9,3,Bear\n",
        "units.statuses.csv": b"status,changes,gains\nstrong,damage +1,1\n",
        "units.synergies.csv": b"column,value,at_least,gives\nclan,Wolf,1,strong\n",
    }
    tables = {name.split(".")[1]: text for name, text in files.items() if name != "units.csv"}
    units = read_units(files["units.csv"], "units.csv", **tables)
    claims = claims_of("x,units,A,B,win,90 %,,,", files=files)
    (verdict,) = judge(claims)
    assert verdict.value == duel(units["A"], units["B"]).first
    assert verdict.value > 10 * duel(*(one.changed(actions=()) for one in units)).first
    (first, *_) = mend(claims)
    assert first.words == "B: damage 3 -> 2"
    assert duel(units["A"], units["B"].changed(damage=2)).first > 0.9
