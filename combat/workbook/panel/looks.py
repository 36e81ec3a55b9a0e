"""The looks of pages and of panels in JupyterLab: one style for both."""

from importlib.resources import files

from combat.workbook.charts import palette

_SCRIPTS = files("combat.workbook.panel") / "scripts"


def script(name):
    """Return the text of a script or a style that pages and JupyterLab share."""
    return (_SCRIPTS / name).read_text(encoding="utf-8")


def looks(scope=":root"):
    """Return the style of pictures, buttons and sliders, with its variables in this scope."""
    shared = "\n".join([script("looks.css"), palette.style(), script("picture.css")])
    return shared.replace(":root", scope)
