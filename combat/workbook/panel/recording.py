"""The recording of a panel: the frames that keep it alive in a page without Python."""

import base64
import gzip
import json
import math
import time
from dataclasses import dataclass
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

COUNTS = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 21)  # values of a slider that are tried
SHORT = 12  # a slider that has no more should have them all
_ROUNDS, _QUIET = 6, 0.006  # drawings, and the seconds of one, by which others are judged
FEW = 7  # values up to which a panel may cost more, so that its controls move together


@dataclass(frozen=True)
class Budget:
    """What the recording of a panel may cost: seconds of drawing, bytes in the page, frames.

    few: how many times the seconds may be spent for the first values of each slider; patience: for
    controls that vary one at a time.
    """

    seconds: float = 1.5
    bytes: int = 400_000
    frames: int = 5000
    few: float = 3.0
    patience: float = 6.0


class RecordingError(ValueError):
    """A drawing that fails for one value of a control: which, in one line.

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
        # IPython shows these lines in place of a traceback of thirty.
        return [str(self)]


def recording(panel, budget=Budget()):
    """Return the frames of a panel over the values of its controls, as JSON needs it.

    If the whole grid fits into the budget, each combination has its frame; sliders give up values
    for it. Otherwise the controls vary one at a time ("single"), from where they stand and, as far
    as the budget goes, from the presets, and some of them in pairs. The panel is left as it was.

    svg: the present picture, and width, height, clips and the regions of its axes, which all of
    them share. store: the rest, packed (see `unpacked`): a frame is a list of pieces of SVG, the
    numbers of its words, caption and what stands below, its tables, and where their numbers lie in
    the picture. Equal things are kept once. RecordingError for a combination that can't be drawn.

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
    """Return what `recording` packed: JSON, gzip, base 64; a browser does the same.

    >>> unpacked(_packed([1, 2]))
    [1, 2]
    """
    return json.loads(gzip.decompress(base64.b64decode(store)))


def store_of(frame):
    """Return one `Frame` with its picture as vectors, as the store of a recording has all of them.

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
    """The controls, whether they vary one at a time, and which of their places are wanted.

    As many values as the budget allows.
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
    # Half of the patience: pairs are a help, not the whole.
    return (
        controls,
        True,
        places_nearby(controls, asides, min(most, max(alone(controls), enough / 2))),
    )


def _together(panel, recorder, budget, most):
    """The controls that move together, as many values as there is room for; None if for too few.

    The slider with the fewest values is the next to have more.
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
    """The controls with as many values as there is room for one at a time; None if not so many."""
    for count in range(25, least - 1, -1):
        controls = exported_controls(panel, count)
        if alone(controls) <= room:
            return controls
    return None


class _Recorder:
    """Takes each frame of a panel once, however often it is asked for."""

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
        """Take what `seconds` knows from: each control at its ends, once."""
        if self._taken:
            return
        start = tuple(control.start for control in controls)
        self.take(controls, start)
        for at, control in enumerate(controls):
            for end in (0, len(control.values) - 1):
                self.take(controls, (*start[:at], end, *start[at + 1 :]))
        self._pace = _pace()

    def seconds(self, controls=()):
        """What all combinations take: a part is drawn once for those values that it reads.

        Without controls: a frame of which nothing is known.
        """
        sizes = {control.name: len(control.values) for control in controls}
        total = math.prod(sizes.values()) * median(self._rest)
        for seconds, read in self._cache.each():
            # A caption may look at all of them.
            everything = CAPTION in read
            total += seconds * math.prod(
                size for name, size in sizes.items() if everything or name in read
            )
        return max(total / self._pace, 1e-4)

    def record(self, controls, single, wanted):
        """The recording of these places of the controls."""
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


def _pace():
    """How many times 6 ms a small drawing takes here and now.

    So that a page offers the same values wherever it is made, and whatever else goes on there.
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
    """Frames by their content: equal pieces, texts, columns, tables and plots are kept once."""

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
        """The number of a table; frames share the Numbers of what they share."""
        if numbers not in self._numbered:
            self._numbered[numbers] = self._number(self._tables, self._table(numbers))
        return self._numbered[numbers]

    def _table(self, numbers):
        """Title, one row in how many, and for each column its name, number, and if in percent."""
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
