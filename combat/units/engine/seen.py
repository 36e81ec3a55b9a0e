"""What a condition can ask about a fight: the three arguments of `Condition.holds`."""

import numpy as np


class OfActor:
    """What a condition can ask about the actors; who: their places."""

    def __init__(self, turns, rows, who):
        self._game, self._rows, self.who = turns.game, rows, who

    def number(self, column):
        """Return the value of a column for each actor."""
        if column == "hp":
            return self._rows["hp"][self.who, np.arange(self._rows.many)]
        return self._game.column(column)[self._game.kind_of(self._rows, self.who)]

    def has(self, name):
        """Return whether each actor has a status of that name."""
        left = self._rows.get("_mine")
        if left is None:
            left = self._rows["left"][self.who, :, np.arange(self._rows.many)].T
        return _any_of(self._game, left, name)


class OfTargets:
    """What a condition can ask about all fighters as targets of an action: (fighters, fights)."""

    def __init__(self, turns, rows, action, own):
        self._turns, self._rows, self._action, self._own = turns, rows, action, own
        self._itself = np.arange(turns.game.fighters)[:, None] == own.who

    def number(self, column):
        """Return the value of a column for all fighters."""
        game, rows = self._turns.game, self._rows
        if column == "hp":
            return np.where(self._itself, rows["hp"], self._turns.aimed(rows, self._action))
        return game.of_slots(game.column(column), rows)

    def has(self, name):
        """Return whether each fighter has a status of that name, as the actor knows it."""
        left = self._rows["left"].swapaxes(0, 1)
        found = _any_of(self._turns.game, left, name)
        return np.where(self._itself, self._own.has(name), found)


def _any_of(game, left, name):
    """Whether statuses of a name are active; left: (statuses, ...)."""
    places = [at for at, status in enumerate(game.statuses) if status.name == name]
    return (left[places] != 0).any(axis=0)


class OfFight:
    """What a condition can ask about the fight as the actors see it."""

    def __init__(self, turns, rows, who):
        self._side, self._rows, self.who = turns.game.side, rows, who

    def number(self, what):
        """Return the round, or how many foes or other allies stand."""
        if what == "round":
            return self._rows["turn"]
        own = self._side[:, None] == self._side[self.who]
        stands = self._rows["hp"] > 0
        if what == "foes":
            return (stands & ~own).sum(axis=0)
        return (stands & own).sum(axis=0) - 1
