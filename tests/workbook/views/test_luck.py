"""What notebook 02 shows, against the rule in plain Python, enumeration and closed forms."""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from combat.luck import SYSTEMS, miss_streaks, success_rate
from combat.workbook.views import luck as views
from combat.workbook.views import luck_rates, luck_systems
from tests.luck.test_meter import printed

EXAMPLES = Path(__file__).parents[3] / "data" / "luck" / "examples.csv"


@pytest.mark.parametrize(("chance", "start"), [(0, 0), (10, 15), (50, 50), (75, -35), (100, 20)])
def test_every_roll_is_the_pseudocode_roll_by_roll(chance, start):
    after = views.every_roll(chance, start)
    assert after.index.tolist() == list(range(1, 101))
    for roll, row in after.iterrows():
        success, luck = printed(chance, start, roll)
        assert row["success" if success else "failure"] == luck
        assert np.isnan(row["failure" if success else "success"])


def test_the_examples_of_the_source_come_out_as_the_data_says():
    data = pd.read_csv(EXAMPLES, index_col="example")
    worked = views.worked_examples(data)
    assert worked.index.equals(data.index)
    assert worked["computed"].tolist() == data.succeeds_up_to.tolist()
    assert worked["printed: succeeds up to"].tolist() == data.printed_up_to.tolist()
    assert worked["Luck after success"].tolist() == ["−30", "10", "0 to 20", "–", "−35"]
    assert worked["Luck after failure"].tolist() == ["15", "20", "30", "−35", "−5"]


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (
            (10, 15, 25),
            "succeeds, and Luck falls by 45. It is at most 10 + 15 = 25; Luck: 15 → −30.",
        ),
        ((10, 15, 26), "fails, and Luck stays. It is above 10 + 15 = 25; Luck: 15 → 15."),
        ((55, 20, 76), "fails, and Luck rises by 10. It is above 55 + 20 = 75; Luck: 20 → 30."),
        ((15, -35, 1), "fails, and Luck stays. It is above 15 − 35 = −20; Luck: −35 → −35."),
    ],
)
def test_a_roll_in_words(roll, words):
    assert views.roll_in_words(*roll) == f"A roll of {roll[-1]} {words}"


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
    rates = luck_rates.realised_rates(chances=[25, 60], rolls=[1, 6])
    assert rates.columns.tolist() == ["shown", "over 1 rolls", "over 6 rolls"]
    assert rates["over 1 rolls"].tolist() == pytest.approx(rates["shown"].tolist())
    for chance in rates.index:
        by_hand = rates_by_hand({chance: 1.0}, 6)[chance]
        assert rates.loc[chance, "over 6 rolls"] == pytest.approx(by_hand, abs=1e-12)


def test_systems_side_by_side_are_each_one_alone():
    streaks = luck_systems.streaks_by_system(60, 12)
    shares = luck_systems.successes_by_system(60, 12)
    assert [rules.name for rules in SYSTEMS] == streaks.columns.tolist() == shares.columns.tolist()
    for rules in SYSTEMS:
        assert streaks[rules.name].tolist() == miss_streaks(60, 12, rules=rules)[1:9].tolist()
        mean = shares.index.to_numpy() @ shares[rules.name]
        assert mean == pytest.approx(success_rate(60, rolls=12, rules=rules), abs=1e-12)


def test_successes_of_plain_dice_are_binomial():
    shares = luck_systems.successes_by_system(35, 20)["independent rolls"]
    assert np.allclose(shares, stats.binom.pmf(np.arange(21), 20, 0.35), atol=1e-12)
    assert shares.index[[0, 7, 20]].tolist() == [0, 0.35, 1]


@pytest.mark.parametrize("chance", [51, 75, 95])
def test_the_first_miss_comes_with_a_meter_as_without(chance):
    """Above 50 % a success from Luck 0 costs nothing, so nothing changes before a miss."""
    first = 1 - luck_systems.successes_by_system(chance, 20).iloc[-1]
    assert first["Luck meter"] == pytest.approx(1 - (chance / 100) ** 20, abs=1e-12)
    assert first["Luck meter"] == pytest.approx(first["independent rolls"], abs=1e-12)


def test_the_rivals_are_each_system_alone():
    table = luck_systems.rivals()
    plain = table.loc["independent rolls"]
    assert plain[["25%", "50%", "75%"]].tolist() == pytest.approx([0.25, 0.5, 0.75])
    once = 20 * 0.95**19 * 0.05
    assert plain["a miss"] == pytest.approx(1 - 0.95**20)
    assert plain["two misses"] == pytest.approx(1 - 0.95**20 - once)
    assert plain["three misses"] == luck_systems.streaks_by_system(75, 20)["independent rolls"][3]
    assert table.index.tolist() == [rules.name for rules in SYSTEMS]
    assert table["what a player must be told"].tolist() == [rules.tell for rules in SYSTEMS]
