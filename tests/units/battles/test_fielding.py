"""Teams for a budget: against all teams by brute force, each battle of them counted by hand."""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest
from scipy.optimize import linprog

from combat.units import Rules, Unit, Units, adds, battle, fair_cost, teams
from combat.units.battles.fielding import every_team

ROUND = ("Rock", "Paper", "Scissors")


def hit(attacker, defender):
    around = (attacker.kind - defender.kind) % 3 == 1
    return 0.5 + 0.4 * around * (attacker.kind < 3) * (defender.kind < 3)


def game(hp, giant):
    """Three that go round, and a giant of another kind who costs twice as much."""
    numbers = {"attack": 10, "defense": 10, "damage": 2}
    units = [Unit(name, hp=hp, cost=1, kind=at, **numbers) for at, name in enumerate(ROUND)]
    return Units([*units, Unit("Giant", hp=giant, cost=2, kind=3, **numbers)])


def brute_teams(units, budget, most):
    """All teams to which nobody can be added, by trying all."""
    costs = {unit.name: unit.role("cost") for unit in units}
    found = [
        team
        for size in range(1, most + 1)
        for team in combinations_with_replacement(units.names, size)
        if sum(map(costs.get, team)) <= budget
    ]
    return [
        team
        for team in found
        if len(team) == most or sum(map(costs.get, team)) + min(costs.values()) > budget
    ]


def solver(units):
    """A function of two tuples of (name, blows that it survives): the score of the first."""

    def falls(mine, theirs):
        """{what is left of mine: chance} after all of theirs have struck at random, at once."""
        left = {(0,) * len(mine): 1.0}  # blows taken by each
        for name, _ in theirs:
            after = {}
            for (taken, chance), at in product(left.items(), range(len(mine))):
                share = chance / len(mine)
                hits = hit(units[name], units[mine[at][0]])
                more = (*taken[:at], taken[at] + 1, *taken[at + 1 :])
                after[more] = after.get(more, 0) + share * hits
                after[taken] = after.get(taken, 0) + share * (1 - hits)
            left = after
        found = {}
        for taken, chance in left.items():
            stand = tuple(
                sorted((name, hp - n) for (name, hp), n in zip(mine, taken, strict=True) if hp > n)
            )
            found[stand] = found.get(stand, 0) + chance
        return found

    @cache
    def score(mine, theirs):
        if not mine or not theirs:
            return (1 + bool(mine) - bool(theirs)) / 2
        total = same = 0.0
        for (one, p), (other, q) in product(
            falls(mine, theirs).items(), falls(theirs, mine).items()
        ):
            if (one, other) == (mine, theirs):
                same += p * q
            else:
                total += p * q * score(one, other)
        return total / (1 - same)

    return score


def value(scores):
    """What a game of scores is worth to who chooses the row, by a linear programme."""
    rows, columns = scores.shape
    found = linprog(
        [*[0] * rows, -1],
        A_ub=np.hstack([-scores.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=[[*[1] * rows, 0]],
        b_eq=[1],
    )
    return -found.fun


def brute(units, budget, most):
    """All teams, and their scores against each other."""
    every, score = brute_teams(units, budget, most), solver(units)
    blows = {unit.name: -(-unit.hp // 2) for unit in units}
    sides = [tuple(sorted((name, blows[name]) for name in team)) for team in every]
    return every, np.array([[score(one, other) for other in sides] for one in sides])


def test_every_team_is_one_that_nobody_can_join():
    units = game(2, 4).changed("Rock", cost=1.5)
    for budget, most in ((1, 3), (3, 3), (4.5, 3), (5, 9)):
        counted = [
            tuple(team.get(name, 0) for name in units.names)
            for team in every_team(units, budget, most)
        ]
        brute = [tuple(map(team.count, units.names)) for team in brute_teams(units, budget, most)]
        assert sorted(counted) == sorted(brute)


@pytest.mark.parametrize(("budget", "giant"), [(2, 4), (2, 8)])
def test_a_small_game_is_solved_as_by_brute_force(budget, giant):
    units, rules = game(2, giant), Rules(hit=hit)
    every, scores = brute(units, budget, 3)
    found = teams(units, budget, rules, most=3)
    assert (found.teams, found.sure) == (len(every), True)
    mix = np.zeros(len(every))
    for text, weight in found.fielded["weight"].items():
        team = [tuple(part.split(" ", 1)) for part in text.split(" + ")]
        names = sorted(name for count, name in team for _ in range(int(count)))
        mix[[sorted(one) for one in every].index(names)] = weight
    assert mix.sum() == pytest.approx(1)
    assert (mix @ scores).min() == pytest.approx(0.5, abs=1e-6)
    assert found.best == pytest.approx((scores @ mix).max(), abs=1e-6)
    for name in units.names:
        rows = [at for at, team in enumerate(every) if name not in team]
        cost = 0.5 - value(scores[rows])
        row = found.units.loc[name]
        assert row[["cost", "low", "high"]].tolist() == pytest.approx([cost] * 3, abs=1e-6), name


def test_without_a_unit_a_team_may_keep_its_change():
    imp = Unit("Imp", hp=2, attack=9, defense=9, damage=1, cost=1)
    units = Units([imp, imp.changed(name="Ogre", hp=9, cost=2)])
    found = teams(units, 3, most=2).units.loc["Imp"]
    assert found["without"] == "1 Ogre"
    odds = battle({"Ogre": 1}, {"Imp": 1, "Ogre": 1}, units=units)
    assert found["cost"] == pytest.approx(0.5 - odds.score)


@pytest.mark.slow
def test_one_of_each_of_those_who_go_round_is_fielded():
    """Against a linear programme of all teams, by 10,000 battles of each pair."""
    units, rules = game(10, 24), Rules(hit=hit)
    found = teams(units, 3, rules, most=3)
    assert found.fielded.index[0] == "1 Rock + 1 Paper + 1 Scissors"
    assert found.fielded["weight"].iloc[0] > 0.9
    every = brute_teams(units, 3, 3)
    scores = np.full((len(every), len(every)), 0.5)
    for one, other in combinations(range(len(every)), 2):
        met = battle(Counter(every[one]), Counter(every[other]), rules, units=units, battles=10_000)
        scores[one, other], scores[other, one] = met.score, 1 - met.score
    for name in units.names:
        rows = [at for at, team in enumerate(every) if name not in team]
        row, cost = found.units.loc[name], 0.5 - value(scores[rows])
        assert row["low"] - 0.01 <= cost <= row["high"] + 0.01, name
    # Who plays whom goes round, so a ban of each of the three costs the same.
    costs = found.units.loc[[*ROUND], ["low", "high"]]
    assert costs["low"].max() < costs["high"].min()
    assert found.units.loc["Giant", "high"] < 0.05


def gaps_of(name, units, budget, most):
    """Of each team with a unit its mean score, less that of all with others in its place."""
    every, scores = brute(units, budget, most)
    mean = scores.mean(axis=1)
    sets = [{one: team.count(one) for one in units.names} for team in every]
    for at, team in enumerate(sets):
        rest = team | {name: team[name] - 1}
        others = [
            mean[place]
            for place, other in enumerate(sets)
            if other[name] == rest[name] and all(other[one] >= rest[one] for one in rest)
        ]
        if team[name] and others:
            yield mean[at] - np.mean(others)


def test_what_a_unit_adds_is_its_teams_less_those_with_others_in_its_place():
    units, rules = game(2, 4), Rules(hit=hit)
    found = adds(units, 3, rules, most=3, battles=400)
    for name, row in found.iterrows():
        gaps = [*gaps_of(name, units, 3, 3)]
        assert row["teams"] == len(gaps)
        assert row["low"] - 0.01 <= np.mean(gaps) <= row["high"] + 0.01, name
    assert np.isnan(adds(units.only("Rock"), 3)["adds"]).all()  # nothing else is there to buy


def test_a_fair_cost_is_the_least_at_which_a_unit_adds_nothing():
    units, rules = game(2, 4), Rules(hit=hit)
    gaps = [
        np.mean([*gaps_of("Giant", units.changed("Giant", cost=cost), 2, 2)]) for cost in (1, 2)
    ]
    found = fair_cost(units, "Giant", 2, rules, low=1, high=2, most=2, battles=200)
    assert (gaps[0] > 0.05, gaps[1] < -0.05, found.value) == (True, True, 2)


def test_what_is_at_fault_is_said():
    units = game(2, 4)
    with pytest.raises(ValueError, match="at 4: no team has Rock at this cost"):
        fair_cost(units, "Rock", 3, low=4, high=5)
    with pytest.raises(ValueError, match="did you mean 'Rock'"):
        adds(units, 3, names=["Rok"])
    for asked, said in (
        ((units.changed("Rock", cost=0), 3), "Rock: cost = 0 buys no team"),
        ((units, 0.5), "budget = 0.5 buys nobody: the cheapest unit costs 1"),
        ((units, 100), "more than 2,000 teams: take fewer units, or most=3"),
    ):
        with pytest.raises(ValueError, match=said):
            teams(*asked, most=100)
