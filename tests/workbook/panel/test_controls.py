"""The controls of a panel stand in columns that leave room for the tracks of sliders."""

import ipywidgets as widgets
import pytest

from combat.workbook import choice, slider, tick
from combat.workbook.panel.controls import TRACK, controls_of

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
