"""Vanilla NetHack 3.6.7, the baseline: to-hit by a d20; armour class both evades and protects.

Taken from the game's code at tag NetHack-3.6.7_Released: functions mattacku, mattackm, m_throw,
thitu. A player's attacks are in `vanilla_player`. AC counts down: 10 is a naked human, lower is
better.
"""

import math

import numpy as np

from combat.core.checks import check_numbers, check_whole, scalar
from combat.dice import constant, dice, uniform
from combat.nethack.rules import SIZES, Rules
from combat.nethack.states import acted, fallen, hugged
from combat.nethack.vanilla_player import (
    dexterity_bonus,
    hatred,
    melee_terms,
    missile_terms,
    player_hit_chance,
    strength_bonus,
)

__all__ = [
    "attack_chance",
    "dexterity_bonus",
    "hero_damage",
    "melee_terms",
    "missile_hit_chance",
    "missile_terms",
    "monster_hit_chance",
    "monster_versus_monster",
    "player_hit_chance",
    "strength_bonus",
]


def monster_hit_chance(
    level, ac, strike=0, *, helpless=False, unseen=False, trapped=False, weapon=0
):
    """Return the chance in [0, 1] that a monster's strike number `strike` (from 0) hits the hero.

    T = 10 + level + AC, at least 1, hits if T > 1d(20 + strike). A negative AC counts as a uniform
    -1..-|AC|. Helpless adds 4; unseen and trapped take off 2; `weapon` comes last.
    """
    level, ac = np.broadcast_arrays(check_numbers("level", level, low=0), check_numbers("ac", ac))
    strike = int(check_whole("strike", strike, low=0))
    extra = 4 * helpless - 2 * unseen - 2 * trapped
    pairs = list(zip(level.ravel().tolist(), ac.ravel().tolist(), strict=True))
    # Computed once for each pair: the 362 monsters of NetHack have only 30 levels.
    known = {
        pair: all_hit(pair[0] + extra, pair[1], [strike], weapon=weapon) for pair in set(pairs)
    }
    return scalar(np.array([known[pair] for pair in pairs]).reshape(level.shape))


def all_hit(level, ac, numbers_of_strikes, *, weapon=0):
    """Return the chance that several strikes of an action all hit: a negative AC is drawn once."""
    counts = constant(ac) if ac >= 0 else -1 * uniform(1, int(-ac))
    target = np.maximum(10 + level + counts.values, 1) + weapon
    chances = [np.clip((target - 1) / (20 + number), 0, 1) for number in numbers_of_strikes]
    return float(math.prod(chances) @ counts.chances)


def missile_hit_chance(ac, *, enchantment=0, distance=1, large=False):
    """Return the chance in [0, 1] that a missile hits the hero: AC + 8 + ... > 1d20.

    The sum: AC (not drawn), 8, enchantment, 3 - distance (at least -4), +1 against a large form. An
    elf's points for a bow are never given: the game compares the skills with opposite signs.
    """
    score = ac + 8 + enchantment + max(-4, 3 - distance) + large
    return float(np.clip((score - 1) / 20, 0, 1))


def monster_versus_monster(
    level, ac, strike=0, *, helpless=False, confused=False, weapon=0, elf_at_orc=False
):
    """Return the chance in [0, 1] that a monster's strike hits another monster.

    T = the defender's AC + the attacker's level, +4 if confused or helpless, +1 for an elf at an
    orc; hits if T > 1d(20 + strike).
    """
    score = ac + level + 4 * (helpless or confused) + weapon + elf_at_orc
    return float(np.clip((score - 1) / (20 + strike), 0, 1))


def attack_chance(attacker, defender, *, strike=0):
    """Return the chance in [0, 1] that the same blow hits in vanilla, between players or monsters.

    A player's attack on a monster, or a monster's on a player or another monster, with the
    conditions that vanilla counts: helplessness, traps, and unseen targets, which for a blinded
    monster are all. strike: the number of a monster's strike among its attacks, from 0.

    >>> from combat.nethack import Attacker, Defender
    >>> attack_chance(Attacker(level=1), Defender(player=True, ac=4, unseen=True))
    0.6
    >>> attack_chance(Attacker(level=1, blinded=True), Defender(player=True, ac=4))
    0.6
    """
    if attacker.player:
        return player_hit_chance(attacker, defender)
    if not defender.player:
        return monster_versus_monster(
            attacker.level,
            defender.ac,
            strike,
            helpless=defender.helpless,
            confused=defender.confused,
            elf_at_orc=bool(hatred(attacker, defender)),
        )
    if attacker.attack in ("thrown", "fired"):
        return missile_hit_chance(
            defender.ac,
            enchantment=attacker.weapon.enchantment if attacker.weapon else 0,
            distance=attacker.distance,
            large=SIZES[defender.size] >= SIZES["large"],
        )
    return monster_hit_chance(
        attacker.level,
        defender.ac,
        strike,
        helpless=defender.helpless,
        unseen=defender.unseen or attacker.blinded,
        trapped=attacker.trapped,
    )


def hero_damage(damage, ac, *, half_physical=False):
    """Return the distribution of a melee hit's damage to the hero, in hit points.

    A negative AC takes off a uniform 1..|AC|, and at least 1 is left; half is rounded up.
    """
    rolled = dice(damage)
    if ac < 0 and rolled.mean:
        rolled = (rolled - uniform(1, int(-ac))).map(lambda values: np.maximum(values, 1))
    return rolled.map(lambda values: -(-values // 2)) if half_physical else rolled


def hero_action(strikes, states, level, ac, **more):
    """Return the transition matrix of a monster's action on the hero's `States`, in vanilla.

    A negative AC is drawn once for the action, so the strikes are not independent. A hug isn't
    rolled: see `states.acted`. more: helpless (+4), hidden (-2), half_physical, slips (an oilskin
    cloak).
    """
    counts = constant(ac) if ac >= 0 else -1 * uniform(1, int(-ac))
    blows = [_blow(strike, states, ac, **more) for strike in strikes]
    total = 0
    for value, weight in zip(counts.values, counts.chances, strict=True):
        score = 10 + level + 4 * more.get("helpless", False) - 2 * more.get("hidden", 0) + value
        lands = [
            None
            if strike.hug
            else states.alive * np.clip((max(1, score) - 1) / (20 + strike.number), 0, 1)
            for strike in strikes
        ]
        total = total + weight * acted(strikes, states, lands, blows)
    return total.tocsr()


def _blow(strike, states, ac, *, half_physical=False, slips=False, **_):
    damage = hero_damage(strike.damage, ac, half_physical=half_physical)
    blow = states.struck({"": falls(damage, states.hp)})
    holds = {"crush": Rules().hug_holds, "wrap": Rules().wrap_holds}.get(strike.hug, 0)
    return hugged(strike.hug, states, blow, holds, slips=slips) if strike.hug else blow


def falls(damage, hp):
    """Return the chances (hp before from 1, hp after from 0) under a Distribution of damage."""
    chances = np.bincount(damage.values.astype(int), damage.chances)
    return fallen(np.tile(chances, (hp, 1)))
