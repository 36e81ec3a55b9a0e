"""Real chances and streaks of the systems, against enumeration, closed forms and plain loops."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from combat.luck import (
    Independent,
    LuckRules,
    NeutralMeter,
    PseudoRandom,
    WesnothBiased,
    comparison,
    hits_distribution,
    longest_miss_streak,
    luck_distribution,
    miss_streaks,
    real_chances,
    simulate,
    simulated_rates,
    simulation_misfit,
    streak_chance,
    streak_starts,
    success_rate,
)
from tests.luck.test_meter import printed

SYSTEMS = [LuckRules(), Independent(), PseudoRandom(), WesnothBiased(), NeutralMeter(0.15)]


def test_simulated_rates_count_players():
    drawn = simulated_rates(chances=[60], players=50, seed=2).loc[60]
    play = simulate([60] * 20, players=50, seed=2).success
    each = [sum(play[:, player]) / 20 for player in range(50)]
    error = np.sqrt(np.mean((each - np.mean(each)) ** 2) / 50)
    assert drawn["simulated"] == pytest.approx(np.mean(each))
    assert drawn["high"] - drawn["low"] == pytest.approx(2 * 1.96 * error)


def test_the_misfit_is_one_at_the_ends_of_the_interval():
    rules = Independent()
    drawn = simulated_rates(rules)
    inside = [low <= x / 100 <= high for x, _, low, high in drawn.itertuples()]
    assert ((simulation_misfit(rules) <= 1) == inside).all()


def test_the_misfit_is_of_the_players_and_the_seed_that_are_asked_for():
    rules, sizes = Independent(), {"players": 7, "seed": 5}
    drawn = simulated_rates(rules, [40], **sizes).loc[40]
    away = abs(drawn["simulated"] - 0.4) / (drawn["high"] - drawn["simulated"])
    assert simulation_misfit(rules, [40], **sizes)[40] == pytest.approx(away)


def test_no_misfit_where_every_player_had_the_same_share():
    # 20 rolls at 75 % are five fights of three hits each, whoever rolls.
    rules = WesnothBiased()
    drawn = simulated_rates(rules, [75])
    assert drawn.loc[75, "low"] == drawn.loc[75, "high"] == 0.75
    assert simulation_misfit(rules, [75])[75] < 1e-3


def test_a_shown_100_can_fail_and_a_shown_0_can_succeed():
    """Every Luck that a search over the printed rule finds, with every roll."""
    seen, new = set(), {0}
    while new:
        seen |= new
        rolled = product(new, range(0, 101, 1), range(1, 101))
        new = {printed(chance, luck, roll)[1] for luck, chance, roll in rolled} - seen
    real = real_chances()
    for shown in (0, 1, 50, 99, 100):
        chances = [sum(printed(shown, luck, roll)[0] for roll in range(1, 101)) for luck in seen]
        assert 100 * real.loc[shown, "at the worst"] == pytest.approx(min(chances))
        assert 100 * real.loc[shown, "at the best"] == pytest.approx(max(chances))
    assert (real.loc[100, "at the worst"], real.loc[0, "at the best"]) == (0.46, 0.54)


@pytest.mark.parametrize("rules", SYSTEMS[:1] + SYSTEMS[1:2] + SYSTEMS[4:], ids=lambda r: r.name)
@pytest.mark.parametrize("misses", [1, 3])
def test_streak_starts_by_the_rolls_that_follow_each_luck(rules, misses):
    expected = 0.0
    for luck, share in luck_distribution(50, rules=rules).items():
        start = luck if rules.name != "independent rolls" else 0
        after = hits_distribution(50, misses, start=float(start), rules=rules)
        expected += share * after.loc[0].sum()
    assert streak_starts(50, misses, rules=rules) == pytest.approx(expected, abs=1e-12)


def test_streak_starts_of_plain_dice_are_a_power():
    assert streak_starts(80, 4, rules=Independent()) == pytest.approx(0.2**4, abs=1e-15)
    with pytest.raises(ValueError, match="misses = 0"):
        streak_starts(50, 0)


def test_runs_of_any_length_have_an_answer_or_a_limit():
    """The rolls were followed one by one: a thousand million of them, for hours."""
    assert streak_starts(50, 999_999_999, rules=Independent()) == 0
    assert streak_starts(50, 999_999_999) == pytest.approx(0, abs=1e-12)
    # At 25 points the Luck meter soon allows no success at all.
    assert streak_starts(25, 999_999_999) == pytest.approx(streak_starts(25, 2000), abs=1e-12)
    with pytest.raises(ValueError, match=r"misses = 999,999,999 is out of range: .* 50,000 are"):
        streak_starts(0.01, 999_999_999, rules=Independent())
    assert streak_starts(0.01, 50_000, rules=Independent()) == pytest.approx(0.9999**50_000)


def test_the_limit_of_runs_is_tested_at_its_edge(monkeypatch):
    monkeypatch.setattr(comparison, "_MOST_MISSES", 10)
    assert streak_starts(50, 10, rules=Independent()) == 0.5**10
    with pytest.raises(ValueError, match="misses = 11 is out of range"):
        streak_starts(50, 11, rules=Independent())


def test_thousands_of_rolls_of_the_meter_are_followed_where_they_may_lie():
    """10,000 took two minutes: each number of successes after each roll."""
    found = hits_distribution(75, 4000).sum(axis=1)
    assert found.sum() == pytest.approx(1, abs=1e-12)
    mean = found.to_numpy() @ found.index.to_numpy()
    assert mean == pytest.approx(4000 * success_rate(75, rolls=4000), rel=1e-12)
    assert hits_distribution(50, 2000, rules=Independent()).loc[1000].item() == pytest.approx(
        stats.binom.pmf(1000, 2000, 0.5), rel=1e-9
    )


def test_long_runs_in_many_rolls_are_no_work():
    """200 rolls took 11 seconds, a table of all runs by all limits after each roll."""
    found = longest_miss_streak(75, 200)
    assert found.sum() == pytest.approx(1, abs=1e-12)
    assert miss_streaks(75, 200, most=3).tolist() == pytest.approx(
        [1 - found.loc[: count - 1].sum() for count in range(4)], abs=1e-12
    )


@pytest.mark.parametrize(
    "call",
    [
        lambda: simulated_rates(players=0),
        lambda: miss_streaks(50, -1),
        lambda: miss_streaks(50, 4, most=5),
        lambda: streak_chance(50, 4, 5),
        lambda: streak_chance(50, 4, 0),
    ],
)
def test_outside_the_domain(call):
    with pytest.raises(ValueError, match="is out of range"):
        call()


@pytest.mark.parametrize("rules", SYSTEMS, ids=lambda rules: rules.name)
@pytest.mark.parametrize("chance", [30, 60])
def test_runs_up_to_a_length_are_the_tail_of_the_longest(rules, chance):
    tail = longest_miss_streak(chance, 14, rules=rules)[::-1].cumsum()[::-1].to_numpy()
    for most in (0, 3, 14):
        found = miss_streaks(chance, 14, most=most, rules=rules).to_numpy()
        assert np.allclose(found, tail[: most + 1], rtol=0, atol=1e-12)
        if most:
            alone = streak_chance(chance, 14, most, rules=rules)
            assert alone == pytest.approx(tail[most], abs=1e-12)
