"""The source's balance goals, measured, and read as bounds that are met or missed."""

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers
from combat.nethack.chance import hit_chance
from combat.nethack.questions import STAGE_LEVELS
from combat.nethack.rules import Rules
from combat.nethack.tables import STAGES
from combat.nethack.to_hit import defender_terms, mean_of, total
from combat.questions import seek


class Aim(NamedTuple):
    """A goal as bounds: its name, the `column` of `aims` that it is about, its low and high."""

    name: str
    column: str
    low: float
    high: float


# The source gives these goals in words; the numbers are this workbook's interpretation.
AIMS = (
    Aim("zero is even", "at zero", 0.5, 0.5),
    Aim("one point: a little less than half miss", "one point", 0.5, 0.57),
    Aim("ten points: usually hits", "ten points", 0.85, 1.0),
    Aim("no usual fight below 1%", "least", 0.01, 0.5),
    Aim("nor above 99%", "greatest", 0.5, 0.99),
    Aim("the start: not quite reliable", "start", 1 / 3, 2 / 3),
    Aim("mid-game: not fully reliable", "mid", 0.5, 0.9),
    Aim("bosses: a harder target", "bosses below late", 0.02, 0.5),
)


def aims(encounters, sds):
    """Return the hit chances that the source's balance goals are about: a frame by sd.

    Columns: "at zero", the chance at net 0; "one point", "ten points", at nets of 1 and 10;
    least, greatest, in fights that occur in the game; start, mid, late, the kits' mean chance at
    their depth; bosses, the late kits' mean chance against bosses; "bosses below late", the
    difference of the last two.

    >>> from combat.nethack import Encounters, read_cast
    >>> aims(Encounters(read_cast("data/nethack")), [4, 8]).round(2)["start"].tolist()
    [0.31, 0.4]
    """
    rows = []
    for sd in sds:
        met, means = [], {}
        for stage, level in STAGE_LEVELS.items():
            seen = encounters.weights(level) > 0
            met += [table[:, seen].ravel() for table in encounters.chances(stage, sd)]
            means[stage] = encounters.means(stage, level, sd)["overhaul"]
        met, bosses = np.concatenate(met), encounters.against_bosses("late", sd).mean()
        one, ten = hit_chance([1, 10], sd=sd)
        row = {"at zero": hit_chance(0, sd=sd), "one point": one, "ten points": ten}
        row |= {"least": met.min(), "greatest": met.max(), **means, "bosses": bosses}
        rows.append(row | {"bosses below late": means["late"] - bosses})
    return pd.DataFrame(rows, pd.Index(sds, name="sd"))


def aims_met(measured):
    """Return which aims are met: a frame of True and False by sd, a column for each aim's name.

    measured: a frame of `aims`. A value on a bound counts as met.

    >>> from combat.nethack import Encounters, read_cast
    >>> aims_met(aims(Encounters(read_cast("data/nethack")), [4, 8])).sum(axis=1).tolist()
    [4, 8]
    """
    # 1e-12: a value on a bound must not miss it by the last bit of a float.
    return pd.DataFrame(
        {aim.name: measured[aim.column].between(aim.low - 1e-12, aim.high + 1e-12) for aim in AIMS}
    )


def aim_ends(encounters, low, high):
    """Return the range of standard deviations in which each aim is met: a frame by aim.

    Columns: from, to: the ends of the range of sd about 8 in which the aim is met. "from" is
    missing if it is met down to `low`, "to" if it is met up to `high`. ValueError for an aim that
    is missed at 8, and unless 0 < low < 8 < high.

    >>> from combat.nethack import Encounters, read_cast
    >>> table = Encounters(read_cast("data/nethack"))
    >>> aim_ends(table, 4, 12)[2:4].round(2)
                                from    to
    aim
    ten points: usually hits     NaN  9.65
    no usual fight below 1%     6.85   NaN
    """
    low = float(check_numbers("low", low, low=0, open_low=True))
    measured = cache(lambda sd: aims(encounters, [sd]).iloc[0])
    rows = {}
    for aim in AIMS:

        def spare(sd, aim=aim):
            value = measured(sd)[aim.column]
            return min(value - aim.low, aim.high - value)

        # 1e-12: as in `aims_met`.
        if spare(8.0) < -1e-12:
            raise ValueError(f"sd = 8: {aim.name!r} is missed there")
        below = seek(spare, -1e-12, low, 8.0, looks=9).crossings
        above = seek(spare, -1e-12, 8.0, high, looks=9).crossings
        rows[aim.name] = below[-1] if below else np.nan, above[0] if above else np.nan
    return pd.DataFrame.from_dict(rows, orient="index", columns=["from", "to"]).rename_axis("aim")


def defense_totals(cast, *, rules=Rules()):
    """Return each kit's mean total defence bonus, in points: a frame of roles by stages.

    "in general a good player should be doing better for defense than having all bonuses add up
    to 0".

    >>> from combat.nethack import read_cast
    >>> defense_totals(read_cast("data/nethack")).loc["Knight"].round(1).tolist()
    [0.1, 5.7, 10.9]
    """

    def defense(role, stage):
        return mean_of(total(defender_terms(cast.character(role, stage).defender, rules)))

    roles = cast.kits.index.unique("role")
    return pd.DataFrame({stage: {role: defense(role, stage) for role in roles} for stage in STAGES})


def totals_at_depth(encounters):
    """Return the mean bonuses of both sides at a stage's depth, in points: a frame by stage.

    "Player-monster symmetry should be preserved." Columns: your attack, your defence, their
    attack, their defence: means over the roles and over the monsters that the game generates at
    the level of each stage.

    >>> from combat.nethack import Encounters, read_cast
    >>> totals_at_depth(Encounters(read_cast("data/nethack"))).loc["mid"].round(1).tolist()
    [6.8, 7.3, 1.3, 2.5]
    """
    rows = {}
    for stage, level in STAGE_LEVELS.items():
        weights, (ours, theirs) = encounters.weights(level), encounters.nets[stage]
        attack, their_defense = ours.attack @ weights, ours.defense @ weights
        their_attack, defense = weights @ theirs.attack, weights @ theirs.defense
        rows[stage] = [one.mean() for one in (attack, defense, their_attack, their_defense)]
    return _by_stage(rows, ["your attack", "your defence", "their attack", "their defence"])


def level_share(encounters):
    """Return how many points a monster's level would have to be worth: a frame by stage.

    "add (monster level / 4) ... ideally, it should be proportional to the defense bonus of
    players whose roles permit the lowest amount of defense overall". Columns: "lowest role"; its
    defence (points); "level met", the mean level of the monsters at that depth; "a level", the
    ratio of the two, NaN where all monsters have level 0.

    >>> from combat.nethack import Encounters, read_cast
    >>> level_share(Encounters(read_cast("data/nethack")))["a level"].round(2).tolist()
    [nan, 1.05, 1.37]
    """
    defenses, rows = defense_totals(encounters.cast, rules=encounters.rules), {}
    for stage, level in STAGE_LEVELS.items():
        met = float(encounters.weights(level) @ encounters.cast.monsters["level"])
        least = defenses[stage].min()
        rows[stage] = defenses[stage].idxmin(), least, met, least / met if met else np.nan
    return _by_stage(rows, ["lowest role", "defence", "level met", "a level"])


def _by_stage(rows, columns):
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("stage")
