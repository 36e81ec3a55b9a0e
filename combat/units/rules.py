"""The rules of your own game: the chance to hit, the damage, and who acts first.

`Rules` also says which duels and battles must be fought turn by turn.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from combat import hit_rules
from combat.core.checks import check_numbers, check_whole, check_word
from combat.dice import dice
from combat.units.own_functions import reads_left
from combat.units.sheets.counters import many_a_turn, only_strikes, rows_matter, where_of
from combat.units.sheets.schema import OVERKILL
from combat.units.simple_rules import DAMAGES, HITS

ORDERS = ("both", "faster", "coin", "initiative", "first", "alternate", "exchange")
# Orders in which it matters which unit of a pair is the first: it attacks.
ATTACKING = ("first", "alternate", "exchange")
# Orders in which several act at once, and speed says how many actions a turn has.
WITH_SPEED = ("both", "faster", "coin")
BY_TURNS = ("alternate", "exchange")  # orders in which the one attacked answers
ROUNDING = ("down", "up", "half up")
_FOLLOWS_UP = 5  # a unit follows up if its speed is higher by at least this much


@dataclass(frozen=True)
class Rules:
    """How units fight.

    hit: the name of a rule of `combat.hit_rules`, or the rule itself, which compares attack with
    defense; or "always hits"; or a function of (attacker, defender) that returns probabilities.
    Both arguments have every column as an attribute, as arrays over all pairs:
    `attacker.dex - defender.agi`.

    damage: None for the attacker's dice minus the defender's armor; or the name of another rule:
    "armor in percent", and for games without dice "attack less defense", from 0 up, "max(1, attack
    - defense)", "attack * attack / (attack + defense)" or "attack is the damage"; or a function of
    (attacker, defender), two units whose `damage` is a Distribution, that returns a Distribution,
    dice or a number. A unit's `hp` are its full hit
    points in each blow; `hp_left`, which hit and damage may read in duels and battles, are those
    that it has before the blow, or where several act at once before their moment. critical:
    (chance, multiplier): this share of the hits (not of the blows) does the damage times the
    multiplier, unless a unit's or an action's own columns (crit chance, crit damage, crit on,
    critical) say otherwise; the chance may be a function of (attacker, defender). A hit rule that
    itself says which hits are critical, as Pathfinder 2's degrees of success do, has only the
    multiplier from here. A rule of your own says so by a dict of chances in place of a number:
    {"critical": 0.05, "hit": 0.5, "graze": 0.2, "fumble": 0.05}; all else is a miss.
    spread: 0.1 for +-10 %: the damage is multiplied by a number drawn evenly from 0.9 to 1.1.
    Finally it is rounded to whole points, a half up; shares (of a miss, of hit points, of what a
    target takes, of what is drained) are rounded down. rounding: "down", "up" or "half up" for all
    of these.

    least: what armor leaves of a hit at least, a whole number from 0. It is for armor alone: where
    the dice themselves show 0 or less, or a damage function of your own says so, a hit does none.

    order: in each turn "both" act at once, and may fall together; or the "faster" acts first (both
    at once if their speeds are equal); or a "coin" decides each turn. A unit that falls before its
    action doesn't act. The share of plain duels won under "both", plus half of those in which both
    fall, is exactly the share won if initiative is tossed once, or anew each turn.

    All who act at once act in one moment. The hit points after it are those before, less all that
    is dealt, plus all that is healed, from 0 to the full ones. Blows beyond what was there count as
    dealt, so a heal saves only where points and heals together are more than what is dealt. Within
    the moment an actor sees no more than its own statuses, and whom its own action has felled.

    In these three orders a unit has as many actions a turn as its `speed` says; its statuses act
    once in each turn in which it has any. In the others each has one. "initiative" is rolled once a
    fight: the dice `initiative` plus the column of that name (0 if there is none), the highest
    first, ties at random. "first": all of the first side act, one after another, then all of the
    second. "alternate" and "exchange": in each round one side attacks, the first in odd rounds and
    the second in even ones, and whoever is attacked and still stands answers, with the first action
    at a foe in its list that is open then; that spends its uses. In "alternate" the two take turns,
    one strike each, until both have done the `times` of their actions; in "exchange" one makes all
    strikes, then the other, then a unit that follows up makes its strikes again. follow_up: a
    function of (unit, other) that says whether the unit follows up; by default it does if its speed
    is at least 5 higher.

    overkill: what becomes of an action's remaining strikes when its target has fallen. None: they
    go on to the next target, beside that one's own. "lost": they don't. Who acts at once with
    others doesn't know what these do, so their blows may meet at one target; with "next" all of a
    side know what it has dealt so far. "spill": as "next", and what a blow does beyond the points
    of its target strikes the next one, and so on: points that its statuses may absorb, with nothing
    else of the blow. A turn that has begun is done to its end, also when it fells the last foe.

    derived: {column: function of a unit}, for columns computed from others, such as
    {"defense": lambda unit: 2 * unit.agi}; each is computed once, from the sheet's own numbers, or
    from what an action or a status makes of these.

    fight: a function of (attacker, defender), two units, that returns their whole `Odds`, for games
    with more than blows: slots, stuns, potions. It replaces all other rules, which are left out;
    `Odds.of` makes them from the result of `combat.markov.solve`, `Odds.rolled` from fights that
    you play with dice; then every question has intervals. attacks: False if it doesn't matter which
    unit is the first, so that each pair is fought once.

    ValueError for a number outside its range, or an unknown rule or order.

    >>> Rules(hit="d20 against armour class", critical=(0.05, 2)).least
    1
    >>> Rules(hit=lambda a, d: 0.7 + 0.02 * (a.dex - d.agi)).order
    'both'
    >>> Rules(damage=lambda a, d: a.damage + a.strength - d.armor).critical
    (0, 2)
    >>> Rules(order="slower")
    Traceback (most recent call last):
    ValueError: order = 'slower' is not known: it must be one of both, faster, coin, initiative, ...
    """

    # Rules are keys of dicts, so fields that can't be hashed are left out of the hash.
    hit: str | Callable = field(default="ratio", hash=False)
    damage: str | Callable | None = field(default=None, hash=False)
    critical: tuple = field(default=(0, 2), hash=False)
    spread: float = 0.0
    least: int = 1
    rounding: str | None = None
    order: str = "both"
    initiative: str = "d20"
    follow_up: Callable | None = field(default=None, hash=False)
    overkill: str | None = None
    derived: dict | None = field(default=None, hash=False)
    fight: Callable | None = field(default=None, hash=False)
    attacks: bool | None = None

    def __post_init__(self):
        if self.fight is None and self.attacks is not None:
            raise ValueError(
                "attacks is for rules with a fight of their own: otherwise the order says who "
                "begins"
            )
        if self.fight is not None:
            self._check_fight()
        check_word("order", self.order, ORDERS)
        if self.overkill is not None:
            check_word("overkill", self.overkill, OVERKILL)
        if isinstance(self.damage, str):
            check_word("damage", self.damage, DAMAGES)
        for name, what in (("damage", "(attacker, defender)"), ("follow_up", "(unit, other)")):
            given = getattr(self, name)
            named = name == "damage" and isinstance(given, str)
            if given is not None and not callable(given) and not named:
                raise ValueError(f"{name} = {given!r} is no function: write one of {what}")
        self._check_derived()
        try:
            self.initiative_dice  # noqa: B018
        except ValueError as error:
            raise ValueError(f"initiative: {error}") from None
        try:
            chance, multiplier = self.critical
        except (TypeError, ValueError):
            raise ValueError(
                f"critical = {self.critical!r} must be a pair: (chance, multiplier)"
            ) from None
        if callable(chance):
            chance = 0
        if isinstance(chance, str) or isinstance(multiplier, str):
            raise ValueError(
                f"critical = {self.critical!r}: it is one pair of numbers for all; where units "
                f"differ, give them columns crit chance and crit damage, or write a damage function"
            )
        known = [
            check_numbers("chance of a critical hit", chance, low=0, high=1),
            check_numbers("multiplier of a critical hit", multiplier, low=0, high=1000),
            check_numbers("spread", self.spread, low=0, high=1),
        ]
        if any(number != number for number in known):
            raise ValueError("critical and spread must be numbers, not NaN")
        check_whole("least", self.least, low=0, high=1_000_000)
        if self.rounding is not None:
            check_word("rounding", self.rounding, ROUNDING)
        if self.damage is not None and self.least > 1:
            raise ValueError(
                f"least = {self.least:g}: it is what armor leaves at least, and your damage "
                f"function knows armor itself; write max({self.least:g}, ...) there"
            )
        if not callable(self.hit):
            _registered(self.hit)
        elif isinstance(self.hit, hit_rules.HitRule):
            _of_a_blow(self.hit)
        if self.critical_rule is not None and (chance or callable(self.critical[0])):
            raise ValueError(
                f"critical = {self.critical!r}: the hit rule itself says which hits are critical; "
                f"write (0, {multiplier:g}) for the multiplier alone"
            )

    def _check_derived(self):
        for column, function in (self.derived or {}).items():
            if not isinstance(column, str) or not callable(function):
                raise ValueError(
                    f"derived = {column!r}: {function!r:.60} is no derived column: write its "
                    f"name and a function of a unit"
                )

    @property
    def initiative_dice(self):
        """The Distribution that is rolled for initiative."""
        return dice(self.initiative)

    @property
    def decided(self):
        """Whether a function of one's own decides whole fights."""
        return self.fight is not None

    @cached_property
    def reads_left(self):
        """Whether the hit or the damage depends on the hit points of the moment."""
        own = self.hit, self.damage, self.critical[0]
        return any(reads_left(one) for one in own if callable(one))

    @property
    def attacking(self):
        """Whether it matters which unit of a pair is the first."""
        if self.decided:
            return self.attacks is not False
        return self.order in ATTACKING

    def duels_by_turns(self, units):
        """Return whether duels of these units must be followed turn by turn."""
        if self.decided:
            return False
        if self.reads_left:
            return True
        answered = self.order in BY_TURNS
        if answered or (self.derived and any(unit.actions for unit in units)):
            return True
        if any(many_a_turn(unit) for unit in units):
            return True
        return not all(only_strikes(unit) for unit in units)

    def battles_by_turns(self, units):
        """Return whether battles of these units must be fought turn by turn."""
        if self.order not in WITH_SPEED or self.overkill in ("next", "spill") or self.reads_left:
            return True
        return rows_matter(units) or any(unit.actions or many_a_turn(unit) for unit in units)

    def speed_of(self, unit):
        """Return how many actions a turn a unit has: its speed, or 1 in orders without speed."""
        return unit.role("speed") if self.order in WITH_SPEED else 1.0

    def acts_first(self, unit, other):
        """Return the chances to act before the other in a turn, and after; else both at once."""
        if self.order == "initiative":
            lead = self.initiative_dice - self.initiative_dice
            ahead = initiative_of(unit) - initiative_of(other)
            tie = float(lead.chances[lead.values == -ahead].sum())
            won = 1 - float(lead.chances[lead.values <= -ahead].sum())
            return won + tie / 2, 1 - won - tie / 2
        if self.order == "first":
            return 1.0, 0.0
        if self.order == "faster":
            return float(unit.speed > other.speed), float(other.speed > unit.speed)
        return (0.5, 0.5) if self.order == "coin" else (0.0, 0.0)

    def derived_units(self, *armies):
        """Return units with derived columns, of the sheet's own numbers, and rules without."""
        found = [[self.derive(unit) for unit in army] for army in armies]
        return *found, (replace(self, derived=None) if self.derived else self)

    def derive(self, unit):
        """Return a unit with its derived columns; ValueError, naming it, where a function fails."""
        for column, function in (self.derived or {}).items():
            try:
                value = function(unit)
            except Exception as error:
                raise ValueError(
                    f"derived: {column} of {unit.name}: {type(error).__name__}: {error}"
                ) from error
            unit = unit.having(**{column: value})
        return unit

    def follows_up(self, unit, other):
        """Return whether a unit strikes again after an exchange; ValueError where it fails."""
        if self.follow_up is None:
            return unit.speed >= other.speed + _FOLLOWS_UP
        try:
            return bool(self.follow_up(unit, other))
        except Exception as error:
            raise ValueError(
                f"follow_up: of {unit.name} against {other.name}: {type(error).__name__}: {error}"
            ) from error

    def _check_fight(self):
        if not callable(self.fight):
            raise ValueError(
                f"fight = {self.fight!r} is no function: write one of (attacker, defender)"
            )
        given = [
            one.name
            for one in fields(self)
            if one.name not in ("fight", "attacks") and getattr(self, one.name) != one.default
        ]
        if given:
            raise ValueError(f"fight: it decides the whole duel; leave {', '.join(given)} out")

    def refuse_fight(self):
        """Raise ValueError if these rules have a `fight` of their own, without single blows."""
        if self.decided:
            raise ValueError(
                "fight: these rules have a fight of their own, which knows no single blows; ask "
                "for duels and matrices, or take rules without it"
            )

    @property
    def published(self):
        """The `HitRule` of `combat.hit_rules` that decides who is hit, or None."""
        rule = self.hit if callable(self.hit) else _registered(self.hit)
        return rule if isinstance(rule, hit_rules.HitRule) else None

    @property
    def damage_rule(self):
        """The function of (attacker, defender) that gives the damage; None: dice minus armor."""
        return DAMAGES[self.damage] if isinstance(self.damage, str) else self.damage

    @property
    def hit_rule(self):
        """The function of (attacker, defender) that gives the chance to hit."""
        # Without the rule's own check, which can't name the units; the caller checks, too.
        if self.published:
            return _of_units(self.published.function)
        return HITS[self.hit] if isinstance(self.hit, str) else self.hit

    @property
    def critical_rule(self):
        """The function of (attacker, defender) for the chance of a critical hit, or None."""
        critical = self.published and self.published.critical
        return _of_units(critical) if critical else None


def _of_units(function):
    return lambda attacker, defender: function(attacker.attack, defender.defense)


def initiative_of(unit):
    """Return what a unit adds to its initiative dice: its column, 0 where that is blank."""
    value = unit.more.get("initiative", 0.0)
    if value in ("", "-") or value != value:
        return 0.0
    where = where_of(unit) or unit.name
    return float(check_numbers(f"{where}, column 'initiative'", value, low=-1e9, high=1e9))


def hit_names():
    """Return the names of the hit rules that units can fight by."""
    return [*hit_rules.of_one_blow(), *HITS]


def _registered(name):
    known = hit_rules.of_one_blow() | HITS
    if name in hit_rules.rules():
        return _of_a_blow(hit_rules.rules()[name])
    if name not in known:
        raise ValueError(
            f"hit = {name!r} is not known: write a function of (attacker, defender), or one of "
            f"{', '.join(known)}"
        )
    return known[name]


def _of_a_blow(rule):
    if rule.battle:
        raise ValueError(f"hit = '{rule.name}' decides a whole battle: take a rule for one blow")
    return rule


PLAIN = Rules()
