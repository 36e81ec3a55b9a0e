"""A fighter's turn: its statuses act, then its free actions, then the first other open action.

An action is open if it is possible and its condition holds. A turn is written once, for many fights
at once: the `luck` decides whether every outcome is followed or dice are rolled, see
`combat.units.engine.rows`.
"""

import numpy as np

from combat.units.engine.answers import Answers
from combat.units.engine.costs import Costs
from combat.units.engine.effects import AtOnce, Noted
from combat.units.engine.reactions import Reactions
from combat.units.engine.rows import joined
from combat.units.engine.statuses import Statuses
from combat.units.engine.striking import Striking
from combat.units.engine.targets import Targets

_STRIKES = 1000  # numbers for `luck.begin` from one action to the next
_ACTIONS = 100  # numbers of actions from one that takes a turn to the next, at least


class Turns:
    """The turns of a `Setup`, taken with some luck (`Branching` or `Rolling`)."""

    def __init__(self, game, luck, preferred=None):
        self.game, self.luck, self._preferred = game, luck, preferred
        self.effects = Noted(game) if game.together else AtOnce(game)
        self.costs = Costs(game, luck)
        self.targets = Targets(game, luck, self.effects, self.costs, preferred)
        self.statuses = Statuses(game, luck, self.effects)
        self._striking = Striking(game, luck, self.effects, self.targets, self.statuses)
        self._actions = max([_ACTIONS, *map(len, game.actions)])
        self.reactions = Reactions(game, luck, self.effects, self.targets, self._reacted)
        self._striking.reactions = self.reactions
        self._answers = Answers(game, self.targets, self._striking, self._got)

    @property
    def start_counts(self):
        """Whether anything may happen at the start of a turn."""
        return bool(self.game.statuses) or self.costs.start_counts

    def start(self, rows):
        """Let the actors' statuses act and count down; "_acts" is whether the actors may act."""
        rows = self.costs.start(self.statuses.start(rows))
        rows = self.statuses.skipped(rows)
        stands = rows["hp"][rows["_actor"], np.arange(rows.many)] > 0
        rows["_acts"] = stands & ~rows["_skips"]
        return rows.without("_skips")

    def end(self, rows):
        """End the actors' statuses whose turns are over, and those that end by chance."""
        return self.statuses.end(rows)

    def act(self, rows, actions=1):
        """Let the actors that may act do their free actions, then `actions` that take a turn."""
        acting, idle = rows.parted(rows["_acts"])
        if not acting.many:
            return rows
        kinds = self.game.kind_of(acting, acting["_actor"])
        parts = [idle]
        for kind in np.unique(kinds).tolist():
            own = acting.take(kinds == kind)
            counts = self.statuses.per_turn(own, kind)
            for count in np.unique(counts).tolist():
                some = own if (counts == count).all() else own.take(counts == count)
                parts.append(self._acting(some, kind, actions * count))
        return joined(parts)

    def _acting(self, rows, kind, actions):
        """Let actors of a kind do their free actions, then so many that take a turn."""
        rows = self._free(self.effects.acting(self.costs.turn(rows)), kind)
        for done in range(actions):
            rows = self._main(rows, kind, done)
        return rows

    def _free(self, rows, kind):
        """Let actors of a kind do their free actions."""
        for number, action in enumerate(self.game.actions[kind]):
            if action.free and not action.reacts and rows.many:
                rows = joined([*self._tried(rows, kind, number, 0)])
        return rows

    def _main(self, rows, kind, again):
        """Let actors of a kind do the first action that is open to them."""
        numbers = [
            number
            for number, action in enumerate(self.game.actions[kind])
            if not (action.free or action.reacts)
        ]
        numbers.sort(key=lambda number: (kind, number) != self._preferred)
        parts = []
        for group in self._groups(kind, numbers):
            if len(group) > 1:
                done, rows = self._drawn(rows, kind, group, again)
            else:
                done, rows = self._tried(rows, kind, group[0], again)
            parts.append(done)
            if not rows.many:
                break
        return joined([*parts, rows])

    def _groups(self, kind, numbers):
        """Actions that have a weight and follow each other together, each other one alone."""
        actions, groups = self.game.actions[kind], []
        for number in numbers:
            asked = (kind, number) == self._preferred
            weighed = actions[number].weight is not None and not asked
            last = groups[-1] if groups else (False, None)
            if weighed and last[0] and self._follows(kind, last[1][-1], number):
                last[1].append(number)
            else:
                groups.append((weighed, [number]))
        return [group for _, group in groups]

    def _follows(self, kind, number, other):
        """Whether nothing stands between two rows but what reacts, which takes no turn."""
        return all(action.reacts for action in self.game.actions[kind][number + 1 : other])

    def _drawn(self, rows, kind, group, again):
        """Do one of the open actions of a group, chosen by weight; as `_tried`."""
        can = [self.targets.open_to(rows, rows["_actor"], kind, number) for number in group]
        can = np.array([targets.any(axis=0) for targets in can]) & self._still_acts(rows)
        where = can.any(axis=0)
        rest, others, can = rows.take(where), rows.take(~where), can[:, where]
        if not rest.many:
            return rest, others
        self.luck.begin(rest, (again * self._actions + group[0] + 1) * _STRIKES - 1)
        weights = np.array([self.game.actions[kind][number].weight for number in group])
        rest, chosen = self.luck.choose(rest, can, weights)
        parts = [
            self._tried(rest.take(chosen == index), kind, number, again)[0]
            for index, number in enumerate(group)
            if (chosen == index).any()
        ]
        return joined(parts), others

    def _tried(self, rows, kind, number, again):
        """Do an action in the fights where it is open; return these fights, and the others."""
        rows["_open"] = self.targets.open_to(rows, rows["_actor"], kind, number)
        rows["_open"] &= self._still_acts(rows)
        doing, others = rows.parted(rows["_open"].any(axis=0))
        if doing.many:
            self.luck.begin(doing, (again * self._actions + number + 1) * _STRIKES)
            doing = self._done(doing, kind, number)
        return doing, others

    def _still_acts(self, rows):
        """Whether the actors stand: a reaction or an answer may have felled them."""
        if self.game.together:
            return True
        return rows["hp"][rows["_actor"], np.arange(rows.many)] > 0

    def _reacted(self, rows, kind, number):
        """Do a reaction; "_open": whom it may be aimed at."""
        return self._done(self.costs.turn(rows), kind, number)

    def _done(self, rows, kind, number):
        action = self.game.actions[kind][number]
        self.costs.pay(rows, rows["_actor"], kind, number)
        rows = self._striking.begun(rows)
        if self._striking.answered(action):
            rows = self._answers.exchange(rows, kind, number)
            return self.luck.settled(rows.without("_rolled"))
        if action.on == "foe":
            rows = self._striking.all(rows, kind, number)
        elif action.on != "nobody":
            rows = self._helped(rows, action)
        rows = self._got(rows, "_actor", action)
        self.effects.acted(rows)
        return self.luck.settled(rows.without("_rolled"))

    def _got(self, rows, who, action):
        """Give actors what they get by an action; who: the name of their places."""
        return self.costs.gains(self.statuses.gets(rows, who, action), who, action)

    def _helped(self, rows, action):
        """Heal, cure and give statuses to an actor's own side."""
        for _ in range(self.targets.most(action)):
            if action.on == "self":
                rows["_target"] = rows["_actor"]
            else:
                rows = self.targets.aim(rows, "_open", action)
            self.targets.mark(rows, "_open", False)  # so that the next target is another
            for _ in range(action.times):
                rows = self._help(rows, action)
        return rows

    def _help(self, rows, action):
        if action.heals is not None:
            draw = self.game.draws.of(action.heals)
            places = np.where(rows["_target"] >= 0, draw, self.game.nothing)
            rows, points, _ = self.luck.draw(rows, self.game.draws, places)
            there = rows["_target"] >= 0
            give = self.effects.revive if action.revives else self.effects.heal
            give(rows, np.maximum(rows["_target"], 0), np.where(there, points, 0))
        self.effects.cure(rows, rows["_target"], action.cures, rows["_target"] >= 0)
        for gift in action.gives:
            rows = self.statuses.given(rows, rows["_target"], gift, rows["_target"] >= 0)
        return rows
