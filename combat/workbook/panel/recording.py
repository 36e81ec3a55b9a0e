"""The recording of a panel: frames with which its controls work in a page without Python."""

import base64
import gzip
import json
import math
import time
from dataclasses import dataclass
from functools import cache
from statistics import median

from combat.workbook.charts.style import workbook_style
from combat.workbook.panel.axes_cache import CAPTION, AxesCache
from combat.workbook.panel.canvas import Canvas
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

COUNTS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 21, 26, 34, 51, 101)  # of values to try
SHORT = 12  # a slider with no more values should keep them all
_ROUNDS, _QUIET = 6, 0.006  # test drawings, and the seconds that one takes on an idle machine
FEW = 7  # up to so many values of a slider, the recording may take `Budget.few` times as long


@dataclass(frozen=True)
class Budget:
    """What the recording of a panel may cost: seconds of drawing, bytes in the page, frames.

    few: a factor on the seconds while sliders have only a few values. patience: the factor for
    controls that vary one at a time.
    """

    seconds: float = 1.2
    bytes: int = 400_000
    frames: int = 5000
    few: float = 3.0
    patience: float = 5.0


class RecordingError(ValueError):
    """A drawing that fails for some values of the controls; one line says which, and why.

    >>> from combat.workbook import Panel, slider
    >>> panel = Panel(lambda ax, m: ax.plot([0, 1 / (m - 3)]), {"m": slider("m", 1, 5, 2)},
    ...               caption="A line.", words="It rises.")
    >>> try:
    ...     recording(panel)
    ... except RecordingError as error:
    ...     print(error)
    the figure "A line." can't be drawn at m: 3 (ZeroDivisionError: division by zero)
    """

    def _render_traceback_(self):
        # IPython shows this line in place of a traceback of thirty lines.
        return [str(self)]


def recording(panel, budget=Budget()):
    """Return the frames of a panel for the values of its controls, as a dict for JSON.

    If all combinations of values fit into the budget, each has a frame; sliders may then offer
    fewer values. Otherwise ("single") the controls vary one at a time from where they stand and, as
    far as the budget goes, from the presets, and some in pairs. The panel is left as it was.

    In the dict, svg is the present picture; width, height, clips and regions (of the axes) hold for
    all frames. store: the rest, packed (see `unpacked`). There, equal things are kept once, and a
    frame lists the numbers of its pieces of SVG, words, caption, HTML below, tables, and plots
    (where numbers lie in the picture). RecordingError for a combination that can't be drawn.

    >>> from combat.workbook import Panel, tick
    >>> panel = Panel(lambda ax, high: ax.plot([0, 1 + high]), {"high": tick("high")}, size=(2, 1),
    ...               caption="A line.", words=lambda high: f"It rises to {1 + high}.")
    >>> made = recording(panel)
    >>> store = unpacked(made["store"])
    >>> made["controls"][0]["texts"], [store["texts"][frame[1]] for frame in store["frames"]]
    (['no', 'yes'], ['It rises to 1.', 'It rises to 2.'])
    """
    with workbook_style():
        return _recorded(panel, budget)


def _recorded(panel, budget):
    recorder, frames = _Recorder(panel), budget.frames
    while True:
        controls, single, wanted = _plan(panel, recorder, budget, frames)
        made = recorder.record(controls, single, wanted)
        if len(made["store"]) <= budget.bytes or len(wanted) <= 2 or frames < 2:
            panel.frame()
            return made
        frames = min(frames, len(wanted)) * 3 // 4


def unpacked(store):
    """Return what `recording` packed (JSON, gzip, base 64); a page unpacks it in the same way."""
    return json.loads(gzip.decompress(base64.b64decode(store)))


def store_of(frame):
    """Return the store of a recording that has only this one `Frame`, with its picture as vectors.

    >>> from combat.workbook import Panel
    >>> panel = Panel(lambda ax: ax.plot([0, 1]), caption="A line.", words="It rises.")
    >>> content = store_of(panel.vectors())
    >>> content["texts"][content["frames"][0][1]]
    'It rises.'
    """
    store = _Store()
    store.add(frame)
    return store.content()


def _packed(content):
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _plan(panel, recorder, budget, most):
    """The controls for the page, whether they vary one at a time, and which places to record.

    The controls have as many values as the budget allows.
    """
    recorder.measure(exported_controls(panel, FEW))
    controls = _together(panel, recorder, budget, most)
    if controls is not None:
        return controls, False, places(controls)
    enough, presets = budget.patience * budget.seconds / recorder.seconds(), presets_of(panel)
    room = min(most, enough)
    controls = _alone(panel, room / (1 + len(presets)), FEW) or _alone(panel, room, 2)
    controls = controls or exported_controls(panel, COUNTS[0])
    asides = [place_of(controls, values) for _, values in presets]
    # Presets and pairs are only an extra, so they get half of the patience.
    return (
        controls,
        True,
        places_nearby(controls, asides, min(most, max(alone(controls), enough / 2))),
    )


def _together(panel, recorder, budget, most):
    """The controls with as many values as fit if all move together; None if too few would.

    Each time, the slider with the fewest values is the next to get more.
    """
    counts = dict.fromkeys(panel.controls, COUNTS[0])
    controls, waiting = exported_controls(panel, counts), [*panel.controls]
    if grid(controls) > most or recorder.seconds(controls) > budget.few * budget.seconds:
        return None
    while waiting:
        has = {control.name: len(control.values) for control in controls}
        name = min(waiting, key=has.get)
        more = next((count for count in COUNTS if count > counts[name]), None)
        if more is None:
            waiting.remove(name)
            continue
        finer = exported_controls(panel, counts | {name: more})
        few = SHORT if size_of(panel.controls[name]) <= SHORT else FEW
        seconds = budget.seconds * (budget.few if more <= few else 1)
        if grid(finer) > most or recorder.seconds(finer) > seconds:
            waiting.remove(name)
            continue
        counts[name], controls = more, finer
    return controls


def _alone(panel, room, least):
    """The controls with as many values as fit if they move one at a time; None if under `least`."""
    for count in range(25, least - 1, -1):
        controls = exported_controls(panel, count)
        if alone(controls) <= room:
            return controls
    return None


class _Recorder:
    """Draws each frame of a panel once, however often it is asked for."""

    def __init__(self, panel):
        self._panel, self._taken, self._cache, self._rest = panel, {}, AxesCache(), []
        self._vectors = panel.recorded(self._cache)

    def take(self, controls, place):
        """The panel's frame at this place of the controls; RecordingError if it fails."""
        values = {
            control.name: control.values[at] for control, at in zip(controls, place, strict=True)
        }
        key = repr(values)
        if key not in self._taken:
            begun, drawn = time.process_time(), self._cache.spent()
            try:
                self._taken[key] = self._vectors(**values)
            except Exception as error:
                raise RecordingError(_fault(self._panel, values, error)) from error
            drawn = self._cache.spent() - drawn
            self._rest.append(time.process_time() - begun - drawn)
        return self._taken[key]

    def measure(self, controls):
        """Draw, once, the frames from which `seconds` estimates: each control at its ends."""
        if self._taken:
            return
        start = tuple(control.start for control in controls)
        self.take(controls, start)
        for at, control in enumerate(controls):
            for end in (0, len(control.values) - 1):
                self.take(controls, (*start[:at], end, *start[at + 1 :]))
        self._pace = _pace()

    def seconds(self, controls=()):
        """The estimated time of all combinations, each part drawn once for the values it reads.

        Without controls: of one frame, of which no part has been drawn yet.
        """
        sizes = {control.name: len(control.values) for control in controls}
        total = math.prod(sizes.values()) * median(self._rest)
        for seconds, read in self._cache.each():
            # A caption may depend on any of the values.
            everything = CAPTION in read
            total += seconds * math.prod(
                size for name, size in sizes.items() if everything or name in read
            )
        return max(total / self._pace, 1e-4)

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
            "regions": self._panel.regions(),
            "svg": "".join(now.pieces),
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


@cache  # it takes as long as ten frames
def _pace():
    """How slow this machine is: the time of a small drawing, as a multiple of 6 ms.

    With it, a page offers the same values wherever it is made, and however busy the machine is.
    """
    canvas, spent = Canvas((6, 3), 1, 1, {}), []
    for round in range(_ROUNDS):
        canvas.sweep()
        begun = time.process_time()
        for slope in range(4):
            canvas.axes.plot([0, 1], [0, slope + round], label=str(slope))
        canvas.vectors()
        spent.append(time.process_time() - begun)
    return median(spent[1:]) / _QUIET


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
