"""The hit rules that players roll with dice at a table, each checked against its source."""

import numpy as np
import pandas as pd

from combat.core.checks import check_counts, check_numbers, scalar
from combat.hit_rules.rule import Parameter, difference, hit_rule

DEGREES = ("critical success", "success", "failure", "critical failure")

# A 1 on the die always misses, a 20 always hits.
_ENDS = (Parameter("low", 0, 0.2, 0.05), Parameter("high", 0.8, 1, 0.95))


@hit_rule(
    "d20 against armour class",
    depends="difference",
    source="d20 System Reference Document, attack roll",
    parameters=_ENDS,
    good_for="a die that players can calculate with",
    costs="bonuses beyond its limits are wasted",
    die=20,
    unused="a natural 20",
)
def d20(attack, defense, *, low=0.05, high=0.95):
    """Return clamp((11 + attack - defense)/20): 1d20 + bonus against 10 + defense.

    "If your result equals or beats the target's Armor Class, you hit"; 1 always misses, 20
    always hits: clamp((21 + bonus - AC)/20, 0.05, 0.95). low, high: in [0, 1]. ValueError
    outside, and for low above high.

    >>> d20([0, 5, 30], 0)
    array([0.55, 0.8 , 0.95])
    """
    low, high = check_numbers("low", low, low=0, high=1), check_numbers("high", high, low=0, high=1)
    if np.any(low > high):
        raise ValueError(
            f"low = {scalar(low)} is out of range: it must not be above high = {scalar(high)}"
        )
    return scalar(np.clip((11 + difference(attack, defense)) / 20, low, high))


@hit_rule(
    "d20 against printed armour class",
    depends="difference",
    source="d20 System Reference Document, attack roll",
    parameters=_ENDS,
    good_for="sheets that print an armour class such as 15",
    costs="the number of a defender who has no armour is 10, not 0",
    die=20,
    unused="a natural 20",
)
def d20_as_printed(attack, defense, *, low=0.05, high=0.95):
    """Return clamp((21 + attack - defense)/20): `d20`, but defense is the armour class itself.

    An orc's +5 against a goblin's armour class of 15:

    >>> d20_as_printed(5, 15), d20(5, 15 - 10)
    (0.55, 0.55)
    """
    return d20(attack, np.asarray(defense) - 10, low=low, high=high)


@hit_rule(
    "Pathfinder 2, degrees of success",
    depends="difference",
    source="Pathfinder 2 rules",
    parameters=[Parameter("degree", 1, 3, 2)],
    whole=True,
    good_for="each point counts for hits and for criticals",
    costs="four outcomes to write for each action",
    critical=lambda attack, defense: pathfinder(attack, defense, degree=3),
    fumble=lambda attack, defense: 1 - pathfinder(attack, defense, degree=1),
)
def pathfinder(attack, defense, *, degree=2):
    """Return the chance of that degree of success or a better one.

    degree: 3 a critical success, 2 a success, 1 a failure that is not critical. "success at >=
    DC, critical at >= DC + 10, critical failure at <= DC - 10; a natural 20 or 1 shifts one
    degree", with DC = 10 + defense. Counted over the 20 faces. ValueError for a degree outside
    0..3.

    >>> [pathfinder(0, 0, degree=degree) for degree in (1, 2, 3)]
    [0.95, 0.55, 0.05]
    """
    ahead, degree = difference(attack, defense), check_counts("degree", degree, low=0, high=3)
    faces = np.arange(1, 21)
    margin = ahead[..., None] + faces - 10
    reached = np.select([margin >= 10, margin >= 0, margin > -10], [3, 2, 1], 0)
    reached = np.clip(reached + (faces == 20) - (faces == 1), 0, 3)
    enough = (reached >= degree[..., None]).mean(axis=-1)
    return scalar(np.where(np.isnan(ahead + degree), np.nan, enough))


@hit_rule(
    "Pathfinder 2 against printed armour class",
    depends="difference",
    source="Pathfinder 2 rules",
    parameters=[Parameter("degree", 1, 3, 2)],
    whole=True,
    good_for="sheets that print an armour class such as 21",
    costs="the number of a defender who has no armour is 10, not 0",
    critical=lambda attack, defense: pathfinder_as_printed(attack, defense, degree=3),
    fumble=lambda attack, defense: 1 - pathfinder_as_printed(attack, defense, degree=1),
)
def pathfinder_as_printed(attack, defense, *, degree=2):
    """Return the chance of that degree or a better one: `pathfinder`, by the armour class itself.

    A +16 against an armour class of 21 hits with a 5, and with a 15 critically:

    >>> [pathfinder_as_printed(16, 21, degree=degree) for degree in (2, 3)]
    [0.8, 0.3]
    """
    return pathfinder(attack, np.asarray(defense) - 10, degree=degree)


@hit_rule(
    "3d6 roll under (GURPS)",
    depends="difference",
    source="GURPS Lite",
    whole=True,
    good_for="dice on a table, skilled heroes are reliable",
    costs="steep: few points decide",
)
def gurps(attack, defense):
    """Return P(3d6 <= skill), where skill = 10 + attack - defense; 0 for a skill below 3.

    "3-4 always succeed, 17-18 always fail"; "You may not attempt a success roll if your effective
    skill is less than 3, unless you are attempting a defense roll": an attack fails at once.

    >>> gurps([0, 99, -7, -8], 0).round(4)
    array([0.5   , 0.9815, 0.0185, 0.    ])
    """
    skill = 10 + difference(attack, defense)
    sums = np.add.outer(np.add.outer(np.arange(1, 7), np.arange(1, 7)), np.arange(1, 7)).ravel()
    enough = (sums <= np.clip(skill, 4, 16)[..., None]).mean(axis=-1)
    return scalar(np.select([np.isnan(skill), skill < 3], [np.nan, 0], enough))


def degrees_of_success(advantage):
    """Return the chances of the four degrees of `pathfinder`: a frame by attack - defense.

    A column for each of DEGREES, which add up to 1; a row for each advantage, in points.

    >>> degrees_of_success([0, 10]).loc[10].round(2).to_dict()
    {'critical success': 0.55, 'success': 0.4, 'failure': 0.05, 'critical failure': 0.0}
    """
    ahead = np.atleast_1d(advantage)
    # Cumulative chances, best degree first: their differences are the chances of each degree.
    at_least = pathfinder(ahead[:, None], 0, degree=[3, 2, 1, 0])
    shares = np.diff(at_least, axis=1, prepend=0)
    return pd.DataFrame(shares, pd.Index(ahead, name="advantage"), DEGREES)
