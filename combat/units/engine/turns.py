"""A fighter's turn: its statuses act, then its free actions, then the first other open action.

An action is open if it is possible and its condition holds. A turn is written once, for many fights
at once: the `luck` decides whether every outcome is followed or dice are rolled, see
`combat.units.engine.rows`.
"""

import numpy as np

from combat.units.engine.answers import Answers
from combat.units.engine.effects import AtOnce, Noted
from combat.units.engine.rows import joined
from combat.units.engine.statuses import Statuses
from combat.units.engine.striking import Striking
from combat.units.engine.targets import Targets

_STRIKES = 1000  # numbers for `luck.begin` from one action to the next
_ACTIONS = 100  # numbers of actions from one that takes a turn to the next, at least


class Turns:
    """The turns of a `Game`, taken with some luck (`Branching` or `Rolling`)."""

    def __init__(self, game, luck, preferred=None):
        self.game, self.luck, self._preferred = game, luck, preferred
        self.effects = Noted(game) if game.together else AtOnce(game)
        self.targets = Targets(game, luck, self.effects, preferred)
        self._statuses = Statuses(game, luck, self.effects)
        self._striking = Striking(game, luck, self.effects, self.targets, self._statuses)
        self._actions = max([_ACTIONS, *map(len, game.actions)])
        self._answers = Answers(game, self.targets, self._statuses, self._striking, self._spend)

    @property
    def start_counts(self):
        """Whether anything may happen at the start of a turn."""
        return bool(self.game.statuses) or self.game.recharges.width > 0

    def start(self, rows):
        """Let the actors' statuses act and count down; "_acts" is whether the actors may act."""
        rows = self._recharged(self._statuses.start(rows))
        rows = self._statuses.skipped(rows)
        stands = rows["hp"][rows["_actor"], np.arange(rows.many)] > 0
        rows["_acts"] = stands & ~rows["_skips"]
        return rows.without("_skips")

    def _recharged(self, rows):
        """Make used actions ready again, each with its chance."""
        game = self.game
        for number in range(game.recharges.width):
            ready = rows["ready"][rows["_actor"], number, np.arange(rows.many)] != 0
            chance = game.recharges.values[game.kind_of(rows, rows["_actor"]), number]
            rows, again = self.luck.coin(rows, np.where(ready, 0, chance))
            at = rows["_actor"], number, np.arange(rows.many)
            rows["ready"][at] |= again
        return rows

    def end(self, rows):
        """End the actors' statuses whose turns are over, and those that end by chance."""
        return self._statuses.end(rows)

    def act(self, rows, actions=1):
        """Let the actors that may act do their free actions, then `actions` that take a turn."""
        acting, idle = rows.parted(rows["_acts"])
        if not acting.many:
            return rows
        kinds = self.game.kind_of(acting, acting["_actor"])
        found = [idle]
        for kind in np.unique(kinds).tolist():
            own = self._free(self.effects.acting(acting.take(kinds == kind)), kind)
            for done in range(actions):
                own = self._main(own, kind, done)
            found.append(own)
        return joined(found)

    def _free(self, rows, kind):
        """Let actors of a kind do their free actions."""
        for number, action in enumerate(self.game.actions[kind]):
            if action.free and rows.many:
                rows = joined([*self._tried(rows, kind, number, 0)])
        return rows

    def _main(self, rows, kind, again):
        """Let actors of a kind do the first action that is open to them."""
        numbers = [
            number for number, action in enumerate(self.game.actions[kind]) if not action.free
        ]
        numbers.sort(key=lambda number: (kind, number) != self._preferred)
        found = []
        for number in numbers:
            done, rows = self._tried(rows, kind, number, again)
            found.append(done)
            if not rows.many:
                break
        return joined([*found, rows])

    def _tried(self, rows, kind, number, again):
        """Do an action in the fights where it is open; return these fights, and the others."""
        rows["_open"] = self.targets.open_to(rows, rows["_actor"], kind, number)
        doing, others = rows.parted(rows["_open"].any(axis=0))
        if doing.many:
            self.luck.begin(doing, (again * self._actions + number + 1) * _STRIKES)
            doing = self._done(doing, kind, number)
        return doing, others

    def _done(self, rows, kind, number):
        action = self.game.actions[kind][number]
        self._spend(rows, rows["_actor"], kind, number)
        if self._striking.answered(action):
            return self.luck.settled(self._answers.exchange(rows, kind, number))
        if action.on == "foe":
            rows = self._striking.all(rows, kind, number)
        else:
            rows = self._helped(rows, action)
        rows = self._statuses.gets(rows, "_actor", action)
        self.effects.acted(rows)
        return self.luck.settled(rows)

    def _spend(self, rows, who, kind, number):
        every = np.arange(rows.many)
        if (kind, number) in self.game.uses.places:
            rows["uses"][who, self.game.uses.places[kind, number], every] -= 1
        if (kind, number) in self.game.recharges.places:
            rows["ready"][who, self.game.recharges.places[kind, number], every] = 0

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
            self.effects.heal(rows, np.maximum(rows["_target"], 0), np.where(there, points, 0))
        self.effects.cure(rows, rows["_target"], action.cures, rows["_target"] >= 0)
        for gift in action.gives:
            rows = self._statuses.given(rows, rows["_target"], gift, rows["_target"] >= 0)
        return rows
