"""One simulated duel, blow by blow, following the source's steps."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from combat.core.checks import check_whole
from combat.dice import Distribution, dice
from combat.nethack.damage import eroded
from combat.nethack.duels import check_sd, with_luck
from combat.nethack.people import NORMAL_SPEED
from combat.nethack.rules import Rules
from combat.nethack.sides import holds, in_hand, weakened
from combat.nethack.slots import BODY_PARTS, SLOTS, slot_chances, slot_dr, unshielded
from combat.nethack.states import EFFECT_TURNS
from combat.nethack.to_hit import net, override


class Event(NamedTuple):
    """One blow: the turn (from 1), attacker and target; for a hit the slot, damage and hp left.

    hp: the target's hit points after the blow. effect: "" or the effect of a great blow, which
    lasts so many `turns` (0 if it passes at once). hug: "" or the result of a hug: "takes hold",
    "slips off", "brushes by".

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> event = play(rat, rat, seed=2).events[3]
    >>> print(event.hit, event)
    True Turn 2: rat hits rat (head) for 2, 1 left; stunned for 4 turns.
    """

    turn: int
    attacker: str
    target: str
    hit: bool
    slot: str = ""
    damage: int = 0
    effect: str = ""
    turns: int = 0
    hp: int = 0
    hug: str = ""

    def __str__(self):
        if not self.hit:
            return f"Turn {self.turn}: {self.attacker} misses {self.target}."
        described = (
            f"Turn {self.turn}: {self.attacker} hits {self.target} ({self.slot}) "
            f"for {self.damage}, {self.hp} left"
        )
        if self.effect:
            described += f"; {self.effect}" + (f" for {self.turns} turns" if self.turns else "")
        described += f"; {self.hug}" if self.hug else ""
        return described + "."


@dataclass(frozen=True)
class Story:
    """A simulated duel: `winner` (0 or 1, None if nobody won in time), `turns`, `hp` of both.

    events: each blow as an `Event`, in order.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> story = play(rat, rat, seed=2)
    >>> story.winner, story.turns, story.hp, len(story.events)
    (0, 3, (1, 0), 5)
    """

    winner: int | None
    turns: int
    hp: tuple
    events: tuple

    def described(self, most=12):
        """Return the duel blow by blow, as a list of sentences: the first `most`, then the last.

        most >= 1; ValueError below.

        >>> from combat.nethack import Attacker, Defender, Fighter
        >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3,
        ...               strikes=("1d3",))
        >>> for sentence in play(rat, rat, seed=2).described(1):
        ...     print(sentence)
        Turn 1: rat misses rat.
        … and 4 more blows, the last: Turn 3: rat hits rat (head) for 2, 0 left; stunned ...
        """
        check_whole("most", most, low=1)
        shown, more = self.events[:most], len(self.events) - most
        rest = [f"… and {more} more blows, the last: {self.events[-1]}"] if more > 0 else []
        return [*map(str, shown), *rest]


def play(first, second, *, seed, sd=8.0, rules=Rules(), max_turns=2000):
    """Return the `Story` of one simulated duel, blow by blow; `duel` gives the exact odds.

    seed: a number or a numpy Generator; the same seed gives the same duel. sd > 0,
    max_turns >= 1. ValueError outside.

    >>> from combat.nethack import Attacker, Defender, Fighter
    >>> rat = Fighter(name="rat", attacker=Attacker(), defender=Defender(), hp=3, strikes=("1d3",))
    >>> cat = Fighter(name="cat", attacker=Attacker(), defender=Defender(), hp=5, strikes=("1d4",))
    >>> for event in play(cat, rat, seed=4).events[1:4]:
    ...     print(event)
    Turn 1: rat hits cat (torso) for 2, 3 left.
    Turn 2: cat hits rat (gloves) for 2, 1 left; wounded arms for 4 turns.
    Turn 2: rat hits cat (head) for 2, 1 left; stunned for 6 turns.
    """
    check_sd(sd)
    max_turns = int(check_whole("max_turns", max_turns, low=1))
    rng = np.random.default_rng(seed)
    sides = [_Body(fighter, rng, rules) for fighter in (first, second)]
    events = []
    for turn in range(1, max_turns + 1):
        for at in (0, 1):
            for event in _actions(sides[at], sides[1 - at], turn, rng, sd, rules):
                events.append(event)
                if sides[1 - at].hp <= 0:
                    return Story(at, turn, tuple(side.hp for side in sides), tuple(events))
        for side in sides:
            side.timers = {name: max(0, left - 1) for name, left in side.timers.items()}
    return Story(None, max_turns, tuple(side.hp for side in sides), tuple(events))


class _Body:
    """The changing state of a fighter in a duel: hit points, effects, and whether he is held."""

    def __init__(self, fighter, rng, rules):
        cases = with_luck(fighter, rules)
        fighter = cases[rng.integers(len(cases))][1]  # Luck 4, 5 and 6 are equally likely
        self.fighter, self.hp = fighter, fighter.hp
        self.timers = {"stunned": 0, "wounded arms": 0, "wounded legs": 0}
        self.held = False

    def now(self, person, rules, arms=True):
        effects = {name: left > 0 for name, left in self.timers.items()}
        return weakened(person, effects | ({} if arms else {"wounded arms": False}), rules)


def _actions(own, other, turn, rng, sd, rules):
    count, rest = divmod(own.fighter.speed, NORMAL_SPEED)
    for _ in range(count + (rng.integers(NORMAL_SPEED) < rest)):
        landed = set()
        for strike in own.fighter.strikes:
            before = {strike.number - 1, strike.number - 2}
            if strike.hug and not (other.held or before <= landed):
                continue
            event = _blow(own, other, strike, turn, rng, sd, rules)
            if event.hit:
                landed.add(strike.number)
            yield event


def _blow(own, other, strike, turn, rng, sd, rules):
    names = (turn, own.fighter.name, other.fighter.name)
    attacker = own.now(in_hand(own.fighter.attacker, rules), rules, strike.arms)
    defender = other.now(other.fighter.defender, rules)
    if not (strike.hug or _hits(attacker, defender, rng, sd, rules)):
        return Event(*names, False)
    hug = _hugged(own, other, strike, rng, rules)
    if hug in ("slips off", "brushes by"):
        return Event(*names, True, "torso", hp=other.hp, hug=hug)
    if defender.wounded_arms and rules.wounded_arms_shield_dr:
        defender = replace(defender, armor=unshielded(defender.armor))
    at = rng.choice(
        len(SLOTS), p=slot_chances(defender.armor, missing=defender.missing, rules=rules)
    )
    weak = attacker.wounded_arms
    dealt, effect = _dealt(strike, SLOTS[at], other.hp, defender, rng, rules, weak=weak)
    lasting = int(dice(EFFECT_TURNS).sample(rng)) if effect in other.timers else 0
    if lasting:
        other.timers[effect] = max(other.timers[effect], lasting)
    other.hp = max(0, other.hp - dealt)
    return Event(*names, True, SLOTS[at].name, dealt, effect, lasting, other.hp, hug)


def _hugged(own, other, strike, rng, rules):
    """The result of a hug that landed, in words; "" on a target that is held already."""
    chance = holds(strike, own.fighter, other.fighter, rules)
    if other.held or not chance:
        return ""
    if rng.random() < chance:
        slips = other.fighter.defender.slips_free
        other.held = not slips
        return "slips off" if slips else "takes hold"
    return "brushes by" if strike.hug == "wrap" else ""


def _hits(attacker, defender, rng, sd, rules):
    special = override(attacker, defender, rules)
    if special:
        return special == "caught"
    if attacker.attack in ("spell", "wand") and not rules.bolts_roll:
        return True
    advantage = net(attacker, defender, rules)
    if isinstance(advantage, Distribution):
        advantage = advantage.sample(rng)
    return rng.normal(0, sd) > -advantage


def _dealt(strike, slot, hp, defender, rng, rules, *, weak=False):
    """Damage and effect of a hit on this slot."""
    rolled = int(dice(strike.damage).sample(rng))
    if dice(strike.damage).values[-1] == 0:
        return 0, ""
    rolled += strike.enchantment * rules.enchantment_damage
    rolled -= int(eroded(strike.erosion, rules).sample(rng))
    rolled += rules.wounded_arms_damage * weak
    if not (strike.physical or rules.magic_dr):
        return max(rules.minimum, _halved(rolled, strike, defender, rng, rules)), ""
    reductions = slot_dr(defender.armor, form_dr=defender.dr, rules=rules)
    damage = rolled * rules.factor ** reductions[SLOTS.index(slot)]
    damage = np.floor(damage + 1e-9) if rules.rounding == "each step" else damage
    effect = ""
    tested = damage if rules.half_hp_test == "reduced" else rolled
    tested = tested if defender.great_blows else 0
    if tested > hp * rules.half_hp + 1e-9 and slot.effect and _can_suffer(slot, defender, rules):
        damage, effect = damage * slot.keeps, slot.effect
        damage = np.floor(damage + 1e-9) if rules.rounding == "each step" else damage
    damage = _halved(damage, strike, defender, rng, rules)
    up = 0.5 if rules.rounding == "nearest" else 0
    return max(rules.minimum, int(np.floor(damage + up + 1e-9))), effect


def _halved(damage, strike, defender, rng, rules):
    """The damage after half physical damage, or half spell damage for a spell."""
    physical = strike.physical or rules.magic_dr
    how = rules.half_physical if defender.half_physical and physical else ""
    how = rules.half_spell if defender.half_spell and strike.spell else how
    half = int(damage / 2 + 1e-9)
    if not how or half < 1:
        return damage
    return damage - (half if how == "half" else rng.integers(1, half + 1))


def _can_suffer(slot, defender, rules):
    return defender.wears(slot.name) or (slot.name in BODY_PARTS and rules.bare_effects)
