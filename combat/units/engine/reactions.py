"""What fighters do when something happens to them: actions that react, outside their turns.

Where fighters act one after another, they react to each strike at once. Where several act at once,
their reactions belong to the moment: they are noted, and applied with all the rest. To a fall they
react when the turn, or the moment, is over. A reaction sets off no others but those to a fall, and
those on nobody, such as gaining rage when struck, which strike nobody: so none go in circles.
"""

import numpy as np

from combat.units.engine.luck import Roll
from combat.units.strikes.rolls import MISS

_OF_A_STRIKE = ("struck", "missed", "ally struck", "hit")
_OF_THE_TURN = ("actor", "rolled")  # what a reaction in its midst says anew


class Reactions:
    """The reactions of a `CompiledFight`; do: a function of (w, kind, number, open_to)."""

    def __init__(self, game, source, effects, targets, do):
        self._game, self._source, self._effects = game, source, effects
        self._targets, self._do, self.busy = targets, do, False
        self._slots = np.arange(game.fighters)[:, None]
        self._of, self._quiet = {}, {}  # {trigger: {kind: numbers of actions}}; of those on nobody
        for kind, own in enumerate(game.actions):
            for number, action in enumerate(own):
                for found in (self._of, self._quiet)[: 1 + (action.on == "nobody")]:
                    if action.reacts:
                        found.setdefault(action.reacts, {}).setdefault(kind, []).append(number)
        self.falls = "falls" in self._of or "foe falls" in self._of

    # To the beginning, and to lying there

    def started(self, w, v):
        """Let fighters do what they do as fights begin for them; v.away: for whom none had."""
        if "begins" not in self._of or not (v.away & (w["hp"] > 0)).any():
            return
        self._effects.begin(w)
        self._begin(w, "then", self._quiet)
        w["there"] = w["hp"] > 0  # as synergies are counted, whoever falls at once
        for slot in range(self._game.fighters):
            self._is_actor(w, slot)
            begins = v.away[slot] & (w["hp"][slot] > 0)
            self._act(w, self._slots == slot, begins, self._of["begins"], Roll.BEGINS)
        self.to_reactions(w)
        self._effects.settle(w)
        w.forget("there")
        v.away = v.away & (w["hp"] <= 0)

    def down(self, w, v):
        """Let fighters do what they do in their turns while they lie; v.lies: whose turn it is."""
        for slot in range(self._game.fighters) if "down" in self._of else ():
            lies = v.lies[slot] & (w["hp"][slot] == 0)
            self._is_actor(w, slot)
            self._act(w, self._slots == slot, lies, self._of["down"], Roll.DOWN)

    # To a strike

    def begin(self, w):
        """Begin a moment: nothing has happened in it."""
        self._begin(w, "by", self._of)
        self._begin(w, "then", self._quiet)

    def _begin(self, w, noted, of):
        for trigger in self._strikes(of):
            shape = self._game.fighters, self._game.fighters, w.many
            w[f"{noted} {trigger}"] = np.zeros(shape, np.int16)

    def _strikes(self, of):
        """What of strikes is reacted to at the end of the moment."""
        return [one for one in _OF_A_STRIKE if one in of and self._game.together]

    def struck(self, w, by, at, there, result):
        """Let fighters react to a strike of some at others; there: a mask."""
        of = self._quiet if self.busy else self._of
        if not any(trigger in of for trigger in _OF_A_STRIKE):
            return
        with w.local(by=by, at=at, there=there, hits=result > MISS) as v:
            kept = [name for name in _OF_THE_TURN if name in w]
            for name in kept:
                setattr(v, name, w[name])
            for trigger in (one for one in _OF_A_STRIKE if one in of):
                if trigger == "ally struck":
                    for slot in range(self._game.fighters):
                        ally = (v.at != slot) & (self._game.side[v.at] == self._game.side[slot])
                        self._to(w, v, trigger, np.full(w.many, slot), v.by, ally, of)
                elif trigger == "hit":
                    self._to(w, v, trigger, v.by, v.at, True, of)
                else:
                    self._to(w, v, trigger, v.at, v.by, True, of)
            for name in kept:
                w[name] = getattr(v, name)

    def _to(self, w, v, trigger, who, cause, may, of):
        """Let fighters react to what others did, at once, or note it for the end of the moment."""
        where = v.there & (v.hits != (trigger == "missed")) & may
        if self._game.together:
            w[f"{'then' if self.busy else 'by'} {trigger}"][who, cause, w.every] += where
            return
        w["actor"] = who
        where = where & (w["hp"][who, w.every] > 0)
        self._act(w, self._slots == cause, where, of[trigger])

    def _by_cause(self, kind, number):
        """Whether a reaction is aimed at who caused it."""
        action = self._game.actions[kind][number]
        return action.on == "foe" and action.targets == 1 and action.reacts in _OF_A_STRIKE

    def _reacting(self, w, kind, number, open_to):
        before, self.busy = self.busy, True
        try:
            self._do(w, kind, number, open_to)
        finally:  # too many outcomes: the same is tried again for fewer fights
            self.busy = before

    def of_moment(self, w):
        """Let all react to what was done in a moment, as a part of it."""
        self._to_events(w, self._of, "by", Roll.MOMENT)
        self.to_reactions(w)

    def to_reactions(self, w):
        """Let what is on nobody react to the strikes of reactions."""
        self._to_events(w, self._quiet, "then", Roll.AFTER)

    def _to_events(self, w, of, noted, roll):
        strikes = self._strikes(of)
        for slot in range(self._game.fighters if strikes else 0):
            self._is_actor(w, slot)
            for trigger in strikes:
                events, stands = w[f"{noted} {trigger}"][slot], w["hp"][slot] > 0
                self._act(w, events, stands, of[trigger], roll)
        w.forget(*(f"{noted} {trigger}" for trigger in strikes))

    def _is_actor(self, w, slot):
        w["actor"] = np.full(w.many, slot)
        self._effects.acting(w)

    def _act(self, w, events, where, by_kind, roll=None):
        """Let the actors react to events: how many by each cause, (fighters, fights)."""
        events = np.broadcast_to(events, w["hp"].shape) * 1
        with w.local(events=events, waits=events, going=True, open=events > 0) as v:
            may = where & v.events.any(axis=0)
            kinds = np.where(may, self._game.kind_of(w, w["actor"]), -1)
            for kind in w.split(np.where(np.isin(kinds, list(by_kind)), kinds, -1)):
                if kind < 0:
                    continue
                if roll is not None:
                    self._source.again(w, roll)
                for group in self._groups(kind, by_kind[kind]):
                    self._to_each(w, v, kind, group)

    def _groups(self, kind, numbers):
        """Rows that react to the same: those with a weight together, at the first one's place."""
        groups, weighed = [], []
        for number in numbers:
            if self._game.actions[kind][number].weight is None:
                groups.append([number])
                continue
            if not weighed:
                groups.append(weighed)
            weighed.append(number)
        return groups

    def _to_each(self, w, v, kind, group):
        """Do one of a group of reactions for each event, as long as one can be done."""
        v.waits, v.going = v.events, True
        while (v.going & v.waits.any(axis=0)).any():
            causes = (v.waits > 0) & v.going
            among = [causes if self._by_cause(kind, one) else causes.any(axis=0) for one in group]
            chosen, v.open = self._targets.drawn(w, w["actor"], kind, group, among)
            v.going = chosen >= 0
            for at in w.split(chosen):
                if at < 0:
                    continue
                v.spent = (v.waits > 0).argmax(axis=0)
                if self._by_cause(kind, group[at]):  # all its strikes are at the one it answers
                    action = self._game.actions[kind][group[at]]
                    v.spent = self._targets.aim(w, v.open, action, w["actor"])
                    v.open = self._slots == v.spent
                self._reacting(w, kind, group[at], v.open)
                v.waits = v.waits - (self._slots == v.spent)

    # To a fall

    def fallen(self, w, before):
        """Let fighters react to falls, of themselves and of foes; before.stood: who stood."""
        if not self.falls:
            return
        with w.local(stood=before.stood, actor=w["actor"]) as v:
            while (fell := v.stood & (w["hp"] == 0)).any():
                v.stood, v.fell = v.stood & (w["hp"] > 0), fell
                if self._game.together:
                    self._effects.begin(w)
                    self._begin(w, "then", self._quiet)
                for slot in range(self._game.fighters):
                    own = self._slots == slot
                    self._is_actor(w, slot)
                    self._act(w, own & v.fell, True, self._of.get("falls", {}), Roll.FALL)
                    foes = (self._game.side != self._game.side[slot])[:, None]
                    many = own * (v.fell & foes).sum(axis=0)
                    stands = (w["hp"][slot] > 0) & ~v.fell[slot]
                    self._act(w, many, stands, self._of.get("foe falls", {}), Roll.FALL)
                self.to_reactions(w)
                self._effects.settle(w)
                v.stood = v.stood | (w["hp"] > 0)
            w["actor"] = v.actor
