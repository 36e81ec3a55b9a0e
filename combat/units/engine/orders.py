"""Whose turn it is: the rounds and phases of a fight, until a side has nobody left."""

import numpy as np

from combat.units.engine.effects import OF_A_LIFE
from combat.units.engine.game import AWAY, FLED, OVER, PACE, STOPPED
from combat.units.engine.luck import Roll
from combat.units.engine.turns import Turns
from combat.units.rules import BY_TURNS, initiative_of

_LASTING = ("of", "weight", "key", "counted")  # what is no state, and outlasts a phase


class TurnLoop:
    """Takes many fights of a `CompiledFight` from phase to phase: the turn of one or several.

    source: `Branching` or `Rolling`. preferred: the (kind, number) of an action that this kind does
    whenever it can, whatever its list and its conditions say; or None. keeps_spent: whether the
    uses of the fallen, and the hit points of those who left, are kept where outcomes are followed,
    at the price of more states.
    """

    def __init__(self, game, source, preferred=None, *, keeps_spent=False):
        self.game, self.source = game, source
        self.turns = Turns(game, source, preferred)
        self._keeps = keeps_spent
        self._speeds = _ranks(game) if game.rules.order == "faster" else None
        self._uses = np.zeros(game.resources.most.shape, bool)  # what is kept of the fallen
        for (kind, _), place in game.uses.items():
            self._uses[kind, place] = keeps_spent

    def begun(self, w):
        """Take fights to their first phase; w: as `CompiledFight.begun` gives them."""
        w["actor"] = np.zeros(w.many, int)
        if self.game.rules.order == "initiative":
            self._roll_initiative(w)
        if self.game.rules.order == "coin":
            self._toss(w)
        self.source.begin(w, Roll.BEGUN)
        with w.local(away=w["hp"] > 0) as v:
            self.turns.reactions.started(w, v)
        if self.game.paced:
            self._pace(w)
        self._move_on(w)
        self._bare(w)

    def phase(self, w):
        """Take fights through their next phase."""
        w["actor"] = w["phase"].astype(int)  # so that each phase has its own luck
        self.source.begin(w, Roll.PHASE)
        w["actor"] = np.zeros(w.many, int)
        counts, stood = self.counts(w).astype(np.int16), w["hp"] > 0
        turns, lies = (counts > 0) & stood, (counts > 0) & self._lying(w)
        away = w["hp"] == AWAY if self.game.reserve else np.zeros(w.many, bool)
        with w.local(counts=counts * stood, turns=turns, lies=lies, stood=stood, away=away) as v:
            for _ in w.where((turns | lies).any(axis=0)):
                self._moment(w, v)
        w["phase"] = w["phase"] + 1
        self._move_on(w)
        self._bare(w)

    def _bare(self, w):
        """Forget what is known only within a phase, and merge the fights that are alike."""
        w.forget(*[name for name in w.beside if name not in _LASTING and "." not in name])
        self.source.merge(w, always=True)

    def _lying(self, w):
        """Who does something in its turn while it has fallen: bools (fighters, fights)."""
        if not self.game.lies.any():
            return np.zeros(w["hp"].shape, bool)
        return (w["hp"] == 0) & self.game.of_slots(self.game.lies, w)

    def _moment(self, w, v):
        """Let those whose turn it is act, one or several, or do what they do while they lie."""
        turns = self.turns
        turns.effects.begin(w)
        turns.reactions.begin(w)
        for _ in self._each(w, v) if turns.statuses.may_start else ():
            self.source.begin(w, Roll.START)
            may = turns.statuses.start(w)
            v.counts[w["actor"], w.every] *= may & turns.can_pay(w)
        for _ in self._each(w, v):
            turns.act(w, v.counts[w["actor"], w.every])
        turns.reactions.down(w, v)
        turns.reactions.of_moment(w)
        turns.effects.settle(w)
        turns.reactions.started(w, v)
        turns.reactions.fallen(w, v)
        turns.reactions.started(w, v)  # of those who come in at a fall
        for _ in self._each(w, v) if self.game.statuses else ():
            self.source.begin(w, Roll.END)
            turns.statuses.end(w)

    def _each(self, w, v):
        """Go on with each of those whose turn it is; with all fights, if one has it in each."""
        for slot in range(self.game.fighters) if self.game.together else (None,):
            for _ in w.where(v.turns.any(axis=0) if slot is None else v.turns[slot]):
                w["actor"] = v.turns.argmax(axis=0) if slot is None else np.full(w.many, slot)
                yield

    # Who is next

    def counts(self, w):
        """How many actions each fighter has in the phase, (fighters, fights)."""
        game, order, phase = self.game, self.game.rules.order, np.maximum(w["phase"], 0)
        if game.together:
            counts = self._actions(w)
            if order == "faster":
                return counts * (phase == (w["rank"] if game.paced else self._speeds[w["pair"]].T))
            if order == "coin":
                side = np.where(w["heads"] == 1, phase, 1 - phase)
                return counts * (game.side[:, None] == side)
            return counts
        if order == "initiative":
            phase = w["queue"][phase, w.every]
        if order in BY_TURNS:
            phase = phase + (w["turn"] % 2 == 0) * (game.side == 0).sum()
        return (np.arange(game.fighters)[:, None] == phase).astype(int)

    def _actions(self, w):
        """How many actions each fighter has in the round."""
        if self.game.paced:
            return w["acts"]
        speeds = self.game.of_slots(self.game.speeds, w)
        done = [np.floor(turn * speeds + 1e-9) for turn in (w["turn"] - 1, w["turn"])]
        return (done[1] - done[0]).astype(int)

    def _pace(self, w):
        """Say for the round that begins how many actions each has, by its speed now."""
        game = self.game
        speeds = game.numbers("speed", game.kinds_of(w), w["stacks"].swapaxes(0, 1))
        speeds = np.rint(speeds * game.ticks).astype(int)
        acts, gauge = np.divmod(w["gauge"] + speeds, game.ticks)
        order = np.sort(-speeds, axis=0)  # each speed is counted once
        new = np.vstack([np.ones(w.many, bool), order[1:] != order[:-1]])
        rank = [((order < -speed) & new).sum(axis=0) for speed in speeds]
        w["gauge"], w["acts"], w["rank"] = gauge, acts, rank

    def _phases(self, w):
        """How many phases the round has."""
        order, fighters = self.game.rules.order, self.game.fighters
        if order == "both":
            return np.ones(w.many, int)
        if order == "coin":
            return np.full(w.many, 2)
        if order == "faster":
            if self.game.paced:
                return w["rank"].max(axis=0) + 1
            return self._speeds.max(axis=1, initial=0)[w["pair"]] + 1
        if order in BY_TURNS:
            first = int((self.game.side == 0).sum())
            return np.where(w["turn"] % 2 == 1, first, fighters - first)
        return np.full(w.many, fighters)

    def _move_on(self, w):
        """Take fights to their next phase in which somebody acts, or to their end."""
        # The first phase of a round is kept even if nobody acts in it, as rounds are counted by it.
        self._end_those_over(w)
        while True:
            over = (w["phase"] >= 0) & (w["phase"] >= self._phases(w))
            if over.any():
                self._next_round(w, over)
            idle = w["phase"] > 0
            if idle.any():
                able = (w["hp"] > 0) | self._lying(w)
                idle = idle & ~((self.counts(w) > 0) & able).any(axis=0)
            if not idle.any():
                break
            w["phase"] = w["phase"] + idle
        if self.source.exact:  # of a fight that is over only what is left matters
            for name in ("turn", "queue", "heads", *PACE):
                if name in w:
                    w[name] *= w["phase"] >= 0

    def _end_those_over(self, w):
        stands, game = w["hp"] > 0, self.game
        if game.shields:
            w["shield"] *= w["left"][:, list(game.shields)] != 0
        for index, own in game.timers.items():
            w["timers"][:, own] *= (w["left"][:, index] != 0)[:, None]
        sides = [stands[game.side == side] for side in (0, 1)]
        both = sides[0].any(axis=0) & sides[1].any(axis=0)
        if game.revives or self.source.exact:
            for name in OF_A_LIFE:
                w[name] *= (stands & both if self.source.exact else stands)[:, None]
        if self.source.exact:  # so that alike fights can be merged
            kept = (stands | (w["hp"] == AWAY) | game.returns[:, None]) & both
            if not self._keeps:
                w["hp"] = np.maximum(w["hp"], FLED)
            w["resources"] *= kept[:, None] | game.of_slots(self._uses, w)
            for name in PACE if game.paced else ():
                w[name] *= kept
        if game.deadlock is not None:
            # A status may change who hurts whom, or be all that is left to wait for.
            which = w["pair"] if len(game.places) > 1 else None
            locked = game.deadlock(*(side.T for side in sides), which)
            locked &= ~((w["left"] != 0) & stands[:, None]).any(axis=(0, 1))
            w["phase"] = np.where(locked, STOPPED, w["phase"])
        w["phase"] = np.where(both, w["phase"], OVER)

    def _next_round(self, w, over):
        """Begin the next round in the fights whose round is over: a mask."""
        most = self.game.max_rounds
        if not self.game.own_turns.all():
            self.turns.statuses.round_over(w, over)
            self._end_those_over(w)
            over = over & (w["phase"] >= 0)
        w["phase"] = np.where(over, 0, w["phase"])
        if most is not None:
            stopped = over & (w["turn"] >= most)
            w["phase"] = np.where(stopped, STOPPED, w["phase"])
            over = over & ~stopped
        turn = w["turn"] + over
        if self.source.exact:  # rounds that are alike share a number
            last, period = self.game.periods[w["pair"]].T
            turn = np.where(turn > last, last + 1 + (turn - last - 1) % period, turn)
        w["turn"] = turn
        tosses = self.game.rules.order == "coin"
        for _ in w.where(over) if self.game.paced or tosses else ():
            if self.game.paced:
                self._pace(w)
            if tosses:
                self._toss(w)

    def _toss(self, w):
        """Say which side begins."""
        w["actor"] = np.zeros(w.many, int)
        self.source.begin(w, Roll.COIN)
        w["heads"] = self.source.coin(w, np.full(w.many, 0.5))

    def _roll_initiative(self, w):
        """Roll the order of action for the whole fight; ties are broken at random."""
        game = self.game
        dice = game.draws.of(game.rules.initiative_dice)
        self.source.begin(w, Roll.INITIATIVE)
        with w.local(score=np.zeros(w["hp"].shape), waits=np.ones(w["hp"].shape, bool)) as v:
            for slot in range(game.fighters):
                rolled, _ = self.source.draw(w, game.draws, np.full(w.many, dice))
                v.score[slot] = rolled
            added = np.array([initiative_of(unit) for unit in game.kinds])
            v.score = v.score + game.of_slots(added, w)
            for number in range(game.fighters):
                best = np.where(v.waits, v.score, -np.inf)
                chosen = self.source.choose(w, v.waits & (best == best.max(axis=0)))
                w["queue"][number] = chosen
                v.waits[chosen, w.every] = False
        self.source.merge(w, always=True)


def _ranks(game):
    """For each fighter in each fight, how many speeds are greater: (fights, fighters)."""
    speeds = game.speeds[game.places]
    return np.array([[len({s for s in own if s > speed}) for speed in own] for own in speeds], int)
