"""Many fights side by side: named arrays, each with one column for every fight.

The same turn is taken in all fights at once, in one of two ways. `Branching` follows every outcome:
a fight becomes several, each with its chance, and equal ones are merged again. `Rolling` rolls
dice: a fight stays one. What a turn does is written once for both.
"""

import numpy as np

from combat.battle.luck import mixed
from combat.markov.batches import distinct

_WORDS = np.random.default_rng(31).integers(1, 2**62, 4096) * 2 + 1  # odd, for hashes of columns
_GROWN = 1.5  # times as many rows as after the last merge: time for another
_MOST_BYTES = 2**26  # of the fights that are followed at once: 64 MiB, and some copies of them


class TooMany(Exception):
    """More outcomes than can be followed: the fight has to be fought with dice."""


class TooManyAtOnce(TooMany):
    """More outcomes than can be followed at once: of fewer fights together it may be possible."""


class Rows(dict):
    """Named arrays whose last axis is the fights; "of" is the place that each fight came from."""

    _kept, _read = None, None

    def __missing__(self, name):
        if self._kept is None or name not in self._kept:
            raise KeyError(name)
        if name not in self._read:
            self._read[name] = self._kept[name].take(self["_from"], axis=-1)
        return self._read[name]

    def keeping(self, *names):
        """The same fights, some arrays kept for a while: looked up when needed, not copied."""
        kept = {name: self[name] for name in names if name in self}
        return self.without(*kept, "_from")._beside(Rows(kept), np.arange(self.many))

    def restored(self):
        """Return the same fights, with the kept arrays among the others again."""
        arrays = {name: array for name, array in self.items() if name != "_from"}
        return Rows(arrays | {name: self[name] for name in self._kept})

    def _beside(self, kept, places=None):
        """The same fights with these kept arrays; places: where each fight is in them."""
        self._kept, self._read = kept, {}
        if places is not None:
            self["_from"] = places
        return self

    @property
    def many(self):
        """How many fights these are."""
        return len(self["of"])

    @property
    def bytes(self):
        """How many bytes a fight takes, what is kept aside."""
        return sum(array.nbytes for array in self.values()) / max(self.many, 1)

    def take(self, places):
        """Return the fights at some places, which may repeat, or for which a mask is true."""
        if np.asarray(places).dtype == bool:
            places = np.flatnonzero(places)
        taken = Rows({name: array.take(places, axis=-1) for name, array in self.items()})
        return taken._beside(self._kept)

    def parted(self, mask):
        """Return the fights for which a mask is true, and the others."""
        if mask.all():
            return self, self._none()
        if not mask.any():
            return self._none(), self
        return self.take(mask), self.take(~mask)

    def _none(self):
        """The same arrays of no fights."""
        return Rows({name: array[..., :0] for name, array in self.items()})._beside(self._kept)

    def without(self, *names):
        """Return the same fights without some arrays."""
        rest = Rows({name: array for name, array in self.items() if name not in names})
        return rest._beside(self._kept)


def joined(parts):
    """Return the fights of several `Rows` together, with the arrays that all of them have."""
    parts = [part for part in parts if part.many] or parts[:1]
    if len(parts) == 1:
        return parts[0]
    names = [name for name in parts[0] if all(name in part for part in parts)]
    arrays = {name: np.concatenate([part[name] for part in parts], axis=-1) for name in names}
    return Rows(arrays)._beside(parts[0]._kept)


class Draws:
    """Distributions, each known by its place, drawn at once: values, and a small flag of each."""

    def __init__(self):
        self._values, self._flags, self._chances, self._stops = [], [], [], [0]
        self._known, self._arrays = {}, None

    def add(self, values, chances, flags=None):
        """Return the place of a distribution; a new one is added."""
        values, chances = np.asarray(values, np.int64), np.asarray(chances, float)
        flags = np.zeros(len(values), np.int8) if flags is None else np.asarray(flags, np.int8)
        kept = chances > 0
        values, chances, flags = values[kept], chances[kept], flags[kept]
        key = values.tobytes(), chances.tobytes(), flags.tobytes()
        if key not in self._known:
            self._known[key] = len(self._stops) - 1
            self._values.append(values)
            self._flags.append(flags)
            self._chances.append(chances / chances.sum())
            self._stops.append(self._stops[-1] + len(values))
            self._arrays = None
        return self._known[key]

    def of(self, distribution):
        """Return the place of a `combat.dice.Distribution`."""
        return self.add(distribution.values, distribution.chances)

    def _all(self):
        if self._arrays is None:
            # The running sums of distribution k go from k to k + 1, so that one search
            # over all of them finds a number in any.
            sums = [
                index + np.minimum(np.cumsum(chances), 1)
                for index, chances in enumerate(self._chances)
            ]
            for index, one in enumerate(sums):
                one[-1] = index + 1
            self._arrays = (
                np.concatenate(self._values),
                np.concatenate(self._flags),
                np.concatenate(self._chances),
                np.array(self._stops),
                np.concatenate(sums),
            )
        return self._arrays

    def most(self, places):
        """Return the greatest value of each of some distributions."""
        values, _, _, stops, _ = self._all()
        return np.maximum.reduceat(values, stops[:-1])[places]

    def sure(self, places):
        """Return whether each of some distributions has only one outcome."""
        _, _, _, stops, _ = self._all()
        return (stops[1:] - stops[:-1])[places] == 1

    def rolled(self, places, numbers):
        """Return the (values, flags) that numbers from 0 to 1 pick from some distributions."""
        values, flags, _, stops, sums = self._all()
        outcomes = np.searchsorted(sums, places + numbers, side="right")
        # A number just below 1 may be rounded up to the next distribution.
        outcomes = np.minimum(outcomes, stops[places + 1] - 1)
        return values[outcomes], flags[outcomes]

    def branched(self, places):
        """Return (of, values, flags, chances): all outcomes of some distributions."""
        values, flags, chances, stops, _ = self._all()
        many = (stops[1:] - stops[:-1])[places]
        of = np.repeat(np.arange(len(places)), many)
        at = np.arange(len(of)) - np.repeat(np.cumsum(many) - many - stops[places], many)
        return of, values[at], flags[at], chances[at]


class Branching:
    """Follows every outcome; rows have a "weight", their chance. most: outcomes, in all."""

    exact = True

    def __init__(self, most=np.inf):
        self._last, self._most = 1, most

    def begin(self, rows, _number):
        """Get ready for a turn of some fights."""
        self._last = max(1, rows.many)

    def coin(self, rows, chance):
        """Return the fights after an event with this chance, and a mask of where it happened."""
        chance = np.broadcast_to(np.asarray(chance, float), (rows.many,))
        split = np.flatnonzero((chance > 0) & (chance < 1))
        if not len(split):
            return rows, chance > 0
        happens = np.concatenate([chance > 0, np.zeros(len(split), bool)])
        shares = np.where(chance > 0, chance, 1)
        shares = np.concatenate([shares, 1 - chance[split]])
        rows = self._branched(rows, np.concatenate([np.arange(rows.many), split]), shares)
        return rows, happens

    def draw(self, rows, draws, places):
        """Return the fights after each drew from its distribution, the values, and the flags."""
        of, values, flags, chances = draws.branched(places)
        return self._branched(rows, of, chances), values, flags

    def choose(self, rows, open_to, weights=None):
        """Return the fights after a choice, and it, -1 for none; open_to: (options, fights)."""
        if weights is not None:
            return self._chosen(rows, open_to * weights[:, None])
        many = np.maximum(open_to.sum(axis=0), 1)
        of, chosen = np.nonzero(open_to.T)
        none = np.flatnonzero(~open_to.any(axis=0))
        of, chosen = np.concatenate([of, none]), np.concatenate([chosen, np.full(len(none), -1)])
        return self._branched(rows, of, 1 / many[of]), chosen

    def _chosen(self, rows, weights):
        of, chosen = np.nonzero(weights.T)
        shares = weights.T[of, chosen] / weights.sum(axis=0)[of]
        return self._branched(rows, of, shares), chosen

    def _branched(self, rows, of, shares):
        if len(of) * rows.bytes > _MOST_BYTES:
            raise TooManyAtOnce
        self._most -= len(of)
        if self._most < 0:
            raise TooMany
        rows = rows.take(of)
        rows["weight"] = rows["weight"] * shares
        return rows

    def settled(self, rows, always=False):
        """Return the fights with equal ones merged, if there are many new ones or `always`."""
        if not always and rows.many < _GROWN * self._last + 64:
            return rows
        hashes, index = np.zeros(rows.many, np.int64), 0
        for name, array in rows.items():
            if name == "weight":
                continue
            numbers = array.reshape(-1, rows.many)
            hashes += _WORDS[index : index + len(numbers)] @ numbers
            index += len(numbers)
        hashes ^= hashes >> 29
        first, where = distinct(hashes)
        if len(first) == rows.many:
            self._last = rows.many
            return rows
        weights = np.bincount(where, rows["weight"], len(first))
        rows = rows.take(first)
        rows["weight"] = weights
        self._last = rows.many
        return rows


class Rolling:
    """Rolls dice; the same fight of the same seed has the same luck, whatever is beside it."""

    # Rows have "luck", a key for each fight, and "now", the key of its next dice. A fight moves on
    # to its next dice only when it rolls itself, not when others do.

    exact = False
    _STEPS = np.array([0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7], np.uint64)

    def __init__(self, seed):
        self._seed = seed

    def keys(self, first, last):
        """Return the keys of the fights numbered `first` to `last` - 1."""
        sequence = np.random.SeedSequence(self._seed).generate_state(1, np.uint64)[0]
        return mixed(np.arange(first, last, dtype=np.uint64) * self._STEPS[0] + sequence)

    def begin(self, rows, number):
        """Get ready for what the actors do next; number: a different one for each thing they do."""
        turn = rows["turn"].astype(np.uint64) * self._STEPS[1]
        actor = (rows["_actor"] * 2**20 + number + 1).astype(np.uint64) * self._STEPS[2]
        rows["now"] = mixed(rows["luck"] + turn + actor)

    def _rolled(self, rows, asked):
        """Random numbers from 0 to 1; asked: in which fights they matter."""
        following = rows["now"] + self._STEPS[0]
        rows["now"] = np.where(asked, following, rows["now"])
        return (mixed(following) >> np.uint64(11)) * 2.0**-53

    def coin(self, rows, chance):
        """As in `Branching`."""
        chance = np.asarray(chance)
        if chance.ndim == 0 and chance in (0, 1):
            return rows, np.full(rows.many, bool(chance))
        return rows, self._rolled(rows, (chance > 0) & (chance < 1)) < chance

    def draw(self, rows, draws, places):
        """As in `Branching`."""
        return rows, *draws.rolled(places, self._rolled(rows, ~draws.sure(places)))

    def choose(self, rows, open_to, weights=None):
        """As in `Branching`."""
        if weights is not None:
            sums = np.cumsum(open_to * weights[:, None], axis=0)
            asked = open_to.sum(axis=0) > 1
            return rows, (sums > self._rolled(rows, asked) * sums[-1]).argmax(axis=0)
        many = open_to.sum(axis=0)
        index = np.minimum((self._rolled(rows, many > 1) * many).astype(int), many - 1)
        chosen = (np.cumsum(open_to, axis=0) > index).argmax(axis=0)
        return rows, np.where(many > 0, chosen, -1)

    def settled(self, rows, always=False):
        """Return the fights as they are: none are merged."""
        return rows
