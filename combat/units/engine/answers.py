"""Attacks that are answered: by turns, strike for strike, or one series after the other."""

import numpy as np

from combat.units.engine.rows import joined


class Answers:
    """Attack and answer; got(who, action): what an actor gets by an action."""

    def __init__(self, game, targets, striking, got):
        self._game, self._targets, self._striking, self._got = game, targets, striking, got
        self._alternate = game.rules.order == "alternate"

    def exchange(self, rows, kind, number):
        """Return the fights after an attack and its answer; "_open": who may be attacked."""
        action = self._game.actions[kind][number]
        rows = self._targets.aim(rows, "_open", action)
        rows["_foe"] = rows["_target"]
        times = 1 if self._alternate else action.times
        rows = self._striking.series(rows, "_actor", kind, number, "_foe", times)
        if not self._alternate:
            rows = self._got(rows, "_actor", action)
        kinds = self._game.kind_of(rows, rows["_foe"])
        parts = [
            self._answered(rows.take(kinds == foe), kind, number, foe)
            for foe in np.unique(kinds).tolist()
        ]
        return joined(parts).without("_foe")

    def _answered(self, rows, kind, number, foe):
        """The answer of foes of one kind: their first action at a foe that can be done now."""
        goes_on = self._striking.effects.goes_on
        stands = goes_on(rows, rows["_actor"]) & goes_on(rows, rows["_foe"])
        rest, over = rows.parted(stands)
        parts = [self._followed(over, kind, number, foe, None)] if over.many else []
        for answer, action in enumerate(self._game.actions[foe]):
            if action.free or action.reacts or action.on != "foe" or not rest.many:
                continue
            attacker = np.arange(self._game.fighters)[:, None] == rest["_actor"]
            can = self._targets.open_to(rest, rest["_foe"], foe, answer, attacker).any(axis=0)
            answering, rest = rest.parted(can)
            if answering.many:
                self._targets.costs.pay(answering, answering["_foe"], foe, answer)
                parts.append(self._followed(answering, kind, number, foe, answer))
        if rest.many:
            parts.append(self._followed(rest, kind, number, foe, None))
        return joined(parts)

    def _followed(self, rows, kind, number, foe, answer):
        """What follows an attack once its answer is chosen: the answer and all further strikes."""
        action = self._game.actions[kind][number]
        theirs = None if answer is None else self._game.actions[foe][answer]
        attack, defense = ("_actor", kind, number, "_foe"), ("_foe", foe, answer, "_actor")
        if self._alternate:
            left = [action.times - 1, theirs.times if theirs else 0]
            while any(left):
                for side, course in ((1, defense), (0, attack)):
                    if left[side]:
                        left[side] -= 1
                        rows = self._striking.series(rows, *course, 1)
            rows = self._got(rows, "_actor", action)
            return self._got(rows, "_foe", theirs) if theirs else rows
        if theirs:
            rows = self._striking.series(rows, *defense, theirs.times)
            rows = self._got(rows, "_foe", theirs)
        rows = self._striking.once_more(rows, *attack, action.times)
        return self._striking.once_more(rows, *defense, theirs.times) if theirs else rows
