"""The controls of a panel on an exported page: which values each of them can take there."""

import itertools
import math
from dataclasses import dataclass, replace

import ipywidgets as widgets

from combat.workbook.panel import links
from combat.workbook.panel.controls import options_of, readout

_ROUND = sorted(digits * 10**power for power in range(6) for digits in (2, 5, 10, 25))


@dataclass(frozen=True)
class ExportedControl:
    """A control as a page offers it: the `values` it can take, and `texts` that show them.

    start: the place in `values` where it starts. slug and tokens: how an address names the control
    and its values. fewer: whether the page leaves some values out. A "span" has two handles:
    `values` are those that either can take, and `start` is a pair of places.
    """

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


def exported_controls(panel, count):
    """Return a panel's controls for a page; sliders have about `count` values, in round steps.

    count: the most values, a number for all sliders or {name: number}. If a control names its own
    values as `exported`, it offers these; those of presets and the present one are added.
    """

    def made(name, control):
        also = [dict(values)[name] for _, values in presets_of(panel) if name in values]
        most = count[name] if isinstance(count, dict) else count
        return _values(control, most, also), _kind(control)

    return _exported(panel, made)


def all_exported_controls(panel):
    """Return a panel's controls for a page, with every value that they can take."""
    return _exported(panel, lambda _name, control: _all_values(control))


def _exported(panel, made):
    """The exported controls; made(name, control) returns the values of a control and its kind."""
    groups = {name: label for label, names in panel.groups.items() for name in names}
    slugs = links.slugs(panel.controls)
    found = []
    for name, control in panel.controls.items():
        values, kind = made(name, control)
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
            fewer=len(values) < size_of(control)
            or (isinstance(control, widgets.FloatRangeSlider) and kind == "list"),
        )
        found.append(replace(exported, start=exported.place(control.value)))
    return found


def presets_of(panel):
    """Return the presets of a panel: pairs (label, {name: value})."""
    return [(label, values) for label, values in panel.presets.options if values]


def _all_values(control):
    if isinstance(control, widgets.Checkbox):
        return [False, True], "box"
    if isinstance(control, widgets.Dropdown):
        return [value for _, value in options_of(control)], "list"
    grid = _grid(control)
    if isinstance(control, widgets.FloatRangeSlider):
        return sorted({*grid, *control.value}), "span"
    return sorted({*grid, control.value}), "range"


def _kind(control):
    if isinstance(control, widgets.Checkbox):
        return "box"
    return "list" if isinstance(control, (widgets.Dropdown, widgets.FloatRangeSlider)) else "range"


def _values(control, count, also):
    if isinstance(control, widgets.Checkbox):
        return [False, True]
    if isinstance(control, widgets.Dropdown):
        values = [value for _, value in options_of(control)]
        offered = getattr(control, "exported", None) or values
        return [value for value in values if value in [*offered, control.value, *also]]
    if isinstance(control, widgets.FloatRangeSlider):
        return sorted({control.value, (control.min, control.max), *also})
    chosen = getattr(control, "exported", None) or _spaced(control, count)
    return sorted({control.value, *chosen, *also})


def size_of(control):
    """Return how many values a list or a slider with one handle has; 0 for other controls."""
    if isinstance(control, widgets.Dropdown):
        return len(control.options)
    if isinstance(control, (widgets.IntSlider, widgets.FloatSlider)):
        return len(_grid(control))
    return 0


def _grid(control):
    """All values of a slider, the lowest first."""
    steps = round((control.max - control.min) / control.step)
    grid = [control.min + place * control.step for place in range(steps + 1)]
    return grid if isinstance(control, widgets.IntSlider) else [round(value, 9) for value in grid]


def _spaced(control, count):
    """At most `count` values of a slider: its ends, and multiples of a round step between them."""
    thinner = _thinner(_grid(control), control.step)
    found = next((some for some in thinner if len(some) <= count), [control.min, control.max])
    if control.value not in found and len(found) >= count:
        # The present value replaces its nearest neighbour, so that the count is kept.
        found.remove(min(found[1:-1] or found, key=lambda value: abs(value - control.value)))
    return found


def _thinner(every, step):
    """Yield all values of a slider, then ever fewer: its ends, and multiples of round steps."""
    yield [*every]
    low, *inner, high = every
    for steps in _ROUND:
        yield [low, *(value for value in inner if round(value / step) % steps == 0), high]


def grid(controls):
    """Return how many combinations there are of controls that all move together."""
    return math.prod(len(control.values) for control in controls)


def alone(controls):
    """Return how many combinations there are of controls that move one at a time."""
    return 1 + sum(len(control.values) - 1 for control in controls)


def places(controls):
    """Return all combinations, tuples of places in `values`; the last control varies fastest."""
    return [*itertools.product(*(range(len(control.values)) for control in controls))]


def places_nearby(controls, presets, most):
    """Return the combinations of controls that move one at a time from where they start.

    Those of the presets, tuples of places, follow; then, as long as there are no more than `most`,
    those with one control moved from a preset, and with two moved from the start, the first
    controls first.
    """
    start = tuple(control.start for control in controls)
    each = range(len(controls))
    pairs = sorted(itertools.combinations(each, 2), key=max)
    found = dict.fromkeys([*_around(controls, start, [(at,) for at in each]), *presets])
    more = [_around(controls, preset, [(at,) for at in each]) for preset in presets]
    for some in [*more, *(_around(controls, start, [pair]) for pair in pairs)]:
        together = found | dict.fromkeys(some)
        if len(together) <= most:
            found = together
    return [*found]


def _around(controls, base, groups):
    """The base, and all combinations that differ from it only in the controls of one group."""
    found = [base]
    for group in groups:
        for moved in itertools.product(*(range(len(controls[at].values)) for at in group)):
            place = [*base]
            for at, to in zip(group, moved, strict=True):
                place[at] = to
            found.append(tuple(place))
    return found


def place_of(controls, values):
    """Return the combination for {name: value}; other controls are where they start."""
    return tuple(
        control.place(values[control.name]) if control.name in values else control.start
        for control in controls
    )
