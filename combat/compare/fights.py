"""Whole fights under several hit rules: blows to kill, and runs of misses."""

import pandas as pd

from combat.compare.curves import chances
from combat.dice import blows


def fights(rules, ahead=5.0, hits=4):
    """Return how a fight at that advantage goes under several rules: a frame by rule.

    Columns: chance, of a blow, at attack = 30 + ahead and defense = 30; blows, the mean number
    that a kill by `hits` hits takes; late, the fewest that suffice in 90 % of all fights; streak,
    the chance of at least three misses in a row before the kill. All are missing for a rule that
    decides whole battles, not blows. ValueError as `combat.dice.blows`.

    >>> from combat.hit_rules import rules
    >>> fights(rules()).loc["ratio", ["chance", "blows", "late"]].round(2).tolist()
    [0.54, 7.43, 11.0]
    """
    chance = chances(rules, 30 + ahead, 30)
    battles = [name for name, rule in rules.items() if rule.battle]
    chance = chance.mask(chance.index.isin(battles)).to_numpy()
    found = {
        "chance": chance,
        "blows": blows.expected_blows(chance, hits),
        "late": blows.blows_for(0.9, chance, hits),
        "streak": blows.streak_chance(chance, hits, 3),
    }
    return pd.DataFrame(found, pd.Index(rules, name="rule"))
