"""An extension of Jupyter's server: what a notebook saves of our panels is picture and words.

A saved widget belongs to a kernel that is gone: opened again, JupyterLab would show "model not
found" in place of the picture that lies beside it in the file. A wheel brings the setting that
turns the extension on; in a checkout `python -m combat.workbook.saving` writes it.
"""

import shutil
import sys
from pathlib import Path

_SETTING = Path(__file__).with_name("combat-workbook.json")
_VIEW = "application/vnd.jupyter.widget-view+json"


def without_views(model, **_where):
    """Take the widget's view out of each output of ours that holds more than it; in place."""
    content = model.get("content")
    if model.get("type") != "notebook" or not content:
        return
    for cell in content.get("cells", ()):
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            if "combat" in output.get("metadata", {}) and len(data) > 1:
                data.pop(_VIEW, None)


def _jupyter_server_extension_points():
    return [{"module": __name__}]


def _load_jupyter_server_extension(server):
    server.contents_manager.register_pre_save_hook(without_views)


def turn_on(prefix=sys.prefix):
    """Turn the extension on in an environment."""
    folder = Path(prefix, "etc", "jupyter", "jupyter_server_config.d")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(_SETTING, folder)


if __name__ == "__main__":
    turn_on()
