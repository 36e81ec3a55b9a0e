"""Seed 1: golden numbers, properties, and each rule against a plain reading of its formula."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from combat import tome
from combat.tables import TableError

ANY = st.floats(allow_nan=False, allow_infinity=False)
USUAL = st.floats(-200, 200)
POSITIVE = st.floats(0.1, 200)
RULES = [tome.check_hit, tome.check_hit_old, tome.check_hit_smooth]


# The formulas of the source, letter by letter, in percent.


def printed_linear(atk, defense):
    return min(95, max(5, 50 + 2.5 * (atk - defense)))


def printed_old(atk, defense):
    a = 1 / (1 + math.exp(-(atk - defense) / 7))
    b = atk / (atk + defense)
    return min(95, max(5, 50 * (a + b)))


def printed_smooth(atk, defense, m=10):
    return 50 + 50 * (atk - defense) / (abs(atk - defense) + m)


@given(attack=POSITIVE, defense=POSITIVE, m=st.floats(0.5, 80))
def test_the_rules_are_the_printed_formulas(attack, defense, m):
    assert tome.check_hit(attack, defense) * 100 == pytest.approx(printed_linear(attack, defense))
    assert tome.check_hit_old(attack, defense) * 100 == pytest.approx(printed_old(attack, defense))
    assert tome.check_hit_smooth(attack, defense, m=m) * 100 == pytest.approx(
        printed_smooth(attack, defense, m), abs=1e-9
    )


def printed_smooth_with_limits(atk, defense, least=None, most=None):
    """As the proposal's own code bounds it: "util.bound(hit, min, max)", by default 0 and 100."""
    hit = printed_smooth(atk, defense)
    least, most = least or 0, most or 100
    return least if hit < least else most if hit > most else hit


@given(attack=USUAL, defense=USUAL, limits=st.tuples(st.floats(0, 0.5), st.floats(0.5, 1)))
def test_the_smooth_rule_is_bounded_as_in_the_proposals_code(attack, defense, limits):
    lo, hi = limits
    bounded = 100 * tome.check_hit_smooth(attack, defense, lo=lo, hi=hi)
    wanted = printed_smooth_with_limits(attack, defense, 100 * lo, 100 * hi)
    assert bounded == pytest.approx(wanted, abs=1e-9)
    free = 100 * tome.check_hit_smooth(attack, defense)
    assert free == pytest.approx(printed_smooth_with_limits(attack, defense), abs=1e-9)


def test_limits_of_5_and_95_hold_the_smooth_rule_from_90_points_on():
    ahead = np.arange(-200, 201)
    free = tome.check_hit_smooth(ahead, 0)
    bounded = tome.check_hit_smooth(ahead, 0, lo=0.05, hi=0.95)
    assert (np.abs(ahead[bounded != free]) > 90).all()
    assert (
        bounded[np.abs(ahead) > 90] == np.where(ahead > 0, 0.95, 0.05)[np.abs(ahead) > 90]
    ).all()


def test_the_seeds_own_numbers():
    assert round(100 * tome.check_hit_smooth(-1_000_000, 10_000), 6) == 0.000495
    assert round(100 * tome.check_hit_smooth(30, 50), 1) == 16.7


def test_the_engines_own_numbers():
    assert round(100 * tome.check_hit_old(0, 0, engine=True), 1) == 76.8
    assert tome.check_hit([31, 30], [30, 31], engine=True).tolist() == [0.53, 0.48]
    assert tome.check_hit(-5, 10, lo=0, engine=True) == tome.check_hit(0, 10, lo=0, engine=True)
    assert tome.check_hit(-5, 10, lo=0) < tome.check_hit(0, 10, lo=0)
    assert tome.check_hit([0.2, 0.8], [0.8, 0.2], engine=True).tolist() == [0.49, 0.52]
    assert tome.check_hit_old(0.5, 0.5, engine=True) == 0.5
    assert tome.as_played(1 / 6) == 0.16
    assert tome.as_played(tome.check_hit_smooth(-1_000_000, 10_000)) == 0


@given(attack=ANY, defense=ANY)
@pytest.mark.parametrize("engine", [False, True])
def test_any_finite_number_gives_a_chance(engine, attack, defense):
    chances = [
        tome.check_hit(attack, defense, engine=engine, lo=0, hi=1),
        tome.check_hit_old(attack, defense, engine=engine, lo=0, hi=1),
        tome.check_hit_smooth(attack, defense),
    ]
    if attack == -defense and not engine:
        assert math.isnan(chances.pop(1))
    assert all(0 <= chance <= 1 for chance in chances)


@pytest.mark.parametrize("attack", [-1e308, -1.0, 0.0, 5e-324, 1e308])
@pytest.mark.parametrize("m", [5e-324, 10.0, 1e308])
def test_the_ends_of_the_number_line(attack, m):
    assert tome.check_hit_smooth(attack, attack, m=m) == 0.5
    assert 0 <= tome.check_hit_smooth(attack, -1e308, m=m) <= 1


@pytest.mark.parametrize("rule", RULES)
def test_nothing_is_too_great_for_a_rule(rule):
    # A warning, as of an overflow, is an error here.
    assert rule(1e308, -5e307, lo=0.05, hi=0.95) == 0.95
    assert rule([1e308, 1e308], 1e308).tolist() == [0.5, 0.5]


@given(attack=ANY, defense=ANY, m=st.floats(1e-3, 1e6))
def test_the_smooth_rule_is_symmetric(attack, defense, m):
    both = tome.check_hit_smooth(attack, defense, m=m) + tome.check_hit_smooth(defense, attack, m=m)
    assert abs(both - 1) <= 1e-12


@given(low=ANY, step=st.floats(0, 1e300), other=ANY)
@pytest.mark.parametrize("rule", [tome.check_hit, tome.check_hit_smooth])
def test_chances_rise_with_attack_and_fall_with_defense(rule, low, step, other):
    assume(math.isfinite(low + step))
    assert rule(low + step, other) >= rule(low, other)
    assert rule(other, low + step) <= rule(other, low)


@given(low=POSITIVE, step=st.floats(0, 200), other=POSITIVE)
@pytest.mark.parametrize("engine", [False, True])
def test_the_exponential_rule_is_monotone_where_both_are_positive(engine, low, step, other):
    assert (
        tome.check_hit_old(low + step, other, engine=engine)
        >= tome.check_hit_old(low, other, engine=engine) - 1e-12
    )
    assert (
        tome.check_hit_old(other, low + step, engine=engine)
        <= tome.check_hit_old(other, low, engine=engine) + 1e-12
    )


def test_the_exponential_rule_breaks_down_below_zero():
    assert math.isnan(tome.check_hit_old(5, -5))
    assert tome.check_hit_old(2, -1, lo=0, hi=1) > tome.check_hit_old(12, -1, lo=0, hi=1)


@pytest.mark.parametrize("rule", RULES)
def test_arrays_broadcast_and_scalars_stay_scalars(rule):
    attack, defense = np.arange(1.0, 5)[:, None], np.arange(1.0, 4)
    table = rule(attack, defense)
    assert table.shape == (4, 3)
    assert all(table[i, j] == rule(attack[i, 0], defense[j]) for i in range(4) for j in range(3))
    assert type(rule(3, 4)) is float
    assert rule([], 4).shape == (0,)


@pytest.mark.parametrize("rule", RULES)
def test_nan_in_nan_out(rule):
    assert math.isnan(rule(math.nan, 3))
    assert np.isnan(rule([3, 3], [3, math.nan])).tolist() == [False, True]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: tome.check_hit_smooth(1, 2, m=0),
            r"m = 0\.0 is out of range: it must be finite and",
        ),
        (lambda: tome.check_hit_smooth(1, 2, m=[5, -1]), r"m = -1\.0 is out of range"),
        (lambda: tome.check_hit(math.inf, 2), "attack = inf is out of range"),
        (lambda: tome.check_hit(1, 2, lo=-0.1), r"lo = -0\.1 is out of range"),
        (lambda: tome.check_hit(1, 2, lo=0.9, hi=0.1), r"lo = 0\.9 .* must not be above hi = 0\.1"),
        (lambda: tome.check_hit_smooth(1, 2, hi=1.1), r"hi = 1\.1 is out of range"),
        (
            lambda: tome.check_hit_smooth(1, 2, lo=0.9, hi=0.1),
            r"lo = 0\.9 .* must not be above hi = 0\.1",
        ),
        (lambda: tome.check_hit_old(1, "low"), "defense = 'low' is not a number"),
        (lambda: tome.as_played(50), r"chance = 50\.0 .* between 0 and 1"),
        (lambda: tome.raw_for(-1), r"rescaled = -1\.0 is out of range"),
        (lambda: tome.TomeRules(tier=0), r"tier = 0\.0 is out of range"),
        (lambda: tome.TomeRules(scale=-7), r"scale = -7\.0 is out of range"),
        (lambda: tome.check_hit(1, 2, lo=1.2), r"lo = 1\.2 is out of range"),
        (lambda: tome.check_hit(1, 2, hi=-0.1), r"hi = -0\.1 is out of range"),
        (lambda: tome.attack_for(-0.5, 10), r"chance = -0\.5 is out of range"),
        (lambda: tome.rescale(math.inf), "raw = inf is out of range"),
        (lambda: tome.attack_for(1.5, 10), r"chance = 1\.5 is out of range"),
        (lambda: tome.fit_m(tome.check_hit, [1], [1], norm="median"), "norm = 'median' is unknown"),
        (lambda: tome.fit_m(tome.check_hit_old, [0], [0]), "no value anywhere"),
        (lambda: tome.fit_m(tome.check_hit, [], [1]), "no value anywhere"),
        (lambda: tome.fit_m(lambda a, d: a * 0 + 0.5, range(9), range(9)), "no m between"),
    ],
)
def test_outside_the_domain(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_constants_are_the_rules_to_change():
    steep = replace(tome.TomeRules(), slope=0.05)
    assert tome.check_hit(34, 30, rules=steep) == pytest.approx(0.7)
    flat = replace(tome.TomeRules(), scale=14.0)
    assert tome.check_hit_old(34, 30, rules=flat) < tome.check_hit_old(34, 30)
    assert tome.rescale(30, rules=replace(tome.TomeRules(), tier=10.0)) == 20


def plain_rescale(raw):
    """The tiers one after another, as a loop."""
    best, base, cost = math.inf, 0, 1
    while cost < 40:
        best = min(best, 20 * (cost - 1) + (raw - base) / cost)
        base += 20 * cost
        cost += 1
    return math.floor(best)


@given(st.floats(-100, 15_000))
def test_rescale_is_the_smallest_of_the_tiers(raw):
    # At a whole result the loop's own rounding may tip it either way.
    assert abs(tome.rescale(raw) - plain_rescale(raw)) <= (0 if abs(raw - round(raw)) > 1e-6 else 1)


def test_rescale_at_every_whole_raw_value():
    raw = np.arange(-20, 3000)
    assert tome.rescale(raw).tolist() == [plain_rescale(value) for value in raw.tolist()]
    assert tome.rescale(1e308) > 0


@given(st.integers(0, 3000))
def test_raw_for_is_the_least_raw_value(rescaled):
    raw = tome.raw_for(rescaled)
    assert tome.rescale(raw) == rescaled
    assert tome.rescale(raw - 0.5) < rescaled


def test_as_played_cuts_every_percent_cleanly():
    percent = np.arange(101)
    assert (tome.as_played(percent / 100) * 100).round(6).tolist() == percent.tolist()
    assert (tome.as_played((percent[:-1] + 0.99) / 100) * 100).round(6).tolist() == percent[
        :-1
    ].tolist()


@pytest.mark.parametrize("thousandths", [0, 1, 9, 10, 167, 289, 290, 291, 500, 994, 999, 1000])
def test_as_played_against_the_engines_draw(thousandths):
    # rng.percent(x): a whole number 0..99 below the whole part of x, in whole numbers here.
    played = sum(draw < thousandths // 10 for draw in range(100)) / 100
    assert tome.as_played(thousandths / 1000) == pytest.approx(played, abs=1e-12)


@given(chance=st.floats(0.06, 0.94), defense=st.floats(0, 100))
def test_attack_for_gives_that_chance_and_no_more(chance, defense):
    for rule in RULES:
        attack = tome.attack_for(chance, defense, rule=rule)
        if math.isnan(attack):
            assert rule(1000, defense) < chance
        else:
            assert rule(attack, defense) >= chance - 1e-9
            assert attack == 0 or not rule(max(attack - 1e-6, 0), defense) > chance + 1e-9


def test_attack_for_is_the_inverse_of_the_smooth_rule():
    wanted = np.array([0.5, 0.6, 0.75, 0.9])
    ahead = 10 * (2 * wanted - 1) / (2 - 2 * wanted)
    assert np.allclose(tome.attack_for(wanted, 30), 30 + ahead, atol=1e-8)


def test_attack_for_where_the_rule_never_or_always_gives_it():
    assert math.isnan(tome.attack_for(0.99, 10, rule=tome.check_hit))
    assert tome.attack_for(0.02, 10, rule=tome.check_hit) == 0


@pytest.mark.parametrize("norm", tome.NORMS)
@pytest.mark.parametrize("reference", [tome.check_hit, tome.check_hit_old])
def test_fit_m_against_a_search_on_a_grid(norm, reference):
    attacks, defenses = range(48, 56), range(17, 40)
    fit = tome.fit_m(reference, attacks, defenses, norm=norm)
    attack, defense = np.meshgrid(attacks, defenses)
    gaps = np.abs(
        tome.check_hit_smooth(attack, defense, m=np.arange(1, 40, 0.005)[:, None, None])
        - reference(attack, defense)
    )
    errors = {
        "mean": gaps.mean(axis=(1, 2)),
        "max": gaps.max(axis=(1, 2)),
        "rms": np.sqrt((gaps**2).mean(axis=(1, 2))),
    }[norm]
    assert getattr(fit, norm) <= errors.min() + 1e-9
    assert fit.m == pytest.approx(np.arange(1, 40, 0.005)[errors.argmin()], abs=0.02)


def test_fit_m_reports_its_errors():
    fit = tome.fit_m(tome.check_hit_old, range(0, 30), range(0, 30))
    attack, defense = np.meshgrid(range(30), range(30))
    gap = np.abs(
        tome.check_hit_smooth(attack, defense, m=fit.m) - tome.check_hit_old(attack, defense)
    )
    gap = gap[~np.isnan(gap)]
    assert gap.size == 899
    assert (fit.mean, fit.max, fit.rms) == pytest.approx(
        (gap.mean(), gap.max(), np.sqrt((gap**2).mean()))
    )


def test_the_chance_table_holds_the_rules():
    pairs = pd.DataFrame({"name": ["rat"], "attack": [36.0], "defense": [30.0]})
    row = tome.chance_table(pairs, m=20).iloc[0]
    assert row["linear"] == tome.check_hit(36, 30)
    assert row["exponential"] == tome.check_hit_old(36, 30)
    assert row["smooth"] == tome.check_hit_smooth(36, 30, m=20)
    assert tome.check_hit_smooth(row["attack_for_60"], 30, m=20) == pytest.approx(0.6)


def test_a_designers_file_with_a_fault():
    with pytest.raises(TableError, match=r"a\.csv, row 1, column 'defense': the column is missing"):
        tome.read_pairs(b"name,attack\nrat,3\n", "a.csv")


def test_bonuses_on_a_boss_add_up_or_are_squeezed():
    assert tome.boss_defense(45, 10, np.arange(3)).tolist() == [45, 55, 65]
    # 45 is 75 raw: 60 raw make 40, and three more make one.
    assert tome.boss_defense(45, 10, np.arange(3), squeezed=True).tolist() == [45, 48, 51]
