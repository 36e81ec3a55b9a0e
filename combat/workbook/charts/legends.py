"""The legends of charts: kept while they stay the same, and placed once, where they cover least."""

from weakref import WeakKeyDictionary

import numpy as np
from matplotlib.collections import Collection, PolyCollection
from matplotlib.container import BarContainer
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.transforms import Bbox

STAYS = "the same in each drawing"  # the gid of a legend with a fixed place
SEEKS = "where it covers least"  # the gid of a legend that is placed by what is drawn first

# In matplotlib's order: of places that are equally free, the first is taken.
PLACES = {
    "upper right": (1, 1),
    "upper left": (0, 1),
    "lower left": (0, 0),
    "lower right": (1, 0),
    "center left": (0, 0.5),
    "center right": (1, 0.5),
    "lower center": (0.5, 0),
    "upper center": (0.5, 1),
    "center": (0.5, 0.5),
}

# Making a legend takes as long as drawing all lines of a plot.
_KEPT = WeakKeyDictionary()  # axes -> (what its legend says, legend)
_PLACED = WeakKeyDictionary()  # axes -> the place of a legend that was sought


def put_legend(ax, handles, labels, place):
    """Give an axes a legend and return it; one that would look the same is used again."""
    looks = place, *labels, *map(_look, handles)
    said, legend = _KEPT.get(ax, (None, None))
    if said == looks and None not in looks:
        ax.legend_ = legend
        return legend
    where = {"loc": place}
    if place == "beside":
        where = {"loc": "upper left", "bbox_to_anchor": (1.01, 1)}
    legend = ax.legend(handles, labels, fontsize=9, **where)
    legend.set_gid(SEEKS if place == "best" else STAYS)
    _KEPT[ax] = looks, legend
    return legend


def settle(ax, renderer):
    """Move a legend whose place is "best" to where it covers least; return that place, or ""."""
    # Sought in the first drawing only: a legend that jumps while a hand moves something hides it.
    legend = ax.get_legend()
    if legend is None or legend.get_gid() != SEEKS:
        return ""
    if ax not in _PLACED:
        _PLACED[ax] = _sought(ax, legend, renderer)
    legend.set_loc(_PLACED[ax])
    return _PLACED[ax]


def _sought(ax, legend, renderer):
    """The first of the `PLACES` at which the legend covers least."""
    size = legend.get_window_extent(renderer).size
    pad = renderer.points_to_pixels(legend.borderaxespad * legend.prop.get_size_in_points())
    lines, boxes = _covered(ax, renderer)
    fewest, chosen = np.inf, ""
    for place, (across, up) in PLACES.items():
        room = ax.bbox.size - size - 2 * pad
        low = ax.bbox.min + pad + room * (across, up)
        covers = _crossed(Bbox([low, low + size]), lines, boxes)
        if covers < fewest:
            fewest, chosen = covers, place
        if not covers:
            break
    return chosen


def _covered(ax, renderer):
    """What a legend should not cover, in pixels: paths of lines, and corners of boxes (n, 2, 2)."""
    lines, boxes = [], []
    for line in ax.lines:
        lines.append(line.get_transform().transform_path(line.get_path()))
    for patch in ax.patches:
        boxes.append(patch.get_window_extent().get_points())
    for shapes in ax.collections:
        if not isinstance(shapes, PolyCollection):
            places = shapes.get_offset_transform().transform(shapes.get_offsets())
            boxes.extend(np.stack([places, places], axis=1))
            continue
        for path in map(shapes.get_transform().transform_path, shapes.get_paths()):
            if len(path.vertices) == 5:  # a bar: its corners, and the first one again
                boxes.append([path.vertices[:4].min(axis=0), path.vertices[:4].max(axis=0)])
            else:
                lines.append(path)
    for text in ax.texts:
        boxes.append(text.get_window_extent(renderer).get_points())
    return lines, np.array(boxes, float).reshape(-1, 2, 2)


def _crossed(box, lines, boxes):
    """How much a box covers: points of lines, lines that cross it, and other boxes."""
    inside = sum(box.count_contains(line.vertices) for line in lines)
    crossing = sum(line.intersects_bbox(box, filled=False) for line in lines)
    apart = (boxes[:, 1] <= box.min) | (boxes[:, 0] >= box.max)
    return inside + crossing + int((~apart.any(axis=1)).sum())


def _look(handle):
    """What a legend shows of a handle; None for an unknown kind of handle."""
    if isinstance(handle, Line2D):
        names = ("color", "linestyle", "linewidth", "marker", "markersize", "alpha")
        return tuple(str(getattr(handle, f"get_{name}")()) for name in names)
    if isinstance(handle, BarContainer) and handle.patches:
        return _look(handle.patches[0])
    if isinstance(handle, Patch):
        return str((handle.get_facecolor(), handle.get_edgecolor(), handle.get_linewidth()))
    if isinstance(handle, Collection):
        return str((handle.get_facecolor().tolist(), handle.get_edgecolor().tolist()))
    return None
