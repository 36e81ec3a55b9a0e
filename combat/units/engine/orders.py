"""Whose turn it is: the rounds and phases of a fight, until a side has nobody left."""

import numpy as np

from combat.units.engine.game import BY_TURNS, OVER, STOPPED
from combat.units.engine.rows import joined
from combat.units.engine.turns import Turns
from combat.units.rules import initiative_of

# Unchanged within a phase.
_FIXED = ("pair", "turn", "phase", "queue", "heads", "luck", "_counts", "_down")
_PACE = ("gauge", "acts", "rank")  # where speeds change: parts of an action, actions, speeds above
_UNTIL_ALL_HAVE_ACTED = ("hp", "left", "stacks", "shield", "timers", "_turns", "_stood")
_OF_A_LIFE = ("left", "stacks", "shield", "timers")
_KEPT = (
    "uses",
    "ready",
    "cooling",
    "reacted",
    "points",
    *_OF_A_LIFE,
    *_PACE,
)  # what the fallen had
_START, _END, _COIN, _INITIATIVE = 1, 2, 3, 4  # numbers for `luck.begin` that no action has


class Course:
    """Takes many fights of a `Setup` from phase to phase: the turn of one fighter, or of several.

    luck: `Branching` or `Rolling`. preferred: the (kind, number) of an action that this kind does
    whenever it can, whatever its list and its conditions say; or None. keeps: names of arrays, such
    as "uses", that are kept of the fallen where outcomes are followed, at the price of more states.
    """

    def __init__(self, game, luck, preferred=None, keeps=()):
        self.game, self.luck = game, luck
        self._cleared = [name for name in _KEPT if name not in keeps]
        self.turns = Turns(game, luck, preferred)
        self._speeds = _ranks(game) if game.rules.order == "faster" else None

    def begun(self, rows):
        """Return fights before their first phase; rows: as `Setup.begun` gives them."""
        if self.game.rules.order == "initiative":
            rows = self._rolled_initiative(rows)
        if self.game.rules.order == "coin":
            rows = self._tossed(rows, np.ones(rows.many, bool))
        rows = self.turns.reactions.started(rows)
        if self.game.paced:
            rows |= {name: np.zeros_like(rows["hp"]) for name in _PACE}
            self._pace(rows, np.ones(rows.many, bool))
        return self._moved_on(rows)

    def phase(self, rows):
        """Return the fights after their next phase."""
        counts, stands = self.counts(rows), rows["hp"] > 0
        rows["_counts"] = counts * stands
        if self.game.lies.any():
            rows["_down"] = counts * ~stands * self.game.of_slots(self.game.lies, rows)
        acting, idle = rows.parted((rows["_counts"] + rows.get("_down", 0) > 0).any(axis=0))
        if acting.many and self.game.together:
            acting = self._all_at_once(acting)
        elif acting.many:
            acting["_actor"] = (acting["_counts"] > 0).argmax(axis=0)
            if "_down" in acting:
                lying, acting = acting.parted((acting["_down"] > 0).any(axis=0))
                idle = joined([idle, self._lying(lying)])
            if acting.many:
                acting = self._turn(acting.keeping(*_FIXED)).restored()
        rows = _without_scratch(joined([acting, idle]))
        rows["phase"] = rows["phase"] + 1
        return self.luck.settled(self._moved_on(rows), always=True)

    def _lying(self, rows):
        """Let the fallen whose turn it is do what they do while they lie."""
        rows = self.turns.effects.begun(self._stood(rows))
        return self.turns.reactions.fallen(self._each(rows, "_down", self.turns.reactions.down))

    def _turn(self, rows):
        self.luck.begin(rows, _START)
        rows = self.turns.act(self.turns.start(self.turns.effects.begun(self._stood(rows))))
        rows = self.turns.reactions.fallen(rows)
        self.luck.begin(rows, _END)
        return self.turns.end(rows)

    def _all_at_once(self, rows):
        rows["_turns"] = rows["_counts"].copy()
        rows = self._stood(rows)
        if self.turns.start_counts:
            rows = self._each(rows, "_turns", self._start)
        rows = self.turns.reactions.begun(self.turns.effects.begun(rows))
        rows = rows.keeping(*_FIXED, *_UNTIL_ALL_HAVE_ACTED)
        rows = self._each(rows, "_counts", self._act)
        if self.game.lies.any():
            rows = self._each(rows, "_down", self.turns.reactions.down)
        rows = self.turns.reactions.of_moment(rows)
        rows = self.turns.reactions.fallen(self.turns.effects.ended(rows.restored()))
        return self._each(rows, "_turns", self._end) if self.game.statuses else rows

    def _stood(self, rows):
        if self.turns.reactions.falls:
            rows["_stood"] = rows["hp"] > 0
        return rows

    def _each(self, rows, counts, what):
        """Let the fighters whose count is above 0 do something, one after another."""
        for slot in range(self.game.fighters):
            own, others = rows.parted(rows[counts][slot] > 0)
            if own.many:
                own["_actor"] = np.full(own.many, slot)
                rows = joined([what(own, slot), others])
        return rows

    def _start(self, rows, slot):
        self.luck.begin(rows, _START)
        rows = self.turns.start(rows)
        rows["_counts"][slot] = np.where(rows["_acts"], rows["_counts"][slot], 0)
        return rows

    def _act(self, rows, slot):
        rows["_acts"] = np.ones(rows.many, bool)
        counts = rows["_counts"][slot]
        if counts.max() == counts.min():
            return self.turns.act(rows, int(counts[0]))
        parts = [rows.take(counts == many) for many in np.unique(counts)]
        return joined([self._act(part, slot) for part in parts])

    def _end(self, rows, _slot):
        self.luck.begin(rows, _END)
        return self.turns.end(rows)

    # Who is next

    def counts(self, rows):
        """How many actions each fighter has in the phase, (fighters, fights)."""
        game = self.game
        slots = np.arange(game.fighters)[:, None]
        if not game.together:
            return (slots == self._single(rows)).astype(int)
        counts = self._actions(rows)
        if game.rules.order == "faster":
            ranks = rows["rank"] if self.game.paced else self._speeds[rows["pair"]].T
            return counts * (rows["phase"] == ranks)
        if game.rules.order == "coin":
            side = np.where(rows["heads"] == 1, rows["phase"], 1 - rows["phase"])
            return counts * (game.side[:, None] == side)
        return counts

    def _single(self, rows):
        """The place of the only fighter that acts in the phase."""
        order, phase = self.game.rules.order, rows["phase"]
        if order == "initiative":
            return rows["queue"][phase, np.arange(rows.many)]
        if order in BY_TURNS:
            first = int((self.game.side == 0).sum())
            return phase + np.where(rows["turn"] % 2 == 0, first, 0)
        return phase

    def _actions(self, rows):
        """How many actions each fighter has in the round."""
        if self.game.paced:
            return rows["acts"]
        speeds = self.game.of_slots(self.game.speeds, rows)
        done = [np.floor(turn * speeds + 1e-9) for turn in (rows["turn"] - 1, rows["turn"])]
        return (done[1] - done[0]).astype(int)

    def _pace(self, rows, where):
        """Say for the round that begins how many actions each has, by its speed now, in place."""
        game, blows = self.game, self.game.blows
        speeds = []
        for slot in range(game.fighters):
            code = self.turns.targets.code(rows, rows["left"][slot], rows["stacks"][slot])
            speeds.append(blows.numbers("speed", game.kind_of(rows, slot), code))
        speeds = np.rint(np.array(speeds) * game.ticks).astype(int)
        acts, gauge = np.divmod(rows["gauge"] + speeds, game.ticks)
        order = np.sort(-speeds, axis=0)  # each speed is counted once
        new = np.vstack([np.ones(rows.many, bool), order[1:] != order[:-1]])
        rank = [((order < -speed) & new).sum(axis=0) for speed in speeds]
        for name, now in zip(_PACE, (gauge, acts, rank), strict=True):
            rows[name] = np.where(where, now, rows[name])

    def _phases(self, rows):
        """How many phases the round has."""
        order, fighters = self.game.rules.order, self.game.fighters
        if order == "both":
            return np.ones(rows.many, int)
        if order == "coin":
            return np.full(rows.many, 2)
        if order == "faster":
            if self.game.paced:
                return rows["rank"].max(axis=0) + 1
            return self._speeds.max(axis=1, initial=0)[rows["pair"]] + 1
        if order in BY_TURNS:
            first = int((self.game.side == 0).sum())
            return np.where(rows["turn"] % 2 == 1, first, fighters - first)
        return np.full(rows.many, fighters)

    def _moved_on(self, rows):
        """Return the fights at their next phase in which somebody acts, or at their end."""
        # The first phase of a round is kept even if nobody acts in it, as rounds are counted by it.
        rows = self._ended(rows)
        while True:
            going = rows["phase"] >= 0
            over = going & (rows["phase"] >= self._phases(rows))
            if over.any():
                if not self.game.own_turns.all():
                    rows = self._ended(self.turns.statuses.round_over(rows, over))
                    over = over & (rows["phase"] >= 0)
                rows = self._next_round(rows, over)
                going = rows["phase"] >= 0
            if not going.any():
                return rows
            idle = going & (rows["phase"] > 0) & ~self._acting(rows, going)
            if not idle.any():
                return rows
            rows["phase"] = rows["phase"] + idle

    def _acting(self, rows, going):
        shown = rows if going.all() else _at_start(rows, going)
        able = rows["hp"] > 0
        if self.game.lies.any():
            able = able | self.game.of_slots(self.game.lies, rows)
        return ((self.counts(shown) > 0) & able).any(axis=0)

    def _ended(self, rows):
        stands = rows["hp"] > 0
        if "shield" in rows:
            rows["shield"] = rows["shield"] * (rows["left"][:, list(self.game.shields)] != 0)
        for index, own in self.game.timers.items():
            rows["timers"][:, own] *= (rows["left"][:, index] != 0)[:, None]
        for name in filter(rows.__contains__, self._cleared):
            ends = name in _OF_A_LIFE  # with the life; all else is cleared to merge alike states
            if self.luck.exact or (ends and self.game.revives):
                kept = stands if ends else stands | self.game.returns[:, None]
                rows[name] = rows[name] * (kept if name in _PACE else kept[:, None])
        sides = [stands[self.game.side == side] for side in (0, 1)]
        both = sides[0].any(axis=0) & sides[1].any(axis=0)
        if self.game.deadlock is not None:
            # A status may change who hurts whom, or be all that is left to wait for.
            locked = self.game.deadlock(*(side.T for side in sides))
            locked &= ~((rows["left"] != 0) & stands[:, None]).any(axis=(0, 1))
            rows["phase"] = np.where(locked, STOPPED, rows["phase"])
        rows["phase"] = np.where(both, rows["phase"], OVER)
        return self._forgotten(rows)

    def _next_round(self, rows, over):
        most = self.game.max_rounds
        rows["phase"] = np.where(over, 0, rows["phase"])
        if most is not None:
            stopped = over & (rows["turn"] >= most)
            rows["phase"] = np.where(stopped, STOPPED, rows["phase"])
            over = over & ~stopped
        rows["turn"] = self._counted(rows, rows["turn"] + over)
        if self.game.paced:
            self._pace(rows, over)
        rows = self._forgotten(rows)
        if self.game.rules.order == "coin":
            rows = self._tossed(rows, over)
        return rows

    def _counted(self, rows, turn):
        """The number of the round; if outcomes are followed, rounds that are alike share one."""
        if not self.luck.exact:
            return turn
        last, period = self.game.periods[rows["pair"]].T
        return np.where(turn > last, last + 1 + (turn - last - 1) % period, turn)

    def _forgotten(self, rows):
        """Clear all but what is left in fights that are over, so that they can be merged."""
        if self.luck.exact:
            rows["turn"] = np.where(rows["phase"] < 0, 0, rows["turn"])
            for name in ("queue", "heads", *_PACE):
                if name in rows:
                    rows[name] = np.where(rows["phase"] < 0, 0, rows[name])
        return rows

    def _tossed(self, rows, where):
        if "heads" not in rows:
            rows["heads"] = np.zeros(rows.many, int)
        rows["_toss"], rows["_actor"] = where, np.zeros(rows.many, int)
        self.luck.begin(rows, _COIN)
        # A fight that is over needs no coin.
        rows, heads = self.luck.coin(rows, np.where(where & (rows["phase"] >= 0), 0.5, 0))
        rows["heads"] = np.where(rows["_toss"], heads, rows["heads"])
        return rows.without("_toss", "_actor", "now")

    def _rolled_initiative(self, rows):
        """Roll the order of action for the whole fight; ties are broken at random."""
        game = self.game
        dice = game.draws.of(game.rules.initiative_dice)
        rows["_score"] = np.zeros(rows["hp"].shape)
        rows["_actor"] = np.zeros(rows.many, int)
        self.luck.begin(rows, _INITIATIVE)
        for slot in range(game.fighters):
            rows, rolled, _ = self.luck.draw(rows, game.draws, np.full(rows.many, dice))
            rows["_score"][slot] = rolled
        added = np.array([initiative_of(unit) for unit in game.kinds])
        rows["_score"] = rows["_score"] + game.of_slots(added, rows)
        rows["queue"] = np.zeros(rows["hp"].shape, int)
        rows["_waits"] = np.ones(rows["hp"].shape, bool)
        for number in range(game.fighters):
            best = np.where(rows["_waits"], rows["_score"], -np.inf)
            best = rows["_waits"] & (best == best.max(axis=0))
            rows, chosen = self.luck.choose(rows, best)
            rows["queue"][number] = chosen
            rows["_waits"][chosen, np.arange(rows.many)] = False
        rows = rows.without("_score", "_waits", "_actor", "now")
        return self.luck.settled(rows, always=True)


def _without_scratch(rows):
    return rows.without(*(name for name in rows if name.startswith("_") or name == "now"))


def _at_start(rows, going):
    """The fights, with those that are over put at phase 0, which every round has."""
    shown = type(rows)(rows)
    shown["phase"] = np.where(going, rows["phase"], 0)
    return shown


def _ranks(game):
    """For each fighter in each fight, how many speeds are greater: (fights, fighters)."""
    speeds = game.speeds[game.places]
    return np.array([[len({s for s in own if s > speed}) for speed in own] for own in speeds], int)
