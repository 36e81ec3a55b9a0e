"""A fighter's turn: its start, its free actions, the first other open action, and its end.

An action is open if it is possible and its condition holds. As a turn starts statuses act, and what
limits actions comes back; as it ends statuses end. What ends them at once, such as a cure, is in
`effects`.
"""

import numpy as np

from combat.units.engine.effects import Effects
from combat.units.engine.game import ENDLESS, FOREVER
from combat.units.engine.luck import Roll
from combat.units.engine.reactions import Reactions
from combat.units.engine.striking import Answers, Striking
from combat.units.engine.targets import Targets
from combat.units.sheets.rolls import Save

_MORE = 2**20  # more of anything than a fighter has


class Turns:
    """The turns of a `CompiledFight`; source, of what is drawn: `Branching` or `Rolling`."""

    def __init__(self, game, source, preferred=None):
        self.game, self.source, self._preferred = game, source, preferred
        self.effects = Effects(game, source)
        self.targets = Targets(game, source, self.effects, preferred)
        self.statuses = Statuses(game, source, self.effects)
        self._striking = Striking(game, source, self.effects, self.targets, self.statuses)
        self.reactions = Reactions(game, source, self.effects, self.targets, self.done)
        self._striking.reactions = self.reactions
        self._answers = Answers(game, source, self.targets, self._striking)
        self._groups = [self._grouped(kind) for kind in range(len(game.kinds))]
        self._free = [
            [number for number, one in enumerate(own) if one.free and not one.reacts]
            for own in game.actions
        ]

        self.prices = self._prices() if game.resources.back.any() else None

    def _grouped(self, kind):
        """Actions that take a turn: those with a weight that follow each other together."""
        groups, weighs = [], False
        for number, action in enumerate(self.game.actions[kind]):
            if action.reacts:
                continue
            if weighs and not action.free and action.weight is not None:
                groups[-1].append(number)
            elif not action.free:
                groups.append([number])
            weighs = not action.free and action.weight is not None
        if self._preferred is None or self._preferred[0] != kind:
            return groups
        first = self._preferred[1]
        return [[first], *[rest for own in groups for rest in _parted(own, first) if rest]]

    def _prices(self):
        """Of each action in a turn the places of what it takes, and how much: two arrays."""
        shape = (
            len(self.game.kinds),
            max(map(len, self.game.actions)) + 1,
            max(len(costs) for own in self.game.costs for costs in own) + 1,
        )
        places, amounts = np.zeros(shape, int), np.full(shape, _MORE)  # than anybody has
        for kind, own in enumerate(self.game.costs):
            for number, costs in enumerate(own):
                if not self.game.actions[kind][number].reacts:
                    amounts[kind, number] = 0
                    for at, cost in enumerate(costs):
                        places[kind, number, at], amounts[kind, number, at] = cost[:2]
        return places, amounts

    def can_pay(self, w):
        """Whether the actors can pay for any action: if not, their turn needn't be followed."""
        if self.prices is None:
            return True
        places, amounts = (one[self.game.kind_of(w, w["actor"])] for one in self.prices)
        there = w["resources"][w["actor"][:, None, None], places, w.every[:, None, None]]
        return (there >= amounts).all(axis=2).any(axis=1)

    def act(self, w, counts):
        """Let the actors do their free actions, then so many that take a turn, where any."""
        with w.local(many=counts.astype(int)) as v:
            for kind in w.split(np.where(counts > 0, self.game.kind_of(w, w["actor"]), -1)):
                if kind < 0:
                    continue
                if self.game.again:
                    w["strikes"] = np.zeros(w.many, int)
                self.effects.acting(w)
                v.many = v.many * self.statuses.per_turn(w, kind)
                for number in self._free[kind]:
                    self._freely(w, kind, number)
                for done in range(v.many.max()):
                    for _ in w.where(v.many > done):
                        self._first_of(w, kind, self._groups[kind], done)
        limits = self.game.resources
        if limits.each_turn.any():
            full, each = (self.game.of_slots(one, w) for one in (limits.most, limits.each_turn))
            w["resources"] = np.where(each, full, w["resources"])

    def _freely(self, w, kind, number):
        """Do a free action: once, or as often as it may be done in a turn, while it is open."""
        with w.local(goes_on=True) as v:
            for done in range(self.game.actions[kind][number].per_turn or 1):
                for _ in w.where(v.goes_on):
                    v.goes_on = self._first_of(w, kind, [[number]], done)
                if not v.goes_on.any():
                    return

    def _first_of(self, w, kind, groups, again):
        """Do one action of the first group of which one is open: where there is one."""
        with w.local(chosen=-1, open=np.zeros((self.game.fighters, w.many), bool)) as v:
            for group in groups:
                self._choose(w, v, kind, group, again)
                if (v.chosen >= 0).all():
                    break
            for number in w.split(v.chosen):
                if number >= 0:
                    self.source.begin(w, Roll.action(number), again)
                    self.done(w, kind, number, v.open)
            return v.chosen >= 0

    def _choose(self, w, v, kind, group, again):
        """Choose one of the open actions of a group by weight, where none is chosen yet."""
        among = v.chosen < 0
        if not self.game.together:  # a reaction or an answer may have felled them
            among = among & self.effects.goes_on(w, w["actor"])
        if len(group) > 1:
            self.source.begin(w, Roll.action(group[0]) - 1, again)
        drawn, open_to = self.targets.drawn(w, w["actor"], kind, group, [among] * len(group))
        v.open = np.where(drawn >= 0, open_to, v.open)
        v.chosen = np.where(drawn >= 0, np.array(group)[drawn], v.chosen)

    def done(self, w, kind, number, open_to):
        """Let the actors do an action; open_to: whom it may be aimed at."""
        action = self.game.actions[kind][number]
        self.targets.pay(w, w["actor"], kind, number)
        if self.game.got_by_result:
            w["rolled"] = np.zeros((self.game.fighters, w.many), np.int8)
        if self._answers.has(action):
            self._answers.exchange(w, kind, number, open_to)
        else:
            if action.on != "nobody":
                self._striking.all(w, kind, number, open_to)
            self._striking.got(w, w["actor"], action)
            self.effects.acted(w)
        self.source.merge(w)


def _parted(group, number):
    """A group without a number; those before it and those after it don't follow each other."""
    if number not in group:
        return [group]
    at = group.index(number)
    return [group[:at], group[at + 1 :]]


class Statuses:
    """The statuses and resources of a `CompiledFight`; source, effects: of its `Turns`."""

    def __init__(self, game, source, effects):
        self._game, self._source, self._effects = game, source, effects
        self.may_start = bool(game.statuses) or any(
            game.resources[at].any()
            for at in (2, 3)  # whether any comes back
        )

    def drawn(self, w, amount, where):
        """Draw dice in some fights, 0 in the others; where: a mask."""
        game = self._game
        places = np.where(where, game.draws.of(amount), game.nothing)
        return self._source.draw(w, game.draws, places)[0]

    # The start of a turn

    def start(self, w):
        """Let the actors' statuses act and count down: a mask of who may act."""
        if self._game.statuses:
            self._lost_and_gained(w)
            self._count_down(w)
        self._come_back(w)
        with w.local(skips=np.zeros(w.many, bool)) as v:
            for index, status in enumerate(self._game.statuses):
                if status.skips:
                    chance = np.where(self._has(w, index), status.skips, 0)
                    v.skips = self._source.coin(w, chance) | v.skips
            return (w["hp"][w["actor"], w.every] > 0) & ~v.skips

    def _come_back(self, w):
        """Let what limits actions come back: surely, and what is used up by chance."""
        resources = self._game.resources
        kinds = self._game.kind_of(w, w["actor"])
        if resources.back.any():
            at = w["actor"], slice(None), w.every
            there = w["resources"][at] + resources.back[kinds]
            w["resources"][at] = np.minimum(there, resources.most[kinds])
        for place in np.flatnonzero(resources.chance.any(axis=0)):
            used = w["resources"][w["actor"], place, w.every] == 0
            chance = resources.chance[self._game.kind_of(w, w["actor"]), place]
            back = self._source.coin(w, np.where(used, chance, 0))
            w["resources"][w["actor"], place, w.every] += back

    def _lost_and_gained(self, w):
        """Change hit points by the sum of all that is lost and gained: no status comes first."""
        # What can't kill takes nothing of the last hit point that the others leave.
        zeros = np.zeros((3, w.many), np.int64)  # lost to what kills, to what doesn't, gained
        with w.local(points=zeros) as v:
            for index, status in enumerate(self._game.statuses):
                for amount, into in ((status.loses, int(not status.kills)), (status.gains, 2)):
                    if amount is None or not (has := self._has(w, index)).any():
                        continue
                    amounts = self.drawn(w, amount, has)
                    v.points[into] += amounts * w["stacks"][w["actor"], index, w.every]
            if not v.points.any():
                return
            at = w["actor"], w.every
            full = np.maximum(self._game.full[self._game.kind_of(w, w["actor"])], w["hp"][at])
            deadly = self._effects.soaked(w, w["actor"], v.points[0])
            spared = self._effects.soaked(w, w["actor"], v.points[1])
            after = w["hp"][at] - deadly + v.points[2]
            after = np.where(after > 0, np.maximum(after - spared, 1), 0)
            w["hp"][at] = np.minimum(after, full)
            self._effects.lose_all(w, w["actor"], w["hp"][at] <= 0)

    def _count_down(self, w):
        at, own = (w["actor"], slice(None), w.every), self._game.own_turns
        left = w["left"][at]
        w["left"][at] = left - ((left > 1) & own)
        for index, places in self._game.timers.items():
            at = w["actor"], places, w.every
            now = w["timers"][at]
            w["timers"][at] = now - ((now > 1) & (now < FOREVER) & own[index])

    def _has(self, w, index):
        """Whether the actor has a status."""
        return w["left"][w["actor"], index, w.every] != 0

    def per_turn(self, w, kind):
        """How many actions that take a turn the actors, all of a kind, have in one: (fights,)."""
        stacks = self._effects.of(w, w["actor"])
        return self._game.numbers("per_turn", np.full(w.many, kind), stacks).astype(int)

    # The end of a turn, and of a round

    def end(self, w):
        """End the actors' statuses that the turn began with and that are over, or end by chance."""
        for index, status in enumerate(self._game.statuses):
            at = w["actor"], index, w.every
            if not status.in_rounds:
                w["left"][at] *= w["left"][at] != 1
            if status.ends:
                may = self._has(w, index) & ~w["fresh"][at]
                over = self._source.coin(w, np.where(may, self._ends(w, status), 0))
                at = w["actor"], index, w.every
                w["left"][at] *= ~over
            if index in self._game.timers and not status.in_rounds:
                own = w["actor"], self._game.timers[index], w.every
                w["timers"][own] *= w["timers"][own] != 1
                w["stacks"][at] = (w["timers"][own] > 0).sum(axis=1)
            w["stacks"][at] *= w["left"][at] != 0

    def _ends(self, w, status):
        """The chance that a status ends, by a saving throw of the actors if it says so."""
        if not isinstance(status.ends, Save):
            return status.ends
        kinds = self._game.kind_of(w, w["actor"])
        codes = self._game.blows.code(self._effects.of(w, w["actor"]))
        return self._game.blows.of_units(status.ends.chance, kinds, codes)

    def round_over(self, w, over):
        """Count the statuses down that last rounds, in the fights whose round is over: a mask."""
        for index in np.flatnonzero(~self._game.own_turns).tolist():
            left = w["left"][:, index]
            left -= over & (left > 0)
            if own := self._game.timers.get(index):
                now = w["timers"][:, own]
                now -= over & (now > 0) & (now < FOREVER)
                w["stacks"][:, index] = (now > 0).sum(axis=1)
            w["stacks"][:, index] *= left != 0

    # What is given

    def given(self, w, who, gift, where):
        """Give fighters a status, each with its chance; who: their places, where: a mask."""
        with w.local(who=np.maximum(who, 0), where=where) as v:
            if gift.chance < 1:
                v.where = self._source.coin(w, np.where(v.where, gift.chance, 0))
            for one in (gift, *gift.also):
                self._give(w, v, one)

    def _give(self, w, v, gift):
        status, more = gift.status, int(not gift.status.in_rounds)  # after its last turn it ends
        v.turns = ENDLESS if status.turns is None else status.turns + more
        if gift.turns is not None:
            v.turns = self.drawn(w, gift.turns, v.where) + more
        points = 0
        if self._game.statuses.index(status) in self._game.shields:
            points = self.drawn(w, status.absorbs, v.where)
        self._effects.give(w, v.who, status, v.turns, v.where, points)
