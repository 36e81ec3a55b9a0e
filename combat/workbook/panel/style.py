"""The style of pages and of panels in JupyterLab: one for both."""

from importlib.resources import files

from combat.workbook.charts import palette

_SCRIPTS = files("combat.workbook.panel") / "scripts"


def script(name):
    """Return the text of a script or a style that pages and JupyterLab share."""
    return (_SCRIPTS / name).read_text(encoding="utf-8")


def style():
    """Return the style of panels: of their pictures, buttons and sliders."""
    return "\n".join([palette.style(), script("renderer.css")])
