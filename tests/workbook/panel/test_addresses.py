"""Settings as text: in the address of a page, and in the links of a notebook's text."""

import pytest

from combat.workbook import bounds, choice, slider, tick
from combat.workbook.panel.addresses import links_of, settings_of, slugs, token


def test_a_link_of_the_text_names_controls_and_texts():
    text = "Try [a bat](#?whom=Vampire+Bat,+4-2&save=4%2B), [this](#?m=-3), or [that](#there)."
    links = links_of(text)
    assert [*map(settings_of, links)] == [{"whom": "Vampire Bat, 4-2", "save": "4+"}, {"m": "-3"}]


@pytest.mark.parametrize("link", ["#?", "#?defense", "#?a=1&b"])
def test_a_link_that_sets_nothing_is_refused_with_what_to_write(link):
    with pytest.raises(ValueError, match="write it as"):
        settings_of(link)


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
