"""Every line of the source's lists of bonuses, each with a situation in which it counts."""

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import pandas as pd

from combat.dice import Distribution
from combat.nethack.chance import hit_chance
from combat.nethack.people import Attacker, Defender, Weapon
from combat.nethack.rules import Rules
from combat.nethack.slots import Piece
from combat.nethack.to_hit import attacker_terms, defender_terms, total

_SWORD = Weapon(name="long sword")
_ARROW = Weapon(name="arrow", skill="bow", kind="ammo")
_BOW = Weapon(name="bow", skill="bow", kind="launcher", enchantment=3)
_SHOT = {"attack": "fired", "weapon": _ARROW, "launcher": _BOW}
_HERO = {"player": True}


@dataclass(frozen=True)
class Circumstance:
    """A line of the source, the name of its term, and a situation in which it counts.

    side: "attacker" or "defender", whose bonus it is. attacker, defender: the fields of
    `Attacker` and `Defender` that make up the situation. Some conditions count on both sides: a
    blinded fighter has a penalty of his own, and can't see the other.

    >>> lines = {circumstance.line: circumstance for circumstance in CIRCUMSTANCES}
    >>> lines["monster of level 20"].value(), lines["defender's Luck 13"].value()
    (5.0, Distribution(1..6, mean 3.5))
    >>> lines["attacker blinded"].value(), lines["defender blinded"].value()
    (-3, -3)
    """

    line: str
    side: str
    term: str
    attacker: dict = field(default_factory=dict)
    defender: dict = field(default_factory=dict)

    def value(self, rules=Rules()):
        """The points by which the line changes its side's bonus; None if it has no effect.

        A number or a Distribution: the line's own term, minus what it gives to the other side.
        """
        attacker, defender = Attacker(**self.attacker), Defender(**self.defender)
        if self.side == "attacker":
            own = attacker_terms(attacker, defender, rules)
            other = defender_terms(defender, rules, attacker=attacker)
            before = defender_terms(defender, rules)
        else:
            own = defender_terms(defender, rules)
            other = attacker_terms(Attacker(), defender, rules)
            before = attacker_terms(Attacker(), Defender(), rules)
        found = next((term.value for term in own if term.name == self.term), None)
        given = total(term for term in other if term not in before)
        return found if found is None else found - given


def _attacker(line, term, attacker, defender=None):
    return Circumstance(line, "attacker", term, attacker, defender or {})


def _defender(line, term, **defender):
    return Circumstance(line, "defender", term, {}, defender)


def _hero(line, term, **attacker):
    return _attacker(line, term, _HERO | attacker)


CIRCUMSTANCES = (
    _attacker("monster of level 20", "level", {"level": 20}),
    _hero("Dexterity 18", "dexterity", dexterity=18),
    _hero("Dexterity 3", "dexterity", dexterity=3),
    *(
        _hero(f"skill {skill}", "skill", skill=skill)
        for skill in ("Restricted", "Unskilled", "Basic", "Skilled", "Expert")
    ),
    *(
        _hero(f"two weapons, {skill}", "two weapons", twoweapon=skill)
        for skill in ("Unskilled", "Basic", "Skilled", "Expert")
    ),
    _hero("weapon with +2 to hit", "weapon", weapon=Weapon(to_hit=2)),
    _hero("artifact with 1d5", "artifact", weapon=Weapon(artifact_die="1d5")),
    _hero("launcher +3", "launcher's enchantment", **_SHOT),
    _hero(
        "two rings of increase accuracy, +3 and +2",
        "rings of increase accuracy",
        rings_of_increase_accuracy=(3, 2),
    ),
    _hero("attacker's Luck 13", "luck", luck=13),
    _hero("attacker's Luck -13", "luck", luck=-13),
    _hero("Monk in body armour", "Monk in body armour", role="Monk", body_armor=True),
    *(
        _hero(f"riding, {skill}", "riding", riding=skill)
        for skill in ("Unskilled", "Basic", "Skilled", "Expert")
    ),
    _hero("engulfed", "engulfed", engulfed=True),
    _hero("thrown sword", "no projectile", attack="thrown", weapon=_SWORD),
    _attacker("thrown boulder", "boulder", {"attack": "thrown", "weapon": Weapon(form="boulder")}),
    _hero("kicked", "kicked", attack="kicked", weapon=_ARROW),
    _hero("distance 1", "distance", **_SHOT, distance=1),
    _hero("distance 8", "distance", **_SHOT, distance=8),
    _hero("distance 8, by spell", "distance", attack="spell", distance=8),
    _hero("Ranger", "Ranger", role="Ranger", **_SHOT),
    _hero(
        "ya from a yumi",
        "ya from a yumi",
        role="Samurai",
        attack="fired",
        weapon=Weapon(name="ya", skill="bow", kind="ammo"),
        launcher=Weapon(name="yumi", skill="bow", kind="launcher"),
    ),
    _hero(
        "arrow from a crossbow",
        "wrong launcher or none",
        attack="fired",
        weapon=_ARROW,
        launcher=Weapon(name="crossbow", skill="crossbow", kind="launcher"),
    ),
    _hero("arrow from the hand", "wrong launcher or none", attack="thrown", weapon=_ARROW),
    _hero("bow as a club", "no melee weapon", weapon=_BOW),
    _hero("arrow as a dagger", "no melee weapon", weapon=_ARROW),
    _hero(
        "boomerang as a club", "no melee weapon", weapon=Weapon(name="boomerang", kind="missile")
    ),
    _attacker("attacker unseen", "unseen by the defender", {"unseen": True}),
    _attacker("fumbling", "fumbling", {"fumbling": True}),
    _attacker("slippery fingers", "slippery fingers", {"slippery_fingers": True}),
    _attacker("attacker stunned", "stunned", {"stunned": True}),
    _attacker("attacker blinded", "blinded", {"blinded": True}),
    _attacker("attacker confused", "confused", {"confused": True}),
    _attacker("attacker trapped", "trapped", {"trapped": True}),
    *(
        _hero(f"attacker {word}", word, encumbrance=word)
        for word in ("burdened", "stressed", "strained")
    ),
    _attacker("flanking", "flanking", {"flanking": True}),
    _defender("form's evasion 5", "evasion", evasion=5),
    _defender("divine protection 6", "protection", divine_protection=6),
    _defender("divine protection 9", "protection", divine_protection=9),
    _defender(
        "spell protection 8 over divine 6", "protection", divine_protection=6, spell_protection=8
    ),
    _defender("ring of evasiveness +3", "rings of evasiveness", rings_of_evasiveness=3),
    *(
        _defender(f"{size} defender", "size", size=size)
        for size in ("tiny", "small", "medium", "large", "huge", "gigantic")
    ),
    _defender(
        "armour EV, not its enchantment",
        "armour EV",
        armor=(Piece("robe", "cloak", ev=1, enchantment=3), Piece("cap", "head", ev=2)),
    ),
    *(
        _defender(
            f"Monk's martial arts, {skill}",
            "martial arts",
            role="Monk",
            armed=False,
            martial_arts=skill,
        )
        for skill in ("Basic", "Skilled", "Expert", "Master", "Grand Master")
    ),
    _defender("defender's Luck 13", "luck", luck=13),
    _defender("defender unseen", "unseen by the attacker", unseen=True),
    _defender("defender confused", "confused", confused=True),
    _defender("monster fleeing", "fleeing", fleeing=True),
    _defender("defender stunned", "stunned", stunned=True),
    _defender("defender blinded", "blinded", blinded=True),
    _defender("defender trapped", "trapped", trapped=True),
    _defender("defender sleeping", "sleeping", sleeping=True),
    _defender("defender paralysed", "paralysed", paralyzed=True),
    *(
        _defender(f"defender {word}", word, player=True, encumbrance=word)
        for word in ("burdened", "stressed", "strained")
    ),
    *(
        _attacker(
            f"blessed weapon at {kind}",
            "blessed",
            {"weapon": Weapon(blessed=True)},
            {"kinds": frozenset({kind})},
        )
        for kind in ("demon", "undead")
    ),
    _attacker(
        "spear at the kebabable",
        "spear",
        {"weapon": Weapon(form="spear")},
        {"kinds": frozenset({"kebabable"})},
    ),
    _attacker(
        "trident at one in water",
        "trident",
        {"weapon": Weapon(form="trident")},
        {"kinds": frozenset({"in water"})},
    ),
    _attacker(
        "pick at xorn or earth elemental",
        "pick",
        {"weapon": Weapon(form="pick")},
        {"kinds": frozenset({"earthy"})},
    ),
)


def tornado(*, sd=8.0, at=0.0, rules=Rules()):
    """Return the effect of each circumstance: a frame by line, the greatest effect first.

    Columns: side; points (as `Circumstance.value`, the mean if it is random); spread (its
    standard deviation); effect (the change of the hit chance when the circumstance is added at a
    net of `at` points, positive if it helps the attacker).

    >>> tornado().loc["engulfed", "effect"].round(3).item()
    0.5
    >>> tornado().loc["Monk in body armour", "effect"].round(3).item()
    -0.494
    """
    frame, values = _by_circumstance(rules)
    random = [isinstance(value, Distribution) for value in values]
    fixed = np.array(
        [0.0 if rolled else value for rolled, value in zip(random, values, strict=True)]
    )
    chances = hit_chance(fixed + at, sd=sd)
    for place in np.flatnonzero(random):
        chances[place] = hit_chance(values[place] + at, sd=sd)
    frame = frame.assign(effect=chances - hit_chance(at, sd=sd))
    return frame.sort_values("effect", key=abs, ascending=False, kind="stable")


# Memoised: the points depend on the rules alone, and a figure needs them for each net and sd.
@lru_cache(maxsize=16)
def _by_circumstance(rules):
    """A frame of the lines' side, points and spread, and each line's change of the net."""
    rows, values = [], []
    for circumstance in CIRCUMSTANCES:
        value = circumstance.value(rules) or 0
        random = isinstance(value, Distribution)
        mean, spread = (value.mean, value.sd) if random else (float(value), 0.0)
        rows.append((circumstance.line, circumstance.side, mean, spread))
        values.append(value if circumstance.side == "attacker" else -1 * value)
    frame = pd.DataFrame(rows, columns=["line", "side", "points", "spread"])
    return frame.set_index("line"), values
