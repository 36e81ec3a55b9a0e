"""How a process ends: the questions that exact and simulated answers share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from combat.core.words import many, percent
from combat.dice import Distribution
from combat.dice.distribution import gathered

_NOTHING = 1e-9  # undecided chance that is ignored in questions about the ends
_SAME = 1e-15  # chances up to this are left out of a distribution


@dataclass(frozen=True, eq=False)
class Ends:
    """How a process ends: its end states and their chances, which sum to 1 with the undecided.

    undecided: the chance that it still goes on after the last step, or goes on for ever.

    >>> from typing import NamedTuple
    >>> class Fight(NamedTuple):
    ...     hero: int
    ...     orc: int
    >>> ends = Ends([Fight(0, 2), Fight(3, 0), Fight(1, 0)], np.array([0.5, 0.2, 0.3]))
    >>> ends.chance(lambda fight: fight.orc == 0)
    0.5
    >>> round(ends.distribution("hero").mean, 9), ends.given(lambda fight: fight.hero > 0).chances
    (0.9, array([0.4, 0.6]))
    >>> print(ends)
    The likeliest of 3 ends is Fight(hero=0, orc=2): 50.0%.
    """

    end_states: Sequence
    chances: np.ndarray
    undecided: float = 0.0

    def __str__(self):
        if not len(self.chances):
            return "It never ends."
        likeliest = self.chances.argmax()
        ends = many(len(self.chances), "end")
        said = f"The likeliest of {ends} is {self.end_states[likeliest]!r}: "
        said += percent(self.chances[likeliest])
        if self.undecided > _NOTHING:
            said += f"; {percent(self.undecided)} is undecided"
        return f"{said}{self._lasts()}."

    def _lasts(self):
        """How long it takes, in words, where that is known."""
        return ""

    @property
    def ends(self):
        """The chance of each end state: a Series by state, the greatest chance first.

        For NamedTuples it is a frame with a column for each field. `solve` and `simulate` take it
        as the start of the next fight.
        """
        return by_state(self.end_states, self.chances)

    @property
    def stopped(self):
        """The states in which the process stops, and their chances."""
        return self.end_states, self.chances

    def chance(self, when):
        """Return the chance of the ends for which `when`, a function of a state, is true."""
        return min(1.0, float(self.chances[self._where(when)].sum()))

    def given(self, when=lambda state: True):
        """Return the `Ends` given that `when` is true of the end; ValueError if there are none."""
        where = self._where(when)
        total = self.chances[where].sum()
        if not total > 0:
            raise ValueError("given: no end fulfils the condition")
        states = [state for state, true in zip(self.end_states, where, strict=True) if true]
        return Ends(states, self.chances[where] / total)

    def distribution(self, what):
        """Return the Distribution of a number over the ends.

        what: a function of a state, or the name of a NamedTuple's field. ValueError if anything
        is undecided: ask `given()` then, which has only the ends.
        """
        if self.undecided > _NOTHING:
            raise ValueError(
                f"{self.undecided:.4g} of all is undecided: ask given(), which has only the ends"
            )
        function = attribute(what)
        values = np.array([function(state) for state in self.end_states])
        return gathered(values, self.chances / self.chances.sum())

    def mean(self, what):
        """Return the mean of a number over the ends; what and errors as in `distribution`."""
        return self.distribution(what).mean

    def _where(self, when):
        return np.array([bool(when(state)) for state in self.end_states], bool)


def steps_of(ended, last, rest):
    """Return the Distribution of steps; ended: the chances of 0, 1, ...; rest: that of `last`."""
    values, chances = np.append(np.arange(len(ended), dtype=float), last), np.append(ended, rest)
    found = gathered(values[chances > _SAME], chances[chances > _SAME])
    if np.isinf(found.values[-1]):
        return found
    return Distribution(found.values.astype(int), found.chances)


def by_state(states, chances):
    """Return chances by state, the greatest first: a Series, or a frame for NamedTuples."""
    order = np.argsort(-chances, kind="stable")
    states = [states[place] for place in order.tolist()]
    index = pd.Index(states, dtype=object, name="state", tupleize_cols=False)
    kinds = {getattr(state, "_fields", None) for state in states}
    fields = kinds.pop() if len(kinds) == 1 else None
    if fields is None or "chance" in fields:
        return pd.Series(chances[order], index, name="chance")
    frame = pd.DataFrame(states, index=index, columns=list(fields))
    return frame.assign(chance=chances[order])


def attribute(what) -> Callable:
    """Return `what` if it is a function, else a function that reads the field of that name."""
    return what if callable(what) else lambda state: getattr(state, what)
