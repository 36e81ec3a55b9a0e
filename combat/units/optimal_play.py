"""The best policy of a unit or a party: which action in which state, whatever its list says."""

from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from combat.markov.chain import Known
from combat.markov.playing import played
from combat.markov.positions import Positions
from combat.units.engine.ends import unpacked
from combat.units.engine.game import OVER, CompiledFight
from combat.units.engine.luck import Branching
from combat.units.engine.orders import TurnLoop
from combat.units.sheets.unit import Unit

MOST_STATES = 200_000
_BLOCK = 4000  # positions stepped at once: their outcomes fit into the processor's cache
_NOBODY_WINS = 0.5  # as in Odds.score
_FOLLOWS = "follows its list"  # the only move if the first has nothing to decide
_NOBODY, _OVER = -1, -2  # in place of the kind who decides


class Position(NamedTuple):
    """Where a fight stands: hit points of both, the round, uses left of the first's actions.

    hp, foe_hp: a number, or a tuple of several fighters. phase: whose turn of the round it is,
    negative if the fight is over. rest: everything else.
    """

    hp: int | tuple
    foe_hp: int | tuple
    round: int
    phase: int
    uses: tuple
    rest: tuple


def best_play(first, second, rules, *, max_turns=None, most_states=MOST_STATES, progress=None):
    """Return how a unit or party plays best against another: a `Played` of `Position`s.

    first, second: a unit, or a list of several, which know of each other; each decides in its own
    turn, so a party needs an order in which one acts after another, such as "first".

    In each of its turns the first chooses one of its actions, whatever the order and the conditions
    of its list; if that action can't be done it follows the list. The second follows its own list,
    and so do all free actions and answers. The value is the best `Odds.score`: 1 if the first wins,
    a half if both fall, the last round is over, or the duel goes on for ever. `Played.bounds` has
    the values if to go on for ever counted as the worst end that can be reached, and as the best;
    the two differ only where a duel may never end. `Played.followed()` has the rounds and what is
    left. ValueError for more states than most_states; 200,000 take some seconds. progress: called
    as progress(states found, most_states), and then as in `optimal`, which says what takes longer.

    >>> from combat.units import Action, Rules, Unit, duel
    >>> potion = Action("Potion", on="self", heals=8, uses=1)
    >>> hero = Unit("Hero", hp=12, attack=10, defense=10, damage=3, actions=[potion])
    >>> ogre = Unit("Ogre", hp=10, attack=12, defense=10, damage=4)
    >>> found = best_play(hero, ogre, Rules(order="first"))
    >>> round(found.value(), 4), round(duel(hero, ogre, Rules(order="first")).first, 4)
    (0.5777, 0.373)
    """
    sides = [[one] if isinstance(one, Unit) else list(one) for one in (first, second)]
    kinds = [list(dict.fromkeys(side)) for side in sides]
    places = [kinds[0].index(one) for one in sides[0]]
    places += [len(kinds[0]) + kinds[1].index(one) for one in sides[1]]
    game = CompiledFight(
        [*kinds[0], *kinds[1]], [places], len(sides[0]), rules, max_rounds=max_turns
    )
    if game.together and len(sides[0]) > 1:
        raise ValueError(
            f"order = {rules.order!r}: in a party each decides in a turn of its own; take an order "
            f"such as first, or initiative"
        )
    return played(_Explorer(game, most_states, progress).positions(), _NOBODY_WINS, progress)


class _Explorer:
    """All positions of a duel, as rows of numbers, and what each action of the first leads to."""

    def __init__(self, game, most_states, progress=None):
        self._game, self._most, self._progress = game, most_states, progress
        self._own = int((game.side == 0).sum())
        self._plain = TurnLoop(game, Branching())
        w = game.begun([0])
        w["weight"] = np.ones(1)
        self._plain.begun(w)
        self._known = Known()
        self._start = self._placed(w), w["weight"]
        self._courses = [(_NOBODY, _FOLLOWS, self._plain), *self._actions()]
        self._kinds, self._found = [], []

    def _actions(self):
        """For each kind of the first side and each of its actions: (kind, name, course)."""
        game, found = self._game, []
        for kind in sorted(set(game.places[0, : self._own].tolist())):
            for number, action in enumerate(game.actions[kind]):
                if not (action.free or action.reacts):
                    name = action.name
                    if self._own > 1:
                        name = f"{game.kinds[kind].name}: {name}"
                    found.append((kind, name, TurnLoop(game, Branching(), (kind, number))))
        return found

    def positions(self):
        """Return the `Positions`, all that can be reached."""
        asked = 0
        while asked < len(self._known):
            layer = len(self._known)
            for first in range(asked, layer, _BLOCK):
                self._explore(first, min(layer, first + _BLOCK))
            asked = layer
        states, (places, weights) = self._states(), self._start
        matrix, many = self._moves(len(states))
        kinds = np.concatenate(self._kinds)
        names = {kind: [name for at, name, _ in self._courses if at == kind] for kind in set(kinds)}
        return Positions(
            states=states,
            index={state: place for place, state in enumerate(states)},
            start={states[at]: chance for at, chance in zip(places, weights.tolist(), strict=True)},
            names=[names[kind] for kind in kinds.tolist()],
            stops=np.append(0, np.cumsum(many)),
            matrix=matrix,
            signs=np.ones(len(states), int),
            values=self._worth(),
            gains=np.zeros(matrix.shape[0]),
        )

    def _moves(self, states):
        """The matrix (moves, states) of what they lead to, and how many moves each state has."""
        source, course, target, chances = map(np.concatenate, zip(*self._found, strict=True))
        move = source * len(self._courses) + course
        order = np.argsort(move, kind="stable")
        moves, first, many = np.unique(move[order], return_index=True, return_counts=True)
        chances = chances[order]
        chances /= np.repeat(np.add.reduceat(chances, first), many)
        stops = np.append(first, len(order))
        matrix = csr_array((chances, target[order], stops), shape=(len(moves), states))
        matrix.sum_duplicates()  # with duplicates scipy's search for components doesn't end
        return matrix, np.bincount(moves // len(self._courses), minlength=states)

    def _explore(self, first, last):
        """Note who decides in some positions, and where each of his actions leads."""
        rows = unpacked(self._game, self._known.rows[first:last].T)
        kinds = np.full(rows.many, _OVER)
        going = np.flatnonzero(rows["phase"] >= 0)
        rows = rows.take(going)
        if rows.many:
            able = ((self._plain.counts(rows) > 0) & (rows["hp"] > 0))[: self._own]
            actor = self._game.places[0][able.argmax(axis=0)]
            # Who has neither damage nor an action follows his list, an empty one.
            chooses = np.isin(actor, [kind for kind, _, _ in self._courses])
            kinds[going] = np.where(able.any(axis=0) & chooses, actor, _NOBODY)
        self._kinds.append(kinds)
        for number, (kind, _, course) in enumerate(self._courses):
            which = np.flatnonzero(kinds[going] == kind)
            if not len(which):
                continue
            after = rows.take(which)
            after["of"] = first + going[which]
            course.phase(after)
            courses = np.full(after.many, number)
            self._found.append((after["of"], courses, self._placed(after), after["weight"]))
        if self._progress is not None:
            self._progress(len(self._known), self._most)

    def _placed(self, rows):
        """The places of some fights among the positions."""
        found = self._known.places(rows.table.T.astype(np.int64))
        if len(self._known) > self._most:
            kinds = self._game.kinds
            raise ValueError(
                f"{kinds[0].name} against {kinds[-1].name} has more than {self._most:,} states: "
                f"allow more (most_states), or fewer hit points"
            )
        return found

    def _states(self):
        """All positions, as `Position`s."""
        table, own = self._known.rows, self._own
        rows = unpacked(self._game, table.T)
        hp, uses = rows["hp"].T, self._uses(rows).T
        sides = [
            side[:, 0].tolist() if side.shape[1] == 1 else list(map(tuple, side.tolist()))
            for side in (hp[:, :own], hp[:, own:])
        ]
        columns = rows["turn"].tolist(), rows["phase"].tolist(), uses.tolist(), table.tolist()
        return [
            Position(mine, theirs, 0, phase, (), ())
            if phase == OVER
            else Position(mine, theirs, turn, phase, tuple(left), tuple(rest))
            for mine, theirs, turn, phase, left, rest in zip(*sides, *columns, strict=True)
        ]

    def _uses(self, rows):
        """How many uses are left of the first side's actions: (uses, positions)."""
        kinds = self._game.places[0, : self._own].tolist()
        left = [
            rows["resources"][slot, place]
            for slot, kind in enumerate(kinds)
            for (own, _), place in self._game.uses.items()
            if own == kind
        ]
        return np.array(left, int).reshape(-1, rows.many)

    def _worth(self):
        """What each end is worth, NaN where the fight goes on."""
        rows = unpacked(self._game, self._known.rows.T)
        stands = rows["hp"] > 0
        won, lost = (side.any(axis=0) for side in (stands[: self._own], stands[self._own :]))
        worth = np.where(won == lost, _NOBODY_WINS, won)
        return np.where(rows["phase"] >= 0, np.nan, worth)
