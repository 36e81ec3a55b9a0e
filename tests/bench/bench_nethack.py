"""NetHack EV/DR: whole tables and exact distributions, beside loops, icepool and simulation."""

import math
from dataclasses import replace

import icepool
import numpy as np

from combat import nethack
from tests.bench.timing import Case
from tests.test_project import ROOT

CAST = nethack.read_cast(ROOT / "data" / "nethack")
ARMOR = CAST.pieces(
    "+1 plate mail; +0 helmet; +0 small shield; +0 leather gloves; +0 iron shoes; +0 robe"
)
SDS = np.arange(4, 13)
SIXTY = nethack.Fighter(
    name="sixty",
    attacker=nethack.Attacker(level=8),
    defender=nethack.Defender(),
    hp=60,
    strikes=("2d8",),
)
SHIELDED = replace(
    SIXTY,
    name="shielded",
    defender=nethack.Defender(armor=(CAST.piece("small shield"),)),
)
OWLBEAR, KNIGHT = CAST.monster("owlbear"), CAST.character("Knight", "mid")


def grid():
    kits = [CAST.character(role, "mid").attacker for role in CAST.kits.index.unique("role")]
    beasts = [CAST.monster(name).defender for name in CAST.monsters.index]
    return nethack.hit_chances(kits, beasts, sd=SDS)


def plain_grid():
    """Every 40th monster, each net and each of its values by itself."""
    kits = [CAST.character(role, "mid").attacker for role in CAST.kits.index.unique("role")]
    for name in CAST.monsters.index[::40]:
        for kit in kits:
            net = nethack.net(kit, CAST.monster(name).defender)
            pairs = (
                zip(net.values, net.chances, strict=True) if hasattr(net, "values") else [(net, 1)]
            )
            for sd in SDS:
                sum(p * 0.5 * math.erfc(-value / sd / 2**0.5) for value, p in pairs)


def with_icepool(hp=40):
    """The same blow with icepool: dice, slot factor, great blows, rounding, minimum 1."""
    rolled = 4 @ icepool.d8
    parts, weights = [], []
    worn = zip(nethack.SLOTS, nethack.slot_chances(ARMOR), nethack.slot_dr(ARMOR), strict=True)
    for slot, chance, dr in worn:

        def dealt(roll, slot=slot, factor=0.9**dr):
            damage, great = roll * factor, roll * factor > hp / 2 and slot.keeps < 1
            damage *= slot.keeps if great else 1
            return slot.name, great, max(1, math.floor(damage + 0.5))

        parts.append(rolled.map(dealt, star=False))
        weights.append(round(100 * chance))
    return icepool.Die(parts, weights)


def cases():
    yield Case(
        "nethack.hit_chances, 362 monsters x 13 roles x 9 sd",
        grid,
        "plain loop, every 40th monster",
        plain_grid,
        share=10 / 362,
    )
    yield Case(
        "nethack.damage_distribution, 4d8, six slots",
        lambda: nethack.damage_distribution("4d8", ARMOR, 40),
        "icepool",
        with_icepool,
    )
    yield Case(
        "nethack.duel, 60 against 60 hit points",
        lambda: nethack.duel(SIXTY, replace(SIXTY, name="other")),
        "200 simulated duels",
        lambda: [nethack.play(SIXTY, SIXTY, seed=seed) for seed in range(200)],
    )
    yield Case(
        "nethack.duel, 60 against 60, two shields",
        lambda: nethack.duel(SHIELDED, replace(SHIELDED, name="other")),
        "200 simulated duels",
        lambda: [nethack.play(SHIELDED, SHIELDED, seed=seed) for seed in range(200)],
    )
    yield Case(
        "nethack.vanilla_duel, a knight against an owlbear",
        lambda: nethack.vanilla_duel(KNIGHT, OWLBEAR),
        "the overhaul's",
        lambda: nethack.duel(KNIGHT, OWLBEAR),
    )
