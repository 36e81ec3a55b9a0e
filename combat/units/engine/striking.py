"""Strikes of an action at foes: one after another, at one target after another."""

import numpy as np

from combat.units.engine.game import BY_TURNS
from combat.units.strikes.rolls import CRITICAL, FUMBLE, GRAZE, HIT, MISS, RESULTS

_HITS, _MISSES = (GRAZE, HIT, CRITICAL), (FUMBLE, MISS)
_MEANT = {None: _HITS, "hit": _HITS, "miss": _MISSES}  # what a word means beside its own result


class Striking:
    """The strikes of a `Setup`; targets: `Targets`, effects: `AtOnce` or `Noted`."""

    def __init__(self, game, luck, effects, targets, statuses):
        self._game, self._luck, self._effects = game, luck, effects
        self._targets, self._statuses, self.reactions = targets, statuses, None

    def all(self, rows, kind, number):
        """Return the fights after all strikes of an action at foes; "_open": who may be struck."""
        action, targets = self._game.actions[kind][number], self._targets
        many = targets.most(action)
        rows["_met"] = np.zeros_like(rows["_open"])
        for _ in range(many):
            rows["_free"] = rows["_open"] & ~rows["_met"] & targets.standing(rows, action)
            if not rows["_free"].any():
                break
            # If all foes are struck, their order is that of the army.
            if many >= self._game.fighters:
                rows = targets.pick(rows, rows["_free"], "front", action)
            else:
                rows = targets.aim(rows, "_free", action)
            targets.mark(rows, "_met", True)
            for time in range(action.times):
                if time and not (rows := self._onward(rows, action))["_target"].max() >= 0:
                    break
                rows = self.strike(rows, rows["_actor"], kind, number, rows["_target"])
                rows = self._luck.settled(rows)
        return rows.without("_met", "_free")

    def _onward(self, rows, action):
        """Go on to the next target, or to none, where the current one has fallen."""
        target = rows["_target"]
        standing = self._targets.standing(rows, action)
        stands = (target >= 0) & standing[np.maximum(target, 0), np.arange(rows.many)]
        lost = self._overkill(action) == "lost"
        # In one moment nobody has fallen yet: where strikes don't go on, they stay where they are.
        if (lost and self._game.together) or stands.all():
            return rows
        if lost:
            rows["_target"] = np.where(stands, target, -1)
            return rows
        struck = np.arange(self._game.fighters)[:, None] == target
        others = rows["_open"] & standing
        rows["_free"] = np.where(stands, struck, others & (target >= 0))
        # It is no target yet: its own strikes are still to come, if it is to be one.
        return self._targets.aim(rows, "_free", action)

    def _overkill(self, action):
        return action.overkill or self._game.rules.overkill

    def strike(self, rows, who, kind, number, target):
        """One blow of each actor at its target, if it has one; who, target: places."""
        game, action = self._game, self._game.actions[kind][number]
        there, foe = target >= 0, np.maximum(target, 0)
        if self.reactions.of_strikes and not game.together:
            there = there & (self.reactions.busy | (rows["hp"][who, np.arange(rows.many)] > 0))
        rows["_by"], rows["_at"], rows["_there"] = who, foe, there
        places = game.blows.places(
            kind,
            number,
            action,
            self._targets.code(rows, *self._effects.own(rows, who)),
            game.kind_of(rows, foe),
            self._code(rows, foe),
            self._before(rows, who, there),
            rows["hp"][[who, foe], np.arange(rows.many)] if game.blows.reads_left else None,
        )
        places = np.where(there, places, game.nothing)
        rows, damage, result = self._luck.draw(rows, game.draws, places)
        if action.of is not None:
            damage = damage + np.where(result > MISS, self._share(rows, action), 0)
            damage = np.where(rows["_there"], damage, 0)
        damage = self._effects.blocked(rows, rows["_at"], damage)
        if self._overkill(action) == "spill":
            rows["_result"] = result
            rows, taken = self._spilled(rows, action, damage)
            result = rows["_result"]
        else:
            taken = self._effects.take(rows, rows["_at"], damage)
        if action.drain:
            gained = np.floor(taken * action.drain + 1e-9).astype(np.int64)
            self._effects.heal(rows, rows["_by"], gained)
        rows["_result"] = result
        if "_rolled" in rows:
            rows["_rolled"][rows["_by"], np.arange(rows.many)] |= _bit(result) * rows["_there"]
        self._effects.cure(rows, rows["_at"], action.cures, (result > MISS) & rows["_there"])
        for gift in action.gives:
            where = called_for(gift.on, _bit(rows["_result"])) & rows["_there"]
            rows = self._statuses.given(rows, rows["_at"], gift, where)
        rows = self.reactions.struck(rows)
        return rows.without("_by", "_at", "_there", "_result")

    def begun(self, rows):
        """Return fights in which an action begins: nothing has been rolled for it."""
        if self._game.got_by_result:
            rows["_rolled"] = np.zeros((self._game.fighters, rows.many), np.int8)
        return rows

    def _spilled(self, rows, action, damage):
        """The fights after damage of which what is left over goes on, and all that is taken."""
        own, effects = self._game.side[:, None] == self._game.side[rows["_by"]], self._effects
        aside = [name for name in ("_actor", "_target") if name in rows]
        rows |= {f"_.{name}": rows[name] for name in aside}
        rows |= {"_actor": rows["_by"], "_aimed": rows["_at"], "_rest": damage, "_own": own}
        rows["_sum"] = np.zeros(rows.many, np.int64)
        while True:
            every, room = np.arange(rows.many), effects.room(rows)
            others = (room > 0) & ~rows["_own"]
            others &= np.arange(self._game.fighters)[:, None] != rows["_aimed"]
            fits = np.minimum(rows["_rest"], np.maximum(room[rows["_aimed"], every], 0))
            part = np.where(others.any(axis=0), fits, rows["_rest"])
            rows["_sum"] = rows["_sum"] + effects.take(rows, rows["_aimed"], part)
            rows["_rest"] = rows["_rest"] - part
            if not rows["_rest"].any():
                break
            rows["_free"] = others & (rows["_rest"] > 0)
            rows = self._targets.aim(rows, "_free", action)
            rows["_aimed"] = np.where(rows["_target"] >= 0, rows["_target"], rows["_aimed"])
            rows["_rest"] = effects.blocked(rows, rows["_aimed"], rows["_rest"])
        rows |= {name: rows.pop(f"_.{name}") for name in aside}
        taken = rows["_sum"]
        return rows.without("_aimed", "_rest", "_own", "_sum"), taken

    def _share(self, rows, action):
        """A share of the points that are there, rounded down."""
        share, what = action.of
        every = np.arange(rows.many)
        who = rows["_by"] if what == "own hp" else rows["_at"]
        points = rows["hp"][who, every]
        if what in ("full hp", "missing hp"):
            full = self._game.full[self._game.kind_of(rows, who)]
            points = full if what == "full hp" else np.maximum(full - points, 0)
        least = self._game.rules.least if dict(action.columns)["damage"] == "0" else 0
        return np.maximum(np.floor(share * points + 1e-9).astype(np.int64), least)

    def _before(self, rows, who, there):
        """Strikes each made in its turn before this one, reactions aside; None if nobody counts."""
        if not self._game.again or self.reactions.busy:
            return None
        own = who == rows["_actor"]
        before = np.where(own, rows["_strikes"], 0)
        rows["_strikes"] = rows["_strikes"] + (own & there)
        return before

    def _code(self, rows, who):
        every = np.arange(rows.many)
        known = (rows[name][who, :, every].T for name in ("left", "stacks"))
        return self._targets.code(rows, *known)

    # An attack that is answered

    def answered(self, action):
        """Whether the one attacked by an action answers."""
        single = action.targets == 1 and not action.free and not action.reacts
        return single and action.on == "foe" and self._game.rules.order in BY_TURNS

    def series(self, rows, who, kind, number, target, times, where=None):
        """Strikes of one at another while both stand; where: the name of a mask, or None."""
        for _ in range(times):
            hp, at = rows["hp"], np.arange(rows.many)
            stands = (hp[rows[who], at] > 0) & (hp[rows[target], at] > 0)
            if where is not None:
                stands = stands & rows[where]
            if not stands.any():
                break
            rows = self.strike(rows, rows[who], kind, number, np.where(stands, rows[target], -1))
            rows = self._luck.settled(rows)
        return rows

    def once_more(self, rows, who, kind, number, target, times):
        """The extra strikes of a fighter that follows up; who, target: names of places."""
        rows["_again"] = self._game.blows.follows(
            kind,
            self._code(rows, rows[who]),
            self._game.kind_of(rows, rows[target]),
            self._code(rows, rows[target]),
        )
        return self.series(rows, who, kind, number, target, times, "_again").without("_again")


def called_for(on, rolled):
    """Where a gift is given, by the results of an action's strikes, a sum of their bits."""
    return rolled & sum(_bit(result) for result in _MEANT.get(on) or [RESULTS[on]]) != 0


def _bit(result):
    """A bit for each result of a roll."""
    return 1 << (result - FUMBLE)
