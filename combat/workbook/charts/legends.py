"""The legend of a chart, kept from drawing to drawing as long as it says the same."""

from weakref import WeakKeyDictionary

from matplotlib.collections import Collection
from matplotlib.container import BarContainer
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

STAYS = "the same in each drawing"  # the gid of a legend that looks for no place

# Making a legend takes as long as drawing all lines of a plot.
_KEPT = WeakKeyDictionary()  # axes -> (what its legend says, legend)


def put_legend(ax, handles, labels, place):
    """Give an axes a legend, the one that it had if it would look the same; returns it.

    place: in matplotlib's words, or "beside" the axes.

    >>> from matplotlib.figure import Figure
    >>> ax = Figure().subplots()
    >>> lines = ax.plot([0, 1], "k") + ax.plot([1, 0], "r")
    >>> first = put_legend(ax, lines, ["up", "down"], "best")
    >>> ax.legend_ = None
    >>> put_legend(ax, lines, ["up", "down"], "best") is first
    True
    """
    looks = place, *labels, *map(_look, handles)
    said, legend = _KEPT.get(ax, (None, None))
    if said == looks and None not in looks:
        ax.legend_ = legend
        return legend
    where = {"loc": place}
    if place == "beside":
        where = {"loc": "upper left", "bbox_to_anchor": (1.01, 1)}
    legend = ax.legend(handles, labels, fontsize=9, **where)
    legend.set_gid("" if place == "best" else STAYS)
    _KEPT[ax] = looks, legend
    return legend


def _look(handle):
    """What of a handle its legend shows; None for one that isn't known."""
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
