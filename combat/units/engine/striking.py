"""What an action does to its targets, one after another: its strikes, or its help.

Here are strikes and what they set off at once, what an actor gets by an action, and the attacks
that are answered: by turns, strike for strike, or one series after the other. Whom an action is
aimed at is in `targets`, what becomes of damage and gifts in `effects`.
"""

import numpy as np

from combat.units.rules import BY_TURNS
from combat.units.strikes.rolls import CRITICAL, FUMBLE, GRAZE, HIT, MISS, RESULTS, whole

_HITS, _MISSES = (GRAZE, HIT, CRITICAL), (FUMBLE, MISS)
_HURTS = 1 << 5  # beside the bits of results: a hit that took points
_MEANT = {None: _HITS, "hit": _HITS, "miss": _MISSES}  # what a word means beside its own result


class Striking:
    """The strikes of a `CompiledFight`; targets, effects, statuses: of its `Turns`."""

    def __init__(self, game, source, effects, targets, statuses):
        self._game, self._source, self.effects = game, source, effects
        self._targets, self._statuses, self.reactions = targets, statuses, None
        self._slots = np.arange(game.fighters)[:, None]

    def all(self, w, kind, number, open_to):
        """Do the actors' action to one target after another; open_to: who may be aimed at."""
        action = self._game.actions[kind][number]
        many = int(min(action.targets, self._game.fighters))
        # If it is aimed at all, their order is that of the army.
        whom = "front" if many >= self._game.fighters else None
        with w.local(open=open_to, met=np.zeros_like(open_to)) as v:
            for _ in range(many):
                free = v.open & ~v.met & self._targets.standing(w, action)
                if not free.any():
                    break
                v.target = self._targets.aim(w, free, action, w["actor"], whom)
                v.met = v.met | (self._slots == v.target)
                for time in range(action.times):
                    if action.on != "foe":
                        self._help(w, v, action)
                        continue
                    if time:
                        self._onward(w, v, action)
                    if (v.target < 0).all():
                        break
                    self.strike(w, w["actor"], kind, number, v.target)
                    self._source.merge(w)

    def _help(self, w, v, action):
        comes = action.on == "reserve"
        if action.heals is not None or comes:
            there = v.target >= 0
            points = there * self._game.full[self._game.kind_of(w, np.maximum(v.target, 0))]
            if action.heals is not None:
                points = self._statuses.drawn(w, action.heals, there)
            give = self.effects.revive if action.revives or comes else self.effects.heal
            give(w, np.maximum(v.target, 0), points)
        self.effects.cure(w, v.target, action.cures, v.target >= 0)
        for gift in action.gives:
            self._statuses.given(w, v.target, gift, v.target >= 0)
        self.effects.now(w, np.maximum(v.target, 0))

    def got(self, w, who, action):
        """Give actors what they get by an action, and end or raise what it says of themselves."""
        if not action.for_itself:
            return
        with w.local(who=who) as v:
            self.effects.cure(w, v.who, action.sheds, np.ones(w.many, bool))
            for gift in action.gets:
                self._statuses.given(w, v.who, gift, _due(w, v.who, gift.on))
            if action.leaves:
                self.effects.leave(w, v.who)
            self.effects.now(w, v.who)
            for name, amount, *on in action.gains:
                place, where = self._game.counters.index(name), _due(w, v.who, *on)
                self.gained(w, v, place, amount, where)

    def gained(self, w, v, place, amount, where):
        """Raise a counter by so much, up to the most that its owner may have; where: a mask."""
        drawn = self._statuses.drawn(w, amount, where)
        at, kinds = (v.who, place, w.every), self._game.kind_of(w, v.who)
        most = np.minimum(w["resources"][at] + drawn, self._game.resources.most[kinds, place])
        w["resources"][at] = np.maximum(w["resources"][at], most)

    def _onward(self, w, v, action):
        """Go on to the next target, or to none, where the current one has fallen."""
        standing = self._targets.standing(w, action)
        stands = (v.target >= 0) & standing[np.maximum(v.target, 0), w.every]
        lost = self._overkill(action) == "lost"
        # In one moment nobody has fallen yet: where strikes don't go on, they stay where they are.
        if (lost and self._game.together) or stands.all():
            return
        if lost:
            v.target = np.where(stands, v.target, -1)
            return
        # It is no target yet: its own strikes are still to come, if it is to be one.
        others = v.open & standing & (v.target >= 0)
        free = np.where(stands, self._slots == v.target, others)
        v.target = self._targets.aim(w, free, action, w["actor"])

    def _overkill(self, action):
        return action.overkill or self._game.rules.overkill

    def strike(self, w, who, kind, number, target):
        """One blow of fighters at their targets, where they have one; who, target: places."""
        game, action, effects = self._game, self._game.actions[kind][number], self.effects
        there = target >= 0
        if not game.together:  # a reaction may have felled them
            there = there & (self.reactions.busy | effects.goes_on(w, who))
        target = np.maximum(target, 0)
        if game.guards and action.targets == 1:
            target = self._targets.takers(w, target)
        with w.local(by=who, at=target, there=there) as v:
            places = np.where(there, self._places(w, v, kind, number, action), game.nothing)
            damage, v.result = self._source.draw(w, game.draws, places)
            if action.of is not None:
                hits = v.there & (v.result > MISS)
                damage = damage + np.where(hits, self._share(w, v, action), 0)
            damage = effects.blocked(w, v.at, damage)
            if self._overkill(action) == "spill":
                within = self._targets.within(w, v.by, kind, number) if game.rows else True
                within = within & self._targets.seen(w)
                v.taken = self._spilled(w, v, action, damage, within)
            else:
                v.taken = effects.take(w, v.at, damage)
            effects.cure(w, v.at, action.cures, (v.result > MISS) & v.there)
            if action.by_result:
                v.bits = _bit(v.result) | _HURTS * ((v.taken > 0) & (v.result > MISS))
            for gift in action.gives:
                where = v.there & (
                    v.result > MISS if gift.on is None else called_for(gift.on, v.bits)
                )
                self._statuses.given(w, v.at, gift, where)
            effects.now(w, v.at)
            if action.drain:
                effects.heal(w, v.by, whole(v.taken * action.drain, game.rules.rounding))
                effects.now(w, v.by)
            if "rolled" in w and action.by_result:
                w["rolled"][v.by, w.every] |= (v.bits * v.there).astype(np.int8)
            self.reactions.struck(w, v.by, v.at, v.there, v.result)

    def _places(self, w, v, kind, number, action):
        """The places of the outcomes of blows in the draws."""
        game, effects = self._game, self.effects
        hp = w["hp"][[v.by, v.at], w.every] if game.blows.reads_left else None
        return game.blows.places(
            kind,
            number,
            action,
            game.blows.code(effects.own(w, v.by)),
            game.kind_of(w, v.at),
            game.blows.code(effects.of(w, v.at)),
            self._before(w, v),
            hp,
        )

    def _before(self, w, v):
        """Strikes each made in its turn before this one, reactions aside; None if nobody counts."""
        if not self._game.again or self.reactions.busy:
            return None
        own = v.by == w["actor"]
        before = np.where(own, w["strikes"], 0)
        w["strikes"] = w["strikes"] + (own & v.there)
        return before

    def _share(self, w, v, action):
        """A share of the points that are there, rounded down."""
        share, what = action.of
        who = v.by if what == "own hp" else v.at
        points = w["hp"][who, w.every]
        if what in ("full hp", "missing hp"):
            full = self._game.full[self._game.kind_of(w, who)]
            points = full if what == "full hp" else np.maximum(full - points, 0)
        least = self._game.rules.least if dict(action.columns)["damage"] == "0" else 0
        return np.maximum(whole(share * points, self._game.rules.rounding), least)

    def _spilled(self, w, v, action, damage, within):
        """Deal damage of which what is left over goes on to the next: all that is taken."""
        foes, effects = self._game.side[:, None] != self._game.side[v.by], self.effects
        v.aimed, v.rest, v.sum, v.foes = v.at, damage, 0, foes & within
        while True:
            room = effects.room(w)
            others = (room > 0) & v.foes & (self._slots != v.aimed)
            fits = np.minimum(v.rest, np.maximum(room[v.aimed, w.every], 0))
            v.others, part = others, np.where(others.any(axis=0), fits, v.rest)
            v.sum = v.sum + effects.take(w, v.aimed, part)
            v.rest = v.rest - part
            effects.now(w, v.aimed)
            if not v.rest.any():
                return v.sum
            target = self._targets.aim(w, v.others & (v.rest > 0), action, v.by)
            v.aimed = np.where(target >= 0, target, v.aimed)
            v.rest = effects.blocked(w, v.aimed, v.rest)


def called_for(on, rolled):
    """Where a gift is given, by the results of an action's strikes, a sum of their bits."""
    if on == "hurts":
        return rolled & _HURTS != 0
    return rolled & sum(_bit(result) for result in _MEANT.get(on) or [RESULTS[on]]) != 0


def _due(w, who, on=None):
    """Where actors get what is for themselves: anyhow, or by the results of their strikes."""
    return np.ones(w.many, bool) if on is None else called_for(on, w["rolled"][who, w.every])


def _bit(result):
    """A bit for each result of a roll."""
    return 1 << (result - FUMBLE)


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
