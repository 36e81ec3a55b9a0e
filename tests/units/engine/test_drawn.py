"""Games drawn at random: exact as a plain reading has them in all their courses, and with dice."""

from collections import Counter
from functools import cache
from itertools import count, product

import pytest

from combat.units import Rules, battle, duel
from combat.units.battles.armies import Army
from combat.units.battles.encounters import encounter
from combat.units.sheets.schema import OVERKILL, REACTS, SHARES, TARGETS, WHOM
from tests.units.games import drawn, plainly
from tests.units.test_reference import rows

# Games of each order and theme; of "weight" many, as each has one of ten triggers.
FEW = dict.fromkeys(drawn.THEMES, range(1)) | {None: range(4), "weight": range(4)}
MANY = dict.fromkeys(drawn.THEMES, range(1, 4)) | {None: range(4, 14), "weight": range(4, 10)}
# Courses of a game; those with more in their first round are left out.
MOST, MOST_OF_MANY = 100, 250
NEAR = 1e-9
ASKED, DICED = 3, 9  # each so many games, one is asked otherwise, or fought with dice
FIGHTS = (2000, 50_000)  # the second where the first are far off
OFF = 4.0  # standard errors
OUTCOMES = {(True, False): "first", (False, True): "second", (False, False): "both"}


def asked_of(game, rounds):
    """What is given to `battle`: arguments and keywords."""
    how = {"targeting": game.targeting, "max_rounds": rounds}
    return (*map(Army, game.armies), Rules(**game.rules)), how


def told(odds):
    """The chances that `Odds` tell, by name."""
    said = dict(zip(("first", "second", "both", "undecided"), odds.outcomes, strict=True))
    for name, numbers in (("left", odds.left), ("survivors", odds.survivors)):
        for side, one in enumerate(numbers):
            said |= {(name, side, value): chance for value, chance in pairs(one)}
    for side, chances in enumerate(odds.alive):
        said |= {("stands", side, place): chance for place, chance in enumerate(chances)}
    for side, chances in enumerate(odds.fled):
        said |= {("fled", side, place): chance for place, chance in enumerate(chances)}
    return said | {("rounds", value): chance for value, chance in pairs(odds.turns)}


def pairs(distribution):
    return zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True)


def told_plainly(ends):
    """The same of {Ended: chance}."""
    said = Counter()
    for end, chance in ends.items():
        said[OUTCOMES.get(tuple(map(any, end.hp)), "undecided")] += chance
        said["rounds", end.rounds] += chance
        for side, hp in enumerate(end.hp):
            said["left", side, sum(hp)] += chance
            said["survivors", side, sum(map(bool, hp))] += chance
            for place, points in enumerate(hp):
                said["stands", side, place] += chance * bool(points)
        for side, fled in enumerate(end.fled):
            for place, one in enumerate(fled):
                said["fled", side, place] += chance * one
    return said


def spent_plainly(game, ends):
    """What each fighter of the first side loses and spends: {(place, column): mean}."""
    said = Counter()
    units = [unit for unit, count in game.armies[0] for _ in range(count)]
    for end, chance in ends.items():
        for place, (unit, left) in enumerate(zip(units, end.uses[0], strict=True)):
            said[place, "hit_points"] += chance * end.lost[0][place]
            said[place, "falls"] += chance * (end.lost[0][place] == unit.hp)
            for action in unit.actions:
                if action.uses is not None:
                    said[place, action.name] += chance * (action.uses - dict(left)[action.name])
    return said


def differing(one, other):
    """What two tell differently; what one of them doesn't name has no chance."""
    both = {name: (float(one.get(name, 0)), float(other.get(name, 0))) for name in one | other}
    return {name: pair for name, pair in both.items() if abs(pair[0] - pair[1]) > NEAR}


def check_exact(game, ends, rounds):
    """Whether a battle says what all courses of the plain reading sum up to."""
    asked, how = asked_of(game, rounds)
    odds = battle(*asked, **how)
    assert odds.fights is None
    assert not differing(told(odds), told_plainly(ends))


def check_otherwise(game, ends, rounds):
    """The same of what an encounter costs, and of a duel where there is one fighter a side."""
    asked, how = asked_of(game, rounds)
    spent, frame = spent_plainly(game, ends), encounter(*asked, **how)
    assert not differing({one: frame[one[1]].iloc[one[0]] for one in spent}, spent)
    if sum(count for army in game.armies for _, count in army) == 2:
        alone = duel(*(army[0][0] for army in game.armies), asked[2], max_turns=rounds)
        assert not differing(told(alone), told_plainly(ends))


def far_off(game, ends, rounds, fights):
    """What so many fights with dice tell that is further off than luck brings it."""
    asked, how = asked_of(game, rounds)
    found = differing(told(battle(*asked, **how, battles=fights)), told_plainly(ends))
    return {
        name: (rolled, chance)
        for name, (rolled, chance) in found.items()
        if abs(rolled - chance) > OFF * max((chance * (1 - chance) / fights) ** 0.5, 1 / fights)
    }


@cache
def drawn_game(number, order, theme, most):
    """A drawn game with its ends, and after how many rounds it is stopped."""
    games = (drawn.game(seed, order, theme) for seed in count(100 * number))
    followed = ((game, *plainly.exactly(*game, most=most)) for game in games)
    return next(found for found in followed if found[2])


@pytest.mark.parametrize(
    "many", [pytest.param(FEW, id="few"), pytest.param(MANY, id="many", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("theme", [None, *drawn.THEMES])
@pytest.mark.parametrize("order", drawn.ORDERS)
def test_a_drawn_game_is_as_read_plainly(order, theme, many):
    """Exactly, and of some games by dice."""
    for number in many[theme]:
        game = drawn_game(number, order, theme, MOST if many is FEW else MOST_OF_MANY)
        check_exact(*game)
        if number % ASKED == 0:
            check_otherwise(*game)
        if number % DICED == 0 and far_off(*game, FIGHTS[0]):
            assert not far_off(*game, FIGHTS[1])


# What the page's tables call otherwise than a `Unit`, an `Action` or a `Status`.
CALLED = {
    "units any name": "units rage",
    "units begins with": "actions reacts begins",
    "actions unit": "actions name",
    "actions action": "actions name",
    "actions any column of the units": "actions columns",
    "actions damage": "actions of",
    "statuses status": "statuses name",
}
NEVER = {"units cost"}  # no fight asks for it


def on_the_page():
    """The columns of the tables of combat/units/README.md: {"units armor", ...}."""
    for table in ("Units", "Actions", "Statuses"):
        for column, _ in rows(table):
            said = f"{table.lower()} {column}"
            yield CALLED.get(said, f"{table.lower()} {column.replace(' ', '_')}")


@pytest.mark.slow
def test_every_column_of_the_page_is_in_some_drawn_games():
    said = Counter()
    for order, theme in product(drawn.ORDERS, (None, *drawn.THEMES)):
        for number in MANY[theme]:
            said.update(drawn.says(drawn_game(number, order, theme, MOST_OF_MANY)[0]))
    words = [f"actions on {one}" for one in TARGETS] + [f"actions whom {one}" for one in WHOM]
    words += [f"actions reacts {one}" for one in REACTS]
    words += [f"{gifts} on {one}" for one in drawn.ON for gifts in ("gives", "gets", "gains")]
    words += ["gives also", "gets also", "broken by a throw", "broken by damage"]
    words += [
        "stacks in a condition",
        "armor that rolls",
        "armor that is pierced",
        "a kind of damage that is changed",
    ]
    words += [f"drawn at {one}" for one in REACTS]
    words += [f"damage of {one}" for one in SHARES]
    words += [f"actions overkill {one}" for one in OVERKILL]
    words += [f"changes {one} {how}" for one in (*drawn.CHANGED, *drawn.TAKEN) for how in "x+"]
    assert not [one for one in {*on_the_page(), *words} - NEVER if said[one] < 2]
