"""What `overhaul.charter.csv` asks of roles and monsters, in the kits of a stage."""

from functools import cache
from pathlib import Path

from combat import nethack

CAST = nethack.read_cast(Path(__file__).parent)
ROLES = tuple(dict.fromkeys(CAST.kits.index.get_level_values(0)))


@cache
def _defenses(stage):
    return nethack.defense_totals(CAST)[stage]


def least_defense(stage):
    """The defence of the role that has least."""
    return _defenses(stage).min()


def greatest_defense(stage):
    """The defence of the role that has most."""
    return _defenses(stage).max()


def wins(first, second):
    """How likely a role wins a duel at the start."""
    return nethack.duel(CAST.character(first, "start"), CAST.monster(second)).chances[0]


def least_wins(second):
    """How likely the role that does worst wins that duel."""
    return min(wins(role, second) for role in ROLES)


def hits(first, second, stage, by="overhaul"):
    """How likely a role's blow hits."""
    found = nethack.odds(*nethack.encounter(CAST, first, stage, second))
    return found.chance if by == "overhaul" else found.vanilla


def least_hits(second, stage, by="overhaul"):
    """How likely the blow of the role that hits least does."""
    return min(hits(role, second, stage, by) for role in ROLES)


def greatest_hits(second, stage, by="overhaul"):
    """How likely the blow of the role that hits most does."""
    return max(hits(role, second, stage, by) for role in ROLES)
