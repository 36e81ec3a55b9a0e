"""What is drawn in fights: every outcome is followed, or dice are rolled.

By `Branching` a fight becomes several, each with its chance, and equal ones are merged again; by
`Rolling` it stays one. Which of the two is nobody else's business.
"""

from enum import IntEnum, unique

import numpy as np

from combat.battle.draws import mixed
from combat.markov.chain import distinct

_WORDS = np.random.default_rng(31).integers(1, 2**62, 4096) * 2 + 1  # odd, for hashes of columns
_ROLLS = 2**20  # more than what a fighter may roll for; beyond it numbers are mixed in apart
_GROWN = 1.5  # times as many fights as after the last merge: time for another
_MOST_BYTES = 2**27  # of the fights that are followed at once: 128 MiB, and some copies of them


@unique
class Roll(IntEnum):
    """What fighters roll for, besides their actions: see `Branching.begin`."""

    START, END, COIN, INITIATIVE = range(1, 5)
    MOMENT, FALL, BEGINS, DOWN, AFTER, PHASE, BEGUN = range(900_001, 900_008)

    @staticmethod
    def action(number):
        """Return the same for an action by its number; one less is for the choice of it."""
        return (number + 1) * 1000


class TooMany(Exception):
    """More outcomes than can be followed: the fight has to be fought with dice."""


class TooManyAtOnce(TooMany):
    """More outcomes than can be followed at once: of fewer fights together it may be possible."""


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
    """Follows every outcome; fights have a "weight", their chance. most: outcomes, in all."""

    exact = True

    def __init__(self, most=np.inf):
        self._last, self._most = 1, most

    def begin(self, w, _what, _count=0):
        """Get ready for what the actors do next."""
        self._last = max(1, w.many)

    def again(self, w, what):
        """The same, for what they may do several times in a round."""
        self.begin(w, what)

    def coin(self, w, chance):
        """Let something happen with a chance: a mask of where it did."""
        chance = np.broadcast_to(np.asarray(chance, float), (w.many,))
        split = np.flatnonzero((chance > 0) & (chance < 1))
        if not len(split):
            return chance > 0
        happens = np.concatenate([chance > 0, np.zeros(len(split), bool)])
        shares = np.concatenate([np.where(chance > 0, chance, 1), 1 - chance[split]])
        self._branched(w, np.concatenate([w.every, split]), shares)
        return happens

    def draw(self, w, draws, places):
        """Draw from a distribution for each fight: the values, and the flags."""
        of, values, flags, chances = draws.branched(places)
        self._branched(w, of, chances)
        return values, flags

    def choose(self, w, open_to, weights=1):
        """Choose one of what is open, (options, fights), by weights or evenly: -1 for none."""
        if (open_to.sum(axis=0) <= 1).all():
            return np.where(open_to.any(axis=0), open_to.argmax(axis=0), -1)
        shares = open_to * np.reshape(weights, (-1, 1))
        of, chosen = np.nonzero(open_to.T)
        none = np.flatnonzero(~open_to.any(axis=0))
        shares = shares[chosen, of] / shares.sum(axis=0)[of]
        self._branched(w, np.append(of, none), np.append(shares, np.ones(len(none))))
        return np.append(chosen, np.full(len(none), -1))

    def _branched(self, w, of, shares):
        if len(of) * w.bytes > _MOST_BYTES:
            raise TooManyAtOnce
        self._most -= len(of)
        if self._most < 0:
            raise TooMany
        if len(of) > w.many or (of != w.every).any():  # not if each has one outcome
            w.become(w.take(of))
            w["weight"] = w["weight"] * shares

    def merge(self, w, always=False):
        """Merge equal fights, if there are many new ones or `always`."""
        if not always and w.many < _GROWN * self._last + 64:
            return
        hashes, index = np.zeros(w.many, np.int64), 0
        for name, array in [("", w.table), *w.beside.items()]:
            if name == "weight":
                continue
            numbers = array.reshape(-1, w.many)
            hashes += _WORDS[index : index + len(numbers)] @ numbers
            index += len(numbers)
        hashes ^= hashes >> 29
        first, where = distinct(hashes)
        if len(first) < w.many:
            weights = np.bincount(where, w["weight"], len(first))
            w.become(w.take(first))
            w["weight"] = weights
        self._last = w.many


class Rolling:
    """Rolls dice; the same fight of the same seed has the same luck, whatever is beside it."""

    # Fights have a "key", and "now", the key of its next dice. A fight moves on to
    # its next dice only when it rolls itself, not when others do. No key comes twice: each is made
    # of the fight, the round, who acts, what he does, and how often he has done so in the round.

    exact = False
    _STEPS = np.array([0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0x8CB92BA72F3D8DD7], np.uint64)

    def __init__(self, seed):
        self._seed = seed

    def started(self, w, first=0, *, each=None, counts=True):
        """Give fights their keys; the first is the fight of this number. counts: for `again`.

        each: after so many come the same numbers once more, for another pair.
        """
        sequence = np.random.SeedSequence(self._seed).generate_state(1, np.uint64)[0]
        numbers = (first + w.every % (each or w.many or 1)).astype(np.uint64)
        w["key"] = mixed(numbers * self._STEPS[0] + sequence)
        if counts:  # rounds, and what was done in the last
            w["counted"] = np.zeros(w["hp"].shape, np.int64)

    def begin(self, w, what, count=0):
        """Get ready for what the actors do next; count: how often they did it in the round."""
        more, what = divmod(what, _ROLLS)
        turn = w["turn"].astype(np.uint64) * self._STEPS[1]
        actor = (w["actor"] * _ROLLS + what + 1).astype(np.uint64) * self._STEPS[2]
        key = w["key"] + turn + actor
        if more or not isinstance(count, int) or count:
            key += mixed(np.full(w.many, (more << 32) + count, np.uint64))
        w["now"] = mixed(key)

    def again(self, w, what):
        """The same, for what they may do several times in a round: it is counted."""
        at, round_ = (w["actor"], w.every), w["turn"].astype(np.int64) << 32
        counted = np.maximum(w["counted"][at], round_)
        w["counted"][at] = counted + 1
        self.begin(w, what, counted - round_)

    def _rolled(self, w, asked):
        """Random numbers from 0 to 1; asked: in which fights they matter."""
        following = w["now"] + self._STEPS[0]
        w["now"] = np.where(asked, following, w["now"])
        return (mixed(following) >> np.uint64(11)) * 2.0**-53

    def coin(self, w, chance):
        """As in `Branching`."""
        return self._rolled(w, (chance > 0) & (chance < 1)) < chance

    def draw(self, w, draws, places):
        """As in `Branching`."""
        return draws.rolled(places, self._rolled(w, ~draws.sure(places)))

    def choose(self, w, open_to, weights=1):
        """As in `Branching`."""
        many, sums = open_to.sum(axis=0), np.cumsum(open_to * np.reshape(weights, (-1, 1)), axis=0)
        chosen = (sums > self._rolled(w, many > 1) * sums[-1]).argmax(axis=0)
        return np.where(many > 0, chosen, -1)

    def merge(self, w, always=False):
        """None are merged."""
