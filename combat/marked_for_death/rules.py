"""The constants of the manual's table."""

from dataclasses import dataclass
from decimal import Decimal

from combat.core.checks import Checked
from combat.marked_for_death.decimals import decimal, whole_number


@dataclass(frozen=True)
class Rules(Checked):
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

    min_to_hit: Decimal = decimal(0, 1, "0.05")  # MIN-TO-HIT
    max_to_hit: Decimal = decimal(0, 1, "0.99")  # MAX-TO-HIT
    min_to_defend: Decimal = decimal(0, 1, "0")  # MIN-TO-DEFEND
    max_to_defend: Decimal = decimal(0, 1, "0.9")  # MAX-TO-DEFEND
    exhaustion: Decimal = decimal(0, 1, "0.1")  # EXHAUSTION-PENALTY, "after every round"
    default_to_hit: Decimal = decimal(-10, 10, "0.3")  # the 0.3 of raw-ToHit
    default_to_defend: Decimal = decimal(-10, 10, "0.3")  # the 0.3 of raw-ToDefend
    xp_per_die: Decimal = decimal(1, 1_000_000, "1000")  # "ceiling(TotalXP / 1000)"
    bonus_dice_above: Decimal = decimal(0, 100, "1")  # "if (raw-ToHit > 1.0)"
    default_hp: int = whole_number(1, 1000, 2)  # "HP = 2 + BonusHP"
    default_aoe: int = whole_number(1, 1000, 1)  # of a blank AOE cell

    def __post_init__(self):
        super().__post_init__()
        for what in ("to_hit", "to_defend"):
            low, high = getattr(self, f"min_{what}"), getattr(self, f"max_{what}")
            if low > high:
                raise ValueError(
                    f"min_{what} = {low} is out of range: it must be between 0 and "
                    f"max_{what} = {high}"
                )
