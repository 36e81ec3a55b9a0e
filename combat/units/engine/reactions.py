"""What fighters do when something happens to them: actions that react, outside their turns.

Where fighters act one after another, they react to each strike at once. Where several act at once,
their reactions belong to the moment: they are noted, and applied with all the rest. To a fall they
react when the turn, or the moment, is over. A reaction sets off no other but by a fall, and what is
on nobody, such as gaining rage when struck: that strikes nobody, so it can't go in circles.
"""

import numpy as np

from combat.units.engine.rows import joined
from combat.units.strikes.rolls import MISS

_OF_A_STRIKE = ("struck", "missed", "ally struck", "hit")
# Numbers for `luck.begin` that no action has.
_MOMENT, _FALLS, _BEGINS, _DOWN, _AFTER = range(900_001, 900_006)
# Scratch that a reaction shares with the turn.
_KEPT = ("_from", "_fresh", "_fell_now", "_stood", "_counts")


class Reactions:
    """The reactions of a `Setup`; do: a function of (rows, kind, number) that does an action."""

    def __init__(self, game, luck, effects, targets, do):
        self._game, self._luck, self._effects = game, luck, effects
        self._targets, self._do, self.busy = targets, do, False
        triggers, quiet = {}, {}  # {trigger: {kind: numbers of actions}}; of those on nobody
        for kind, own in enumerate(game.actions):
            for number, action in enumerate(own):
                for found in (triggers, quiet)[: 1 + (action.on == "nobody")]:
                    if action.reacts:
                        found.setdefault(action.reacts, {}).setdefault(kind, []).append(number)
        self._of, self._quiet = triggers, quiet
        self._strikes = [trigger for trigger in _OF_A_STRIKE if trigger in triggers]
        self.of_strikes = bool(self._strikes)
        self.falls = "falls" in triggers or "foe falls" in triggers

    # To the beginning

    def started(self, rows):
        """Return fights after what is done as they begin."""
        if "begins" not in self._of:
            return rows
        rows = self._begun_aside(self._effects.begun(rows))
        for slot in range(self._game.fighters):
            rows = self._acting(rows, slot)
            once = (np.arange(self._game.fighters)[:, None] == np.full(rows.many, slot)) * 1
            rows = self._of_slot(rows, slot, "begins", once, rows["hp"][slot] > 0, _BEGINS)
        rows = self._effects.ended(self._to_reactions(rows))
        return rows.without(*(name for name in rows if name.startswith("_") or name == "now"))

    # To lying there

    def down(self, rows, slot):
        """Return fights after what a fighter does in its turn while it has fallen."""
        rows = self._acting(rows, slot)
        once = (np.arange(self._game.fighters)[:, None] == rows["_actor"]) * 1
        return self._of_slot(rows, slot, "down", once, rows["hp"][slot] <= 0, _DOWN)

    # To a strike

    def begun(self, rows):
        """Return fights in which a moment begins: nothing has happened in it."""
        return self._begun_aside(self._without_events(rows, self._strikes, _noted))

    def _begun_aside(self, rows):
        """Return fights in which reactions of a moment begin: they have struck nobody yet."""
        return self._without_events(rows, self._quiet, _noted_aside)

    def _without_events(self, rows, triggers, noted):
        for trigger in _OF_A_STRIKE if self._game.together else ():
            if trigger in triggers:
                fighters = self._game.fighters
                rows[noted(trigger)] = np.zeros((fighters, fighters, rows.many), np.int16)
        return rows

    def struck(self, rows):
        """Return the fights after what a strike sets off: "_by", "_at", "_there", "_result"."""
        of = self._quiet if self.busy else self._of
        if not any(trigger in of for trigger in _OF_A_STRIKE):
            return rows
        if self._game.together:
            return self._note(rows, of)
        aside = [name for name in rows if name[0] in "_." and name not in _KEPT]
        rows |= {f".{name}": rows.pop(name) for name in aside}
        for trigger in _OF_A_STRIKE:
            everybody = range(self._game.fighters) if trigger == "ally struck" else [None]
            for slot in everybody if trigger in of else ():
                rows = self._at_once(rows, trigger, slot, of[trigger])
        rows |= {name: rows.pop(f".{name}") for name in aside}
        return rows

    def _at_once(self, rows, trigger, slot, by_kind):
        """Let those react for whom it holds; slot: an ally of the one struck, or None."""
        hits, there = rows["._result"] > MISS, rows["._there"]
        by, at, every = rows["._by"], rows["._at"], np.arange(rows.many)
        who, cause = (by, at) if trigger == "hit" else (at, by)
        if slot is not None:
            who = np.full(rows.many, slot)
            there = there & (at != slot) & (self._game.side[at] == self._game.side[slot])
        where = there & (hits != (trigger == "missed")) & (rows["hp"][who, every] > 0)
        if not where.any():
            return rows
        rows["_actor"], rows["_cause"], rows["_may"] = who, cause, where
        for kind, numbers in by_kind.items():
            mask = rows["_may"] & (self._game.kind_of(rows, rows["_actor"]) == kind)
            own, others = rows.parted(mask)
            for number in numbers if own.many else ():
                causes = np.arange(self._game.fighters)[:, None] == own["_cause"]
                _, own = self._once(own, kind, number, causes)
            rows = joined([own, others])
        return rows.without("_actor", "_cause", "_may")

    def _note(self, rows, of):
        hits, every = rows["_result"] > MISS, np.arange(rows.many)
        noted = _noted_aside if self.busy else _noted
        for trigger in (one for one in _OF_A_STRIKE if one in of):
            events = rows[noted(trigger)]
            where = rows["_there"] & (hits != (trigger == "missed"))
            who, cause = rows["_at"], rows["_by"]
            if trigger == "hit":
                who, cause = cause, who
            if trigger != "ally struck":
                events[who, cause, every] += where
                continue
            for slot in range(self._game.fighters):
                ally = (who != slot) & (self._game.side[who] == self._game.side[slot])
                events[slot, cause, every] += where & ally
        return rows

    def of_moment(self, rows):
        """Return the fights after all reactions to what was done in a moment, noted as its part."""
        rows = self._to_events(rows, self._of, _noted, _MOMENT)
        return self._to_reactions(rows)

    def _to_reactions(self, rows):
        """Return the fights after what is on nobody has reacted to the strikes of reactions."""
        return self._to_events(rows, self._quiet, _noted_aside, _AFTER)

    def _to_events(self, rows, of, noted, number_of_luck):
        strikes = [one for one in _OF_A_STRIKE if one in of and self._game.together]
        for slot in range(self._game.fighters if strikes else 0):
            rows = self._acting(rows, slot)
            for trigger in strikes:
                where, events = rows["hp"][slot] > 0, rows[noted(trigger)][slot].astype(int)
                rows = self._of_slot(
                    rows, slot, trigger, events, where, number_of_luck, of[trigger]
                )
        return rows.without(*map(noted, strikes))

    def _acting(self, rows, slot):
        rows["_actor"] = np.full(rows.many, slot)
        return self._effects.acting(rows)

    def _of_slot(self, rows, slot, trigger, events, where, number_of_luck, by_kind=None):
        """Let one fighter react to events: how many by each cause, (fighters, fights)."""
        rows["_events"], rows["_may"] = events, where & events.any(axis=0)
        by_kind = self._of.get(trigger, {}) if by_kind is None else by_kind
        for kind, numbers in by_kind.items():
            mask = rows["_may"] & (self._game.places[rows["pair"], slot] == kind)
            own, others = rows.parted(mask)
            if not own.many:
                continue
            self._luck.begin(own, number_of_luck)
            for number in numbers:
                own["_waits"] = own["_events"].copy()
                going, done = own, []
                while going.many:
                    rest, going = self._once(going, kind, number, going["_waits"] > 0, parted=True)
                    done.append(rest)
                own = joined([one for one in done if one.many])
            rows = joined([own, others])
        return rows.without("_events", "_may", "_waits")

    def _once(self, rows, kind, number, causes, parted=False):
        """Do a reaction where it can be done: (others, those that did it), or (None, all)."""
        action = self._game.actions[kind][number]
        by_cause = action.on == "foe" and action.targets == 1 and action.reacts in _OF_A_STRIKE
        among = causes if by_cause else None
        rows["_open"] = self._targets.open_to(rows, rows["_actor"], kind, number, among)
        doing, others = rows.parted(rows["_open"].any(axis=0) & causes.any(axis=0))
        if doing.many:
            if parted:
                doing["_spent"] = (doing["_waits"] > 0).argmax(axis=0)
            if parted and by_cause:  # all its strikes are at the one that it answers
                doing = self._targets.aim(doing, "_open", action)
                doing["_spent"] = doing["_target"]
                doing["_open"] = np.arange(self._game.fighters)[:, None] == doing["_target"]
            before, self.busy = self.busy, True
            try:
                doing = self._do(doing, kind, number)
            finally:  # too many outcomes: the same is tried again for fewer fights
                self.busy = before
            if parted:
                doing["_waits"][doing["_spent"], np.arange(doing.many)] -= 1
        return (others, doing) if parted else (None, joined([doing, others]))

    # To a fall

    def fallen(self, rows):
        """Return the fights after what falls set off; "_stood": who stood before."""
        if not self.falls:
            return rows
        if not self._game.together:
            rows["._actor"] = rows["_actor"]
        while (fallen := rows["_stood"] & (rows["hp"] <= 0)).any():
            rows["_stood"] = rows["_stood"] & (rows["hp"] > 0)
            rows["_fell"] = fallen
            if self._game.together:
                rows = self._begun_aside(self._effects.begun(rows))
            for slot in range(self._game.fighters):
                rows = self._to_falls(rows, slot)
            rows = self._effects.ended(self._to_reactions(rows.without("_fell")))
            rows["_stood"] = rows["_stood"] | (rows["hp"] > 0)
        if not self._game.together:
            rows["_actor"] = rows["._actor"]
        return rows.without("_stood", "._actor")

    def _to_falls(self, rows, slot):
        rows = self._acting(rows, slot)
        foes = self._game.side != self._game.side[slot]
        nobody = np.zeros_like(rows["_fell"], int)
        nobody[slot] = rows["_fell"][slot]
        rows = self._of_slot(rows, slot, "falls", nobody, rows["_fell"][slot], _FALLS)
        count = np.zeros_like(rows["_fell"], int)
        count[slot] = (rows["_fell"] & foes[:, None]).sum(axis=0)
        stands = (rows["hp"][slot] > 0) & ~rows["_fell"][slot]
        return self._of_slot(rows, slot, "foe falls", count, stands, _FALLS)


def _noted(trigger):
    return f"_by {trigger}"


def _noted_aside(trigger):
    """Where strikes of reactions are noted."""
    return f"_then {trigger}"
