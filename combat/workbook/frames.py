"""The film of a panel: the frames that keep it alive in a page without Python."""

import base64
import io
import itertools
import math
from dataclasses import dataclass

import ipywidgets as widgets
from PIL import Image

from combat.workbook.controls import options_of, readout

MOST_FRAMES = 150
MOST_BYTES = 3_000_000  # of a panel's film, as text in the page


@dataclass(frozen=True)
class _Dial:
    """A control as the page offers it: `values` it can take, in words `texts`."""

    name: str
    label: str
    kind: str  # "range", "list" or "box"
    values: list
    texts: list
    start: int


def film(panel, most_bytes=MOST_BYTES, most_frames=MOST_FRAMES):
    """Return the frames of a panel over the values of its controls, as JSON needs it.

    If the whole grid fits into the budget, each combination has its frame. Otherwise the
    controls vary one at a time, the others at their present values ("single"). The panel
    is left as it was. A frame is its picture's number, alt, caption and what stands below.

    >>> from combat.workbook import Panel, tick
    >>> panel = Panel(lambda ax, high: ax.plot([0, 1 + high]), {"high": tick("high")}, size=(2, 1),
    ...               caption="A line.", alt=lambda high: f"It rises to {1 + high}.")
    >>> made = film(panel)
    >>> made["dials"][0]["texts"], [alt for _, alt, _, _ in made["frames"]]
    (['no', 'yes'], ['It rises to 1.', 'It rises to 2.'])
    """
    most = min(most_frames, most_bytes // (len(_picture(panel.frame().png)) * 4 // 3 + 500))
    while True:
        made = _shot(panel, *_plan(panel, max(most, 1)))
        if _size(made) <= most_bytes or most <= 1:
            panel.frame()
            return made
        most = most * 3 // 4


def _plan(panel, most):
    """The dials, and whether they vary one at a time: as many values as the budget allows."""
    presets = [dict(values) for _, values in panel.presets.options if values]
    for count in range(15, 4, -1):
        dials = _dials(panel, count, presets)
        if math.prod(len(dial.values) for dial in dials) <= most:
            return dials, False
    for count in range(25, 1, -1):
        dials = _dials(panel, count, presets)
        if 1 + sum(len(dial.values) - 1 for dial in dials) + len(presets) <= most:
            break
    return dials, True


def _dials(panel, count, presets):
    return [
        _dial(name, control, count, [preset[name] for preset in presets if name in preset])
        for name, control in panel.controls.items()
    ]


def _dial(name, control, count, also):
    values = _values(control, count, also)
    kind = {
        widgets.Checkbox: "box",
        widgets.Dropdown: "list",
        widgets.FloatRangeSlider: "list",
    }.get(type(control), "range")
    return _Dial(
        name,
        control.description,
        kind,
        values,
        [readout(control, value) for value in values],
        values.index(control.value),
    )


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


def _spaced(control, count):
    steps = round((control.max - control.min) / control.step)
    places = {round(i * steps / (count - 1)) for i in range(count)}
    values = [control.min + place * control.step for place in sorted(places)]
    # The present value takes the place of its nearest neighbour, so that the count is kept.
    values.remove(min(values[1:-1] or values, key=lambda value: abs(value - control.value)))
    return values if isinstance(control, widgets.IntSlider) else [round(v, 9) for v in values]


def _shot(panel, dials, single):
    presets = [(label, values) for label, values in panel.presets.options if values]
    start = tuple(dial.start for dial in dials)
    places = [start] if single else list(itertools.product(*(range(len(d.values)) for d in dials)))
    if single:
        places += [
            (*start[:i], place, *start[i + 1 :])
            for i, dial in enumerate(dials)
            for place in range(len(dial.values))
            if place != dial.start
        ]
    asides = [_place_of(dials, start, values) for _, values in presets]
    places = list(dict.fromkeys(places + asides))
    images, frames = {}, []
    for place in places:
        values = {dial.name: dial.values[i] for dial, i in zip(dials, place, strict=True)}
        frame = panel.frame(**values)
        picture = base64.b64encode(_picture(frame.png)).decode()
        frames.append(
            [images.setdefault(picture, len(images)), frame.alt, frame.caption, frame.below]
        )
    return {
        "dials": [
            {"label": dial.label, "kind": dial.kind, "texts": dial.texts, "start": dial.start}
            for dial in dials
        ],
        "single": single,
        "presets": [
            {"label": label, "place": place}
            for (label, _), place in zip(presets, asides, strict=True)
        ],
        "places": {",".join(map(str, place)): k for k, place in enumerate(places)},
        "frames": frames,
        "images": list(images),
    }


def _place_of(dials, start, values):
    return tuple(
        dial.values.index(values[dial.name]) if dial.name in values else begin
        for dial, begin in zip(dials, start, strict=True)
    )


def _picture(png):
    """The same pixels as lossless WebP: half the bytes of the PNG."""
    # More effort than method 1 takes up to half as long again for 1% fewer bytes.
    file = io.BytesIO()
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    picture.save(file, "webp", lossless=True, quality=0, method=1)
    return file.getvalue()


def _size(made):
    return sum(map(len, made["images"])) + sum(
        len(text) for frame in made["frames"] for text in frame[1:]
    )
