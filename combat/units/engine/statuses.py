"""What statuses do at the start and the end of their bearer's turn, and as a round ends.

What ends them at once, such as a cure, is in `effects`.
"""

import numpy as np

from combat.units.engine.game import ENDLESS, FOREVER
from combat.units.engine.striking import called_for
from combat.units.sheets.saves import Save


class Statuses:
    """The statuses of a `Setup`, with some luck; effects: `AtOnce` or `Noted`."""

    def __init__(self, game, luck, effects):
        self._game, self._luck, self._effects = game, luck, effects
        # (place of the status, its dice, what they are added to)
        self._points = [
            (index, game.draws.of(amount), into)
            for index, status in enumerate(game.statuses)
            for amount, into in (
                (status.loses, "_lost_to" if status.kills else "_spared"),
                (status.gains, "_gained"),
            )
            if amount is not None
        ]

    def start(self, rows):
        """Let the actors' statuses act and count down."""
        if not self._game.statuses:
            return rows
        rows = self._lost_and_gained(rows)
        left, at = rows["left"], (rows["_actor"], slice(None), np.arange(rows.many))
        counts = (left[at] > 1) & self._game.own_turns
        rows["left"][at] = np.where(counts, left[at] - 1, left[at])
        for index, own in self._game.timers.items():
            at = rows["_actor"], own, np.arange(rows.many)
            now, counts = rows["timers"][at], self._game.own_turns[index]
            rows["timers"][at] = np.where(counts & (now > 1) & (now < FOREVER), now - 1, now)
        return rows

    def _lost_and_gained(self, rows):
        """Change hit points by the sum of all that is lost and gained: no status comes first."""
        # What can't kill takes nothing of the last hit point that the others leave.
        if not self._points:
            return rows
        for name in ("_lost_to", "_spared", "_gained"):
            rows[name] = np.zeros(rows.many, np.int64)
        for index, draw, into in self._points:
            has = self._has(rows, index)
            if not has.any():
                continue
            places = np.where(has, draw, self._game.nothing)
            rows, amounts, _ = self._luck.draw(rows, self._game.draws, places)
            if self._game.stacks_kept:
                amounts = amounts * rows["stacks"][rows["_actor"], index, np.arange(rows.many)]
            rows[into] = rows[into] + amounts
        at = rows["_actor"], np.arange(rows.many)
        before = rows["hp"][at]
        full = np.maximum(self._game.full[self._game.kind_of(rows, rows["_actor"])], before)
        for name in ("_lost_to", "_spared"):
            rows[name] = self._effects.soaked(rows, rows["_actor"], rows[name])
        after = before - rows["_lost_to"] + rows["_gained"]
        after = np.where(after > 0, np.maximum(after - rows["_spared"], 1), 0)
        rows["hp"][at] = np.minimum(after, full)
        return rows.without("_lost_to", "_spared", "_gained")

    def _has(self, rows, index):
        """Whether the actor has a status."""
        return rows["left"][rows["_actor"], index, np.arange(rows.many)] != 0

    def per_turn(self, rows, kind):
        """How many actions that take a turn the actors, all of a kind, have in one: (fights,)."""
        kinds = np.full(rows.many, kind)
        if "per_turn" not in self._game.blows.changing:
            return self._game.column("per_turn")[kinds].astype(int)
        codes = self._codes(rows, rows["_actor"])
        return self._game.blows.numbers("per_turn", kinds, codes).astype(int)

    def skipped(self, rows):
        """Return the fights, and whether the actor loses its turn to a status: "_skips"."""
        rows["_skips"] = np.zeros(rows.many, bool)
        for index, status in enumerate(self._game.statuses):
            if status.skips:
                chance = np.where(self._has(rows, index), status.skips, 0)
                rows, skips = self._luck.coin(rows, chance)
                rows["_skips"] = rows["_skips"] | skips
        return rows

    def end(self, rows):
        """End the actors' statuses that the turn began with and that are over, or end by chance."""
        for index, status in enumerate(self._game.statuses):
            at = rows["_actor"], index, np.arange(rows.many)
            if not status.in_rounds:
                rows["left"][at] = np.where(rows["left"][at] == 1, 0, rows["left"][at])
            if status.ends:
                may = self._has(rows, index) & ~rows["_fresh"][at]
                rows, over = self._luck.coin(rows, np.where(may, self._ends(rows, status), 0))
                at = rows["_actor"], index, np.arange(rows.many)
                rows["left"][at] = np.where(over, 0, rows["left"][at])
            if index in self._game.timers and not status.in_rounds:
                stacks = rows["_actor"], self._game.timers[index], np.arange(rows.many)
                rows["timers"][stacks] = np.where(
                    rows["timers"][stacks] == 1, 0, rows["timers"][stacks]
                )
                rows["stacks"][at] = (rows["timers"][stacks] > 0).sum(axis=1)
            if self._game.stacks_kept:
                rows["stacks"][at] = np.where(rows["left"][at] == 0, 0, rows["stacks"][at])
        return rows

    def _ends(self, rows, status):
        """The chance that a status ends, by a saving throw of the actors if it says so."""
        if not isinstance(status.ends, Save):
            return status.ends
        who = rows["_actor"]
        kinds, codes = self._game.kind_of(rows, who), self._codes(rows, who)
        return self._game.blows.of_units(status.ends.chance, kinds, codes)

    def _codes(self, rows, who):
        """The codes of the statuses that change columns of some fighters."""
        every = np.arange(rows.many)
        stacks = rows["stacks"][who, :, every].T if self._game.stacks_kept else None
        return self._game.blows.code(rows["left"][who, :, every].T, stacks)

    def round_over(self, rows, over):
        """Count the statuses down that last rounds, in the fights whose round is over: a mask."""
        game = self._game
        for index in np.flatnonzero(~game.own_turns).tolist():
            left = rows["left"][:, index]
            rows["left"][:, index] = left = np.where(over & (left > 0), left - 1, left)
            stacks = 1
            if index in game.timers:
                now = rows["timers"][:, game.timers[index]]
                now = np.where(over & (now > 0) & (now < FOREVER), now - 1, now)
                rows["timers"][:, game.timers[index]], stacks = now, (now > 0).sum(axis=1)
            elif game.stacks_kept:
                stacks = rows["stacks"][:, index]
            if game.stacks_kept:
                rows["stacks"][:, index] = stacks * (left != 0)
        return rows

    def gets(self, rows, who, action):
        """Give actors what their action gives to themselves, or ends; who: of which name."""
        every = np.ones(rows.many, bool)
        self._effects.cure(rows, rows[who], action.sheds, every) if action.sheds else None
        for gift in action.gets:
            where = np.ones(rows.many, bool)
            if gift.on is not None:
                where = called_for(gift.on, rows["_rolled"][rows[who], np.arange(rows.many)])
            rows = self.given(rows, rows[who], gift, where)
        return rows

    def given(self, rows, who, gift, where):
        """Give fighters a status, each with its chance; who: their places, where: a mask."""
        rows["_who"], rows["_where"] = np.maximum(who, 0), where
        if gift.chance < 1:
            chance = np.where(rows["_where"], gift.chance, 0)
            rows, rows["_where"] = self._luck.coin(rows, chance)
        more = 0 if gift.status.in_rounds else 1  # its last turn is the one after which it ends
        if gift.turns is None:
            lasts = gift.status.turns
            turns = np.full(rows.many, ENDLESS if lasts is None else lasts + more)
        else:
            draw = self._game.draws.of(gift.turns)
            places = np.where(rows["_where"], draw, self._game.nothing)
            rows, drawn, _ = self._luck.draw(rows, self._game.draws, places)
            turns = drawn + more
        rows["_turns_given"], points = turns, 0
        if self._game.statuses.index(gift.status) in self._game.shields:
            draw = self._game.draws.of(gift.status.absorbs)
            places = np.where(rows["_where"], draw, self._game.nothing)
            rows, points, _ = self._luck.draw(rows, self._game.draws, places)
        turns, where = rows["_turns_given"], rows["_where"]
        self._effects.give(rows, rows["_who"], gift.status, turns, where, points)
        return rows.without("_who", "_where", "_turns_given")
