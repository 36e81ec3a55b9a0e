"""Explores a process whose states are rows of whole numbers, many at once."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from combat.markov.chain import assembled

_WORDS = np.random.default_rng(20_03).integers(1, 2**62, 4096) * 2 + 1  # odd, for hashes of rows
_FEW = 200  # numbers, of which a dict is the fastest
_AT_ONCE = 4000  # states: what follows from them fits into the processor's cache


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
