"""What a condition can ask about a fight: the three arguments of `Condition.holds`."""

import numpy as np


class Seen:
    """What is known of fighters: of one of each fight (fights,), or of all (fighters, fights).

    kinds: theirs. hp: their points. counters: (counters, ...). stacks: (statuses, ...).
    """

    def __init__(self, game, kinds, hp, counters, stacks):
        self._game, self._kinds, self._hp = game, kinds, hp
        self._counters, self._stacks = counters, stacks

    def number(self, column):
        """Return the value of a column for each fighter, as its statuses have changed it."""
        game = self._game
        if column == "hp":
            return self._hp
        if column in game.counters:
            return self._counters[game.counters.index(column)]
        return game.numbers(column, self._kinds, self._stacks)

    def has(self, name):
        """Return whether each fighter has a status of that name."""
        return self.stacks(name) > 0

    def stacks(self, name):
        """Return how many stacks of a status each fighter has."""
        places = [at for at, status in enumerate(self._game.statuses) if status.name == name]
        return self._stacks[places].sum(axis=0)


class OfTargets:
    """What the actors know of all fighters as targets, (fighters, fights): of themselves more."""

    def __init__(self, itself, own, all_others):
        self._itself, self._own, self._others = itself, own, all_others

    def number(self, column):
        """Return the value of a column for all fighters."""
        return np.where(self._itself, self._own.number(column), self._others.number(column))

    def has(self, name):
        """Return whether each fighter has a status of that name."""
        return np.where(self._itself, self._own.has(name), self._others.has(name))

    def stacks(self, name):
        """Return how many stacks of a status each fighter has."""
        return np.where(self._itself, self._own.stacks(name), self._others.stacks(name))


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
