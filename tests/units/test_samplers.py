"""A sampler of whole fights goes through every question as any rule does."""

from itertools import product

import numpy as np
import pytest

from combat.battle import Ends
from combat.charter import judge, read_charter
from combat.markov import solve
from combat.patch import patch_of_units
from combat.questions import seek
from combat.units import Odds, Rules, Unit, Units, battle, duel, matrices, matrix
from combat.units.battles.armies import match_up
from combat.units.views import field_score

UNITS = Units([Unit(name, hp=hp, damage=1) for name, hp in (("A", 6), ("B", 3), ("C", 2))])


def power(side):
    return sum(unit.hp for unit in side) if isinstance(side, tuple) else side.hp


def play(first, second, rng):
    """A tie in a tenth of all fights, else by hit points."""
    if rng.random() < 0.1:
        return 0.5
    return float(rng.random() * (power(first) + power(second)) < power(first))


def play_many(first, second, rng, fights):
    share = power(first) / (power(first) + power(second))
    won = (rng.random(fights) < share).astype(float)
    return np.where(rng.random(fights) < 0.1, 0.5, won)


ONE, MANY = Rules(plays=play), Rules(plays=play_many, at_once=True, attacks=False)
WIN = 0.9 * 6 / 9


@pytest.mark.parametrize("rules", [ONE, MANY])
def test_a_duel_has_the_chances_of_the_sampler(rules):
    found = duel(UNITS["A"], UNITS["B"], rules)
    low, high = found.interval(found.first)
    assert found.fights == 10_000
    assert low < WIN < high
    assert found.undecided == pytest.approx(0.1, abs=0.015)


def test_battles_hand_over_whole_parties():
    found = battle({"A": 1, "B": 1}, {"C": 3}, MANY, units=UNITS, battles=20_000)
    low, high = found.table().loc["first", ["low", "high"]]
    assert low < 0.9 * 9 / 15 < high
    assert "plays doesn't say" in str(found)
    ends = match_up({"A": 1}, {"B": 1}, MANY, units=UNITS).ends(100, 3)
    assert isinstance(ends, Ends)


def test_tables_fields_and_patches_say_that_it_was_fought():
    found = matrix(UNITS, MANY, "score")
    assert found.attrs == {"fought": 6, "attacks": False}
    assert found.loc["A", "B"] + found.loc["B", "A"] == pytest.approx(1)
    assert field_score(UNITS["A"], UNITS, MANY) == pytest.approx(
        0.05 + 0.9 * (6 / 9 + 6 / 8) / 2, abs=0.01
    )
    patch = patch_of_units(UNITS, UNITS.changed("A", hp=8), MANY)
    assert "fought with dice" in patch.parts[1].text()


def test_seek_and_charter_ask_it(tmp_path):
    def score(hp):
        return duel(UNITS["A"].changed(hp=hp), UNITS["B"], MANY).score

    assert seek(score, 0.8, 1, 40, whole=True, looks=5).value == pytest.approx(15, abs=2)
    units = b"name,hp,damage\nA,6,1\nB,3,1\n"
    (tmp_path / "own.py").write_text(
        "from combat.units import Rules\n"
        "def plays(first, second, rng, fights):\n"
        "    share = first.hp / (first.hp + second.hp)\n"
        "    return (rng.random(fights) < share).astype(float)\n"
        "OWN = Rules(plays=plays, at_once=True)\n"
    )
    (tmp_path / "units.csv").write_bytes(units)
    path = tmp_path / "a.charter.csv"
    path.write_text(
        "claim,system,first,second,measure,at least,at most,given\n"
        "x,units,A,B,win,60 %,75 %,rules=own.py:OWN\n"
        "y,units,A,B,win,80 %,,rules=own.py:OWN\n"
    )
    charter = read_charter(path)
    assert [one.verdict for one in judge(charter.claims)] == ["holds", "broken"]


def test_fights_without_an_attacker_are_solved_once():
    asked = []

    def fight(first, second):
        asked.append((first.name, second.name))
        found = solve((first.hp, second.hp), lambda at: min(at) and [
            (0.5, (at[0] - 1, at[1])), (0.5, (at[0], at[1] - 1))
        ])  # fmt: skip
        return Odds.of(found, first=lambda s: s[0] > 0, second=lambda s: s[1] > 0,
                       left=(lambda s: s[0], lambda s: s[1]))  # fmt: skip

    both = matrices(UNITS, Rules(fight=fight))
    every, asked[:] = len(asked), []
    once = matrices(UNITS, Rules(fight=fight, attacks=False))
    assert (every, len(asked)) == (9, 6)
    for measure, (one, other) in product(("win", "score", "turns", "left"), product("ABC", "ABC")):
        assert once[measure].loc[one, other] == pytest.approx(both[measure].loc[one, other])


@pytest.mark.parametrize(
    ("rules", "fault"),
    [
        ({"plays": 3}, r"plays = 3 is no function: write one of \(first, second, rng\)"),
        ({"plays": play, "order": "coin"}, "plays: it decides the whole duel; leave order out"),
        ({"attacks": False}, "attacks and at_once are for rules with a fight or plays"),
        ({"plays": play, "fight": play}, "plays: it decides the whole duel; leave fight out"),
    ],
)
def test_rules_at_fault_are_refused(rules, fault):
    with pytest.raises(ValueError, match=fault):
        Rules(**rules)


@pytest.mark.parametrize(
    ("plays", "at_once", "fault"),
    [
        (lambda a, b, rng: 2, False, "plays gives 2: it must be 1 if the first wins"),
        (lambda a, b, rng: a.wits, False, "plays: NoColumn: "),
        (lambda a, b, rng, n: np.ones(3), True, r"plays gives an array \(3,\) for 10,000 fights"),
    ],
)
def test_samplers_at_fault_are_told_in_one_line(plays, at_once, fault):
    with pytest.raises(ValueError, match=fault) as caught:
        duel(UNITS["A"], UNITS["B"], Rules(plays=plays, at_once=at_once))
    assert "\n" not in str(caught.value)
