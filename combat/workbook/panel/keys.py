"""What panels lack in JupyterLab: keys that reach their controls, and names for who can't see."""

import ipywidgets as widgets

_CLASS = "combat-keys"

# JupyterLab takes plain keys for commands wherever the focus is: m on a list makes its cell
# Markdown, d d on a box deletes it. Only an attribute of the focused element itself turns that
# off, which ipywidgets can't set. JupyterLab looks for it when a key reaches the document, so here
# it is set when the key is at the window, one step before. Keys with Ctrl, Cmd or Alt, and
# Shift Enter, stay JupyterLab's: save, find, run.
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


# ipywidgets gives pictures an empty alternative text, and the handles of sliders no name.
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
    """Return a box of widgets, one under another, that keep their keys and have names.

    The last in it shows nothing: it brings the scripts that see to that.

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
