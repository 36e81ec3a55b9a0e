"""Any rule, with a memory: what the Luck meter and its rivals make of the chances it gives.

The systems of `combat.luck` count chances in whole points; `systems` is a dict of them by name.
"""

import pandas as pd

from combat import luck


def points_of(chances):
    """Return chances as the whole points that the systems of `combat.luck` count in.

    chances: a probability, or a Series of them by rule; halves go to the even number.

    >>> points_of(0.538)
    54
    """
    if isinstance(chances, pd.Series):
        return (100 * chances).round().astype(int)
    return round(100 * chances)


def fallen(systems, points, hits=4, *, rolls=30):
    """Return the chance that the target has fallen after each blow, by system: a frame.

    A row for each of the blows 1 to `rolls`; a kill takes `hits` hits, the chance shown being
    `points`, 0 to 100. ValueError outside.

    >>> fallen({"as given": luck.Independent()}, 50, hits=2, rolls=3)["as given"].tolist()
    [0.0, 0.25, 0.5]
    """
    found = {
        name: luck.kill_distribution(points, hits, rolls, rules=system).cumsum()
        for name, system in systems.items()
    }
    return pd.DataFrame(found).rename_axis("blows")


def streaks_within(systems, points, *, rolls=20, longest=12):
    """Return the chance of at least so many misses in a row within that many blows: a frame.

    A row for each length 0 to `longest`, at most `rolls`; a column for each system. points: the
    chance shown, 0 to 100. ValueError outside.

    >>> streaks_within({"as given": luck.Independent()}, 50, rolls=2, longest=2)
                     as given
    misses in a row
    0                    1.00
    1                    0.75
    2                    0.25
    """
    found = {
        name: luck.miss_streaks(points, rolls, most=min(longest, rolls), rules=system)
        for name, system in systems.items()
    }
    return pd.DataFrame(found).rename_axis("misses in a row")


def rates(systems, points):
    """Return the rate of success in the long run: a frame by rule, a column for each system.

    points: a Series of shown chances, 0 to 100, by rule; see `points_of`. ValueError outside.

    >>> rates({"two random numbers": luck.FireEmblem()}, pd.Series([75], ["mine"]))
          two random numbers
    mine              0.8775
    """
    found = {
        name: [luck.success_rate(shown, rules=system) for shown in points.tolist()]
        for name, system in systems.items()
    }
    return pd.DataFrame(found, points.index)


def streak_chances(systems, points, *, length=4, rolls=20):
    """Return the chance of at least `length` misses in a row within that many blows.

    points: a Series of shown chances, 0 to 100, by rule. A frame like that of `rates`.

    >>> streak_chances({"as given": luck.Independent()}, pd.Series([50], ["mine"]), rolls=4)
          as given
    mine    0.0625
    """
    found = [
        streaks_within(systems, shown, rolls=rolls, longest=length).loc[length]
        for shown in points.tolist()
    ]
    return pd.DataFrame(found).set_axis(points.index)
