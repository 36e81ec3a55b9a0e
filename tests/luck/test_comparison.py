"""Systems side by side, against enumeration, closed forms and plain loops."""

from itertools import product

import numpy as np
import pytest
from scipy import stats

from combat.luck import SYSTEMS as COMPARED
from combat.luck import (
    Independent,
    LuckRules,
    NeutralMeter,
    PseudoRandom,
    WesnothBiased,
    XcomAim,
    aim_streaks,
    hits_distribution,
    longest_miss_streak,
    luck_distribution,
    miss_streaks,
    misses_by_system,
    mixed_rates,
    real_chances,
    realised_rates,
    resolve,
    side_by_side,
    simulate,
    simulated_rates,
    simulation_misfit,
    streak_starts,
    streaks_by_system,
    success_rate,
    successes_by_system,
)
from tests.luck.test_meter import printed

SYSTEMS = [LuckRules(), Independent(), PseudoRandom(), WesnothBiased(), NeutralMeter(0.15)]


def rates_by_hand(mix, rolls):
    """The mean rate of each chance in a mix, the distribution of Luck moved on roll by roll."""
    now, rates = {0: 1.0}, dict.fromkeys(mix, 0.0)
    for _ in range(rolls):
        after = {}
        for (luck, weight), chance, roll in product(now.items(), mix, range(1, 101)):
            success, new = printed(chance, luck, roll)
            rates[chance] += success * weight / 100 / rolls
            after[new] = after.get(new, 0) + weight * mix[chance] / 100
        now = after
    return rates


def test_realised_rates_against_a_loop_over_rolls():
    rates = realised_rates(chances=[25, 60], rolls=[1, 6])
    assert rates.columns.tolist() == ["shown", "over 1 rolls", "over 6 rolls"]
    assert rates["over 1 rolls"].tolist() == pytest.approx(rates["shown"].tolist())
    for chance in rates.index:
        by_hand = rates_by_hand({chance: 1.0}, 6)[chance]
        assert rates.loc[chance, "over 6 rolls"] == pytest.approx(by_hand, abs=1e-12)


def test_plain_dice_realise_what_is_shown():
    rates = realised_rates(Independent())
    assert np.allclose(rates.sub(rates["shown"], axis=0), 0, atol=1e-12)
    assert rates.index.name == "chance shown"


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


def test_mixed_rates_against_mixes_played_out():
    rates = mixed_rates(90, 20, [0.3])
    rng = np.random.default_rng(4)
    wins, luck = {90: [], 20: []}, 0
    for chance, roll in zip(
        rng.choice([90, 20], 20_000, p=[0.3, 0.7]).tolist(),
        rng.integers(1, 101, 20_000),
        strict=True,
    ):
        after = resolve(chance, luck, roll)
        wins[chance].append(after.success)
        luck = after.luck
    assert rates.loc[0.3, "safe"] == pytest.approx(np.mean(wins[90]), abs=0.02)
    assert rates.loc[0.3, "risky"] == pytest.approx(np.mean(wins[20]), abs=0.02)


def test_mixed_rates_at_the_ends_are_those_of_one_kind():
    rates = mixed_rates(90, 20, [0, 1])
    assert rates["safe, as shown"].tolist() == [0.9, 0.9]
    assert rates["risky, as shown"].tolist() == [0.2, 0.2]
    assert rates.loc[1.0, "safe"] == pytest.approx(success_rate(90))
    assert rates.loc[0.0, "risky"] == pytest.approx(success_rate(20))


def test_mixed_rates_of_a_neutral_meter_keep_the_sum():
    rates = mixed_rates(80, 30, rules=NeutralMeter(0.5))
    shares = rates.index.to_numpy()
    mean = shares * rates["safe"] + (1 - shares) * rates["risky"]
    assert np.allclose(mean, 0.8 * shares + 0.3 * (1 - shares), atol=1e-9)


def has_streak(record, misses):
    return "m" * misses in "".join("h" if hit else "m" for hit in record)


def test_streaks_of_plain_dice_by_all_records_of_eight_rolls():
    streaks = miss_streaks(60, 8, rules=Independent())
    for misses, chance in streaks.items():
        found = sum(
            np.prod([0.6 if hit else 0.4 for hit in record])
            for record in product([True, False], repeat=8)
            if has_streak(record, misses)
        )
        assert chance == pytest.approx(found, abs=1e-12)


def test_streaks_of_the_meter_by_all_rolls():
    states = {(0, ""): 1.0}
    for _ in range(4):
        after = {}
        for ((luck, record), weight), roll in product(states.items(), range(1, 101)):
            success, new = printed(50, luck, roll)
            key = new, record + ("h" if success else "m")
            after[key] = after.get(key, 0) + weight / 100
        states = after
    streaks = miss_streaks(50, 4)
    for misses in range(5):
        found = sum(weight for (_, record), weight in states.items() if "m" * misses in record)
        assert streaks[misses] == pytest.approx(found, abs=1e-12)


def test_systems_side_by_side_are_each_one_alone():
    streaks = streaks_by_system(60, 12, most=5, systems=SYSTEMS)
    assert streaks.index.tolist() == [1, 2, 3, 4, 5]
    shares = successes_by_system(60, 12, systems=SYSTEMS)
    assert np.allclose(shares.sum(), 1, atol=1e-12)
    for rules in SYSTEMS:
        alone = miss_streaks(60, 12, rules=rules)
        assert streaks[rules.name].tolist() == alone[1:6].tolist()
        mean = shares.index.to_numpy() @ shares[rules.name]
        assert mean == pytest.approx(success_rate(60, rolls=12, rules=rules), abs=1e-12)


def test_eight_systems_are_compared_by_default():
    names = [rules.name for rules in COMPARED]
    assert len(set(names)) == 8
    assert streaks_by_system(75, 9).columns.tolist() == names
    assert successes_by_system(75, 9).columns.tolist() == names
    assert side_by_side(75).index.tolist() == names


def test_successes_of_plain_dice_are_binomial():
    shares = successes_by_system(35, 20, systems=[Independent()])["independent rolls"]
    assert np.allclose(shares, stats.binom.pmf(np.arange(21), 20, 0.35), atol=1e-12)
    assert shares.index[[0, 7, 20]].tolist() == [0, 0.35, 1]


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


def test_misses_of_plain_dice_are_binomial():
    misses = misses_by_system(95, 20, systems=[Independent()])["independent rolls"]
    assert misses.tolist() == pytest.approx(stats.binom.sf(range(4), 20, 0.05).tolist(), abs=1e-12)


@pytest.mark.parametrize(
    "rules", [LuckRules(), XcomAim(), NeutralMeter(0.15)], ids=lambda r: r.name
)
def test_misses_of_a_system_played_out(rules):
    misses = misses_by_system(90, 15, systems=[rules])[rules.name]
    drawn = (~simulate([90] * 15, players=40_000, seed=6, rules=rules).success).sum(axis=0)
    for least, exact in misses.items():
        assert (drawn >= least).mean() == pytest.approx(exact, abs=0.013)


@pytest.mark.parametrize("chance", [51, 75, 95])
def test_the_first_miss_comes_with_a_meter_as_without(chance):
    """Above 50 % a success from Luck 0 costs nothing, so nothing changes before a miss."""
    first = misses_by_system(chance, 20).loc[1]
    assert first["Luck meter"] == pytest.approx(1 - (chance / 100) ** 20, abs=1e-12)
    assert first["Luck meter"] == pytest.approx(first["independent rolls"], abs=1e-12)


def test_aim_streaks_are_those_of_each_difficulty():
    table = aim_streaks(60, 12, soldiers=3, misses=2, shots=[1, 3])
    veteran = XcomAim(factor=1.1, per_miss=10, per_loss=10, soldiers=3, shots=3)
    assert table.loc[3, "Veteran"] == miss_streaks(60, 12, rules=veteran)[2]
    plain = miss_streaks(60, 12, rules=Independent())[2]
    assert table["Legend"].tolist() == pytest.approx([plain, plain])


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


def test_plain_dice_beside_others_have_closed_forms():
    table = side_by_side(50, rolls=6, spread=30, systems=SYSTEMS)
    assert table.index.tolist() == [rules.name for rules in SYSTEMS]
    row = table.loc["independent rolls"]
    assert row["long run"] == row["over 6 rolls"] == pytest.approx(0.5)
    assert row["spread of 30 rolls"] == pytest.approx(np.sqrt(30 / 4))
    assert row["6 in a row"] == pytest.approx(0.5**6)
    # Of 64 records 20 have three misses in a row: 64 - 44, a tribonacci number.
    assert row["3 misses in a row"] == pytest.approx(20 / 64)
    assert row["what a player must be told"] == "nothing"


def test_the_spread_of_the_meter_against_a_simulation():
    spread = side_by_side(75, systems=[LuckRules()]).loc["Luck meter", "spread of 50 rolls"]
    hits = simulate([75] * 50, players=20_000, seed=8).success.sum(axis=0)
    assert hits.std() == pytest.approx(spread, rel=0.03)


@pytest.mark.parametrize(
    "call",
    [
        lambda: realised_rates(chances=[101]),
        lambda: realised_rates(rolls=[0]),
        lambda: simulated_rates(players=0),
        lambda: mixed_rates(120, 20),
        lambda: miss_streaks(50, -1),
        lambda: miss_streaks(50, 4, most=5),
        lambda: side_by_side(50.5),
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
