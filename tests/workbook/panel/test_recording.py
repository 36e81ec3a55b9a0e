"""What a page keeps of a panel: answers, equal parts of them once, made small, cut to a size."""

import json
from itertools import product

import numpy as np
import pandas as pd
import pytest

from combat.workbook import Answer, Panel, bounds, charts, choice, slider, tick
from combat.workbook.panel.recording import NAMED, cut, packed, read, recording, unpacked
from tests.workbook.pages.cells import noisy


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


def test_two_handles_offer_what_stands_there_and_the_whole_range():
    panel = Panel(lambda ends: Answer(f"{ends}"), ends=bounds("limits", 0, 1, (0.05, 0.95)))
    (control,) = unpacked(recording(panel))["controls"]
    assert (control["kind"], control["texts"]) == ("list", ["5% to 95%", "0% to 100%"])


def test_a_list_with_one_choice_is_not_shown_until_it_has_two():
    panel = Panel(
        lambda rule, m: Answer(f"{rule} {m}"), rule=choice("rule", ["own"]), m=slider("m", 1, 3, 2)
    )
    one, other = unpacked(recording(panel))["controls"]
    assert (one["kind"], other["kind"]) == ("none", "range")
    assert panel.controls["rule"].layout.display == "none"
    panel.renew({"rule": choice("rule", ["own", "ratio"]), "m": slider("m", 1, 3, 2)})
    assert panel.controls["rule"].layout.display is None
    assert unpacked(recording(panel))["controls"][0]["kind"] == "list"


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


@pytest.mark.parametrize(
    ("cost", "live", "kept"),
    [(None, True, 1000), (None, False, 133), (8, True, 500), (400, True, 37)],
)
def test_a_dear_answer_has_fewer_places(cost, live, kept):
    m, n = (slider(name, 0, 60, 1, live=live) for name in "mn")
    panel = Panel(lambda m, n: Answer(f"{m} {n}"), cost=cost, m=m, n=n)
    assert kept / 2 < len(unpacked(recording(panel))["answers"]) <= kept


def test_controls_may_be_called_as_what_a_panel_is_told():
    panel = Panel(
        lambda cost, size: Answer(f"{cost} {size}"),
        controls={"cost": slider("cost", 1, 9, 3), "size": slider("size", 1, 9, 3)},
        cost=40,
    )
    assert (panel.cost, panel.values) == (40, {"cost": 3, "size": 3})
    assert len(unpacked(recording(panel))["answers"]) == 81


def test_what_is_together_is_known_to_the_panel():
    with pytest.raises(KeyError, match="no control named b"):
        Panel(lambda a: Answer(""), together=("a", "b"), a=tick("a"))


def test_numbers_come_back_as_they_were_rounded_tails_and_gaps_too():
    tail = 10.0 ** -np.arange(1, 12)
    frame = pd.DataFrame({"chance": [*tail, np.nan, 0.98765, 1.0]})
    panel = Panel(lambda m: Answer("", charts.lines(frame)), m=slider("m", 1, 2, 1))
    answer = told_at(unpacked(recording(panel)), m="2")
    (column,) = answer["charts"][0]["layers"][0]["columns"].values()
    assert column[:11] == [round(one, 12) for one in tail.tolist()]
    assert column[11:] == [None, 0.98765, 1.0]


def test_a_series_is_packed_with_its_tail():
    curve = [*np.linspace(0.1, 0.9, 20), 1.5e-7, 2.5e-9]
    panel = Panel(lambda m: Answer("", charts.lines(pd.Series(curve))), m=slider("m", 1, 2, 1))
    text = recording(panel)
    assert any("~" in part and part["t"] for part in read(text)["parts"] if isinstance(part, dict))
    (column,) = told_at(unpacked(text), m="1")["charts"][0]["layers"][0]["columns"].values()
    assert column == [*(round(one, 5) for one in curve[:20]), 1.5e-7, 2.5e-9]


def test_a_recording_is_cut_to_a_size_and_what_moves_alone_stays():
    panel, noise = noisy(29)
    text = recording(panel, 600)
    whole, most = read(text), len(text) * 3 // 8
    less = cut(whole, most)
    assert len(packed(less)) * 3 // 4 <= most
    kept = unpacked(packed(less))
    assert 59 < len(kept["answers"]) < len(whole["answers"])
    assert [*kept["answers"]] == [*whole["answers"]][: len(kept["answers"])]
    for m in range(30):
        columns = told_at(kept, m=str(m))["charts"][0]["layers"][0]["columns"]
        assert [*columns.values()] == [pytest.approx(noise[m, 1], abs=6e-6)]
    assert len(cut(whole, 1)["answers"]) == 59


def test_what_links_and_findings_name_has_an_answer(panel, monkeypatch):
    named = [{"m": "17", "rule": "A"}, {"m": 13, "on": True}, {"rule": "C"}, {"z": 1}]
    monkeypatch.setenv(NAMED, json.dumps(named))
    recorded = unpacked(recording(panel, 14))
    assert told_at(recorded, m="17", rule="A")["title"] == "17 a False"
    assert told_at(recorded, m="13", on="yes")["title"] == "13 b True"
