"""All against all, against the single duels, and where the table must be symmetric."""

import numpy as np
import pytest

from combat import ranking
from combat.units import MEASURES, Rules, Unit, Units, duel, matrices, matrix
from combat.units.strikes import pairs
from tests.units.plain import some_pair

WALL = Unit("Wall", hp=9, attack=0, defense=9, damage=1)


def some_units(seed, count=6):
    rng = np.random.default_rng(seed)
    drawn = [some_pair(rng) for _ in range(count // 2)]
    units = [unit for *pair, _ in drawn for unit in pair]
    named = [unit.changed(name=f"unit {number}") for number, unit in enumerate(units)]
    return Units(named), drawn[0][-1]


@pytest.mark.parametrize(("seed", "max_turns"), [(0, None), (1, 5)])
def test_a_cell_is_the_duel_of_its_units(seed, max_turns, monkeypatch):
    monkeypatch.setattr(pairs, "_MOST_PAIRS", 4)
    units, rules = some_units(seed)
    found = matrices(units, rules, max_turns=max_turns)
    for one in list(units)[:4]:
        for other in list(units)[1:5]:
            alone = duel(one, other, rules, max_turns=max_turns)
            expected = {
                "win": alone.first,
                "score": alone.first + (alone.both + alone.undecided) / 2,
                "lead": alone.first - alone.second,
                "turns": alone.turns.mean,
                "left": alone.left[0].mean,
            }
            cell = {measure: found[measure].loc[one.name, other.name] for measure in expected}
            assert cell == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize("seed", range(2))
def test_what_one_wins_the_other_loses(seed):
    units, rules = some_units(seed, 10)
    found = matrices(units, rules)
    win, score, lead = (found[measure].to_numpy() for measure in ("win", "score", "lead"))
    assert np.array_equal(lead, -lead.T)
    assert lead == pytest.approx(win - win.T, abs=1e-12)
    assert score + score.T == pytest.approx(np.ones_like(score))
    assert np.array_equal(found["turns"], found["turns"].T)
    assert list(found) == list(MEASURES)


def test_a_hopeless_duel_can_be_ranked():
    """Rounding left a score of -1e-16, which no ranking takes."""
    weak = Unit("Militia", hp=21, attack=10, defense=8, damage="1d6+1", armor=1)
    strong = Unit("Knight", hp=29, attack=16, defense=15, damage="1d8+3", armor=6)
    scores = matrix(Units([weak, strong]), measure="score")
    assert scores.to_numpy().min() >= 0
    assert ranking.strength(scores).index[0] == "Knight"


def test_who_can_not_hurt_each_other_stand_for_ever():
    units = Units([WALL, WALL.changed(name="Rock"), WALL.changed(name="Imp", attack=9)])
    found = {measure: frame.loc["Wall", "Rock"] for measure, frame in matrices(units).items()}
    assert found == {
        "win": 0, "score": 0.5, "lead": 0, "turns": np.inf, "damage": 0, "left": 9,
    }  # fmt: skip
    assert matrix(units).loc["Imp", "Wall"] == pytest.approx(1, abs=1e-12)
    assert matrix(units, measure="turns", max_turns=7).loc["Wall", "Rock"] == 7


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


@pytest.mark.parametrize("wrong", [0, 1.5, 10**6])
def test_turns_of_a_table_are_counted_from_one_and_whole(wrong):
    with pytest.raises(ValueError, match=r"^max_turns = .* is out of range"):
        matrix(Units([WALL]), max_turns=wrong)
    assert matrix(Units([WALL]), max_turns=1, measure="turns").iloc[0, 0] == 1


def test_an_unknown_measure_is_told_with_those_that_are_known():
    with pytest.raises(ValueError, match="measure = 'wins' is not known: it must be one of win"):
        matrix(Units([WALL]), measure="wins")


def test_the_work_of_both_directions_is_told_before_it_begins(monkeypatch):
    units, seen, work = some_units(0)[0], [], pairs.work
    monkeypatch.setattr(
        pairs, "work", lambda *given: seen.append(work(*given).sum()) or work(*given)
    )
    enough = matrix(units)
    one, other = seen
    monkeypatch.setattr(pairs, "MOST_OF_A_TABLE", max(one, other))
    assert matrix(units).equals(enough)
    monkeypatch.setattr(pairs, "MOST_OF_A_TABLE", max(one, other) - 1)
    with pytest.raises(ValueError, match=r": .* hit points are too many .* take fewer"):
        matrix(units)
