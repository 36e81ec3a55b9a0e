"""The terms and the bell of notebook 03, held against the net and the chance."""

import numpy as np
import pytest
from scipy.special import ndtr

from combat.nethack import Attacker, Defender, encounter, net
from combat.nethack.to_hit import mean_of
from combat.workbook.views import nethack as views
from tests.nethack.files import CAST


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
