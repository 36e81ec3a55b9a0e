"""What a blow does to what is worn in notebook 03, held against the blow."""

import numpy as np
import pytest

from combat.nethack import SLOTS, Piece, damage_distribution
from combat.workbook.views import nethack_armor
from tests.nethack.files import CAST

ARMOR = (Piece("plate", "torso", dr=8), Piece("cap", "head", dr=1, enchantment=1))


def test_an_outfit_is_the_pieces_with_their_enchantments():
    worn = nethack_armor.outfit(CAST, head="helmet", head_plus=3, cloak="nothing", cloak_plus=1)
    assert worn == (CAST.piece("helmet", 3),)


def test_by_slot_it_is_the_blow():
    blow = damage_distribution("2d8", ARMOR, 20)
    table = nethack_armor.blow_by_slot("2d8", ARMOR, 20)
    assert table["chance"].to_list() == pytest.approx(blow.chances.sum((1, 2)))
    assert table.loc["head", ["DR", "passes"]].tolist() == [2, pytest.approx(0.81)]
    assert np.isnan(table.loc["cloak", "passes"])
    assert [table.loc[slot.name, "its chance"] for slot in SLOTS[1:]] == [
        blow.effects[slot.effect] for slot in SLOTS[1:]
    ]
    # The slots' means, weighed by their chances, make the mean of the blow.
    whole = (table["chance"] * table["mean damage"].fillna(0)).sum()
    assert whole == pytest.approx(blow.damage.mean)
