"""The steps that stand open in notebook 09, against those of the gallery and against plain dice."""

import ast
import contextlib
import random
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest

from tests.markov.games import fire_emblem, risk, wesnoth
from tests.markov.test_games import assert_played
from tests.test_project import ROOT


def is_definition(node):
    """A function, a class, an import, or a constant in capitals: nothing that takes time."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)):
        return True
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    names = [name.id for one in targets if one for name in ast.walk(one) if hasattr(name, "id")]
    return bool(names) and all(name.isupper() for name in names)


@pytest.fixture(scope="module")
def fights():
    """What notebook 09 defines."""
    cells = nbformat.read(ROOT / "notebooks/09_any_fight.ipynb", as_version=4).cells
    tree = ast.parse("\n".join(cell.source for cell in cells if cell.cell_type == "code"))
    tree.body = [node for node in tree.body if is_definition(node)]
    names = {"__name__": "any_fight"}
    with contextlib.chdir(ROOT / "notebooks"):  # beside its sheets
        exec(compile(tree, "09_any_fight.ipynb", "exec"), names)
    return SimpleNamespace(**names)


WEAPONS = [
    (("slow", 26, 3, 2), ("", 28, 10, 2)),
    (("drain", 33, 5, 4), ("slow", 38, 7, 3)),
    (("berserk", 14, 5, 2), ("drain", 12, 5, 3)),
    (("charge", 38, 9, 2), ("first strike", 36, 7, 3)),
    (("magical", 24, 7, 3), ("first strike", 36, 7, 3)),
]


class TestWesnoth:
    @pytest.mark.parametrize(("one", "other"), WEAPONS)
    def test_an_exchange_is_that_of_the_gallery(self, fights, one, other):
        units = [wesnoth.Unit(*side[1:], 0.6, (side[0],)) for side in (one, other)]
        weapons = tuple(fights.Weapon(*side[2:], side[0]) for side in (one, other))
        most = one[1], other[1]
        found = fights.after(weapons, most, most, (0.6, 0.6))
        expected = wesnoth.fought(*units)
        for hp in {at.hp for at in found.end_states}:
            chances = [ends.chance(lambda at, hp=hp: at.hp == hp) for ends in (found, expected)]
            assert abs(chances[0] - chances[1]) < 1e-12
        assert abs(found.chance(lambda at: True) - 1) < 1e-12

    @pytest.mark.parametrize("exchanges", [2, 3])
    def test_exchanges_in_turn_are_those_of_the_gallery(self, fights, exchanges):
        shaman, thunderer = wesnoth.Unit(26, 3, 2, 0.7, ("slow",)), wesnoth.Unit(34, 18, 1, 0.6)
        weapons = fights.Weapon(3, 2, "slow"), fights.Weapon(18, 1)
        found = fights.falls(fights.after(weapons, (26, 34), (26, 34), (0.7, 0.6), exchanges), 0)
        dead = 1 if exchanges == 2 else 0  # the gallery's last attacker is its first of the two
        expected = wesnoth.in_turn(shaman, thunderer, exchanges).chance(lambda at: at.hp[dead] == 0)
        assert abs(found - expected) < 1e-12


def test_risk_is_that_of_the_gallery(fights):
    for armies in ((1, 1), (3, 7), (10, 10)):
        assert abs(fights.taken(*armies) - risk.fought(*armies).chance(risk.won)) < 1e-12
    found = fights.with_a_halt(8).value(fights.Battle(8, 6))
    assert abs(found - risk.with_a_halt(8, 6, 8).value()) < 1e-9


def test_fire_emblem_is_that_of_the_gallery(fights):
    best = fire_emblem.played()
    assert abs(fights.map_of(5, 10).value() - best.value()) < 1e-9
    thumb = best.against(fire_emblem.thumb(10)).value()
    assert abs(fights.by_rule(10, 5, 10) - thumb) < 1e-9


def throw(rng, sides=6):
    return rng.randint(1, sides)


def volley(rng, one, other, state):
    """All attacks of a squad on another, die by die; state: its models, and what the first lost."""
    models, lost = state
    needed = 4 + np.sign(other.toughness - one.strength)
    if one.strength >= 2 * other.toughness:
        needed = 2
    if 2 * one.strength <= other.toughness:
        needed = 6
    for _ in range(one.models * one.attacks):
        if models == 0 or throw(rng) < one.hits_on or throw(rng) < needed:
            continue
        save = throw(rng)
        if save > 1 and save >= min(other.save + one.penetration, other.invulnerable):
            continue
        points = throw(rng, 3) if one.damage == "1d3" else int(one.damage)
        lost += sum(throw(rng) < other.ignores_on for _ in range(points))
        if lost >= other.wounds:
            models, lost = models - 1, 0
    return models, lost


def squads_win(rng, one, other):
    """Whether the first squad wins, a coin says who fires first."""
    sides, states = [one, other], [(one.models, 0), (other.models, 0)]
    side = rng.randint(0, 1)
    while all(models for models, _ in states):
        shooting = sides[side]._replace(models=states[side][0])
        states[1 - side] = volley(rng, shooting, sides[1 - side], states[1 - side])
        side = 1 - side
    return states[0][0] > 0


@pytest.mark.parametrize(
    "changes",
    [
        {"penetration": 2},
        {"penetration": 4, "damage": "1d3"},
        {"strength": 8, "damage": "2", "penetration": 1},
        {"strength": 2, "models": 30},
    ],
)
def test_squads_are_those_of_dice(fights, changes):
    one = fights.RIFLES._replace(**{"models": 8} | changes)
    other = fights.ARMOR._replace(models=4, invulnerable=5, ignores_on=6)
    rng = random.Random(8)
    assert_played(fights.wins(one, other), (squads_win(rng, one, other) for _ in range(1500)))


def rolled(rng, many, sides):
    return sum(throw(rng, sides) for _ in range(many))


DICE = {  # of a hit: dice, sides, and what is added
    "Fighter": (1, 8, 6), "Cleric": (2, 8, 0), "Rogue": (4, 6, 4), "Wizard": (2, 10, 0),
    "goblins": (1, 6, 2), "bugbears": (2, 8, 2),
}  # fmt: skip


def struck(rng, who, fights, armor):
    """The damage of one attack."""
    roll, (many, sides, more) = throw(rng, 20), DICE[who]
    if roll == 1 or (roll < 20 and roll + fights.WHO[who].bonus < armor):
        return 0
    return rolled(rng, 2 * many if roll == 20 else many, sides) + more


def heroes_win(rng, fights, plan, rest, fireballs):
    """Whether one of the heroes stands after the last encounter, everything rolled by itself."""
    names = fights.PARTY
    most = [fights.WHO[hero].hp for hero in names]
    armor = [fights.WHO[hero].armor for hero in names]
    hp, cures = [*most], 3
    for number, (goblins, bugbears) in enumerate(plan):
        foes = [("goblins", 7, 15)] * goblins + [("bugbears", 27, 16)] * bugbears
        if number:
            hp = [min(full, now + rest) for full, now in zip(most, hp, strict=True)]
        turns = [*names, "Fighter", "goblins", "bugbears"]
        at = len(names) + 1 if number == 0 and throw(rng, 2) == 1 else 0
        while foes and any(hp):
            who, at = turns[at], (at + 1) % len(turns)
            if who in ("goblins", "bugbears"):
                place = next(place for place, left in enumerate(hp) if left)
                for _ in range(sum(foe[0] == who for foe in foes)):
                    hp[place] = max(0, hp[place] - struck(rng, who, fights, armor[place]))
            elif not hp[names.index(who)]:
                continue
            elif who == "Cleric" and cures and 0 in hp:
                cures, place = cures - 1, hp.index(0)
                hp[place] = min(most[place], rolled(rng, 2, 8) + 4)
            elif who == "Wizard" and fireballs and sum(foe[0] == "goblins" for foe in foes) > 3:
                fireballs -= 1
                burnt = min(6, sum(foe[0] == "goblins" for foe in foes))
                foes = foes[burnt:]
            else:
                (kind, left, against), *others = foes
                left -= struck(rng, who, fights, against)
                foes = [(kind, left, against), *others] if left > 0 else others
        if not any(hp):
            return False
    return True


def assert_a_day_is_that_of_dice(fights, plan, fireballs, many):
    found = fights.days(plan, 5, fireballs, many=many, averages=False).chance(fights.stands)
    rng = random.Random(9)
    share = np.mean([heroes_win(rng, fights, plan, 5, fireballs) for _ in range(10 * many)])
    assert abs(found - share) < 4 * (share * (1 - share) / (many / 1.1)) ** 0.5
    assert 0.05 < share < 0.95


def test_a_day_is_that_of_dice(fights):
    assert_a_day_is_that_of_dice(fights, ((9, 5),), 0, 100)


@pytest.mark.slow
def test_many_days_are_those_of_dice(fights):
    assert_a_day_is_that_of_dice(fights, ((6, 2), (8, 3), (8, 4)), 2, 400)


@pytest.mark.slow
def test_averages_flatter_the_heroes(fights):
    """Ten goblins and four bugbears without a fireball: 71.5% with averages, exactly."""
    rng, many = random.Random(10), 4000
    share = np.mean([heroes_win(rng, fights, ((10, 4),), 0, 0) for _ in range(many)])
    assert share + 4 * (share * (1 - share) / many) ** 0.5 < 0.715
