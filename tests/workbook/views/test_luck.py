"""What notebook 02 shows, against the rule in plain Python, enumeration and closed forms."""

from pathlib import Path

import pandas as pd
import pytest

from combat.luck import SYSTEMS, miss_streaks, success_rate
from combat.workbook.views import luck as views
from combat.workbook.views import luck_rates

EXAMPLES = Path(__file__).parents[3] / "data" / "luck" / "examples.csv"


def test_the_examples_of_the_source_come_out_as_the_data_says():
    data = pd.read_csv(EXAMPLES, index_col="example")
    worked = views.worked_examples(data)
    assert worked.index.equals(data.index)
    assert worked["computed"].tolist() == data.succeeds_up_to.tolist()
    assert worked["printed: succeeds up to"].tolist() == data.printed_up_to.tolist()
    assert worked["Luck after success"].tolist() == ["-30", "10", "0 to 20", "–", "-35"]
    assert worked["Luck after failure"].tolist() == ["15", "20", "30", "-35", "-5"]


@pytest.mark.parametrize(
    ("roll", "words"),
    [
        (
            (10, 15, 25),
            "succeeds, and Luck falls by 45. It is at most 10 + 15 = 25; Luck: 15 → -30.",
        ),
        ((10, 15, 26), "fails, and Luck stays. It is above 10 + 15 = 25; Luck: 15 → 15."),
        ((55, 20, 76), "fails, and Luck rises by 10. It is above 55 + 20 = 75; Luck: 20 → 30."),
        ((15, -35, 1), "fails, and Luck stays. It is above 15 − 35 = -20; Luck: -35 → -35."),
    ],
)
def test_a_roll_in_words(roll, words):
    assert views.roll_in_words(*roll) == f"A roll of {roll[-1]} {words}"


def test_realised_rates_are_those_of_the_rule():
    rates = luck_rates.realised_rates(chances=[25, 60], rolls=[1, 6])
    assert rates.columns.tolist() == ["shown", "over 1 rolls", "over 6 rolls"]
    assert rates["over 1 rolls"].tolist() == pytest.approx(rates["shown"].tolist())
    assert rates["over 6 rolls"].tolist() == [success_rate(one, rolls=6) for one in rates.index]


def test_systems_side_by_side_are_each_one_alone():
    streaks = luck_rates.streaks_by_system(60, 12)
    shares = luck_rates.successes_by_system(60, 12)
    assert [rules.name for rules in SYSTEMS] == streaks.columns.tolist() == shares.columns.tolist()
    for rules in SYSTEMS:
        alone = miss_streaks(60, 12, most=8, rules=rules)[1:]
        assert streaks[rules.name].tolist() == alone.tolist()
        mean = shares.index.to_numpy() @ shares[rules.name]
        assert mean == pytest.approx(success_rate(60, rolls=12, rules=rules), abs=1e-12)
