"""Optimal play of one player against the dice, or of two who move in turn and see everything."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd
from scipy.sparse import csr_array, hstack, vstack
from scipy.sparse.csgraph import breadth_first_order

from combat.core.checks import check_numbers, check_whole
from combat.markov.chain import Chain
from combat.markov.positions import Positions, Watch, positions_of
from combat.markov.solving import solved_chain
from combat.markov.values import ENDLESS, values_of

_TIE = 1e-9  # moves closer than this, relative to the greatest value, are equally good


@dataclass(frozen=True, eq=False)
class Played:
    """A game under optimal play, as returned by `optimal`.

    Values are those for the first player. endless: what a game that goes on for ever is worth.

    >>> found = optimal(0, lambda s: {"stop": [(1, 9)], "flip": [(0.5, 1), (0.5, 2)]},
    ...                 lambda s: {9: 0.4, 1: 1.0, 2: 0.0}.get(s))
    >>> found.value(), found.policy, round(found.regret(0, "stop"), 3), found.bounds()
    (0.5, {0: 'flip'}, 0.1, (0.5, 0.5))
    >>> print(found)
    At the start it is worth 0.5 to the first player; the best move is 'flip'.
    """

    positions: Positions
    endless: float
    _values: dict = field(repr=False)

    def __str__(self):
        start, (low, high) = list(self.positions.start), self.bounds()
        best = " or ".join(map(repr, self.best(start[0]))) if len(start) == 1 else ""
        said = f"At the start it is worth {self.value():.4g} to the first player"
        said += f"; the best move is {best}." if best else "."
        if high - low > self._tie:
            said += (
                f" Endless play counts {self.endless:g}: as the worst end the start would be worth "
                f"{low:.4g}, as the best {high:.4g}."
            )
        return said

    @property
    def states(self):
        """All states that the game can reach."""
        return self.positions.states

    def value(self, state=None):
        """Return the value of a state (the start) to the first player if both play optimally."""
        return self._of(self._values["endless"], state)

    def bounds(self, state=None):
        """Return the values if endless play counts as the worst, and as the best, end of the game.

        They are for the first player; the ends are those that can be reached, beside `endless`. The
        two agree within 1e-12, unless somebody gains by playing on for ever: then `value` depends
        on `endless`. `value` never lies outside of them, not even by rounding.
        """
        value = self.value(state)
        low, high = (self._of(self._values[end], state) for end in ("worst", "best"))
        return min(low, value), max(value, high)

    def moves(self, state):
        """Return the moves of a state, the best for its player first: a frame of value and regret.

        value: for the first player, if all play optimally afterwards. regret: what the move costs
        the player who makes it, compared to the best move.
        """
        place = self._place(state)
        rows = slice(*self.positions.stops[place : place + 2])
        values, sign = self._move_values[rows], self.positions.signs[place]
        names = pd.Index(
            self.positions.names[place], name="move", tupleize_cols=False, dtype=object
        )
        regret = sign * (self._values["endless"][place] - values)
        frame = pd.DataFrame({"value": _ended(values), "regret": np.maximum(regret, 0)}, names)
        # Of equally good moves, one that leads towards an end comes before one that may cycle.
        return frame.iloc[np.lexsort((~self._leads_on[rows], regret.round(9)))]

    def best(self, state):
        """Return a tuple of the best move of a state and all that are as good within 1e-9."""
        found = self.moves(state)
        return tuple(found.index[found["regret"] <= self._tie])

    def regret(self, state, move):
        """Return what a move costs the player who makes it, compared to the best one."""
        found = self.moves(state)["regret"]
        if move not in found.index:
            raise ValueError(f"move = {move!r} is no move of {state!r}: it has {list(found.index)}")
        return float(found.loc[[move]].iloc[0])

    @cached_property
    def policy(self):
        """The best move of each state that has one: {state: move}."""
        chosen = np.flatnonzero(self._leads_on)
        place = np.searchsorted(self.positions.stops, chosen, side="right") - 1
        names, stops = self.positions.names, self.positions.stops
        return {
            self.states[at]: names[at][move - stops[at]]
            for at, move in reversed(list(zip(place.tolist(), chosen.tolist(), strict=True)))
        }

    def against(self, policy, *, progress=None):
        """Return how the game goes if a policy is followed: `Played`.

        policy: {state: move}, or a function; a state without a move is played optimally.
        """
        choice = policy if callable(policy) else policy.get
        kept = np.ones(self.positions.matrix.shape[0], bool)
        for place, state in enumerate(self.states):
            move = choice(state) if self.positions.names[place] else None
            if move is None:
                continue
            names = self.positions.names[place]
            if move not in names:
                raise ValueError(f"policy: {move!r} is no move of {state!r}: it has {names}")
            kept[slice(*self.positions.stops[place : place + 2])] = False
            kept[self.positions.stops[place] + names.index(move)] = True
        return played(self.positions.only(kept), self.endless, progress)

    def followed(self):
        """Return how the game ends if all keep to the `policy`: the `Solved` of `solve`.

        Of equally good moves one that leads towards an end is taken; what goes on for ever all the
        same is undecided. Another policy: `against(policy).followed()`.
        """
        game = self.positions
        going = game.many_moves > 0
        rows = game.matrix[np.flatnonzero(self._leads_on)]
        counts = np.zeros(len(game.states), int)
        counts[going] = np.diff(rows.indptr)
        stops = np.append(0, np.cumsum(counts))
        matrix = csr_array((rows.data, rows.indices, stops), shape=(len(counts),) * 2)
        start = np.zeros(len(counts))
        for state, chance in game.start.items():
            start[game.index[state]] = chance
        reached = _reached(matrix, start > 0)
        states = [game.states[place] for place in reached.tolist()]
        chain = Chain(states, start[reached], matrix[reached][:, reached], ~going[reached])
        return solved_chain(chain)

    def _place(self, state):
        try:
            return self.positions.index[state]
        except (KeyError, TypeError):
            raise ValueError(f"state = {state!r}: the game can't reach it") from None

    def _of(self, values, state):
        if state is not None:
            return float(_ended(values[self._place(state)]))
        chances = self.positions.start
        value = sum(chances[one] * values[self.positions.index[one]] for one in chances)
        return float(_ended(value))

    @cached_property
    def _move_values(self):
        return self.positions.matrix @ self._values["endless"] + self.positions.gains

    @cached_property
    def _tie(self):
        known = np.abs(self._values["endless"])
        return _TIE * max(1.0, known[known < ENDLESS].max(initial=0))

    @cached_property
    def _leads_on(self):
        """Bools (moves,): for each state a best move that leads towards an end, not back."""
        game = self.positions
        who = np.repeat(np.arange(len(game.states)), game.many_moves)
        signed = game.signs[who] * self._move_values
        best = np.full(len(game.states), -np.inf)
        np.maximum.at(best, who, signed)
        # Stricter than for ties: a move that is made often would cost its regret each time.
        tied = signed >= best[who] - self._tie * 1e-3
        found = np.zeros(len(who), bool)
        for player in (1, -1):
            own = game.signs[who] == player
            found[self._chosen(who, tied, own)] = True
        return found

    def _chosen(self, who, tied, own):
        """One best move of each state of a player; own: bools (moves,), which moves are his."""
        game = self.positions
        chosen = np.full(len(game.states), -1)
        reached = ~np.isnan(game.values)
        while True:
            leads = tied & (game.matrix @ reached > 0)
            new = np.flatnonzero(leads & own & ~reached[who])
            places, first = np.unique(who[new], return_index=True)
            chosen[places] = new[first]
            # The other player may choose any of his best moves, so all of them must lead on.
            stuck = np.bincount(who, tied & ~leads, len(game.states)) > 0
            others = np.unique(who[~own & ~stuck[who] & ~reached[who]])
            if not (places.size or others.size):
                break
            reached[places] = reached[others] = True
        rest = np.flatnonzero(tied & own & (chosen[who] < 0))
        places, first = np.unique(who[rest], return_index=True)
        chosen[places] = rest[first]
        return chosen[chosen >= 0]


def optimal(
    start,
    moves,
    over,
    *,
    first=None,
    endless=0.0,
    gains=None,
    most_states=1_000_000,
    progress=None,
):
    """Return how a game goes under optimal play: `Played`.

    start: as in `solve`. moves: a function of a state that returns {move: list of (chance, next
    state)}. over: a function of a state that returns its value to the first player if the game is
    over, or None if it goes on. first: a function of a state that returns whether the first player
    moves, who wants a high value, or the second, who wants a low one. Without it one player decides
    alone, against the dice: for example when to drink a potion.

    endless: what a game that goes on for ever is worth; `Played.bounds` says how much depends on
    it. Values are exact to 1e-12, by interval iteration, from below and from above, cycle by cycle.
    If the two don't meet, as somebody gains by playing on for ever or cycles are slow, strategy
    iteration gives values exact but for rounding. ValueError as in `solve`, and for a state that
    isn't over and has no move.

    gains: as in `solve`, what a step from a state to the next gains, which is added to what the end
    is worth: damage dealt, or 1 for a turn; who wants the fewest turns is the second player.
    ValueError if somebody can go on gaining for ever, and will.

    progress: called some times a second, as progress(states found, most_states) and then, as far
    as can be told, as progress(states whose value is known, states). To stop, raise something in
    it, as Ctrl-C does. Without it more than 30,000 states in slow cycles are a ValueError, if they
    would take more than some seconds; with it they take the time that they need.

    >>> def moves(hp):                          # each orc costs 1 or 2, a potion heals 2, once
    ...     hp, potions, orcs = hp
    ...     fight = [(0.5, (hp - 1, potions, orcs - 1)), (0.5, (hp - 2, potions, orcs - 1))]
    ...     drink = [(1, (min(3, hp + 2), potions - 1, orcs))]
    ...     return {"fight": fight, "drink": drink} if potions else {"fight": fight}
    >>> def over(hp):
    ...     hp, potions, orcs = hp
    ...     return 0.0 if hp <= 0 else 1.0 if orcs == 0 else None
    >>> found = optimal((3, 1, 3), moves, over)
    >>> found.value(), found.best((3, 1, 3)), found.best((1, 1, 2))
    (0.375, ('fight',), ('drink',))
    >>> slow = optimal(3, lambda hp: {"hit": [(0.5, hp - 1), (0.5, hp)], "aim": [(1, hp - 1)]},
    ...                {0: 0.0}.get, first=lambda hp: False, gains=lambda hp, after: 1)
    >>> slow.value(), slow.best(3)
    (3.0, ('aim',))
    """
    most_states = int(check_whole("most_states", most_states, low=1))
    endless = float(check_numbers("endless", endless))
    if np.isnan(endless):
        raise ValueError("endless = nan is out of range: it must be a number")
    positions = positions_of(start, moves, over, first, gains, most_states, Watch(progress))
    return played(positions, endless, progress)


def played(positions, endless, progress=None):
    """Return the `Played` of all `Positions` of a game; endless, progress: as in `optimal`."""
    ends = positions.values[~np.isnan(positions.values)].tolist()
    ends = min([endless, *ends]), endless, max([endless, *ends])
    found = values_of(positions, ends, Watch(progress)).T
    start = found[1][[positions.index[state] for state in positions.start]]
    if np.abs(start).max() > ENDLESS:
        raise ValueError(
            "gains: somebody goes on gaining for ever, so the sum has no end: let each step end "
            "the game with a small chance"
        )
    return Played(positions, endless, dict(zip(("worst", "endless", "best"), found, strict=True)))


def _ended(values):
    """Values, in which a sum without end is infinite."""
    return np.where(np.abs(values) > ENDLESS, np.copysign(np.inf, values), values)


def _reached(matrix, start):
    """The places that a chain reaches from some, in order."""
    many = len(start)
    source = csr_array(start[None].astype(float))
    graph = vstack([hstack([matrix, csr_array((many, 1))]), hstack([source, csr_array((1, 1))])])
    found = breadth_first_order(graph.tocsr(), many, return_predecessors=False)
    return np.sort(found[found < many])
