"""The film of a panel: the frames that keep it alive in a page without Python."""

import base64
import io
import itertools
import math
from dataclasses import dataclass

import ipywidgets as widgets
from PIL import Image

from combat.workbook.controls import options_of, readout
from combat.workbook.numbers import file_names

MOST_FRAMES = 150
MOST_BYTES = 3_000_000  # of a panel's film, as text in the page


class FilmError(ValueError):
    """A drawing that fails for one value of a control: which, in one line.

    >>> from combat.workbook import Panel, slider
    >>> panel = Panel(lambda ax, m: ax.plot([0, 1 / (m - 3)]), {"m": slider("m", 1, 5, 2)},
    ...               caption="A line.", words="It rises.")
    >>> try:
    ...     film(panel)
    ... except FilmError as error:
    ...     print(error)
    the figure "A line." can't be drawn at m: 3 (ZeroDivisionError: division by zero)
    """

    def _render_traceback_(self):
        # IPython shows these lines in place of a traceback of thirty.
        return [str(self)]


@dataclass(frozen=True)
class _Dial:
    """A control as the page offers it: `values` it can take, in words `texts`."""

    name: str
    label: str
    kind: str  # "range", "list" or "box"
    group: str  # the label it is folded under, or ""
    values: list
    texts: list
    start: int


def film(panel, most_bytes=MOST_BYTES, most_frames=MOST_FRAMES):
    """Return the frames of a panel over the values of its controls, as JSON needs it.

    If the whole grid fits into the budget, each combination has its frame. Otherwise the
    controls vary one at a time, the others at their present values ("single"). The panel
    is left as it was. A frame is its picture's number, words, caption, what stands below, and
    for each of its tables the numbers of the columns; equal pictures and columns are kept once.
    FilmError for a combination that can't be drawn.

    >>> from combat.workbook import Panel, tick
    >>> panel = Panel(lambda ax, high: ax.plot([0, 1 + high]), {"high": tick("high")}, size=(2, 1),
    ...               caption="A line.", words=lambda high: f"It rises to {1 + high}.")
    >>> made = film(panel)
    >>> made["dials"][0]["texts"], [words for _, words, *_ in made["frames"]]
    (['no', 'yes'], ['It rises to 1.', 'It rises to 2.'])
    """
    camera = _Camera(panel)
    most = most_frames
    while True:
        made = camera.shot(*_plan(panel, camera, max(most, 1), most_bytes))
        if _size(made) <= most_bytes or most <= 1:
            panel.frame()
            return made
        most = min(most, len(made["frames"])) * 3 // 4


def _plan(panel, camera, most, most_bytes):
    """The dials, and whether they vary one at a time: as many values as the budget allows."""
    presets = [dict(values) for _, values in panel.presets.options if values]
    for count in range(15, 4, -1):
        dials = _dials(panel, count, presets)
        grid = math.prod(len(dial.values) for dial in dials)
        if grid <= most and camera.estimate(dials) <= most_bytes:
            return dials, False
    for count in range(25, 1, -1):
        dials = _dials(panel, count, presets)
        alone = 1 + sum(len(dial.values) - 1 for dial in dials) + len(presets)
        if alone <= most and camera.estimate(dials, single=True) <= most_bytes:
            break
    return dials, True


def _dials(panel, count, presets):
    groups = {name: label for label, names in panel.groups.items() for name in names}
    return [
        _dial(
            name,
            control,
            count,
            [preset[name] for preset in presets if name in preset],
            groups.get(name, ""),
        )
        for name, control in panel.controls.items()
    ]


def _dial(name, control, count, also, group):
    values = _values(control, count, also)
    kind = {
        widgets.Checkbox: "box",
        widgets.Dropdown: "list",
        widgets.FloatRangeSlider: "list",
    }.get(type(control), "range")
    texts = [readout(control, value) for value in values]
    start = values.index(control.value)
    return _Dial(name, control.description, kind, group, values, texts, start)


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
    if not isinstance(control, widgets.IntSlider):
        values = [round(value, 9) for value in values]
    if control.value not in values:
        # It takes the place of its nearest neighbour, so that the count is kept.
        values.remove(min(values[1:-1] or values, key=lambda value: abs(value - control.value)))
    return values


class _Camera:
    """Takes each frame of a panel once, however often it is asked for."""

    def __init__(self, panel):
        self._panel, self._taken, self._alike = panel, {}, {}

    def take(self, **values):
        """The panel's frame for these values, its picture as base64; FilmError if it fails."""
        key = tuple(map(repr, values.items()))
        if key not in self._taken:
            try:
                frame = self._panel.frame(**values)
            except Exception as error:
                raise FilmError(_fault(self._panel, values, error)) from error
            self._taken[key] = frame, base64.b64encode(_picture(frame.png)).decode()
        return self._taken[key]

    def estimate(self, dials, single=False):
        """Bytes that the film will take: frames that look alike share their picture.

        A control that changes no picture when it alone is moved is taken to change none.
        """
        now = {dial.name: dial.values[dial.start] for dial in dials}
        frame, picture = self.take(**now)
        values = [len(dial.values) for dial in dials]
        looks = [
            count if self._matters(dial, now) else 1
            for dial, count in zip(dials, values, strict=True)
        ]
        pictures, frames = (
            sum(counts) - len(counts) + 1 if single else math.prod(counts)
            for counts in (looks, values)
        )
        return pictures * len(picture) + frames * (len(frame.words) + len(frame.below) + 200)

    def _matters(self, dial, now):
        """Whether a control changes the picture: its first, its present and its last value tell."""
        if dial.name not in self._alike:
            ends = {0, dial.start, len(dial.values) - 1}
            values = [dial.values[place] for place in sorted(ends)]
            seen = {self.take(**now | {dial.name: value})[1] for value in values}
            self._alike[dial.name] = len(seen) == 1
        return not self._alike[dial.name]

    def shot(self, dials, single):
        """The film over these dials: the whole grid, or one control at a time."""
        presets = [(label, values) for label, values in self._panel.presets.options if values]
        start = tuple(dial.start for dial in dials)
        asides = [_place_of(dials, start, values) for _, values in presets]
        places = list(dict.fromkeys([*_places(dials, start, single), *asides]))
        images, columns, frames = {}, {}, []
        for place in places:
            values = {dial.name: dial.values[i] for dial, i in zip(dials, place, strict=True)}
            frame, picture = self.take(**values)
            image = images.setdefault(picture, len(images))
            tables = [_table(numbers, columns) for numbers in frame.data]
            frames.append([image, frame.words, frame.caption, frame.below, tables])
        return {
            "dials": [_told(dial) for dial in dials],
            "single": single,
            "presets": [
                {"label": label, "place": place}
                for (label, _), place in zip(presets, asides, strict=True)
            ],
            "places": {",".join(map(str, place)): k for k, place in enumerate(places)},
            "frames": frames,
            "images": list(images),
            "columns": [list(values) for values in columns],
            "files": file_names(self._panel.now.data),
        }


def _fault(panel, values, error):
    now = panel.values
    moved = {name: value for name, value in values.items() if value != now[name]} or values
    told = ", ".join(
        f"{panel.controls[name].description}: {readout(panel.controls[name], value)}"
        for name, value in moved.items()
    )
    reason = (str(error).splitlines() or [""])[0]
    return (
        f'the figure "{panel.now.caption}" can\'t be drawn at {told} '
        f"({type(error).__name__}: {reason})"
    )


def _places(dials, start, single):
    if not single:
        return itertools.product(*(range(len(dial.values)) for dial in dials))
    return [
        start,
        *(
            (*start[:i], place, *start[i + 1 :])
            for i, dial in enumerate(dials)
            for place in range(len(dial.values))
            if place != dial.start
        ),
    ]


def _table(numbers, columns):
    """Title, one row in how many, and for each column its name, number, and if in percent."""
    every, found = numbers.thinned()
    return [
        numbers.title,
        every,
        [
            [name, columns.setdefault(tuple(values), len(columns)), int(percent)]
            for (name, values), percent in zip(found, numbers.percents(), strict=True)
        ],
    ]


def _told(dial):
    names = ("label", "kind", "group", "texts", "start")
    return {name: getattr(dial, name) for name in names}


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
    return (
        sum(map(len, made["images"]))
        + sum(len(text) for frame in made["frames"] for text in frame[1:4])
        + sum(len(frame[4]) * 60 for frame in made["frames"])
        + sum(len(str(column)) for column in made["columns"])
    )
