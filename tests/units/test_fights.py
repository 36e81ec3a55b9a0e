"""Fights of one's own between units: the same numbers as the races where these are right, and more
where blows leave something behind."""

import itertools
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest

from combat.markov import solve
from combat.questions import seek
from combat.ranking import equilibrium, ladder_and_circle, strength
from combat.units import (
    Odds,
    Rules,
    Unit,
    Units,
    advice,
    battle,
    blow,
    breakpoints,
    duel,
    matrices,
    matrix,
    views,
)

IMP = Unit("Imp", hp=7, attack=10, defense=8, damage="1d4")
ORC = Unit("Orc", hp=12, attack=12, defense=10, damage="1d6", armor=1)
RAT = Unit("Rat", hp=4, attack=8, defense=12, damage="1d3")
GAME = Units([IMP, ORC, RAT])


class Hps(NamedTuple):
    """Hit points of both, and whether the first acts next (None: both)."""

    one: int
    other: int
    first: bool | None = None


def outcomes(distribution):
    """Its values and chances, as Python's own numbers."""
    return list(zip(distribution.values.tolist(), distribution.chances.tolist(), strict=True))


def by_rounds(first, second):
    """All strikes of a round fall at once, as in the order `both`."""
    strikes = outcomes(blow(first, second)), outcomes(blow(second, first))

    def step(hps):
        if min(hps) <= 0:
            return []
        return [
            (p * q, (max(0, hps[0] - j), max(0, hps[1] - i)))
            for i, p in strikes[0]
            for j, q in strikes[1]
        ]

    found = solve((first.hp, second.hp), step)
    return Odds.of(
        found,
        first=lambda hps: hps[0] > 0,
        second=lambda hps: hps[1] > 0,
        left=(lambda hps: hps[0], lambda hps: hps[1]),
    )


def in_turn(first, second):
    """The attacker strikes first, then they alternate: it matters who begins."""
    strikes = {True: outcomes(blow(first, second)), False: outcomes(blow(second, first))}

    def step(state):
        if min(state.one, state.other) <= 0:
            return []
        if state.first:
            return [(p, Hps(state.one, max(0, state.other - i), False)) for i, p in strikes[True]]
        return [(p, Hps(max(0, state.one - i), state.other, True)) for i, p in strikes[False]]

    found = solve(Hps(first.hp, second.hp, True), step)
    return Odds.of(
        found,
        first=lambda state: state.other == 0,
        second=lambda state: state.one == 0,
        left=("one", "other"),
    )


def test_a_fight_by_rounds_gives_what_the_race_gives():
    duels_of, own = Rules(), Rules(fight=by_rounds)
    for measure, table in matrices(GAME, duels_of).items():
        if measure != "damage":
            found = matrices(GAME, own)[measure]
            pd.testing.assert_frame_equal(found, table, rtol=0, atol=1e-12)
    one, other = duel(IMP, ORC, duels_of), duel(IMP, ORC, own)
    pd.testing.assert_frame_equal(one.joint, other.joint, rtol=0, atol=1e-12)
    assert one.margin.mean == pytest.approx(other.margin.mean, abs=1e-12)
    assert one.turns.mean == pytest.approx(other.turns.mean, abs=1e-12)
    assert str(one) == str(other)


def test_every_question_takes_it():
    duels_of, own = Rules(), Rules(fight=by_rounds)
    by = [views.outcomes_by(IMP, ORC, rules, values=[5, 10, 20]) for rules in (duels_of, own)]
    pd.testing.assert_frame_equal(*by, rtol=0, atol=1e-12)
    scores = [views.field_score(IMP, GAME, rules) for rules in (duels_of, own)]
    assert scores[0] == pytest.approx(scores[1], abs=1e-12)
    steps = [views.what_matters("Imp", GAME, rules)["effect"] for rules in (duels_of, own)]
    same = ["hp +1", "attack +1", "damage +1", "armor +1"]
    pd.testing.assert_series_equal(*(one[same] for one in steps), rtol=0, atol=1e-12)
    assert advice(GAME, own) == []
    found = seek(lambda attack: duel(IMP.changed(attack=attack), RAT, own).first, 0.7, 0, 40)
    assert duel(IMP.changed(attack=found.value), RAT, duels_of).first == pytest.approx(0.7)


def test_breakpoints_count_the_turns_of_the_fight():
    found = breakpoints(IMP, ORC, Rules(fight=in_turn), column="damage", values=[2, 4, 6])
    for damage, row in found.iterrows():
        fought = in_turn(IMP.changed(damage=damage), ORC)
        assert row["chance"] == fought.first
        assert row["median"] == fought.turns.quantile(0.5)
        assert row["mean"] == pytest.approx(fought.turns.mean)


def test_the_row_attacks():
    rules = Rules(fight=in_turn)
    found = matrix(GAME, rules, "score")
    assert found.loc["Imp", "Imp"] > 0.5
    assert found.loc["Imp", "Rat"] + found.loc["Rat", "Imp"] > 1
    found = matrices(GAME, rules)
    assert found["damage"].isna().all(axis=None)
    score = found["score"]
    for question in (strength, ladder_and_circle, equilibrium):
        with pytest.raises(ValueError, match="attacks=True"):
            question(score)
        question(score, attacks=True)
    attacking = score.loc["Imp"].drop("Imp").mean()
    attacked = 1 - score["Imp"].drop("Imp").mean()
    assert views.field_score(IMP, GAME, rules) == pytest.approx((attacking + attacked) / 2)


class TestWhatWouldTakeMinutes:
    """The clock is set: each fight takes an eighth of a second, or two seconds."""

    def slow(self, monkeypatch, seconds):
        now = itertools.count(0, seconds)
        monkeypatch.setattr("combat.units.own_functions.perf_counter", lambda: next(now))
        met, odds = [], in_turn(IMP, ORC)

        def fight(first, second):
            met.append((first.name, second.name))
            return odds

        return Rules(fight=fight), met

    def test_a_matrix_is_refused_after_a_second(self, monkeypatch):
        rules, met = self.slow(monkeypatch, 0.125)
        many = Units([IMP.changed(name=f"Imp {number}", hp=1) for number in range(25)])
        with pytest.raises(
            ValueError,
            match=r"^625 duels of some 0.12 seconds each take 1.3 minutes: "
            r"take at most 21 units, or watch them with progress=print$",
        ):
            matrix(many, rules)
        assert len(met) == 8
        assert len(matrix(Units(list(many)[:21]), rules)) == 21

    def test_it_is_fought_where_it_is_watched(self, monkeypatch):
        rules, met = self.slow(monkeypatch, 20)
        with pytest.raises(ValueError, match=r"9 duels of some 20 seconds each take 3.0 minutes"):
            matrix(GAME, rules)
        assert len(met) == 1
        assert len(matrix(GAME, rules, progress=lambda *done: None)) == 3

    def test_breakpoints_too(self, monkeypatch):
        rules, met = self.slow(monkeypatch, 2)
        with pytest.raises(ValueError, match=r"take 1.0 minutes: take at most 30 values$"):
            breakpoints(IMP, ORC, rules, column="damage", values=range(1, 32))
        assert len(met) == 1


def test_progress_and_the_names_of_who_fights():
    seen = []
    matrix(GAME, Rules(fight=in_turn), progress=lambda done, all_: seen.append((done, all_)))
    assert seen == [(at, 9) for at in range(1, 10)]
    assert duel(IMP, ORC, Rules(fight=in_turn)).names == ("Imp", "Orc")


def test_an_exchange_that_ends_with_both_standing_is_undecided():
    found = solve(
        (3, 3, 2),
        lambda s: (
            s[2]
            and min(s[:2]) > 0
            and [(0.5, (s[0], s[1] - 2, s[2] - 1)), (0.5, (s[0] - 2, s[1], s[2] - 1))]
        ),
    )
    ended = Odds.of(
        found,
        first=lambda s: s[1] <= 0,
        second=lambda s: s[0] <= 0,
        left=(lambda s: max(0, s[0]), lambda s: max(0, s[1])),
    )
    assert (ended.first, ended.second, ended.both, ended.undecided) == (0.25, 0.25, 0, 0.5)
    assert ended.joint.loc[1, 1] == 0.5
    assert ended.margin.mean == 0
    assert "50.0% are undecided" in str(ended)


def test_a_fight_that_may_go_round_for_ever_says_so():
    found = solve(0, lambda at: {0: [(0.5, 1), (0.5, 3)], 1: [(1, 2)], 2: [(1, 1)]}.get(at))
    ended = Odds.of(
        found,
        first=lambda at: at == 3,
        second=lambda at: False,
        left=(lambda at: 1, lambda at: int(at != 3)),
    )
    assert ended.undecided == 0.5
    assert not ended.endless
    assert str(ended).endswith("one may never end (exact).")


@pytest.mark.parametrize(
    ("ask", "fault"),
    [
        (lambda rules: blow(IMP, ORC, rules), "knows no single blows"),
        (lambda rules: battle({"Imp": 2}, {"Orc": 1}, rules, units=GAME), "no single blows"),
        (lambda rules: matrix(GAME, rules, "damage"), "knows no single blows"),
        (lambda rules: matrix(GAME, rules, max_turns=3), "says itself when it is over"),
        (lambda rules: duel(IMP, ORC, rules, max_turns=3), "says itself when it is over"),
        (lambda rules: duel(IMP, ORC, Rules(fight=lambda a, b: 1 / 0)), "Imp against Orc: ZeroDiv"),
        (lambda rules: duel(IMP, ORC, Rules(fight=lambda a, b: None)), "it must be Odds"),
        (lambda rules: Rules(fight=3), "fight = 3 is no function"),
        (lambda rules: Rules(fight=in_turn, least=2, hit="ratio"), "leave least out"),
    ],
)
def test_faults_are_one_line(ask, fault):
    with pytest.raises(ValueError, match=fault) as caught:
        ask(Rules(fight=in_turn))
    assert "\n" not in str(caught.value)


def test_too_many_starts_are_refused():
    start = pd.DataFrame(np.full((80, 80), 1 / 6400), range(1, 81), range(1, 81))
    with pytest.raises(ValueError, match="6,400 pairs of hit points are too many"):
        duel(IMP, ORC, start=start)
