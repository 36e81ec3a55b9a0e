"""Every way to the same number, at the edges: against a plain chain and against each other.

The plain chain is of another make: all states of both sides' hit points in one matrix, a blow a
matrix product. A thousand pairs are drawn for each order, forty of them in `make test`: sure hits
and hopeless ones, dice whose chances sum to a hair above 1, one hit point, armour above the damage,
slow and fast units.
"""

import math
from fractions import Fraction

import numpy as np
import pytest

from combat.units import (
    Rules,
    Unit,
    Units,
    battle,
    blow,
    blows_to_kill,
    breakpoints,
    duel,
    matrices,
    matrix,
    turns_to_kill,
    views,
)

# Of four units each: ten pairs a game, and 360 more for each order in `make rest`.
pytestmark = pytest.mark.filterwarnings("ignore:the hit rule gives")
FEW, MANY = range(4), range(4, 22)
NEAR = 1e-9
SURE = 1.0000000000000002  # as a rule gives it that adds 0.7, 0.2 and 0.1
CHANCES = [0, 1e-12, 0.05, 0.3, 0.5, 0.95, 1, 1, SURE]
DAMAGE = ["0", "1", "3", "1d20", "2d6", "1d4!", "1d3-2", "3-7", "1d8+2", "3d4"]


def a_unit(rng, name):
    return Unit(
        name,
        hp=int(rng.choice([1, 2, 5, 12, 30])),
        attack=1,
        defense=1,
        damage=str(rng.choice(DAMAGE)),
        armor=int(rng.choice([0, 0, 0, 1, 40])),
        speed=float(rng.choice([0.1, 0.5, 0.7, 1, 1, 1, 1.7, 3])),
        hits=float(rng.choice(CHANCES)),
    )


def a_game(order, seed):
    """Four units, their rules, and the last turn of their duels, or None."""
    rng = np.random.default_rng([ord(order[0]), seed])
    units = Units([a_unit(rng, name) for name in ("Imp", "Elf", "Ogre", "Rat")])
    rules = Rules(
        hit=lambda attacker, defender: attacker.hits,
        critical=(float(rng.choice([0, 0, 0.25, 1])), float(rng.choice([1.5, 2]))),
        spread=float(rng.choice([0, 0, 0.2])),
        least=int(rng.choice([0, 1])),
        order=order,
    )
    max_turns = [None, None, 1, 7][rng.integers(4)]
    # Who hurts once in a million million blows, or once in 40, takes too long.
    hurts = [plain_blow(one, other, rules)[1:].sum() for one in units for other in units]
    slow = any(0 < chance < 0.04 for chance in hurts)
    return units, rules, 7 if slow else max_turns


def plain_blow(attacker, defender, rules):
    """The chances of 0, 1, ... hit points lost to one blow."""
    chance, (critical, multiplier) = min(attacker.hits, 1.0), rules.critical
    found = {0: 1 - chance}
    for value, share in zip(attacker.damage.values, attacker.damage.chances, strict=True):
        if value <= 0:  # the dice show nothing: no least damage either
            found[0] += chance * share
            continue
        cut = max(float(value) - defender.armor, rules.least)
        for times, part in ((1, 1 - critical), (multiplier, critical)):
            for points, weight in spread_out(cut * times, rules.spread):
                lost = max(points, rules.least)
                found[lost] = found.get(lost, 0.0) + chance * share * part * weight
    chances = np.zeros(max(found) + 1)
    for points, mass in found.items():
        chances[points] += mass
    return chances


def spread_out(value, spread):
    """Whole points and their shares: of a stretch, the length nearest to each."""
    low, high = value * (1 - spread), value * (1 + spread)
    if low == high:
        return [(math.floor(value + 0.5 + 1e-9), 1.0)]
    points = range(math.floor(low + 0.5 + 1e-9), math.floor(high + 0.5 + 1e-9) + 1)
    lengths = [max(0.0, min(k + 0.5, high) - max(k - 0.5, low)) for k in points]
    return [(k, length / (high - low)) for k, length in zip(points, lengths, strict=True)]


def blow_matrix(chances, hp):
    """What a blow makes of 0, 1, ..., hp hit points: a column for each of them."""
    moved = np.zeros((hp + 1, hp + 1))
    for before in range(hp + 1):
        for lost, chance in enumerate(chances):
            moved[max(0, before - lost), before] += chance
    return moved


def actions(turn, speed):
    """How many actions fall into a turn: fractions add up, exactly."""
    exact = Fraction(str(speed))
    return math.floor(turn * exact) - math.floor((turn - 1) * exact)


class Plain:
    """A duel by the matrix of all states (hit points of the first, of the second)."""

    def __init__(self, first, second, rules, max_turns):
        blows = plain_blow(first, second, rules), plain_blow(second, first, rules)
        self.blows, units = blows, (first, second)
        strikes = [blow_matrix(blows[1 - at], unit.hp) for at, unit in enumerate(units)]
        going = np.zeros((first.hp + 1, second.hp + 1))
        going[-1, -1] = 1
        self.over, self.ended, turn = np.zeros_like(going), [0.0], 0
        self.endless = max_turns is None and not any(chances[1:].any() for chances in blows)
        while going.sum() > 1e-14 and turn != max_turns and not self.endless:
            turn += 1
            first_acts, second_acts = (
                np.linalg.matrix_power(strikes[1 - at], actions(turn, unit.speed))
                for at, unit in enumerate(units)
            )
            after = self.turn(going, first_acts, second_acts, units, rules.order)
            fell = after.copy()
            fell[1:, 1:] = 0
            self.over += fell
            self.ended.append(fell.sum())
            going = after - fell
        self.going = going

    def turn(self, going, first_acts, second_acts, units, order):
        """The states after one turn; what one side has done counts for the other if it stands."""
        by_first = going @ first_acts.T
        by_second = second_acts @ going
        if order == "both" or (order == "faster" and units[0].speed == units[1].speed):
            return second_acts @ by_first
        first_ahead = np.column_stack([by_first[:, :1], second_acts @ by_first[:, 1:]])
        second_ahead = np.vstack([by_second[:1], by_second[1:] @ first_acts.T])
        if order == "coin":
            return (first_ahead + second_ahead) / 2
        return first_ahead if units[0].speed > units[1].speed else second_ahead

    @property
    def first(self):
        return self.over[1:, 0].sum()

    @property
    def second(self):
        return self.over[0, 1:].sum()

    @property
    def score(self):
        return (1 + self.first - self.second) / 2

    @property
    def turns(self):
        """Their mean; what still goes on after the last turn counts with all of them."""
        if self.endless:
            return math.inf
        last = len(self.ended) - 1
        return np.arange(last + 1) @ self.ended + last * self.going.sum()

    def off_turns(self, found, max_turns):
        """The greatest difference of the chances of each number of turns."""
        if self.endless:
            return 0.0
        ended = np.array(self.ended)
        ended[-1] += self.going.sum() if max_turns else 0
        size = max(len(ended), int(found.values[-1]) + 1)
        spread = np.bincount(found.values.astype(int), found.chances, size)
        return np.abs(spread - np.pad(ended, (0, size - len(ended)))).max()

    def left(self, side):
        states = (self.over + self.going).sum(axis=1 - side)
        return np.arange(len(states)) @ states


def pairs_of(units):
    units = list(units)
    return [(one, other) for at, one in enumerate(units) for other in units[at:]]


@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("order", ["both", "faster", "coin"])
def test_every_way_gives_the_same_number(order, seeds):
    for seed in seeds:
        units, rules, max_turns = a_game(order, seed)
        tables = matrices(units, rules, max_turns=max_turns)
        assert matrix(units, rules, "lead", max_turns=max_turns).equals(tables["lead"])
        for chances in (tables["win"], tables["score"], (1 + tables["lead"]) / 2):
            assert chances.to_numpy().min() >= 0
            assert chances.to_numpy().max() <= 1
        for one, other in pairs_of(units):
            plain = Plain(one, other, rules, max_turns)
            said = f"{order} {seed}, {one.name} against {other.name}"
            assert differences(plain, one, other, rules, max_turns, tables) == [], said


def differences(plain, one, other, rules, max_turns, tables):
    """The ways that give another number than the plain chain: (way, its number, the chain's)."""
    found, mirrored = (
        duel(*pair, rules, max_turns=max_turns) for pair in ((one, other), (other, one))
    )
    cell = {measure: table.loc[one.name, other.name] for measure, table in tables.items()}
    mean = plain.blows[0] @ np.arange(len(plain.blows[0]))
    how = {"max_turns": max_turns}
    by = views.outcomes_by(one, other, rules, "hp", [one.hp], **how).iloc[0]
    against = views.outcomes_by(one, other, rules, "hp", [other.hp], of="other", **how).iloc[0]
    undecided = 1.0 if plain.endless else plain.going.sum()
    ways = {
        "duel, first": (found.first, plain.first),
        "duel, second": (found.second, plain.second),
        "duel, both": (found.both, plain.over[0, 0]),
        "duel, undecided": (found.undecided, undecided if max_turns or plain.endless else 0),
        "duel, endless": (found.endless, plain.endless),
        "duel, turns": (found.turns.mean, plain.turns),
        "duel, all turns": (plain.off_turns(found.turns, max_turns), 0),
        "duel, left of the first": (found.left[0].mean, plain.left(0)),
        "duel, left of the second": (found.left[1].mean, plain.left(1)),
        "the other way round, first": (mirrored.first, plain.second),
        "the other way round, second": (mirrored.second, plain.first),
        "the other way round, turns": (mirrored.turns.mean, plain.turns),
        "matrix, win": (cell["win"], plain.first),
        "matrix, score": (cell["score"], plain.score),
        "matrix, lead": (cell["lead"], plain.first - plain.second),
        "matrix, turns": (cell["turns"], plain.turns),
        "matrix, left": (cell["left"], plain.left(0)),
        "matrix, damage": (cell["damage"], mean * one.speed),
        "outcomes_by, wins": (by["wins"], plain.first),
        "outcomes_by, loses": (by["loses"], plain.second),
        "outcomes_by, score": (by["score"], plain.score),
        "outcomes_by of the other": (against["wins"], plain.first),
        "scores": (views.scores([one], [other], rules, **how).iloc[0, 0], plain.score),
    } | kills(plain, one, other, rules)
    if rules.order == "both" and one.speed == other.speed == 1:
        odds = battle(Units([one]), Units([other]), rules, max_rounds=max_turns, battles=None)
        if odds.fights is None:  # else it took too long to be exact
            ways["battle, first"] = odds.first, plain.first
            ways["battle, second"] = odds.second, plain.second
            ways["battle, draw"] = odds.both, plain.over[0, 0]
            ways["battle, undecided"] = odds.undecided, found.undecided
    return [(way, *pair) for way, pair in ways.items() if not alike(*pair)]


def alike(one, other):
    return one == other or abs(one - other) <= NEAR * max(1, abs(other))


def kills(plain, one, other, rules):
    """What a kill takes, blow by blow."""
    found = blow(one, other, rules)
    whole = np.bincount(found.values, found.chances, len(plain.blows[0]))
    ways = {
        f"blow of {lost}": pair for lost, pair in enumerate(zip(whole, plain.blows[0], strict=True))
    }
    hurts = plain.blows[0][1:].sum()
    if 0 < hurts < 0.04:
        return ways
    alive, fallen = np.eye(other.hp + 1)[-1], [0.0]
    one_blow = blow_matrix(plain.blows[0], other.hp)
    while alive[1:].sum() > 1e-14 and hurts:
        alive = one_blow @ alive
        fallen.append(alive[0])
    chances = np.diff(fallen)
    blows = np.arange(1, len(fallen))
    turns = [math.ceil(count / Fraction(str(one.speed))) for count in blows]
    mean, mean_turns = (blows @ chances, turns @ chances) if blows.size else (math.inf,) * 2
    late = next((count for count in blows if fallen[count] >= 0.9 - 1e-12), math.inf)
    median = next((count for count in blows if fallen[count] >= 0.5 - 1e-12), math.inf)
    row = breakpoints(one, other, rules, "hp", [one.hp]).iloc[0]
    return ways | {
        "blows_to_kill": (blows_to_kill(one, other, rules).mean, mean),
        "turns_to_kill": (turns_to_kill(one, other, rules).mean, mean_turns),
        "breakpoints, mean": (row["mean"], mean),
        "breakpoints, median": (row["median"], median),
        "breakpoints, late": (row["late"], late),
    }


def test_games_of_sure_hits_are_among_them():
    """What was wrong: dice whose chances sum to 1.0000000000000002, and who always hits."""
    sums = [Unit("x", 1, 1, 1, damage).damage.chances.sum() for damage in DAMAGE]
    assert max(sums) <= 1
    knight = Unit("Knight", hp=20, attack=15, defense=15, damage="1d20")
    imp = Unit("Imp", hp=20, attack=5, defense=5, damage="1d6")
    rules = Rules(hit="NetHack, vanilla d20")
    assert not duel(imp, knight, rules).endless
    assert duel(imp, knight, rules).second == pytest.approx(1)
    twins = Units([knight.changed(hp=30), knight.changed(name="Foe", hp=26)])
    sure = Rules(hit=lambda attacker, defender: 1.0)
    assert matrix(twins, sure).loc["Knight", "Foe"] == pytest.approx(0.4597, abs=1e-4)
