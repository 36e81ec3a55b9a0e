"""Attacks that are answered: by turns, strike for strike, or one series after the other."""

import numpy as np

from combat.units.engine.game import BY_TURNS


class Answers:
    """Attack and answer in the fights of a `CompiledFight`; striking: the `Striking`."""

    def __init__(self, game, source, targets, striking):
        self._game, self._source, self._targets = game, source, targets
        self._striking, self._got = striking, striking.got
        self._alternate = game.rules.order == "alternate"

    def has(self, action):
        """Whether the one attacked by an action answers."""
        single = action.targets == 1 and not action.free and not action.reacts
        return single and action.on == "foe" and self._game.rules.order in BY_TURNS

    def exchange(self, w, kind, number, open_to):
        """Let the actors attack, and be answered; open_to: who may be attacked."""
        game, action = self._game, self._game.actions[kind][number]
        with w.local(answer=-1, again=True) as v:
            v.foe = self._targets.aim(w, open_to, action, w["actor"])
            self._strikes(w, v, kind, number, 1 if self._alternate else action.times)
            if not self._alternate:
                self._got(w, w["actor"], action)
            for foe in w.split(game.kind_of(w, v.foe)):
                self._choose(w, v, foe)
                for answer in w.split(v.answer):
                    if answer >= 0:
                        self._targets.pay(w, v.foe, foe, answer)
                    follow = self._by_turns if self._alternate else self._series
                    follow(w, v, (kind, number), (foe, answer if answer >= 0 else None))

    def _choose(self, w, v, foe):
        """The first action with which foes of a kind can answer: v.answer, -1 for none."""
        goes_on = self._striking.effects.goes_on
        stands = goes_on(w, w["actor"]) & goes_on(w, v.foe)
        attacker = np.arange(self._game.fighters)[:, None] == w["actor"]
        for answer, action in enumerate(self._game.actions[foe]):
            if not (action.free or action.reacts) and action.on == "foe":
                among = attacker & stands & (v.answer < 0)
                can = self._targets.open_to(w, v.foe, foe, answer, among).any(axis=0)
                v.answer = np.where(can, answer, v.answer)

    def _by_turns(self, w, v, attack, defense):
        """One strike of each in turn, until all are used."""
        action, answer = self._actions(attack, defense)
        left = [action.times - 1, answer.times if answer else 0]
        for time in range(max(left)):
            self._strikes(w, v, *defense, int(time < left[1]), answers=True)
            self._strikes(w, v, *attack, int(time < left[0]))
        self._got(w, w["actor"], action)
        if answer:
            self._got(w, v.foe, answer)

    def _series(self, w, v, attack, defense):
        """All strikes of the answer, then those of who follows up."""
        action, answer = self._actions(attack, defense)
        if answer:
            self._strikes(w, v, *defense, answer.times, answers=True)
            self._got(w, v.foe, answer)
        v.again = self._follows(w, attack[0], w["actor"], v.foe)
        self._strikes(w, v, *attack, action.times)
        if answer:
            v.again = self._follows(w, defense[0], v.foe, w["actor"])
            self._strikes(w, v, *defense, answer.times, answers=True)

    def _actions(self, *numbers):
        return [
            None if number is None else self._game.actions[kind][number] for kind, number in numbers
        ]

    def _follows(self, w, kind, who, target):
        """Where fighters of a kind strike once more: a mask."""
        blows, of = self._game.blows, self._striking.effects.of
        codes, theirs = blows.code(of(w, who)), blows.code(of(w, target))
        return blows.follows(kind, codes, self._game.kind_of(w, target), theirs)

    def _strikes(self, w, v, kind, number, times, *, answers=False):
        """Strikes of the attackers, or of those who answer, where both stand."""
        goes_on = self._striking.effects.goes_on
        for _ in range(times):
            who, target = (v.foe, w["actor"]) if answers else (w["actor"], v.foe)
            stands = goes_on(w, who) & goes_on(w, target) & v.again
            if not stands.any():
                break
            self._striking.strike(w, who, kind, number, np.where(stands, target, -1))
            self._source.merge(w)
