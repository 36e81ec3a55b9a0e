"""A panel's answers for the places of its controls that a page has, as text."""

import base64
import gzip
import json
import os
from contextlib import suppress

import ipywidgets as widgets

from combat.workbook.panel import series
from combat.workbook.panel.addresses import slugs, token
from combat.workbook.panel.controls import has_one, moved_to, readout
from combat.workbook.panel.places import APART, offered_by, places
from combat.workbook.panel.series import rounded

# Environment variable, set while a page is exported: the settings that its findings and the links
# of its text name, as JSON.
NAMED = "COMBAT_EXPORT_NAMED"
PATIENCE = 4000  # milliseconds to answer all places of one figure, by the panel's cost
FEWEST, MOST = 37, 1500  # places of one figure
_NEAR = 200  # parts back
SIZE = 160_000  # bytes of one figure, packed


def recording(panel, most=None, size=SIZE):
    """Return a panel's answers for the places of its controls, as text for a page.

    Which places these are says `places`: so many as the panel's cost allows, or `most`, cut to so
    many bytes. What findings and links of the text name is among them, and all presets.
    """
    return packed(cut(Taken(panel).told(most or most_of(panel.cost)), size))


def most_of(cost):
    """Return how many places a page has of a panel whose answer takes so many milliseconds.

    >>> most_of(4), most_of(30), most_of(500)
    (1000, 133, 37)
    """
    return min(max(int(PATIENCE / cost), FEWEST), MOST)


def packed(told):
    """Return a recording as text for a page."""
    return base64.b64encode(_bytes(told)).decode()


def read(text):
    """Return what `packed` packed: a recording whose parts name each other by numbers."""
    return json.loads(gzip.decompress(base64.b64decode(text)))


def unpacked(text):
    """Return what `recording` packed, as a dict, with its parts put together."""
    told = read(text)
    return told | {"parts": _resolved(told["parts"])}


def cut(told, size):
    """Return a recording with so many of its answers, the first ones, as fit into so many bytes.

    What controls show alone stays.
    """
    if len(_bytes(told)) <= size:
        return told
    least, most = (len(some) for some in (_alone(told), told["answers"]))
    while most - least > 16:
        middle = (least + most) // 2
        fits = len(_bytes(_first(told, middle))) <= size
        least, most = (middle, most) if fits else (least, middle)
    return _first(told, least)


def _bytes(told):
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return gzip.compress(text.encode(), 9, mtime=0)


def _alone(told):
    """The places at which one control has moved at most."""
    start = [*map(str, told["start"])]
    return [key for key in told["answers"] if sum(map(str.__ne__, key.split(","), start)) < 2]


def _first(told, many):
    """A recording with so many of its answers, and the parts of these."""
    answers = dict([*told["answers"].items()][:many])
    needed, parts = {*answers.values()}, told["parts"]
    for at in range(len(parts) - 1, -1, -1):  # a part names those before it
        if at in needed:
            _mapped(parts[at], lambda of, at=at: needed.add(of + at * (of < 0)))
    return told | {
        "answers": answers,
        "parts": [part if at in needed else 0 for at, part in enumerate(parts)],
    }


def _named(panel):
    """The settings of the panel's controls that are named, as values of these."""
    found = []
    for at in json.loads(os.environ.get(NAMED, "[]")):
        if at.keys() <= panel.controls.keys():
            pairs = ((name, panel.controls[name], value) for name, value in at.items())
            with suppress(
                ValueError, TypeError
            ):  # no such value: the page says so where it is named
                found.append({name: moved_to(control, value) for name, control, value in pairs})
    return found


class Taken:
    """Answers of a panel, and their parts, each kept once however many answers hold it."""

    def __init__(self, panel):
        self._panel, self._numbers, self._parts = panel, {}, []
        self._presets = [(label, values) for label, values in panel.presets.options if values]
        named = [*(values for _, values in self._presets), *_named(panel)]
        self._offered = [
            offered_by(control, [one[name] for one in named if name in one])
            for name, control in panel.controls.items()
        ]
        stands = [(panel.values | one).values() for one in [{}, *named]]
        self._start, *self._named = (self._place(values) for values in stands)

    def _place(self, values):
        return tuple(list.index(*pair) for pair in zip(self._offered, values, strict=True))

    def places(self, most):
        """The places that a page records, about so many."""
        names, controls = [*self._panel.controls], self._panel.controls.values()
        return places(
            self._offered,
            self._start,
            self._named,
            most,
            lists={at for at, one in enumerate(controls) if _kind(one) != "range"},
            together=[[*map(names.index, group)] for group in self._panel.together],
        )

    def told(self, most):
        """The recording of about so many places, as a dict for JSON."""
        kept = self.places(most)
        # What no answer is kept of can't be set.
        used = [sorted({*at}) for at in zip(*kept, strict=True)]
        answers = {",".join(map(str, _within(used, one))): self.answer(one) for one in kept}
        return {
            "apart": APART,
            "controls": _described(self._panel, self._offered, used),
            "start": _within(used, self._start),
            "presets": [
                {"label": label, "places": _within(used, place)}
                for (label, _), place in zip(self._presets, self._named, strict=False)
            ],
            "answers": answers,
            "parts": [_told(one, at) for at, one in enumerate(self._parts)],
            "guess": self._panel.guess.described() if self._panel.guess else None,
        }

    def answer(self, place):
        """The number of the answer at a place."""
        values = [known[at] for known, at in zip(self._offered, place, strict=True)]
        values = dict(zip(self._panel.controls, values, strict=True))
        told = self._panel.answered(**values).told(values)
        return self._number(told | {"charts": [*map(self._chart, told["charts"])]})

    def _chart(self, chart):
        shared = {name: self._number(chart[name]) for name in ("x", "y", "legend")}
        return self._number(chart | shared | {"layers": [*map(self._layer, chart["layers"])]})

    def _layer(self, layer):
        kept = rounded if "%" in layer["spec"] else lambda one: one
        columns = {
            name: self._number([*map(kept, values)]) for name, values in layer["columns"].items()
        }
        shared = {name: self._number(layer[name]) for name in ("at", "names", "marks")}
        return self._number(layer | shared | {"columns": columns})

    def _number(self, part):
        key = json.dumps(part, ensure_ascii=False)
        if key not in self._numbers:
            self._numbers[key] = len(self._parts)
            self._parts.append(series.packed(part))
        return self._numbers[key]


# A part names others by their numbers; those just before it by how far, as then the parts of all
# answers read alike.
def _told(part, at):
    """A part as it is written, the one at this place."""
    return _mapped(part, lambda other: other - at if at - other < _NEAR else other)


def _resolved(parts):
    """The parts as they were before they were numbered."""
    found = []
    for at, part in enumerate(parts):
        whole = series.unpacked(part)
        found.append(_mapped(whole, lambda other, at=at: found[other + at * (other < 0)]))
    return found


def _mapped(part, of):
    """A part in which each number of another part has become something else."""
    if not isinstance(part, dict):
        return part
    lists = {name: [*map(of, part[name])] for name in ("charts", "layers") if name in part}
    if "layers" in part:
        lists |= {name: of(part[name]) for name in ("x", "y", "legend")}
    if "columns" in part:
        lists |= {name: of(part[name]) for name in ("at", "names", "marks")}
        lists["columns"] = {name: of(one) for name, one in part["columns"].items()}
    return part | lists


def _within(used, place):
    """A place by positions among those that are used."""
    return tuple(map(list.index, used, place))


def _described(panel, offered, used):
    names = slugs(panel.controls)
    group_of = {name: label for label, names in panel.groups.items() for name in names}
    offered = [[known[at] for at in some] for known, some in zip(offered, used, strict=True)]
    return [
        {
            "name": name,
            "label": control.description,
            "kind": "none" if has_one(control) else _kind(control) if len(values) > 1 else "fixed",
            "texts": [readout(control, value) for value in values],
            "slugs": [token(control, value) for value in values],
            "numbers": values if _kind(control) == "range" else None,
            "slug": names[name],
            "group": group_of.get(name, ""),
        }
        for (name, control), values in zip(panel.controls.items(), offered, strict=True)
    ]


def _kind(control):
    if isinstance(control, widgets.Checkbox):
        return "box"
    if isinstance(control, widgets.Dropdown | widgets.FloatRangeSlider):
        return "list"
    return "range"
