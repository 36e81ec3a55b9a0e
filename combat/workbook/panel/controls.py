"""Controls for panels: ipywidgets with labels, units and readable values; and their layout.

How settings become the end of an address stands in `places`.
"""

import ipywidgets as widgets

from combat.core.words import minus
from combat.workbook.charts.axes import decimals_of

# A control fills its cell of the panel's grid; `controls_of` sets the width of the labels.
_LAYOUT = {"width": "auto"}
# Least widths in pixels: of a slider's track, of the number beside it with the margins, and of a
# column of check boxes.
TRACK, _READOUT, _BOX = 160, 100, 250
_LETTER = 7  # pixels


def slider(label, low, high, value, *, step=1, unit="", percent=False, exported=None, live=True):
    """Return a slider over numbers: whole numbers if step is whole, in percent on request.

    percent: the value is a probability that is shown in percent. exported: the values that an
    exported page offers, some evenly spaced ones by default. live: whether the panel is redrawn
    while the slider is dragged, or only when it is let go (for drawings that take long).
    ValueError for a value outside low..high.

    >>> slider("m", 1, 40, 10, unit="points").value
    10
    """
    label = f"{label} ({unit})" if unit else label
    if not low <= value <= high:
        raise ValueError(
            f"value = {value} is out of range: the slider '{label}' goes from {low} to {high}"
        )
    kind, more = widgets.FloatSlider, {"readout_format": f".{decimals_of(step, 1)}f"}
    if percent:
        more["readout_format"] = f".{decimals_of(100 * step)}%"
        more["tooltip"] = "to type a value, write 0.4 for 40%"
    elif isinstance(step, int):
        kind, more = widgets.IntSlider, {}
    common = {"min": low, "max": high, "step": step, "value": value, "description": label}
    made = kind(**common, layout=_LAYOUT, continuous_update=live, **more)
    made.exported = exported
    return made


def bounds(label, low, high, value, *, step=0.01):
    """Return a slider with two handles, for two probabilities, shown in percent.

    >>> bounds("limits", 0, 1, (0.05, 0.95)).value
    (0.05, 0.95)
    """
    return widgets.FloatRangeSlider(
        min=low,
        max=high,
        step=step,
        value=value,
        description=label,
        readout_format=".0%",
        layout=_LAYOUT,
        tooltip="to type values, write 0.1 - 0.9",
    )


def choice(label, options, value=None, *, exported=None):
    """Return a drop-down list of `options` (texts, or a dict from text to value).

    exported: the values that an exported page offers, all by default.

    >>> choice("rule", {"linear": 1, "smooth": 2}, 2).label
    'smooth'
    """
    options = list(options.items()) if isinstance(options, dict) else list(options)
    if value is None:
        value = options[0][1] if isinstance(options[0], tuple) else options[0]
    made = widgets.Dropdown(options=options, value=value, description=label, layout=_LAYOUT)
    made.exported = exported
    return _seen(made)


def has_one(control):
    """Return whether a control is a list with one choice, which nobody need see."""
    return len(options_of(control)) == 1


def _seen(control):
    """A list, which is hidden while it has one choice."""
    control.layout.display = "none" if has_one(control) else None
    return control


def tick(label, value=False):
    """Return a check box.

    >>> tick("limits").value
    False
    """
    return widgets.Checkbox(value=value, description=label, indent=False, layout=_LAYOUT)


def renewed(control, fresh):
    """Let a control offer what a fresh one of its kind does; it keeps its value where it may."""
    control.description, control.exported = fresh.description, getattr(fresh, "exported", None)
    if isinstance(control, widgets.Dropdown):
        had, there = ([value for _, value in options_of(one)] for one in (control, fresh))
        value = control.value if control.value in there else fresh.value
        if value != control.value and len(had) == len(there):
            renamed = there[had.index(control.value)]
            value = value if renamed in had else renamed
        control.options = fresh.options
        control.value = value
        _seen(control)
    elif hasattr(control, "step"):
        value = control.value if fresh.min <= control.value <= fresh.max else fresh.value
        # A slider's end may not pass the other, nor its value.
        control.min, control.max = min(control.min, fresh.min), max(control.max, fresh.max)
        control.step, control.value = fresh.step, value
        control.min, control.max = fresh.min, fresh.max


def in_words(control):
    """Return label and value as text for a still picture's caption; "" for a box not ticked."""
    if isinstance(control, widgets.Checkbox):
        return control.description if control.value else ""
    return f"{control.description}: {readout(control, control.value)}"


def readout(control, value):
    """Return the text that a control shows for one of its values."""
    if options := options_of(control):
        return next(label for label, option in options if option == value)
    ends = value if isinstance(value, tuple) else [value]
    return minus(" to ".join(format(end, control.readout_format) for end in ends))


def options_of(control):
    """Return the pairs of label and value of a drop-down list or a check box; [] of a slider."""
    if isinstance(control, widgets.Checkbox):
        return [("no", False), ("yes", True)]
    options = getattr(control, "options", ())
    return [one if isinstance(one, tuple) else (str(one), one) for one in options]


def moved_to(control, to):
    """Return the value of a control that is nearest to a number, or an option by text or value.

    ValueError for a text or a value that isn't there.

    >>> moved_to(slider("m", 1, 40, 10), "12.4"), moved_to(tick("limits"), "yes")
    (12, True)
    """
    if options := dict(options_of(control)):
        if str(to) not in options and to not in options.values():
            raise ValueError(f"'{control.description}' has no '{to}': it has {', '.join(options)}")
        return options.get(str(to), to)
    if isinstance(control, widgets.FloatRangeSlider):
        return tuple(to)
    step = round((float(to) - control.min) / control.step)
    value = min(max(control.min + step * control.step, control.min), control.max)
    return value if isinstance(control, widgets.IntSlider) else round(value, 9)


def controls_of(controls, groups, buttons):
    """Return the box of widgets that stands above a panel's picture."""
    folded = {name for names in groups.values() for name in names}
    _align(controls.values())
    parts = _columns([control for name, control in controls.items() if name not in folded])
    for label, names in groups.items():
        inside = widgets.VBox(_columns([controls[name] for name in names]))
        fold = widgets.Accordion([inside], titles=(label,), selected_index=None)
        fold.layout.margin = "0"
        parts.append(fold)
    return widgets.VBox([*parts, widgets.HBox(buttons, layout={"align_items": "center"})])


def _columns(controls):
    boxes = [one for one in controls if isinstance(one, widgets.Checkbox)]
    others = [one for one in controls if one not in boxes]
    wide = max([_BOX, *(_LETTER * len(one.description) + 40 for one in boxes)])
    labels = max((int(one.style.description_width[:-2]) for one in others), default=0)
    column = labels + TRACK + _READOUT
    return [_grid(some, least) for some, least in ((others, column), (boxes, wide)) if some]


def _align(controls):
    """Give all labels the same width, but leave room for the sliders' tracks."""
    others = [one for one in controls if not isinstance(one, widgets.Checkbox)]
    wide = max((_LETTER * len(one.description) + 12 for one in others), default=0)
    for one in others:
        one.style.description_width = f"{min(max(wide, 90), 240)}px"


def _grid(controls, least):
    columns = f"repeat(auto-fill, minmax({least}px, 1fr))"
    return widgets.GridBox(
        controls,
        layout={
            "grid_template_columns": columns,
            "grid_gap": "0 14px",
            "width": "100%",
            "max_width": "1000px",
        },
    )
