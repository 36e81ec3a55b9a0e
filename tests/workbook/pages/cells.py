"""Cells of notebooks, and pages of them without a kernel."""

import numpy as np
import pandas as pd
from nbformat import v4

from combat.workbook import Answer, Finding, Panel, charts, slider
from combat.workbook.pages.export import document
from combat.workbook.panel.recording import recording


def prose(text, **metadata):
    """A cell of Markdown."""
    cell = v4.new_markdown_cell(text)
    cell.metadata.update(metadata)
    return cell


def told(text, kind="text/markdown", **combat):
    """A cell of code that tells something."""
    output = v4.new_output("display_data", {kind: text}, metadata={"combat": combat})
    return v4.new_code_cell("...", outputs=[output])


def shown(thing, most=None):
    """A cell of prose, or one of code that shows a finding or a panel, as an export has it.

    most: the places of its controls that a panel keeps.
    """
    if isinstance(thing, str):
        return v4.new_markdown_cell(thing)
    if not hasattr(thing, "_repr_mimebundle_"):
        return thing
    if isinstance(thing, Panel):
        opens = thing.opens.key if thing.opens else ""
        told = {"recording": recording(thing, most), "settings": thing.settings}
        data, metadata = {}, {"combat": told | {"figure": thing.key, "opens": opens}}
    else:
        data, metadata = thing._repr_mimebundle_()
        data = {"text/markdown": thing.text} if isinstance(thing, Finding) else data
        data.pop("image/png", None)
    output = v4.new_output("display_data", data, metadata=metadata)
    return v4.new_code_cell("...", outputs=[output])


def noisy(most):
    """A panel of two sliders up to `most` whose answers are noise, and that noise."""
    noise = np.random.default_rng(0).random((most + 1, most + 1, 20))
    sliders = {name: slider(name, 0, most, 1) for name in "mn"}
    show = lambda m, n: Answer(f"{m} {n}", charts.lines(pd.Series(noise[m, n])))  # noqa: E731
    return Panel(show, **sliders), noise


def page(*cells, **how):
    """The page of these cells."""
    return document(v4.new_notebook(cells=list(cells)), "a.ipynb", **how)
