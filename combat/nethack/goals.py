"""The source's balance goals, measured, and read as numbers that can be met or missed."""

from typing import NamedTuple

import pandas as pd

from combat.nethack.chance import hit_chance
from combat.nethack.encounter import mean_of
from combat.nethack.questions import STAGE_LEVELS
from combat.nethack.rules import Rules
from combat.nethack.tables import STAGES
from combat.nethack.to_hit import defender_terms, total


class Aim(NamedTuple):
    """A goal read as bounds: its `name`, the `column` of `aims` that it looks at, from low to high.

    >>> AIMS[0]
    Aim(name='zero is even', column='at zero', low=0.5, high=0.5)
    """

    name: str
    column: str
    low: float
    high: float


# The source says these in words; the numbers are the workbook's reading of them.
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


def aims(encounters):
    """Return what the source's balance goals ask for, measured: a frame by sd, one column a goal.

    at zero: the chance at net 0. one point, ten points: at nets of 1 and 10. least, greatest:
    in fights that the game brings about. start, mid, late: mean chance of the kits at their
    depth; bosses: of the late kits against bosses; bosses below late: their difference.

    >>> from combat.nethack import Encounters, read_cast
    >>> aims(Encounters(read_cast("data/nethack"), [4, 8])).round(2)["start"].tolist()
    [0.31, 0.4]
    """
    sds = encounters.sds
    frame = encounters.extremes()
    for place, (column, points) in enumerate(
        {"at zero": 0, "one point": 1, "ten points": 10}.items()
    ):
        frame.insert(place, column, hit_chance(points, sd=sds))
    for stage, level in STAGE_LEVELS.items():
        frame[stage] = encounters.means(stage, level)["overhaul"]
    frame["bosses"] = encounters.against_bosses("late").mean()
    return frame.assign(**{"bosses below late": frame["late"] - frame["bosses"]})


def aims_met(measured, readings=AIMS):
    """Return which aims are met: a frame of True and False by sd, a column for each aim's name.

    measured: a frame of `aims`. A bound that is reached counts as met.

    >>> aims_met(pd.DataFrame({"start": [0.2, 0.5]}, [4.0, 8.0]), AIMS[5:6])
         the start: not quite reliable
    4.0                          False
    8.0                           True
    """
    # 1e-12: a bound that is reached must not be missed by the last bit of a float.
    return pd.DataFrame(
        {
            aim.name: measured[aim.column].between(aim.low - 1e-12, aim.high + 1e-12)
            for aim in readings
        }
    )


def aims_at(measured, sd, readings=AIMS):
    """Return the aims and how one standard deviation meets them: a frame by aim.

    measured: a frame of `aims` that has this sd. Columns: from, to, value, met.

    >>> aims_at(pd.DataFrame({"start": [0.2, 0.5]}, [4.0, 8.0]), 4.0, AIMS[5:6]).round(2)
                                   from    to  value    met
    aim
    the start: not quite reliable  0.33  0.67    0.2  False
    """
    met = aims_met(measured, readings).loc[sd]
    rows = {
        aim.name: (aim.low, aim.high, measured.loc[sd, aim.column], met[aim.name])
        for aim in readings
    }
    columns = ["from", "to", "value", "met"]
    return pd.DataFrame.from_dict(rows, orient="index", columns=columns).rename_axis("aim")


def defense_totals(cast, *, rules=Rules()):
    """Return each kit's mean total of its own defence bonus, in points: roles by stages.

    "in general a good player should be doing better for defense than having all bonuses add up
    to 0".

    >>> from combat.nethack import read_cast
    >>> defense_totals(read_cast("data/nethack")).loc["Knight"].round(1).tolist()
    [0.1, 5.7, 10.9]
    """
    totals = {
        key: mean_of(total(defender_terms(cast.character(*key).defender, rules)))
        for key in cast.kits.index
    }
    roles = cast.kits.index.unique("role")
    return pd.DataFrame({stage: {role: totals[role, stage] for role in roles} for stage in STAGES})
