"""Exact answers against seeded simulation, enumeration, and what must hold of any system."""

import numpy as np
import pytest

from combat.luck import (
    FireEmblem,
    Independent,
    LuckRules,
    NeutralMeter,
    PseudoRandom,
    RerollTokens,
    WesnothBiased,
    XcomAim,
    cycle_rates,
    hits_distribution,
    kill_distribution,
    longest_miss_streak,
    luck_distribution,
    simulate,
    success_rate,
)
from combat.luck.system import System, chain
from tests.luck.test_meter import printed

SYSTEMS = [
    LuckRules(),
    LuckRules(decay=2),
    Independent(),
    FireEmblem(),
    PseudoRandom(),
    XcomAim(soldiers=3),
    XcomAim(shots=3),
    XcomAim(shots=None),
    WesnothBiased(),
    WesnothBiased(strikes=5),
    NeutralMeter(0.3),
    RerollTokens(tokens=2, session=5),
    RerollTokens(tokens=2, session=6, after_misses=1, before=True),
]
PLAYERS, ROLLS = 10_000, 12


def close(share, exact, size=PLAYERS):
    """Within five standard errors: a false alarm in two million draws."""
    return abs(share - exact) < 5 * np.sqrt(max(exact * (1 - exact), 1e-4) / size)


@pytest.mark.parametrize("chance", [20, 50, 75])
@pytest.mark.parametrize("rules", SYSTEMS, ids=repr)
class TestAgainstSimulation:
    def play(self, chance, rules):
        return simulate([chance] * ROLLS, players=PLAYERS, seed=7, rules=rules)

    def test_rates_hits_luck_and_streaks(self, chance, rules):
        play = self.play(chance, rules)
        means = play.success.mean(axis=0)
        error = means.std() / np.sqrt(PLAYERS)
        exact = success_rate(chance, rolls=ROLLS, rules=rules)
        assert abs(means.mean() - exact) <= 5 * error + 1e-9
        hits = hits_distribution(chance, ROLLS, rules=rules).sum(axis=1)
        drawn = np.bincount(play.success.sum(axis=0), minlength=ROLLS + 1) / PLAYERS
        assert all(close(drawn[k], hits[k]) for k in range(ROLLS + 1))
        luck = luck_distribution(chance, ROLLS, rules=rules)
        for value, probability in luck.items():
            assert close((np.abs(play.luck[-1] - value) < 1e-3).mean(), probability)
        streaks = longest_miss_streak(chance, ROLLS, rules=rules)
        longest = longest_run(~play.success)
        kills = kill_distribution(chance, 3, ROLLS, rules=rules)
        third = np.cumsum(play.success, axis=0) == 3
        assert all(
            close((play.success[roll - 1] & third[roll - 1]).mean(), kills[roll])
            for roll in kills.index
        )
        assert all(close((longest == k).mean(), streaks[k]) for k in range(ROLLS + 1))

    def test_every_distribution_sums_to_one(self, chance, rules):
        assert abs(hits_distribution(chance, 50, rules=rules).to_numpy().sum() - 1) < 1e-12
        assert abs(luck_distribution(chance, 50, rules=rules).sum() - 1) < 1e-12
        assert abs(luck_distribution(chance, rules=rules).sum() - 1) < 1e-12
        streaks = longest_miss_streak(chance, 20, rules=rules)
        assert abs(streaks.sum() - 1) < 1e-12
        assert streaks.min() > -1e-15

    def test_the_questions_agree_with_each_other(self, chance, rules):
        joint = hits_distribution(chance, 30, rules=rules)
        hits = joint.sum(axis=1)
        assert (hits * hits.index).sum() / 30 == pytest.approx(
            success_rate(chance, rolls=30, rules=rules), abs=1e-12
        )
        luck = luck_distribution(chance, 30, rules=rules)
        assert np.allclose(joint.sum()[luck.index], luck, atol=1e-12)
        killed = kill_distribution(chance, 4, 30, rules=rules).cumsum()
        assert killed[30] == pytest.approx(hits[4:].sum(), abs=1e-12)
        one = kill_distribution(chance, 1, 1, rules=rules)
        assert one[1] == pytest.approx(success_rate(chance, rolls=1, rules=rules), abs=1e-12)
        assert longest_miss_streak(chance, 30, rules=rules)[30] == pytest.approx(hits[0], abs=1e-12)

    def test_the_long_run_is_the_limit_of_many_rolls(self, chance, rules):
        # The mean over n rolls comes near it like 1/n.
        many = success_rate(chance, rolls=4000, rules=rules)
        assert success_rate(chance, rules=rules) == pytest.approx(many, abs=5e-3)


@pytest.mark.parametrize("rules", [LuckRules(), NeutralMeter(0.3)], ids=repr)
def test_hits_and_luck_are_joint(rules):
    # An outer product of the two margins would fail here: who hit more has less Luck.
    play = simulate([60] * 8, players=PLAYERS, seed=9, rules=rules)
    joint = hits_distribution(60, 8, rules=rules)
    hits, luck = play.success.sum(axis=0), play.luck[-1]
    for count in joint.index:
        for value in joint.columns:
            share = ((hits == count) & (np.abs(luck - value) < 1e-3)).mean()
            assert close(share, joint.loc[count, value])


@pytest.mark.parametrize("chance", [20, 50, 51, 60, 75, 90, {90: 1, 20: 1}])
def test_the_long_run_against_power_iteration(chance):
    # The lazy chain has the same equilibrium and no period.
    ours = chain(chance, 0, LuckRules())
    lazy = (ours.step.toarray() + np.eye(len(ours.states))) / 2
    for _ in range(16):
        lazy = lazy @ lazy
    rates = ours.hit_chances @ (ours.start @ lazy)
    found = success_rate(chance)
    expected = list(found.values()) if isinstance(chance, dict) else [found]
    assert rates == pytest.approx(expected, abs=1e-9)


def test_a_cycle_of_one_is_the_long_run_and_another_is_simulated():
    assert cycle_rates([75]) == pytest.approx([success_rate(75)], abs=1e-12)
    play = simulate([90, 20] * 200, players=4000, seed=6).success[200:]
    for place, rate in enumerate(cycle_rates([90, 20])):
        means = play[place::2].mean(axis=0)
        assert abs(means.mean() - rate) < 5 * means.std() / np.sqrt(4000)


def longest_run(misses):
    run = longest = np.zeros(misses.shape[1], int)
    for row in misses:
        run = (run + 1) * row
        longest = np.maximum(longest, run)
    return longest


def test_all_records_of_five_rolls_enumerated():
    """Every sequence of five rolls, by the pseudocode in whole hundredths."""
    hits, streaks = np.zeros(6), np.zeros(6)
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
    for (_, hit, _, longest), weight in states.items():
        hits[hit] += weight
        streaks[longest] += weight
    assert np.allclose(hits_distribution(60, 5).sum(axis=1), hits, atol=1e-12)
    assert np.allclose(longest_miss_streak(60, 5), streaks, atol=1e-12)


@pytest.mark.parametrize("chance", [1, 20, 49])
def test_below_fifty_the_meter_ends_all_success(chance):
    # Every success is charged, no failure is paid: in the end X + Luck is 0 or less.
    assert success_rate(chance) == 0
    final = luck_distribution(chance)
    assert (final.index + chance <= 0).all()


def test_at_fifty_the_rate_is_kept_and_above_it_rises():
    assert success_rate(50) == pytest.approx(0.5, abs=1e-12)
    shown = np.arange(51, 100)
    assert (success_rate(shown) > shown / 100).all()
    assert success_rate([0, 100]).tolist() == [0, 1]


@pytest.mark.parametrize("k", [0, 0.05, 0.25, 0.5, 1])
def test_the_neutral_meter_keeps_every_rate(k):
    shown = [1, 5, 25, 50, 73, 75, 90, 99]
    rates = success_rate(shown, rules=NeutralMeter(k))
    assert np.abs(rates - np.array(shown) / 100).max() < 1e-9


def test_the_neutral_meter_keeps_the_rate_of_a_mix_as_a_whole():
    rates = success_rate({80: 1, 30: 1}, rules=NeutralMeter(0.5))
    assert (rates[80] + rates[30]) / 2 == pytest.approx(0.55, abs=1e-9)


def test_a_mix_against_simulation_of_drawn_chances():
    rng = np.random.default_rng(5)
    exact = success_rate({90: 3, 20: 1}, rolls=10)
    seen = {90: [], 20: []}
    for seed in range(400):
        sequence = rng.choice([90, 20], 10, p=[0.75, 0.25])
        play = simulate(sequence, players=50, seed=seed)
        for chance, row in zip(sequence, play.success, strict=True):
            seen[int(chance)].append(row.mean())
    for chance, means in seen.items():
        assert abs(np.mean(means) - exact[chance]) < 5 * np.std(means) / np.sqrt(len(means))


def test_a_mix_of_one_is_that_chance():
    assert success_rate({75: 2.0}, rolls=9) == {75: success_rate(75, rolls=9)}
    assert success_rate({75: 1, 20: 0})[75] == pytest.approx(success_rate(75))


def test_an_array_of_chances_gives_rates_of_its_shape():
    shown = np.array([[50, 75, 90], [20, 60, 95]])
    rates = success_rate(shown, rolls=4)
    assert rates.shape == shown.shape
    assert rates[1, 2] == success_rate(95, rolls=4)


def test_what_is_told_has_names():
    joint = hits_distribution(75, 2)
    assert (joint.index.name, joint.columns.name) == ("successes", "luck")
    for found, index in (
        (luck_distribution(75, 2), "luck"),
        (kill_distribution(75, 1, 2), "roll"),
        (longest_miss_streak(75, 2), "longest run"),
    ):
        assert (found.name, found.index.name) == ("probability", index)


def test_start_matters_in_few_rolls():
    assert success_rate(60, rolls=1, start=20) == pytest.approx(0.8)
    assert success_rate(60, rolls=1, start=-20, rules=NeutralMeter()) == pytest.approx(0.4)


def test_a_seed_gives_the_same_rolls_and_a_generator_goes_on():
    first, second = (simulate([75] * 50, players=3, seed=11).success for _ in range(2))
    assert (first == second).all()
    rng = np.random.default_rng(11)
    assert (simulate([75] * 50, players=3, seed=rng).success == first).all()
    unseeded, zero = simulate([75] * 50, players=3), simulate([75] * 50, players=3, seed=0)
    assert (unseeded.success == zero.success).all()
    assert (simulate([75] * 50, players=3, seed=rng).success != first).any()


def test_no_rolls_at_all():
    assert simulate([], players=2).success.shape == (0, 2)
    assert longest_miss_streak(75, 0).tolist() == [1.0]
    assert hits_distribution(75, 0).to_numpy().tolist() == [[1.0] + [0.0] * 54]


def test_nan_in_nan_out():
    assert np.isnan(success_rate(float("nan")))
    assert np.isnan(success_rate([75, float("nan")])).tolist() == [False, True]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: success_rate(101), r"chance = 101\.0 .* between 0 and 100"),
        (lambda: success_rate(-1), r"chance = -1\.0 is out of range"),
        (lambda: success_rate(50.5), r"chance = 50\.5 .* whole number of points from 0 to 100"),
        (lambda: success_rate(75, start=300), r"start = 300\.0 .* between -200 and 200"),
        (lambda: success_rate(75, start=1, rules=Independent()), "start = 1 .* has no meter"),
        (lambda: success_rate(75, rolls=0), r"rolls = 0\.0 is out of range"),
        (
            lambda: success_rate(50, start=-200.5, rules=NeutralMeter()),
            r"start = -200\.5 is out of range: it must be between -200 and 200",
        ),
        (lambda: luck_distribution(75, -1), r"^rolls = -1\.0 is out of range"),
        (lambda: hits_distribution(75, -1), r"rolls = -1\.0 is out of range"),
        (lambda: longest_miss_streak(75, 2.5), r"rolls = 2\.5 .* whole"),
        (lambda: kill_distribution(75, 0, 9), "hits = 0"),
        (lambda: kill_distribution(75, 1, 0), "rolls = 0"),
        (lambda: success_rate({75: -1}), r"weight = -1\.0 is out of range"),
        (lambda: success_rate({75: 0, 20: 0}), r"weight = 0\.0 .* at least one"),
        (lambda: success_rate({75: 1, 20: 1}, rules=PseudoRandom()), "one memory for each chance"),
        (lambda: simulate([75, 20], rules=WesnothBiased()), "one memory for each chance"),
        (lambda: simulate([{75: 1, 20: 1}]), "each roll must have one chance"),
        (lambda: success_rate({75: float("nan")}), "weight = nan"),
        (lambda: success_rate(50, start=float("nan"), rules=NeutralMeter()), "start = nan"),
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

        def hit_chance(self, chance, states):
            return np.full(np.shape(states), self.share)

    tilted = Tilted()
    assert success_rate(50, rules=tilted) == 0.25
    tilted.share = 0.75
    assert success_rate(50, rules=tilted) == 0.75


def test_a_chain_is_kept_and_cannot_be_written():
    kept = chain(75, 0, LuckRules())
    assert chain(75, 0, LuckRules()) is kept
    assert chain(75, 0, LuckRules(decay=1)) is not kept
    with pytest.raises(ValueError, match="read-only"):
        kept.states[0] = 1
