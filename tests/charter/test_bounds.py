"""The guarantee: what the bets call broken is so, however often one looks, and soon enough."""

import math

import numpy as np
import pytest
from scipy import stats

from combat.charter import battles_needed
from combat.charter.bounds import _BETS, capital, decided, interval, needed
from combat.charter.judging import looks

ERROR = 0.05


def wins_at_looks(chances, repetitions, sizes, seed):
    """Wins of fair streams at each look, (looks, repetitions), battles in turn by each chance."""
    rng = np.random.default_rng(seed)
    steps = [sum(look) for look in sizes]
    wins = [sum(rng.binomial(step, one, repetitions) for one in chances) for step in steps]
    return np.cumsum(wins, axis=0), len(chances) * np.cumsum(steps)


def ever_refuted(wins, battles, edge, above, error=ERROR):
    """In which repetitions an edge was given up at some look: bools."""
    seen = np.zeros(wins.shape[1], bool)
    for won, count in zip(wins, battles, strict=True):
        counts = np.stack([count - won, won], axis=-1)
        seen |= capital([0, 1], counts, edge, above=above) >= math.log(2 / error)
    return seen


class TestCapital:
    def test_it_is_what_the_bets_made_one_after_another_on_any_scale(self):
        scores, mean = np.random.default_rng(1).choice([0, 0.5, 1], 200), 0.4
        purse = np.ones(len(_BETS))
        for score in scores:
            purse *= 1 + _BETS * (score - mean) / mean
        values, counts = np.unique(scores, return_counts=True)
        expected = pytest.approx(math.log(purse.mean()), abs=1e-9)
        assert capital(values, counts, mean) == expected
        assert capital(20 * values - 10, counts, -2.0, -10, 10) == expected

    @pytest.mark.parametrize("mean", [0.1, 0.9])
    @pytest.mark.parametrize("above", [True, False])
    def test_on_average_a_bet_on_a_true_mean_gains_nothing(self, mean, above):
        wins = np.arange(41)
        grown = capital([0, 1], np.stack([40 - wins, wins], axis=-1), mean, above=above)
        assert stats.binom.pmf(wins, 40, mean) @ np.exp(grown) == pytest.approx(1, abs=1e-9)

    def test_a_score_beyond_an_impossible_mean_is_proof(self):
        assert capital([0, 1], [10, 1], 0.0) == np.inf
        assert capital([0, 1], [10, 0], 0.0) == 0
        assert capital([0, 1], [1, 10], 1.0, above=False) == np.inf


class TestInterval:
    @pytest.mark.parametrize(("score", "ends"), [(2, (0, 1)), (-0.1, (0, 1)), (3, (-2, 2))])
    def test_a_score_outside_its_range_is_told(self, score, ends):
        with pytest.raises(ValueError, match=f"score = {score:.1f} is out of range"):
            interval([score], [10], 0.05, *ends)

    def test_its_ends_are_where_the_bets_win(self):
        for end, above in zip(interval([0, 1], [700, 300]), (True, False), strict=True):
            side, enough = -1e-6 if above else 1e-6, math.log(2 / ERROR)
            assert capital([0, 1], [700, 300], end + side, above=above) >= enough
            assert capital([0, 1], [700, 300], end - side, above=above) < enough


class TestGuarantee:
    """1,000 repetitions of streams of battles, looked at as `judge` does."""

    @pytest.mark.parametrize(
        ("edge", "above", "chances"),
        [
            (0.6, True, [0.6]),
            (0.4, False, [0.4]),
            (0.05, True, [0.05]),
            (0.6, True, [0.8, 0.4]),  # the sides are exchanged, and matter
        ],
    )
    def test_a_true_claim_at_its_edge_is_seldom_called_broken(self, edge, above, chances):
        wins, battles = wins_at_looks(chances, 1000, looks(20_000 // len(chances)), seed=3)
        assert ever_refuted(wins, battles, edge, above).sum() <= ERROR * 1000

    @pytest.mark.parametrize(("edge", "share", "claims"), [(0.6, 0.62, 1), (0.4, 0.38, 50)])
    def test_one_two_points_outside_is_found_within_the_budget_foretold(self, edge, share, claims):
        budget = int(battles_needed(share - edge, edge, claims=claims))
        wins, battles = wins_at_looks([share], 1000, looks(budget), seed=6)
        found = ever_refuted(wins, battles, edge, share > edge, ERROR / claims)
        assert found.mean() >= 0.93  # 95 % are foretold

    def test_the_streams_are_decided_as_they_were_counted(self):
        wins, battles = wins_at_looks([0.62], 20, looks(8000), seed=7)
        broken = ever_refuted(wins, battles, 0.6, True)
        assert 0 < broken.sum() < 20
        for stream, expected in zip(wins.T, broken, strict=True):
            said = [
                decided([0, 1], [count - won, won], (-math.inf, 0.6), ERROR)
                for won, count in zip(stream, battles, strict=True)
            ]
            assert ("broken" in said) == expected


@pytest.mark.parametrize(
    ("counts", "band", "verdict"),
    [
        ([4000, 6000], (0.5, 0.7), "holds"),
        ([4000, 6000], (0.7, 0.8), "broken"),
        ([4000, 6000], (0.3, 0.5), "broken"),
        ([4000, 6000], (0.6, 0.7), "open"),
        ([1, 1], (0.0, 1.0), "holds"),  # what no score can pass is no condition
        ([1, 1], (1.5, math.inf), "broken"),  # what every score misses
        ([10**6, 0], (-math.inf, 0.0), "open"),
        ([10**6, 1], (-math.inf, 0.0), "broken"),
    ],
)
def test_a_band_is_held_on_both_sides(counts, band, verdict):
    assert decided([0, 1], counts, band) == verdict


class TestNeeded:
    def test_half_the_distance_takes_four_times_the_battles_either_way(self):
        wide, narrow = battles_needed([0.04, 0.02])
        assert 3.9 < narrow / wide < 4.2
        assert battles_needed(-0.02) == narrow

    def test_at_the_edge_itself_none_are_enough_and_beside_zero_and_one_there_is_a_number(self):
        """1 - 0.9 - 0.1 is -2.8e-17: its root was a math domain error."""
        assert battles_needed(0) == math.inf
        assert battles_needed(0.1, 0.9) == battles_needed(-0.1, 0.1) > 0

    def test_it_is_not_far_above_what_one_look_would_take(self):
        """A test of one look at a known number of battles (two sides, 95 % power)."""
        at_once = (stats.norm.ppf(0.975) + stats.norm.ppf(0.95)) ** 2 * 0.25 / 0.02**2
        assert at_once < battles_needed(0.02) < 2.2 * at_once

    def test_scores_that_vary_less_take_fewer(self):
        assert needed([0.4, 0.7], [0.5, 0.5], 0.5) < needed([0, 1], [0.45, 0.55], 0.5)
        assert needed([0.6], [1.0], 0.5) == 40

    @pytest.mark.parametrize(
        ("name", "value"),
        [("error", 0), ("error", 1), ("claims", 0), ("claims", 1.5), ("edge", 1.5)]
        + [(name, math.nan) for name in ("error", "edge", "distance")],
    )
    def test_what_it_takes_is_checked(self, name, value):
        with pytest.raises(ValueError, match=rf"{name}.* = {value}.* is out of range"):
            battles_needed(**({"distance": 0.1} | {name: value}))

    def test_chances_stay_chances(self):
        with pytest.raises(ValueError, match="out of range"):
            battles_needed(0.6, 0.5)
