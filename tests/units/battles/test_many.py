"""Many battles at once: each as `battle` alone has it, and as dice of one's own have it."""

import re
from itertools import product
from random import Random

import pytest

from combat.units import Action, Grant, Rules, Status, Unit, Units, battle, many_battles
from combat.units.battles import many
from combat.units.battles.armies import SIDES, Army, match_up
from combat.units.engine.orders import TurnLoop
from tests.units.games import drawn

OUTCOMES = ["first", "second", "both", "undecided"]
THEMES = (None, "rows", "guards", "reserve", "synergies", "leaves", "coin", "broken", "weight")
PLAIN_ORDERS = ("both", "faster", "coin")
MANY, PAIRS = range(1, 3), 6  # games, and pairs of each
IMP = Unit("Imp", hp=4, attack=10, defense=10, damage="1d3", cost=2)
WALL = Unit("Wall", hp=9, attack=0, defense=9, damage=1)
KINDS = Units(
    [
        IMP,
        Unit("Ogre", hp=12, attack=15, defense=8, damage="1d6+1", armor=1, speed=0.75),
        Unit("Wolf", hp=6, attack=12, defense=9, damage="1d4", speed=1.5),
        WALL,
    ]
)


def alone(pairs, rules, battles, seed=0, **how):
    met = [match_up(*pair, rules, **how) for pair in pairs]
    return [one.odds(SIDES, battles, seed).outcomes.tolist() for one in met]


def together(pairs, rules, **how):
    return many_battles(pairs, rules, **how)[OUTCOMES].to_numpy().tolist()


def armies_of(game):
    """Both armies of a game, a part of each, and one of both."""
    one, other = game.armies
    parts = [((one[0][0], 1),), ((other[-1][0], 2),), (one[0], other[-1])]
    return [Army(groups) for groups in (one, other, *parts)]


def drawn_alike(seed, order, theme):
    game = drawn.game(seed, order, theme)
    pairs = Random(seed).sample(list(product(armies_of(game), repeat=2)), PAIRS)
    how = {"targeting": game.targeting, "max_rounds": game.max_rounds}
    how |= {"battles": 9, "seed": seed}
    rules = Rules(**game.rules)
    assert together(pairs, rules, **how) == alone(pairs, rules, **how), (seed, order, theme)


@pytest.mark.parametrize("order", drawn.ORDERS)
def test_each_pair_fights_as_it_does_alone(monkeypatch, order):
    monkeypatch.setattr(many, "battle", None)  # all in one: nor is it asked for any
    for theme in THEMES[:4]:
        drawn_alike(0, order, theme)


@pytest.mark.slow
@pytest.mark.parametrize("order", drawn.ORDERS)
def test_each_of_many_games_is_the_same_alone(order):
    for theme, seed in product(THEMES, MANY):
        drawn_alike(seed, order, theme)


@pytest.mark.parametrize("order", PLAIN_ORDERS)
@pytest.mark.parametrize("targeting", ["random", ("weakest", "front")])
def test_plain_pairs_fight_as_they_do_alone(monkeypatch, order, targeting):
    monkeypatch.setattr(many, "battle", None)
    teams = [{"Imp": 2, "Wolf": 1}, {"Ogre": 1, "Imp": 2}, {"Wall": 2, "Imp": 1}, {"Wall": 3}, {}]
    pairs, how = list(product(teams, repeat=2)), {"units": KINDS, "targeting": targeting}
    for rules in (Rules(order=order), Rules(order=order, derived={"speed": lambda unit: 1.5})):
        found = together(pairs, rules, battles=40, seed=3, **how)
        assert found == alone(pairs, rules, 40, 3, **how)


def test_what_others_can_do_ends_no_deadlock(monkeypatch):
    """Armor keeps all blows off, unless a status raises the damage, of one pair alone."""
    rounds, phase = [], TurnLoop.phase
    monkeypatch.setattr(TurnLoop, "phase", lambda self, w: rounds.append(0) or phase(self, w))
    strong = Grant(Status("strong", changes=(("damage", "+", 3),)))
    shout = Action("Shout", on="ally", gives=(strong,), uses=1)
    wall = Unit("Wall", hp=6, attack=10, defense=10, damage=1, armor=1)
    chief = wall.changed(name="Chief", actions=[shout])
    units = Units([wall, wall.changed(name="Imp", hp=4), chief])
    pairs = [({"Wall": 2}, {"Imp": 2}), ({"Wall": 1, "Chief": 1}, {"Wall": 2})]
    rules = Rules(order="initiative", least=0)
    found = together(pairs, rules, units=units, battles=50)
    assert found[0] == [0, 0, 0, 1]
    assert len(rounds) < 200  # of a thousand and more
    assert found[1][0] > 0.9
    assert found == alone(pairs, rules, 50, units=units)


def test_statuses_act_in_the_order_of_each_pair(monkeypatch):
    monkeypatch.setattr(many, "battle", None)
    ill, burning = Grant(Status("ill", loses="1d2")), Grant(Status("burning", loses="2d4"))
    bite, torch = Action("Bite", gives=(ill,)), Action("Torch", gives=(burning,))
    snake = Unit("Snake", hp=20, attack=10, defense=10, damage=1, actions=[bite])
    units = Units([snake, snake.changed(name="Goblin", actions=[torch])])
    sides = {"Snake": 1, "Goblin": 1}, {"Goblin": 1, "Snake": 1}
    pairs, rules = list(product(sides, repeat=2)), Rules(order="both")
    found = together(pairs, rules, units=units, battles=200)
    assert found == alone(pairs, rules, 200, units=units)
    assert found[0] != found[3]  # their dice are others


def test_scores_are_those_of_dice_of_ones_own():
    one, other = (
        Unit("One", hp=3, attack=9, defense=9, damage=1),
        Unit("Other", hp=2, attack=9, defense=9, damage="1d2"),
    )
    rules, units = Rules(hit=lambda a, d: 0.6), Units([one, other])
    found = many_battles([({"One": 2}, {"Other": 2})], rules, units=units, battles=4000).iloc[0]
    rng, won = Random(5), []
    for _ in range(4000):
        sides = [[3, 3], [2, 2]]
        while all(map(any, sides)):
            blows = [
                (1 - side, rng.choice([at for at, hp in enumerate(sides[1 - side]) if hp]))
                for side in (0, 1)
                for hp in sides[side]
                if hp
            ]
            for side, at in blows:
                if rng.random() < 0.6:
                    taken = rng.choice((1, 2)) if side == 0 else 1
                    sides[side][at] = max(0, sides[side][at] - taken)
        won.append((1 + any(sides[0]) - any(sides[1])) / 2)
    assert found["low"] - 0.02 < sum(won) / len(won) < found["high"] + 0.02
    assert found["score"] == (1 + found["first"] - found["second"]) / 2


def test_what_is_at_fault_is_said_as_a_battle_says_it():
    assert many_battles([], units=KINDS).empty
    with pytest.raises(ValueError, match="each must be two armies"):
        many_battles([({"Imp": 1},)], units=KINDS)
    nobody = together([({}, {}), ({}, {"Imp": 1})], Rules(order="first"), units=KINDS)
    assert nobody == [[0, 0, 1, 0], [0, 1, 0, 0]]
    for pairs, how in (
        ([({"Imp": 1}, {"Troll": 1})], {}),
        ([({"Imp": 1}, {"Imp": 1})], {"battles": 0}),
        ([({"Imp": 1}, {"Imp": 1})], {"targeting": "nearest"}),
        ([({"Imp": 60_000}, {"Imp": 60_000})], {}),
        ([({"Imp": 1500}, {"Imp": 1500})], {"rules": Rules(order="first"), "battles": 1}),
    ):
        with pytest.raises(ValueError, match=r".") as said:
            battle(*pairs[0], units=KINDS, **{"battles": 200} | how)
        with pytest.raises(ValueError, match=re.escape(str(said.value))):
            many_battles(pairs, units=KINDS, **how)
