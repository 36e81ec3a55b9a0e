"""What a rest between two fights gives back."""

import math
from dataclasses import dataclass, field
from numbers import Real

import numpy as np

from combat.core.checks import check_numbers, check_whole
from combat.core.numbers import checked, number_in
from combat.core.words import unknown
from combat.dice import Distribution, constant
from combat.units.sheets.schema import points

ALL = math.inf
_MOST = 2**31 - 1


@dataclass(frozen=True)
class Rest:
    """What each survivor gets back: hit points, uses, counters; and which of its statuses end.

    hit_points: a whole number, dice such as "2d8", a share of the full ones such as "50 %", or
    infinite for all. uses: {action: how many come back}, infinite for all; or one number for every
    action. counters: {counter: points that come back}, such as {"mana": 5}, or one number for every
    counter: these are carried from fight to fight, and a rest raises none above its start.
    Infinite, as for what isn't named: the counter is what it was at the start. cures: names of the
    statuses that end, or True for all. Uses per fight come back with each fight anyway. ValueError
    for what is out of range.

    >>> short, long = Rest("25 %", uses={"Second wind": 1}), Rest(ALL, uses=ALL, cures=True)
    >>> short.points(np.array([20, 7]), None, 2), short.uses_of("Fireball", 3), long.ends("ill")
    (array([5, 1]), 0, True)
    """

    hit_points: object = 0
    uses: object = 0
    cures: object = ()
    counters: object = ALL
    _gain: object = field(init=False, repr=False, compare=False)

    def __post_init__(self):
        object.__setattr__(self, "_gain", _gain(self.hit_points))
        for name in ("uses", "counters"):
            given = getattr(self, name)
            for number in given.values() if isinstance(given, dict) else [given]:
                if number != ALL:
                    check_whole(f"rest: {name}", number, low=0)

    def check(self, actions, statuses, counters=()):
        """Raise ValueError for a name that is none of these actions, statuses and counters.

        >>> Rest(cures=["Poisoned"]).check([], ["poisoned"])
        Traceback (most recent call last):
        ValueError: rest: cures: 'Poisoned' is not known; did you mean 'poisoned'? Known of ...
        """
        uses = self.uses if isinstance(self.uses, dict) else ()
        cures = self.cures if not isinstance(self.cures, bool) else ()
        kept = self.counters if isinstance(self.counters, dict) else ()
        for column, names, known, of in (
            ("uses", uses, actions, "the army's actions with uses"),
            ("cures", cures, statuses, "the statuses of these fights"),
            ("counters", kept, counters, "the army's counters"),
        ):
            for name in names:
                if name not in known:
                    raise ValueError(f"rest: {column}: {unknown(name, known, of)}")

    def gain(self, full):
        """Return the Distribution of the hit points that a fighter gets back, of `full` ones.

        >>> Rest("50 %").gain(7), Rest("1d4").gain(7).mean
        (Distribution(3..3, mean 3), 2.5)
        """
        if isinstance(self._gain, Distribution):
            return self._gain
        share = isinstance(self._gain, float)
        return constant(int(full * self._gain + 1e-9) if share else self._gain)

    def points(self, full, rng, many):
        """Return the hit points that each of many fighters gets back; full: all it can have."""
        if isinstance(self._gain, Distribution):
            return self._gain.sample(rng, many).astype(np.int64)
        if isinstance(self._gain, float):
            return np.floor(full * self._gain + 1e-9).astype(np.int64)
        return np.full(many, self._gain)

    def uses_of(self, action, full):
        """Return how many uses of an action come back, out of `full`."""
        back = self.uses.get(action, 0) if isinstance(self.uses, dict) else self.uses
        return int(min(back, full))

    def points_of(self, counter):
        """Return how many points of a counter come back, infinite where it begins anew."""
        named = isinstance(self.counters, dict)
        return self.counters.get(counter, ALL) if named else self.counters

    def ends(self, status):
        """Return whether a status of that name ends."""
        return self.cures is True or (self.cures is not False and status in self.cures)


def rest_of(given):
    """Return the `Rest` that is given, or made from hit points alone."""
    return given if isinstance(given, Rest) else Rest(given)


def _gain(given):
    """Hit points to get back: a whole number, a share as a float, or a Distribution."""
    if isinstance(given, str) and given.strip().endswith("%"):
        try:
            share = number_in(given, ",")
        except ValueError:
            raise ValueError(f"rest = {given!r} is no rest: write 5, 2d8 or 50 %") from None
        return float(check_numbers("rest", share, low=0, high=1))
    if isinstance(given, str | Distribution):
        return checked("rest", points, given)
    if isinstance(given, Real) and given == ALL:
        return _MOST
    return int(check_whole("rest", given, low=0))
