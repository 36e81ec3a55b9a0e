"""Explores a process whose step takes many states at once, as arrays."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from combat.markov.chain import assembled, started

_WORDS = np.random.default_rng(20_03).integers(1, 2**62, 4096) * 2 + 1  # odd, for hashes of rows
_FEW = 200  # numbers, of which a dict is the fastest
_AT_ONCE = 4000  # states: what follows from them fits into the processor's cache


class Outcomes(NamedTuple):
    """What a step may return instead of pairs, if states have different numbers of outcomes.

    who: for each outcome, the place of the state that it comes from. chances: of each outcome.
    rows: the state each leads to, as a row of whole numbers.
    """

    who: np.ndarray
    chances: np.ndarray
    rows: np.ndarray


class Rows(Sequence):
    """States as rows of whole numbers, read as the type of the start, for example a NamedTuple."""

    def __init__(self, rows, kind):
        self.rows, self._kind = rows, kind

    def __len__(self):
        return len(self.rows)

    def __getitem__(self, place):
        return _state(self._kind, self.rows[place].tolist())


def _state(kind, columns):
    if kind is int:
        return columns[0]
    return kind(*columns) if hasattr(kind, "_fields") else kind(columns)


def chain_of_batches(start, step, most_states, most_steps=None):
    """Return the `Chain` of a step on arrays; the arguments are those of `chain_of`."""
    given = started(start)
    kind = type(next(iter(given)))
    if not issubclass(kind, tuple | int | np.integer):
        raise ValueError(f"start = {next(iter(given))!r}: with batch it must be a number or tuple")
    found = _Found(kind if issubclass(kind, tuple) else int, step, most_states)
    begins = found.places(_whole(_rows(list(given), len(given))))
    asked, depth = 0, 0
    while asked < len(found):
        layer, follow = len(found), most_steps is None or depth < most_steps
        for first in range(asked, layer, _AT_ONCE):
            found.ask(first, min(first + _AT_ONCE, layer), follow)
        asked, depth = layer, depth + 1
    chances = np.zeros(len(found))
    chances[begins] = list(given.values())
    return found.chain(chances)


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


class _Found:
    """The states found so far, and their transitions."""

    def __init__(self, kind, step, most_states):
        self._kind, self._step, self._most = kind, step, most_states
        self._known = Known()
        self._targets, self._chances, self._counts, self._ends = [], [], [], []

    def __len__(self):
        return len(self._known)

    def places(self, rows):
        """Return the places of some rows among the states; ValueError for too many of them."""
        found = self._known.places(rows)
        if len(self) > self._most:
            state = _state(self._kind, rows[-1].tolist())
            raise ValueError(
                f"more than {self._most:,} states, such as {state}: allow more (most_states)"
            )
        return found

    def ask(self, first, last, follow):
        """Call the step on the states from first up to last; follow: as in `_Outcomes.ask`."""
        rows, many = self._known.rows[first:last], last - first
        try:
            answer = self._step(_state(self._kind, list(rows.T)))
            who, chances, after = _gathered(answer, many, rows.shape[1])
        except Exception as error:
            state = _state(self._kind, rows[0].tolist())
            raise ValueError(
                f"step of {many:,} states, such as {state}, raised {type(error).__name__}: {error}"
            ) from error
        self._ends.append(np.bincount(who, minlength=many) == 0)
        if not follow:
            who, chances, after = who[:0], chances[:0], after[:0]
        self._counts.append(np.bincount(who, minlength=many))
        self._chances.append(chances)
        self._targets.append(self.places(after))

    def chain(self, start):
        """Return the `Chain` of these states."""
        chances, targets, counts, ends = map(
            np.concatenate, (self._chances, self._targets, self._counts, self._ends)
        )
        states = Rows(self._known.rows, self._kind)
        return assembled(states, start, chances, targets, np.append(0, np.cumsum(counts)), ends)


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


def _gathered(answer, many, width):
    """The answer of a step for `many` states, as `Outcomes` by state, without those of chance 0."""
    if isinstance(answer, Outcomes):
        there = np.flatnonzero(answer.chances != 0)
        order = there[np.argsort(answer.who[there], kind="stable")]
        return Outcomes(*(part[order] for part in answer))
    outcomes = [(_column(chance, many), _rows([after], many)) for chance, after in answer]
    chances = np.array([chance for chance, _ in outcomes], float).reshape(-1, many).T
    where = chances != 0
    after = np.array([state for _, state in outcomes]).reshape(-1, many, width)
    after = _whole(after.transpose(1, 0, 2)[where])
    return Outcomes(np.repeat(np.arange(many), where.sum(axis=1)), chances[where], after)


def _rows(states, many):
    """States, whose fields may be arrays, as rows."""
    columns = [state if isinstance(state, tuple) else (state,) for state in states]
    parts = [
        np.stack([_column(one, many // len(states)) for one in row], axis=1) for row in columns
    ]
    return np.concatenate(parts)


def _whole(rows):
    whole = np.rint(rows).astype(np.int64)
    if not (whole == rows).all():
        raise ValueError("with batch, states must be of whole numbers")
    return whole


def _column(value, many):
    return np.broadcast_to(np.asarray(value), (many,))
