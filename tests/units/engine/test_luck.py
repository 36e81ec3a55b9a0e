"""No two things that a fight rolls share a number, and dice tell what all courses sum up to."""

from dataclasses import replace
from functools import partial
from itertools import cycle, product

import numpy as np
import pytest

from combat.units import Action, Rules, Unit
from combat.units.battles.armies import Army, match_up_by_turns
from combat.units.engine.ends import fought
from combat.units.engine.luck import Roll, Rolling
from combat.units.sheets.schema import MOST_TIMES, REACTS
from tests.units.engine.test_drawn import FIGHTS, OFF, battle, differing, told
from tests.units.games import drawn

ORDERS = drawn.ORDERS


def by_aim(attacker, defender):
    return attacker.aim


def fighter(name, hp, damage, *rows, aim=1.0, **more):
    return Unit(name, hp=hp, damage=damage, actions=rows, aim=aim, **more)


def row(name, reacts=None, *, aim=0.5, damage="1", per_turn=MOST_TIMES, **more):
    """A row that hits in half of all cases, as often as it is set off."""
    columns = () if more.get("on", "foe") != "foe" else (("damage", damage), ("aim", aim))
    return Action(name, columns=columns, reacts=reacts, per_turn=per_turn, **more)


def army(*groups):
    return Army(tuple(group if isinstance(group, tuple) else (group, 1) for group in groups))


@pytest.fixture
def used(monkeypatch):
    """The numbers that dice are rolled by, as they are used."""
    numbers, rolled = [], Rolling._rolled

    def noting(self, w, asked):
        found = rolled(self, w, asked)
        numbers.extend(w["now"][np.broadcast_to(asked, (w.many,))].tolist())
        return found

    monkeypatch.setattr(Rolling, "_rolled", noting)
    return numbers


def fought_by_dice(armies, rules, battles=20, **how):
    return battle(*armies, Rules(hit=by_aim) if rules is None else rules, battles=battles, **how)


def busier(unit):
    """The unit, reacting whenever something sets it off, to two events by turns."""
    own = [
        replace(one, reacts=reacts, per_turn=None if reacts == "down" else MOST_TIMES)
        if one.reacts and not one.revives
        else one
        for one, reacts in zip(unit.actions, cycle(REACTS), strict=False)
    ]
    return unit.changed(actions=own)


@pytest.mark.parametrize("numbers", [range(2), pytest.param(range(2, 5), marks=pytest.mark.slow)])
@pytest.mark.parametrize("order", ORDERS)
def test_no_number_is_used_twice_in_drawn_games(order, numbers, used):
    """Three of a kind against three, who react all the time."""
    for theme, number in product((None, "weight", "gains"), numbers):
        game = drawn.game(number, order, theme)
        armies = [Army(tuple((busier(unit), 3) for unit, _ in one)) for one in game.armies]
        used.clear()
        fought_by_dice(armies, Rules(**game.rules), 5, targeting=game.targeting, max_rounds=3)
        assert len(set(used)) == len(used)


def test_nor_where_a_unit_has_a_hundred_actions_a_turn(used):
    swift = fighter("Swift", 99, "1d2", per_turn=20, speed=5)
    fought_by_dice([army(swift, swift.changed(name="Other")), army(swift)], None, max_rounds=2)
    assert len(used) > 3 * 100 * 20
    assert len(set(used)) == len(used)


class One(dict):
    """What is asked of one fight as something begins."""

    many = 1


def test_nor_of_the_last_thing_that_one_may_do_and_the_first_of_another():
    source, keys = Rolling(0), set()
    begun = [
        (actor, what, count)
        for actor in (0, 1, 2)
        for what in (0, 2**20, 2**21)
        for count in (0, 1)
    ]
    for actor, what, count in begun:
        w = One(turn=np.ones(1), actor=np.array([actor]), key=np.zeros(1, np.uint64))
        source.begin(w, what, count)
        keys.add(int(w["now"][0]))
    assert len(keys) == len(begun)


def test_what_is_rolled_for_has_a_number_of_its_own():
    assert len({*map(int, Roll)}) == len(Roll)
    assert not {*Roll} & {Roll.action(at) - own for at in range(2000) for own in (0, 1)}


def test_a_fight_is_the_same_whatever_stands_beside_it():
    for order, theme in product(ORDERS, ("weight", "broken")):
        game = drawn.game(7, order, theme)
        rules = Rules(**game.rules)
        met = match_up_by_turns(tuple(map(Army, game.armies)), rules, game.targeting, 4).game
        whole, *alone = (
            fought(met, met.begun(np.zeros(many, int)), 3, first)
            for many, first in ((20, 0), (1, 3), (1, 11), (1, 17))
        )
        for one, first in zip(alone, (3, 11, 17), strict=True):
            assert (whole.rows.table[:, first] == one.rows.table[:, 0]).all()
            assert whole.rounds[first] == one.rounds[0]


# Each trigger, several times in a round, against all courses.

CLAW = fighter("Claw", 1, 1)
GAMES = {
    "struck": lambda: ([fighter("R", 9, 0, row("Thorn", "struck"))], [(CLAW, 3)]),
    "missed": lambda: (
        [fighter("R", 9, 0, row("Thorn", "missed"))],
        [(CLAW.changed(aim=0.0), 3)],
    ),
    "ally struck": lambda: (
        [fighter("S", 9, 0), fighter("R", 9, 0, row("Thorn", "ally struck"))],
        [(CLAW, 2)],
    ),
    "hit": lambda: (
        [fighter("R", 9, 1, row("More", "hit"), row("Again", "struck"), per_turn=2)],
        [(fighter("F", 9, 1), 2)],
    ),
    "falls": lambda: (
        [
            fighter(
                "Phoenix",
                1,
                0,
                row("Rise", "falls", on="self", heals="1", weight=1, per_turn=9),
                row("Ash", "falls", on="nobody", weight=1),
            )
        ],
        [(CLAW, 2), (fighter("Late", 1, 1, speed=0.5), 1)],
    ),
    "foe falls": lambda: (
        [fighter("R", 50, 5, row("Cleave", "foe falls", damage="5", aim=0.7), aim=0.7)],
        [(fighter("Goblin", 5, 0), 3)],
    ),
    "begins": lambda: (
        [fighter("R", 9, 1, row("One", "begins"), row("Two", "begins"), aim=0.5)],
        [(fighter("F", 3, 1, row("Three", "begins"), aim=0.5), 2)],
    ),
    "down": lambda: (
        [fighter("R", 1, 0, row("Curse", "down", per_turn=None)), fighter("S", 9, 1, aim=0.5)],
        [(fighter("F", 3, 1, aim=0.5), 1)],
    ),
    "speeds": lambda: (
        [fighter("R", 9, 0, row("Thorn", "struck"), row("Hook", "hit"))],
        [CLAW, CLAW.changed(name="Quick", speed=2), CLAW.changed(name="Slow", speed=0.5)],
    ),
    "per turn": lambda: (
        [fighter("R", 9, 1, row("Jab", per_turn=2), per_turn=3, aim=0.5)],
        [(fighter("F", 4, 1, aim=0.5), 2)],
    ),
    "answers": lambda: (
        [fighter("R", 4, 1, row("Twice", times=2, per_turn=None), aim=0.5)],
        [fighter("F", 4, 1, row("Thrice", times=3, per_turn=None), aim=0.5)],
    ),
    "lifts": lambda: (
        [
            fighter("R", 2, 0, aim=0.5),
            (fighter("S", 9, 0, Action("Lift", on="fallen", heals="1d2")), 2),
        ],
        [fighter("F", 9, "1d2", per_turn=2, aim=0.5)],
    ),
    "volleys": lambda: (
        [(fighter("R", 1, 0, row("Volley", times=3, per_turn=None)), 2)],
        [(fighter("F", 2, 0), 2)],
    ),
}


def test_there_is_a_game_of_each_trigger():
    assert not {*REACTS} - {*GAMES}


@pytest.mark.parametrize(("what", "order"), [*product(GAMES, ORDERS)])
def test_dice_tell_what_all_courses_sum_up_to(what, order, used):
    armies = [army(*side) for side in GAMES[what]()]
    how = {"max_rounds": 2, "targeting": "front"}
    fight = partial(battle, *armies, Rules(hit=by_aim, order=order), **how)
    exact = fight()
    assert exact.fights is None

    def far_off(fights):
        pairs = differing(told(fight(battles=fights)), told(exact)).values()
        return [
            (rolled, chance)
            for rolled, chance in pairs
            if abs(rolled - chance) > OFF * max((chance * (1 - chance) / fights) ** 0.5, 1 / fights)
        ]

    assert not far_off(FIGHTS[0]) or not far_off(FIGHTS[1])
    assert len(set(used)) == len(used)
