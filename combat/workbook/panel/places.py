"""The answers of a panel that a page holds: those for the places that its sliders can have.

And the settings as a page writes them into its address: `?m=20&rule=smooth`.
"""

import base64
import gzip
import itertools
import json
import math
import os
import re
import unicodedata
from contextlib import suppress

import ipywidgets as widgets
import numpy as np

from combat.workbook.panel.controls import moved_to, options_of, readout

# Environment variable, set while a page is exported: the settings that its findings name, as JSON.
NAMED = "COMBAT_EXPORT_NAMED"
PLACES = 150  # of one figure on a page; a quarter where a slider is slow, and moves when let go
_MOST = 61  # values of a slider
_FEWER = (61, 41, 31, 21, 16, 13, 11, 9, 7, 6, 5, 4, 3, 2)


def recording(panel, most=PLACES):
    """Return a panel's answers for so many places of its controls, as text for a page.

    Each control has all its values while the others stand; the rest are grids of two controls, as
    fine as fit, and all presets. If all combinations fit, each has an answer.
    """
    presets = [values for _, values in panel.presets.options if values]
    named = [*presets, *_named(panel)]
    offered = [
        offered_by(control, [one[name] for one in named if name in one])
        for name, control in panel.controls.items()
    ]
    slow = any(not getattr(one, "continuous_update", True) for one in panel.controls.values())
    start, *stands = (_place(offered, (panel.values | one).values()) for one in [{}, *named])
    kept = places(offered, start, stands, most // 4 if slow else most)
    # What no answer is kept of can't be set.
    used = [sorted({place[at] for place in kept}) for at in range(len(offered))]
    offered = [[known[at] for at in some] for known, some in zip(offered, used, strict=True)]
    start, *stands = (_place(offered, (panel.values | one).values()) for one in [{}, *named])
    kept = [tuple(map(list.index, used, place)) for place in kept]
    taken = _Taken(panel, offered)
    answers = {place: taken.answer(place) for place in kept}
    told = {
        "controls": _described(panel, offered),
        "start": start,
        "presets": [
            {"label": label, "places": place}
            for (label, _), place in zip(panel.presets.options[1:], stands, strict=False)
        ],
        "answers": {",".join(map(str, place)): number for place, number in answers.items()},
        "parts": taken.parts,
        "guess": panel.guess.described() if panel.guess else None,
    }
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def _named(panel):
    """The settings of the panel's controls that findings name, as values of these."""
    found = []
    for at in json.loads(os.environ.get(NAMED, "[]")):
        if at.keys() <= panel.controls.keys():
            pairs = ((name, panel.controls[name], value) for name, value in at.items())
            with suppress(ValueError, TypeError):  # no such value: the page says so at the finding
                found.append({name: moved_to(control, value) for name, control, value in pairs})
    return found


def unpacked(text):
    """Return what `recording` packed, as a dict."""
    return json.loads(gzip.decompress(base64.b64decode(text)))


def places(offered, start, also=(), most=PLACES):
    """Return the places to record, as tuples of positions in the offered values; start first.

    >>> places([[0, 1, 2], ["a", "b"]], (1, 0))[:3]
    [(1, 0), (0, 0), (0, 1)]
    """
    start, counts = tuple(start), [len(values) for values in offered]
    if math.prod(counts) <= most:
        every = itertools.product(*map(range, counts))
        return [*dict.fromkeys([start, *every])]
    found = dict.fromkeys([start, *map(tuple, also)])
    for together in (1, 2):
        for few in (max(counts), *_FEWER):
            kept = _grids(start, counts, few, together)
            if len(found | kept) <= most:
                found |= kept
                break
    return [*found]


def _grids(start, counts, few, together):
    """The places of so many controls together, with so many values of each; others stand."""
    some = [_spread(count, few, at) for count, at in zip(counts, start, strict=True)]
    return dict.fromkeys(
        _with(start, dict(zip(moved, to, strict=True)))
        for moved in itertools.combinations(range(len(counts)), together)
        for to in itertools.product(*(some[at] for at in moved))
    )


def _with(place, changes):
    return tuple(changes.get(at, to) for at, to in enumerate(place))


def _spread(count, few, start):
    """So many of the positions from 0, evenly spread, the start among them."""
    spread = np.rint(np.linspace(0, count - 1, min(count, few))).astype(int).tolist()
    return sorted({start, *spread})


def offered_by(control, also=()):
    """Return the values that a page offers of a control: all, or evenly spread ones of a slider."""
    own = list(getattr(control, "exported", None) or ())
    if every := [value for _, value in options_of(control)]:
        kept = [*own, *also, control.value]
        return [value for value in every if not own or value in kept]
    if isinstance(control, widgets.FloatRangeSlider):
        return list(dict.fromkeys([control.value, (control.min, control.max), *own, *also]))
    steps = round((control.max - control.min) / control.step)
    kind = type(control.value)
    spread = [
        kind(round(control.min + at * control.step, 9)) for at in _spread(steps + 1, _MOST, 0)
    ]
    return sorted({control.value, *(own or spread), *also})


def _place(offered, values):
    return tuple(known.index(value) for known, value in zip(offered, values, strict=True))


def _described(panel, offered):
    names = slugs(panel.controls)
    group_of = {name: label for label, names in panel.groups.items() for name in names}
    return [
        {
            "name": name,
            "label": control.description,
            "kind": _kind(control) if len(values) > 1 else "fixed",
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


class _Taken:
    """Answers and their parts, numbered, each kept once however many answers hold it."""

    def __init__(self, panel, offered):
        self._panel, self._offered, self.parts, self._known = panel, offered, [], {}

    def answer(self, place):
        """The number of the answer at a place."""
        values = [known[at] for known, at in zip(self._offered, place, strict=True)]
        values = dict(zip(self._panel.controls, values, strict=True))
        told = self._panel.answered(**values).told(values)
        told["charts"] = [self._chart(chart) for chart in told["charts"]]
        return self._number(told)

    def _chart(self, chart):
        return self._number(chart | {"layers": [self._layer(one) for one in chart["layers"]]})

    def _layer(self, layer):
        columns = {name: self._number(values) for name, values in layer["columns"].items()}
        at, names = self._number(layer["at"]), self._number(layer["names"])
        return self._number(layer | {"at": at, "names": names, "columns": columns})

    def _number(self, part):
        key = json.dumps(part, ensure_ascii=False)
        if key not in self._known:
            self._known[key] = len(self.parts)
            self.parts.append(part)
        return self._known[key]


def slug(text):
    """Return a text in the form for an address: letters and digits, separated by hyphens."""
    plain = unicodedata.normalize("NFC", text).replace("−", "-").lower()
    without = re.sub(r"\([^)]*\)", "", plain).strip()
    found = re.sub(r"-{2,}", "-", re.sub(r"[^\w.-]+", "-", without or plain))
    # A hyphen at the start is a minus sign, and stays.
    return (found.rstrip("-") if without[:1] == "-" else found.strip("-")) or "x"


def slugs(controls):
    """Return the slug of each control's label, by name; no two are alike."""
    return dict(zip(controls, _apart(one.description for one in controls.values()), strict=True))


def _apart(texts):
    """The slugs of texts; repeated ones get a number."""
    taken, found = [], []
    for text in texts:
        taken.append(slug(text))
        count = taken.count(taken[-1])
        found.append(taken[-1] + (f"-{count}" if count > 1 else ""))
    return found


def token(control, value):
    """Return a control's value in the form for an address: its readout, without a percent sign."""
    if options := _options(control):
        return next(name for name, option in options if option == value)
    return slug(readout(control, value).replace("%", ""))


def _options(control):
    """The pairs of slug and value of a list or a check box; [] of a slider."""
    options = options_of(control)
    names = _apart(label for label, _ in options)
    return [(name, value) for name, (_, value) in zip(names, options, strict=True)]
