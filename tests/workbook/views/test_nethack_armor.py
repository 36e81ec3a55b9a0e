"""What can be worn in notebook 03, and what a blow does to it, held against the blows."""

import pytest

from combat.nethack import (
    PLACES,
    SLOTS,
    Piece,
    Rules,
    damage_distribution,
)
from combat.workbook.views import nethack_armor
from tests.nethack.files import CAST


class TestWardrobe:
    def test_every_piece_has_its_place(self):
        places = nethack_armor.wardrobe(CAST)
        assert tuple(places) == PLACES
        assert all(names[0] == "nothing" for names in places.values())
        assert sum(len(names) - 1 for names in places.values()) == len(CAST.armor)
        for place, names in places.items():
            assert all(CAST.piece(name).slot == place for name in names[1:])

    def test_an_outfit_is_the_pieces_with_their_enchantments(self):
        worn = nethack_armor.outfit(
            CAST, head="helmet", head_plus=3, torso="ring mail", cloak="nothing"
        )
        assert worn == (CAST.piece("ring mail"), CAST.piece("helmet", 3))
        assert nethack_armor.outfit(CAST) == ()
        assert nethack_armor.outfit(CAST, torso="nothing", torso_plus=3) == ()

    @pytest.mark.parametrize(
        ("worn", "named"),
        [
            ({"feet": "iron shoes"}, "place = 'feet'"),
            ({"head": "iron shoes"}, "head = 'iron shoes': that is worn as boots"),
            ({"head": "hat"}, "armor = 'hat'"),
        ],
    )
    def test_what_cannot_be_worn_is_named(self, worn, named):
        with pytest.raises(ValueError, match=named):
            nethack_armor.outfit(CAST, **worn)


class TestBlows:
    armor = (Piece("plate", "torso", dr=8), Piece("cap", "head", dr=1, enchantment=1))

    def test_by_slot_it_is_the_blow(self):
        blow = damage_distribution("2d8", self.armor, 20)
        table = nethack_armor.blow_by_slot("2d8", self.armor, 20)
        assert table["chance"].to_list() == pytest.approx(blow.chances.sum((1, 2)))
        assert table.loc["head", ["DR", "passes"]].tolist() == [2, pytest.approx(0.81)]
        assert table.loc["torso", "passes"] == pytest.approx(Rules().factor ** 8)
        for slot in SLOTS:
            mean = blow.mean_at(slot.name)
            assert table.loc[slot.name, "mean damage"] == pytest.approx(mean, nan_ok=True)
            if slot.effect:
                assert table.loc[slot.name, "its chance"] == blow.effects[slot.effect]
        assert table.loc["torso", ["effect", "its chance"]].isna().all()
        # The slots' means, weighed by their chances, make the mean of the blow.
        whole = (table["chance"] * table["mean damage"].fillna(0)).sum()
        assert whole == pytest.approx(blow.damage.mean)

    def test_by_damage_it_is_both_blows(self):
        table = nethack_armor.dressed_and_naked("3d8", self.armor, 30)
        assert table.index.tolist() == list(range(25))
        assert table.sum().tolist() == pytest.approx([1, 1])
        for column, armor in (("as dressed", self.armor), ("naked", ())):
            damage = damage_distribution("3d8", armor, 30).damage
            assert table.index @ table[column] == pytest.approx(damage.mean)
            for value, chance in zip(damage.values, damage.chances, strict=True):
                assert table.loc[value, column] == chance

    def test_by_damage_there_is_room_for_all_and_at_least_so_much(self):
        cursed = [Piece("rags", "torso", enchantment=-4)]
        assert len(nethack_armor.dressed_and_naked("1d4", self.armor, least=9)) == 10
        assert nethack_armor.dressed_and_naked("1d4", cursed, least=2).index[-1] == round(
            4 * 0.9**-4
        )

    def test_the_table_of_slots_is_the_sources(self):
        table = nethack_armor.slot_table()
        assert table.loc["gloves"].tolist() == [0.10, 0.5, "wounded arms"]
        assert table["chance"].sum() == pytest.approx(1)
