"""Controls for panels: ipywidgets with labels, units and readouts that can be read."""

import ipywidgets as widgets

# Wide enough for "bonuses on the boss (points)"; the grid wraps on narrow screens.
_LAYOUT = {"width": "455px"}
_STYLE = {"description_width": "225px"}


def slider(label, low, high, value, *, step=1, unit="", percent=False):
    """Return a slider over numbers; whole numbers if step is whole, percent on request.

    With `percent` the value is a probability and only its readout is in percent.

    >>> slider("m", 1, 40, 10, unit="points").value
    10
    """
    label = f"{label} ({unit})" if unit else label
    common = {"min": low, "max": high, "step": step, "value": value, "description": label,
              "layout": _LAYOUT, "style": _STYLE}
    if percent:
        return widgets.FloatSlider(readout_format=".0%" if step >= 0.01 else ".1%", **common)
    if isinstance(step, int):
        return widgets.IntSlider(**common)
    return widgets.FloatSlider(readout_format=".2f" if step < 0.1 else ".1f", **common)


def bounds(label, low, high, value, *, step=0.01):
    """Return a slider with two ends, both probabilities, read out in percent.

    >>> bounds("limits", 0, 1, (0.05, 0.95)).value
    (0.05, 0.95)
    """
    return widgets.FloatRangeSlider(min=low, max=high, step=step, value=value, description=label,
                                    readout_format=".0%", layout=_LAYOUT, style=_STYLE)


def choice(label, options, value=None):
    """Return a drop-down list of `options` (texts, or a dict from text to value).

    >>> choice("rule", {"linear": 1, "smooth": 2}, 2).label
    'smooth'
    """
    options = list(options.items()) if isinstance(options, dict) else list(options)
    if value is None:
        value = options[0][1] if isinstance(options[0], tuple) else options[0]
    return widgets.Dropdown(options=options, value=value,
                            description=label, layout=_LAYOUT, style=_STYLE)


def tick(label, value=False):
    """Return a check box.

    >>> tick("limits").value
    False
    """
    # Three short ones stand side by side where two sliders do.
    width = "300px" if len(label) < 36 else "455px"
    return widgets.Checkbox(value=value, description=label, indent=False, layout={"width": width})


def in_words(control):
    """Return what a control shows, as the caption of a still picture needs it.

    Nothing for a box that is not ticked.

    >>> in_words(slider("limit", 0, 1, 0.05, step=0.01, percent=True))
    'limit: 5%'
    """
    value = control.value
    if isinstance(control, widgets.Dropdown):
        return f"{control.description}: {control.label}"
    if isinstance(control, widgets.Checkbox):
        return control.description if value else ""
    spec = getattr(control, "readout_format", "")
    if isinstance(value, tuple):
        return f"{control.description}: {' to '.join(format(end, spec) for end in value)}"
    return f"{control.description}: {format(value, spec)}"
