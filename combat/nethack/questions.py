"""Questions about whole tables: all monsters, all kits, many standard deviations."""

from copy import copy
from dataclasses import replace
from functools import lru_cache

import numpy as np
import pandas as pd
from scipy.special import ndtr

from combat.core.checks import check_numbers
from combat.dice import Distribution
from combat.nethack import vanilla
from combat.nethack.damage import damage_distribution
from combat.nethack.pairings import mean_totals, totals
from combat.nethack.rules import Rules
from combat.nethack.tables import STAGES

# The experience level at which a stage's kit is measured.
STAGE_LEVELS = {"start": 1, "mid": 10, "late": 16}


def hit_chances(attackers, defenders, *, sd=8.0, rules=Rules()):
    """Return the chance of each attacker to hit each defender: an array (attackers, defenders).

    An array of sd adds its axes after these two. Random terms are averaged exactly. sd > 0;
    ValueError outside.

    >>> from combat.nethack import Attacker, Defender
    >>> hit_chances([Attacker(level=8)], [Defender(), Defender(evasion=2)], sd=[4, 8]).round(3)
    array([[[0.691, 0.599],
            [0.5  , 0.5  ]]])
    """
    sd = check_numbers("sd", sd, low=0, open_low=True)
    return _Nets(attackers, defenders, rules).chances(sd)


def depth_at(level):
    """Return the dungeon level assumed for an experience level: two more for each, at most 50."""
    return min(50, 2 * int(level) - 1)


def monsters_at(monsters, level, depth=None):
    """Return the chance of each monster to be the next one generated: a Series by name, sum 1.

    As in NetHack: difficulty from depth/6 to (depth + level)/2, in proportion to frequency.
    Monsters that are never generated at random (most bosses) are left out.
    """
    depth = depth_at(level) if depth is None else depth
    fits = monsters["difficulty"].between(depth // 6, (depth + level) // 2)
    weights = monsters["frequency"].where(fits & (monsters["frequency"] > 0)).dropna()
    if weights.empty:
        raise ValueError(
            f"level = {level}, depth = {depth}: no monster of the table is generated there"
        )
    return weights / weights.sum()


def landing(strikes, *, slips=False, rules=Rules()):
    """Return how each strike lands in the first action of a fight: a list of (rolls, share).

    rolls: the numbers of the blows that have to hit: the strike's own number if it is rolled, the
    two attacks before it for a hug. share: the chance that it then hurts; 0 for a hug if one of
    the two attacks before it is no blow. A hug that wraps hurts only if it takes hold. slips:
    whether the target wears an oilskin cloak.
    """
    shares = {"": 1.0, "burn": 1.0, "crush": 1 - rules.hug_holds * slips}
    shares["wrap"] = rules.wrap_holds * (1 - slips)
    rolls, ways = {}, []
    for strike in strikes:
        before = [rolls.get(strike.number - back) for back in (2, 1)] if strike.hug else []
        able = None not in before
        needed = sorted({number for numbers in before if numbers for number in numbers})
        rolls[strike.number] = tuple(needed) if strike.hug else (strike.number,)
        ways.append((rolls[strike.number], shares[strike.hug] * able))
    return ways


def action_losses(beasts, body, chances, *, more=0, rules=Rules()):
    """Return what each monster's first action costs a body on average, misses included: an array.

    chances: of each monster to hit it. more: points of DR that the body has in addition. Great
    blows are left out, and no hug holds anybody yet.
    """
    summed, dr, losses = replace(rules, form_dr="sum"), body.dr + more, []
    for beast, chance in zip(beasts, chances, strict=True):
        loss = 0.0
        ways = landing(beast.strikes, slips=body.slips_free, rules=rules)
        for strike, (rolls, share) in zip(beast.strikes, ways, strict=True):
            mean = _mean_blow(strike.damage, tuple(body.armor), dr, strike.physical, summed)
            loss += share * chance ** len(rolls) * mean
        losses.append(loss)
    return np.array(losses)


# The 362 monsters strike with 39 kinds of dice, and several tables ask for the same kits.
@lru_cache(maxsize=2**13)
def _mean_blow(damage, armor, form_dr, physical, rules):
    """Return the mean damage of a blow that hits, in hit points, no blow being great."""
    blow = damage_distribution(damage, armor, form_dr=form_dr, physical=physical, rules=rules)
    return blow.damage.mean


def vanilla_losses(beasts, body):
    """Return what each monster's first action costs a body in vanilla, as `action_losses`."""
    losses = []
    for beast in beasts:
        ways = landing(beast.strikes, slips=body.slips_free)
        losses.append(
            sum(
                share
                * vanilla.all_hit(beast.attacker.level, body.ac, rolls)
                * vanilla.hero_damage(strike.damage, body.ac).mean
                for strike, (rolls, share) in zip(beast.strikes, ways, strict=True)
            )
        )
    return np.array(losses)


class _Nets:
    """The nets of all pairs in points, with the chances of random ones; independent of sd."""

    def __init__(self, attackers, defenders, rules):
        values, weights, owners = [], [], []
        for owner, (attack, defense) in enumerate(totals(attackers, defenders, rules)):
            points = attack - defense
            random = isinstance(points, Distribution)
            values.append(points.values if random else [points])
            weights.append(points.chances if random else [1.0])
            owners.append(np.full(len(values[-1]), owner))
        self.values, self.weights, self.owners = map(np.concatenate, (values, weights, owners))
        self.shape = len(attackers), len(defenders)

    def chances(self, sd):
        """The chances to hit: an array (attackers, defenders), followed by the axes of sd."""
        chances = [
            np.bincount(self.owners, self.weights * ndtr(self.values / unit), np.prod(self.shape))
            for unit in sd.ravel()
        ]
        return np.moveaxis(chances, 0, -1).reshape(*self.shape, *sd.shape)


class Encounters:
    """The hit chances of all kits against all monsters, both ways, at some standard deviations.

    sds: the standard deviations. `hits[stage]` and `hurts[stage]`: the overhaul's chances of the
    kits to hit the monsters and of the monsters to hit the kits: arrays (role, monster, sd). All
    are computed once; the methods average them.

    >>> from combat.nethack import read_cast
    >>> table = Encounters(read_cast("data/nethack"), [8])
    >>> table.means("start", 1).round(2).loc[8, ["overhaul", "vanilla"]].tolist()
    [0.4, 0.63]
    """

    def __init__(self, cast, sds=(8.0,), *, rules=Rules()):
        self.cast = cast
        self.roles = list(cast.kits.index.unique("role"))
        self.beasts = {name: cast.monster(name) for name in cast.monsters.index}
        self.kits = {
            stage: [cast.character(role, stage) for role in self.roles] for stage in STAGES
        }
        defenders = [beast.defender for beast in self.beasts.values()]
        attackers = [beast.attacker for beast in self.beasts.values()]
        self._nets = {
            stage: (
                _Nets([kit.attacker for kit in kits], defenders, rules),
                _Nets(attackers, [kit.defender for kit in kits], rules),
            )
            for stage, kits in self.kits.items()
        }
        self._vanilla, self._weights = {}, {}
        self._measure(sds)

    def at(self, sds):
        """Return the same encounters at other standard deviations, without recomputing the nets."""
        encounters = copy(self)
        encounters._measure(sds)
        return encounters

    def _measure(self, sds):
        self.sds = check_numbers("sd", list(sds), low=0, open_low=True)
        self.hits = {stage: ours.chances(self.sds) for stage, (ours, _) in self._nets.items()}
        self.hurts = {
            stage: theirs.chances(self.sds).swapaxes(0, 1)
            for stage, (_, theirs) in self._nets.items()
        }

    def index_of(self, sd):
        """Return the index of one of `sds`; ValueError for another."""
        if sd not in self.sds:
            raise ValueError(f"sd = {sd} is not among those computed: {self.sds.tolist()}")
        return int(np.flatnonzero(self.sds == sd)[0])

    def weights(self, level):
        """Return the chance of each monster to be generated at that level: an array over all."""
        if level not in self._weights:
            met = monsters_at(self.cast.monsters, level)
            self._weights[level] = met.reindex(self.cast.monsters.index, fill_value=0).to_numpy()
        return self._weights[level].copy()

    def means(self, stage, level):
        """Return the mean chances of a stage's kits at that level's depth: a frame by sd.

        Columns: overhaul and vanilla (the character's blows), hurt and hurt_vanilla (the
        monsters' first strikes). Vanilla has no sd, but uses the experience level.
        """
        weights = self.weights(level)
        old = self.vanilla_by_role(stage, level)
        return pd.DataFrame(
            {
                "overhaul": np.einsum("rms,m->s", self.hits[stage], weights) / len(old),
                "vanilla": old["vanilla"].mean(),
                "hurt": np.einsum("rms,m->s", self.hurts[stage], weights) / len(old),
                "hurt_vanilla": old["hurt_vanilla"].mean(),
            },
            index=pd.Index(self.sds, name="sd"),
        )

    def by_role(self, stage, level, index=0):
        """Return the chances of `means` for each role: a frame by role; index: of the sd."""
        weights = self.weights(level)
        old = self.vanilla_by_role(stage, level)
        return pd.DataFrame(
            {
                "overhaul": self.hits[stage][..., index] @ weights,
                "vanilla": old["vanilla"],
                "hurt": self.hurts[stage][..., index] @ weights,
                "hurt_vanilla": old["hurt_vanilla"],
            },
            index=old.index,
        )

    def vanilla_by_role(self, stage, level):
        """Return vanilla's mean chances of a stage's kits at that level's depth, by role."""
        if (stage, level) not in self._vanilla:
            self._vanilla[stage, level] = self._vanilla_means(stage, level)
        return self._vanilla[stage, level].copy()

    def _vanilla_means(self, stage, level):
        weights, beasts = self.met(level)
        rows = []
        for kit in self.kits[stage]:
            hero = replace(kit.attacker, level=level)
            ours = [vanilla.attack_chance(hero, beast.defender) for beast in beasts]
            theirs = [vanilla.attack_chance(beast.attacker, kit.defender) for beast in beasts]
            rows.append((ours @ weights, theirs @ weights))
        index = pd.Index(self.roles, name="role")
        return pd.DataFrame(rows, index, columns=["vanilla", "hurt_vanilla"])

    def damage(self, stage, level, index=0):
        """Return the mean damage of a monster's action to a stage's kits: (overhaul, vanilla).

        In hit points, as `action_losses`. index: of the sd.
        """
        weights, beasts = self.met(level)
        hurts = self.hurts[stage][:, self.weights(level) > 0, index]
        kits = [kit.defender for kit in self.kits[stage]]
        ours = [action_losses(beasts, *pair) @ weights for pair in zip(kits, hurts, strict=True)]
        old = [vanilla_losses(beasts, kit) @ weights for kit in kits]
        return sum(ours) / len(kits), sum(old) / len(kits)

    def met(self, level):
        """Return the chances of the monsters generated at that level, and these as Fighters."""
        weights = self.weights(level)
        beasts = [
            beast for beast, share in zip(self.beasts.values(), weights, strict=True) if share
        ]
        return weights[weights > 0], beasts

    def extremes(self):
        """Return by sd the least and greatest chance of a stage's kits and monsters, both ways."""
        seen = []
        for stage, level in STAGE_LEVELS.items():
            met = self.weights(level) > 0
            seen += [
                table[:, met].reshape(-1, len(self.sds))
                for table in (self.hits[stage], self.hurts[stage])
            ]
        seen = np.concatenate(seen)
        return pd.DataFrame(
            {"least": seen.min(axis=0), "greatest": seen.max(axis=0)},
            index=pd.Index(self.sds, name="sd"),
        )

    def against_bosses(self, stage):
        """Return the mean chance of a stage's kits to hit each boss: a frame (boss, sd)."""
        bosses = self.cast.monsters["kinds"].str.split("; ").map(lambda words: "boss" in words)
        return pd.DataFrame(
            self.hits[stage][:, bosses.to_numpy()].mean(axis=0),
            index=self.cast.monsters.index[bosses].rename("boss"),
            columns=pd.Index(self.sds, name="sd"),
        )


def stage_at(level, thresholds=(1, 7, 14)):
    """Return the stage of the game whose kit is used at an experience level."""
    return STAGES[np.searchsorted(thresholds, level, side="right") - 1]


def by_level(encounters, levels, *, thresholds=(1, 7, 14)):
    """Return `Encounters.means` by experience level: a frame (sd, level).

    The kit of each stage is used from its threshold on.

    >>> from combat.nethack import read_cast
    >>> table = by_level(Encounters(read_cast("data/nethack")), [1, 8])
    >>> table.loc[8.0, "overhaul"].round(2).tolist()
    [0.4, 0.69]
    """
    means = {level: encounters.means(stage_at(level, thresholds), level) for level in levels}
    return pd.concat(means, names=["level"]).swaplevel().sort_index()


def damage_by_stage(encounters, sd=8.0, levels=None):
    """Return the mean damage of a monster's action to the kits, in hit points: a frame by stage.

    Columns: level, overhaul and vanilla; see `Encounters.damage`. levels: a dict by stage; others
    as in STAGE_LEVELS. ValueError for an sd that the encounters don't have.

    >>> from combat.nethack import read_cast
    >>> damage_by_stage(Encounters(read_cast("data/nethack"))).loc["mid"].round(2).tolist()
    [10.0, 1.08, 1.62]
    """
    index = encounters.index_of(sd)
    levels = STAGE_LEVELS | (levels or {})
    rows = {
        stage: (level, *encounters.damage(stage, level, index)) for stage, level in levels.items()
    }
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=["level", "overhaul", "vanilla"])
    return frame.rename_axis("stage")


def nets(cast, *, rules=Rules()):
    """Return the mean net of every kit against every monster: a frame (role, stage) by name.

    >>> from combat.nethack import read_cast
    >>> nets(read_cast("data/nethack")).loc[("Knight", "start"), "giant ant"].round(2).item()
    -8.77
    """
    defenders = [cast.monster(name).defender for name in cast.monsters.index]
    attackers = [cast.character(*key).attacker for key in cast.kits.index]
    attack, defense = np.moveaxis(mean_totals(attackers, defenders, rules), 2, 0)
    return pd.DataFrame(attack - defense, index=cast.kits.index, columns=cast.monsters.index)
