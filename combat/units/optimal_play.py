"""The best policy of a unit or a party: which action in which state, whatever its list says."""

from typing import NamedTuple

import numpy as np

from combat.markov import optimal
from combat.units.engine.exact import Form
from combat.units.engine.game import OVER, Setup
from combat.units.engine.orders import Course
from combat.units.engine.rows import Branching
from combat.units.sheets.roster import Unit

MOST_STATES = 20_000
_NOBODY_WINS = 0.5  # as in Duel.score
_FOLLOWS = "follows its list"  # the only move if the first has nothing to decide


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
    and so do all free actions and answers. The value is the best `Duel.score`: 1 if the first wins,
    a half if both fall, the last round is over, or the duel goes on for ever. `Played.bounds` has
    the values if to go on for ever counted as the worst end that can be reached, and as the best;
    the two differ only where a duel may never end. `Played.followed()` has the rounds and what is
    left. ValueError for more states than most_states; 200,000 take
    minutes. progress: called as progress(states found, most_states).

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
    game = Setup([*kinds[0], *kinds[1]], [places], len(sides[0]), rules, max_rounds=max_turns)
    if game.together and len(sides[0]) > 1:
        raise ValueError(
            f"order = {rules.order!r}: in a party each decides in a turn of its own; take an order "
            f"such as first, or initiative"
        )
    positions = _Positions(game, most_states, progress)
    return optimal(positions.start, positions.moves.get, _worth, endless=_NOBODY_WINS)


def _worth(position):
    if position.phase >= 0:
        return None
    won, lost = (np.max(hp) > 0 for hp in (position.hp, position.foe_hp))
    return _NOBODY_WINS if won == lost else float(won)


class _Positions:
    """All positions of a duel, and what each action of the first leads to: {position: moves}."""

    def __init__(self, game, most_states, progress=None):
        self._game = game
        self._own = int((game.side == 0).sum())
        plain = Course(game, Branching())
        rows = game.begun([0])
        rows["weight"] = np.ones(1)
        rows = plain.luck.settled(plain.begun(rows), always=True)
        self._form, self._named = Form(rows), {}
        self.moves = {}
        self.start = dict(zip(self._positions(rows), rows["weight"].tolist(), strict=True))
        courses = self._courses()
        waiting = rows
        while waiting.many:
            waiting = self._explored(waiting, plain, courses)
            if progress is not None:
                progress(len(self.moves), most_states)
            if len(self.moves) > most_states:
                raise ValueError(
                    f"{game.kinds[0].name} against {game.kinds[-1].name} has more than "
                    f"{most_states:,} states: allow more (most_states), or fewer hit points"
                )

    def _courses(self):
        """For each kind of the first side and each of its actions: (kind, name, course)."""
        game, found = self._game, []
        for kind in sorted(set(game.places[0, : self._own].tolist())):
            for number, action in enumerate(game.actions[kind]):
                if not (action.free or action.reacts):
                    name = action.name
                    if self._own > 1:
                        name = f"{game.kinds[kind].name}: {name}"
                    found.append((kind, name, Course(game, Branching(), (kind, number))))
        return found

    def _explored(self, rows, plain, courses):
        """Note the moves of some positions; return the new positions that they lead to."""
        rows = rows.take(rows["phase"] >= 0)
        if not rows.many:
            return rows
        positions = self._positions(rows)
        able = ((plain.counts(rows) > 0) & (rows["hp"] > 0))[: self._own]
        decides, actor = able.any(axis=0), self._game.places[0][able.argmax(axis=0)]
        for position in positions:
            self.moves[position] = {}
        found = []
        for mask, course, name in [
            (~decides, plain, _FOLLOWS),
            *((decides & (actor == kind), course, name) for kind, name, course in courses),
        ]:
            if mask.any():
                found.append(self._moved(rows, np.flatnonzero(mask), course, name, positions))
        new = {}
        for table in found:
            for row in map(tuple, table.tolist()):
                new[row] = None
        table = np.array([row for row in new if self._position(row) not in self.moves])
        if not len(table):
            return rows.take(np.zeros(0, int))
        return self._form.unpacked(table.T)

    def _moved(self, rows, which, course, name, positions):
        """Note what a move leads to from some positions; return the rows after it as a table."""
        before = rows.take(which)
        before["of"], before["weight"] = np.arange(len(which)), np.ones(len(which))
        after = course.phase(before)
        table = self._form.packed(after)
        for of, weight, row in zip(
            after["of"].tolist(), after["weight"].tolist(), map(tuple, table.tolist()), strict=True
        ):
            moves = self.moves[positions[which[of]]]
            moves.setdefault(name, []).append((weight, self._position(row)))
        return table

    def _positions(self, rows):
        return [self._position(row) for row in map(tuple, self._form.packed(rows).tolist())]

    def _position(self, row):
        if row not in self._named:
            self._named[row] = self._read(row)
        return self._named[row]

    def _read(self, row):
        one = self._form.unpacked(np.array(row)[:, None])
        uses = tuple(one["uses"][: self._own, :, 0].ravel().tolist())
        points = one["hp"][:, 0].tolist()
        hp = [
            side[0] if len(side) == 1 else tuple(side)
            for side in (points[: self._own], points[self._own :])
        ]
        turn, phase = int(one["turn"][0]), int(one["phase"][0])
        if phase == OVER:
            return Position(*hp, 0, phase, (), ())
        return Position(*hp, turn, phase, uses, row)
