"""Whom an action may be aimed at, and whom it is aimed at."""

import numpy as np

from combat.units.engine.rows import joined
from combat.units.engine.seen import OfActor, OfFight, OfTargets
from combat.units.sheets.actions import FALLEN

_NOBODY = 2**30  # more hit points than anybody has


class Targets:
    """The targets of actions; preferred: the (kind, number) of one whose condition isn't asked."""

    def __init__(self, game, luck, effects, costs, preferred=None):
        self.game, self.effects, self.costs, self.held = game, effects, costs, {}
        self._luck, self._preferred = luck, preferred

    def open_to(self, rows, who, kind, number, among=None):
        """Bools (fighters, fights): who may be aimed at, nobody where the action can't be done."""
        game = self.game
        action = game.actions[kind][number]
        if action.on in ("self", "nobody"):
            open_to = np.arange(game.fighters)[:, None] == who
        else:
            open_to = (game.side[:, None] == game.side[who]) == (action.on != "foe")
        open_to = open_to & self.standing(rows, action)
        if among is not None:
            open_to &= among
        if action.only_heals:
            open_to &= rows["hp"] < game.of_slots(game.full, rows)
        open_to &= self.costs.can_pay(rows, who, kind, number)
        unasked = (kind, number) == self._preferred
        if action.when is not None and not unasked and open_to.any():
            open_to = self._wanted(rows, who, action, open_to)
            self.held[kind, number] = self.held.get((kind, number), False) or bool(open_to.any())
        return open_to

    def _wanted(self, rows, who, action, open_to):
        own = OfActor(self, rows, who)
        views = own, OfTargets(self, rows, action, own), OfFight(self.game, rows, who)
        return open_to & action.when.holds(*views)

    def left(self, rows, action):
        """The hit points that count when the targets of an action are chosen."""
        return self.effects.left(rows) if action.on == "foe" else rows["hp"]

    def standing(self, rows, action):
        """Who stands, or lies, as an action wants it of its targets: bools (fighters, fights)."""
        if action.on == "foe":
            return self.effects.standing(rows)
        if action.revives:
            return rows["hp"] <= 0
        return (rows["hp"] > 0) | (action.reacts in FALLEN and action.on in ("self", "nobody"))

    def code(self, rows, left, stacks):
        """The code of the statuses of a fighter in each fight, see `Blows.code`."""
        if not self.game.statuses:
            return np.zeros(rows.many, int)
        return self.game.blows.code(left, stacks if self.game.stacks_kept else None)

    def most(self, action):
        """How many targets an action has at most; all fighters, if it is aimed at everybody."""
        return int(min(action.targets, self.game.fighters))

    def aim(self, rows, open_to, action):
        """Choose one of the open targets in each fight: "_target", -1 for none."""
        ways = self._whom(rows, action)
        if len(ways) == 1:
            return self.pick(rows, rows[open_to], ways[0][0], action)
        parts = [rows.take(where) for _, where in ways]
        return joined(
            [
                self.pick(part, part[open_to], way, action)
                for part, (way, _) in zip(parts, ways, strict=True)
                if part.many
            ]
        )

    def _whom(self, rows, action):
        every = np.ones(rows.many, bool)
        if action.whom is not None:
            return [(action.whom, every)]
        if action.on == "ally":
            return [("hurt", every)]
        first, second = self.game.targeting
        if first == second:
            return [(first, every)]
        side = self.game.side[rows["_actor"]]
        return [(first, side == 0), (second, side == 1)]

    def pick(self, rows, open_to, whom, action):
        """As `aim`; open_to: a mask. whom: one of WHOM. The first in the army wins a tie."""
        if whom == "random":
            rows, target = self._luck.choose(rows, open_to)
        else:
            hp = self.left(rows, action)
            worth = {
                "front": lambda: 0,
                "weakest": lambda: hp,
                "strongest": lambda: -hp,
                "hurt": lambda: hp - self.game.of_slots(self.game.full, rows),
            }[whom]()
            least = np.where(open_to, worth, _NOBODY).argmin(axis=0)
            target = np.where(open_to.any(axis=0), least, -1)
        rows["_target"] = target
        return rows

    def mark(self, rows, name, value):
        """Set a mask to a value for the targets just chosen, where there are any."""
        where = np.flatnonzero(rows["_target"] >= 0)
        rows[name][rows["_target"][where], where] = value
