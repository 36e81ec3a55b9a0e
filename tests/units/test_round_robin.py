"""All against all, and one file against another; what is refused before it is fought."""

from itertools import product

import pytest

from combat.units import Rules, Unit, Units, blow, duel, matrices, matrix, read_units

WALL = Unit("Wall", hp=9, attack=0, defense=9, damage=1)


def test_what_would_take_too_long_is_refused_before_it_starts():
    never = Rules(hit=lambda a, d: 1e-6 + 0 * a.hp)
    with pytest.raises(ValueError, match=r"Wall against Wall takes up to .* turns, too many"):
        matrix(Units([WALL]), never)
    assert matrix(Units([WALL]), never, max_turns=3, measure="turns").iloc[0, 0] == 3
    with pytest.raises(ValueError, match=r"1,001 units .* such as units\[:1000\] or"):
        matrix(Units(WALL.changed(name=str(number)) for number in range(1001)))
    giants = Units([WALL.changed(name=str(number), hp=300_000, attack=9) for number in range(9)])
    with pytest.raises(ValueError, match=r"300,000 hit points are .* steps"):
        matrix(giants, Rules(hit=lambda a, d: 1), max_turns=100_000)


def test_an_unknown_measure_is_told_with_those_that_are_known():
    with pytest.raises(ValueError, match="measure = 'wins' is not known: it must be one of win"):
        matrix(Units([WALL]), measure="wins")


HEROES = b"name,hp,attack,defense,damage,speed,gold\nRat,4,9,9,1d4,1,3\nOgre,12,12,8,1d6,2,9\n"
ENEMIES = b"name,hp,attack,defense,damage\nRat,3,6,9,1d3\nElf,6,14,9,1d6\nOgre,20,14,11,2d4\n"
ACTIONS = b"unit,action,damage,uses,gives\nOgre,Spit,1,1,weak 3\n"
FIRST, SECOND = (b"status,changes\nweak,attack %d\n" % points for points in (-4, -1))


@pytest.mark.parametrize("rules", [Rules(), Rules(order="first"), Rules(order="faster")])
def test_two_files_meet_cell_by_cell_also_where_both_have_a_name(rules):
    heroes, enemies = read_units(HEROES), read_units(ENEMIES)
    found = matrices(heroes, rules, against=enemies)
    assert {one.shape for one in found.values()} == {(2, 3)}
    for hero, enemy in product(heroes, enemies):
        one = duel(hero, enemy, rules)
        cell = {name: frame.loc[hero.name, enemy.name] for name, frame in found.items()}
        expected = {"win": one.first, "score": one.score, "lead": one.first - one.second}
        expected |= {"turns": one.turns.mean, "left": one.left[0].mean}
        expected |= {"damage": blow(hero, enemy, rules).mean * rules.speed_of(hero)}
        assert cell == pytest.approx(expected, abs=1e-12)


def test_units_with_actions_meet_unless_a_status_is_two():
    heroes = read_units(HEROES, actions=ACTIONS, statuses=FIRST)
    enemies = read_units(ENEMIES, actions=ACTIONS, statuses=SECOND)
    some = read_units(ENEMIES).only("Rat", "Ogre")
    found = matrix(heroes, against=some)
    for hero, enemy in product(heroes, some):
        assert found.loc[hero.name, enemy.name] == pytest.approx(duel(hero, enemy).first, abs=1e-12)
    with pytest.raises(ValueError, match="the status 'weak' has other numbers than that of Ogre"):
        matrix(heroes, against=enemies)
    with pytest.raises(ValueError, match="units with actions"):
        matrix(read_units(HEROES), measure="damage", against=enemies)


def test_too_many_others_are_refused_too():
    with pytest.raises(ValueError, match="1,001 units"):
        matrix([WALL], against=[WALL.changed(name=str(number)) for number in range(1001)])
