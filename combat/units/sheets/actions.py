"""What a unit can do, and what that leaves behind: actions and statuses.

In its turn a unit does the first action in its list that is possible and whose condition holds.
"""

import math
from dataclasses import dataclass

from combat.core.checks import check_numbers, check_whole, check_word
from combat.dice import Distribution, dice
from combat.units.sheets.conditions import Condition, condition
from combat.units.sheets.rolls import ON
from combat.units.sheets.saves import Save, save

TARGETS = ("foe", "ally", "self", "fallen", "nobody")
WHOM = ("random", "weakest", "strongest", "front", "hurt")
PER = ("fight", "day")
REACTS = ("begins", "struck", "missed", "ally struck", "hit", "falls", "foe falls", "down")
FALLEN = ("falls", "down")  # at which it is the fallen who react
SHARES = ("target hp", "missing hp", "full hp", "own hp")  # of which damage may be a share
MOST_TIMES = 100
MOST_TARGETS = 100_000
MOST_TURNS = 1000
MOST_USES = 1_000_000
MOST_WEIGHT = 1e6
MOST_STACKS = 100
MOST_CHANGE = 1e9
NUMERIC = ("attack", "defense", "armor")
KEPT = ("name", "hp", "speed", "cost", "count", "initiative")  # what no action changes
NO_COUNTERS = dict.fromkeys((*KEPT, *NUMERIC, "damage"), "give a status that changes it")
NO_COUNTERS["hp"] = "write heals, damage or drain"
TIMERS = ("all", "own")
OVERKILL = ("next", "lost", "spill")


@dataclass(frozen=True)
class Status:
    """An effect that lasts on a fighter: poisoned, stunned, raging.

    changes: to the unit's columns, triples (column, "+" or "x", number); all multiplications come
    first. loses, gains: hit points at the start of each of its turns, dice; what all statuses of a
    fighter take and give then is added up. kills: whether that loss may take the last hit point.
    skips: the chance that the fighter loses its turn to it. turns: how many of the fighter's own
    turns it lasts if the action doesn't say, None for the whole fight; it ends with the last of
    them. ends: the chance that it ends at the end of each of those turns; the turn in which it was
    got, or got anew, is none of them. broken: whether it ends when the fighter loses hit points to
    a blow. ends may also be a saving throw of the fighter, such as "d20 + will >= 15", a `Save`.
    in_rounds: whether turns are rounds of the fight, of which that in which it is given is the
    first. timer: "own" if each stack has a time of its own; of one too many the shortest gives way.
    A change of speed counts from the next round on. stacks: how often it counts at most if given
    several times, for one roll of its dice and for its changes, not for skips and ends; each time
    it lasts at least as long as if it were new, and all stacks end together. ValueError for what is
    out of range.

    >>> Status("poisoned", loses="1d4", kills=False, turns=3).loses
    Distribution(1..4, mean 2.5)
    >>> Status("cursed", changes=(("attack", "+", -2),)).skips
    0.0
    """

    name: str
    changes: tuple = ()
    loses: Distribution | None = None
    gains: Distribution | None = None
    kills: bool = True
    skips: float = 0.0
    turns: int | None = None
    ends: float = 0.0
    broken: bool = False
    stacks: int = 1
    absorbs: Distribution | None = None
    each_hit: bool = False
    in_rounds: bool = False
    timer: str = "all"

    def __post_init__(self):
        _check_name(self.name)
        _set(self, "changes", tuple(tuple(change) for change in self.changes))
        for column in ("loses", "gains", "absorbs"):
            _set(self, column, _dice_or_none(f"{self.name}: {column}", getattr(self, column)))
        _set(self, "skips", _chance(f"{self.name}: skips", self.skips))
        if isinstance(self.ends, str):
            _set(self, "ends", save(self.ends))
        if not isinstance(self.ends, Save):
            _set(self, "ends", _chance(f"{self.name}: ends", self.ends))
        check_word(f"{self.name}: timer", self.timer, TIMERS)
        if self.timer == "own" and (self.stacks == 1 or self.absorbs is not None):
            what = "what absorbs has one" if self.absorbs is not None else "write how many stacks"
            raise ValueError(f"{self.name}: timer: own is for each stack; {what}")
        if not self.kills and self.loses is None:
            raise ValueError(f"{self.name}: kills: it is about what a status loses; leave it out")
        if self.turns is not None:
            _set(self, "turns", _whole(f"{self.name}: turns", self.turns, 1, MOST_TURNS))
        _set(self, "stacks", _whole(f"{self.name}: stacks", self.stacks, 1, MOST_STACKS))
        if self.absorbs is not None and self.absorbs.values[0] < 1:
            raise ValueError(f"{self.name}: absorbs: it may be 0; write at least 1 point")
        if self.each_hit and (self.absorbs is None or len(self.absorbs.values) > 1):
            raise ValueError(f"{self.name}: absorbs: each hit takes a whole number, such as 5")
        for column, how, number in self.changes:
            _check_change(f"{self.name}: changes:", column, how)
            check_numbers(
                f"{self.name}: changes: {column}", number, low=-MOST_CHANGE, high=MOST_CHANGE
            )
            if (column, how) == ("speed", "x") and number <= 0:
                what = "without turns of its own nothing ends; write skips = yes"
                raise ValueError(f"{self.name}: changes: speed x {number:g}: {what}")
        if len({change[:2] for change in self.changes}) < len(self.changes):
            raise ValueError(f"{self.name}: changes: a column is changed twice; make one of both")


@dataclass(frozen=True)
class Gift:
    """A status that an action gives, for a number of turns and with a chance.

    turns: a Distribution, or None for those of the status itself. on: the result of the roll at
    which it is given, one of ON; None for any hit.

    >>> Gift(Status("asleep"), turns="1d3", chance=0.25).turns.mean
    2.0
    """

    status: Status
    turns: Distribution | None = None
    chance: float = 1.0
    on: str | None = None

    def __post_init__(self):
        if self.on is not None:
            check_word(f"{self.status.name}: on", self.on, ON)
        _set(self, "chance", _chance(f"{self.status.name}: chance", self.chance))
        if self.turns is None:
            return
        turns = _dice_or_none(f"{self.status.name}: turns", self.turns)
        if not 1 <= turns.values[0] <= turns.values[-1] <= MOST_TURNS:
            raise ValueError(
                f"{self.status.name}: turns = {turns.values[0]} is out of range: it must be 1 to "
                f"{MOST_TURNS}"
            )
        _set(self, "turns", turns)


@dataclass(frozen=True)
class Action:
    """One thing that a unit can do in its turn.

    columns: pairs (column, value) that replace the unit's own: attack, damage (dice), or any of
    your own. times: strikes, one after another. targets: how many fighters it is aimed at, infinite
    for all, in the order of their army. whom: how others are chosen, one of WHOM, the first of the
    army among equals; "hurt" is who has lost most points. None for the targeting of the whole side,
    and among allies for the one hurt most. on: "foe", "ally" (itself included), "fallen" (of its
    own side, who stand up with what it heals, their statuses over) or "self"; only foes are struck
    and lose hit points. miss: the share of the damage that a miss still does, rounded down. heals:
    dice, hit points given back to an ally, never above its full ones. drain: the share of the hit
    points taken, at most what the target had, that the actor gains, rounded down. uses: how often
    it can be done, `per` fight or day, None for always. overkill: as for `Rules`, None for that of
    the rules. recharge: the chance, at the start of a turn, that the action, once used, is ready
    again; None if it always is. gives: `Gift`s to those it hits or helps; gets: those to the actor
    itself, once, after its strikes, whether they hit or not, or if one of them had the result `on`.
    cures: names of statuses that it ends, of those it hits or helps; sheds: of the actor's own.
    when: a condition, as text such as "hp < 50 %" or made by `condition`, which reads the actor's
    columns without those of the action; None for always. free: whether it takes no turn: it is
    done, at most once a turn, before the action that does. cooldown: in how many of its turns it is
    ready again, once done. weight: of actions with a weight that stand in a row one is drawn, by
    weight among those that are open; a heal is, also where nobody is hurt. spends: pairs (counter,
    points), such as ("mana", 60), without which it can't be done; gains: pairs (counter, dice) that
    the actor gains, once, as gets. What a unit has of a counter at the start is its column of that
    name, at most that of "mana max". per_turn: how often it is done in a turn at most, None for
    any. On "nobody" it does nothing else: a unit waits. reacts: one of REACTS, at which it is done,
    and takes no turn: the fight begins, or its unit is struck or missed by a foe, or hits one, or
    falls, or a foe falls, or an ally is struck; `per_turn` times from one of its turns to the next,
    once by default, MOST_TIMES for always. One foe is then whoever caused it. A reaction sets off
    others only by a fall. At "falls" and "down" (in each of its turns while it has fallen) what it
    heals of itself raises it. of: a pair (share, one of SHARES), such as (0.2, "target hp"): what a
    hit takes besides its damage, of the points that are there, rounded down; without any damage at
    least the `least` of the rules; nothing else changes it. An action that only heals waits until a
    fighter that it may heal is hurt. ValueError for what is out of range.

    >>> Action("Fireball", columns=(("damage", "8d6"),), targets=4, miss=0.5, uses=2).columns
    (('damage', '8d6'),)
    >>> Action("Heal", heals="1d8+3")
    Traceback (most recent call last):
    ValueError: Heal: heals: an action on a foe heals nobody; write on = ally or self
    """

    name: str
    columns: tuple = ()
    times: int = 1
    targets: float = 1
    whom: str | None = None
    on: str = "foe"
    miss: float = 0.0
    heals: Distribution | None = None
    drain: float = 0.0
    uses: int | None = None
    per: str = "fight"
    recharge: float | None = None
    gives: tuple = ()
    gets: tuple = ()
    cures: tuple = ()
    sheds: tuple = ()
    overkill: str | None = None
    when: Condition | None = None
    free: bool = False
    cooldown: int | None = None
    weight: float | None = None
    spends: tuple = ()
    gains: tuple = ()
    per_turn: int | None = None
    reacts: str | None = None
    of: tuple | None = None

    def __post_init__(self):
        _check_name(self.name)
        _set(self, "columns", tuple(tuple(pair) for pair in self.columns))
        for column in ("gives", "gets", "cures", "sheds"):
            _set(self, column, tuple(getattr(self, column)))
        check_word(f"{self.name}: on", self.on, TARGETS)
        check_word(f"{self.name}: per", self.per, PER)
        if self.reacts is not None:
            check_word(f"{self.name}: reacts", self.reacts, REACTS)
        if self.overkill is not None:
            check_word(f"{self.name}: overkill", self.overkill, OVERKILL)
        if self.whom is not None:
            check_word(f"{self.name}: whom", self.whom, WHOM)
        _set(self, "times", _whole(f"{self.name}: times", self.times, 1, MOST_TIMES))
        if self.targets != math.inf:
            _set(self, "targets", _whole(f"{self.name}: targets", self.targets, 1, MOST_TARGETS))
        if self.uses is not None:
            _set(self, "uses", _whole(f"{self.name}: uses", self.uses, 0, MOST_USES))
        for column in ("miss", "drain"):
            _set(self, column, _chance(f"{self.name}: {column}", getattr(self, column)))
        if self.recharge is not None:
            _set(self, "recharge", _chance(f"{self.name}: recharge", self.recharge))
        _set(self, "heals", _dice_or_none(f"{self.name}: heals", self.heals))
        for column, high in (("cooldown", MOST_TURNS), ("per_turn", MOST_TIMES)):
            if getattr(self, column) is not None:
                what = f"{self.name}: {column.replace('_', ' ')}"
                _set(self, column, _whole(what, getattr(self, column), 1, high))
        if self.of is not None:
            self._check_share()
        if self.weight is not None:
            weight = check_numbers(
                f"{self.name}: weight", self.weight, low=0, high=MOST_WEIGHT, open_low=True
            )
            _set(self, "weight", float(weight))
        self._count()
        for column in ("gives", "gets"):
            if not all(isinstance(gift, Gift) for gift in getattr(self, column)):
                raise ValueError(f"{self.name}: {column}: write statuses as Gift(...), in a tuple")
        if isinstance(self.when, str):
            _set(self, "when", _condition(self.name, self.when))
        if not isinstance(self.when, Condition | None):
            raise ValueError(
                f"{self.name}: when: {self.when!r} is no condition; write it as text: 'hp < 50 %'"
            )
        for column, value in self.columns:
            self._check_column(column, value)
        self._check_use()

    def _check_share(self):
        share, what = self.of
        check_word(f"{self.name}: damage", what, SHARES)
        _set(self, "of", (_chance(f"{self.name}: damage", share), what))
        if "damage" not in dict(self.columns):
            _set(self, "columns", (*self.columns, ("damage", "0")))

    def _count(self):
        """Check the counters that it spends and gains."""
        spends = [
            (name, _whole(f"{self.name}: spends", n, 0, MOST_USES)) for name, n in self.spends
        ]
        gains = [(name, _dice_or_none(f"{self.name}: gains", n)) for name, n in self.gains]
        for column, pairs in (("spends", spends), ("gains", gains)):
            names = [name for name, _ in pairs]
            for name in names:
                if name in NO_COUNTERS:
                    what = f"{self.name}: {column}: '{name}' is a column of its own, no counter"
                    raise ValueError(f"{what}; {NO_COUNTERS[name]}")
            if len(set(names)) < len(names):
                raise ValueError(f"{self.name}: {column}: a counter is named twice; add them up")
            _set(self, column, tuple(pairs))

    def _check_column(self, column, value):
        if column in KEPT:
            raise ValueError(f"{self.name}: {column}: no action changes it; leave the cell empty")
        if column in NUMERIC:
            check_numbers(f"{self.name}: {column}", value, low=-MOST_CHANGE, high=MOST_CHANGE)
        if column != "damage":
            return
        try:
            dice(value)
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None

    def _check_use(self):
        """Raise ValueError "name: column: what" for numbers that don't go together."""
        for column, what in self._misuses():
            raise ValueError(f"{self.name}: {column}: {what}")

    def _misuses(self):
        """What makes no sense in this action: pairs (column, what is wrong)."""
        if self.weight is not None and self.free:
            yield "weight", "a free action is done whenever it can be; leave it out"
        if self.reacts is not None:
            for column in ("free", "weight"):
                if getattr(self, column):
                    yield column, "a reaction takes no turn; leave it out"
            if self.reacts == "down" and self.per_turn is not None:
                yield "per_turn", "it is done once in each of its turns; leave it out"
            if self.revives and self.unlimited and self.reacts in ("falls", "foe falls"):
                yield "per_turn", "falling and rising might never end; write a number"
        if self.on == "fallen" and self.heals is None:
            yield "heals", "the fallen rise with what it heals; write dice"
        if self.of and self.miss:
            yield "miss", "a share of hit points is done by hits alone; leave it out"
        if self.on == "foe":
            if self.heals is not None:
                yield "heals", "an action on a foe heals nobody; write on = ally or self"
            return
        for column in ("drain", "miss", "of", "overkill"):
            if getattr(self, column):
                yield (
                    column.replace("of", "damage"),
                    "only blows at a foe have it; leave it out, or write on = foe",
                )
        for column, value in self.columns:
            if (column, value) != ("damage", "0") and not self.of:
                yield column, "only blows at a foe have it; leave it out, or write a row on = foe"
        for column in ("gives", "gets"):
            if any(gift.on for gift in getattr(self, column)):
                yield column, "only blows at a foe are rolled; leave out what stands behind 'on'"
        if self.on == "nobody":
            for column in ("heals", "gives", "cures"):
                if getattr(self, column):
                    yield column, "an action on nobody does nothing to anybody; write on = self"
        elif not (self.heals or self.gives or self.cures or self.for_itself):
            what = "write heals, gives, gets, gains, cures or sheds; to do nothing, or only to get"
            yield (
                "on",
                f"nothing is done for {self.on}; {what} something 'when ...', is on = nobody",
            )
        if self.on not in ("self", "nobody"):
            return
        for column in ("times", "targets", "whom"):
            if getattr(self, column) not in (1, None):
                yield column, "an action on itself has one target; leave it out"
        if self.when is not None and self.when.targeted:
            what = f"'{self.when.text}' asks for a target, but an action on itself has none"
            yield "when", f"{what}; leave out 'target' to ask for the actor's own"

    @property
    def limited(self):
        """Whether it reacts so many times from one of its turns to the next."""
        return self.reacts not in (None, "down") and not self.unlimited

    @property
    def for_itself(self):
        """Whether the actor gets or gains anything, or sheds a status."""
        return bool(self.gets or self.gains or self.sheds)

    @property
    def unlimited(self):
        """Whether it reacts as often as something sets it off."""
        return self.per_turn is not None and self.per_turn >= MOST_TIMES

    @property
    def revives(self):
        """Whether those whom it heals rise."""
        itself = self.on == "self" and self.reacts in FALLEN
        return self.heals is not None and (self.on == "fallen" or itself)

    @property
    def only_heals(self):
        """Whether it does nothing but give hit points back, and isn't drawn by weight."""
        more = self.gives or self.cures or self.for_itself
        return self.heals is not None and self.weight is None and not more

    @property
    def by_result(self):
        """Whether more than hit or miss of its roll matters."""
        return any(gift.on for gift in (*self.gives, *self.gets))

    @property
    def steady(self):
        """Whether it can always be done, at a foe, and does nothing but strike."""
        return (
            self.on == "foe"
            and self.when is None
            and self.uses is None
            and self.recharge is None
            and self.cooldown is None
            and self.weight is None
            and self.per_turn is None
            and not (self.drain or self.gives or self.cures or self.free or self.for_itself)
            and not (self.spends or self.reacts or self.of)
        )

    @property
    def statuses(self):
        """The statuses that it gives, to others and to the actor."""
        return [gift.status for gift in (*self.gives, *self.gets)]


def only_strikes(actions):
    """Return whether a unit with these actions strikes alike in each turn, doing nothing else."""
    if not actions:
        return True
    return actions[0].steady and not any(action.free or action.reacts for action in actions)


def _set(one, column, value):
    object.__setattr__(one, column, value)


def _check_change(where, column, how):
    if column in KEPT and column != "speed":
        raise ValueError(f"{where} no status changes {column}; leave it out")
    if how not in ("+", "x"):
        raise ValueError(f"{where} {column} {how!r} is not known: it must be '+' or 'x'")


def _check_name(name):
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise ValueError(f"name = {name!r} is no name: write some text, in one line")


def _chance(what, value):
    chance = float(check_numbers(what, value, low=0, high=1))
    if math.isnan(chance):
        raise ValueError(f"{what} = nan is out of range: it must be between 0 and 1")
    return chance


def _whole(what, value, low, high):
    return int(check_whole(what, value, low=low, high=high))


def _condition(name, text):
    try:
        return condition(text)
    except ValueError as error:
        raise ValueError(
            f"{name}: when: {error}; other columns and statuses: condition(text, columns, statuses)"
        ) from None


def _dice_or_none(what, value):
    if value is None:
        return None
    try:
        found = dice(value)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None
    if found.values[0] < 0:
        raise ValueError(f"{what} = {found.values[0]:g} is out of range: it must be at least 0")
    return found


BASIC_ATTACK = Action("attack")
