"""The constants of the manual's table."""

from dataclasses import dataclass, fields
from decimal import Decimal

from combat.marked_for_death.decimals import exact, whole

# Field: lowest and highest value allowed.
_DECIMALS = {
    "min_to_hit": (0, 1),
    "max_to_hit": (0, 1),
    "min_to_defend": (0, 1),
    "max_to_defend": (0, 1),
    "exhaustion": (0, 1),
    "default_to_hit": (-10, 10),
    "default_to_defend": (-10, 10),
    "xp_per_die": (1, 1_000_000),
    "bonus_dice_above": (0, 100),
}
_WHOLE = {"default_hp": (1, 1000), "default_aoe": (1, 1000)}


@dataclass(frozen=True)
class Rules:
    """Every constant of the source, with the source's value as default; each can be changed.

    "The number of dice a fighter has is based on their total XP score, although they will be
    awarded bonus offense dice if their ToHit is >100% and bonus defense dice if their ToDefend
    is >100%." Chances are probabilities and kept as exact decimals; a float counts as the decimal
    that it is printed as. ValueError names the field, its value and the range.

    >>> Rules(exhaustion=0.05).exhaustion
    Decimal('0.05')
    >>> Rules(max_to_hit=1.5)
    Traceback (most recent call last):
    combat.marked_for_death.decimals.FieldError: max_to_hit = 1.5 is out of range: it must be ...
    """

    min_to_hit: Decimal = Decimal("0.05")  # MIN-TO-HIT
    max_to_hit: Decimal = Decimal("0.99")  # MAX-TO-HIT
    min_to_defend: Decimal = Decimal("0")  # MIN-TO-DEFEND
    max_to_defend: Decimal = Decimal("0.9")  # MAX-TO-DEFEND
    exhaustion: Decimal = Decimal("0.1")  # EXHAUSTION-PENALTY, "after every round"
    default_to_hit: Decimal = Decimal("0.3")  # DEFAULT-TO-HIT, the 0.3 of raw-ToHit
    default_to_defend: Decimal = Decimal("0.3")  # the 0.3 of raw-ToDefend
    xp_per_die: Decimal = Decimal("1000")  # "ceiling(TotalXP / 1000)"
    bonus_dice_above: Decimal = Decimal("1")  # "if (raw-ToHit > 1.0)"
    default_hp: int = 2  # "HP = 2 + BonusHP"
    default_aoe: int = 1  # of a blank AOE cell

    def __post_init__(self):
        for field in fields(self):
            check, limits = (whole, _WHOLE) if field.name in _WHOLE else (exact, _DECIMALS)
            value = check(field.name, getattr(self, field.name), *limits[field.name])
            object.__setattr__(self, field.name, value)
        for what in ("to_hit", "to_defend"):
            low, high = getattr(self, f"min_{what}"), getattr(self, f"max_{what}")
            if low > high:
                raise ValueError(
                    f"min_{what} = {low} is out of range: it must be between 0 and "
                    f"max_{what} = {high}"
                )
