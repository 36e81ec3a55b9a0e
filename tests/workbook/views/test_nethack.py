"""The terms, the bell curve and the decisions of notebook 03, held against what they show."""

import pytest
from scipy import stats

from combat.nethack import Attacker, Defender, encounter, net
from combat.nethack.to_hit import mean_of
from combat.workbook.views import nethack as views
from tests.nethack.files import CAST


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


def test_a_right_guess_lies_where_the_bell_is_cut():
    guess = views.who_hits(CAST).guess
    terms = views.named_terms(*encounter(CAST, "Tourist", "start", "newt", "you attack"))
    assert guess.drawn([guess.answer])["at"][0] == pytest.approx(-terms["points"].sum(), abs=0.6)
    ends = guess.drawn([0, 1])["at"]
    assert ends[0] == pytest.approx(-ends[1])
    assert ends[0] > 20
