"""The controls of a panel on an exported page: which values each of them can take there."""

import json
import os
from dataclasses import dataclass, replace

import ipywidgets as widgets

from combat.workbook.panel import links
from combat.workbook.panel.controls import options_of, readout

# Environment variable, set while a page is exported: the settings that its findings name, as JSON.
NAMED = "COMBAT_EXPORT_NAMED"
_ROUND = sorted(digits * 10**power for power in range(6) for digits in (2, 5, 10, 25))


@dataclass(frozen=True)
class ExportedControl:
    """A control as a page offers it: the `values` it can take, and `texts` that show them."""

    # start: a place in `values`, a pair of them for a "span". slug, tokens: names in an address.
    # fewer: whether the page leaves some values out.

    name: str
    label: str
    kind: str  # "range", "list", "box" or "span"
    group: str  # the label it is folded under, or ""
    values: list
    texts: list
    start: int | tuple
    slug: str
    tokens: list
    fewer: bool

    def described(self):
        """Return what the page needs to know, as a dict for JSON."""
        names = ("name", "label", "kind", "group", "texts", "start", "slug", "tokens", "fewer")
        described = {name: getattr(self, name) for name in names}
        if self.kind == "range":  # a mark in the picture can stand at them
            described["numbers"] = [float(value) for value in self.values]
        return described

    def at(self, place):
        """Return the value at a place in `values`."""
        if self.kind == "span":
            return tuple(self.values[end] for end in place)
        return self.values[place]

    def place(self, value):
        """Return the place of a value; ValueError if it has none."""
        if self.kind == "span":
            return tuple(self.values.index(end) for end in value)
        return self.values.index(value)


def exported_controls(panel, most=None):
    """Return a panel's controls for a page; a slider has `most` round values, by default all."""
    groups = {name: label for label, names in panel.groups.items() for name in names}
    slugs = links.slugs(panel.controls)
    found = []
    for name, control in panel.controls.items():
        values, kind = _values(control, most, _named(panel, name)), _kind(control, most)
        exported = ExportedControl(
            name=name,
            label=control.description,
            kind=kind,
            group=groups.get(name, ""),
            values=values,
            texts=[readout(control, value) for value in values],
            start=0,
            slug=slugs[name],
            tokens=[links.token(control, value) for value in values],
            # Two handles have thousands of pairs, a list has some.
            fewer=len(values) < len(_every(control))
            or (isinstance(control, widgets.FloatRangeSlider) and kind == "list"),
        )
        found.append(replace(exported, start=exported.place(control.value)))
    return found


def described(panel, controls):
    """Return what a page needs to know of a panel's controls and presets, as a dict for JSON."""
    return {
        "controls": [control.described() for control in controls],
        "presets": [
            {"label": label, "place": place_of(controls, values)}
            for label, values in _presets(panel).items()
        ],
    }


def stops(panel, control, count):
    """Return places of about `count` of a control's values, to be combined with others'."""
    # First comes where it starts, then what is named (in its presets, in findings, in the slider's
    # own `exported`), then ends and round values. A list or a box has one, or all.
    every, widget = range(len(control.values)), panel.controls[control.name]
    if control.kind != "range":
        return [control.start] if count < 2 else [*every]
    if count < 2:
        return [control.start]
    named = [*(getattr(widget, "exported", None) or []), *_named(panel, control.name)]
    spaced = _spaced(widget, count) if count > 2 else []
    wanted = {widget.value, *named, *spaced}
    return [at for at in every if control.values[at] in wanted]


def _presets(panel):
    return {label: values for label, values in panel.presets.options if values}


def asides_of(panel):
    """Return what a page shows anyway: {name: value} of each preset, and what findings name."""
    named = [
        {name: _offered(panel.controls.get(name), shown) for name, shown in one.items()}
        for one in json.loads(os.environ.get(NAMED, "[]"))
    ]
    whole = [one for one in named if None not in one.values()]
    return [*_presets(panel).values(), *whole]


def _offered(control, shown):
    """The value of a control that a finding names by its number or text; None if it has none."""
    if control is None:
        return None
    if isinstance(control, widgets.Dropdown):
        return dict(options_of(control)).get(shown)
    return next((value for value in _every(control) if value == shown), None)


def _named(panel, name):
    return [values[name] for values in asides_of(panel) if name in values]


def _kind(control, most):
    if isinstance(control, widgets.Checkbox):
        return "box"
    if isinstance(control, widgets.FloatRangeSlider):
        return "list" if most else "span"
    return "list" if isinstance(control, widgets.Dropdown) else "range"


def _values(control, most, also):
    every, exported = _every(control), getattr(control, "exported", None)
    if isinstance(control, widgets.Checkbox):
        return every
    if isinstance(control, widgets.Dropdown):
        few = [*(exported or every), control.value, *also] if most else every
        return [value for value in every if value in few]
    if isinstance(control, widgets.FloatRangeSlider):
        few = {control.value, (control.min, control.max), *also}
        return sorted(few if most else {*every, *control.value})
    spaced = _spaced(control, most) if most else every
    chosen = {*spaced, *(exported or [])} if len(spaced) > 2 else exported or spaced
    return sorted({control.value, *chosen, *also})


def _every(control):
    """All values of a box, of a list, or of a slider's handle, the lowest first."""
    if isinstance(control, widgets.Checkbox):
        return [False, True]
    if isinstance(control, widgets.Dropdown):
        return [value for _, value in options_of(control)]
    steps = round((control.max - control.min) / control.step)
    grid = [control.min + place * control.step for place in range(steps + 1)]
    return grid if isinstance(control, widgets.IntSlider) else [round(value, 9) for value in grid]


def _spaced(control, count):
    """At most `count` values of a slider: its ends, and multiples of a round step between them."""
    thinner = _thinner(_every(control), control.step)
    found = next((some for some in thinner if len(some) <= count), [control.min, control.max])
    if control.value not in found and len(found) >= max(count, 3):
        # The present value replaces its nearest neighbour, so that the count is kept.
        found.remove(min(found[1:-1], key=lambda value: abs(value - control.value)))
    return found


def _thinner(every, step):
    """Yield all values of a slider, then ever fewer: its ends, and multiples of round steps."""
    yield [*every]
    low, *inner, high = every
    for steps in _ROUND:
        yield [low, *(value for value in inner if round(value / step) % steps == 0), high]


def place_of(controls, values):
    """Return the combination for {name: value}; other controls are where they start."""
    return tuple(
        control.place(values[control.name]) if control.name in values else control.start
        for control in controls
    )
