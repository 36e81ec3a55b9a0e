"""A page holds the answers for the places of its sliders: whole, or each alone and in pairs."""

import json
from itertools import product

import pandas as pd
import pytest

from combat.workbook import Answer, Panel, bounds, charts, choice, slider, tick
from combat.workbook.panel.places import PLACES, places, recording, slugs, token, unpacked


def show(m, rule, on):
    return Answer(f"{m} {rule} {on}", charts.lines(curves(m)), table=f"{rule}")


def curves(m):
    return pd.DataFrame({"same": [0.1, 0.2], "moved": [0.1, m / 100]}, [0, 1])


@pytest.fixture
def panel():
    return Panel(
        show,
        m=slider("m", 1, 20, 5, unit="points"),
        rule=choice("rule", {"A": "a", "B": "b"}, "b"),
        on=tick("on"),
        presets={"high": {"m": 19, "on": True}},
    )


def told_at(recorded, **texts):
    """The answer of a recording for these texts of its controls."""
    place = [
        one["texts"].index(texts[one["name"]]) if one["name"] in texts else at
        for one, at in zip(recorded["controls"], recorded["start"], strict=True)
    ]
    return recorded["parts"][recorded["answers"][",".join(map(str, place))]]


def test_all_combinations_are_kept_where_they_fit(panel):
    recorded = unpacked(recording(panel))
    assert len(recorded["answers"]) == 20 * 2 * 2
    for m, rule, on in product([1, 20], "AB", ["no", "yes"]):
        title = told_at(recorded, m=str(m), rule=rule, on=on)["title"]
        assert title == f"{m} {rule.lower()} {on == 'yes'}"
    assert panel.values == {"m": 5, "rule": "b", "on": False}
    assert [one["slug"] for one in recorded["controls"]] == ["m", "rule", "on"]


def test_equal_parts_are_kept_once(panel):
    recorded = unpacked(recording(panel))
    assert sum(part == [0.1, 0.2] for part in recorded["parts"]) == 1
    texts = [json.dumps(part) for part in recorded["parts"]]
    assert len(texts) == len(set(texts))


def test_else_each_control_moves_alone_and_what_has_no_answer_cant_be_set(panel):
    recorded = unpacked(recording(panel, 14))
    assert len(recorded["answers"]) <= 14
    (m, _, _) = recorded["controls"]
    assert {"1", "5", "19", "20"} <= set(m["texts"])
    assert len(m["texts"]) < 20
    for text in {*m["texts"]} - {"19"}:  # which only the preset has
        assert told_at(recorded, m=text)["title"] == f"{text} b False"
    (preset,) = recorded["presets"]
    assert recorded["parts"][recorded["answers"][",".join(map(str, preset["places"]))]][
        "title"
    ] == ("19 b True")


def test_pairs_of_controls_are_as_fine_as_fit():
    offered = [list(range(30))] * 3
    kept = places(offered, (3, 4, 5), most=240)
    assert kept[0] == (3, 4, 5)
    assert len(kept) == len(set(kept)) <= 240
    assert {(at, 4, 5) for at in range(30)} <= set(kept)
    both = {(one, other) for one, other, third in kept if third == 5 and one != 3 and other != 4}
    assert len(both) >= 36
    assert all(sum(a != b for a, b in zip(one, (3, 4, 5), strict=True)) < 3 for one in kept)


def test_a_slow_slider_has_a_quarter_of_the_places():
    fast, slow = (
        Panel(
            lambda m, n: Answer(f"{m} {n}"),
            m=slider("m", 0, 40, 1),
            n=slider("n", 0, 40, 1, live=live),
        )
        for live in (True, False)
    )
    counts = [len(unpacked(recording(one))["answers"]) for one in (fast, slow)]
    assert counts[1] <= PLACES // 4 < PLACES // 2 < counts[0] <= PLACES


def test_two_handles_offer_what_stands_there_and_the_whole_range():
    panel = Panel(lambda ends: Answer(f"{ends}"), ends=bounds("limits", 0, 1, (0.05, 0.95)))
    (control,) = unpacked(recording(panel))["controls"]
    assert (control["kind"], control["texts"]) == ("list", ["5% to 95%", "0% to 100%"])


def test_an_answer_that_is_refused_travels_too():
    def refuse(m):
        if m == 2:
            raise ValueError("two is too many")
        return Answer("fine")

    recorded = unpacked(recording(Panel(refuse, m=slider("m", 1, 2, 1))))
    assert told_at(recorded, m="2") == {
        "title": "two is too many",
        "note": "",
        "table": "",
        "charts": [],
    }


def test_settings_are_written_into_an_address_to_be_read_by_eye():
    controls = {
        "m": slider("m", 1, 40, 10, unit="points"),
        "share": slider("realised share", 0, 1, 0.35, step=0.01, percent=True),
        "shift": slider("shift", -0.5, 0.5, -0.1, step=0.05, percent=True),
        "ends": bounds("limits", 0, 1, (0.05, 0.95)),
        "rule": choice("rule", {"Smooth (m = 10)": 1, "the old one": 2}),
        "more": tick("more dice"),
    }
    assert [*slugs(controls).values()] == [
        *("m", "realised-share", "shift", "limits", "rule", "more-dice")
    ]
    written = [token(control, control.value) for control in controls.values()]
    assert written == ["10", "35", "-10", "5-to-95", "smooth", "no"]
    both = choice("rule", ["a+", "a-", "a"])
    assert [token(both, value) for value in ("a+", "a-", "a")] == ["a", "a-2", "a-3"]
