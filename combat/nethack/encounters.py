"""Blows between roles and monsters: of one pair, and of all kits and all monsters both ways."""

from dataclasses import fields, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.special import ndtr

from combat.core.checks import check_numbers, check_word
from combat.dice import Distribution, constant
from combat.nethack import vanilla
from combat.nethack.damage import damage_distribution
from combat.nethack.people import Attacker, Defender
from combat.nethack.rules import Rules
from combat.nethack.tables import STAGES
from combat.nethack.to_hit import (
    attack_chance,
    attacker_terms,
    defender_terms,
    mean_of,
    net,
    total,
)

TURNS = ("you attack", "it attacks you")
_SIDES = {"attacker": Attacker, "target": Defender}
# The experience level at which a stage's kit is measured, and that from which it is used.
STAGE_LEVELS = {"start": 1, "mid": 10, "late": 16}
_THRESHOLDS = (1, 7, 14)


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
    flags = [
        f"{side}_{one.name}"
        for side, kind in _SIDES.items()
        for one in fields(kind)
        if one.default is False
    ]
    hold = {"attacker": {}, "target": {}}
    for name, holds in conditions.items():
        side, _, field = check_word("condition", name, flags).partition("_")
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


def match_up(hero, beasts, *, sd=8.0, rules=Rules()):
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
        rows[beast.name] = {
            "EV": body.evasion,
            "DR": body.dr,
            "the hero hits it": attack_chance(hero.attacker, body, sd=sd, rules=rules),
            "it hits the hero": attack_chance(beast.attacker, hero.defender, sd=sd, rules=rules),
            "its hardest blow": damage_distribution(
                hardest, hero.defender.armor, hero.hp, rules=rules
            ).damage.mean,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("name")


class Nets:
    """The nets of all pairs in points, with the chances of random ones; independent of sd.

    attack, defense: arrays (attacker, defender) of the mean bonuses. values, weights: arrays
    (attacker, defender, way) of the nets that are possible, and the chance of each.
    """

    def __init__(self, attackers, defenders, rules=Rules()):
        pairs = _totals(attackers, defenders, rules)
        shape = len(attackers), len(defenders)
        means = np.array([[mean_of(side) for side in pair] for pair in pairs], float)
        self.attack, self.defense = means.T.reshape(2, *shape)
        nets = [attack - defense for attack, defense in pairs]
        nets = [one if isinstance(one, Distribution) else constant(one) for one in nets]
        table = np.zeros((2, len(nets), max(len(one.values) for one in nets)))
        for row, one in enumerate(nets):
            table[:, row, : len(one.values)] = one.values, one.chances
        self.values, self.weights = table.reshape(2, *shape, -1)

    def chances(self, sd):
        """Return the chance of each attacker to hit each defender, an array; sd > 0."""
        sd = float(check_numbers("sd", sd, low=0, open_low=True))
        return (self.weights * ndtr(self.values / sd)).sum(axis=-1)


def _totals(attackers, defenders, rules):
    """(attack, defence) of each pair, attacker by attacker: a list of sums, see `total`."""
    # Opponents that differ in nothing the sum depends on share it: 13 kits against 362 monsters
    # are 9,412 sums, 1,710 of which differ.
    attacks, defenses, sums = {}, {}, []
    for row, attacker in enumerate(attackers):
        for column, defender in enumerate(defenders):
            mine = row, defender.blinded, defender.kinds
            theirs = column, attacker.blinded
            if mine not in attacks:
                attacks[mine] = total(attacker_terms(attacker, defender, rules))
            if theirs not in defenses:
                defenses[theirs] = total(defender_terms(defender, rules, attacker=attacker))
            sums.append((attacks[mine], defenses[theirs]))
    return sums


def monsters_at(monsters, level):
    """Return the chance of each monster to be the next one generated: a Series by name, sum 1.

    As in NetHack: difficulty from depth/6 to (depth + level)/2, in proportion to frequency, at two
    dungeon levels for each experience level, at most 50. Monsters that are never generated at
    random (most bosses) are left out.
    """
    depth = min(50, 2 * int(level) - 1)
    fits = monsters["difficulty"].between(depth // 6, (depth + level) // 2)
    weights = monsters["frequency"].where(fits & (monsters["frequency"] > 0)).dropna()
    if weights.empty:
        raise ValueError(f"level = {level}: no monster of the table is generated there")
    return weights / weights.sum()


class Encounters:
    """All kits against all monsters, both ways: chances to hit, and what the game brings about.

    sd, the standard deviation in points, is above 0; ValueError outside.

    >>> from combat.nethack import read_cast
    >>> Encounters(read_cast("data/nethack")).means("start", 1).round(2)[["overhaul", "vanilla"]]
    overhaul    0.40
    vanilla     0.63
    dtype: float64
    """

    def __init__(self, cast, *, rules=Rules()):
        self.cast, self.rules = cast, rules
        self.roles = pd.Index(cast.kits.index.unique("role"), name="role")
        self.beasts = [cast.monster(name) for name in cast.monsters.index]
        self.bosses = ["boss" in beast.defender.kinds for beast in self.beasts]
        self.kits = {
            stage: [cast.character(role, stage) for role in self.roles] for stage in STAGES
        }
        self.nets = {
            stage: tuple(
                Nets([one.attacker for one in pair[0]], [one.defender for one in pair[1]], rules)
                for pair in ((kits, self.beasts), (self.beasts, kits))
            )
            for stage, kits in self.kits.items()
        }
        self.chances = lru_cache(maxsize=64)(self._chances)
        self._vanilla = lru_cache(self._vanilla_by_role)

    def _chances(self, stage, sd):
        """The chances of a stage's kits to hit, and to be hit: two arrays (role, monster)."""
        ours, theirs = self.nets[stage]
        return ours.chances(sd), theirs.chances(sd).T

    def weights(self, level):
        """Return the chance of each monster to be generated at that level: an array over all."""
        met = monsters_at(self.cast.monsters, level)
        return met.reindex(self.cast.monsters.index, fill_value=0).to_numpy()

    def met(self, level):
        """Return the chances of the monsters generated at that level, and these as Fighters."""
        weights = self.weights(level)
        return weights[weights > 0], [self.beasts[place] for place in np.flatnonzero(weights)]

    def by_role(self, stage, level, sd=8.0):
        """Return the mean chances of a stage's kits at that level's depth: a frame by role.

        Columns: overhaul and vanilla (the character's blows), hurt and hurt_vanilla (the
        monsters' first strikes). Vanilla has no sd, but uses the experience level.
        """
        weights, (hits, hurts) = self.weights(level), self.chances(stage, sd)
        ours, theirs = self._vanilla(stage, level)
        columns = {
            "overhaul": hits @ weights,
            "vanilla": ours,
            "hurt": hurts @ weights,
            "hurt_vanilla": theirs,
        }
        return pd.DataFrame(columns, index=self.roles)

    def means(self, stage, level, sd=8.0):
        """Return the means of `by_role` over the roles: a Series."""
        return self.by_role(stage, level, sd).mean()

    def _vanilla_by_role(self, stage, level):
        weights, beasts = self.met(level)
        ours, theirs = [], []
        for kit in self.kits[stage]:
            hero = replace(kit.attacker, level=level)
            ours.append([vanilla.attack_chance(hero, one.defender) for one in beasts])
            theirs.append([vanilla.attack_chance(one.attacker, kit.defender) for one in beasts])
        return ours @ weights, theirs @ weights

    def mean_nets(self, stage):
        """Return the mean net of a stage's kits against every monster: a frame (role, monster)."""
        ours, _ = self.nets[stage]
        return pd.DataFrame(ours.attack - ours.defense, self.roles, self.cast.monsters.index)

    def against_bosses(self, stage, sd=8.0):
        """Return the mean chance of a stage's kits to hit each boss: a Series by boss."""
        hits = pd.Series(self.chances(stage, sd)[0].mean(axis=0), self.cast.monsters.index)
        return hits[self.bosses].rename_axis("boss")


def by_level(encounters, levels, sds=(8.0,)):
    """Return `Encounters.means` by standard deviation and experience level: a frame (sd, level).

    The kits of mid-game are used from level 7 on, the late ones from 14.

    >>> from combat.nethack import read_cast
    >>> table = by_level(Encounters(read_cast("data/nethack")), [1, 8])
    >>> table.loc[8.0, "overhaul"].round(2).tolist()
    [0.4, 0.69]
    """
    stages = [STAGES[place - 1] for place in np.searchsorted(_THRESHOLDS, levels, side="right")]
    means = {
        (sd, level): encounters.means(stage, level, sd)
        for sd in sds
        for stage, level in zip(stages, levels, strict=True)
    }
    return pd.DataFrame(means).T.rename_axis(["sd", "level"]).sort_index()
