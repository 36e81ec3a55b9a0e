"""What a turn does to fighters: applied at once, or noted and applied together.

Where fighters act one after another, a blow, a heal, a cure and a status count at once (`AtOnce`).
Where several act at once, they act in one moment (`Noted`): all that they do is noted, and applied
when each of them has acted. The points after a moment are those before, less all that is dealt,
plus all that is healed: a heal saves only where both together are more than what is dealt.
"""

import numpy as np

from combat.units.engine.game import ENDLESS, FOREVER

_NOTES = ("_change", "_dealt", "_taken", "_lost", "_raised", "_hurt", "_shown")
_NOTES += ("_gives", "_more", "_timers", "_shields", "_cures")
_MOST_STACKS = 2**14  # of one moment, noted; a status itself has fewer


class AtOnce:
    """Effects that count at once."""

    def __init__(self, game):
        self._game = game

    def begun(self, rows):
        """Return fights in which somebody's turn, or a moment, begins."""
        if self._game.ends_by_chance:
            rows["_fresh"] = np.zeros(rows["left"].shape, bool)
        if self._game.revives:
            rows["_fell_now"] = np.zeros(rows["hp"].shape, bool)
        return rows

    def goes_on(self, rows, who):
        """Whether fighters stand, and haven't fallen in this turn: who is raised waits for his."""
        at = who, np.arange(rows.many)
        stands = rows["hp"][at] > 0
        return stands & ~rows["_fell_now"][at] if self._game.revives else stands

    def ended(self, rows):
        """Return the fights when all who act at once have acted."""
        return rows

    def acting(self, rows):
        """Return fights in which the actors begin to act."""
        return rows

    def acted(self, rows):
        """Note that an action is over."""

    def own(self, rows, who):
        """Turns left and stacks of statuses as fighters know them: two (statuses, fights)."""
        every = np.arange(rows.many)
        return tuple(rows[name][who, :, every].T for name in ("left", "stacks"))

    def points(self, rows):
        """The counters of all fighters as others see them: (fighters, counters, fights)."""
        return rows["points"]

    def left(self, rows):
        """The hit points of all fighters as foes who aim see them: (fighters, fights)."""
        return rows["hp"]

    def standing(self, rows):
        """Who of all fighters stands for foes who aim: bools (fighters, fights)."""
        return rows["hp"] > 0

    def blocked(self, rows, who, damage):
        """What is left of each blow after statuses that take some off each."""
        for index, points in self._game.blocks.items():
            at = who, index, np.arange(rows.many)
            off = points * (rows["left"][at] != 0)
            if self._game.stacks_kept:
                off = off * rows["stacks"][at]
            damage = np.maximum(damage - off, 0)
        return damage

    def soaked(self, rows, who, damage):
        """Return the damage that statuses don't absorb; what is used up is over."""
        every = np.arange(rows.many)
        for index, number in self._game.shields.items():
            there = rows["shield"][who, number, every] * (rows["left"][who, index, every] != 0)
            used = np.minimum(there, damage)
            rows["shield"][who, number, every] = there - used
            damage = damage - used
            AtOnce._over(self, rows, who, index, (used > 0) & (used == there))
        return damage

    def shield(self, rows):
        """How much the statuses of all fighters absorb: (fighters, fights), or 0."""
        if not self._game.shields:
            return 0
        return (rows["shield"] * (rows["left"][:, list(self._game.shields)] != 0)).sum(axis=1)

    def room(self, rows):
        """How much each fighter can take until it falls, as known: (fighters, fights)."""
        return np.where(rows["hp"] > 0, rows["hp"] + self.shield(rows), 0)

    def take(self, rows, foe, damage):
        """Take damage from each target; return the hit points taken, at most what it had."""
        at = foe, np.arange(rows.many)
        damage = self.soaked(rows, foe, damage)
        taken = np.minimum(damage, rows["hp"][at])
        rows["hp"][at] -= taken
        if self._game.revives:
            rows["_fell_now"][at] |= (taken > 0) & (rows["hp"][at] == 0)
        for index, status in enumerate(self._game.statuses):
            if status.broken:
                self._over(rows, foe, index, taken > 0)
        return taken

    def heal(self, rows, who, points):
        """Give hit points back, never above the full ones."""
        at = who, np.arange(rows.many)
        before = rows["hp"][at]
        full = np.maximum(self._game.full[self._game.kind_of(rows, who)], before)
        rows["hp"][at] = np.where(before > 0, np.minimum(before + points, full), before)

    def revive(self, rows, who, points):
        """Let the fallen rise with so many points, their statuses over; heal who stands."""
        at = who, np.arange(rows.many)
        rises = (rows["hp"][at] <= 0) & (points > 0)
        for index in range(len(self._game.statuses)):
            AtOnce._over(self, rows, who, index, rises)
        rows["hp"][at] += rises
        self.heal(rows, who, points - rises)

    def cure(self, rows, who, names, where):
        """End the statuses of these names; where: a mask of the fights."""
        for index, status in enumerate(self._game.statuses):
            if status.name in names:
                self._over(rows, who, index, where)

    def _over(self, rows, who, index, where):
        chosen = np.flatnonzero(where)
        rows["left"][who[chosen], index, chosen] = 0
        if self._game.stacks_kept:
            rows["stacks"][who[chosen], index, chosen] = 0

    def give(self, rows, who, status, turns, where, points):
        """Give a status for some turns; where: a mask of the fights. points: what it absorbs."""
        chosen, index = np.flatnonzero(where), self._game.statuses.index(status)
        at = who[chosen], index, chosen
        if index in self._game.shields:
            old = rows["shield"][who[chosen], self._game.shields[index], chosen]
            old = old * (rows["left"][at] != 0)
            more = stronger(status, old, points[chosen])
            rows["shield"][who[chosen], self._game.shields[index], chosen] = more
        if index in self._game.timers:
            self._start(rows, "timers", at, turns[chosen], rows["left"][at] != 0)
        self._prolong(rows["left"], rows["stacks"], at, turns[chosen], status.stacks)
        if self._game.ends_by_chance:
            rows["_fresh"][at] = True

    def _start(self, rows, name, at, turns, kept=True):
        """Start a timer of a stack's own; kept: where the other stacks are still there."""
        who, index, chosen = at
        where = who, self._game.timers[index], chosen
        new = np.where(turns == ENDLESS, FOREVER, turns)[:, None]
        rows[name][where] = longest(rows[name][where] * np.reshape(kept, (-1, 1)), new)

    def _prolong(self, left, stacks, at, turns, most):
        """Set the longer of the old and the new time, and add a stack."""
        left[at] = longer(left[at], turns)
        if self._game.stacks_kept:
            stacks[at] = np.minimum(stacks[at] + 1, most)


class Noted(AtOnce):
    """Effects of one moment, applied when all have acted.

    Notes: "_change", hit points healed less dealt; "_dealt", what foes who aim know to be dealt, at
    most what was there; "_taken", the same of all actions of one fighter, for drains; "_lost", who
    lost points to a blow; "_gives" and "_more", turns and stacks given; "_cures". "_mine" and
    "_mine_stacks": the actor's own statuses, which it sees change.
    """

    def __init__(self, game):
        super().__init__(game)
        every = [action for own in game.actions for action in own]
        self._cures = any(action.cures or action.sheds for action in every)
        self._drains = any(action.drain for action in every)
        self._broken = any(status.broken for status in game.statuses)
        self._self_given = any(action.gets or action.sheds for action in every) or any(
            action.on != "foe" and (action.gives or action.cures) for action in every
        )

    def begun(self, rows):
        if self._game.ends_by_chance and "_fresh" not in rows:
            rows["_fresh"] = np.zeros(rows["left"].shape, bool)
        rows["_dealt"] = np.zeros_like(rows["hp"])
        if self._drains:
            rows["_taken"] = np.zeros_like(rows["hp"])
        rows["_change"] = np.zeros(rows["hp"].shape, np.int64)  # a sum may be more than int32
        if self._broken:
            rows["_lost"] = np.zeros(rows["hp"].shape, bool)
        if self._game.revives:
            rows["_raised"] = np.zeros(rows["hp"].shape, np.int64)
        if self._game.statuses:
            rows["_gives"] = np.zeros_like(rows["left"])
            rows["_more"] = np.zeros_like(rows["stacks"])
        if self._game.timers:
            rows["_timers"] = np.zeros_like(rows["timers"])
        if self._game.shields:
            rows["_hurt"] = np.zeros(rows["hp"].shape, np.int64)
            rows["_shields"] = np.zeros_like(rows["shield"])
        if self._cures:
            rows["_cures"] = np.zeros_like(rows["left"])
        if self._game.counters:
            rows["_shown"] = rows["points"].copy()
        return rows

    def ended(self, rows):
        game = self._game
        full = np.maximum(game.of_slots(game.full, rows), rows["hp"])
        for slot in range(game.fighters) if game.shields else ():
            through = self.soaked(rows, np.full(rows.many, slot), rows["_hurt"][slot])
            rows["_change"][slot] -= through
            if self._broken:
                rows["_lost"][slot] = through > 0
        stood = rows["hp"] > 0
        change = np.where(stood, rows["_change"], rows["_raised"] if game.revives else 0)
        rows["hp"] = np.clip(rows["hp"] + change, 0, full).astype(rows["hp"].dtype)
        for index, status in enumerate(game.statuses):
            gone = rows["_lost"] if status.broken else np.zeros(rows["hp"].shape, bool)
            if game.revives:
                gone = gone | (~stood & (rows["_raised"] > 0))
            if self._cures:
                gone = gone | (rows["_cures"][:, index] != 0)
            left = np.where(gone, 0, rows["left"][:, index])
            if index in game.shields:
                number = game.shields[index]
                old = rows["shield"][:, number] * (left != 0)
                more = rows["_shields"][:, number]
                rows["shield"][:, number] = np.where(more, stronger(status, old, more), old)
            if own := game.timers.get(index):
                kept = rows["timers"][:, own] * (left != 0)[:, None]
                rows["timers"][:, own] = longest(kept, rows["_timers"][:, own])
            rows["left"][:, index] = longer(left, rows["_gives"][:, index])
            if game.stacks_kept:
                stacks = np.where(gone, 0, rows["stacks"][:, index]) + rows["_more"][:, index]
                rows["stacks"][:, index] = np.minimum(stacks, status.stacks)
        if game.ends_by_chance:
            rows["_fresh"] = rows["_fresh"] | (rows["_gives"] != 0)
        return rows.without(*_NOTES)

    def acting(self, rows):
        if self._drains and not self._game.knows_its_side:
            rows["_taken"] = np.zeros_like(rows["hp"])
        if self._self_given:
            left, stacks = super().own(rows, rows["_actor"])
            rows["_mine"], rows["_mine_stacks"] = left.copy(), stacks.copy()
        return rows

    def acted(self, rows):
        if not self._game.knows_its_side:
            rows["_dealt"][:] = 0

    def own(self, rows, who):
        if self._self_given:
            return rows["_mine"], rows["_mine_stacks"]
        return super().own(rows, who)

    def points(self, rows):
        return rows["_shown"]

    def left(self, rows):
        return rows["hp"] - np.maximum(rows["_dealt"] - self.shield(rows), 0)

    def standing(self, rows):
        """As for `AtOnce`; of a side of which nobody has anything left, all who stood before."""
        # So blows for which there is no other target stay at the last one: it may be healed.
        stood, stands = rows["hp"] > 0, rows["hp"] + self.shield(rows) > rows["_dealt"]
        stands &= stood
        if (stood == stands).all():
            return stands
        for side in (0, 1):
            own = self._game.side == side
            stands[own] |= stood[own] & ~stands[own].any(axis=0)
        return stands

    def room(self, rows):
        return super().room(rows) - rows["_dealt"]

    def take(self, rows, foe, damage):
        at = foe, np.arange(rows.many)
        shield = self.shield(rows)
        shield = shield[at] if self._game.shields else 0
        there = rows["hp"][at] + shield
        rows["_dealt"][at] += np.minimum(damage, there - rows["_dealt"][at])
        # What no heal can outweigh makes no difference, but more outcomes to follow.
        most = there + self._game.most_healed[rows["pair"], foe]
        if self._game.shields:
            rows["_hurt"][at] = np.minimum(rows["_hurt"][at] + damage, most)
        else:
            rows["_change"][at] = np.maximum(rows["_change"][at] - damage, -most)
            if self._broken:
                rows["_lost"][at] |= damage > 0
        if not self._drains:
            return damage
        before = rows["_taken"][at]
        after = np.minimum(before + damage, there)
        rows["_taken"][at] = after
        return np.maximum(after - shield, 0) - np.maximum(before - shield, 0)

    def heal(self, rows, who, points):
        rows["_change"][who, np.arange(rows.many)] += points

    def revive(self, rows, who, points):
        rows["_raised"][who, np.arange(rows.many)] += points

    def cure(self, rows, who, names, where):
        mine = where & (who == rows["_actor"])
        for index, status in enumerate(self._game.statuses):
            if status.name not in names:
                continue
            chosen = np.flatnonzero(where)
            rows["_cures"][who[chosen], index, chosen] = 1
            if self._self_given:
                rows["_mine"][index, mine] = 0
                if self._game.stacks_kept:
                    rows["_mine_stacks"][index, mine] = 0

    def give(self, rows, who, status, turns, where, points):
        chosen, index = np.flatnonzero(where), self._game.statuses.index(status)
        at = who[chosen], index, chosen
        if index in self._game.timers:
            self._start(rows, "_timers", at, turns[chosen])
        self._prolong(rows["_gives"], rows["_more"], at, turns[chosen], _MOST_STACKS)
        if index in self._game.shields:
            at = who[chosen], self._game.shields[index], chosen
            rows["_shields"][at] = stronger(status, rows["_shields"][at], points[chosen])
        if self._self_given:
            mine = chosen[who[chosen] == rows["_actor"][chosen]]
            at = index, mine
            self._prolong(rows["_mine"], rows["_mine_stacks"], at, turns[mine], status.stacks)


def stronger(status, first, second):
    """How much a status absorbs that is given anew: the greater, or the sum if it stacks."""
    if status.stacks == 1:
        return np.maximum(first, second)
    return np.minimum(first + second, status.stacks * int(status.absorbs.values[-1]))


def longest(first, second):
    """The longest of two sets of timers, as many as the first has: (fighters, timers, ...)."""
    return -np.sort(-np.concatenate([first, second], axis=1), axis=1)[:, : first.shape[1]]


def longer(first, second):
    """The longer of two times, in turns left; ENDLESS is the longest."""
    return np.where((first == ENDLESS) | (second == ENDLESS), ENDLESS, np.maximum(first, second))
