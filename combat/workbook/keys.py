"""Keys that are typed on a control reach it, and not the notebook around it."""

import ipywidgets as widgets

_CLASS = "combat-keys"

# JupyterLab takes plain keys for commands wherever the focus is: m on a list makes its cell
# Markdown, d d on a box deletes it. Only an attribute of the focused element itself turns that
# off, which ipywidgets can't set. JupyterLab looks for it when a key reaches the document, so here
# it is set when the key is at the window, one step before. Keys with Ctrl, Cmd or Alt, and
# Shift Enter, stay JupyterLab's: save, find, run.
_SCRIPT = f"""
if (!window.combatKeys) {{
  window.combatKeys = true;
  window.addEventListener("keydown", (event) => {{
    const control = event.target;
    if (!control.closest?.(".{_CLASS}")) return;
    const command = event.ctrlKey || event.metaKey || event.altKey
      || (event.shiftKey && event.key === "Enter");
    control.toggleAttribute("data-lm-suppress-shortcuts", !command);
  }}, true);
}}
"""


def keeping_keys(parts):
    """Return a box of widgets, one under another, whose controls keep the keys typed on them.

    The last in it shows nothing: it brings the script that sees to that.

    >>> box = keeping_keys([widgets.Dropdown(options=["Luke", "Maul"])])
    >>> box.children[0].value, list(box.children[-1].outputs[0]["data"])
    ('Luke', ['application/javascript'])
    """
    data = {"application/javascript": _SCRIPT}
    script = widgets.Output(
        outputs=[{"output_type": "display_data", "data": data, "metadata": {}}],
        layout={"height": "0", "margin": "0"},
    )
    return widgets.VBox([*parts, script]).add_class(_CLASS)
