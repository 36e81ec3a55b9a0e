"""Whole fights under several hit rules: blows to kill, and runs of misses."""

import numpy as np
import pandas as pd

from combat.compare.curves import chances
from combat.dice import blows


def fights(rules, ahead=5.0, hits=4, *, level=30.0, run=3, within=30):
    """Return how a fight at that advantage goes under several rules: a frame by rule.

    Columns: chance, of a blow, at attack = level + ahead and defense = level; blows, the mean
    number that a kill by `hits` hits takes; early, late, the fewest that suffice in 10 % and in
    90 % of all fights; standing, the chance that the target still stands after `within` blows;
    streak, the chance of at least `run` misses in a row before the kill. All are missing for a
    rule that decides whole battles, not blows. ValueError as `combat.dice.blows`.

    >>> from combat.hit_rules import rules
    >>> fights(rules()).loc["ratio", ["chance", "blows", "late"]].round(2).tolist()
    [0.54, 7.43, 11.0]
    """
    chance = _of_blows(rules, ahead, level)
    found = {
        "chance": chance,
        "blows": blows.expected_blows(chance, hits),
        "early": blows.blows_for(0.1, chance, hits),
        "late": blows.blows_for(0.9, chance, hits),
        "standing": blows.survival(chance, hits, within),
        "streak": blows.streak_chance(chance, hits, run),
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))


def kills(rules, ahead=5.0, hits=4, *, level=30.0, longest=30):
    """Return the chance of each blow to be the one that kills, under several rules: a frame.

    A row for each of the blows 1 to `longest`, a column for each rule. The other arguments as in
    `fights`.

    >>> from combat.hit_rules import rules
    >>> kills({"coin": rules()["ratio"]}, 0, hits=2, longest=4)["coin"].tolist()
    [0.0, 0.25, 0.25, 0.1875]
    """
    blow = np.arange(longest + 1)
    alive = blows.survival(_of_blows(rules, ahead, level), hits, blow[:, None])
    return pd.DataFrame(alive[:-1] - alive[1:], pd.Index(blow[1:], name="blow"), list(rules))


def streaks(rules, ahead=5.0, hits=4, *, level=30.0, longest=12):
    """Return the chance of at least so many misses in a row before the kill: a frame.

    A row for each length 0 to `longest`, a column for each rule. The other arguments as in
    `fights`.

    >>> from combat.hit_rules import rules
    >>> streaks({"coin": rules()["ratio"]}, 0, hits=1, longest=2)["coin"].tolist()
    [1.0, 0.5, 0.25]
    """
    length = np.arange(longest + 1)
    found = blows.streak_chance(_of_blows(rules, ahead, level), hits, length[:, None])
    return pd.DataFrame(found, pd.Index(length, name="misses in a row"), list(rules))


def _of_blows(rules, ahead, level):
    found = chances(rules, level + ahead, level)
    battles = [name for name, rule in rules.items() if rule.battle]
    return found.mask(found.index.isin(battles)).to_numpy()
