"""Scripts for panels in JupyterLab: keys that reach controls, and names for screen readers."""

import ipywidgets as widgets

_CLASS = "combat-keys"

# JupyterLab takes plain keys as commands, even in a control: m on a list turns its cell into
# Markdown, d d on a check box deletes the cell. Only an attribute of the focused element turns that
# off, and ipywidgets can't set it. JupyterLab checks it when a key event reaches the document, so
# this script sets it one step earlier, at the window. Keys with Ctrl, Cmd or Alt, and Shift Enter,
# are left to JupyterLab: save, find, run.
_KEYS = f"""
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


# ipywidgets gives pictures an empty alternative text, and sliders' handles no name.
_NAMES = f"""
if (!window.combatNames) {{
  const nameAll = () => {{
    for (const panel of document.querySelectorAll(".{_CLASS}")) {{
      const words = panel.querySelector("p[role=status]");
      panel.querySelectorAll("img").forEach((image) => {{ image.alt = words?.textContent ?? ""; }});
      for (const slider of panel.querySelectorAll(".widget-slider")) {{
        const label = slider.querySelector(".widget-label")?.textContent ?? "";
        const handles = [...slider.querySelectorAll("[role=slider]")];
        const ends = handles.length > 1 ? [", least", ", most"] : [""];
        handles.forEach((handle, at) => handle.setAttribute("aria-label", label + ends[at]));
      }}
    }}
  }};
  let asked = 0;
  window.combatNames = new MutationObserver(() => {{
    asked ||= requestAnimationFrame(() => {{ asked = 0; nameAll(); }});
  }});
  window.combatNames.observe(document.body, {{ childList: true, subtree: true }});
  nameAll();
}}
"""


def for_jupyterlab(parts):
    """Return a box of widgets, one under another, to which these scripts apply.

    Its last widget shows nothing: it brings the scripts.

    >>> box = for_jupyterlab([widgets.Dropdown(options=["Luke", "Maul"])])
    >>> box.children[0].value, list(box.children[-1].outputs[0]["data"])
    ('Luke', ['application/javascript'])
    """
    data = {"application/javascript": _KEYS + _NAMES}
    script = widgets.Output(
        outputs=[{"output_type": "display_data", "data": data, "metadata": {}}],
        layout={"height": "0", "margin": "0"},
    )
    return widgets.VBox([*parts, script]).add_class(_CLASS)
