"""Explores a process: all states that it can reach, and the chances of its transitions.

`chain_of` asks a step state by state, of whatever a state is made; `chain_of_rows` asks for many
states at once, which are rows of whole numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.sparse import csr_array

from combat.markov.ends import Ends

ROUNDING = 1e-9  # how far the sum of chances may lie from 1
_ALIKE = 9  # decimals to which two states agree that are meant as one
_LOOKED_AT = 100_000  # states searched for such a pair
_WORDS = np.random.default_rng(20_03).integers(1, 2**62, 4096) * 2 + 1  # odd, for hashes of rows
_FEW = 200  # numbers, of which a dict is the fastest
_AT_ONCE = 4000  # states: what follows from them fits into the processor's cache
_FEWER = "allow more (most_states), or `simulate`, which needs no limit"


@dataclass(frozen=True, eq=False)
class Chain:
    """A process: its states in the order in which they were found, and its transitions.

    start (states,): chances. matrix (states, states): the chance to go from the row's state to
    the column's; the row of an end is empty. ends (states,): bools. States reached only by the
    last of a limited number of steps have empty rows, too.
    """

    states: Sequence
    start: np.ndarray
    matrix: csr_array
    ends: np.ndarray


def chain_of(start, step, most_states, most_steps=None):
    """Return the `Chain` of a step and a start, which are those of `solve`."""
    start = started(start)
    states, index = list(start), {state: place for place, state in enumerate(start)}
    targets, chances, stops, ends = [], [], [0], []
    depth, layer = 0, len(states)
    for place, state in enumerate(states):  # more are found on the way
        if place == layer:
            depth, layer = depth + 1, len(states)
        try:
            outcomes = pairs_in(step(state))
            if outcomes and (most_steps is None or depth < most_steps):
                gather(outcomes, states, index, targets, chances)
        except Exception as error:
            raise state_fault("step", state, error) from error
        ends.append(not outcomes)
        stops.append(len(targets))
        if len(states) > most_states:
            raise too_many(states, most_states, _FEWER)
    begins = np.append([*start.values()], np.zeros(len(states) - len(start)))
    arrays = np.array(targets, int), np.array(stops), np.array(ends)
    return assembled(states, begins, chances, *arrays)


def started(start):
    """Return {state: chance} of a start: one state, a dict, `Ends`, or their attribute `ends`."""
    if isinstance(start, Ends):
        start = start.ends
    if isinstance(start, pd.DataFrame):
        start = start["chance"]
    if not isinstance(start, Mapping | pd.Series):
        try:
            return {start: 1.0}
        except TypeError:
            raise ValueError(f"start = {start!r:.80} can't be a state: use a tuple") from None
    found = dict(start.items())
    total = sum(found.values())
    if not (abs(total - 1) <= ROUNDING and min(found.values()) >= 0):
        raise ValueError(
            f"start: the chances of its {len(found):,} states sum to {total:.9g}, it must be 1; "
            f"if some fights are undecided, start from given(), which has only the ends"
        )
    return {state: chance / total for state, chance in found.items() if chance > 0}


def assembled(states, start, chances, targets, stops, ends):
    """Return the `Chain`; ValueError for invalid chances, naming the first such state.

    chances, targets: of all outcomes, state by state; stops: 0, then where those of each end.
    """
    shape = len(states), len(states)
    matrix = csr_array((checked(states, chances, stops), targets, stops), shape=shape)
    matrix.sum_duplicates()
    return Chain(states, start, matrix, ends)


def gather(outcomes, states, index, targets, chances):
    """Append the outcomes of a state or move to both lists; ValueError if all chances are 0."""
    before = len(targets)
    for chance, state in outcomes:
        if chance == 0:
            continue
        place = index.setdefault(state, len(states))
        if place == len(states):
            states.append(state)
        targets.append(place)
        chances.append(chance)
    if len(targets) == before:
        raise ValueError("the chances of its outcomes sum to 0")


def checked(states, chances, stops, function="step"):
    """Return chances scaled so that those of each state sum to 1; stops: 0, then their ends."""
    who = np.repeat(np.arange(len(stops) - 1), np.diff(stops))
    try:
        found = np.asarray(chances, float)
    except (TypeError, ValueError):
        found = np.array([one if isinstance(one, Real) else np.nan for one in chances], float)
    wrong = np.flatnonzero(~(found >= 0))
    if wrong.size:
        state, chance = states[who[wrong[0]]], chances[wrong[0]]
        text = f"{chance:g}" if isinstance(chance, Real) else repr(chance)
        raise ValueError(f"{function}({state!r}): {text} is no chance; it must be 0 to 1")
    chances = found
    sums = np.bincount(who, chances, len(states))
    off = np.flatnonzero((np.abs(sums - 1) > ROUNDING) & (np.diff(stops) > 0))
    if off.size:
        raise ValueError(
            f"{function}({states[off[0]]!r}): the chances of its outcomes sum to "
            f"{sums[off[0]]:.9g}, it must be 1"
        )
    return chances / sums[who]


def pairs_in(outcomes):
    """Return the outcomes that a step returned, as a list or tuple; ValueError for a dict."""
    if isinstance(outcomes, list | tuple):
        return outcomes
    if isinstance(outcomes, Mapping):
        raise ValueError(
            "its outcomes are a dict, which loses chances if two lead to one state; return a list "
            "of (chance, state)"
        )
    return list(outcomes) if outcomes else ()


def state_fault(function, state, error):
    """Return a ValueError that says in one line what a function did wrong at a state."""
    where, what = f"{function}({state!r})", str(error)
    if isinstance(error, TypeError) and "unhashable" in what:
        return ValueError(f"{where}: {what}; make states of tuples and numbers")
    if "unpack" in what or "not iterable" in what:
        return ValueError(f"{where}: its outcomes must be a list of (chance, state): {what}")
    if isinstance(error, ValueError) and "its outcomes" in what:
        return ValueError(f"{where}: {what}")
    return ValueError(f"{where} raised {type(error).__name__}: {what}")


def too_many(states, most, advice):
    """Return the ValueError for more states than allowed: with a likely reason, or else advice."""
    what = f"more than {most:,} states, such as {states[-1]!r}"
    pair = _nearly_equal(states[:_LOOKED_AT])
    if pair:
        one, other, apart = pair
        return ValueError(
            f"{what}; {one!r} and {other!r} differ by only {apart:.0e}: round the numbers of a "
            f"state, or use whole numbers"
        )
    return ValueError(f"{what}: {advice}")


def _nearly_equal(states):
    """Two states that differ only by rounding, and by how much; or None."""
    seen = {}
    for state in states:
        numbers = state if isinstance(state, tuple) else (state,)
        if not any(isinstance(number, float) for number in numbers):
            continue
        key = tuple(round(one, _ALIKE) if isinstance(one, float) else one for one in numbers)
        if key in seen:
            other = seen[key] if isinstance(state, tuple) else (seen[key],)
            floats = [place for place, one in enumerate(numbers) if isinstance(one, float)]
            return seen[key], state, max(abs(numbers[at] - other[at]) for at in floats)
        seen[key] = state
    return None


class Outcomes(NamedTuple):
    """What may come next of many states.

    who: for each outcome, the place of the state that it comes from. chances: of each outcome.
    rows: the state each leads to, as a row of whole numbers.
    """

    who: np.ndarray
    chances: np.ndarray
    rows: np.ndarray


def chain_of_rows(rows, weights, step, most_states):
    """Return the `Chain` of a process whose states are rows of whole numbers; None for too many.

    rows (states, numbers): where it may begin. weights: the chance of each. step: a function of the
    rows of many states at once; it returns their `Outcomes`, none for a state that is an end.
    """
    known, asked = Known(), 0
    begins = known.places(rows)
    counts, chances, targets = [], [], []
    while asked < len(known):
        block = known.rows[asked : asked + _AT_ONCE]
        found = _by_state(step(block))
        counts.append(np.bincount(found.who, minlength=len(block)))
        chances.append(found.chances)
        targets.append(known.places(found.rows))
        if len(known) > most_states:
            return None
        asked += len(block)
    states, counts = known.rows, np.concatenate(counts)
    start, stops = np.bincount(begins, weights, len(states)), np.append(0, np.cumsum(counts))
    chances, targets = np.concatenate(chances), np.concatenate(targets)
    return assembled(states, start, chances, targets, stops, counts == 0)


def _by_state(found):
    """Outcomes in the order of their states, without those of chance 0."""
    there = np.flatnonzero(found.chances != 0)
    order = there[np.argsort(found.who[there], kind="stable")]
    return Outcomes(*(part[order] for part in found))


class Known:
    """States as rows of whole numbers, in the order found; each is known by a hash of its row."""

    def __init__(self):
        self._index, self._rows = {}, None

    def __len__(self):
        return len(self._index)

    @property
    def rows(self):
        """All states so far: (states, numbers)."""
        return self._rows[: len(self)]

    def places(self, rows):
        """Return the places of some rows among the states; new ones are added."""
        hashes = (rows * _WORDS[: rows.shape[1]]).sum(axis=1, dtype=np.int64)
        hashes ^= hashes >> 29
        first, where = distinct(hashes)
        index, known = self._index, len(self._index)
        keys = hashes[first].tolist()
        places = np.array([index.setdefault(one, len(index)) for one in keys], int)
        self._keep(rows[first[places >= known]], known)
        if not (self._rows[places][where] == rows).all():
            raise ValueError("two states have the same hash: use other numbers for a field")
        return places[where]

    def _keep(self, rows, known):
        """Append new rows to those known, in an array that doubles when it is full."""
        if self._rows is None:
            self._rows = rows
        while known + len(rows) > len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        self._rows[known : known + len(rows)] = rows


def distinct(numbers):
    """Return the first places and the numbers of distinct values, by hashing: 6 times as fast."""
    if len(numbers) < _FEW:
        return _distinct_of_few(numbers.tolist())
    where, found = pd.factorize(numbers)
    first = np.empty(len(found), int)
    first[where[::-1]] = np.arange(len(numbers))[::-1]
    return first, where


def _distinct_of_few(numbers):
    places = {}
    where = [places.setdefault(number, len(places)) for number in numbers]
    first = dict(zip(numbers[::-1], range(len(numbers) - 1, -1, -1), strict=True))
    return np.array([first[number] for number in places], int), np.array(where, int)
