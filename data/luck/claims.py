"""What `luck.charter.csv` asks of each luck system, by its name; chances in whole percent."""

from combat import luck

SYSTEMS = {one.name: one for one in luck.SYSTEMS}


def rate(first, chance):
    """How often a roll succeeds in the long run."""
    return luck.success_rate(chance, rules=SYSTEMS[first])


def rate_beside(first, chance, other, share=0.5):
    """How often a roll succeeds beside others, of which it is a share."""
    mix = {chance: share, other: 1 - share}
    return luck.success_rate(mix, rules=SYSTEMS[first])[chance]


def misses(first, chance, misses, rolls=20):
    """How likely some rolls miss so often, or more."""
    hits = luck.hits_distribution(chance, rolls, rules=SYSTEMS[first]).sum(axis=1)
    return hits.loc[: rolls - misses].sum()


def in_a_row(first, chance, misses, rolls=20):
    """How likely some rolls miss so often in a row, or more."""
    return luck.streak_chance(chance, rolls, misses, rules=SYSTEMS[first])


def lowest(first):
    """The lowest luck that is reached from 0."""
    return luck.reachable_luck(rules=SYSTEMS[first])[0]


def highest(first):
    """The highest."""
    return luck.reachable_luck(rules=SYSTEMS[first])[1]


def wins(first, second, attack, parry):
    """How likely the first to strike wins a duel."""
    return luck.duel(attack, parry, rules=(SYSTEMS[first], SYSTEMS[second])).first


def hurts(first, second, attack, parry):
    """The share of strikes that hurt in that duel."""
    return luck.duel(attack, parry, rules=(SYSTEMS[first], SYSTEMS[second])).landed
