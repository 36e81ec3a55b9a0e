"""Which places of a panel's controls a page has answers for.

A place is a tuple of positions in what each control offers. What is kept of it: `recording`.
"""

import itertools
import math

import ipywidgets as widgets

from combat.workbook.panel.controls import options_of

# So far away, as a share of its track, a slider may stand from where its picture was recorded.
APART = 0.13
_MOST = 61  # values of a slider
_ALONE = 0.5  # of all places, at most, those at which one control has moved alone
_MORE = 0.5  # of what is left, at most, those at which three, or four, ... have moved
_WHOLE = 9  # the level at which a slider has every value
_TOGETHER = 5  # controls, at most, that have moved
_FINER = range(1, _WHOLE + 1)


def places(offered, start, also=(), most=1000, lists=(), together=()):
    """Return the places to record, as tuples of positions in the offered values; start first.

    If all fit, each is recorded. Else each control has its values while the others stand. Then all
    pairs of controls come, with every value of a list, and so many of a slider that none lies
    further than `APART` from one of them: lists first, and small grids. Then those that belong
    together, all triples and so on. What is left makes these finer: first what belongs together,
    then pairs, those of the first controls first.

    also: places that are recorded anyway. most: about how many. lists: which of the controls aren't
    sliders. together: tuples of numbers of controls.

    >>> places([[0, 1, 2], ["a", "b"]], (1, 0))[:3]
    [(1, 0), (0, 0), (0, 1)]
    """
    start, counts = tuple(start), [len(values) for values in offered]
    if math.prod(counts) <= most:
        every = itertools.product(*map(range, counts))
        return [*dict.fromkeys([start, *every])]
    grids = _Grids(start, counts, [*map(tuple, also)], {*lists})
    moving = [at for at, count in enumerate(counts) if count > 1]
    grids.alone(moving, _ALONE * most)
    pairs = [*itertools.combinations(moving, 2)]
    for pair in grids.smallest(pairs):
        grids.take(pair, [(level, level) for level in (0, -1, -2)], most)
    for group in together:
        grids.take(group, [len(group) * (0,)], most)
    for many in range(3, min(len(moving), _TOGETHER) + 1):
        half = len(grids.found) + _MORE * (most - len(grids.found))
        some = grids.smallest(itertools.combinations(moving, many))
        room = {True: most if many == 3 else half, False: half}
        if not sum(grids.take(one, [many * (0,)], room[grids.are_lists(one)]) for one in some):
            break
    for groups in (together, pairs):
        for level, coarser, group in itertools.product(_FINER, (1, 0), groups):
            levels = [level] * (len(group) - 1)
            grids.take(group, [(*levels, level - coarser)], most)
    return [*grids.found]


class _Grids:
    """Grids of some controls' values while others stand at the start; `found`: their places.

    A control has a level: at 0 every value of a slider lies near one of its stops, and each level
    above has twice as many, those of the one below among them. From 0 on a list is whole.
    """

    def __init__(self, start, counts, also, lists):
        self._start, self._also, self._lists = start, also, lists
        self._known = [*map(range, counts)]  # values that have an answer alone, or are named
        self.found = dict.fromkeys([start, *also])

    def alone(self, moving, room):
        """Take all values of each control alone, or so many as fit; others are offered no more."""
        sizes = {level: sum(self._size([at], [level]) for at in moving) for level in _FINER}
        level = max((level for level, size in sizes.items() if size <= room), default=0)
        for at in moving:
            self.found |= dict.fromkeys(self._places([at], [level]))
        self._known = [sorted({*at}) for at in zip(*self.found, strict=True)]

    def smallest(self, groups):
        """Groups of controls in order: those of lists alone come first, then small grids."""
        size = {one: self._size(one, len(one) * (0,)) for one in groups}
        return sorted(size, key=lambda one: (not self.are_lists(one), size[one]))

    def are_lists(self, moved):
        """Whether none of some controls is a slider."""
        return self._lists.issuperset(moved)

    def take(self, moved, ways, most):
        """Take the first of some grids that fits, by the level of each control; whether one did."""
        for levels in ways:
            # What is there already are coarser grids of the same controls, and what is named.
            if len(self.found) >= most or self._size(moved, levels) > most:
                continue
            grid = [place for place in self._places(moved, levels) if place not in self.found]
            if len(self.found) + len(grid) <= most:
                self.found |= dict.fromkeys(grid)
                return True
        return False

    def _size(self, moved, levels):
        """How many places a grid has, at none of which one of its controls stands at the start."""
        return math.prod(len(self._stops(*one)) - 1 for one in zip(moved, levels, strict=True))

    def _places(self, moved, levels):
        moves = zip(moved, levels, strict=True)
        stops = ([to for to in self._stops(*one) if to != self._start[one[0]]] for one in moves)
        changes = (dict(zip(moved, to, strict=True)) for to in itertools.product(*stops))
        return [
            tuple(change.get(at, stands) for at, stands in enumerate(self._start))
            for change in changes
        ]

    def _stops(self, at, level):
        """The positions of a control at a level; those that are named, from 1 on."""
        known, start = self._known[at], self._start[at]
        if level == _WHOLE or (level >= 0 and at in self._lists):
            return known
        here = known.index(start)
        named = {place[at] for place in self._also} & {*known} if level > 0 else set()
        near = math.floor(APART * 2 ** max(0, -level) * (len(known) - 1))
        back = (known[here - step] for step in _steps(here, near, level))
        on = (known[here + step] for step in _steps(len(known) - 1 - here, near, level))
        return sorted({start, *named, *back, *on})


def _steps(far, near, level):
    """How far from its start a control moves in a grid: evenly, up to its end."""
    many = min(far, math.ceil(far / (2 * near + 1)) * 2 ** max(0, level))
    return [round(far * step / many) for step in range(1, many + 1)]


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
    spread = [kind(round(control.min + at * control.step, 9)) for at in _spread(steps)]
    return sorted({control.value, *(own or spread), *also})


def _spread(steps):
    """At most so many positions from 0 to the last step, evenly spread."""
    few = min(steps, _MOST - 1)
    return [round(steps * step / max(few, 1)) for step in range(few + 1)]
