"""The best m over ranges: the least of a search over m, with the errors that it leaves."""

from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from combat import tome

RANGES = {"early": (range(5, 25), range(1, 20)), "late": (range(50, 70), range(40, 60))}
MS = np.arange(1, 60, 0.02)[:, None, None]


def errors(rule, attacks, defenses):
    """Of every m in a row: the mean, the greatest and the root mean square difference."""
    attack, defense = np.meshgrid(attacks, defenses)
    apart = np.abs(tome.check_hit_smooth(attack, defense, m=MS) - rule(attack, defense))
    of_pairs = {"axis": (1, 2)}
    return {
        "mean": apart.mean(**of_pairs),
        "max": apart.max(**of_pairs),
        "rms": np.sqrt((apart**2).mean(**of_pairs)),
    }


def test_fits_are_the_best_m_of_each_norm():
    found = tome.fits(tome.check_hit_old, RANGES)
    assert found.index.name == "attack and defence"
    assert found.index.tolist() == list(RANGES)
    assert found.columns.tolist() == [
        "m (mean)",
        "m (max)",
        "m (rms)",
        "least mean error",
        "least largest error",
    ]
    for name, grid in RANGES.items():
        searched = errors(tome.check_hit_old, *grid)
        for norm, of_each in searched.items():
            best = MS[of_each.argmin()].item()
            assert found.loc[name, f"m ({norm})"] == pytest.approx(best, abs=0.05)
        least = found.loc[name, ["least mean error", "least largest error"]].tolist()
        assert least == pytest.approx([searched["mean"].min(), searched["max"].min()], abs=1e-4)


def test_gaps_are_the_mean_and_the_largest_difference():
    found = tome.gaps(tome.check_hit, RANGES, m=20)
    assert found.index.name == "attack and defence"
    assert found.columns.tolist() == ["mean difference", "largest difference"]
    for name, (attacks, defenses) in RANGES.items():
        apart = [
            abs(tome.check_hit_smooth(a, d, m=20) - tome.check_hit(a, d))
            for a in attacks
            for d in defenses
        ]
        assert found.loc[name].tolist() == pytest.approx([np.mean(apart), max(apart)])


def test_the_best_m_is_sought_between_a_thousandth_and_a_million():
    for m in (0.0015, 800_000):
        sought = tome.fit_m(
            lambda a, d, m=m: tome.check_hit_smooth(a, d, m=m), range(0, 100, 9), range(0, 100, 7)
        )
        assert sought.m == pytest.approx(m, rel=1e-3)
    for rule, said in (
        (lambda a, d: a * 0 + 0.5, "^reference: no m between 0.001 and 1,000,000 brings"),
        (lambda a, d: np.sign(a - d) / 2 + 0.5, "^reference: no m between 0.001 and 1,000,000"),
        (lambda a, d: a * np.nan, "^attacks, defenses: the reference rule has no value anywhere"),
    ):
        with pytest.raises(ValueError, match=said):
            tome.fit_m(rule, range(9), range(9))
    for grids, said in ((([1, np.inf], [1]), "attacks = inf"), (([1], [np.inf]), "defenses = inf")):
        with pytest.raises(ValueError, match=f"^{said} is out of range"):
            tome.fit_m(tome.check_hit, *grids)


def test_many_pairs_are_tried_in_blocks_and_change_nothing(monkeypatch):
    fit = tome.fit_m(tome.check_hit, range(30), range(20))
    # `tome.fits` is the function. One m in a block: 600 pairs.
    monkeypatch.setattr(import_module("combat.tome.fits"), "_MOST_CELLS", 1000)
    assert tome.fit_m(tome.check_hit, range(30), range(20)) == fit


def test_the_stages_of_the_game_are_ranges_of_whole_points(tmp_path):
    written = tmp_path / "stages.csv"
    columns = ["stage", "attack_low", "attack_high", "defense_low", "defense_high"]
    pd.DataFrame([["dawn", 3, 5, 1, 2]], columns=columns).to_csv(written, index=False)
    assert tome.game_stages(written) == {"dawn": (range(3, 6), range(1, 3))}
