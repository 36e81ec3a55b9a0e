"""What a condition can ask about a fight: the three arguments of `Condition.holds`."""

from functools import cached_property

import numpy as np


class OfActor:
    """What a condition can ask about the actors; who: their places."""

    def __init__(self, targets, rows, who):
        self._targets, self._rows, self.who = targets, rows, who
        self._game = targets.game

    @cached_property
    def _own(self):
        return self._targets.effects.own(self._rows, self.who)

    def number(self, column):
        """Return the value of a column for each actor, as its statuses have changed it."""
        if column == "hp":
            return self._rows["hp"][self.who, np.arange(self._rows.many)]
        if column in self._game.counters:
            at = self.who, self._game.counters.index(column), np.arange(self._rows.many)
            return self._rows["points"][at]
        kinds = self._game.kind_of(self._rows, self.who)
        if column not in self._game.blows.changing:
            return self._game.column(column)[kinds]
        codes = self._targets.code(self._rows, *self._own)
        return self._game.blows.numbers(column, kinds, codes)

    def has(self, name):
        """Return whether each actor has a status of that name."""
        return _any_of(self._game, self._own[0], name)


class OfTargets:
    """What a condition can ask about all fighters as targets of an action: (fighters, fights)."""

    def __init__(self, targets, rows, action, own):
        self._targets, self._rows, self._action, self._own = targets, rows, action, own
        self._game = targets.game
        self._itself = np.arange(self._game.fighters)[:, None] == own.who

    def number(self, column):
        """Return the value of a column for all fighters, as their statuses have changed it."""
        game, rows = self._game, self._rows
        if column == "hp":
            return np.where(self._itself, rows["hp"], self._targets.left(rows, self._action))
        if column in game.counters:
            shown = self._targets.effects.points(rows)[:, game.counters.index(column)]
            return np.where(self._itself, self._own.number(column), shown)
        if column not in game.blows.changing:
            return game.of_slots(game.column(column), rows)
        numbers = [
            game.blows.numbers(
                column,
                game.kind_of(rows, slot),
                self._targets.code(rows, rows["left"][slot], rows["stacks"][slot]),
            )
            for slot in range(game.fighters)
        ]
        return np.where(self._itself, self._own.number(column), numbers)

    def has(self, name):
        """Return whether each fighter has a status of that name, as the actor knows it."""
        theirs = _any_of(self._game, self._rows["left"].swapaxes(0, 1), name)
        return np.where(self._itself, self._own.has(name), theirs)


def _any_of(game, left, name):
    """Whether statuses of a name are active; left: (statuses, ...)."""
    places = [at for at, status in enumerate(game.statuses) if status.name == name]
    return (left[places] != 0).any(axis=0)


class OfFight:
    """What a condition can ask about the fight as the actors see it."""

    def __init__(self, game, rows, who):
        self._side, self._rows, self.who = game.side, rows, who

    def number(self, what):
        """Return the round, or how many foes or other allies stand."""
        if what == "round":
            return self._rows["turn"]
        own = self._side[:, None] == self._side[self.who]
        stands = self._rows["hp"] > 0
        if what == "foes":
            return (stands & ~own).sum(axis=0)
        return (stands & own).sum(axis=0) - 1
