"""Questions about whole tables: all monsters and all kits, at any standard deviation."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy.special import ndtr

from combat.core.checks import check_numbers
from combat.dice import Distribution, constant
from combat.nethack import vanilla
from combat.nethack.rules import Rules
from combat.nethack.tables import STAGES
from combat.nethack.to_hit import attacker_terms, defender_terms, mean_of, total

# The experience level at which a stage's kit is measured, and that from which it is used.
STAGE_LEVELS = {"start": 1, "mid": 10, "late": 16}
_THRESHOLDS = (1, 7, 14)


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
