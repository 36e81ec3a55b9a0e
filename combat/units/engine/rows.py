"""Many fights side by side, changed in place, of which each is the last axis of some arrays.

What is done is written once, for one fight: `for _ in w.where(mask)` is "if", `for kind in
w.split(kinds)` goes through the cases, and what outlives a draw is kept in a `local`. What is drawn
stands in `luck`.
"""

import math
from contextlib import contextmanager

import numpy as np


class Form:
    """Which numbers make up the state of a fight, and where each stands in a table of them."""

    def __init__(self, shapes):
        self.places, self.width = {}, 0
        for name, shape in shapes.items():
            size = math.prod(shape)
            self.places[name] = slice(self.width, self.width + size), shape
            self.width += size


class World:
    """Fights: w["hp"] is an array (fighters, fights), other names likewise, by a `Form`.

    table: the states, (numbers, fights). beside: arrays that are no part of the state; "of" is the
    place that each fight came from.
    """

    def __init__(self, form, table, **beside):
        self.form, self.table, self.beside, self._depth = form, table, beside, 0

    def __getitem__(self, name):
        if name in self.beside:
            return self.beside[name]
        at, shape = self.form.places[name]
        return self.table[at].reshape(*shape, self.table.shape[1])

    def __setitem__(self, name, value):
        if name in self.form.places:
            self[name][...] = value
        else:
            self.beside[name] = value

    def __contains__(self, name):
        return name in self.beside or name in self.form.places

    def forget(self, *names):
        """Drop arrays that are no part of the state."""
        for name in names:
            self.beside.pop(name, None)

    @property
    def many(self):
        """How many fights these are."""
        return self.table.shape[1]

    @property
    def every(self):
        """The places of all fights, to pick a number of each."""
        return np.arange(self.table.shape[1])

    @property
    def bytes(self):
        """How many bytes a fight takes."""
        beside = sum(array.nbytes for array in self.beside.values())
        return (self.table.nbytes + beside) / max(self.many, 1)

    def take(self, places):
        """Return the fights at some places, which may repeat, or for which a mask is true."""
        if np.asarray(places).dtype == bool:
            places = np.flatnonzero(places)
        beside = {name: array.take(places, axis=-1) for name, array in self.beside.items()}
        return World(self.form, self.table.take(places, axis=1), **beside)

    def become(self, others):
        """Go on with other fights."""
        self.table, self.beside = others.table, others.beside

    def where(self, mask):
        """Go on with the fights for which a mask is true, once if there are any; then with all."""
        for where in self.split(mask.astype(np.int8)):
            if where:
                yield

    def split(self, values):
        """Go on with the fights of each value, one after another; then with all."""
        known = np.flatnonzero(np.bincount(values + 1)) - 1  # from -1 on
        if len(known) == 1:
            yield known[0].item()
            return
        parts = [self.take(values == value) for value in known]
        for part, value in zip(parts, known.tolist(), strict=True):
            self.become(part)
            yield value
            part.become(self)
        if parts:
            self.become(joined(parts))

    @contextmanager
    def local(self, **given):
        """Arrays of a function's own that follow the fights: `v.x = array`, later `v.x`."""
        self._depth += 1
        prefix = f"{self._depth}."
        local = _Local(self, prefix)
        for name, value in given.items():
            setattr(local, name, value)
        yield local
        self.forget(*[name for name in self.beside if name.startswith(prefix)])
        self._depth -= 1


class _Local:
    def __init__(self, world, prefix):
        vars(self).update(_world=world, _prefix=prefix)

    def __getattr__(self, name):
        return self._world.beside[self._prefix + name]

    def __setattr__(self, name, value):
        value = np.asarray(value)
        self._world.beside[self._prefix + name] = (
            value if value.ndim else np.full(self._world.many, value)
        )


def joined(parts):
    """Return the fights of several `World`s together, with the arrays that all of them have."""
    parts = [part for part in parts if part.many] or list(parts[:1])
    if len(parts) == 1:
        return parts[0]
    names = [name for name in parts[0].beside if all(name in part.beside for part in parts)]
    beside = {name: np.concatenate([part.beside[name] for part in parts], -1) for name in names}
    table = np.concatenate([part.table for part in parts], axis=1)
    return World(parts[0].form, table, **beside)
