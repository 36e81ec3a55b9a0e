import re

import numpy as np
import pandas as pd

from combat.workbook import Table


def test_numbers_are_rounded_and_texts_escaped():
    frame = pd.DataFrame({"rule": ["<old>"], "chance": [-1 / 3], "gone": [np.nan], "sure": [True]})
    table = Table(frame, formats={"chance": ".0%"}, caption="a & b")
    html = table._repr_html_()
    assert "&lt;old&gt;" in html
    assert "−33%" in html
    assert "–" in html
    assert "True" in html
    assert "a &amp; b" in html
    assert "0x" not in repr(table)


def test_no_two_dollars_make_a_formula():
    html = Table(pd.DataFrame({"$a$": ["$b$"]}), caption="$c$")._repr_html_()
    assert re.findall(r"[^>]\$|\$[^<]", html) == []  # each stands in an element of its own
    assert html.count("<span>$</span>") == 6


def test_the_index_is_shown_if_it_has_a_name():
    frame = pd.DataFrame({"m": [10.0, np.nan]}, index=["a", "b"])
    assert "a" not in repr(Table(frame))
    assert Table(frame.rename_axis("stage")).texts().columns.tolist() == ["stage", "m"]
    assert Table(frame, formats={"m": ".1f"}).texts()["m"].tolist() == ["10.0", "–"]
    assert Table(frame, formats={"m": lambda value: "x"}).texts()["m"].tolist() == ["x", "x"]


def test_what_rounds_to_zero_has_no_sign():
    gains = pd.DataFrame({"gain": [-0.001, 0.001, -0.2]})
    for signed in ("+.0%", lambda gain: f"{gain:+.0%}"):
        assert Table(gains, formats={"gain": signed}).texts()["gain"].tolist() == [
            "0%",
            "0%",
            "−20%",
        ]


def test_the_last_bits_of_a_number_change_no_digit():
    """One table printed 2.5 on one machine and 2.6 on another, of sums that should be 2.55."""
    frame = pd.DataFrame({"wounds": [2.55, 2.5500000000000003, 2.5499999999999994]})
    assert len(set(Table(frame, formats={"wounds": ".1f"}).texts()["wounds"])) == 1


def test_a_chance_is_rounded_to_0_or_100_percent_only_if_it_is_so():
    chances = pd.DataFrame({"chance": [0.9998, 1, 4e-5, 0, 0.5, 0.3 - 0.1 * 3, np.nan]})
    assert Table(chances, formats={"chance": ".1%"}).texts()["chance"].tolist() == [
        "99.98%", "100.0%", "0.004%", "0.0%", "50.0%", "0.0%", "–",
    ]  # fmt: skip
