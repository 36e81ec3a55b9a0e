"""Settings as the end of an address, and back."""

from itertools import product

import pytest

from combat.workbook import Answer, Panel, bounds, choice, slider, tick
from combat.workbook.panel import links


@pytest.fixture
def controls():
    return {
        "m": slider("m", 1, 40, 10, unit="points"),
        "share": slider("realised share", 0, 1, 0.35, step=0.01, percent=True),
        "shift": slider("shift", -0.5, 0.5, 0.1, step=0.05, percent=True),
        "ends": bounds("limits", 0, 1, (0.05, 0.95)),
        "rule": choice("rule", {"Smooth (m = 10)": 1, "the old one": 2}),
        "more": tick("more dice"),
    }


def test_what_is_written_can_be_read_by_eye_and_by_the_panel(controls):
    written = "?m=10&realised-share=35&shift=10&limits=5-to-95&rule=smooth&more-dice=no"
    assert links.fragment(controls) == written
    for m, share, shift, rule, more in product([1, 40], [0, 0.07, 1], [-0.5, 0], [1, 2], [0, 1]):
        values = {"m": m, "share": share, "shift": shift, "rule": rule, "more": bool(more)}
        for name, value in values.items():
            controls[name].value = value
        found = links.values_of(links.fragment(controls), controls)
        assert found.pop("ends") == (0.05, 0.95)
        assert found == pytest.approx(values)


def test_a_panel_gives_and_takes_it():
    panel = Panel(lambda m: Answer(f"{m}"), m=slider("m", 1, 9, 4))
    assert panel.fragment == "?m=4"
    panel.show_fragment("page.html#figure-3?m=7")
    assert panel.values == {"m": 7}
    panel.show_fragment("?m=99")
    assert panel.values == {"m": 9}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("?n=3", "the link names 'n': this panel has m, realised-share, "),
        ("?m=many", "the link sets m to 'many': it must be a number"),
        ("?rule=third", "the link sets rule to 'third': it can be smooth, the-old-one"),
        ("?more-dice=perhaps", "the link sets more-dice to 'perhaps': it can be no, yes"),
        ("?limits=5", "the link sets limits to '5': write for example 5-to-95"),
        ("?garbage", "the link names 'garbage'"),
    ],
)
def test_what_a_panel_does_not_have_is_told_in_one_line(controls, text, told):
    with pytest.raises(ValueError, match=r"^the link") as raised:
        links.values_of(text, controls)
    assert str(raised.value).startswith(told)
    assert "\n" not in str(raised.value)


def test_options_that_look_alike_keep_apart():
    both = choice("rule", ["a+", "a-", "a"])
    found = [links.token(both, value) for value in ("a+", "a-", "a")]
    assert found == ["a", "a-2", "a-3"]
    assert links.values_of("?rule=a-2", {"rule": both}) == {"rule": "a-"}
