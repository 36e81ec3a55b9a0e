"""The faster solvers of the package, each held against `markov` on fights small enough for both.

Races of independent sides (units), the chain over groups of fighters (battles of many against
many), and NetHack's sparse chain of two sides with conditions.
"""

from itertools import product

import numpy as np
import pytest

from combat.markov import solve
from combat.nethack import Attacker, Defender, Fighter
from combat.nethack import Rules as NethackRules
from combat.nethack.chain import bodies_of, fought, turns_of
from combat.nethack.sides import Overhaul
from combat.units import Rules, Unit, Units, battle, duel
from combat.units import blow as units_blow

IMP = Unit("Imp", hp=3, attack=10, defense=8, damage="1d2")
ORC = Unit("Orc", hp=5, attack=12, defense=10, damage="1d3", speed=2)
SURE = Unit("Sure", hp=1, attack=9, defense=9, damage=2)


def outcomes(distribution):
    return list(zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True))


@pytest.mark.parametrize("order", ["both", "faster", "coin"])
@pytest.mark.parametrize("pair", [(IMP, ORC), (ORC, IMP), (IMP, IMP), (SURE, SURE), (SURE, ORC)])
def test_a_race_of_two_units(order, pair):
    rule = (lambda a, b: 1.0 + 0 * a.hp) if SURE in pair else "ratio"
    rules = Rules(order=order, hit=rule)
    ways = [outcomes(units_blow(one, other, rules)) for one, other in (pair, pair[::-1])]
    speeds = [unit.speed for unit in pair]
    # Who acts next of those whose turn it is: the first, the second, or both at once.
    first = {"coin": [(0.5, (0, 1)), (0.5, (1, 0))], "both": [(1, None)]}.get(order)
    if order == "faster":
        fast = int(speeds[1] > speeds[0])
        first = [(1, None if speeds[0] == speeds[1] else (fast, 1 - fast))]

    def struck(hps, side):
        """A side's whole turn: all its actions at the other."""
        found = {hps: 1.0}
        for _ in range(int(speeds[side])):
            after = {}
            for (at, chance), (damage, p) in product(found.items(), ways[side]):
                left = list(at)
                left[1 - side] = max(0, left[1 - side] - damage)
                after[tuple(left)] = after.get(tuple(left), 0) + chance * p
            found = after
        return found

    def step(hps):
        if min(hps) == 0:
            return []
        found = []
        for chance, acts in first:
            if acts is None:
                for (a, p), (b, q) in product(struck(hps, 0).items(), struck(hps, 1).items()):
                    found.append((chance * p * q, (b[0], a[1])))
                continue
            for after, p in struck(hps, acts[0]).items():
                if min(after) == 0:
                    found.append((chance * p, after))
                else:
                    answers = struck(after, acts[1]).items()
                    found += [(chance * p * q, last) for last, q in answers]
        return found

    plain, raced = solve((pair[0].hp, pair[1].hp), step), duel(*pair, rules)
    assert raced.first == pytest.approx(plain.chance(lambda hps: hps[1] == 0 < hps[0]), abs=1e-12)
    assert raced.both == pytest.approx(plain.chance(lambda hps: max(hps) == 0), abs=1e-12)
    assert raced.turns.mean == pytest.approx(plain.steps.mean, abs=1e-10)
    left = plain.distribution(lambda hps: hps[0])
    assert raced.left[0].mean == pytest.approx(left.mean, abs=1e-12)


@pytest.mark.parametrize(("ours", "theirs"), [(2, 1), (2, 2), (1, 3)])
def test_a_battle_of_two_armies(ours, theirs):
    one, other = IMP, Unit("Elf", hp=2, attack=14, defense=9, damage=1)
    ways = [outcomes(units_blow(*pair)) for pair in ((one, other), (other, one))]

    def volley(targets, many, way):
        """What so many blows, each at one of those who stand at random, leave of the targets."""
        standing = [place for place, hp in enumerate(targets) if hp]
        found = {targets: 1.0}
        for _ in range(many):
            after = {}
            for (at, chance), place, (damage, p) in product(found.items(), standing, way):
                left = (*at[:place], max(0, at[place] - damage), *at[place + 1 :])
                after[left] = after.get(left, 0) + chance * p / len(standing)
            found = after
        return {tuple(sorted(at)): 0 for at in found} | _sorted(found)

    def step(armies):
        if not (any(armies[0]) and any(armies[1])):
            return []
        alive = [sum(hp > 0 for hp in army) for army in armies]
        left = volley(armies[0], alive[1], ways[1]), volley(armies[1], alive[0], ways[0])
        return [(p * q, (a, b)) for (a, p), (b, q) in product(left[0].items(), left[1].items())]

    plain = solve(((one.hp,) * ours, (other.hp,) * theirs), step)
    odds = battle({"Imp": ours}, {"Elf": theirs}, units=Units([one, other]))
    assert odds.fights is None
    won = plain.chance(lambda armies: any(armies[0]) and not any(armies[1]))
    assert odds.first == pytest.approx(won, abs=1e-12)
    assert odds.both == pytest.approx(plain.chance(lambda a: not any(a[0] + a[1])), abs=1e-12)
    assert odds.turns.mean == pytest.approx(plain.steps.mean, abs=1e-10)


def _sorted(found):
    merged = {}
    for at, chance in found.items():
        key = tuple(sorted(at))
        merged[key] = merged.get(key, 0) + chance
    return merged


@pytest.mark.parametrize("great", [False, True])
def test_a_duel_of_nethack_with_its_conditions(great):
    rat = Fighter(
        name="rat", attacker=Attacker(), defender=Defender(), hp=4, strikes=("1d3",), speed=15
    )
    player = Fighter(
        name="you", attacker=Attacker(player=great), defender=Defender(), hp=6, strikes=("1d4",)
    )
    pair, system = (player, rat), Overhaul(8.0, NethackRules())
    wins, undecided = fought(*pair, system, 2000)
    bodies = bodies_of(pair, system)
    turns = turns_of(*pair, *bodies, system), turns_of(*pair[::-1], *bodies[::-1], system)

    def moved(matrix, place):
        row = slice(*matrix.indptr[place : place + 2])
        return zip(matrix.indices[row].tolist(), matrix.data[row].tolist(), strict=True)

    def step(state):
        ours, theirs, acts = state
        if fallen(0, ours) or fallen(1, theirs):
            return []
        own, target = (theirs, ours) if acts else (ours, theirs)
        turn = next(matrix for rows, matrix in turns[acts] if own in rows)
        found = []
        for after, chance in moved(turn, target):
            if acts == 0:
                found.append((chance, (ours, after, 1)))
            elif fallen(0, after):
                found.append((chance, (after, theirs, 0)))
            else:  # the turn ends: what both are in runs on
                for mine, p in moved(bodies[0].ticked, after):
                    for its, q in moved(bodies[1].ticked, theirs):
                        found.append((chance * p * q, (mine, its, 0)))
        return found

    def fallen(side, place):
        return bodies[side].left[place] == 0

    plain = solve((player.hp, rat.hp, 0), step)
    for side, dead in ((0, 1), (1, 0)):
        won = plain.chance(lambda state, dead=dead: fallen(dead, state[dead]))
        assert float(wins[side].sum()) == pytest.approx(won, abs=1e-11)
    assert undecided < 1e-12
    left = [bodies[0].left[state[0]] for state in plain.end_states if fallen(1, state[1])]
    shares = [
        chance
        for state, chance in zip(plain.end_states, plain.chances, strict=True)
        if fallen(1, state[1])
    ]
    by_left = np.bincount(left, shares, player.hp + 1)
    assert wins[0].sum(axis=0) == pytest.approx(by_left, abs=1e-11)
