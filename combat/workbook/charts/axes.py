"""The axes of a chart: where they end, and their ticks.

What lies between the axes stands in `chart` and `kinds`.
"""

from itertools import pairwise

import numpy as np
from matplotlib.ticker import LogLocator, MaxNLocator

from combat.core.words import minus

_TICKS = {"x": 8, "y": 6}
_MARGIN = 0.04  # of an axis beyond the values, where nothing says where it ends


def told(axis, layers, options, mark):
    """Return an axis as a dict for JSON; mark: a value that it holds, too."""
    along = [layer for layer in layers if layer.along == axis and layer.columns]
    percent, log = axis in options.get("percent", ""), axis in options.get("log", "")
    limits = _limits(axis, layers, options, mark, log)
    named = next((layer.names for layer in along if layer.names is not None), None)
    own = next((one.index for one in along if one.names is None), "")
    cells = axis == "x" and next((one for one in layers if _is_map(one)), None)
    if cells:
        named, limits = list(cells.columns), (-0.5, len(cells.columns) - 0.5)
    if f"{axis}ticks" in options:
        at = [*options[f"{axis}ticks"]]
        named = None
    elif named is None:
        whole = bool(along) and not percent and all(_whole(layer.at) for layer in along)
        if whole and len({place for layer in along for place in layer.at}) == 1:
            limits = [along[0].at[0] - 1.5, along[0].at[0] + 1.5]  # its neighbours have ticks, too
        at = _places(limits, _TICKS[axis], log, whole)
    else:
        at = [*range(len(named))]
    texts = _texts(at, percent, log) if named is None else [minus(str(one)) for one in named]
    return {
        "label": minus(options.get(f"{axis}label", own)),
        "limits": [float(f"{end:.6g}") for end in limits],
        "log": log,
        "ticks": [[float(f"{place:.6g}"), text] for place, text in zip(at, texts, strict=True)],
        "named": named is not None,
        "spec": ".1%" if percent else "",
        "grid": named is None,
    }


def _is_map(layer):
    return any(mark["kind"] == "cell" for mark in layer.marks)


def _whole(values):
    return all(float(one).is_integer() for one in values)


def _limits(axis, layers, options, mark, log):
    if f"{axis}lim" in options:
        return [float(end) for end in options[f"{axis}lim"]]
    own = [one for layer in layers if layer.along == axis for one in _ends_along(layer)]
    ends = own + [one for layer in layers if layer.along != axis for one in _ends_across(layer)]
    ends += [one for layer in layers for one in _free(axis, layer)]
    ends = [one for one in [*ends, *([] if mark is None else [mark])] if _fits(one, log)]
    if not ends:
        return [1, 10] if log else [0, 1]
    low, high = min(ends), max(ends)
    if low == high:
        low, high = (low / 2, 2 * high) if log else (low - 0.5, high + 0.5)
    down = any(layer.along == axis == "y" and layer.names is not None for layer in layers)
    if own or log:
        return [high, low] if down else [low, high]
    margin = _MARGIN * (high - low)
    return [low - margin * (low != 0), high + margin * (high != 0)]


def _fits(value, log):
    return value is not None and np.isfinite(value) and (value > 0 or not log)


def _ends_along(layer):
    if not len(layer.at):
        return
    room = layer.room or (0.5 if layer.columns and len(layer.at) == 1 else 0)
    yield from (min(layer.at) - room, max(layer.at) + room)


def _ends_across(layer):
    if layer.zero:
        yield 0.0
    for mark in layer.marks:
        for name in ("of", "low", "high", "from", "to"):
            values = mark.get(name)
            values = layer.columns[values] if isinstance(values, str) else values
            if values is not None:
                yield from np.atleast_1d(np.asarray(values, float)).tolist()


def _free(axis, layer):
    for mark in layer.marks:
        if mark["kind"] in ("path", "text"):
            yield from (float(one) for one in mark[axis])


def _places(limits, count, log, whole):
    low, high = sorted(limits)
    if log:
        found = LogLocator(subs=(1, 2, 5)).tick_values(low, high)
        found = [place for place in found if low <= place <= high]
        return found if len(found) <= count else found[:: -(-len(found) // count)]
    locator = MaxNLocator(count, steps=[1, 2, 5, 10], integer=whole)
    edge = 1e-9 * (high - low)
    return [one for one in locator.tick_values(low, high) if low - edge <= one <= high + edge]


def _texts(at, percent, log):
    at = [100 * place for place in at] if percent else at
    if log:
        return [f"{place:,.9f}".rstrip("0").rstrip(".") + "%" * percent for place in at]
    step = min((abs(b - a) for a, b in pairwise(at)), default=1)
    return [minus(f"{place:,.{decimals_of(step)}f}{'%' * percent}") for place in at]


def decimals_of(step, least=0):
    """Return how many decimals it takes to tell one value from the next: 2 for a step of 0.25."""
    for digits in range(least, 6):
        if abs(step * 10**digits - round(step * 10**digits)) < 1e-6:
            return digits
    return 6


def room(values, low=(0,), high=(0.1, 0.25, 0.6, 1)):
    """Return limits for an axis: on each side, the first end beyond all values, with some margin.

    If no end is, the last one. So an axis fits its values, but seldom changes when they do.

    >>> room([0.02, 0.2]), room([-3, 12], low=(-9, -20), high=(15, 25))
    ((0, 0.25), (-9, 15))
    """
    values = np.asarray(values, float)
    least, most = 1.04 * np.nanmin(values, initial=0), 1.04 * np.nanmax(values, initial=0)
    return (
        next((end for end in low if end <= least), low[-1]),
        next((end for end in high if end >= most), high[-1]),
    )
