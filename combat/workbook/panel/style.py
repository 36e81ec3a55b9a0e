"""The style and the renderer of pages and of panels in JupyterLab: one for both."""

import json
from importlib.resources import files

from combat.workbook.charts import palette

_SCRIPTS = files("combat.workbook.panel") / "scripts"


def script(name):
    """Return the text of a script or a style that pages and JupyterLab share."""
    return (_SCRIPTS / name).read_text(encoding="utf-8")


def renderer():
    """Return the scripts that draw an answer, with the shades of heat maps."""
    files = map(script, ["letters.js", "readout.js", "renderer.js"])
    return "\n".join([f"const SHADES = {json.dumps(palette.shades())};", *files])


def style():
    """Return the style of panels: of their pictures, buttons and sliders."""
    return "\n".join([palette.style(), script("renderer.css")])
