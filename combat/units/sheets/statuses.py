"""What lasts on a fighter: statuses, and the gifts by which an action gives them."""

import re
from dataclasses import dataclass, replace

from combat.core.numbers import share_in
from combat.core.words import printable, unknown
from combat.dice import Distribution
from combat.units.sheets import kinds
from combat.units.sheets.rolls import Save
from combat.units.sheets.schema import (
    DICE,
    MOST_STACKS,
    SHARE,
    SWITCH,
    TEXT,
    TIMERS,
    Kind,
    Row,
    beside,
    column,
    numeric,
    whole,
    word,
)

# "1d3 rounds 25 % on a critical": what comes after the name of a status.
_GIFT = re.compile(
    r"(.+?)??(?:(?:^| )(round|turn)s?)? ?(?:(?<!\S)(\d+(?:\.\d+)? ?%|\d+/\d+))?"
    r"(?: ?\bon (?:an? )?(.+))?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Status(Row):
    """An effect that lasts on a fighter: poisoned, stunned, raging.

    changes: to the unit's columns, triples (column, "+" or "x", number); all multiplications come
    first. loses, gains: hit points at the start of each of its turns, dice; what all statuses of a
    fighter take and give then is added up. kills: whether that loss may take the last hit point.
    skips: the chance that the fighter loses its turn to it. turns: how many of the fighter's own
    turns it lasts if the action doesn't say, None for the whole fight; it ends with the last of
    them. ends: the chance that it ends at the end of each of those turns; the turn in which it was
    got, or got anew, is none of them. broken: whether it ends when the fighter loses hit points to
    a blow, or a saving throw of the fighter against it, a `Save`, which may ask for the damage
    taken. ends may also be a saving throw of the fighter, such as "d20 + will >= 15", a `Save`.
    in_rounds: whether turns are rounds of the fight, of which that in which it is given is the
    first. timer: "own" if each stack has a time of its own; of one too many the shortest gives way.
    A change of speed counts from the next round on. stacks: how often it counts at most if given
    several times, for one roll of its dice and for its changes, not for skips and ends; each time
    it lasts at least as long as if it were new, and all stacks end together. guards: the name of a
    status, or "all": while the fighter stands, it takes the strikes of actions with one target at
    allies that have that status. aimed_at: whether foes can aim at it. ValueError for what is out
    of range.

    >>> Status("poisoned", loses="1d4", kills=False, turns=3).loses
    Distribution(1..4, mean 2.5)
    >>> Status("cursed", changes=(("attack", "+", -2),)).skips
    0.0
    """

    name: str
    changes: tuple = column(
        kinds.CHANGES,
        (),
        "of columns; of speed from the next round on, of per turn from the next turn on",
        "attack -2, speed x 0.5, fire taken x 1.5",
    )
    loses: Distribution | None = numeric(
        DICE, None, "dice, at the start of each of its turns", "1d4"
    )
    gains: Distribution | None = numeric(
        DICE, None, "points given back, at the start of each of its turns", "1d4"
    )
    kills: bool = column(SWITCH, True, "whether that may take the last point", "no")
    skips: float = numeric(kinds.SKIPS, 0.0, "loses its turn: yes, or a chance", "yes")
    turns: int | None = numeric(
        kinds.TURNS,
        None,
        "how many of its bearer's own, or rounds of the fight, this one the first",
        "3 rounds",
    )
    ends: float | Save = numeric(
        kinds.ENDS,
        0.0,
        "after each of its turns: a chance, or a saving throw of its bearer",
        "d20 + attack >= 15",
    )
    broken: bool | Save = column(
        kinds.BROKEN,
        False,
        "ends by a loss of hit points to a blow: yes, or unless its bearer's throw succeeds, in "
        "which `damage taken`, `half damage taken` and `10 or half damage taken` are words",
        "d20 + attack >= 10 or half damage taken",
    )
    stacks: int = numeric(whole(1, MOST_STACKS), 1, "how often it counts at most", "3")
    absorbs: Distribution | None = numeric(
        kinds.ABSORBS,
        None,
        "points that are lost before hit points, or so many off each hit",
        "each hit 5",
    )
    each_hit: bool = column(beside(SWITCH), False)
    in_rounds: bool = column(beside(SWITCH), False)
    guards: str | None = column(
        TEXT,
        None,
        "a status: its bearer takes the strikes of actions with one target at allies that have it; "
        "or `all`: at any ally",
        "all",
    )
    aimed_at: bool = column(SWITCH, True, "no: foes can't aim at its bearer", "no")
    timer: str = column(
        word(*TIMERS),
        "all",
        "`own` if each stack lasts by itself; otherwise all end together",
        "own",
    )

    def _misuses(self):
        soaks = self.absorbs
        if self.timer == "own" and (self.stacks == 1 or soaks is not None):
            mend = "what absorbs has one" if soaks is not None else "write how many stacks"
            yield "timer", f"own is for each stack; {mend}"
        if not self.kills and self.loses is None:
            yield "kills", "it is about what a status loses; leave it out"
        if soaks is not None and soaks.values[0] < 1:
            yield "absorbs", "it may be 0; write at least 1 point"
        if self.each_hit and (soaks is None or len(soaks.values) > 1):
            yield "absorbs", "each hit takes a whole number, such as 5"


@dataclass(frozen=True)
class Grant(Row):
    """A status that an action gives, for a number of turns and with a chance.

    turns: a Distribution, or None for those of the status itself. on: the result of the roll at
    which it is given, one of ON; None for any hit. also: `Grant`s that come with it by the same
    coin and the same result, and say neither themselves.

    >>> Grant(Status("asleep"), turns="1d3", chance=0.25).turns.mean
    2.0
    """

    status: Status
    turns: Distribution | None = column(kinds.GIVEN_TURNS, None)
    chance: float = column(SHARE, 1.0)
    on: str | None = column(kinds.RESULT, None)
    also: tuple = column(kinds.NAMES, ())

    @property
    def name(self):
        """The name of the status."""
        return self.status.name

    def _misuses(self):
        if any(gift.chance != 1 or gift.on or gift.also for gift in self.also):
            yield "also", "what comes by the same coin has no chance of its own"

    @property
    def statuses(self):
        """The statuses that it gives."""
        return [self.status, *(gift.status for gift in self.also)]


def gifts_in(cell, known):
    """Return the `Grant`s that a cell means: "poisoned 3, slowed on critical, asleep 1d3 25 %"."""
    return tuple(_gift(part, known) for part in kinds.parts(cell))


def _gift(part, known):
    if together := re.fullmatch(r"\((.*)\) ?([^()]*)", part):
        return _together(part, *together.groups(), known)
    status, behind = _named(part, known.statuses)
    turns, unit, chance, on = _GIFT.fullmatch(behind).groups()
    if turns and re.search(r"\d \d", turns):
        raise ValueError(f"'{printable(part)}' has two numbers; write turns, then a chance in %")
    if unit and (unit.casefold() == "round") is not status.in_rounds:
        counts = "rounds" if status.in_rounds else "its own turns"
        what = f"{status.name} counts {counts}, by its column 'turns'; write '{unit}s' there"
        raise ValueError(f"'{printable(part)}': {what}")
    chance, on = share_in(chance) if chance else 1.0, on and on.casefold()
    try:
        return Grant(status, turns, chance, on)
    except ValueError as error:
        what = str(error).removeprefix(f"{status.name}: ").partition(": ")[2]
        raise ValueError(f"'{printable(part)}': {what}") from None


def _named(part, statuses):
    """The status that a part names, and what stands behind its name."""
    # The longest name first, as both "on fire" and "on" may be statuses.
    for name in sorted(statuses, key=len, reverse=True):
        if f"{part} ".casefold().startswith(f"{name} ".casefold()):
            return statuses[name], part[len(name) :].strip()
    raise ValueError(unknown(re.split(r" (?=\d)| on ", part)[0], statuses, "statuses"))


def _together(part, listed, behind, known):
    """Gifts of one coin: "(stunned 1, steady 3) 50 % on critical"."""
    first, *others = gifts_in(listed, known)
    if any(gift.chance < 1 or gift.on for gift in (first, *others)):
        raise ValueError(f"'{printable(part)}': write the chance once, behind the parenthesis")
    coin = _gift(f"{first.name} {behind}", known)
    return replace(coin, turns=first.turns, also=others)


def _grants(value):
    if not all(isinstance(gift, Grant) for gift in value):
        raise ValueError("write statuses as Grant(...), in a tuple")
    return tuple(value)


GIFTS = Kind(_grants, gifts_in)
