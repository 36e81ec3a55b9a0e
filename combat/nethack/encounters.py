"""One blow between a role and a monster: both sides, and the odds."""

from dataclasses import fields, replace
from typing import NamedTuple

import pandas as pd

from combat.core.checks import check_word
from combat.nethack import vanilla
from combat.nethack.damage import damage_distribution
from combat.nethack.people import Attacker, Defender
from combat.nethack.rules import Rules
from combat.nethack.to_hit import attack_chance, mean_of, net

TURNS = ("you attack", "it attacks you")
_CONDITIONS = [
    f"{side}_{one.name}"
    for side, kind in (("attacker", Attacker), ("target", Defender))
    for one in fields(kind)
    if one.default is False
]


class AttackOdds(NamedTuple):
    """The odds of one attack: its mean net in points, the chance to hit, and vanilla's chance."""

    net: float
    chance: float
    vanilla: float


def encounter(cast, role, stage, monster, turn="you attack", **conditions):
    """Return the Attacker and the Defender of a blow between a role's kit and a monster.

    turn: "you attack" or "it attacks you". conditions: True or False by name, where the name is
    attacker_ with a field of Attacker, or target_ with a field of Defender: attacker_stunned,
    target_sleeping. ValueError for an unknown name.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> orc, samurai = encounter(cast, "Samurai", "start", "hill orc", "it attacks you",
    ...                          attacker_blinded=True)
    >>> orc.blinded, orc.level, samurai.player
    (True, 2.0, True)
    """
    check_word("turn", turn, TURNS)
    pair = cast.character(role, stage), cast.monster(monster)
    one, other = pair if turn == "you attack" else pair[::-1]
    hold = {"attacker": {}, "target": {}}
    for name, holds in conditions.items():
        side, _, field = check_word("condition", name, _CONDITIONS).partition("_")
        hold[side][field] = bool(holds)
    return replace(one.attacker, **hold["attacker"]), replace(other.defender, **hold["target"])


def odds(attacker, defender, *, sd=8.0, rules=Rules()):
    """Return the `AttackOdds` of one attack. sd > 0; ValueError outside.

    >>> odds(Attacker(level=8), Defender(player=True, ac=0))
    AttackOdds(net=2.0, chance=0.598..., vanilla=0.85)
    """
    return AttackOdds(
        mean_of(net(attacker, defender, rules)),
        attack_chance(attacker, defender, sd=sd, rules=rules),
        vanilla.attack_chance(attacker, defender),
    )


def match_up(hero, beasts):
    """Return how a hero and some monsters compare: a frame by monster.

    Columns: EV and DR of the monster's form; the chances that the hero hits it and that it hits
    the hero; "its hardest blow", the mean damage of its hardest physical blow to the hero if it
    hits, in hit points, 0 if it has none.

    >>> from combat.nethack import read_cast
    >>> cast = read_cast("data/nethack")
    >>> knight = cast.character("Knight", "mid")
    >>> match_up(knight, [cast.monster("owlbear")]).round(2)
              EV   DR  the hero hits it  it hits the hero  its hardest blow
    name
    owlbear  2.0  3.0              0.69              0.29              5.03
    """
    rows = {}
    for beast in beasts:
        body, hardest = beast.defender, beast.hardest.damage if beast.hardest else "0d0"
        blow = damage_distribution(hardest, hero.defender.armor, hero.hp)
        rows[beast.name] = {
            "EV": body.evasion,
            "DR": body.dr,
            "the hero hits it": attack_chance(hero.attacker, body),
            "it hits the hero": attack_chance(beast.attacker, hero.defender),
            "its hardest blow": blow.damage.mean,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("name")
