"""What `hit_rules.charter.csv` asks of hit rules by name; `own` are a rule's own parameters."""

from combat import hit_rules
from combat.dice.blows import expected_blows, streak_chance
from combat.questions import seek

RULES = hit_rules.rules()


def hits(first, attack=None, ahead=0, defense=30, **own):
    """How likely a blow hits, with this attack or so far ahead of the defense."""
    return float(RULES[first](defense + ahead if attack is None else attack, defense, **own))


def least_hits(ahead):
    """How likely the blow hits by the rule by which it hits least."""
    return min(hits(name, ahead=ahead) for name in RULES)


def point(first, ahead, **own):
    """What one point more adds."""
    return hits(first, ahead=ahead + 1, **own) - hits(first, ahead=ahead, **own)


def blows(first, ahead, needed=4):
    """How many blows it takes to hit so often."""
    return expected_blows(hits(first, ahead=ahead), needed)


def misses_in_a_row(first, ahead, misses=3, needed=4):
    """How likely so many misses in a row come before that."""
    return streak_chance(hits(first, ahead=ahead), needed, misses)


def attack_for(first, chance, defense=30):
    """Which attack hits with a chance."""
    return seek(lambda attack: hits(first, attack, defense=defense), chance, 0, 1000).value
