"""One duel played blow by blow, with dice: the exact duels are held against many."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from combat.nethack.chain import EFFECT_TURNS
from combat.nethack.duels import with_luck
from combat.nethack.people import NORMAL_SPEED
from combat.nethack.rules import Rules
from combat.nethack.sides import EFFECTS, blow_at, hits_of, holds, weak
from combat.nethack.slots import SLOTS, unshielded


class Event(NamedTuple):
    """One blow: `turn` and `hug` as in the rules, effect: of a great blow, which lasts `turns`."""

    turn: int
    target: str
    hit: bool
    slot: str = ""
    damage: int = 0
    effect: str = ""
    turns: int = 0
    hug: str = ""


class Story(NamedTuple):
    """A duel: `winner` (0 or 1, None if nobody won in time), `turns`, `hp` of both, `events`."""

    winner: int | None
    turns: int
    hp: tuple
    events: tuple


def play(first, second, *, seed, sd=8.0, rules=Rules(), max_turns=2000):
    """The `Story` of one duel; seed: a number or a numpy Generator."""
    rng = np.random.default_rng(seed)
    sides = [_Body(fighter, rng, rules) for fighter in (first, second)]
    events = []
    for turn in range(1, max_turns + 1):
        for index in (0, 1):
            for event in _actions(sides[index], sides[1 - index], turn, rng, sd, rules):
                events.append(event)
                if sides[1 - index].hp <= 0:
                    return Story(index, turn, tuple(side.hp for side in sides), tuple(events))
        for side in sides:
            side.timers = {name: max(0, left - 1) for name, left in side.timers.items()}
    return Story(None, max_turns, tuple(side.hp for side in sides), tuple(events))


class _Body:
    """The changing state of a fighter in a duel: hit points, effects, and whether he is held."""

    def __init__(self, fighter, rng, rules):
        cases = with_luck(fighter, rules)
        fighter = cases[rng.integers(len(cases))][1]  # Luck 4, 5 and 6 are equally likely
        self.fighter, self.hp = fighter, fighter.hp
        self.timers = dict.fromkeys(EFFECTS, 0)
        self.held = False

    @property
    def effects(self):
        return frozenset(name for name, left in self.timers.items() if left)


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
    names = (turn, other.fighter.name)
    hits = hits_of(own.fighter, other.fighter, sd, rules)
    if not strike.hug and rng.random() >= hits(strike, own.effects, other.effects):
        return Event(*names, False)
    hug = _hugged(own, other, strike, rng, rules)
    if hug in ("slips off", "brushes by"):
        return Event(*names, True, "torso", hug=hug)
    defender = other.fighter.defender
    if "wounded arms" in other.effects and rules.wounded_arms_shield_dr:
        defender = replace(defender, armor=unshielded(defender.armor))
    less = weak(strike, own.effects, rules)
    sums, shape = _landing(strike, defender, other.hp, rules, less)
    drawn = np.searchsorted(sums, rng.random(), side="right")
    slot, great, damage = map(int, np.unravel_index(drawn, shape))
    effect = SLOTS[slot].effect if great else ""
    lasting = int(EFFECT_TURNS.sample(rng)) if effect in other.timers else 0
    if lasting:
        other.timers[effect] = max(other.timers[effect], lasting)
    other.hp = max(0, other.hp - damage)
    return Event(*names, True, SLOTS[slot].name, damage, effect, lasting, hug)


# Who plays many duels of the same two meets the same blows again and again.
@lru_cache(maxsize=1024)
def _landing(strike, defender, hp, rules, less):
    """The running sums of the chances of what a strike that hits does, and their shape."""
    chances = blow_at(strike, defender, hp, rules, weak=less).chances
    sums = (chances.ravel() / chances.sum()).cumsum()
    return sums / sums[-1], chances.shape


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
