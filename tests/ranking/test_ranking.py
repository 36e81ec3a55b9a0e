"""Who is strong: hand-solved games, plain loops, and random matrices."""

import re
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog
from scipy.special import expit

from combat.ranking import dominated, equilibrium, ladder_and_circle, strength, win_rates

NAMES = ["Knight", "Archer", "Pikeman"]
ROCK_PAPER_SCISSORS = pd.DataFrame([[0, 0, 1], [1, 0, 0], [0, 1, 0]], NAMES, NAMES)

SEEDS = st.integers(0, 10_000)
SIZES = st.integers(2, 9)
few = settings(max_examples=25)


def random_rates(seed, size, circle=1.0):
    """A matrix of a ladder and noise, on the scale of log odds."""
    rng = np.random.default_rng(seed)
    rungs, noise = rng.normal(size=size), circle * rng.normal(size=(size, size))
    return expit(np.subtract.outer(rungs, rungs) + noise - noise.T)


def of_strengths(strengths):
    """The matrix that those strengths make: a / (a + b)."""
    return np.divide(strengths, np.add.outer(strengths, strengths).T).T


class TestRates:
    def test_a_draw_is_half_a_win(self):
        rates = win_rates(pd.DataFrame([[0.1, 0.5], [0.3, 0.1]], ["a", "b"], ["a", "b"]))
        assert rates.to_numpy() == pytest.approx(np.array([[0.5, 0.6], [0.4, 0.5]]))

    def test_rows_and_columns_have_the_names_of_the_units(self):
        rates = win_rates(ROCK_PAPER_SCISSORS[NAMES[::-1]])
        assert (rates.index.tolist(), rates.columns.tolist()) == (NAMES, NAMES)
        assert rates.loc["Knight", "Pikeman"] == rates.loc["Archer", "Knight"] == 1

    def test_the_diagonal_does_not_count(self):
        blank = ROCK_PAPER_SCISSORS.where(~np.eye(3, dtype=bool))
        pd.testing.assert_frame_equal(win_rates(blank), win_rates(ROCK_PAPER_SCISSORS))

    @pytest.mark.parametrize(
        ("matrix", "message"),
        [
            ([[0.5]], "1 units are too few"),
            ([[0.5, 0.5]], "rows and columns must be the same units"),
            (pd.DataFrame(0.5, ["a", "b"], ["a", "c"]), "the rows are a, b, the columns a, c"),
            (pd.DataFrame(0.5, ["a", "a"], ["a", "a"]), "each once"),
            ([[0.5, None], [0.5, 0.5]], "0 against 1 = nan is missing"),
            ([[0.5, 1.3], [0, 0.5]], "0 against 1 = 1.3 must be from 0 to 1"),
            ([[0.5, 0.6], [0.5, 0.5]], "0 against 1 = 1.1 and its mirror must be 1 at most"),
            ([[0.5, "much"], [0.5, 0.5]], "all cells must be numbers"),
        ],
    )
    def test_faults_are_named(self, matrix, message):
        for question in (strength, ladder_and_circle, equilibrium, dominated):
            with pytest.raises(ValueError, match=re.escape(message)):
                question(matrix)


class TestStrength:
    @few
    @given(seed=SEEDS, size=SIZES)
    def test_the_fit_is_that_of_plain_iteration(self, seed, size):
        """Hunter 2004: the wins over the sum of fights / (a + b), again and again."""
        won = np.clip(random_rates(seed, size, circle=0.5), 0.1, 0.9)
        now = np.ones(size)
        for _ in range(2000):
            before = now.copy()
            for a in range(size):
                others = [b for b in range(size) if b != a]
                now[a] = sum(won[a, b] for b in others) / sum(1 / (now[a] + now[b]) for b in others)
            now /= np.exp(np.log(now).mean())
            if np.allclose(now, before, rtol=1e-13, atol=0):
                break
        assert strength(won).sort_index()["strength"].to_numpy() == pytest.approx(now, rel=1e-7)

    def test_each_unit_wins_as_often_as_its_strength_says(self):
        won, counts = random_rates(3, 5), np.arange(25).reshape(5, 5)
        counts = counts + counts.T + 1
        fitted = of_strengths(strength(won, counts=counts).sort_index()["strength"].to_numpy())
        apart = ~np.eye(5, dtype=bool)
        assert (counts * fitted * apart).sum(axis=1) == pytest.approx(
            (counts * won * apart).sum(axis=1), rel=1e-8
        )

    def test_rate_cost_and_order(self):
        frame = strength(of_strengths([1, 4, 2]), cost=[10, 80, 10])
        assert frame.index.tolist() == [1, 2, 0]
        assert frame["strength"].tolist() == pytest.approx([2, 1, 0.5])
        assert frame["for cost"].tolist() == pytest.approx([0.5, 2, 1])
        assert frame["rate"].tolist() == pytest.approx(
            [(4 / 5 + 2 / 3) / 2, (2 / 3 + 1 / 3) / 2, (1 / 5 + 1 / 3) / 2]
        )
        by_name = strength(ROCK_PAPER_SCISSORS, cost=dict(zip(NAMES, (1, 2, 4), strict=True)))
        assert by_name["strength"].tolist() == pytest.approx([1, 1, 1])
        assert by_name["for cost"].to_dict() == pytest.approx(
            {"Knight": 2, "Archer": 1, "Pikeman": 0.5}
        )

    def test_who_always_wins_is_as_strong_as_199_to_1(self):
        frame = strength([[0.5, 1], [0, 0.5]])
        assert frame["strength"].iloc[0] / frame["strength"].iloc[1] == pytest.approx(199)
        assert frame["rate"].tolist() == [1, 0]
        nearly = strength([[0.5, 0.9999], [0.0001, 0.5]])
        assert nearly["strength"].tolist() == pytest.approx(frame["strength"].tolist())

    def test_the_intervals_hold_what_was_sampled_from(self):
        """Of 95 % intervals 19 of 20 do; also where no strengths explain the matrix."""
        truth, counts, rng = random_rates(5, 6), 80, np.random.default_rng(1)
        exact, held, rounds = strength(truth).sort_index(), {"strength": 0, "rate": 0}, 80
        for _ in range(rounds):
            upper = np.triu(rng.binomial(counts, truth) / counts, 1)
            sampled = upper + np.tril(1 - upper.T, -1)
            found = strength(sampled, counts=counts).sort_index()
            held["strength"] += (found["low"] <= exact["strength"]) & (
                exact["strength"] <= found["high"]
            )
            held["rate"] += (found["rate low"] <= exact["rate"]) & (
                exact["rate"] <= found["rate high"]
            )
        for share in held.values():
            # Four standard errors of 480 counts.
            assert share.sum() / (6 * rounds) == pytest.approx(0.95, abs=0.04)

    @pytest.mark.parametrize(
        ("more", "message"),
        [
            ({"cost": {"Knight": 1}}, "cost: there is none for Archer"),
            ({"cost": [1, 2]}, "cost: 2 numbers for 3 units"),
            ({"cost": [1, 2, 0]}, "cost = 0.0 is out of range"),
            ({"counts": 0}, "counts = 0.0 is out of range"),
            ({"counts": 2.5}, "counts = 2.5 is out of range: it must be whole"),
            ({"counts": np.arange(1, 10).reshape(3, 3)}, "a cell and its mirror are one sample"),
        ],
    )
    def test_faults_are_named(self, more, message):
        with pytest.raises(ValueError, match=re.escape(message)):
            strength(ROCK_PAPER_SCISSORS, **more)


class TestLadderAndCircle:
    @few
    @given(seed=SEEDS, size=SIZES)
    def test_strengths_alone_are_a_pure_ladder(self, seed, size):
        strengths = np.exp(np.random.default_rng(seed).uniform(-2, 2, size))
        found = ladder_and_circle(of_strengths(strengths))
        assert found.circle_share == pytest.approx(0, abs=1e-12)
        assert found.ladder.sort_index().to_numpy() == pytest.approx(
            np.log(strengths) - np.log(strengths).mean(), abs=1e-9
        )

    def test_rock_paper_scissors_is_a_pure_circle(self):
        found = ladder_and_circle(ROCK_PAPER_SCISSORS)
        assert found.ladder_share == pytest.approx(0, abs=1e-12)
        assert found.triples.shape[0] == 1
        top = found.triples.iloc[0]
        assert top[["first", "second", "third"]].tolist() == ["Knight", "Pikeman", "Archer"]
        around = "Knight beats Pikeman, Pikeman beats Archer, Archer beats Knight"
        assert str(found) == f"0% ladder, 100% circle: {around}"

    def test_even_fights_are_all_ladder(self):
        assert str(ladder_and_circle(np.full((4, 4), 0.5))) == "100% ladder, 0% circle"

    @few
    @given(seed=SEEDS, size=SIZES, rate=st.sampled_from([None, 0.51, 0.6, 1.0]))
    def test_a_perfect_order_is_all_ladder(self, seed, size, rate):
        """Whoever is above beats everybody below, always, narrowly, or each by another rate."""
        rng = np.random.default_rng(seed)
        drawn = rng.uniform(0.501, 1, (size, size)) if rate is None else np.full((size, size), rate)
        rates = np.triu(drawn, 1) + np.tril(1 - drawn.T, -1)
        mixed = rng.permutation(size)
        found = ladder_and_circle(rates[np.ix_(mixed, mixed)])
        assert (found.ladder_share, found.circle_share) == (1, 0)
        assert found.triples.empty
        assert mixed[found.ladder.index].tolist() == list(range(size)) or rate is None

    @settings(max_examples=15)
    @given(seed=SEEDS, size=st.integers(2, 5))
    def test_the_circle_is_what_the_best_ladder_leaves(self, seed, size):
        """The dual, by trying every ladder of whole rungs: one of them is the best of all."""
        rates = random_rates(seed, size)
        kept = np.clip(rates, 0.005, 0.995)
        leads = np.maximum(np.log(kept / (1 - kept)), 0)
        rungs = np.array(list(product(range(size), repeat=size)))
        apart = rungs[:, :, None] - rungs[:, None, :]
        left = (leads * np.maximum(0, 1 - apart)).sum(axis=(1, 2)).min()
        found = ladder_and_circle(rates)
        assert found.circle_share == pytest.approx(left / leads.sum(), abs=1e-8)
        assert found.ladder_share + found.circle_share == 1

    @few
    @given(seed=SEEDS, size=st.integers(3, 7), count=st.integers(0, 4))
    def test_the_triples_are_those_of_a_plain_loop(self, seed, size, count):
        rates = random_rates(seed, size)
        kept = np.clip(rates, 0.005, 0.995)
        flow = np.log(kept / (1 - kept))
        turns = {
            (a, b, c): min(flow[a, b], flow[b, c], flow[c, a])
            for a, b, c in permutations(range(size), 3)
            if a < min(b, c) and min(flow[a, b], flow[b, c], flow[c, a]) > 0
        }
        found = ladder_and_circle(rates, triples=100).triples
        assert found["turn"].is_monotonic_decreasing
        said = {(row.first, row.second, row.third): row.turn for row in found.itertuples()}
        assert said == pytest.approx(turns)
        few = ladder_and_circle(rates, triples=count).triples
        pd.testing.assert_frame_equal(few, found[:count], check_dtype=False)


class TestEquilibrium:
    def test_a_game_solved_by_hand(self):
        """Leads of 0.1, 0.2 and 0.3 around: each unit as often as the other two's fight weighs."""
        lead = np.array([[0, 0.1, -0.2], [-0.1, 0, 0.3], [0.2, -0.3, 0]])
        found = equilibrium(pd.DataFrame(0.5 + lead, NAMES, NAMES))
        assert found.mix.to_numpy() == pytest.approx([3 / 6, 2 / 6, 1 / 6])
        assert found.against.to_numpy() == pytest.approx(np.full(3, 0.5))
        assert found.fielded == NAMES
        assert (found.mix.name, found.against.name) == ("share", "rate")
        assert found.mix.index.name == found.against.index.name == "unit"
        assert str(found) == "Knight 50%, Archer 33%, Pikeman 17%"

    def test_on_a_ladder_the_best_stands_alone(self):
        found = equilibrium(of_strengths([1, 3, 2]))
        assert found.mix.tolist() == [0, 1, 0]
        assert str(found) == "1 100%; never fielded: 0, 2"
        assert set(found.dominated["unit"]) == {0, 2}
        assert set(found.dominated["by"]) == {1}

    @few
    @given(seed=SEEDS, size=SIZES)
    def test_nobody_beats_the_mix(self, seed, size):
        rates = random_rates(seed, size, circle=2.0)
        found = equilibrium(rates)
        assert found.mix.sum() == pytest.approx(1)
        assert (found.mix >= 0).all()
        assert found.against.max() <= 0.5 + 1e-9
        assert found.against[found.fielded].to_numpy() == pytest.approx(0.5, abs=1e-9)

    def test_among_many_it_is_the_most_even(self):
        """Two games of three around, even with each other: the weight of each is exp(entropy)."""
        lead, shares = np.zeros((6, 6)), []
        for first, (a, b, c) in ((0, (0.1, 0.2, 0.3)), (3, (0.4, 0.1, 0.05))):
            for one, other, by in ((0, 1, a), (1, 2, c), (2, 0, b)):
                lead[first + one, first + other], lead[first + other, first + one] = by, -by
            shares.append(np.array([c, b, a]) / (a + b + c))
        weights = np.exp([-(mix * np.log(mix)).sum() for mix in shares])
        wanted = np.outer(weights / weights.sum(), np.ones(3)) * shares
        found = equilibrium(0.5 + lead)
        assert found.mix.to_numpy() == pytest.approx(wanted.ravel(), abs=1e-7)
        assert found.against.max() <= 0.5 + 1e-8

    def test_who_stays_out_may_still_keep_the_mix_from_being_even(self):
        """Two even units, and one that beats the second by more than it loses to the first."""
        lead = np.array([[0, 0, 0.1], [0, 0, -0.3], [-0.1, 0.3, 0]])
        found = equilibrium(0.5 + lead)
        assert found.mix.to_numpy() == pytest.approx(np.array([0.75, 0.25, 0]), abs=1e-7)


class TestDominated:
    @pytest.mark.parametrize("order", [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])
    def test_one_alone_is_preferred_to_a_mix_that_gains_more(self, order):
        """The first is never worse than the fourth; a mix with the last gains twice as much."""
        lead = np.zeros((5, 5))
        for one, other, by in (
            (0, 1, 0.1),
            (0, 2, 0.4),
            (4, 0, 0.4),
            (1, 2, 0.2),
            (3, 1, 0.1),
            (4, 1, 0.2),
            (2, 4, 0.2),
            (4, 3, 0.4),
        ):
            lead[one, other], lead[other, one] = by, -by
        mixed = (lead[0] + 2 * lead[4]) / 3 - lead[3]
        assert mixed.min() > -1e-12
        assert mixed.mean() > 2 * (lead[0] - lead[3]).mean()
        rates = pd.DataFrame(0.5 + lead).iloc[order, order]
        found = dominated(rates).set_index("unit").loc[[3]]
        assert found.to_numpy() == pytest.approx(np.array([[0, 1, 0.08]]))

    def test_rates_that_end_at_1_hide_nobody(self):
        """Knight and Baron beat the Rat always: equal there, the Knight is worse elsewhere."""
        names = ["Baron", "Knight", "Rat"]
        matrix = pd.DataFrame([[0.5, 0.7, 1], [0.3, 0.5, 1], [0, 0, 0.5]], names, names)
        assert dominated(matrix)["unit"].tolist() == ["Rat", "Knight"]

    def test_twins_and_rock_paper_scissors_are_not(self):
        assert dominated(ROCK_PAPER_SCISSORS).empty
        assert dominated(np.full((3, 3), 0.5)).empty

    @few
    @given(seed=SEEDS, size=SIZES)
    def test_what_replaces_is_never_worse(self, seed, size):
        rates = random_rates(seed, size)
        found = dominated(rates)
        for unit, mix in found.groupby("unit"):
            assert unit not in set(mix["by"])
            gains = mix["share"].to_numpy() @ rates[mix["by"]] - rates[unit]
            assert gains.min() > -1e-6
            assert gains.mean() == pytest.approx(mix["gain"].iloc[0], abs=1e-6)
            assert gains.mean() > 0


class TestAttackers:
    """Matrices in which the row attacks, or in which rows and columns are different choices."""

    @few
    @given(seed=SEEDS)
    def test_the_rate_is_the_mean_of_both_roles(self, seed):
        scores = np.random.default_rng(seed).random((4, 4))
        rates = win_rates(scores, attacks=True).to_numpy()
        for one, other in [(0, 1), (2, 3), (3, 0)]:
            attacking, attacked = scores[one, other], 1 - scores[other, one]
            assert rates[one, other] == pytest.approx((attacking + attacked) / 2)
        for question in (strength, ladder_and_circle, equilibrium, dominated):
            question(scores, attacks=True)

    def test_who_gains_by_beginning_alone_is_even(self):
        found = strength(pd.DataFrame(0.8, ["a", "b"], ["a", "b"]), attacks=True)
        assert found["strength"].tolist() == pytest.approx([1, 1])

    @few
    @given(seed=SEEDS, rows=st.integers(1, 5), columns=st.integers(1, 5))
    @example(seed=975, rows=5, columns=3)  # of several best mixes
    def test_two_players_of_different_choices_against_linear_programming(self, seed, rows, columns):
        won = np.random.default_rng(seed).integers(0, 11, (rows, columns)) / 10
        names = [f"r{at}" for at in range(rows)], [f"c{at}" for at in range(columns)]
        found = equilibrium(pd.DataFrame(won, *names))
        plain = linprog(  # the row's mix and the value, the greatest that no column undercuts
            [*np.zeros(rows), -1],
            A_ub=np.column_stack([-won.T, np.ones(columns)]),
            b_ub=np.zeros(columns),
            A_eq=[[*np.ones(rows), 0]],
            b_eq=[1],
            bounds=[(0, None)] * (rows + 1),
        )
        assert found.value == pytest.approx(-plain.fun, abs=1e-7)
        assert found.mix.sum() == pytest.approx(1)
        assert found.other.sum() == pytest.approx(1)
        assert (found.mix.to_numpy() @ won).min() >= found.value - 1e-7
        assert found.against.max() <= found.value + 1e-7

    def test_the_symmetric_game_is_worth_a_half(self):
        found = equilibrium(ROCK_PAPER_SCISSORS)
        assert found.value == pytest.approx(0.5)
        assert found.other.equals(found.mix)

    def test_a_game_of_two_files_that_share_names_solved_by_hand(self):
        """Mixed by 2/3 and 1/3 my side wins 0.4 against either; no cell mirrors another."""
        names, theirs = ["Rat", "Elf"], pd.Index(["Rat", "Elf"], name="against")
        frame = pd.DataFrame([[0.5, 0.3], [0.2, 0.6]], names, theirs)
        found = equilibrium(frame)
        assert found.mix.to_dict() == pytest.approx({"Rat": 2 / 3, "Elf": 1 / 3})
        assert found.other.to_dict() == pytest.approx({"Rat": 0.5, "Elf": 0.5})
        assert found.value == pytest.approx(0.4)
        assert repr(found) == "Rat 67%, Elf 33% against Rat 50%, Elf 50%: wins 40.0%"
        assert equilibrium(frame, mine=["Elf"]).value == 0.2
        assert dominated(frame).empty
        for ask in (strength, ladder_and_circle, win_rates):
            with pytest.raises(ValueError, match="its rows don't meet each other"):
                ask(frame)

    def test_a_row_that_another_replaces(self):
        frame = pd.DataFrame([[0.6, 0.5], [0.5, 0.4]], ["sword", "club"], ["near", "far"])
        assert dominated(frame)["unit"].tolist() == ["club"]


def test_a_unit_that_is_hardly_ever_fielded_has_more_than_0_percent():
    found = equilibrium([[0.5, 0.499, 0.501], [0.501, 0.5, 0.0], [0.499, 1.0, 0.5]])
    assert repr(found) == "0 99.6%, 1 0.2%, 2 0.2%"


class TestMine:
    """Some choices of mine against all of another's."""

    NAMES = ("Rock", "Paper", "Scissors")
    WINS = ((0.5, 0, 1), (1, 0.5, 0), (0, 1, 0.5))

    def test_a_game_solved_by_hand(self):
        found = equilibrium(pd.DataFrame(self.WINS, self.NAMES, self.NAMES), mine=["Rock", "Paper"])
        # Against Paper I win p / 2 of the time, against Scissors 1 - p, if p of mine are Paper.
        assert found.mix.to_dict() == pytest.approx({"Rock": 1 / 3, "Paper": 2 / 3})
        assert found.value == pytest.approx(1 / 3)
        assert found.other.to_dict() == pytest.approx(
            {"Rock": 0, "Paper": 2 / 3, "Scissors": 1 / 3}
        )
        assert found.dominated.empty

    @pytest.mark.parametrize("seed", range(5))
    def test_the_value_is_that_of_linear_programming(self, seed):
        rng = np.random.default_rng(seed)
        rates = rng.uniform(size=(7, 7))
        rates = (rates + 1 - rates.T) / 2
        mine = [*rng.choice(7, 3, replace=False).tolist()]
        won = rates[mine]
        best = linprog(
            [0, 0, 0, -1],
            A_ub=np.column_stack([-won.T, np.ones(7)]),
            b_ub=np.zeros(7),
            A_eq=[[1, 1, 1, 0]],
            b_eq=[1],
            bounds=[(0, None)] * 3 + [(None, None)],
        )
        assert equilibrium(rates, mine=mine).value == pytest.approx(-best.fun, abs=1e-7)

    def test_all_of_them_are_the_game_itself(self):
        names = [*self.NAMES]
        matrix = pd.DataFrame(self.WINS, names, names)
        assert equilibrium(matrix, mine=names).mix.equals(equilibrium(matrix).mix)

    def test_strength_shows_mine_and_their_costs(self):
        matrix = pd.DataFrame(
            [[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]], [*"abc"], [*"abc"]
        )
        found, every = strength(matrix, {"a": 2, "c": 1}, mine=["c", "a"]), strength(matrix)
        assert [*found.index] == ["a", "c"]
        assert found["strength"].to_dict() == every["strength"][["a", "c"]].to_dict()
        ratio = every["strength"]["a"] / 2 / every["strength"]["c"]
        assert found["for cost"]["a"] / found["for cost"]["c"] == pytest.approx(ratio)

    @pytest.mark.parametrize("mine", [[], ["Well"], ["Rock", "Rock"]])
    def test_faults_are_named(self, mine):
        matrix = pd.DataFrame(self.WINS, self.NAMES, self.NAMES)
        for ask in (equilibrium, strength):
            with pytest.raises(ValueError, match=r"^mine: .*; there are Rock, Paper, Scissors$"):
                ask(matrix, mine=mine)

    def test_the_error_of_other_rows_and_columns_names_it(self):
        matrix = pd.DataFrame(self.WINS, self.NAMES, self.NAMES)
        for ask in (equilibrium, strength):
            with pytest.raises(ValueError, match=r"take the whole matrix, .* mine=\[\.\.\.\]"):
                ask(matrix.loc[["Rock", "Paper"]])
