"""What a unit can do in its turn: the columns of a table of actions.

In its turn a unit does the first action in its list that is possible and whose condition holds.
"""

from dataclasses import dataclass, field
from math import inf

from combat.dice import Distribution, dice
from combat.units.sheets import kinds, schema
from combat.units.sheets.conditions import Condition
from combat.units.sheets.schema import (
    DICE,
    SHARE,
    SWITCH,
    TEXT,
    Row,
    beside,
    column,
    columns_of,
    number,
    numeric,
    whole,
    word,
)
from combat.units.sheets.statuses import GIFTS


@dataclass(frozen=True)
class Action(Row):
    """One thing that a unit can do in its turn.

    columns: pairs (column, value) that replace the unit's own: attack, damage (dice), or any of
    your own. times: strikes, one after another. targets: how many fighters it is aimed at, infinite
    for all, in the order of their army. whom: how others are chosen, one of WHOM, the first of the
    army among equals; "hurt" is the one who has lost most. None for the whole side's targeting, and
    among allies for the one hurt most. on: "foe", "ally" (itself included), "fallen" (of its own
    side, who stand up with what it heals, their statuses over), "reserve" (who come in, with full
    points or what it heals) or "self"; only foes are struck and lose hit points. miss: the share of
    the damage that a miss still does, rounded down. heals: dice, hit points given back to an ally,
    never above its full ones. drain: the share of the hit points taken, at most what the target
    had, that the actor gains, rounded down. uses: how often it can be done, `per` fight or day,
    None for always. overkill: as for `Rules`, None for that of the rules. recharge: the chance, at
    the start of a turn, that the action, once used, is ready again; None if it always is. gives:
    `Grant`s to those it hits or helps; gets: those to the actor itself, once, after its strikes,
    whether they hit or not, or if one of them had the result `on`. cures: names of statuses that it
    ends, of those it hits or helps; sheds: of the actor's own. when: a condition, as text such as
    "hp < 50 %" or made by `condition`, which reads the actor's columns without those of the action;
    None for always. free: whether it takes no turn: it is done before the action that does, once,
    or up to `per_turn` times while it is open. cooldown: in how many of its turns it is ready
    again, once done. weight: of actions with a weight that stand in a row, or that react to the
    same, one is drawn, by weight among those that are open; a heal is, also where nobody is hurt.
    spends: pairs (counter, points), such as ("mana", 60), without which it can't be done; gains:
    pairs (counter, dice) that the actor gains, once, as gets, or triples with the result `on`
    behind them. What a unit has of a counter at the start is its column of that name, at most that
    of "mana max". per_turn: how often it is done in a turn at most, None for any. On "nobody" it
    does nothing else: a unit waits. reacts: one of REACTS, at which it is done, and takes no turn:
    the fight begins, or its unit is struck or missed by a foe, or hits one, or falls, or a foe
    falls, or an ally is struck; `per_turn` times from one of its turns to the next, once by
    default, MOST_TIMES for always. One foe is then whoever caused it. A reaction sets off no others
    but those to a fall and those on "nobody". At "falls" and "down" (in each of its turns while it
    has fallen) what it heals of itself raises it. of: a pair (share, one of SHARES), such as (0.2,
    "target hp"): what a hit takes besides its damage, of the points that are there, rounded down;
    without any damage at least the `least` of the rules; nothing else changes it. leaves: whether
    its unit is out of the fight after it, if it still stands: no fall, and nobody raises it.
    pierces: points of the target's armor that its strikes ignore, infinite for all; armor below 0
    stays. kind: of its damage, such as "fire", for statuses that change "fire_taken". needs: a
    `Synergy` without which it isn't done, as of an army's fights. line: where it stands in its
    table, 0 for nowhere. An action that only heals waits until a fighter that it may heal is hurt.
    ValueError for what is out of range.

    >>> Action("Fireball", columns=(("damage", "8d6"),), targets=4, miss=0.5, uses=2).columns
    (('damage', '8d6'),)
    >>> Action("Heal", heals="1d8+3")
    Traceback (most recent call last):
    ValueError: Heal: heals: an action on a foe heals nobody; write on = ally or self
    """

    name: str
    columns: tuple = column(kinds.OWN, ())
    times: int = numeric(whole(1, schema.MOST_TIMES), 1, "strikes, one after another", "2")
    targets: float = numeric(
        whole(1, schema.MOST_TARGETS, every=inf), 1, "how many, or `all`", "all"
    )
    whom: str | None = column(
        word(*schema.WHOM), None, "random, weakest, strongest, front, hurt", "weakest"
    )
    on: str = column(
        word(*schema.TARGETS),
        "foe",
        "foe, ally, fallen (of its side: they rise), reserve (they come in), self, nobody (it "
        "waits)",
        "self",
    )
    miss: float = numeric(SHARE, 0.0, "share of the damage that a miss does", "half")
    heals: Distribution | None = numeric(
        DICE, None, "dice given back; the fallen rise with them", "1d8+3"
    )
    drain: float = numeric(SHARE, 0.0, "share of what is taken that the actor gains", "50 %")
    uses: int | None = numeric(kinds.USES, None, "a fight, or a day", "3 a day")
    per: str = column(beside(word(*schema.PER)), "fight")
    recharge: float | None = numeric(
        SHARE, None, "the chance, at each turn's start, to be ready again", "1/3"
    )
    gives: tuple = column(
        GIFTS,
        (),
        "statuses: turns, chance, and the result of the roll",
        "(stunned 1, guarded 3) 50 % on critical",
    )
    gets: tuple = column(
        GIFTS,
        (),
        "statuses and counters of the actor: once, after its strikes, or if one has a result",
        "guarded 2, mana 10, berry when missed",
    )
    cures: tuple = column(
        kinds.NAMES, (), "names of statuses that it ends, of those it hits or helps", "poisoned"
    )
    sheds: tuple = column(
        kinds.NAMES, (), "names of statuses of the actor that it ends", "poisoned"
    )
    overkill: str | None = column(
        word(*schema.OVERKILL),
        None,
        "what is left of it when its target falls: next, lost, spill (points strike the next one)",
        "spill",
    )
    when: Condition | None = column(
        kinds.WHEN, None, "a condition", "mana >= 30 and target poisoned >= 3"
    )
    free: bool = column(SWITCH, False, "takes no turn", "yes")
    cooldown: int | None = numeric(
        whole(1, schema.MOST_TURNS), None, "in how many of its turns it is ready again", "3"
    )
    weight: float | None = numeric(
        number(1e-6, schema.MOST_WEIGHT),
        None,
        "of rows with a weight that follow each other, or react to the same, one is drawn",
        "2",
    )
    spends: tuple = column(kinds.SPENDS, (), "counters without which it isn't done", "mana 60")
    gains: tuple = column(
        kinds.GAINS,
        (),
        "counters that the actor gains, dice: by it, by a result, or when something happens to it",
        "mana 5, rage 5 on critical, mana +1d6 when struck",
    )
    per_turn: int | None = numeric(
        whole(1, schema.MOST_TIMES, every=schema.MOST_TIMES),
        None,
        "how often in a turn, or between two turns for what reacts",
        "all",
    )
    reacts: str | None = column(
        word(*schema.REACTS),
        None,
        "begins, struck, missed, ally struck, hit, falls, foe falls, down",
        "struck",
    )
    of: tuple | None = column(kinds.SHARE_OF_HP, None)
    needs: object = None
    line: int = field(default=0, compare=False, repr=False)
    leaves: bool = column(
        SWITCH,
        False,
        "its unit leaves the fight with it: it is out, and hasn't fallen",
        "yes",
    )
    pierces: float | None = numeric(
        kinds.PIERCES, None, "points of armor that its strikes ignore, or `all`", "3"
    )
    kind: str | None = column(
        TEXT,
        None,
        "of its damage: `fire taken x 0.5` of a status changes what is taken of it",
        "fire",
    )

    def __post_init__(self):
        super().__post_init__()
        if self.of is not None and "damage" not in dict(self.columns):
            object.__setattr__(self, "columns", (*self.columns, ("damage", "0")))

    def _misuses(self):
        yield from _of_columns(self.columns)
        if self.free and self.unlimited:
            yield "per_turn", "a free action might never end; write how often"
        if self.weight is not None and self.free:
            yield "weight", "a free action is done whenever it can be; leave it out"
        if self.reacts is not None:
            if self.free:
                yield "free", "a reaction takes no turn; leave it out"
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
        for name in ("drain", "miss", "of", "overkill", "pierces", "kind"):
            if getattr(self, name):
                yield (
                    name.replace("of", "damage"),
                    "only blows at a foe have it; leave it out, or write on = foe",
                )
        for name, value in self.columns:
            if (name, value) != ("damage", "0") and not self.of:
                yield name, "only blows at a foe have it; leave it out, or write a row on = foe"
        for name in ("gives", "gets", "gains"):
            if self.results(name):
                yield name, "only blows at a foe are rolled; leave out what stands behind 'on'"
        if self.on == "nobody":
            for name in ("heals", "gives", "cures"):
                if getattr(self, name):
                    yield name, "an action on nobody does nothing to anybody; write on = self"
        elif self.on != "reserve" and not (
            self.heals or self.gives or self.cures or self.for_itself
        ):
            what = "write heals, gives, gets, gains, cures or sheds; to do nothing, or only to get"
            yield (
                "on",
                f"nothing is done for {self.on}; {what} something 'when ...', is on = nobody",
            )
        if self.on not in ("self", "nobody"):
            return
        for name in ("times", "targets", "whom"):
            if getattr(self, name) not in (1, None):
                yield name, "an action on itself has one target; leave it out"
        if self.when is not None and self.when.targeted:
            what = f"'{self.when.text}' asks for a target, but an action on itself has none"
            yield "when", f"{what}; leave out 'target' to ask for the actor's own"

    @property
    def limited(self):
        """Whether it reacts so many times from one of its turns to the next."""
        return self.reacts not in (None, "down") and not self.unlimited

    @property
    def for_itself(self):
        """Whether the actor gets or gains anything, sheds a status, or leaves."""
        return bool(self.gets or self.gains or self.sheds or self.leaves)

    @property
    def unlimited(self):
        """Whether it reacts as often as something sets it off."""
        return self.per_turn is not None and self.per_turn >= schema.MOST_TIMES

    @property
    def revives(self):
        """Whether those whom it heals rise."""
        itself = self.on == "self" and self.reacts in schema.FALLEN
        return self.heals is not None and (self.on == "fallen" or itself)

    @property
    def only_heals(self):
        """Whether it does nothing but give hit points back, and isn't drawn by weight."""
        more = self.gives or self.cures or self.for_itself
        return self.heals is not None and self.weight is None and not more

    @property
    def by_result(self):
        """Whether more than hit or miss of its roll matters."""
        return any(map(self.results, ("gives", "gets", "gains")))

    def results(self, column):
        """Return the results of its roll that one of gives, gets and gains names: a set."""
        if column == "gains":
            return {on for _, _, *behind in self.gains for on in behind}
        return {gift.on for gift in getattr(self, column)} - {None}

    @property
    def steady(self):
        """Whether it can always be done, at a foe, and does nothing but strike."""
        blows = ("columns", "times", "targets", "whom", "miss", "overkill", "per")
        return not any(self.is_set(name) for name in columns_of(Action) if name not in blows)

    @property
    def statuses(self):
        """The statuses that it gives, to others and to the actor."""
        return [status for gift in (*self.gives, *self.gets) for status in gift.statuses]


def _of_columns(columns):
    """What is wrong with what stands for a unit's own: pairs (column, why)."""
    for name, value in columns:
        if name in (*schema.KEPT, "row"):
            yield name, "no action changes it; leave the cell empty"
        try:
            if name in schema.NUMERIC:
                kinds.CHANGE.check(value)
            if name == "damage":
                dice(value)
        except ValueError as error:
            yield name, error


BASIC_ATTACK = Action("attack")
