"""Fights with actions and statuses, by loops over fighters, in every course of all chances.

It knows no game: it takes any units with their actions. Where fighters act one after another, what
a strike does counts at once. Where several act at once, their phase is one moment: all that they
deal and heal is put down, in full, and counts together at its end; only the statuses that one gives
himself he knows at once. All that is asked of the package is what a blow of two units does:
`AttackTable`.
"""

import math
import operator
import re
from collections import Counter, defaultdict
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import NamedTuple

from combat.dice import Distribution, dice, mix
from combat.hit_rules import pathfinder
from combat.units import Rules, Unit
from combat.units.sheets.actions import BASIC_ATTACK
from combat.units.sheets.statuses import Status
from combat.units.sheets.unit import columns_of
from combat.units.strikes.strikes import AttackTable

AT_ONCE = ("both", "faster", "coin")
DUELS = ("alternate", "exchange")  # who is attacked answers
OF_A_BLOW = ("hit", "damage", "critical", "spread", "least", "rounding")
OF_A_ROLL = ("crit_chance", "crit_damage", "crit_on", "critical", "graze")
DEGREES = "Pathfinder 2, degrees of success"
HITS = ("graze", "hit", "critical")
NEAR = 1e-9  # 0.7 * 10 is a hair below 7
# What of a fighter counts in the phases to come.
KEPT = ("hp", "uses", "ready", "cooling", "counters", "reacted", "gauge", "acts", "speed")
KEPT += ("statuses", "fled", "away")


class Held(NamedTuple):
    """A status that a fighter has: the turns left, None for as long as the fight, and stacks."""

    status: Status
    left: int | None
    stacks: int = 1
    shield: int = 0
    timers: tuple = ()  # the turns left of each stack, where each has its own

    def less(self):
        """A turn, or a round, later."""
        left = None if self.left is None else self.left - 1
        timers = tuple(one if one is None else one - 1 for one in self.timers)
        return self._replace(left=left, timers=timers)

    def ended(self):
        """Without the stacks that are over; None if it is over."""
        if self.left == 0:
            return None
        timers = tuple(one for one in self.timers if one != 0)
        return self._replace(timers=timers, stacks=len(timers)) if timers else self


class Ended(NamedTuple):
    """How a fight ended: of both sides hit points, those lost, uses and who fled; and rounds."""

    hp: tuple
    uses: tuple
    rounds: int
    fled: tuple = ()
    lost: tuple = ()


class Fighter:
    """One who fights: a unit and what changes of it."""

    def __init__(self, unit, side, place, kind, any_damage):
        self.unit, self.side, self.place, self.kind = unit, side, place, kind
        self.hp = unit.hp
        self.actions = list(unit.actions)
        if unit.damage.values.max() > 0 or any_damage:
            self.actions.append(BASIC_ATTACK)
        self.uses = {action.name: action.uses for action in self.actions if action.uses is not None}
        self.ready = {action.name: True for action in self.actions}
        self.cooling = {action.name: 0 for action in self.actions}
        self.counters = {
            name: int(unit.more.get(name, 0))
            for action in self.actions
            for name, *_ in (*action.spends, *action.gains)
        }
        self.shown = dict(self.counters)  # as others see them
        self.reacted = defaultdict(int)  # how often each, since his last turn began
        self.done = defaultdict(int)  # how often each action, in this turn, his own or another's
        self.results = defaultdict(set)  # of the strikes of each action, as last done
        self.strikes = 0  # at foes, in this turn
        self.gauge, self.acts, self.speed, self.fled = 0, 1, None, False
        self.away = False  # he waits in the reserve
        self.lies = any(action.reacts == "down" for action in self.actions)
        self.statuses = {}
        self.known = self.statuses  # as he himself knows them
        self.given = set()  # names of statuses given since the start of his last turn

    def can(self, action):
        """Whether it has uses left, is ready and can be paid."""
        name, most, done = action.name, action.per_turn or math.inf, self.done
        if action.reacts and action.reacts != "down":
            most, done = action.per_turn or 1, self.reacted
        return (
            all(self.counters[one] >= amount for one, amount in action.spends)
            and (done[name] < most or most >= 100)
            and self.uses.get(name, 1) > 0
            and self.ready[name]
            and self.cooling[name] == 0
        )

    @property
    def lost(self):
        """The hit points that he has lost, until he left."""
        return 0 if self.away else self.unit.hp - self.hp - self.fled

    def spend(self, action):
        """Begin an action."""
        if action.name in self.uses:
            self.uses[action.name] -= 1
        if action.recharge is not None:
            self.ready[action.name] = False
        if action.cooldown is not None:
            self.cooling[action.name] = action.cooldown
        for name, amount in action.spends:
            self.counters[name] -= amount
        self.done[action.name] += 1
        self.reacted[action.name] += 1
        self.results[action.name].clear()

    @property
    def shield(self):
        """What his statuses absorb, all together."""
        return sum(held.shield for held in self.statuses.values())

    def soak(self, points):
        """The points that his statuses don't absorb; what is used up is over."""
        for name in sorted(self.statuses):
            held = self.statuses[name]
            used = min(held.shield, points)
            points -= used
            if used and used == held.shield:
                del self.statuses[name]
            elif used:
                self.statuses[name] = held._replace(shield=held.shield - used)
        return points

    def block(self, points):
        """The points of one hit that his statuses let through."""
        for held in self.statuses.values():
            if held.status.each_hit:
                points -= int(held.status.absorbs.mean) * held.stacks
        return max(points, 0)

    def gain(self, name, amount):
        """More of a counter, up to its limit."""
        most = self.unit.more.get(f"{name}_max", 1_000_000)
        self.counters[name] = max(self.counters[name], min(self.counters[name] + amount, int(most)))


class View:
    """What a condition asks of a fighter."""

    def __init__(self, fighter, hp, statuses, counters):
        self.fighter, self.hp, self.statuses = fighter, hp, statuses
        self.counters = counters

    def number(self, name):
        if name == "hp":
            return self.hp
        if name == "full hp":
            return self.fighter.unit.hp
        if name in self.counters:
            return self.counters[name]
        return mean_of(changed_value(self.fighter.unit[name], name, self.statuses.values()))

    def has(self, name):
        return name in self.statuses

    def stacks(self, name):
        return self.statuses[name].stacks if name in self.statuses else 0


class Blows:
    """What the rules say of two fighters in their statuses, worked out once each."""

    def __init__(self, rules):
        given = {name: rules[name] for name in OF_A_BLOW if name in rules}
        self.given, self.rules = {"hit": "ratio"} | given, Rules(**given)
        self.rounded = partial(rounded, how=rules.get("rounding"))
        self.follow_up = rules.get("follow_up") or five_faster
        own = self.rules.hit, self.rules.damage
        self.of_moments = any(getattr(rule, "of_moments", False) for rule in own)
        self.found = {}

    def of(self, actor, action, target, before=0):
        """The chance of each result, and how much it does: {name: (chance, table)}."""
        key = (
            before,
            actor.kind,
            action.name,
            changing(actor.known),
            target.kind,
            changing(target.statuses),
            (actor.hp, target.hp) if self.of_moments else None,
        )
        if key not in self.found:
            columns = dict(action.columns)
            again = columns.pop("again", actor.unit.more.get("again", 0))
            again = changed_value(again, "again", actor.known.values())
            if before and again:
                columns["attack"] = columns.get("attack", actor.unit.attack) + before * again
            attacker = changed(actor.unit, actor.known, columns)
            defender = changed(target.unit, target.statuses)
            if self.of_moments:
                object.__setattr__(attacker, "hp_left", actor.hp)
                object.__setattr__(defender, "hp_left", target.hp)
            self.found[key] = self.struck(attacker, defender, action)
        return self.found[key]

    def follows(self, one, other):
        """Whether the one is to strike once more in an exchange with the other."""
        key = (one.kind, changing(one.statuses), other.kind, changing(other.statuses))
        if key not in self.found:
            units = [changed(fighter.unit, fighter.statuses) for fighter in (one, other)]
            self.found[key] = bool(self.follow_up(*units))
        return self.found[key]

    def struck(self, attacker, defender, action):
        """The chance of each result, and how much it does: {name: (chance, table)}."""
        said = {
            name: attacker.more[name] for name in OF_A_ROLL if attacker.more.get(name) is not None
        }
        attacker_flat, making = attacker.flat, attacker.making
        if callable(self.given.get("damage")):  # a damage function says it all
            said = {}
        else:
            attacker, defender = bare(attacker), bare(defender)
        chances = self.results(
            attacker, defender, {name: said[name] for name in said if said[name] != ""}
        )
        if self.given.get("damage") is None:
            defender = defender.having(armor=pierced(defender.armor, action.pierces or 0))
        simple = self.damage(attacker, defender)
        missed = weighed(simple.map(lambda values: [self.rounded(action.miss * v) for v in values]))
        crit = attacker
        how = str(said.get("critical") or f"x{said.get('crit_damage') or self.rules.critical[1]}")
        if how.startswith("dice x"):
            flat = attacker_flat if len(attacker.damage.values) > 1 else 0
            rolled = attacker.damage - flat
            total = rolled
            for _ in range(int(how.removeprefix("dice x")) - 1):
                total = total + rolled
            crit = attacker.changed(damage=total + flat)
        elif not how.startswith("x"):
            crit = attacker.changed(damage=making(dice(how)))
        times = float(how.removeprefix("x")) if how.startswith("x") else 1
        share = said.get("graze", "")
        grazed = 0.5 if share == "" else float(share)
        return {
            "fumble": (chances["fumble"], missed),
            "miss": (chances["miss"], missed),
            "graze": (chances["graze"], weighed(self.damage(attacker, defender, grazed))),
            "hit": (chances["hit"], weighed(simple)),
            "critical": (chances["critical"], weighed(self.damage(crit, defender, times))),
        }

    def damage(self, attacker, defender, times=1):
        """What a hit does, times a number: critical hits are known to the rules of old."""
        given = {name: value for name, value in self.given.items() if name != "hit"}
        rules = Rules(hit=lambda a, d: 1.0, **given | {"critical": (1, times)})
        if given.get("damage") is not None:
            return AttackTable([attacker], [defender], rules).amounts[0]
        chances, armors = zip(*rolls_of(defender.armor), strict=True)
        worn = [defender.having(armor=armor) for armor in armors]
        return mix(chances, [AttackTable([attacker], [one], rules).amounts[0] for one in worn])

    def results(self, attacker, defender, said):
        """The chance of each result of the roll."""
        given = self.given["hit"](attacker, defender) if callable(self.given["hit"]) else None
        if isinstance(given, dict):
            found = {"fumble": 0, "graze": 0, "hit": 0, "critical": 0} | given
            return found | {"miss": 1 - sum(found.values())}
        standing = defender.having(armor=mean_of(defender.armor))
        chance = float(AttackTable([attacker], [standing], self.rules).chance[0, 0])
        fumble = 0
        if self.given["hit"] == DEGREES:
            ahead = attacker.attack, defender.defense
            critical = pathfinder(*ahead, degree=3)
            fumble = 1 - pathfinder(*ahead, degree=1)
        elif "crit_on" in said:
            critical = min(chance, (21 - said["crit_on"]) / 20)
        else:
            critical = chance * said.get("crit_chance", self.rules.critical[0])
        return {
            "fumble": fumble,
            "miss": 1 - chance - fumble,
            "graze": 0,
            "hit": chance - critical,
            "critical": critical,
        }


def bare(unit):
    """The unit without what it says of its rolls."""
    kept = {name: unit[name] for name in columns_of(unit) if name not in OF_A_ROLL}
    found = Unit(**kept)
    if "hp_left" in vars(unit):
        object.__setattr__(found, "hp_left", unit.hp_left)
    return found


def rolls_of(armor):
    """What an armor may be: pairs (chance, number)."""
    if not isinstance(armor, Distribution):
        return [(1.0, armor)]
    return list(zip(armor.chances.tolist(), armor.values.tolist(), strict=True))


def mean_of(value):
    return value.mean if isinstance(value, Distribution) else value


def pierced(armor, points):
    """What is left of an armor; below 0 it stays."""
    if isinstance(armor, Distribution):
        return armor.map(lambda values: [pierced(value, points) for value in values])
    return max(armor - points, 0) if armor > 0 else armor


def weighed(distribution):
    return [int(value) for value in distribution.values], distribution.chances.tolist()


def changing(statuses):
    """Those statuses that change columns, and how often they count."""
    return tuple(
        sorted((name, held.stacks) for name, held in statuses.items() if held.status.changes)
    )


def changed(unit, statuses, columns=()):
    """The unit with an action's columns, and then with what its statuses make of them."""
    values = dict(columns)
    if {"crit_chance", "crit_on"} & values.keys():  # the action's own, and nothing of the unit's
        values = {"crit_chance": None, "crit_on": None} | values
    if {"crit_damage", "critical"} & values.keys():
        values = {"crit_damage": None, "critical": None} | values
    if "damage" in values:
        values["damage"] = dice(values["damage"])
    columns_changed = {change[0] for held in statuses.values() for change in held.status.changes}
    for column in columns_changed - {"per_turn", "again", "row", "reach"}:
        if column.endswith("_taken"):
            continue
        value = values[column] if column in values else unit[column]
        values[column] = changed_value(value, column, statuses.values())
    if "speed" in values:
        values["speed"] = min(max(values["speed"], 0.01), 100)
    made = unit.having(**values)
    flat = flat_of(dict(columns).get("damage", unit.written))
    object.__setattr__(made, "flat", changed_value(flat, "damage", statuses.values()))
    making = partial(changed_value, column="damage", statuses=list(statuses.values()))
    object.__setattr__(made, "making", making)
    return made


def flat_of(written):
    """What is added to the dice of a text, sums of dice and numbers alone."""
    parts = re.findall(r"[+-]?[^+-]+", str(written).replace(" ", ""))
    return sum(int(part) for part in parts if re.fullmatch(r"[+-]?\d+", part))


def changed_value(value, column, statuses):
    """What statuses make of the value of a column."""
    for how in ("x", "+"):
        for held in statuses:
            for name, sign, number in held.status.changes:
                if name == column and sign == how:
                    for _ in range(held.stacks):
                        value = value + number if how == "+" else times(value, number)
    return value


def times(value, number):
    """All of a number, infinite reach among them, times 0 is none."""
    return value * number if number or not isinstance(value, float) else 0.0


def rounded(value, how):
    """A whole number: shares are rounded down unless the rules say how."""
    if how == "up":
        return math.ceil(value - NEAR)
    return math.floor(value + NEAR + (0.5 if how == "half up" else 0))


def suffered(points, kind, statuses, how):
    """What a blow of a kind takes: multiplied, rounded down, and then added to."""
    word = re.sub(r"\W+", "_", (kind or "damage").casefold())
    columns = {"damage_taken", f"{word}_taken"}
    changes = [
        (how, number, held.stacks)
        for held in statuses
        for column, how, number in held.status.changes
        if column in columns
    ]
    if points <= 0:
        return points
    times = math.prod(number**stacks for how, number, stacks in changes if how == "x")
    added = sum(number * stacks for how, number, stacks in changes if how == "+")
    return max(0, math.floor(rounded(points * times, how) + added + NEAR))


class Fight:
    """A fight of two armies, sequences of (unit, count), with all that happens in it.

    All that is left to chance goes through `pick`, a function of weights that returns the place of
    one of them.
    """

    def __init__(self, armies, rules, targeting):
        self.rules, self.blows, self.targeting = rules, Blows(rules), targeting
        self.order = rules.get("order", "both")
        self.at_once = self.order in AT_ONCE
        self.overkill = rules.get("overkill")
        self.knows = self.overkill in ("next", "spill")  # what his side has dealt
        said = rules.get("damage") is not None  # a rule says what a blow does
        self.sides = [list(mustered(army, side, said)) for side, army in enumerate(armies)]
        self.everybody = [fighter for side in self.sides for fighter in side]
        for side in self.sides:
            self.send_away(side)
        self.fell = set()  # in this turn
        self.round, self.acting = 0, None
        self.waiting = []  # who is still to act in this round, one group after another
        self.reacting, self.events = False, []  # who is to react: (fighter, trigger, cause)
        self.later = []  # the same, of what is set off by reactions
        every = [action for fighter in self.everybody for action in fighter.actions]
        self.revives = any(raises(action) or action.on == "reserve" for action in every)
        self.begin_phase()

    def standing(self, side):
        return [fighter for fighter in self.sides[side] if fighter.hp > 0]

    @property
    def beaten(self):
        """Whether nobody stands on a side."""
        return not all(map(self.standing, (0, 1)))

    def rolled(self, distribution):
        return self.drawn(weighed(distribution))

    def drawn(self, table):
        values, chances = table
        return values[self.pick(chances)]

    def happens(self, chance):
        return self.pick([1 - chance, chance]) == 1

    # Rounds.

    def begun(self):
        """What is done before the first round."""
        self.queue = self.by_initiative() if self.order == "initiative" else self.everybody
        self.begin_those(self.everybody)

    def begin_those(self, those):
        """What they do as the fight begins for them; synergies are of those who stand before it."""
        those = [fighter for fighter in those if fighter.hp > 0]
        if not those:
            return
        if self.at_once:
            self.begin_phase()
        self.there = [fighter for fighter in self.everybody if fighter.hp > 0]
        for fighter in self.everybody:
            if fighter in those and fighter.hp > 0:
                self.react(fighter, "begins", [None])
        self.react_to(self.later, quietly=True)
        self.settle()

    @staticmethod
    def send_away(side):
        """The reserve of a side, if another can call it, is out of the fight."""
        waits = [one for one in side if one.unit.more.get("reserve") == "yes"]
        if any(row.on == "reserve" for one in side if one not in waits for row in one.actions):
            for fighter in waits:
                fighter.hp, fighter.away = 0, True

    def step(self):
        """The next group acts, in a new round where none is left."""
        if not self.waiting:
            self.round += 1
            self.pace()
            self.waiting = self.phases()
        acting = self.waiting.pop(0)
        lying = [one for one in acting if one.hp <= 0 and one.lies and not gone(one)]
        acting = [fighter for fighter in acting if fighter.hp > 0]
        if acting or lying:
            self.phase(acting, lying)
        if self.beaten:
            self.waiting = []
        elif not self.waiting:
            self.round_over()

    def state(self):
        """All that counts in the phases to come."""
        own = [getattr(fighter, name) for fighter in self.everybody for name in KEPT]
        own = tuple(tuple(sorted(one.items())) if isinstance(one, dict) else one for one in own)
        return self.round, tuple(self.queue), tuple(map(tuple, self.waiting)), own

    def again(self, state):
        """The fight as it was in that state."""
        self.round, queue, waiting, own = state
        self.queue, self.waiting, own = list(queue), list(map(list, waiting)), iter(own)
        for fighter in self.everybody:
            for name in KEPT:
                before, now = getattr(fighter, name), next(own)
                if isinstance(before, dict):
                    before.clear()
                    before.update(now)
                else:
                    setattr(fighter, name, now)
            fighter.known = fighter.statuses
        return self

    def ended(self):
        return Ended(
            tuple(tuple(fighter.hp for fighter in side) for side in self.sides),
            tuple(tuple(tuple(fighter.uses.items()) for fighter in side) for side in self.sides),
            self.round,
            tuple(tuple(bool(fighter.fled) for fighter in side) for side in self.sides),
            tuple(tuple(fighter.lost for fighter in side) for side in self.sides),
        )

    def pace(self):
        """How many actions each has in the round that begins, and how fast he is."""
        for fighter in self.everybody if self.at_once else ():
            speed = changed_value(fighter.unit.speed, "speed", fighter.statuses.values())
            fighter.speed = Fraction(min(max(speed, 0.01), 100)).limit_denominator(1000)
            fighter.gauge += fighter.speed
            fighter.acts = math.floor(fighter.gauge)
            fighter.gauge -= fighter.acts

    def round_over(self):
        """Statuses that last rounds are a round older."""
        for fighter in self.everybody:
            for name, held in list(fighter.statuses.items()):
                if held.status.in_rounds:
                    self.keep(fighter, name, held.less().ended())

    @staticmethod
    def keep(fighter, name, held):
        """Put a status in its place, or end it."""
        fighter.statuses[name] = held
        if held is None:
            del fighter.statuses[name]

    def by_initiative(self):
        """All fighters, who comes first in front."""
        roll = dice(self.rules.get("initiative", "d20"))
        results = [
            [initiative_of(fighter) + self.rolled(roll), fighter] for fighter in self.everybody
        ]
        queue = []
        while results:
            best = max(result for result, _ in results)
            ties = [one for one in results if one[0] == best]
            queue.append(self.one_of(ties))
            results.remove(queue[-1])
        return [fighter for _, fighter in queue]

    def one_of(self, options):
        return options[self.pick([1] * len(options))]

    def phases(self):
        """Who acts at once in this round, one group after another."""
        queue = self.queue
        if self.order == "both":
            return [queue]
        if self.order == "faster":
            speeds = sorted({fighter.speed for fighter in queue}, reverse=True)
            return [[one for one in queue if one.speed == speed] for speed in speeds]
        if self.order == "coin":
            first = self.one_of((0, 1))
            return [self.sides[first], self.sides[1 - first]]
        if self.order in DUELS:
            return [[fighter] for fighter in self.sides[(self.round - 1) % 2]]
        return [[fighter] for fighter in queue]

    def phase(self, acting, lying):
        """The turns of those who act at once, or of one alone; lying: the fallen among them."""
        acting = [fighter for fighter in acting if fighter.acts]
        lying = [fighter for fighter in lying if fighter.acts]
        stood = [fighter for fighter in self.everybody if fighter.hp > 0]
        outside = [fighter for fighter in self.everybody if fighter.away]
        self.fell.clear()
        for fighter in self.everybody:
            fighter.done.clear()
        for fighter in acting:
            self.begin(fighter)
        acting = [fighter for fighter in acting if fighter.hp > 0]
        if self.at_once:
            self.begin_phase()
        for fighter in acting:  # in the order of the armies: a side may aim by its earlier blows
            self.comes_next()
            if not self.skips(fighter):
                self.act(fighter)
        for fighter in lying:
            self.comes_next()
            fighter.known = dict(fighter.statuses)
            self.react(fighter, "down", [None])
        self.react_to_moment()
        self.settle()
        came = [fighter for fighter in outside if not fighter.away]
        self.begin_those(came)
        self.react_to_falls(stood)
        self.begin_those([one for one in outside if not one.away and one not in came])
        for fighter in acting:
            if fighter.hp > 0:
                self.finish(fighter)
        for fighter in self.everybody if self.revives else ():
            if fighter.hp <= 0:
                fighter.statuses.clear()

    def comes_next(self):
        """Where nobody knows of others' blows, another drains as if there were none."""
        if not self.knows:
            self.taken.clear()

    # One turn.

    def begin(self, fighter):
        """What statuses do at the start of a turn; actions may become ready."""
        fighter.given.clear()
        fighter.reacted.clear()
        for name, turns in fighter.cooling.items():
            fighter.cooling[name] = max(0, turns - 1)
        self.lose_and_gain(fighter)
        for name, held in list(fighter.statuses.items()):
            if not held.status.in_rounds:
                fighter.statuses[name] = held.less()
        for action in fighter.actions:
            if not fighter.ready[action.name] and self.happens(action.recharge):
                fighter.ready[action.name] = True
        per_turn = fighter.unit.more.get("per_turn", 1)
        per_turn = changed_value(per_turn, "per_turn", fighter.statuses.values())
        fighter.per_turn = min(max(int(per_turn), 0), 20)

    def lose_and_gain(self, fighter):
        """All that his statuses take and give at once; what can't kill leaves him one point."""
        deadly = harmless = gained = 0
        for status, _, stacks, *_ in fighter.statuses.values():
            if status.loses and status.kills:
                deadly += self.rolled(status.loses) * stacks
            elif status.loses:
                harmless += self.rolled(status.loses) * stacks
            if status.gains:
                gained += self.rolled(status.gains) * stacks
        deadly, harmless = fighter.soak(deadly), fighter.soak(harmless)
        before, fighter.hp = fighter.hp, 0
        if before - deadly + gained > 0:
            left = max(1, before - deadly - harmless + gained)
            fighter.hp = min(left, max(fighter.unit.hp, before))
        if fighter.hp == 0:
            fighter.statuses.clear()

    def skips(self, fighter):
        return any(self.happens(held.status.skips) for held in fighter.statuses.values())

    def act(self, fighter):
        """Free actions, then as many others as he has."""
        self.acting, fighter.strikes = fighter, 0
        for action in fighter.actions:
            if action.free and not action.reacts:
                for _ in range(action.per_turn or 1):
                    if not self.do_if_possible(fighter, action):
                        break
        for _ in range(fighter.acts * fighter.per_turn):
            for group in weighed_together(fighter.actions):
                if self.do_one_of(fighter, group):
                    break
        self.acting = None

    def do_one_of(self, fighter, group):
        """Whether he can and wants to do one of these: then it is done, chosen by weight."""
        can = [one for one in group if fighter.can(one) and self.eligible(fighter, one)]
        if not can:
            return False
        if len(group) == 1:
            return self.do_if_possible(fighter, can[0])
        weights = [one.weight for one in can]
        if not sum(weights):
            return False
        return self.do_if_possible(fighter, can[self.pick(weights)])

    def do_if_possible(self, fighter, action):
        """Whether he can and wants to do it: then it is done."""
        if not self.goes_on(fighter) or not fighter.can(action):
            return False
        eligible = self.eligible(fighter, action)
        if not eligible:
            return False
        fighter.spend(action)
        if self.order in DUELS and action.on == "foe" and action.targets == 1 and not action.free:
            self.duel(fighter, action, self.chosen(fighter, action, eligible))
        else:
            self.do(fighter, action, eligible)
        return True

    def goes_on(self, fighter):
        """Whether he stands and hasn't fallen in this turn: who rises does nothing more in it."""
        return fighter.hp > 0 and fighter not in self.fell

    def finish(self, fighter):
        """Statuses end: by chance only those with which the turn began."""
        for name, held in list(fighter.statuses.items()):
            by_chance = name not in fighter.given and self.happens(ends(fighter, held))
            over = held if held.status.in_rounds else held.ended()
            self.keep(fighter, name, None if by_chance else over)

    # Who is struck.

    def left(self, target):
        """The hit points that he has for who aims at him now."""
        return max(0, target.hp - max(0, self.dealt.get(target, 0) - target.shield))

    def stands(self, target):
        """Whether he stands for who aims at him: all do where by the blows known nobody does."""
        if self.left(target) > 0 or target.hp <= 0:
            return target.hp > 0
        return all(self.left(one) <= 0 or hidden(one) for one in self.sides[target.side])

    def eligible(self, fighter, action, among=None):
        """Those whom the action may have for its targets, in the order of their army."""
        if among is None and action.on in ("self", "nobody"):
            among = [fighter]
        elif among is None:
            among = self.sides[1 - fighter.side if action.on == "foe" else fighter.side]
        there = [one for one in among if self.fits(action, one)]
        if action.on == "foe":
            there = [one for one in there if self.within(fighter, action, one)]
        if action.needs is not None and not self.enough(fighter, action.needs):
            return []
        if action.only_heals:
            there = [one for one in there if one.hp < one.unit.hp]
        if action.when is None or not there:
            return there
        own = View(fighter, fighter.hp, fighter.known, fighter.counters)
        around = SimpleNamespace(number=self.around(fighter).__getitem__)
        if not action.when.targeted:
            return there if action.when.holds(own, own, around) else []
        return [one for one in there if action.when.holds(own, self.seen(one, own), around)]

    def around(self, fighter):
        """What a condition asks of the fight."""
        return {
            "round": self.round,
            "foes": len(self.standing(1 - fighter.side)),
            "allies": len(self.standing(fighter.side)) - 1,
            "all foes": sum(not one.away for one in self.sides[1 - fighter.side]),
            "all allies": sum(not one.away for one in self.sides[fighter.side]) - 1,
        }

    def within(self, fighter, action, one):
        """Whether a foe is near enough: 1, and a row more for each between them with somebody."""
        own, theirs = (
            {self.row(each) for each in self.standing(side) if each is not fighter}
            for side in (fighter.side, one.side)
        )
        row = changed_value(number_in(fighter.unit, "row", 1), "row", fighter.known.values())
        far = 1 + sum(other < row for other in own) + sum(other < self.row(one) for other in theirs)
        reach = dict(action.columns).get("reach", number_in(fighter.unit, "reach", math.inf))
        return far <= changed_value(reach, "reach", fighter.known.values())

    @staticmethod
    def row(fighter):
        return changed_value(number_in(fighter.unit, "row", 1), "row", fighter.statuses.values())

    def enough(self, fighter, needs):
        """Whether his side had, as it began, as many of a kind as a synergy asks for."""
        has = [
            one.unit.name
            for one in self.there
            if one.side == fighter.side and holds_value(one.unit, needs)
        ]
        many = len({*has}) if needs.distinct else len(has)
        return many >= needs.at_least and (needs.to == "side" or holds_value(fighter.unit, needs))

    def taker(self, target, action):
        """Who takes a strike: the first ally with a status that guards him, or he himself."""
        if action.targets != 1:
            return target
        for one in self.standing(target.side):
            for held in one.statuses.values():
                guards = held.status.guards
                guarded = guards == "all" or (guards is not None and guards in target.statuses)
                if guarded and held.status.name not in target.statuses:
                    return one
        return target

    def fits(self, action, one):
        """Whether he stands, or lies, as the action wants it."""
        if action.on == "reserve":
            return one.away
        if raises(action):
            return one.hp <= 0 and not gone(one)
        if action.reacts in ("falls", "down") and action.on in ("self", "nobody"):
            return True
        if action.on == "foe":
            return self.stands(one) and not hidden(one)
        return one.hp > 0

    def seen(self, target, own):
        """What the actor sees of a target, himself among them."""
        if target is own.fighter:
            return own
        counters = target.shown if self.at_once else target.counters
        return View(target, self.left(target), target.statuses, counters)

    def chosen(self, fighter, action, among, everybody=True):
        """One of those who still stand among some, or None."""
        among = [one for one in among if self.fits(action, one)]
        if not among or action.on in ("self", "nobody"):
            return among[0] if among else None
        otherwise = {"ally": "hurt", "reserve": "front"}
        whom = action.whom or otherwise.get(action.on, self.targeting[fighter.side])
        if everybody and action.targets == math.inf and action.on == "foe":
            whom = "front"
        if whom == "random":
            return self.one_of(among)
        # Who helps sees the hit points before the moment, as all that is healed in it is added up.
        left = self.left if action.on == "foe" else lambda one: one.hp
        keys = {
            "front": lambda one: (self.row(one) if action.on == "foe" else 0, one.place),
            "weakest": left,
            "strongest": lambda one: -left(one),
            "hurt": lambda one: left(one) - one.unit.hp,
        }
        return min(among, key=keys[whom])

    # What is done.

    def do(self, fighter, action, eligible):
        """An action that nobody answers, at one target after another."""
        met = []
        while len(met) < min(action.targets, len(self.everybody)):
            others = [one for one in eligible if one not in met]
            target = self.chosen(fighter, action, others)
            if target is None:
                break
            met.append(target)
            if action.on == "foe":
                self.strike_all(fighter, action, target, eligible)
            else:
                for _ in range(action.times):
                    self.help(fighter, action, target)
        self.get(fighter, action)
        if not self.knows:
            self.dealt.clear()

    def strike_all(self, fighter, action, target, eligible):
        """All its strikes at one; when he has fallen, the rest at another, or at nobody."""
        for _ in range(action.times):
            if self.left(target) <= 0 and self.overkill_of(action) == "lost":
                if not self.at_once:
                    return
            elif not self.stands(target):
                target = self.chosen(fighter, action, eligible)
                if target is None:
                    return
            self.strike(fighter, action, target)

    def strike(self, fighter, action, target):
        """One strike, and what follows from it."""
        if not self.at_once and not self.reacting and not self.goes_on(fighter):
            return
        target = self.taker(target, action)
        counts = self.acting is fighter and not self.reacting
        before = fighter.strikes if counts else 0
        fighter.strikes += counts
        results = self.blows.of(fighter, action, target, before)
        result = list(results)[self.pick([max(0, chance) for chance, _ in results.values()])]
        fighter.results[action.name].add(result)
        damage = self.drawn(results[result][1])
        how = self.rules.get("rounding")
        damage = suffered(damage, action.kind, target.statuses.values(), how)
        if action.of is not None and result in HITS:
            damage += self.share(fighter, target, action)
        damage = target.block(damage)
        if self.overkill_of(action) == "spill":
            taken = sum(self.spilled(fighter, target, action, damage))
        else:
            taken = self.deal(target, damage)
        hurts = taken > 0 and result in HITS
        if hurts:
            fighter.results[action.name].add("hurts")
        self.gained[fighter] += rounded(action.drain * taken, how)
        self.leave(
            fighter,
            target,
            action.cures if result in HITS else (),
            [
                one
                for one in action.gives
                if called_for(one.on, result) or (one.on == "hurts" and hurts)
            ],
        )
        self.settle_now()
        self.note(fighter, target, result)

    def overkill_of(self, action):
        return action.overkill or self.overkill

    def spilled(self, fighter, target, action, damage):
        """What is taken of each, as what is left over of it goes on to the next, and so on."""
        near = [one for one in self.sides[target.side] if self.within(fighter, action, one)]
        near = [one for one in near if not hidden(one)]
        while damage:
            others = [one for one in near if one is not target]
            others = [one for one in others if one.hp > 0 and self.left(one) > 0]
            part = damage
            if others:
                room = target.hp + target.shield - self.dealt[target]
                part = min(damage, max(0, room) if target.hp > 0 else 0)
            yield self.deal(target, part)
            damage -= part
            if damage:
                target = self.chosen(fighter, action, others, everybody=False)
                damage = target.block(damage)

    def deal(self, target, damage):
        """Points put down; those of them that are taken from him, so that others may drain them."""
        room = target.hp + target.shield
        sums = [min(room, self.taken[target] + more) for more in (0, damage)]
        before, after = (max(0, one - target.shield) for one in sums)
        for noted in (self.lost, self.dealt, self.taken):
            noted[target] += damage
        return after - before

    def share(self, fighter, target, action):
        """A share of the points that are there, rounded down; alone it is at least one."""
        share, what = action.of
        points = {
            "target hp": target.hp,
            "missing hp": max(0, target.unit.hp - target.hp),
            "full hp": target.unit.hp,
            "own hp": fighter.hp,
        }[what]
        least = 0 if dict(action.columns)["damage"] != "0" else self.rules.get("least", 1)
        return max(least, rounded(share * points, self.rules.get("rounding")))

    def help(self, fighter, action, target):
        """What an action does to one of the own side."""
        if action.on == "reserve":
            points = target.unit.hp if action.heals is None else self.rolled(action.heals)
            self.raised[target] += points
        elif action.heals is not None:
            into = self.raised if raises(action) and target.hp <= 0 else self.gained
            into[target] += self.rolled(action.heals)
        self.leave(fighter, target, action.cures, action.gives)
        self.settle_now()

    def get(self, fighter, action):
        """What the actor gets by it."""
        results = fighter.results[action.name]

        def due(on=None):
            return on is None or any(called_for(on, result) for result in results)

        self.leave(fighter, fighter, action.sheds, [one for one in action.gets if due(one.on)])
        for name, amount, *on in action.gains:
            if due(*on):
                fighter.gain(name, self.rolled(amount))
        self.settle_now()
        if action.leaves:
            self.leaving.add(fighter)
            if not self.at_once:
                self.go()

    def go(self):
        """Those who leave are out, if they stand."""
        for fighter in self.leaving:
            if fighter.hp > 0:
                fighter.hp, fighter.fled = 0, fighter.hp
        self.leaving.clear()

    def leave(self, fighter, target, cures, gifts):
        """Cures, then statuses: put down, and known at once to who does it to himself."""
        if not cures and not gifts:
            return
        together = [(gift, *gift.also) for gift in gifts if self.happens(gift.chance)]
        drawn = [
            (
                one.status,
                self.rolled(one.turns) if one.turns else one.status.turns,
                self.shield_of(one.status),
            )
            for given in together
            for one in given
        ]
        self.cured[target].extend(cures)
        self.given[target].extend(drawn)
        if target is fighter and self.at_once:
            for name in cures:
                fighter.known.pop(name, None)
            for status, turns, shield in drawn:
                give(fighter.known, status, turns, shield)

    def shield_of(self, status):
        return self.rolled(status.absorbs) if status.absorbs and not status.each_hit else 0

    # Reactions.

    def note(self, fighter, target, result):
        """What a strike sets off: at once, or at the end of the moment.

        A strike that is part of a reaction sets off what is on nobody, and nothing else.
        """
        if result in HITS:
            allies = [one for one in self.sides[target.side] if one is not target and one.hp > 0]
            events = [(target, "struck"), *((one, "ally struck") for one in allies)]
            events = [(*event, fighter) for event in events] + [(fighter, "hit", target)]
        else:
            events = [(target, "missed", fighter)]
        if self.at_once:
            (self.later if self.reacting else self.events).extend(events)
            return
        for who, trigger, cause in events:
            if who.hp > 0:
                self.react(who, trigger, [cause], quietly=self.reacting)

    def react(self, fighter, trigger, causes, quietly=False):
        """All that he does about it; causes: who did it, None for nobody; quietly: on nobody."""
        before, self.reacting = self.reacting, True
        for group in drawn_together(fighter.actions, trigger):
            does = [one for one in group if one.on == "nobody" or not quietly]
            waiting = list(causes)
            while waiting and self.react_once(fighter, does, waiting):
                pass
        self.reacting = before

    def react_once(self, fighter, group, waiting):
        """Whether he reacts, with one of these drawn by weight, to one of those who wait for it."""
        able = [(one, self.met(fighter, one, waiting)) for one in group if fighter.can(one)]
        able = [(action, eligible) for action, eligible in able if eligible]
        if not able:
            return False
        action, eligible = able[self.pick([one.weight or 1 for one, _ in able])]
        fighter.spend(action)
        if self.answers(action, waiting):
            eligible = [self.chosen(fighter, action, eligible)]
            waiting.remove(eligible[0])
        else:
            waiting.pop(0)
        self.do(fighter, action, eligible)
        return True

    def met(self, fighter, action, waiting):
        """Whom a reaction may meet, of those who caused it if it answers them."""
        among = list(dict.fromkeys(waiting)) if self.answers(action, waiting) else None
        return self.eligible(fighter, action, among)

    @staticmethod
    def answers(action, waiting):
        """Whether a reaction meets one of those who caused it."""
        return action.on == "foe" and action.targets == 1 and waiting[0] is not None

    def react_to_moment(self):
        """All reactions to what was done in a moment, which are part of it."""
        self.react_to(self.events)
        self.react_to(self.later, quietly=True)

    def react_to(self, events, quietly=False):
        """All reactions to these events of the moment, which are over then."""
        for fighter in self.everybody if self.at_once else ():
            if fighter.hp > 0:
                self.comes_next()
                fighter.known = dict(fighter.statuses)
                for trigger in ("struck", "missed", "ally struck", "hit"):
                    causes = [
                        cause for who, what, cause in events if who is fighter and what == trigger
                    ]
                    causes.sort(key=self.everybody.index)
                    self.react(fighter, trigger, causes, quietly)
        events.clear()

    def react_to_falls(self, stood):
        """Those who fell, and those whose foes fell, until nobody falls."""
        while fallen := [one for one in stood if one.hp <= 0 and not one.fled]:
            stood = [one for one in stood if one.hp > 0]
            if self.at_once:
                self.begin_phase()
            for fighter in self.everybody:
                self.comes_next()
                if fighter in fallen:
                    self.react(fighter, "falls", [None])
                elif fighter.hp > 0:
                    foes = [None for one in fallen if one.side != fighter.side]
                    self.react(fighter, "foe falls", foes)
            self.react_to(self.later, quietly=True)
            self.settle()
            stood = [one for one in self.everybody if one in stood or one.hp > 0]

    # What is put down.

    def begin_phase(self):
        self.lost, self.gained, self.raised = Counter(), Counter(), Counter()
        self.cured, self.given, self.leaving = defaultdict(list), defaultdict(list), set()
        self.dealt = Counter()  # by blows that who aims knows of, but that don't count yet
        self.taken = Counter()  # by all blows of one fighter in the moment, or of his side
        if self.at_once:
            for fighter in self.everybody:
                fighter.known = dict(fighter.statuses)
                fighter.shown = dict(fighter.counters)

    def settle_now(self):
        """Where fighters act one after another it counts at once."""
        if not self.at_once:
            self.settle()

    def settle(self):
        """Hit points first, then what blows break, then cures, then statuses."""
        touched = {*self.lost, *self.gained, *self.raised, *self.cured, *self.given}
        if not touched and not self.leaving:
            return
        for fighter in touched:
            before, stood = dict(fighter.statuses), fighter.hp > 0
            through = fighter.soak(self.lost[fighter])
            left = fighter.hp - through + self.gained[fighter]
            if fighter.hp > 0:
                fighter.hp = min(max(left, 0), max(fighter.unit.hp, fighter.hp))
                if fighter.hp == 0:
                    self.fell.add(fighter)
            elif self.raised[fighter]:
                fighter.away = False
                fighter.statuses.clear()
                fighter.hp = min(self.raised[fighter], fighter.unit.hp)
            if through:
                for name, held in list(fighter.statuses.items()):
                    if self.breaks(held.status.broken, fighter, before, through):
                        del fighter.statuses[name]
            for name in self.cured[fighter]:
                fighter.statuses.pop(name, None)
            for status, turns, shield in self.given[fighter]:
                give(fighter.statuses, status, turns, shield)
                fighter.given.add(status.name)
            if stood and fighter.hp == 0:
                fighter.statuses.clear()
        self.go()
        self.begin_phase()

    def breaks(self, broken, fighter, statuses, through):
        """Whether a status is broken by the points that came through, by a throw for some."""
        if isinstance(broken, bool):
            return broken
        return not self.happens(succeeds(broken, fighter.unit, statuses, through))

    # Attack and answer.

    def duel(self, fighter, action, target):
        """An attack that is answered; it is over where one falls."""
        if self.order == "alternate":
            self.alternate(fighter, action, target)
        else:
            self.exchange(fighter, action, target)

    def answer(self, fighter, attacker):
        """The action with which he answers, begun, or None."""
        for action in fighter.actions if self.goes_on(fighter) else ():
            able = (
                action.on == "foe" and not action.free and not action.reacts and fighter.can(action)
            )
            if able and self.eligible(fighter, action, [attacker]):
                fighter.spend(action)
                return action
        return None

    def alternate(self, fighter, action, target):
        """One strike of each in turn, until all are used."""
        self.strike(fighter, action, target)
        answer = self.answer(target, fighter)
        left = [answer.times if answer else 0, action.times - 1]
        for number in range(max(left)):
            for at, strike in enumerate([(target, answer, fighter), (fighter, action, target)]):
                if number < left[at] and self.goes_on(fighter) and self.goes_on(target):
                    self.strike(*strike)
        self.get(fighter, action)
        if answer:
            self.get(target, answer)

    def exchange(self, fighter, action, target):
        """All strikes of the one, then of the other, then of who follows up."""
        self.strike_one(fighter, action, target)
        self.get(fighter, action)
        answer = self.answer(target, fighter)
        if answer:
            self.strike_one(target, answer, fighter)
            self.get(target, answer)
        for one, again, other in ((fighter, action, target), (target, answer, fighter)):
            if again and self.blows.follows(one, other):
                self.strike_one(one, again, other)

    def strike_one(self, fighter, action, target):
        for _ in range(action.times):
            if self.goes_on(fighter) and self.goes_on(target):
                self.strike(fighter, action, target)


def hidden(fighter):
    """Whether nobody can aim at him."""
    return not all(held.status.aimed_at for held in fighter.statuses.values())


def gone(fighter):
    """Whether he is out of the fight, and hasn't fallen."""
    return fighter.fled or fighter.away


def number_in(unit, column, otherwise):
    value = unit.more.get(column, "")
    return otherwise if value == "" else value


def holds_value(unit, needs):
    """Whether one of the values in a unit's cell is what a synergy counts."""
    values = [one.strip() for one in unit.more.get(needs.column, "").split(";")]
    return needs.value in values


def raises(action):
    """Whether the fallen whom it heals rise."""
    itself = action.on == "self" and action.reacts in ("falls", "down")
    return action.heals is not None and (action.on == "fallen" or itself)


def five_faster(unit, other):
    return unit.speed >= other.speed + 5


def mustered(army, side, any_damage):
    """The fighters of an army; kinds are numbered over both."""
    place = 0
    for number, (unit, count) in enumerate(army):
        for _ in range(count):
            yield Fighter(unit, side, place, (side, number), any_damage)
            place += 1


def weighed_together(actions):
    """Those that take a turn, in groups: with a weight one after another, each other one alone."""
    groups, weighed = [], False
    for action in actions:
        if action.reacts:
            continue
        if not action.free and not (weighed and action.weight is not None):
            groups.append([])
        if not action.free:
            groups[-1].append(action)
        weighed = action.weight is not None
    return groups


def drawn_together(actions, trigger):
    """Those that react to it, in groups: all with a weight at the first of them, others alone."""
    groups, weighed = [], []
    for action in actions:
        if action.reacts != trigger:
            continue
        if action.weight is None:
            groups.append([action])
            continue
        if not weighed:
            groups.append(weighed)
        weighed.append(action)
    return groups


def called_for(on, result):
    """Whether a gift is given at that result: a fumble is a miss, too."""
    if on is None or on == "hit":
        return result in HITS
    return result == on or (on == "miss" and result == "fumble")


def initiative_of(fighter):
    return getattr(fighter.unit, "initiative", 0)


def ends(fighter, held):
    """The chance that a status ends now, by a throw for some."""
    if isinstance(held.status.ends, float):
        return held.status.ends
    return succeeds(held.status.ends, fighter.unit, fighter.statuses)


def succeeds(save, unit, statuses, damage=0):
    """The chance of a throw such as `d20 + con >= 10 or half damage taken`, after a damage."""
    left, sign, right = re.split("(>=|<=|>|<)", save.text.casefold())
    ahead = summed(left, unit, statuses, damage) - summed(right, unit, statuses, damage)
    compare = {">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt}[sign]
    rolls = zip(ahead.values.tolist(), ahead.chances.tolist(), strict=True)
    return min(1, sum(chance for value, chance in rolls if compare(round(value, 9), 0)))


def summed(text, unit, statuses, damage):
    """What one side of a throw comes to: dice, columns as statuses change them, and damage."""
    total = dice(0)
    for sign, term in re.findall(r"([+-]?)([^+-]+)", text):
        number = termed(term.strip(), unit, statuses, damage)
        total = total - number if sign == "-" else total + number
    return total


def termed(term, unit, statuses, damage):
    """What one term of a throw comes to."""
    if term.endswith("damage taken"):
        least, _, what = term.rpartition(" or ")
        points = damage // 2 if what.startswith("half") else damage
        return max(int(least or 0), points)
    if term[-1].isdigit() and re.fullmatch(r"\d*d?\d+", term):
        return dice(term)
    column = term.replace(" ", "_")
    return changed_value(unit[column], column, statuses.values())


def give(statuses, status, turns, shield=0):
    """A status anew, or once more: the longer time, a stack more, and more that it absorbs."""
    held = statuses.get(status.name)
    own = (turns,) if status.timer == "own" else ()
    if held is None:
        statuses[status.name] = Held(status, turns, shield=shield, timers=own)
        return
    lasts = sorted([*held.timers, *own], key=lambda one: -math.inf if one is None else -one)
    own = tuple(lasts[: status.stacks])
    if status.stacks == 1:
        shield = max(shield, held.shield)
    elif shield:
        shield = min(shield + held.shield, status.stacks * int(max(status.absorbs.values)))
    longer = None if turns is None or held.left is None else max(turns, held.left)
    statuses[status.name] = Held(status, longer, min(held.stacks + 1, status.stacks), shield, own)


class TooMany(Exception):
    """More courses than are to be followed."""


class Tree:
    """Every course of what is left to chance, depth first; `pick` is that of a `Fight`."""

    def __init__(self, most):
        self.path, self.at, self.chance, self.most = [], 0, 1.0, most

    def pick(self, weights):
        if self.at == len(self.path):
            places = [place for place, weight in enumerate(weights) if weight > 0]
            self.path.append((places, [weights[place] / sum(weights) for place in places]))
        places, chances = self.path[self.at]
        self.chance *= chances[0]
        self.at += 1
        return places[0]

    def courses(self):
        """One after another, until all were followed."""
        going = True
        while going:
            self.most -= 1
            if self.most < 0:
                raise TooMany
            self.at, self.chance = 0, 1.0
            yield
            while self.path and len(self.path[-1][0]) == 1:
                self.path.pop()
            going = bool(self.path)
            if going:
                places, chances = self.path.pop()
                self.path.append((places[1:], chances[1:]))

    def after(self, fight, states, step):
        """The chance of each state that follows, of {state: chance}."""
        found, fight.pick = defaultdict(float), self.pick
        for state, chance in states.items():
            for _ in self.courses():
                step(fight.again(state))
                found[fight.state()] += chance * self.chance
        return found

    def after_round(self, fight, states):
        """The same after the next round, in which those are not that are over."""
        going = {one: states[one] for one in states if not fight.again(one).beaten}
        found = Counter({one: states[one] for one in states.keys() - going})
        while going:
            found.update(self.after(fight, going, Fight.step))
            going = {one: found.pop(one) for one in [*found] if one[2]}
        return found


def exactly(armies, rules, targeting, max_rounds, *, most):
    """How a fight ends, in all its courses: ({Ended: chance}, after how many rounds it is stopped).

    These are fewer than given where more courses than `most` were to be followed.
    """
    one, tree = Fight(armies, rules, targeting), Tree(most)
    one.queue, rounds = [], 0
    states = {one.state(): 1.0}
    try:
        states = tree.after(one, states, Fight.begun)
        while rounds < max_rounds:
            states, rounds = tree.after_round(one, states), rounds + 1
    except TooMany:
        pass
    ends = Counter()
    for state, chance in states.items():
        ends[one.again(state).ended()] += chance
    return ends, rounds
