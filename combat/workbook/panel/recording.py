"""The recording of a panel: frames with which its controls work in a page without Python."""

import base64
import gzip
import json

from combat.workbook.charts.style import workbook_style
from combat.workbook.panel.axes_cache import CAPTION, AxesCache
from combat.workbook.panel.controls import readout
from combat.workbook.panel.exported import described
from combat.workbook.panel.numbers import file_names
from combat.workbook.panel.stops import planned

# What a recording may cost at most; no seconds, so that the same page comes out on any machine.
FRAMES, BYTES = 2500, 400_000


class RecordingError(ValueError):
    """A drawing that fails for some values of the controls; one line says which, and why."""

    def _render_traceback_(self):
        # IPython shows this line in place of a traceback of thirty lines.
        return [str(self)]


@workbook_style()
def recording(panel, frames=FRAMES, drawings=None, most=BYTES):
    """Return the frames of a panel for the values of its controls, as a dict for JSON.

    frames, drawings (of its parts; by default as the panel says), most (bytes): what it may cost.
    If all combinations of values fit ("whole"), each has a frame. Otherwise each control has all
    its values while the others stand where they are, and as many stops as fit are recorded together
    (see `stops`). svg: the present picture; width, height and clips hold for all frames; phone: the
    same laid out for a phone; store: the rest, see `unpacked` and `_Store`.
    """
    recorder, drawings = _Recorder(panel), min(drawings or panel.drawings, frames)

    def fits(controls, places):
        return len(places) <= frames and recorder.drawings(controls, places) <= drawings

    while True:
        controls, places, whole = planned(panel, fits)
        made = recorder.record(controls, whole, places)
        if len(made["store"]) <= most or len(places) <= 2 or frames < 2:
            panel.frame()
            return made
        frames = min(frames, len(places)) * 3 // 4
        drawings = min(drawings, recorder.drawings(controls, places)) * 3 // 4


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

    def drawings(self, controls, places):
        """How many drawings these places take: of each part one for the values that it reads."""
        if not self._taken:
            self._move_each(controls)
        return sum(len(set(map(_reading(controls, read), places))) for read in self._cache.reads())

    def _move_each(self, controls):
        """Draw each control at its ends, to see which values each part reads."""
        start = tuple(control.start for control in controls)
        self.take(controls, start)
        for at, control in enumerate(controls):
            for end in (0, len(control.values) - 1):
                self.take(controls, (*start[:at], end, *start[at + 1 :]))

    def record(self, controls, whole, wanted):
        """The recording of the wanted places of the controls."""
        store = _Store()
        at = {place: store.add(self.take(controls, place)) for place in wanted}
        now = self.take(controls, tuple(control.start for control in controls))
        width, height, clips = self._panel.view()
        return {
            **described(self._panel, controls),
            "whole": whole,
            "width": width,
            "height": height,
            "clips": clips,
            "svg": "".join(now.pieces),
            "phone": self._panel.phone_view() | {"svg": "".join(now.phone)},
            "files": file_names(now.data),
            "store": _packed(
                {
                    "places": [*at.values()]
                    if whole
                    else {",".join(map(str, place)): frame for place, frame in at.items()},
                    **store.content(),
                }
            ),
        }


def _reading(controls, read):
    """A function that takes of a place what a part reads; a caption may depend on any value."""
    at = [i for i, control in enumerate(controls) if CAPTION in read or control.name in read]
    return lambda place: tuple(place[i] for i in at)


class _Store:
    """Frames in which equal pieces, texts, columns, tables and plots are kept only once."""

    def __init__(self):
        self._pieces, self._texts, self._columns = {}, {}, {}
        self._tables, self._plots, self._frames, self._numbered = {}, {}, {}, {}

    def add(self, frame):
        """Keep a frame; returns its number."""
        made = {
            "pieces": [self._number(self._pieces, piece) for piece in frame.pieces],
            "words": self._number(self._texts, frame.told),
            "caption": self._number(self._texts, frame.caption),
            "below": self._number(self._texts, frame.below),
            "tables": [self._table_number(numbers) for numbers in frame.data],
            "plots": [self._number(self._plots, json.dumps(plot)) for plot in frame.plots],
            "phone": [self._number(self._pieces, piece) for piece in frame.phone],
        }
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
        columns = [
            [name, self._number(self._columns, tuple(values)), int(percent)]
            for (name, values), percent in zip(found, numbers.percents(), strict=True)
        ]
        return json.dumps([numbers.title, every, columns])

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
