"""The recording of a panel: frames with which its controls work in a page without Python."""

import base64
import gzip
import json
import math
from dataclasses import dataclass

from combat.workbook.charts.style import workbook_style
from combat.workbook.panel.axes_cache import CAPTION, AxesCache
from combat.workbook.panel.controls import readout
from combat.workbook.panel.exported import (
    alone,
    exported_controls,
    grid,
    place_of,
    places,
    places_nearby,
    presets_of,
    size_of,
)
from combat.workbook.panel.numbers import file_names

SHORT = 12  # a slider with no more values keeps them all where that fits
COUNTS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 21, 26, 34, 51, 101)  # of values to try


@dataclass(frozen=True)
class Budget:
    """What the recording of a panel may cost: drawings of its parts, frames, bytes in the page.

    No seconds, so that the same page comes out on any machine.
    """

    drawings: int = 400
    frames: int = 2500
    bytes: int = 400_000


class RecordingError(ValueError):
    """A drawing that fails for some values of the controls; one line says which, and why."""

    def _render_traceback_(self):
        # IPython shows this line in place of a traceback of thirty lines.
        return [str(self)]


def recording(panel, budget=Budget()):
    """Return the frames of a panel for the values of its controls, as a dict for JSON.

    If all combinations of values fit into the budget, each has a frame; sliders may then offer
    fewer values. Otherwise ("single") the controls vary one at a time from where they stand and, as
    far as the budget goes, from the presets, and some in pairs. In the dict, svg is the present
    picture; width, height and clips hold for all frames. phone: the same of the picture on a phone,
    and boxes: pairs, the box of an axes in the picture and there. store: the rest, packed (see
    `unpacked`). There, equal things are kept once, and a frame lists the numbers of its pieces of
    SVG, words, caption, HTML below, tables, plots (where numbers lie in the picture), and pieces on
    a phone.
    """
    with workbook_style():
        return _recorded(panel, budget)


def _recorded(panel, budget):
    recorder, frames = _Recorder(panel), budget.frames
    while True:
        controls, single, wanted = _plan(panel, recorder, min(budget.drawings, frames), frames)
        made = recorder.record(controls, single, wanted)
        if len(made["store"]) <= budget.bytes or len(wanted) <= 2 or frames < 2:
            panel.frame()
            return made
        frames = min(frames, len(wanted)) * 3 // 4


def unpacked(store):
    """Return what `recording` packed (JSON, gzip, base 64); a page unpacks it in the same way."""
    return json.loads(gzip.decompress(base64.b64decode(store)))


def store_of(frame):
    """Return the store of a recording of one `Frame`, with its picture as vectors."""
    store = _Store()
    store.add(frame)
    return store.content()


def _packed(content):
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _plan(panel, recorder, drawings, most):
    """The controls for the page, whether they vary one at a time, and which places to record."""

    def fits(controls):
        return grid(controls) <= most and recorder.drawings(controls) <= drawings

    controls = _together(panel, fits)
    if controls is not None:
        return controls, False, places(controls)
    presets = presets_of(panel)
    controls = _alone(panel, drawings // (1 + len(presets)))
    asides = [place_of(controls, values) for _, values in presets]
    return controls, True, places_nearby(controls, asides, drawings)


def _together(panel, fits):
    """The controls with as many values as fit if all move together; None if too few would.

    Each time, the slider with the fewest values is the next to get more.
    """
    few = dict.fromkeys(panel.controls, COUNTS[0])
    short = {name: SHORT for name, one in panel.controls.items() if size_of(one) <= SHORT}
    starts = [few | short, few]
    counts = next((some for some in starts if fits(exported_controls(panel, some))), None)
    if counts is None:
        return None
    controls, waiting = exported_controls(panel, counts), [*panel.controls]
    while waiting:
        has = {control.name: len(control.values) for control in controls}
        name = min(waiting, key=has.get)
        more = next((count for count in COUNTS if count > counts[name]), None)
        finer = more and exported_controls(panel, counts | {name: more})
        if not finer or not fits(finer):
            waiting.remove(name)
            continue
        counts[name], controls = more, finer
    return controls


def _alone(panel, room):
    """The controls with as many values as fit if they move one at a time, and at least two."""
    for count in range(25, 1, -1):
        controls = exported_controls(panel, count)
        if alone(controls) <= room:
            break
    return controls


class _Recorder:
    """Draws each frame of a panel once, however often it is asked for."""

    def __init__(self, panel):
        self._panel, self._taken, self._cache = panel, {}, AxesCache()
        self._vectors = panel.recorded(self._cache)

    def take(self, controls, place):
        """The panel's frame at this place of the controls; RecordingError if it fails."""
        values = {
            control.name: control.values[at] for control, at in zip(controls, place, strict=True)
        }
        key = repr(values)
        if key not in self._taken:
            try:
                self._taken[key] = self._vectors(**values)
            except Exception as error:
                raise RecordingError(_fault(self._panel, values, error)) from error
        return self._taken[key]

    def drawings(self, controls):
        """How many drawings all combinations take: of each part one for the values it reads."""
        if not self._taken:
            self._move_each(controls)
        sizes = {control.name: len(control.values) for control in controls}
        return sum(
            # A caption may depend on any of the values.
            math.prod(sizes[name] for name in (sizes if CAPTION in read else read))
            for read in self._cache.reads()
        )

    def _move_each(self, controls):
        """Draw each control at its ends, to see which values each part reads."""
        start = tuple(control.start for control in controls)
        self.take(controls, start)
        for at, control in enumerate(controls):
            for end in (0, len(control.values) - 1):
                self.take(controls, (*start[:at], end, *start[at + 1 :]))

    def record(self, controls, single, wanted):
        """The recording of the wanted places of the controls."""
        store = _Store()
        at = {place: store.add(self.take(controls, place)) for place in wanted}
        now = self.take(controls, tuple(control.start for control in controls))
        width, height, clips = self._panel.view()
        return {
            "controls": [control.described() for control in controls],
            "single": single,
            "presets": [
                {"label": label, "place": place_of(controls, values)}
                for label, values in presets_of(self._panel)
            ],
            "width": width,
            "height": height,
            "clips": clips,
            "svg": "".join(now.pieces),
            "phone": self._panel.phone_view() | {"svg": "".join(now.phone)},
            "files": file_names(now.data),
            "store": _packed(
                {
                    "places": {",".join(map(str, place)): frame for place, frame in at.items()}
                    if single
                    else [*at.values()],
                    **store.content(),
                }
            ),
        }


class _Store:
    """Frames in which equal pieces, texts, columns, tables and plots are kept only once."""

    def __init__(self):
        self._pieces, self._texts, self._columns = {}, {}, {}
        self._tables, self._plots, self._frames, self._numbered = {}, {}, {}, {}

    def add(self, frame):
        """Keep a frame; returns its number."""
        made = (
            [self._number(self._pieces, piece) for piece in frame.pieces],
            *(self._number(self._texts, text) for text in (frame.words, frame.caption)),
            self._number(self._texts, frame.below),
            [self._table_number(numbers) for numbers in frame.data],
            [self._number(self._plots, json.dumps(plot)) for plot in frame.plots],
            [self._number(self._pieces, piece) for piece in frame.phone],
        )
        return self._number(self._frames, json.dumps(made))

    def content(self):
        """Everything, each kind as a list."""
        return {
            "pieces": [*self._pieces],
            "texts": [*self._texts],
            "columns": [[*column] for column in self._columns],
            "tables": [*map(json.loads, self._tables)],
            "plots": [*map(json.loads, self._plots)],
            "frames": [*map(json.loads, self._frames)],
        }

    def _table_number(self, numbers):
        """The number of a table; frames that share a drawing share its Numbers, too."""
        if numbers not in self._numbered:
            self._numbered[numbers] = self._number(self._tables, self._table(numbers))
        return self._numbered[numbers]

    def _table(self, numbers):
        """[title, every, columns] as JSON; a column is [name, number, whether in percent]."""
        every, found = numbers.thinned()
        return json.dumps(
            [
                numbers.title,
                every,
                [
                    [name, self._number(self._columns, tuple(values)), int(percent)]
                    for (name, values), percent in zip(found, numbers.percents(), strict=True)
                ],
            ]
        )

    @staticmethod
    def _number(kept, one):
        return kept.setdefault(one, len(kept))


def _fault(panel, values, error):
    now = panel.values
    moved = {name: value for name, value in values.items() if value != now[name]} or values
    everything = ", ".join(
        f"{panel.controls[name].description}: {readout(panel.controls[name], value)}"
        for name, value in moved.items()
    )
    reason = (str(error).splitlines() or [""])[0]
    return (
        f'the figure "{panel.now.caption}" can\'t be drawn{everything and f" at {everything}"} '
        f"({type(error).__name__}: {reason})"
    )
