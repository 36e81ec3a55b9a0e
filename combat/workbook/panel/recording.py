"""The film of a panel: the frames that keep it alive in a page without Python."""

import base64
import gzip
import json
import math
import time
from dataclasses import dataclass
from statistics import median

from combat.workbook.charts.style import workbook_style
from combat.workbook.panel.axes_cache import CAPTION, Scenes
from combat.workbook.panel.canvas import Canvas
from combat.workbook.panel.controls import readout
from combat.workbook.panel.exported import (
    alone,
    dials_of,
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
    """What the film of a panel may cost: seconds of drawing, bytes in the page, frames.

    few: how many times the seconds may be spent for the first values of each slider; patience: for
    controls that vary one at a time.
    """

    seconds: float = 1.5
    bytes: int = 400_000
    frames: int = 5000
    few: float = 3.0
    patience: float = 6.0


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


def film(panel, budget=Budget()):
    """Return the frames of a panel over the values of its controls, as JSON needs it.

    If the whole grid fits into the budget, each combination has its frame; sliders give up values
    for it. Otherwise the controls vary one at a time ("single"), from where they stand and, as far
    as the budget goes, from the presets, and some of them in pairs. The panel is left as it was.

    svg: the present picture, and width, height, clips and the regions of its axes, which all of
    them share. store: the rest, packed (see `unpacked`): a frame is a list of pieces of SVG, the
    numbers of its words, caption and what stands below, its tables, and where their numbers lie in
    the picture. Equal things are kept once. FilmError for a combination that can't be drawn.

    >>> from combat.workbook import Panel, tick
    >>> panel = Panel(lambda ax, high: ax.plot([0, 1 + high]), {"high": tick("high")}, size=(2, 1),
    ...               caption="A line.", words=lambda high: f"It rises to {1 + high}.")
    >>> made = film(panel)
    >>> store = unpacked(made["store"])
    >>> made["dials"][0]["texts"], [store["texts"][frame[1]] for frame in store["frames"]]
    (['no', 'yes'], ['It rises to 1.', 'It rises to 2.'])
    """
    with workbook_style():
        return _filmed(panel, budget)


def _filmed(panel, budget):
    camera, frames = _Camera(panel), budget.frames
    while True:
        dials, single, wanted = _plan(panel, camera, budget, frames)
        made = camera.shot(dials, single, wanted)
        if len(made["store"]) <= budget.bytes or len(wanted) <= 2 or frames < 2:
            panel.frame()
            return made
        frames = min(frames, len(wanted)) * 3 // 4


def unpacked(store):
    """Return what `film` packed: JSON, gzip, base 64; a browser does the same.

    >>> unpacked(_packed([1, 2]))
    [1, 2]
    """
    return json.loads(gzip.decompress(base64.b64decode(store)))


def alike(frame):
    """Return one `Frame` with its picture as vectors, as the store of a film has all of them.

    >>> from combat.workbook import Panel
    >>> panel = Panel(lambda ax: ax.plot([0, 1]), caption="A line.", words="It rises.")
    >>> content = alike(panel.vectors())
    >>> content["texts"][content["frames"][0][1]]
    'It rises.'
    """
    reel = _Reel()
    reel.add(frame)
    return reel.content()


def _packed(content):
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _plan(panel, camera, budget, most):
    """The dials, whether they vary one at a time, and which of their places are wanted.

    As many values as the budget allows.
    """
    camera.measure(dials_of(panel, FEW))
    dials = _together(panel, camera, budget, most)
    if dials is not None:
        return dials, False, places(dials)
    enough, presets = budget.patience * budget.seconds / camera.seconds(), presets_of(panel)
    room = min(most, enough)
    dials = _alone(panel, room / (1 + len(presets)), FEW) or _alone(panel, room, 2)
    dials = dials or dials_of(panel, COUNTS[0])
    asides = [place_of(dials, values) for _, values in presets]
    # Half of the patience: pairs are a help, not the whole.
    return dials, True, places_nearby(dials, asides, min(most, max(alone(dials), enough / 2)))


def _together(panel, camera, budget, most):
    """The dials that move together, as many values as there is room for; None if for too few.

    The slider with the fewest values is the next to have more.
    """
    counts = dict.fromkeys(panel.controls, COUNTS[0])
    dials, waiting = dials_of(panel, counts), [*panel.controls]
    if grid(dials) > most or camera.seconds(dials) > budget.few * budget.seconds:
        return None
    while waiting:
        has = {dial.name: len(dial.values) for dial in dials}
        name = min(waiting, key=has.get)
        more = next((count for count in COUNTS if count > counts[name]), None)
        if more is None:
            waiting.remove(name)
            continue
        finer = dials_of(panel, counts | {name: more})
        few = SHORT if size_of(panel.controls[name]) <= SHORT else FEW
        seconds = budget.seconds * (budget.few if more <= few else 1)
        if grid(finer) > most or camera.seconds(finer) > seconds:
            waiting.remove(name)
            continue
        counts[name], dials = more, finer
    return dials


def _alone(panel, room, least):
    """The dials with as many values as there is room for one at a time; None if not so many."""
    for count in range(25, least - 1, -1):
        dials = dials_of(panel, count)
        if alone(dials) <= room:
            return dials
    return None


class _Camera:
    """Takes each frame of a panel once, however often it is asked for."""

    def __init__(self, panel):
        self._panel, self._taken, self._scenes, self._rest = panel, {}, Scenes(), []
        self._vectors = panel.filmed(self._scenes)

    def take(self, dials, place):
        """The panel's frame at this place of the dials; FilmError if it fails."""
        values = {dial.name: dial.values[at] for dial, at in zip(dials, place, strict=True)}
        key = repr(values)
        if key not in self._taken:
            begun, drawn = time.process_time(), self._scenes.spent()
            try:
                self._taken[key] = self._vectors(**values)
            except Exception as error:
                raise FilmError(_fault(self._panel, values, error)) from error
            drawn = self._scenes.spent() - drawn
            self._rest.append(time.process_time() - begun - drawn)
        return self._taken[key]

    def measure(self, dials):
        """Take what `seconds` knows from: each control at its ends, once."""
        if self._taken:
            return
        start = tuple(dial.start for dial in dials)
        self.take(dials, start)
        for at, dial in enumerate(dials):
            for end in (0, len(dial.values) - 1):
                self.take(dials, (*start[:at], end, *start[at + 1 :]))
        self._pace = _pace()

    def seconds(self, dials=()):
        """What all combinations take: a part is drawn once for those values that it reads.

        Without dials: a frame of which nothing is known.
        """
        sizes = {dial.name: len(dial.values) for dial in dials}
        total = math.prod(sizes.values()) * median(self._rest)
        for seconds, read in self._scenes.each():
            # A caption may look at all of them.
            told = CAPTION in read
            total += seconds * math.prod(
                size for name, size in sizes.items() if told or name in read
            )
        return max(total / self._pace, 1e-4)

    def shot(self, dials, single, wanted):
        """The film of these places of the dials."""
        reel = _Reel()
        at = {place: reel.add(self.take(dials, place)) for place in wanted}
        now = self.take(dials, tuple(dial.start for dial in dials))
        width, height, clips = self._panel.view()
        return {
            "dials": [dial.told() for dial in dials],
            "single": single,
            "presets": [
                {"label": label, "place": place_of(dials, values)}
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
                    **reel.content(),
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


class _Reel:
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
            [self._told(numbers) for numbers in frame.data],
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

    def _told(self, numbers):
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
    told = ", ".join(
        f"{panel.controls[name].description}: {readout(panel.controls[name], value)}"
        for name, value in moved.items()
    )
    reason = (str(error).splitlines() or [""])[0]
    return (
        f'the figure "{panel.now.caption}" can\'t be drawn{told and f" at {told}"} '
        f"({type(error).__name__}: {reason})"
    )
