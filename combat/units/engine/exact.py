"""Fights of a `Setup` solved exactly, all of them at once, as one chain of `combat.markov`."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array

from combat.dice import Distribution
from combat.dice.distribution import gathered
from combat.markov.absorbing import absorbed
from combat.markov.batches import Outcomes, chain_of_batches
from combat.units.engine.game import KINDS, OVER
from combat.units.engine.orders import Course
from combat.units.engine.rows import Branching, Rows, TooMany, TooManyAtOnce

MOST_STATES = 400_000  # of all fights solved together: some 2 seconds
MOST_BYTES = 500 * 2**20  # of a chain: half for its states, half for their transitions
_OF_A_NUMBER, _OF_A_TRANSITION = 12, 32  # bytes, with what is copied on the way
# Outcomes before equal ones are merged, of which a million takes 0.7 seconds: for each state that
# may be followed, and of any fight.
_EACH, _OF_ANY = 25, 4_000_000
_SAME = 1e-15  # smaller chances are left out
_GOING = 1e-13  # a fight that goes on with a smaller chance counts as over
_MOST_ROUNDS = 100_000
_LONGER = 30  # times the mean: about e**-30 of all fights last longer


def solved(game, rows, weights=None, most_states=MOST_STATES, keeps=()):
    """Return the ends of fights, a `FightEnds`; TooMany for more states than can be followed."""
    course = Course(game, Branching(max(_EACH * most_states, _OF_ANY)), keeps=keeps)
    rows["weight"] = np.ones(rows.many) if weights is None else np.asarray(weights, float)
    rows = course.luck.settled(course.begun(rows), always=True)
    form = Form(rows)
    total = rows["weight"].sum()
    table = form.packed(rows)
    start = {}
    for state, weight in zip(map(tuple, table.tolist()), rows["weight"].tolist(), strict=True):
        start[state] = start.get(state, 0.0) + weight / total

    size, left = form.width * _OF_A_NUMBER, MOST_BYTES / 2 / _OF_A_TRANSITION
    most_states = min(most_states, MOST_BYTES // (2 * size))

    def step(columns):
        nonlocal left
        table = np.array(columns)
        going = np.flatnonzero(table[form.phase] >= 0)
        parts = [Outcomes(going[:0], np.zeros(0), np.zeros((0, len(table)), np.int64))]
        for block, after in stepped(course, form, table, going):
            parts.append(Outcomes(block[after["of"]], after["weight"], form.packed(after)))
            left -= after.many
            if left < 0:
                raise TooMany
        return Outcomes(*map(np.concatenate, zip(*parts, strict=True)))

    try:
        chain = chain_of_batches(start, step, most_states)
    except ValueError as error:
        if isinstance(error.__cause__, ValueError):
            raise error.__cause__ from None  # of the designer's rules: the state adds nothing
        if isinstance(error.__cause__, TooMany) or error.__cause__ is None:
            raise TooMany from None
        raise
    held = course.turns.targets.held
    return FightEnds(game, chain, absorbed(chain), form.unpacked(chain.states.rows.T), total, held)


def stepped(course, form, table, going):
    """Yield (places, fights after their next phase), as many states at once as there is room."""
    many = len(going)
    while len(going):
        block = going[:many]
        try:
            after = course.phase(form.unpacked(table[:, block]))
        except TooManyAtOnce:
            if len(block) == 1:
                raise
            many = len(block) // 4 or 1
            continue
        yield block, after
        going = going[many:]


class Form:
    """Which arrays make up a state, and where each stands in a row of the table."""

    def __init__(self, rows):
        self._shapes = {
            name: array.shape[:-1] for name, array in rows.items() if name not in ("of", "weight")
        }
        sizes = [int(np.prod(shape, dtype=int)) for shape in self._shapes.values()]
        self._stops = np.append(0, np.cumsum(sizes))
        self.phase, self.width = self.columns("phase").start, int(self._stops[-1])

    def columns(self, name):
        """Where an array stands in a row: a slice."""
        at = list(self._shapes).index(name)
        return slice(self._stops[at], self._stops[at + 1])

    def packed(self, rows):
        """The rows as a table (fights, numbers)."""
        parts = [rows[name].reshape(-1, rows.many) for name in self._shapes]
        return np.concatenate(parts).T.astype(np.int64)

    def unpacked(self, table):
        """The `Rows` of a table (numbers, fights), each with weight 1."""
        many = table.shape[1]
        rows = Rows(of=np.arange(many), weight=np.ones(many))
        for at, (name, shape) in enumerate(self._shapes.items()):
            part = table[self._stops[at] : self._stops[at + 1]]
            rows[name] = part.reshape(*shape, many).astype(KINDS.get(name, np.int32))
        return rows


@dataclass(frozen=True, eq=False)
class FightEnds:
    """How fights end: for each state of `chain` the chance to stop there, and its `rows`.

    total: the weight of all fights together, by which the chances must be multiplied. held: whether
    the conditions of actions ever held, see `Targets`.
    """

    game: object
    chain: object
    absorption: object
    rows: Rows
    total: float
    held: dict

    @cached_property
    def chances(self):
        """For each state the chance that its pair's fight stops there."""
        return self.absorption.chances * self.total

    @cached_property
    def stood(self):
        """Whether each side has somebody left in each state: two arrays."""
        stands = self.rows["hp"] > 0
        return [stands[self.game.side == side].any(axis=0) for side in (0, 1)]

    def by_pair(self, values):
        """Return for each pair the sum of values (states,) over its states."""
        return np.bincount(self.rows["pair"], values, len(self.game.places))

    def outcomes(self):
        """Return the chances that the first wins, the second, both fall, undecided: (4, pairs)."""
        over = self.chain.ends & (self.rows["phase"] == OVER)
        first, second = self.stood
        ends = [over & first & ~second, over & second & ~first, over & ~first & ~second]
        chances = [self.by_pair(np.where(where, self.chances, 0)) for where in ends]
        undecided = np.where(~over, self.chances, 0)
        return np.clip(np.array([*chances, self.by_pair(undecided)]), 0, 1)

    def left(self, slot):
        """Return one fighter's mean hit points at the end, for each pair."""
        return self.by_pair(self.chances * self.rows["hp"][slot])

    @cached_property
    def _split(self):
        """The transitions within a round, and those into the next round: two matrices."""
        phase, matrix = self.rows["phase"], self.chain.matrix.tocoo()
        anew = phase[matrix.col] == 0
        return [
            csr_array((matrix.data[where], (matrix.col[where], matrix.row[where])), matrix.shape)
            for where in (~anew, anew)
        ]

    @cached_property
    def _begun(self):
        """How many rounds are expected to begin in each state."""
        begun = np.where(self.rows["phase"] >= 0, self.chain.start, 0)
        return (self._split[1] @ self.absorption.visits) + begun

    @property
    def longest(self):
        """About how many rounds must be followed until hardly any fight goes on."""
        return _LONGER * float(self._begun.sum())

    def mean_rounds(self):
        """Return the mean number of rounds of each pair, infinite if it may never end."""
        trapped = self.by_pair(np.where(self.absorption.traps, self.chances, 0)) > 0
        return np.where(trapped, np.inf, self.by_pair(self._begun * self.total))

    def rounds(self):
        """Return the Distribution of rounds, of all fights together; some may last for ever."""
        over = self.chain.ends | self.absorption.traps
        endless = float(self.absorption.chances[self.absorption.traps].sum())
        ended = [float(self.chain.start[self.chain.ends].sum())]
        mass = np.where(over, 0, self.chain.start)
        while mass.sum() > _GOING and len(ended) <= _MOST_ROUNDS:
            done, later = 0.0, np.zeros(len(mass))
            while mass.any():
                later += self._split[1] @ mass
                mass = self._split[0] @ mass
                done += float(mass[self.chain.ends].sum())
                mass[over] = 0
            later[over] = 0
            ended.append(done)
            mass = later
        values = np.append(np.arange(len(ended), dtype=float), np.inf)
        chances = np.append(ended, endless)
        chances[-2] += max(0.0, 1 - chances.sum())
        rounds = gathered(values[chances > _SAME], chances[chances > _SAME])
        if np.isinf(rounds.values[-1]):
            return rounds
        return Distribution(rounds.values.astype(int), rounds.chances)
