"""The layout of a panel's controls: in columns, with check boxes apart and groups folded."""

import ipywidgets as widgets

# Least widths in pixels: of a slider's track, of the number beside it with the margins, and of a
# column of check boxes.
TRACK, _READOUT, _BOX = 160, 100, 250
_LETTER = 7  # pixels


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
