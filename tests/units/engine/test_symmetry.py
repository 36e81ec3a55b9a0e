"""Exact answers that stay the same where nothing of the rules changes: sides, names, order."""

from functools import lru_cache

import pytest

from combat.units import Action, Gift, Rules, Status, Unit, Units, battle, duel, matrices, matrix
from tests.units.games.by_hand import half, sure

NEAR = 1e-9
AT_ONCE = ("both", "faster", "coin")
EITHER = (*AT_ONCE, "initiative")  # orders in which neither side attacks
BATTLES = 1000
OFF = 4.0  # standard errors; twice in a row, of few battles and then of many

POISON, REGROWING = Status("poisoned", loses="2"), Status("regrowing", gains="2")
WEAK = Status("weak", loses="3", kills=False, ends=0.25)
FADING = Status("fading", loses="1d3", gains="1d3", turns=3, stacks=2)
ASLEEP = Status("asleep", skips=1, ends=0.5, broken=True)


def spit(name, status, uses=1):
    return Action(name, (("damage", 3),), gives=(Gift(status),), uses=uses)


def grow(name, status):
    return Action(name, on="self", gets=(Gift(status),), uses=1)


VIPER = Unit("Viper", 20, damage=0, actions=[spit("Spit", POISON)])
TROLL = Unit("Troll", 5, damage=2, actions=[grow("Regrow", REGROWING)])
SAGE = Unit("Sage", 5, damage=1, actions=[grow("Teach", REGROWING)])
WITCH = Unit("Witch", 9, damage=1, actions=[spit("Curse", WEAK, 2), grow("Teach", REGROWING)])
LICH = Unit("Lich", 8, damage="1d3", actions=[spit("Touch", FADING, 3), Action("Sip", drain=1.0)])
NIGHT = Unit("Night", 7, damage=2, actions=[Action("Lull", gives=(Gift(ASLEEP, chance=0.5),))])
ORC = Unit("Orc", 6, damage="1d4")
BY_HAND = (VIPER, TROLL, SAGE, WITCH, LICH, NIGHT, ORC)
PAIRS = [(VIPER, TROLL), (VIPER, SAGE), (WITCH, TROLL), (LICH, WITCH), (NIGHT, LICH), (ORC, TROLL)]
NAMES = [f"{one.name} {other.name}" for one, other in PAIRS]


def chances(distribution):
    return dict(zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True))


def told(found, places=(0, 1)):
    """What a duel says, told by its sides in this order: {name: number}."""
    won = found.first, found.second
    said = {"both": found.both, "undecided": found.undecided}
    for place, own in enumerate(places):
        said[f"won {place}"] = won[own]
        said |= {f"left {place} {hp}": chance for hp, chance in chances(found.left[own]).items()}
    return said | {f"turns {turns}": chance for turns, chance in chances(found.turns).items()}


def differing(one, other):
    """What two tell differently; what one of them doesn't name has no chance."""
    pairs = {name: (one.get(name, 0), other.get(name, 0)) for name in one | other}
    return {name: pair for name, pair in pairs.items() if abs(pair[0] - pair[1]) > NEAR}


def check_same_duels(one, other, places=(0, 1)):
    """Of two duels, the second told by its sides in that order; dice have luck of their own."""
    if one.fights is None and other.fights is None:
        assert not differing(told(one), told(other, places))


@lru_cache(maxsize=100)
def fought(one, other, rules, turns):
    """A duel that several others are compared with."""
    return duel(one, other, rules, max_turns=turns)


def check_swapped(one, other, rules, turns):
    pairs = (one, other), (other, one)
    check_same_duels(*(fought(*pair, rules, turns) for pair in pairs), places=(1, 0))


def check_renamed(one, other, rules, turns):
    """By names that come in the other order."""
    again = one.changed(name="Zed"), other.changed(name="Abe")
    check_same_duels(fought(one, other, rules, turns), duel(*again, rules, max_turns=turns))


def cells(units, names, rules, turns):
    """Entries of the matrices for these names, or nothing where some were fought with dice."""
    found = matrices(Units(units), rules, max_turns=turns)
    if found["score"].attrs["fought"]:
        return {}
    return {
        (measure, one, other): float(found[measure].loc[one, other])
        for measure in ("win", "score", "left")
        for one in names
        for other in names
    }


def check_cells(sheets, names, rules, turns):
    """Whether the matrices of some sheets, as far as they are exact, say the same."""
    one, *others = (cells(sheet, names, rules, turns) for sheet in sheets)
    for other in others:
        if one and other:
            assert not differing(one, other)


def check_bystander(one, other, bystander, rules, turns):
    """In the matrix, in duels of units taken from the sheet, and in battles with the same dice."""
    names = [one.name, other.name]
    sheets = [one, other], [bystander, other, one]
    check_cells(sheets, names, rules, turns)
    sheets = [Units(sheet) for sheet in sheets]
    check_same_duels(
        *(duel(*(sheet[name] for name in names), rules, max_turns=turns) for sheet in sheets)
    )
    armies = {one.name: 2}, {other.name: 1}
    how = {"max_rounds": turns, "battles": 100}
    odds = [battle(*armies, rules, units=sheet, **how).outcomes.tolist() for sheet in sheets]
    assert odds[0] == odds[1]


def check_rows(units, rules, turns):
    """A sheet, and the same from its end."""
    check_cells([units, units[::-1]], [unit.name for unit in units], rules, turns)


def check_groups(armies, rules, turns):
    """Exactly, or by dice, of few and then of many, as each has luck of its own."""
    if groups_off(armies, rules, turns, BATTLES):
        assert not groups_off(armies, rules, turns, 10 * BATTLES)


def groups_off(armies, rules, turns, battles):
    """Which numbers of battles differ where the groups of both armies are turned round."""
    one, other = (turned(armies, rules, turns, battles, step) for step in (1, -1))
    exact = one.fights is None and other.fights is None
    far = {}
    for name, means, spread in numbers_of(one, other):
        error = NEAR if exact else OFF * max(spread * (2 / battles) ** 0.5, 1 / battles)
        if abs(means[0] - means[1]) > error:
            far[name] = means
    return far


def turned(armies, rules, turns, battles, step):
    """The battle with the groups from first to last (1) or from last to first (-1)."""
    units = Units([unit for army in armies for unit, _ in army])
    sides = [{unit.name: count for unit, count in army[::step]} for army in armies]
    simulated = rules.battles_by_turns(units) or rules.order != "both"
    how = {"max_rounds": turns, "battles": battles if simulated else None, "seed": step + 2}
    return battle(*sides, rules, units=units, targeting="random", **how)


def numbers_of(one, other):
    """Names, both means and the larger spread of what two battles say."""
    for place, name in enumerate(("first", "second", "draw", "undecided")):
        pair = float(one.outcomes[place]), float(other.outcomes[place])
        yield name, pair, max((chance * (1 - chance)) ** 0.5 for chance in pair)
    for side, *pair in zip(("first", "second"), one.left, other.left, strict=True):
        yield f"left of {side}", tuple(map(float, (p.mean for p in pair))), max(p.sd for p in pair)


@pytest.mark.parametrize("order", EITHER)
@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
def test_who_is_called_the_first_changes_nothing(pair, order):
    for hit in (sure, half) if order == "both" else (half,):
        check_swapped(*pair, Rules(hit=hit, order=order), 8)


@pytest.mark.parametrize("order", [*EITHER, "first", "alternate"])
@pytest.mark.parametrize("pair", PAIRS, ids=NAMES)
def test_names_change_nothing(pair, order):
    check_renamed(*pair, Rules(hit=half, order=order), 8)


@pytest.mark.parametrize("order", [*EITHER, "first"])
def test_a_bystander_changes_nothing(order):
    """The sage knows what the troll knows, and the witch what both others know."""
    rules = Rules(hit=sure, order=order)
    check_bystander(VIPER, TROLL, SAGE, rules, 10)
    check_bystander(LICH, TROLL, WITCH, rules, 8)


@pytest.mark.parametrize("order", [*EITHER, "first"])
def test_the_order_of_the_rows_changes_nothing(order):
    check_rows(list(BY_HAND), Rules(hit=sure, order=order), 8)


def test_the_viper_meets_the_troll_in_one_way():
    """Poison and growth take and give two points each; wherever both stand, it is the same."""
    rules = Rules(hit=sure)
    assert duel(VIPER, TROLL, rules, max_turns=20).first == pytest.approx(
        duel(TROLL, VIPER, rules, max_turns=20).second, abs=NEAR
    )
    sheets = [VIPER, TROLL], [TROLL, VIPER], [SAGE, VIPER, TROLL]
    found = [matrix(Units(s), rules, max_turns=20).loc["Viper", "Troll"] for s in sheets]
    assert found == pytest.approx([found[0]] * 3, abs=NEAR)


@pytest.mark.parametrize("order", AT_ONCE)
@pytest.mark.parametrize("overkill", [None, "lost"])
def test_the_order_of_the_groups_changes_nothing(order, overkill):
    rules = Rules(hit=half, order=order, overkill=overkill)
    check_groups((((VIPER, 1), (ORC, 1)), ((TROLL, 2), (SAGE, 1))), rules, 8)
    check_groups((((LICH, 1), (NIGHT, 1)), ((WITCH, 1), (ORC, 2))), rules, 8)


def test_the_order_of_plain_groups_changes_nothing():
    big = Unit("Ogre", 9, damage="1d8")
    armies = ((ORC, 2), (big, 1)), ((big.changed(name="Giant"), 1), (TROLL.changed(actions=()), 2))
    for order in AT_ONCE:
        check_groups(armies, Rules(hit=half, order=order), None)
