"""What a condition can ask about a fight: the three arguments of `Condition.holds`."""

from functools import cached_property

import numpy as np


class OfActor:
    """What a condition can ask about the actors; who: their places."""

    def __init__(self, game, effects, w, who):
        self._game, self._effects, self._w, self.who = game, effects, w, who

    @cached_property
    def _own(self):
        return self._effects.own(self._w, self.who)

    def number(self, column):
        """Return the value of a column for each actor, as its statuses have changed it."""
        game, w = self._game, self._w
        if column == "hp":
            return w["hp"][self.who, w.every]
        if column in game.counters:
            return w["resources"][self.who, game.counters.index(column), w.every]
        kinds = game.kind_of(w, self.who)
        if column not in game.blows.changing:
            return game.column(column)[kinds]
        return game.blows.numbers(column, kinds, game.blows.code(*self._own))

    def has(self, name):
        """Return whether each actor has a status of that name."""
        return _any_of(self._game, self._own[0], name)

    def stacks(self, name):
        """Return how many stacks of a status each actor has."""
        return _stacks_of(self._game, *self._own, name)


class OfTargets:
    """What a condition can ask about all fighters as targets: (fighters, fights).

    hp: those that count for who aims. own: the `OfActor`; of itself an actor knows more.
    """

    def __init__(self, game, effects, w, hp, own):
        self._game, self._effects, self._w, self._hp, self._own = game, effects, w, hp, own
        self._itself = np.arange(game.fighters)[:, None] == own.who

    def number(self, column):
        """Return the value of a column for all fighters, as their statuses have changed it."""
        game, w = self._game, self._w
        if column == "hp":
            return np.where(self._itself, w["hp"], self._hp)
        if column not in game.blows.changing and column not in game.counters:
            return game.of_slots(game.column(column), w)
        if column in game.counters:
            shown = self._effects.points(w)[:, game.counters.index(column)]
        else:
            shown = [self._changed(column, slot) for slot in range(game.fighters)]
        return np.where(self._itself, self._own.number(column), shown)

    def _changed(self, column, slot):
        game, w = self._game, self._w
        code = game.blows.code(w["left"][slot], w["stacks"][slot])
        return game.blows.numbers(column, game.kind_of(w, slot), code)

    def has(self, name):
        """Return whether each fighter has a status of that name, as the actor knows it."""
        theirs = _any_of(self._game, self._w["left"].swapaxes(0, 1), name)
        return np.where(self._itself, self._own.has(name), theirs)

    def stacks(self, name):
        """Return how many stacks of a status each fighter has, as the actor knows it."""
        left, stacks = (self._w[one].swapaxes(0, 1) for one in ("left", "stacks"))
        theirs = _stacks_of(self._game, left, stacks, name)
        return np.where(self._itself, self._own.stacks(name), theirs)


def _any_of(game, left, name):
    """Whether statuses of a name are active; left: (statuses, ...)."""
    places = [at for at, status in enumerate(game.statuses) if status.name == name]
    return (left[places] != 0).any(axis=0)


def _stacks_of(game, left, stacks, name):
    """The stacks of the statuses of a name; left, stacks: (statuses, ...)."""
    places = [at for at, status in enumerate(game.statuses) if status.name == name]
    return (stacks[places] * (left[places] != 0)).sum(axis=0)


class OfFight:
    """What a condition can ask about the fight as the actors see it."""

    def __init__(self, game, w, who):
        self._side, self._w, self.who = game.side, w, who

    def number(self, what):
        """Return the round, or how many foes or other allies stand."""
        if what == "round":
            return self._w["turn"]
        own, stands = self._side[:, None] == self._side[self.who], self._w["hp"] > 0
        if what.startswith("all "):  # that the fight began with
            stands = np.ones_like(stands)
        if what.endswith("foes"):
            return (stands & ~own).sum(axis=0)
        return (stands & own).sum(axis=0) - 1
