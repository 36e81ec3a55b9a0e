"""Who fights whom by which rules: the tables that turns are taken from.

`CompiledFight` holds kinds, costs, the form of a state, which rounds are alike, and deadlocks.
"""

import math
import operator
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np

from combat.battle.side import Deadlock
from combat.units.engine.blows import Blows
from combat.units.engine.luck import Draws
from combat.units.engine.resources import limits_of
from combat.units.engine.rows import Form, World
from combat.units.rules import BY_TURNS, WITH_SPEED
from combat.units.sheets.actions import BASIC_ATTACK
from combat.units.sheets.conditions import OF_THE_FIGHT
from combat.units.sheets.counters import (
    check_kinds,
    counters_of,
    in_reserve,
    number_of,
    rows_matter,
)
from combat.units.sheets.roster import statuses_of
from combat.units.sheets.schema import ALL_ALLIES

# w["left"] of a status: 0 for none, else its turns left. Of its bearer's own turns it is one more
# than was given: the turn that begins at 2 is its last.
ENDLESS = -1  # a status that lasts the whole fight
FOREVER = 2**14  # the same of one stack
AWAY = -2  # in place of hit points: of one who waits in the reserve
FLED = -3  # the same of one who has left the fight with 1, -4 with 2, and so on
OVER, STOPPED = -1, -2  # in place of a phase: a side has fallen, or both stand at the end
_MOST_TICKS = 10**6
_MOST_DRAINED = 2**40  # more hit points than anybody has
PACE = ("gauge", "acts", "rank")  # where speeds change: parts of an action, actions, speeds above


def actions_of(unit, rules):
    """Return the rows of a unit's table in order, then a plain blow unless its damage is 0."""
    damage = vars(unit).get("damage")  # where it lacks, or a rule says it all, it disarms nobody
    if rules.damage is None and damage is not None and damage.values[-1] <= 0:
        return unit.actions
    return (*unit.actions, BASIC_ATTACK)


class CompiledFight:
    """Fights of the same size between units of some kinds, by some rules.

    places: (fights, fighters), the kind of each fighter in each fight, the first side's fighters
    first. first: how many fighters the first side has. deadlocks: whether a fight in which nobody
    left can hurt anybody is over, as a battle is; a duel then goes on for ever.
    """

    def __init__(
        self,
        kinds,
        places,
        first,
        rules,
        *,
        max_rounds=None,
        targeting=("random", "random"),
        more_statuses=(),
        deadlocks=False,
    ):
        self.sheet = list(kinds)  # with the numbers of the sheet, before derived columns
        self.kinds = [rules.derive(unit) for unit in kinds]
        self.places = np.asarray(places, int)
        self.rules, self.max_rounds, self.targeting = rules, max_rounds, targeting
        self._deadlocks = deadlocks and max_rounds is None
        self.fighters = self.places.shape[1]
        self.side = (np.arange(self.fighters) >= first).astype(int)
        self.actions = [actions_of(unit, rules) for unit in self.kinds]
        self.statuses = statuses_of(self.kinds, more_statuses)
        every = [action for own in self.actions for action in own]
        self.reserve = any(action.on == "reserve" for action in every)
        self.revives = self.reserve or any(action.revives for action in every)
        self.got_by_result = any(
            on for action in every for column in ("gets", "gains") for on in action.results(column)
        )
        self.rows = rows_matter(self.kinds)
        self.leaves = any(action.leaves for action in every)
        self.reacts = any(action.reacts for action in every)
        # Which kinds do something in their turns while they have fallen.
        self.lies = np.array([any(one.reacts == "down" for one in own) for own in self.actions])
        self.shields, self.blocks = _absorbing(self.statuses)
        self.timers = _timed(self.statuses)
        self.guards = _guarding(self.statuses)
        self.hidden = [at for at, status in enumerate(self.statuses) if not status.aimed_at]
        self.own_turns = np.array([not status.in_rounds for status in self.statuses], bool)
        self.counters = counters_of(self.kinds)
        check_kinds(self.kinds, self.statuses, self.counters)
        self.resources, self.costs, self.uses = limits_of(self.kinds, self.actions, self.counters)
        columns = [unit.more for unit in self.kinds] + [dict(one.columns) for one in every]
        columns += [{column for column, _, _ in status.changes} for status in self.statuses]
        self.again = any("again" in one for one in columns)
        self.full = np.array([unit.hp for unit in self.kinds], int)
        self.draws = Draws()
        self.nothing = self.draws.add([0], [1.0])
        self.blows = Blows(self)
        self.ends_by_chance = any(status.ends for status in self.statuses)

    @property
    def together(self):
        """Whether several act at once."""
        return self.rules.order in WITH_SPEED

    @property
    def mends(self):
        """Whether anything gives hit points back, so that a fight may go on for ever."""
        return self.heals or any(status.gains is not None for status in self.statuses)

    @cached_property
    def heals(self):
        """Whether any action gives hit points back."""
        every = [action for own in self.actions for action in own]
        return any(action.heals is not None or action.drain for action in every)

    @cached_property
    def returns(self):
        """Of which fighters it matters what they have while they lie: bools (fighters,)."""
        rises = np.array([any(action.revives for action in own) for own in self.actions])
        rising = (rises | self.lies)[self.places].any(axis=0)
        return np.array([rising[self.side == side].any() for side in self.side], bool)

    @cached_property
    def waits(self):
        """Who begins in the reserve, where another of its side can bring it in: as places."""
        waits = np.array([in_reserve(unit) for unit in self.kinds], bool)
        bring = np.array([any(one.on == "reserve" for one in own) for own in self.actions], bool)
        waits, bring = waits[self.places], (bring & ~waits)[self.places]
        sides = [bring[:, self.side == side].any(axis=1, keepdims=True) for side in (0, 1)]
        return waits & np.where(self.side == 0, *sides)

    @cached_property
    def most_healed(self):
        """The most hit points that each fighter can be given in one moment: (fights, fighters)."""
        healed = np.array([self._most_healed_by(kind) for kind in range(len(self.kinds))])
        each = healed[self.places]
        sides = [each[:, self.side == side].sum(axis=1, keepdims=True) for side in (0, 1)]
        return np.where(self.side == 0, *sides)

    def _most_healed_by(self, kind):
        """No less than a kind gives to anybody in one moment."""
        healing = [one for one in self.actions[kind] if one.heals is not None or one.drain]
        if any(action.drain or action.reacts for action in healing):
            return _MOST_DRAINED
        speed = self.blows.every("speed").max() if self.paced else self.speeds[kind]
        actions = math.ceil(speed) * int(self.blows.every("per_turn").max())
        often = [(one.per_turn or 1) if one.free else actions for one in healing]
        each = [int(one.heals.values[-1]) * one.times for one in healing]
        return sum(map(operator.mul, often, each))

    @property
    def knows_its_side(self):
        """Whether who acts at once with others knows what its side has dealt before it."""
        return self.rules.overkill in ("next", "spill")

    def of_slots(self, values, w):
        """Values by kind as values by fighter: (fighters, ..., fights), of 1 fight if the same."""
        if len(self.places) == 1:
            return values[self.places[0]][..., None]
        return np.moveaxis(values[self.places[w["pair"]]], 0, -1)

    def column(self, name):
        """Return the value of a column for each kind; "full hp" are its hit points at the start."""
        if name == "full hp":
            return self.full
        return np.array([number_of(unit, name) for unit in self.kinds])

    def numbers(self, column, kinds, stacks):
        """Return a column of fighters, with so many stacks of each status: (statuses, ...)."""
        if column not in self.blows.changing:
            return self.column(column)[kinds]
        return self.blows.numbers(column, kinds, self.blows.code(stacks))

    def kind_of(self, w, slot):
        """Return the kind of one fighter of each fight."""
        return self.places[w["pair"], slot]

    def kinds_of(self, w):
        """Return the kind of each fighter of each fight: (fighters, fights)."""
        return self.places[w["pair"]].T

    @cached_property
    def form(self):
        """The `Form` of the state of a fight."""
        fighters, order = self.fighters, self.rules.order
        shapes = {"pair": (), "turn": (), "phase": (), "hp": (fighters,)}
        timers = max((places.stop for places in self.timers.values()), default=0)
        widths = {
            "resources": self.resources.most.shape[1],
            "left": len(self.statuses),
            "stacks": len(self.statuses),
            "shield": len(self.shields),
            "timers": timers,
        }
        shapes |= {name: (fighters, width) for name, width in widths.items()}
        shapes |= dict.fromkeys(PACE if self.paced else (), (fighters,))
        if order == "initiative":
            shapes["queue"] = (fighters,)
        return Form(shapes | ({"heads": ()} if order == "coin" else {}))

    def begun(self, pairs):
        """Return fights at their start, a `World`; pairs: for each fight the place of its pair."""
        pairs = np.asarray(pairs)
        w = World(self.form, np.zeros((self.form.width, len(pairs)), np.int32), of=pairs * 0)
        w["of"], w["pair"], w["turn"] = w.every, pairs, 1
        w["hp"] = np.where(self.waits[pairs].T, AWAY, self.of_slots(self.full, w))
        w["resources"] = self.of_slots(self.resources.start, w)
        return w

    @cached_property
    def speeds(self):
        """The speed of each kind; 1 in orders that don't use it."""
        if not self.together:
            return np.ones(len(self.kinds))
        return np.array([unit.role("speed") for unit in self.kinds])

    @cached_property
    def paced(self):
        """Whether speeds change from round to round."""
        own = any("speed" in unit.own for unit in self.kinds)
        return self.together and "speed" in self.blows.changing and not own

    @cached_property
    def ticks(self):
        """Into how many parts an action is divided, where speeds change."""
        every = np.unique(self.blows.every("speed")).tolist()
        return min(math.lcm(*map(_denominator, every)), _MOST_TICKS)

    @cached_property
    def harmless(self):
        """Which kinds can never hurt which, themselves included: bools (kinds, kinds)."""
        harmless = np.zeros((len(self.kinds),) * 2, bool)
        if self.again or any(action.of for own in self.actions for action in own):
            return harmless
        if any(status.loses is not None for status in self.statuses):
            return harmless
        for kind in range(len(self.kinds)):
            harmless[kind] = self.blows.harmless(kind)
        return harmless

    @cached_property
    def deadlock(self):
        """The `Deadlock` that ends these fights undecided, or None if nothing does so."""
        if not self._deadlocks or (self.revives and len(self.places) == 1):
            return None
        hurts = np.array([self._hurts(places) for places in self.places])
        if hurts.all():
            return None
        starts = tuple(np.arange((self.side == side).sum()) for side in (0, 1))
        return Deadlock(hurts if len(hurts) > 1 else hurts[0], starts)

    def _hurts(self, places):
        """Which fighters of both sides of a pair can ever hurt each other: (first, second)."""
        first, second = (places[self.side == side] for side in (0, 1))
        harmless = self.harmless if len(self.places) == 1 else self._bare
        hurts = ~(harmless[np.ix_(first, second)] & harmless[np.ix_(second, first)].T)
        if len(self.places) == 1 or hurts.all():
            return hurts
        # What others have doesn't count: their statuses, or that they raise the fallen.
        kinds, places = np.unique(places, return_inverse=True)
        kinds = [self.sheet[kind] for kind in kinds.tolist()]
        own = CompiledFight(kinds, [places], len(first), self.rules, deadlocks=True).deadlock
        return hurts | True if own is None else own.hurts

    @cached_property
    def _bare(self):
        """Which kinds can't hurt which while nobody has a status, as `harmless`."""
        return np.array([self.blows.harmless(at, bare=True) for at in range(len(self.kinds))])

    @cached_property
    def periods(self):
        """For each pair (last, period): after round `last` rounds repeat every `period` rounds."""
        periods = []
        for places in self.places:
            last = max((self._last_round(kind) for kind in places), default=0)
            if self.max_rounds is not None:
                last = max(last, self.max_rounds)
            period = 2 if self.rules.order in BY_TURNS else 1
            for kind in places:
                period = math.lcm(period, 1 if self.paced else _denominator(self.speeds[kind]))
            periods.append((last, period))
        return np.array(periods)

    def _last_round(self, kind):
        """The last round that a condition of a unit can tell from the next."""
        beside = [
            what
            for action in self.actions[kind]
            if action.when is not None
            for what in action.when.beside_round
        ]
        return max((self._greatest(what) + 1 for what in beside), default=0)

    def _greatest(self, what):
        """The greatest absolute value of a number, or of what a condition calls by that name."""
        if what in OF_THE_FIGHT:
            return self.fighters
        if what in self.counters:
            return int(self.resources.most[:, self.counters.index(what)].max(initial=0))
        if what in (stacks := {status.name: status.stacks for status in self.statuses}):
            return stacks[what]
        if isinstance(what, str):
            return math.ceil(np.abs(self.blows.every(what)).max())
        return math.ceil(abs(what))


def _absorbing(statuses):
    """Where statuses that absorb stand: [(place, width)] in the order of use, {place: points}."""
    names = sorted(
        (status.name, index)
        for index, status in enumerate(statuses)
        if status.absorbs is not None and not status.each_hit
    )
    shields = {index: number for number, (_, index) in enumerate(names)}
    blocks = {
        index: int(status.absorbs.values[0])
        for index, status in enumerate(statuses)
        if status.each_hit
    }
    return shields, blocks


def _guarding(statuses):
    """Statuses whose bearers take strikes at others: pairs (place, place of a status or None)."""
    names = [status.name for status in statuses]
    return [
        (index, None if status.guards == ALL_ALLIES else names.index(status.guards))
        for index, status in enumerate(statuses)
        if status.guards in (ALL_ALLIES, *names)
    ]


def _timed(statuses):
    """Where the timers of the stacks stand, of statuses that have them: {place: slice}."""
    own = {index: status.stacks for index, status in enumerate(statuses) if status.timer == "own"}
    stops = np.cumsum([0, *own.values()]).tolist()
    return {index: slice(*pair) for index, pair in zip(own, pairwise(stops), strict=True)}


def _denominator(speed):
    ratio = Fraction(float(speed)).limit_denominator(1000)
    # With a speed that is no fraction, such as the square root of 2, rounds never repeat.
    return ratio.denominator if abs(float(ratio) - speed) < 1e-9 else 10**9
