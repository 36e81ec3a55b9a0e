"""What notebooks 03 and 10 show, held against the blows, the duels and the files themselves."""

import numpy as np
import pytest
from scipy import stats

from combat.nethack import (
    AIMS,
    PLACES,
    SLOTS,
    Attacker,
    Defender,
    Encounters,
    Piece,
    Rules,
    aims,
    aims_met,
    damage_distribution,
    encounter,
    mean_of,
    net,
    read_cast,
    read_circumstances,
    read_decisions,
)
from combat.workbook.views import nethack as views
from tests.test_project import ROOT

DATA = ROOT / "data" / "nethack"
CAST = read_cast(DATA)
CIRCUMSTANCES = read_circumstances(DATA)
SAMURAI = CAST.character("Samurai", "start")


@pytest.mark.parametrize("turn", ["you attack", "it attacks you"])
@pytest.mark.parametrize("ticked", [{}, {"attacker_blinded": True, "target_sleeping": True}])
def test_the_terms_sum_to_the_mean_net(turn, ticked):
    for role in ("Valkyrie", "Monk", "Ranger"):
        for monster in ("owlbear", "Orcus", "black dragon"):
            pair = encounter(CAST, role, "late", monster, turn, **ticked)
            terms = views.named_terms(*pair)
            assert terms["points"].sum() == pytest.approx(mean_of(net(*pair)), abs=1e-12)
            assert (terms["points"] != 0).all()


def test_the_targets_have_their_sign_turned():
    terms = views.named_terms(Attacker(level=0), Defender(sleeping=True, evasion=2))["points"]
    assert terms.to_dict() == {"target's evasion -2": -2, "target's sleeping +4": 4}


def test_the_bell_curve_is_the_normal_density():
    curve = views.bell_curve(5, reach=30)
    assert curve.to_numpy() == pytest.approx(stats.norm.pdf(curve.index, scale=5))
    assert (curve.index[0], curve.index[-1]) == (-30, 30)
    with pytest.raises(ValueError, match=r"sd = 0\.0"):
        views.bell_curve(0)


class TestWardrobe:
    def test_every_piece_has_its_place(self):
        places = views.wardrobe(CAST)
        assert tuple(places) == PLACES
        assert all(names[0] == "nothing" for names in places.values())
        assert sum(len(names) - 1 for names in places.values()) == len(CAST.armor)
        for place, names in places.items():
            assert all(CAST.piece(name).slot == place for name in names[1:])

    def test_an_outfit_is_the_pieces_with_their_enchantments(self):
        worn = views.outfit(CAST, head="helmet", head_plus=3, torso="ring mail", cloak="nothing")
        assert worn == (CAST.piece("ring mail"), CAST.piece("helmet", 3))
        assert views.outfit(CAST) == ()
        assert views.outfit(CAST, torso="nothing", torso_plus=3) == ()

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
            views.outfit(CAST, **worn)


class TestBlows:
    armor = (Piece("plate", "torso", dr=8), Piece("cap", "head", dr=1, enchantment=1))

    def test_by_slot_it_is_the_blow(self):
        blow = damage_distribution("2d8", self.armor, 20)
        table = views.blow_by_slot("2d8", self.armor, 20)
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
        table = views.dressed_and_naked("3d8", self.armor, 30)
        assert table.index.tolist() == list(range(25))
        assert table.sum().tolist() == pytest.approx([1, 1])
        for column, armor in (("as dressed", self.armor), ("naked", ())):
            damage = damage_distribution("3d8", armor, 30).damage
            assert table.index @ table[column] == pytest.approx(damage.mean)
            for value, chance in zip(damage.values, damage.chances, strict=True):
                assert table.loc[value, column] == chance

    def test_by_damage_there_is_room_for_all_and_at_least_so_much(self):
        cursed = [Piece("rags", "torso", enchantment=-4)]
        assert len(views.dressed_and_naked("1d4", self.armor, least=9)) == 10
        assert views.dressed_and_naked("1d4", cursed, least=2).index[-1] == round(4 * 0.9**-4)

    def test_the_table_of_slots_is_the_sources(self):
        table = views.slot_table()
        assert table.loc["gloves"].tolist() == [0.10, 0.5, "wounded arms"]
        assert table["chance"].sum() == pytest.approx(1)


def test_the_table_of_one_sd_holds_its_row():
    measured = aims(Encounters(CAST, [4.0, 8.0]))
    table = views.aims_at(measured, 4.0)
    assert table.index.tolist() == [aim.name for aim in AIMS]
    for aim in AIMS:
        value = measured.loc[4.0, aim.column]
        assert table.loc[aim.name, "value"] == value
        within = aim.low - 1e-12 <= value <= aim.high + 1e-12
        assert table.loc[aim.name, "met"] == within
    assert table["met"].sum() == aims_met(measured).loc[4.0].sum()


def test_shares_are_counted_step_by_step():
    values = np.random.default_rng(3).normal(0, 4, 500)
    shares = views.share_by_step(values, -6, 6, 0.5)
    for middle, share in shares.items():
        inside = [middle - 0.25 <= value < middle + 0.25 for value in values]
        assert share == pytest.approx(sum(inside) / 500)
    assert shares.sum() == pytest.approx(np.mean(np.abs(values) < 6))
    with pytest.raises(ValueError, match="values"):
        views.share_by_step([], 0, 1, 0.1)


def test_the_table_of_decisions_has_what_each_decision_says():
    table, decisions = views.decision_table(DATA), read_decisions(DATA)
    assert table.index.tolist() == [decision.topic for decision in decisions]
    for column, field in (
        ("the source", "source"),
        ("the trouble", "trouble"),
        ("the decision", "decision"),
        ("situation", "situation"),
    ):
        assert table[column].tolist() == [getattr(decision, field) for decision in decisions]
