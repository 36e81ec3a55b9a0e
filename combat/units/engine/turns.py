"""A fighter's turn: its free actions, then the first other open action.

An action is open if it is possible and its condition holds.
"""

import numpy as np

from combat.units.engine.answers import Answers
from combat.units.engine.effects import Effects
from combat.units.engine.reactions import Reactions
from combat.units.engine.statuses import Statuses
from combat.units.engine.striking import Striking
from combat.units.engine.targets import Targets

_STRIKES = 1000  # numbers for `source.begin` from one action to the next
_ACTIONS = 100  # numbers of actions from one that takes a turn to the next, at least


class Turns:
    """The turns of a `CompiledFight`; source, of what is drawn: `Branching` or `Rolling`."""

    def __init__(self, game, source, preferred=None):
        self.game, self.source, self._preferred = game, source, preferred
        self.effects = Effects(game, source)
        self.targets = Targets(game, source, self.effects, preferred)
        self.statuses = Statuses(game, source, self.effects)
        self._striking = Striking(game, source, self.effects, self.targets, self.statuses)
        self._actions = max([_ACTIONS, *map(len, game.actions)])
        self.reactions = Reactions(game, source, self.effects, self.targets, self.done)
        self._striking.reactions = self.reactions
        self._answers = Answers(game, source, self.targets, self._striking)
        self._groups = [self._grouped(kind) for kind in range(len(game.kinds))]
        self._free = [
            [[number] for number, one in enumerate(own) if one.free and not one.reacts]
            for own in game.actions
        ]

    def _grouped(self, kind):
        """Actions that take a turn: those with a weight that follow each other together."""
        groups, weighs = [], False
        for number, action in enumerate(self.game.actions[kind]):
            if action.reacts:
                continue
            if weighs and not action.free and action.weight is not None:
                groups[-1].append(number)
            elif not action.free:
                groups.append([number])
            weighs = not action.free and action.weight is not None
        if self._preferred is None or self._preferred[0] != kind:
            return groups
        first = self._preferred[1]
        return [[first], *[rest for own in groups for rest in _parted(own, first) if rest]]

    def act(self, w, may, actions=1):
        """Let the actors that may act do their free actions, then `actions` that take a turn."""
        with w.local(many=np.zeros(w.many, int)) as v:
            for kind in w.split(np.where(may, self.game.kind_of(w, w["actor"]), -1)):
                if kind < 0:
                    continue
                if self.game.again:
                    w["strikes"] = np.zeros(w.many, int)
                self.effects.acting(w)
                v.many = self.statuses.per_turn(w, kind) * actions
                for group in self._free[kind]:
                    self._first_of(w, kind, [group], 0)
                for done in range(v.many.max()):
                    for _ in w.where(v.many > done):
                        self._first_of(w, kind, self._groups[kind], done)
        limits = self.game.resources
        if limits.each_turn.any():
            full, each = (self.game.of_slots(one, w) for one in (limits.most, limits.each_turn))
            w["resources"] = np.where(each, full, w["resources"])

    def _first_of(self, w, kind, groups, again):
        """Do one action of the first group of which one is open."""
        with w.local(chosen=-1, open=np.zeros((self.game.fighters, w.many), bool)) as v:
            for group in groups:
                self._choose(w, v, kind, group, again)
                if (v.chosen >= 0).all():
                    break
            for number in w.split(v.chosen):
                if number >= 0:
                    self.source.begin(w, (again * self._actions + number + 1) * _STRIKES)
                    self.done(w, kind, number, v.open)

    def _choose(self, w, v, kind, group, again):
        """Choose one of the open actions of a group by weight, where none is chosen yet."""
        among = v.chosen < 0
        if not self.game.together:  # a reaction or an answer may have felled them
            among = among & self.effects.goes_on(w, w["actor"])
        if len(group) > 1:
            self.source.begin(w, (again * self._actions + group[0] + 1) * _STRIKES - 1)
        drawn, open_to = self.targets.drawn(w, w["actor"], kind, group, [among] * len(group))
        v.open = np.where(drawn >= 0, open_to, v.open)
        v.chosen = np.where(drawn >= 0, np.array(group)[drawn], v.chosen)

    def done(self, w, kind, number, open_to):
        """Let the actors do an action; open_to: whom it may be aimed at."""
        action = self.game.actions[kind][number]
        self.targets.pay(w, w["actor"], kind, number)
        if self.game.got_by_result:
            w["rolled"] = np.zeros((self.game.fighters, w.many), np.int8)
        if self._answers.has(action):
            self._answers.exchange(w, kind, number, open_to)
        else:
            if action.on != "nobody":
                self._striking.all(w, kind, number, open_to)
            self._striking.got(w, w["actor"], action)
            self.effects.acted(w)
        self.source.merge(w)


def _parted(group, number):
    """A group without a number; those before it and those after it don't follow each other."""
    if number not in group:
        return [group]
    at = group.index(number)
    return [group[:at], group[at + 1 :]]
