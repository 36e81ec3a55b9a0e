"""The controls of a panel stand in columns that leave room for the tracks of sliders."""

import ipywidgets as widgets
import pytest

from combat.workbook import choice, slider, tick
from combat.workbook.panel.controls import TRACK, controls_of, moved_to

READOUT = 72  # pixels, ipywidgets' own least


@pytest.mark.parametrize("label", ["m", "a label of a middling length", "a very long label" * 5])
def test_a_column_has_room_for_a_label_a_track_and_a_number(label):
    controls = {"m": slider(label, 1, 9, 2), "who": choice("who", ["a", "b"]), "on": tick("on")}
    box = controls_of(controls, {}, [])
    grid = next(one for one in box.children if isinstance(one, widgets.GridBox))
    column = int(grid.layout.grid_template_columns.split("minmax(")[1].split("px")[0])
    labels = int(controls["m"].style.description_width.removesuffix("px"))
    assert column >= labels + TRACK + READOUT
    assert TRACK >= 160
    assert column <= 510  # of the 780 that a laptop's notebook has beside the file browser


def test_a_control_moves_to_a_text_or_says_that_it_is_not_there():
    share = slider("share", 0, 1, 0.5, step=0.05, percent=True)
    moved = [moved_to(share, to) for to in ("0.42", 7, "-1")]
    assert moved == [0.4, 1, 0]
    armies = choice("army", {"three orcs": 3, "4+": 4})
    assert [moved_to(armies, to) for to in ("4+", 3)] == [4, 3]
    for control, to in ((armies, "5+"), (armies, 5), (tick("on"), "maybe"), (share, "much")):
        with pytest.raises(ValueError, match=f"{to}"):
            moved_to(control, to)
