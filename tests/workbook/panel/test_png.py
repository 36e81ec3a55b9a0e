import base64
import io

import nbformat
import numpy as np
import pandas as pd
from PIL import Image

from combat.workbook import charts
from combat.workbook.notebooks import put_to_sleep
from combat.workbook.panel.controls import slider
from combat.workbook.panel.panel import Panel


def saved(panel, **changes):
    data, metadata = panel._repr_mimebundle_()
    kept = {"image/png": base64.b64encode(data["image/png"]).decode()} | changes
    output = nbformat.v4.new_output("execute_result", kept, metadata=metadata)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(outputs=[output])])
    return put_to_sleep(notebook).cells[0].outputs[0]


def picture_of(png):
    return np.asarray(Image.open(io.BytesIO(png)).convert("L"))


def bars(**controls):
    chart = charts.named_bars(lambda: pd.Series({"a": 0.5, "b": 0.25}), title="Two")
    return Panel(chart, controls, caption="Two shares.", words="a is twice b.")


def test_a_saved_picture_with_controls_says_beneath_how_to_wake_it():
    panel = bars(n=slider("n", 0, 5, 1))
    output = saved(panel)
    awake = picture_of(panel.png())
    asleep = picture_of(base64.b64decode(output.data["image/png"]))
    shown = output.metadata["image/png"]
    height, width = awake.shape
    assert asleep.shape == (height + round(24 * width / shown.width), width)
    assert shown.height == round(asleep.shape[0] * shown.width / width)
    assert np.abs(asleep[:height].astype(int) - awake).max() <= 16  # of 255: 256 colours again
    assert (asleep[height:] < 128).any()


def test_one_without_controls_or_with_a_text_in_its_place_stays():
    still, asked = bars(), bars(n=slider("n", 0, 5, 1))
    assert base64.b64decode(saved(still).data["image/png"]) == still.png()
    asked_first = saved(asked, **{"text/html": "A guess first."})
    assert base64.b64decode(asked_first.data["image/png"]) == asked.png()
