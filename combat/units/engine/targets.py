"""Whom an action may be aimed at, and whom it is aimed at; what a condition asks of a fight."""

from collections import defaultdict

import numpy as np

from combat.units.engine.game import AWAY
from combat.units.sheets.schema import FALLEN

_NOBODY = 2**30  # more hit points than anybody has


class Targets:
    """The targets of actions; preferred: the (kind, number) of one whose condition isn't asked."""

    def __init__(self, game, source, effects, preferred=None):
        self.game, self.effects, self.ever_true = game, effects, defaultdict(bool)
        self._source, self._preferred = source, preferred

    def open_to(self, w, who, kind, number, among=True):
        """Bools (fighters, fights): who may be aimed at, nobody where the action can't be done.

        among: those who count at all, bools that broadcast.
        """
        game = self.game
        action = game.actions[kind][number]
        if action.on in ("self", "nobody"):
            open_to = np.arange(game.fighters)[:, None] == who
        else:
            open_to = (game.side[:, None] == game.side[who]) == (action.on != "foe")
        open_to = open_to & self.standing(w, action) & among
        if game.rows and action.on == "foe":
            open_to &= self.within(w, who, kind, number)
        if action.only_heals:
            open_to &= w["hp"] < game.of_slots(game.full, w)
        for cost in game.costs[kind][number]:
            open_to &= w["resources"][who, cost.place, w.every] >= cost.amount
        if action.needs is not None:
            open_to &= self._enough(w, who, action.needs)
        unasked = (kind, number) == self._preferred
        if action.when is not None and not unasked and open_to.any():
            open_to &= self.holds(w, who, action)
            self.ever_true[kind, number] |= bool(open_to.any())
        return open_to

    def _enough(self, w, who, needs):
        """Whether the actors' side has what a synergy needs, of who stands: bools (fights,)."""
        game, names = self.game, np.array([unit.name for unit in self.game.kinds])
        has = np.array([needs.has(unit) for unit in game.kinds])
        those = (game.side[:, None] == game.side[who]) & w["there"] & game.of_slots(has, w)
        if needs.distinct:
            named = names[game.kinds_of(w)]
            those = np.array([(those & (named == name)).any(axis=0) for name in {*names[has]}])
        enough = those.sum(axis=0) >= needs.at_least
        return enough & ((needs.to == "side") | has[game.kind_of(w, who)])

    def within(self, w, who, kind, number):
        """Return whom an action reaches, by rows in which anybody stands: (fighters, fights)."""
        game, mine = self.game, self.effects.own(w, who)
        rows, first = self.rows(w), game.side[who] == 0
        row = game.numbers("row", game.kind_of(w, who), mine)
        if rows.shape[1] == w.many:
            rows[who, w.every] = row  # as it knows it itself
        reach = game.blows.of_action("reach", kind, number, game.blows.code(mine))
        levels, stands, far, foes = np.unique(rows), w["hp"] > 0, np.ones(w.many), []
        for level in levels:
            one, other = (self._anybody(stands, rows == level, side) for side in (0, 1))
            far += np.where(first, one, other) & (level < row)
            foes.append(np.where(first, other, one))
        within = far + np.cumsum(foes, axis=0) - foes <= reach  # of each level
        return within[np.searchsorted(levels, rows), w.every]

    def _anybody(self, stands, there, side):
        """Whether anybody of a side stands there: bools (fights,)."""
        own = self.game.side == side
        if there.shape[1] == 1:  # the same in all fights
            return stands[own & there[:, 0]].any(axis=0)
        return (stands[own] & there[own]).any(axis=0)

    def rows(self, w):
        """Return the row of each fighter: (fighters, fights), or of 1 fight if all are alike."""
        if "row" not in self.game.blows.changing:
            return self.game.of_slots(self.game.column("row"), w)
        return self.game.numbers("row", self.game.kinds_of(w), w["stacks"].swapaxes(0, 1))

    def holds(self, w, who, action):
        """Return whether the condition of an action holds for each target, or for all."""
        game, at = self.game, (who, w.every)
        many = len(game.counters)
        points, stacks = self.effects.points(w)[:, :many].copy(), w["stacks"].copy()
        hp = self.left(w, action).copy()
        # Of themselves the actors know more than of others.
        hp[at] = w["hp"][at]
        points[who, :, w.every] = w["resources"][who, :many, w.every]
        stacks[who, :, w.every] = self.effects.own(w, who).T
        targets = Seen(game, game.kinds_of(w), hp, points.swapaxes(0, 1), stacks.swapaxes(0, 1))
        return action.when.holds(targets.only(at), targets, OfFight(game, w, who))

    def drawn(self, w, who, kind, group, among):
        """Choose one of the open actions of a group by weight; among: for each, as in `open_to`.

        Returns its place in the group, -1 for none, and at whom it may be aimed.
        """
        each = [self.open_to(w, who, kind, *one) for one in zip(group, among, strict=True)]
        if len(group) == 1:
            return np.where(each[0].any(axis=0), 0, -1), each[0]
        weights = np.array([self.game.actions[kind][number].weight for number in group])
        with w.local(each=np.array(each)) as v:
            drawn = self._source.choose(w, v.each.any(axis=1), weights)
            return drawn, v.each[np.maximum(drawn, 0), :, w.every].T

    def lacking(self, w, who, kind, number):
        """What keeps a fighter of the one fight from an action, in words; "" if he can pay it."""
        there = w["resources"][who, :, 0]
        costs = self.game.costs[kind][number]
        return next((cost.lacks for cost in costs if there[cost.place] < cost.amount), "")

    def pay(self, w, who, kind, number):
        """Take what an action costs."""
        for cost in self.game.costs[kind][number]:
            w["resources"][who, cost.place, w.every] -= cost.amount

    def left(self, w, action):
        """The hit points that count when the targets of an action are chosen."""
        return np.minimum(w["hp"], self.effects.room(w)) if action.on == "foe" else w["hp"]

    def standing(self, w, action):
        """Who stands, or lies, as an action wants it of its targets: bools (fighters, fights)."""
        if action.on == "foe":
            return self._foes(w)
        if action.on == "reserve":
            return w["hp"] == AWAY
        if action.revives:
            return w["hp"] == 0
        return (w["hp"] > 0) | (action.reacts in FALLEN and action.on in ("self", "nobody"))

    def _foes(self, w):
        """Who stands for foes who aim."""
        stood = w["hp"] > 0
        if self.game.hidden:
            stood &= self.seen(w)
        if not self.game.together:
            return stood
        # Of a side of which nobody has anything left, all who stood before: so blows for which
        # there is no other target stay at the last one, which may be healed.
        stands = stood & (self.effects.room(w) > 0)
        for side in (0, 1):
            own = self.game.side == side
            stands[own] |= stood[own] & ~stands[own].any(axis=0)
        return stands

    def seen(self, w):
        """Return at whom foes can aim: bools (fighters, fights), or True for all."""
        return ~(w["stacks"][:, self.game.hidden] > 0).any(axis=1) if self.game.hidden else True

    def takers(self, w, target):
        """Return who takes strikes aimed at some: an ally whose status guards them, or they."""
        game, at = self.game, (target, w.every)
        may = np.zeros(w["hp"].shape, bool)
        allies = (game.side[:, None] == game.side[target]) & (w["hp"] > 0)
        for index, guarded in game.guards:
            has = w["stacks"][:, index] > 0  # nobody takes them for one who has it himself
            wards = True if guarded is None else w["stacks"][:, guarded][at] > 0
            may |= has & allies & ~has[at] & wards
        return np.where(may.any(axis=0), may.argmax(axis=0), target)

    def aim(self, w, open_to, action, who, whom=None):
        """Choose one of the open targets: their places, -1 for none; whom: one of WHOM."""
        whom = whom or action.whom or {"ally": "hurt", "reserve": "front"}.get(action.on)
        if whom is None and self.game.targeting[0] == self.game.targeting[1]:
            whom = self.game.targeting[0]
        if whom is not None:
            return self._picked(w, open_to, whom, action)
        with w.local(open=open_to, target=-1) as v:
            for side in w.split(self.game.side[who]):
                v.target = self._picked(w, v.open, self.game.targeting[side], action)
            return v.target

    def _picked(self, w, open_to, whom, action):
        """As `aim`; the first in the army wins a tie."""
        if whom == "random":
            return self._source.choose(w, open_to)
        if whom == "front":  # the first row before all others
            worth = self.rows(w) if self.game.rows and action.on == "foe" else 0
        elif whom == "hurt":
            worth = self.left(w, action) - self.game.of_slots(self.game.full, w)
        else:
            worth = self.left(w, action) * {"weakest": 1, "strongest": -1}[whom]
        least = np.where(open_to, worth, _NOBODY).argmin(axis=0)
        return np.where(open_to.any(axis=0), least, -1)


# What is known: the arguments of `Condition.holds`


class Seen:
    """What is known of fighters: of one of each fight (fights,), or of all (fighters, fights).

    kinds: theirs. hp: their points. counters: (counters, ...). stacks: (statuses, ...).
    """

    def __init__(self, game, kinds, hp, counters, stacks):
        self._game, self._kinds, self._hp = game, kinds, hp
        self._counters, self._stacks = counters, stacks

    def only(self, at):
        """Return what is known of one fighter of each fight; at: (places, fights)."""
        counters, stacks = (known[:, *at] for known in (self._counters, self._stacks))
        return Seen(self._game, self._kinds[at], self._hp[at], counters, stacks)

    def number(self, column):
        """Return the value of a column for each fighter, as its statuses have changed it."""
        game = self._game
        if column == "hp":
            return self._hp
        if column in game.counters:
            return self._counters[game.counters.index(column)]
        return game.numbers(column, self._kinds, self._stacks)

    def has(self, name):
        """Return whether each fighter has a status of that name."""
        return self.stacks(name) > 0

    def stacks(self, name):
        """Return how many stacks of a status each fighter has."""
        places = [at for at, status in enumerate(self._game.statuses) if status.name == name]
        return self._stacks[places].sum(axis=0)


class OfFight:
    """What a condition can ask about the fight as the actors see it."""

    def __init__(self, game, w, who):
        self._side, self._w, self.who = game.side, w, who

    def number(self, what):
        """Return the round, or how many foes or other allies stand."""
        if what == "round":
            return self._w["turn"]
        own, stands = self._side[:, None] == self._side[self.who], self._w["hp"] > 0
        if what.startswith("all "):  # that the fight began with
            stands = self._w["hp"] != AWAY
        if what.endswith("foes"):
            return (stands & ~own).sum(axis=0)
        return (stands & own).sum(axis=0) - 1
