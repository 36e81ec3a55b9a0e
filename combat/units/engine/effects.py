"""What actions do to fighters: all of it is noted first, and then settled.

Where fighters act one after another, each strike is settled, and each gift. Where several act at
once, they act in one moment: what they do is settled when each of them has acted. The points after
it are those before, less all that is dealt, plus all that is healed: a heal saves only where both
together are more than what is dealt. Then follows what blows break, then cures, then statuses.
"""

from functools import partial

import numpy as np

from combat.units.engine.game import ENDLESS, FLED, FOREVER
from combat.units.sheets.rolls import Save

OF_A_LIFE = ("left", "stacks", "shield", "timers")
_NOTES = ("lost", "healed", "raised", "dealt", "taken", "cured", "given", "more")
_NOTES += ("given timers", "given shield", "shown", "mine", "leaves")


class Effects:
    """The effects of a `CompiledFight`: notes, what they come to, and what is known of them."""

    # Where fighters act one after another there are notes of one fighter at a time: of whom
    # something is done to until it is settled.

    def __init__(self, game, source):
        self._game, self._source, self._together = game, source, game.together
        every = [action for own in game.actions for action in own]
        self._drains = any(action.drain or "hurts" in _results(action) for action in every)
        self._broken = [at for at, status in enumerate(game.statuses) if status.broken]
        self._noted = {*self._broken}  # places of statuses of which something may be noted
        self._throws = [at for at in self._broken if isinstance(game.statuses[at].broken, Save)]

    # Notes

    def begin(self, w):
        """Begin a turn, or a moment: nothing has happened in it."""
        game = self._game
        if game.ends_by_chance and "fresh" not in w:
            w["fresh"] = np.zeros(w["left"].shape, bool)
        if game.revives and not self._together:
            w["fell"] = np.zeros(w["hp"].shape, bool)
        if self._together:
            w["dealt"] = np.zeros_like(w["hp"])
            if game.counters:
                w["shown"] = w["resources"][:, : len(game.counters)].copy()
            self._begin_notes(w)

    def _begin_notes(self, w):
        game, fighters = self._game, self._game.fighters if self._together else 1
        shape, statuses = (fighters, w.many), (fighters, len(game.statuses), w.many)
        for name in ("lost", "healed", "raised")[: 2 + game.revives]:
            w[name] = np.zeros(shape, np.int64)  # a sum may be more than int32
        if game.leaves:
            w["leaves"] = np.zeros(shape, bool)
        if self._together and self._drains:
            w["taken"] = np.zeros(shape, np.int64)
        if game.statuses:
            w["cured"] = np.zeros(statuses, bool)
            w["given"], w["more"] = np.zeros(statuses, np.int32), np.zeros(statuses, np.int32)
        for name in ("timers", "shield"):
            if w[name].size:
                w[f"given {name}"] = np.zeros((fighters, *w[name].shape[1:]), np.int32)

    def _note(self, w, who):
        """Where things are noted of fighters; notes are begun if there are none."""
        if "lost" not in w:
            self._begin_notes(w)
        return who if self._together else 0

    def take(self, w, foe, damage):
        """Note damage; return the hit points that it takes, at most what is there."""
        at, note = (foe, w.every), (self._note(w, foe), w.every)
        shield = self.shield(w)[at] if self._game.shields else 0
        there = w["hp"][at] + shield
        w["lost"][note] += damage
        if self._together:
            w["dealt"][at] += np.minimum(damage, there - w["dealt"][at])
            # What no heal can outweigh makes no difference, but more outcomes to follow.
            most = there + self._game.most_healed[w["pair"], foe]
            w["lost"][note] = np.minimum(w["lost"][note], most)
        before = w["taken"][at] if "taken" in w else 0
        after = np.minimum(before + damage, there)
        if "taken" in w:
            w["taken"][at] = after
        return np.maximum(after - shield, 0) - np.maximum(before - shield, 0)

    def heal(self, w, who, points):
        """Note hit points given back, never above the full ones."""
        note = self._note(w, who), w.every
        w["healed"][note] += points

    def revive(self, w, who, points):
        """Note that the fallen rise with so many points, their statuses over; heal who stands."""
        lies, note = w["hp"][who, w.every] <= 0, (self._note(w, who), w.every)
        w["raised"][note] += points * lies
        w["healed"][note] += points * ~lies

    def leave(self, w, who):
        """Note that fighters leave, if they stand when it is settled."""
        note = self._note(w, who), w.every
        w["leaves"][note] = True

    def cure(self, w, who, names, where):
        """Note that the statuses of these names end; where: a mask of the fights."""
        for index, status in enumerate(self._game.statuses) if where.any() else ():
            if status.name in names:
                note = self._note(w, who), index, w.every
                self._noted.add(index)
                w["cured"][note] |= where
                if self._together:
                    w["mine"][index, where & (who == w["actor"])] = 0

    def give(self, w, who, status, turns, where, points):
        """Note a status given for some turns; where: a mask of the fights. points: it absorbs."""
        chosen, index = np.flatnonzero(where), self._game.statuses.index(status)
        self._noted.add(index)
        turns, note = turns[chosen], self._note(w, who)
        note = note[chosen] if self._together else 0
        at = note, index, chosen
        w["given"][at] = longer(w["given"][at], turns)
        w["more"][at] += 1
        if index in self._game.timers:
            at = note, self._game.timers[index], chosen
            new = np.where(turns == ENDLESS, FOREVER, turns)[:, None]
            w["given timers"][at] = longest(w["given timers"][at], new)
        if index in self._game.shields:
            at = note, self._game.shields[index], chosen
            w["given shield"][at] = stronger(status, w["given shield"][at], points[chosen])
        if self._together:
            at = index, chosen[who[chosen] == w["actor"][chosen]]
            w["mine"][at] = np.minimum(w["mine"][at] + 1, status.stacks)

    # What they come to

    def settle(self, w):
        """Apply what is noted of all fighters of a moment in which several act."""
        if not self._together:
            return
        for slot in range(self._game.fighters):
            self._settle(w, np.full(w.many, slot))
        self._forget(w)

    def _forget(self, w):
        """Drop what is noted, so that fights in which it came to the same can be merged."""
        w.forget(*_NOTES)
        self._noted = {*self._broken}

    def now(self, w, who):
        """Apply what is noted of one fighter of each fight, if one acts after another."""
        if not self._together and "lost" in w:
            self._settle(w, who)
            self._forget(w)

    def _settle(self, w, who):
        codes = self._game.blows.code(self.of(w, who)) if self._throws else 0
        through = self.soaked(w, who, w["lost"][self._note(w, who), w.every])
        kept = np.zeros((len(self._game.statuses), w.many), bool)
        with w.local(who=who, codes=codes, through=through, kept=kept) as v:
            for index in self._throws:
                self._throw(w, v, index)
            self._change(w, v.who, v.through, v.kept)

    def _throw(self, w, v, index):
        """Let the bearers of a status throw against its being broken by what came through."""
        game, save = self._game, self._game.statuses[index].broken
        asked = (v.through > 0) & (w["left"][v.who, index, w.every] != 0)
        if not asked.any():
            return
        chance, kinds = np.zeros(w.many), game.kind_of(w, v.who)
        for damage in np.unique(v.through[asked]).tolist():
            at = asked & (v.through == damage)
            of = partial(save.chance, damage=damage)
            chance[at] = game.blows.of_units(of, kinds[at], v.codes[at])
        kept = self._source.coin(w, chance)
        v.kept[index] = kept

    def _change(self, w, who, through, kept):
        """Apply what came through to fighters, and what is noted of them; kept: by a throw."""
        game, at, note = self._game, (who, w.every), (self._note(w, who), w.every)
        before = w["hp"][at]
        full, stood = np.maximum(game.full[game.kind_of(w, who)], before), before > 0
        raised = w["raised"][note] if game.revives else np.zeros(w.many, int)
        rises = raised > 0
        change = np.where(stood, w["healed"][note] - through, raised)
        after = np.clip(np.maximum(before, 0) + change, 0, full)
        if game.leaves or game.reserve:
            after = np.where((before < 0) & ~rises, before, after)  # who isn't there
        if game.leaves:
            after = np.where(w["leaves"][note] & (after > 0), FLED + 1 - after, after)
        w["hp"][at] = after
        fell = stood & (after == 0)
        if "fell" in w:
            w["fell"][at] |= fell
        for index in range(len(game.statuses)) if rises.any() else self._noted:
            self._settle_status(w, who, index, rises, (through > 0) & ~kept[index])
        self.lose_all(w, who, fell)

    def lose_all(self, w, who, fell):
        """End the statuses of those who fall; fell: a mask."""
        chosen = np.flatnonzero(fell) if self._game.statuses else ()
        for name in OF_A_LIFE if len(chosen) else ():
            w[name][who[chosen], :, chosen] = 0

    def _settle_status(self, w, who, index, rises, broken):
        game, status, every = self._game, self._game.statuses[index], w.every
        at, note = (who, index, every), (self._note(w, who), index, every)
        gone = w["cured"][note] | rises
        if status.broken:
            gone = gone | broken
        left, given = w["left"][at] * ~gone, w["given"][note]
        stacks = w["stacks"][at] * ~gone
        if index in game.shields:
            number = game.shields[index]
            old = w["shield"][who, number, every] * (left != 0)
            more = w["given shield"][note[0], number, every]
            w["shield"][who, number, every] = np.where(more, stronger(status, old, more), old)
        if (own := game.timers.get(index)) is not None:
            kept = w["timers"][who, own, every] * (left != 0)[:, None]
            w["timers"][who, own, every] = longest(kept, w["given timers"][note[0], own, every])
        w["left"][at] = longer(left, given)
        w["stacks"][at] = np.minimum(stacks + w["more"][note], status.stacks)
        if game.ends_by_chance:
            w["fresh"][at] |= given != 0

    def soaked(self, w, who, damage):
        """Return the damage that statuses don't absorb; what is used up is over."""
        every = w.every
        for index, number in self._game.shields.items():
            there = w["shield"][who, number, every] * (w["left"][who, index, every] != 0)
            used = np.minimum(there, damage)
            gone = (used > 0) & (used == there)
            w["shield"][who, number, every] = there - used
            damage = damage - used
            w["left"][who, index, every] *= ~gone
            w["stacks"][who, index, every] *= ~gone
        return damage

    def blocked(self, w, who, damage):
        """What is left of each blow after statuses that take some off each."""
        for index, points in self._game.blocks.items():
            at = who, index, w.every
            damage = np.maximum(damage - points * w["stacks"][at], 0)
        return damage

    # What is known

    def acting(self, w):
        """Let the actors begin to act: of themselves they know what they do at once."""
        if "taken" in w and not self._game.knows_its_side:
            w["taken"][:] = 0
        if self._together:
            w["mine"] = self.of(w, w["actor"])

    def acted(self, w):
        """Note that an action is over."""
        if self._together and not self._game.knows_its_side:
            w["dealt"][:] = 0

    def own(self, w, who):
        """The stacks of statuses as fighters know them: (statuses, fights)."""
        return w["mine"] if self._together else self.of(w, who)

    def of(self, w, who):
        """The same as they are."""
        return w["stacks"][who, :, w.every].T

    def points(self, w):
        """The counters of all fighters as others see them: (fighters, counters, fights)."""
        return w["shown"] if "shown" in w else w["resources"]

    def goes_on(self, w, who):
        """Whether fighters stand, and haven't fallen in this turn: who is raised waits for his."""
        at = who, w.every
        stands = w["hp"][at] > 0
        return stands & ~w["fell"][at] if "fell" in w else stands

    def room(self, w):
        """How much each fighter can take until it falls, as known: (fighters, fights)."""
        room = np.where(w["hp"] > 0, w["hp"] + self.shield(w), 0)
        return room - w["dealt"] if self._together else room

    def shield(self, w):
        """How much the statuses of all fighters absorb: (fighters, fights), or 0."""
        if not self._game.shields:
            return 0
        return (w["shield"] * (w["left"][:, list(self._game.shields)] != 0)).sum(axis=1)


def _results(action):
    return {one for column in ("gives", "gets", "gains") for one in action.results(column)}


def stronger(status, first, second):
    """How much a status absorbs that is given anew: the greater, or the sum if it stacks."""
    if status.stacks == 1:
        return np.maximum(first, second)
    return np.minimum(first + second, status.stacks * int(status.absorbs.values[-1]))


def longest(first, second):
    """The longest of two sets of timers, as many as the first has: (fights, timers)."""
    return -np.sort(-np.concatenate([first, second], axis=1), axis=1)[:, : first.shape[1]]


def longer(first, second):
    """The longer of two times, in turns left; ENDLESS is the longest."""
    return np.where((first == ENDLESS) | (second == ENDLESS), ENDLESS, np.maximum(first, second))
