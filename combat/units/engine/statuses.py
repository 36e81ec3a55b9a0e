"""The start and the end of a turn: what statuses do then, and what limits actions comes back.

What ends statuses at once, such as a cure, is in `effects`.
"""

import numpy as np

from combat.units.engine.game import ENDLESS, FOREVER
from combat.units.sheets.rolls import Save


class Statuses:
    """The statuses and resources of a `CompiledFight`; source, effects: of its `Turns`."""

    def __init__(self, game, source, effects):
        self._game, self._source, self._effects = game, source, effects
        self.may_start = bool(game.statuses) or any(
            game.resources[at].any()
            for at in (2, 3)  # whether any comes back
        )

    def drawn(self, w, amount, where):
        """Draw dice in some fights, 0 in the others; where: a mask."""
        game = self._game
        places = np.where(where, game.draws.of(amount), game.nothing)
        return self._source.draw(w, game.draws, places)[0]

    # The start of a turn

    def start(self, w):
        """Let the actors' statuses act and count down: a mask of who may act."""
        if self._game.statuses:
            self._lost_and_gained(w)
            self._count_down(w)
        self._come_back(w)
        with w.local(skips=np.zeros(w.many, bool)) as v:
            for index, status in enumerate(self._game.statuses):
                if status.skips:
                    chance = np.where(self._has(w, index), status.skips, 0)
                    v.skips = self._source.coin(w, chance) | v.skips
            return (w["hp"][w["actor"], w.every] > 0) & ~v.skips

    def _come_back(self, w):
        """Let what limits actions come back: surely, and what is used up by chance."""
        resources = self._game.resources
        kinds = self._game.kind_of(w, w["actor"])
        if resources.back.any():
            at = w["actor"], slice(None), w.every
            there = w["resources"][at] + resources.back[kinds]
            w["resources"][at] = np.minimum(there, resources.most[kinds])
        for place in np.flatnonzero(resources.chance.any(axis=0)):
            used = w["resources"][w["actor"], place, w.every] == 0
            chance = resources.chance[self._game.kind_of(w, w["actor"]), place]
            back = self._source.coin(w, np.where(used, chance, 0))
            w["resources"][w["actor"], place, w.every] += back

    def _lost_and_gained(self, w):
        """Change hit points by the sum of all that is lost and gained: no status comes first."""
        # What can't kill takes nothing of the last hit point that the others leave.
        zeros = np.zeros((3, w.many), np.int64)  # lost to what kills, to what doesn't, gained
        with w.local(points=zeros) as v:
            for index, status in enumerate(self._game.statuses):
                for amount, into in ((status.loses, int(not status.kills)), (status.gains, 2)):
                    if amount is None or not (has := self._has(w, index)).any():
                        continue
                    amounts = self.drawn(w, amount, has)
                    v.points[into] += amounts * w["stacks"][w["actor"], index, w.every]
            if not v.points.any():
                return
            at = w["actor"], w.every
            full = np.maximum(self._game.full[self._game.kind_of(w, w["actor"])], w["hp"][at])
            deadly = self._effects.soaked(w, w["actor"], v.points[0])
            spared = self._effects.soaked(w, w["actor"], v.points[1])
            after = w["hp"][at] - deadly + v.points[2]
            after = np.where(after > 0, np.maximum(after - spared, 1), 0)
            w["hp"][at] = np.minimum(after, full)

    def _count_down(self, w):
        at, own = (w["actor"], slice(None), w.every), self._game.own_turns
        left = w["left"][at]
        w["left"][at] = left - ((left > 1) & own)
        for index, places in self._game.timers.items():
            at = w["actor"], places, w.every
            now = w["timers"][at]
            w["timers"][at] = now - ((now > 1) & (now < FOREVER) & own[index])

    def _has(self, w, index):
        """Whether the actor has a status."""
        return w["left"][w["actor"], index, w.every] != 0

    def per_turn(self, w, kind):
        """How many actions that take a turn the actors, all of a kind, have in one: (fights,)."""
        stacks = self._effects.of(w, w["actor"])
        return self._game.numbers("per_turn", np.full(w.many, kind), stacks).astype(int)

    # The end of a turn, and of a round

    def end(self, w):
        """End the actors' statuses that the turn began with and that are over, or end by chance."""
        for index, status in enumerate(self._game.statuses):
            at = w["actor"], index, w.every
            if not status.in_rounds:
                w["left"][at] *= w["left"][at] != 1
            if status.ends:
                may = self._has(w, index) & ~w["fresh"][at]
                over = self._source.coin(w, np.where(may, self._ends(w, status), 0))
                at = w["actor"], index, w.every
                w["left"][at] *= ~over
            if index in self._game.timers and not status.in_rounds:
                own = w["actor"], self._game.timers[index], w.every
                w["timers"][own] *= w["timers"][own] != 1
                w["stacks"][at] = (w["timers"][own] > 0).sum(axis=1)
            w["stacks"][at] *= w["left"][at] != 0

    def _ends(self, w, status):
        """The chance that a status ends, by a saving throw of the actors if it says so."""
        if not isinstance(status.ends, Save):
            return status.ends
        kinds = self._game.kind_of(w, w["actor"])
        codes = self._game.blows.code(self._effects.of(w, w["actor"]))
        return self._game.blows.of_units(status.ends.chance, kinds, codes)

    def round_over(self, w, over):
        """Count the statuses down that last rounds, in the fights whose round is over: a mask."""
        for index in np.flatnonzero(~self._game.own_turns).tolist():
            left = w["left"][:, index]
            left -= over & (left > 0)
            if own := self._game.timers.get(index):
                now = w["timers"][:, own]
                now -= over & (now > 0) & (now < FOREVER)
                w["stacks"][:, index] = (now > 0).sum(axis=1)
            w["stacks"][:, index] *= left != 0

    # What is given

    def given(self, w, who, gift, where):
        """Give fighters a status, each with its chance; who: their places, where: a mask."""
        with w.local(who=np.maximum(who, 0), where=where) as v:
            if gift.chance < 1:
                v.where = self._source.coin(w, np.where(v.where, gift.chance, 0))
            for one in (gift, *gift.also):
                self._give(w, v, one)

    def _give(self, w, v, gift):
        status, more = gift.status, int(not gift.status.in_rounds)  # after its last turn it ends
        v.turns = ENDLESS if status.turns is None else status.turns + more
        if gift.turns is not None:
            v.turns = self.drawn(w, gift.turns, v.where) + more
        points = 0
        if self._game.statuses.index(status) in self._game.shields:
            points = self.drawn(w, status.absorbs, v.where)
        self._effects.give(w, v.who, status, v.turns, v.where, points)
