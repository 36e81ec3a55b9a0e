"""What notebook 03 shows, held against the net, the chance and the blow, or counted by hand."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from scipy.special import ndtr

from combat.nethack import (
    SLOTS,
    Attacker,
    Defender,
    Piece,
    damage_distribution,
    encounter,
    hit_chance,
    net,
    read_circumstances,
    tornado,
)
from combat.nethack.to_hit import mean_of
from combat.workbook.views import nethack as views
from combat.workbook.views import nethack_armor, nethack_depth, nethack_goals, nethack_terms
from tests.nethack.files import CAST, DATA

ARMOR = (Piece("plate", "torso", dr=8), Piece("cap", "head", dr=1, enchantment=1))
CIRCUMSTANCES = read_circumstances(DATA)


@pytest.mark.parametrize("turn", ["you attack", "it attacks you"])
def test_the_terms_sum_to_the_mean_net(turn):
    for role, monster in (("Valkyrie", "owlbear"), ("Monk", "Orcus"), ("Ranger", "black dragon")):
        pair = encounter(CAST, role, "late", monster, turn, attacker_blinded=True)
        assert views.named_terms(*pair).sum() == pytest.approx(mean_of(net(*pair)), abs=1e-12)


def test_the_targets_have_their_sign_turned():
    terms = views.named_terms(Attacker(level=0), Defender(sleeping=True, evasion=2))
    assert terms.to_dict() == {"target's evasion -2": -2, "target's sleeping +4": 4}


@pytest.mark.parametrize("conditions", [{}, {"attacker_stunned": True}, {"target_sleeping": True}])
def test_the_bell_is_cut_where_the_chance_says(conditions):
    terms = views.named_terms(*encounter(CAST, "Valkyrie", "late", "Orcus", **conditions))
    bell = views.cut_bell(terms, 5.0, "")
    areas = [mark for layer in bell.layers for mark in layer.marks if mark["kind"] == "area"]
    hit, missed = (np.trapezoid(np.subtract(one["low"], one["high"])) for one in areas)
    assert hit / (hit + missed) == pytest.approx(ndtr(terms.sum() / 5), abs=0.01)


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


def test_shares_are_counted_step_by_step():
    values = np.random.default_rng(3).normal(0, 4, 500)
    shares = nethack_depth.share_by_step(values, -6, 6, 0.5)
    for middle, share in shares.items():
        inside = [middle - 0.25 <= value < middle + 0.25 for value in values]
        assert share == pytest.approx(sum(inside) / 500)


def test_suits_are_ranked_by_a_plain_loop():
    rng = np.random.default_rng(3)
    loss, shown, counts = rng.integers(0, 9, 12), rng.integers(0, 6, 12), [0, 0, 0]
    for one, other in combinations(range(12), 2):
        if loss[one] != loss[other]:
            said = np.sign(shown[one] - shown[other]) * np.sign(loss[one] - loss[other])
            counts[said + 1] += 1
    found = nethack_goals.ranked(pd.DataFrame({"loss": loss}), pd.Series(shown))
    assert found == pytest.approx((counts[0] / sum(counts), counts[2] / sum(counts)))


@pytest.mark.parametrize("noise", [1e-15, -1e-15])
def test_what_a_reader_sees_as_equal_is_tied_whatever_the_last_bits(noise):
    frame = pd.DataFrame({"loss": [1.0, 2, 3]})
    assert nethack_goals.ranked(frame, pd.Series([3.1, 3.1 + noise, 1])) == (2 / 3, 0)


def test_each_line_once_with_its_points():
    effects = nethack_terms.greatest_effects(CIRCUMSTANCES, sd=6, at=2, count=100)["effect"]
    whole = tornado(CIRCUMSTANCES, sd=6, at=2)["effect"]
    assert effects.abs().is_monotonic_decreasing
    assert {"distance 8 (-8)", "form's evasion 5 (-5)", "monster fleeing (+2)"} < {*effects.index}
    names = [line.rsplit(" (", 1)[0] for line in effects.index]
    assert effects.tolist() == whole[names].tolist()
    repeated = {"distance 8, by spell", "divine protection 9", "arrow from the hand"}
    assert {*whole.index[whole != 0]} - {*names} == repeated | {"spell protection 8 over divine 6"}


def test_terms_add_up_to_a_net_and_none_counts_twice():
    points = {"distance 8": -8.0, "skill Expert": 4.0}
    found = nethack_terms.term_by_term(points, 2, "distance 8", "nothing", "skill Expert")
    assert found["chance"].tolist() == [hit_chance(2), hit_chance(-6), hit_chance(-2)]
    twice = nethack_terms.term_by_term(points, 2, "distance 8", "distance 8", "nothing")
    assert twice["net"].tolist() == [2, -6]
