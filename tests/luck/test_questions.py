"""Exact answers against seeded simulation, enumeration, and what must hold of any system."""

import numpy as np
import pytest
from scipy import stats

from combat.luck import (
    FireEmblem,
    Independent,
    LuckRules,
    NeutralMeter,
    PseudoRandom,
    System,
    WesnothBiased,
    XcomAim,
    hits_distribution,
    miss_streaks,
    simulate,
    simulated_rates,
    streak_chance,
    success_rate,
)
from combat.luck.system import chain
from tests.luck.test_meter import printed

SYSTEMS = [
    LuckRules(),
    LuckRules(decay=2),
    Independent(),
    FireEmblem(),
    PseudoRandom(),
    XcomAim(shots=3),
    XcomAim(shots=None),
    WesnothBiased(),
    WesnothBiased(strikes=5),
    NeutralMeter(0.3),
]
PLAYERS, ROLLS = 10_000, 12


def close(share, exact, size=PLAYERS):
    """Within five standard errors: a false alarm in two million draws."""
    return abs(share - exact) < 5 * np.sqrt(max(exact * (1 - exact), 1e-4) / size)


@pytest.mark.parametrize("chance", [20, 50, 75])
@pytest.mark.parametrize("rules", SYSTEMS, ids=repr)
class TestOfAnySystem:
    def test_rates_hits_and_streaks_are_those_of_many_players(self, chance, rules):
        won = simulate([chance] * ROLLS, players=PLAYERS, seed=7, rules=rules)
        means = won.mean(axis=0)
        error = means.std() / np.sqrt(PLAYERS)
        exact = success_rate(chance, rolls=ROLLS, rules=rules)
        assert abs(means.mean() - exact) <= 5 * error + 1e-9
        hits = hits_distribution(chance, ROLLS, rules=rules).sum(axis=1)
        drawn = np.bincount(won.sum(axis=0), minlength=ROLLS + 1) / PLAYERS
        assert all(close(drawn[k], hits[k]) for k in range(ROLLS + 1))
        streaks, longest = miss_streaks(chance, ROLLS, rules=rules), longest_run(~won)
        assert all(close((longest >= k).mean(), streaks[k]) for k in range(ROLLS + 1))

    def test_the_questions_agree_with_each_other(self, chance, rules):
        joint = hits_distribution(chance, 30, rules=rules)
        hits = joint.sum(axis=1)
        assert hits.sum() == pytest.approx(1, abs=1e-12)
        assert (hits * hits.index).sum() / 30 == pytest.approx(
            success_rate(chance, rolls=30, rules=rules), abs=1e-12
        )
        streaks = miss_streaks(chance, 30, most=30, rules=rules)
        assert streaks[30] == pytest.approx(hits[0], abs=1e-12)
        assert streak_chance(chance, 30, 3, rules=rules) == pytest.approx(streaks[3], abs=1e-15)

    def test_the_long_run_is_the_limit_of_many_rolls(self, chance, rules):
        # The mean over n rolls comes near it like 1/n.
        many = success_rate(chance, rolls=4000, rules=rules)
        assert success_rate(chance, rules=rules) == pytest.approx(many, abs=5e-3)
        assert chain(chance, rules).shares().sum() == pytest.approx(1, abs=1e-12)


def longest_run(misses):
    run = longest = np.zeros(misses.shape[1], int)
    for row in misses:
        run = (run + 1) * row
        longest = np.maximum(longest, run)
    return longest


def test_all_records_of_five_rolls_enumerated():
    """Every sequence of five rolls, by the pseudocode; hits and Luck jointly."""
    states = {(0, 0, 0, 0): 1.0}  # luck, hits, current run, longest run
    for _ in range(5):
        after = {}
        for (luck, hit, run, longest), weight in states.items():
            for roll in range(1, 101):
                success, new = printed(60, luck, roll)
                now = 0 if success else run + 1
                key = (new, hit + success, now, max(longest, now))
                after[key] = after.get(key, 0) + weight / 100
        states = after
    joint, streaks = hits_distribution(60, 5), np.zeros(6)
    counted = joint * 0
    for (luck, hit, _, longest), weight in states.items():
        counted.loc[hit, luck] += weight
        streaks[: longest + 1] += weight
    assert np.allclose(joint, counted, atol=1e-12)
    assert np.allclose(miss_streaks(60, 5), streaks, atol=1e-12)


def test_a_mix_against_its_rolls_one_by_one():
    """The mean rate of each chance, the distribution of Luck moved on by the pseudocode."""
    mix, now, rates = {90: 0.75, 20: 0.25}, {0: 1.0}, {90: 0.0, 20: 0.0}
    for _ in range(6):
        after = {}
        for luck, weight in now.items():
            for chance, share in mix.items():
                for roll in range(1, 101):
                    success, new = printed(chance, luck, roll)
                    rates[chance] += success * weight / 600
                    after[new] = after.get(new, 0) + weight * share / 100
        now = after
    assert success_rate({90: 3, 20: 1}, rolls=6) == pytest.approx(rates, abs=1e-12)
    assert success_rate({75: 1, 20: 0})[75] == pytest.approx(success_rate(75))
    # Two chances below 50 % end in one of several states without success.
    assert chain({20: 1, 30: 1}, LuckRules()).shares().sum() == pytest.approx(1, abs=1e-12)


def test_a_seed_gives_the_same_rolls_and_a_generator_goes_on():
    first = simulate([75] * 50, players=3, seed=11)
    rng = np.random.default_rng(11)
    assert (simulate([75] * 50, players=3, seed=rng) == first).all()
    assert (simulate([75] * 50, players=3, seed=rng) != first).any()
    assert (simulate([75] * 50, players=3) == simulate([75] * 50, players=3, seed=0)).all()


def test_simulated_rates_count_players():
    drawn = simulated_rates(chances=[60], players=50, seed=2).loc[60]
    each = simulate([60] * 20, players=50, seed=2).mean(axis=0)
    error = np.sqrt(np.mean((each - np.mean(each)) ** 2) / 50)
    assert drawn["simulated"] == pytest.approx(np.mean(each))
    assert drawn["high"] - drawn["low"] == pytest.approx(2 * 1.96 * error)


def test_thousands_of_rolls_of_the_meter_are_followed_where_they_may_lie():
    """10,000 took two minutes: each number of successes after each roll."""
    assert hits_distribution(50, 2000, rules=Independent()).loc[1000].item() == pytest.approx(
        stats.binom.pmf(1000, 2000, 0.5), rel=1e-9
    )


def test_no_rolls_at_all():
    assert simulate([], players=2).shape == (0, 2)
    assert miss_streaks(75, 0).tolist() == [1.0]
    assert hits_distribution(75, 0).to_numpy().tolist() == [[1.0] + [0.0] * 54]


def test_nan_in_nan_out():
    assert np.isnan(success_rate([[75, float("nan")]])).tolist() == [[False, True]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: success_rate(101), r"chance = 101\.0 .* between 0 and 100"),
        (lambda: success_rate(50.5), r"chance = 50\.5 .* whole number of points from 0 to 100"),
        (lambda: success_rate(75, rolls=0), r"rolls = 0\.0 is out of range"),
        (lambda: hits_distribution(75, -1), r"rolls = -1\.0 is out of range"),
        (lambda: miss_streaks(50, 4, most=5), r"most = 5\.0 is out of range"),
        (lambda: streak_chance(50, 4, 5), r"misses = 5\.0 is out of range"),
        (lambda: streak_chance(50, 4, 0), r"misses = 0\.0 is out of range"),
        (lambda: success_rate({75: -1}), r"weight = -1\.0 is out of range"),
        (lambda: success_rate({75: 0, 20: 0}), r"weight = 0\.0 in all .* above 0"),
        (lambda: success_rate({75: 1, 20: 1}, rules=PseudoRandom()), "one memory for each chance"),
        (lambda: simulate([75, 20], rules=WesnothBiased()), "one memory for each chance"),
        (lambda: success_rate({75: float("nan")}), "weight = nan"),
        (lambda: simulate([75], players=0), r"players = 0\.0 is out of range"),
        (
            lambda: success_rate(73.3, rules=NeutralMeter(0.013)),
            r"chance = \[73\.3\] .*k=0\.013.* more than 4000 states",
        ),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_system_that_changes_is_reckoned_anew():
    class Tilted(System):
        share = 0.25

        def step(self, chance, state):
            return [(self.share, True, 0), (1 - self.share, False, 0)]

    tilted = Tilted()
    assert success_rate(50, rules=tilted) == 0.25
    tilted.share = 0.75
    assert success_rate(50, rules=tilted) == 0.75


def test_a_chain_is_kept_and_cannot_be_written():
    kept = chain(75, LuckRules())
    assert chain(75, LuckRules()) is kept
    assert chain(75, LuckRules(decay=1)) is not kept
    with pytest.raises(ValueError, match="read-only"):
        kept.start[0] = 1
