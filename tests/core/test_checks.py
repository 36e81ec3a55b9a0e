"""Numbers and ranges checked: what passes, and the words in which the rest is refused."""

import numpy as np
import pytest

from combat.core.checks import check_counts, check_numbers, check_whole, scalar


def test_nan_passes_whatever_the_range():
    assert np.isnan(check_numbers("m", float("nan"), low=0, high=1))


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (2, r"chance = 2\.0 is out of range: it must be between 0 and 1"),
        ([0.5, -0.1], r"chance = -0\.1 is out of range"),
        (float("inf"), "chance = inf is out of range"),
        ("high", "chance = 'high' is not a number"),
        (None, "chance = None is not a number"),
    ],
)
def test_a_value_outside_is_named(value, message):
    with pytest.raises(ValueError, match=message):
        check_numbers("chance", value, low=0, high=1)


def test_the_open_end_is_outside():
    with pytest.raises(ValueError, match=r"m = 0\.0 .* finite and above 0"):
        check_numbers("m", 0, low=0, open_low=True)
    with pytest.raises(ValueError, match="finite and at least 1"):
        check_numbers("hits", 0, low=1)


def test_the_range_is_told_with_the_ends_that_it_has():
    with pytest.raises(ValueError, match=r"chance = 2\.0 .* it must be finite and at most 1$"):
        check_numbers("chance", 2, high=1)
    with pytest.raises(ValueError, match=r"chance = inf .* it must be finite$"):
        check_numbers("chance", np.inf)


def test_whole_numbers_are_refused_by_their_name():
    with pytest.raises(ValueError, match=r"^hits = -1\.0 is out of range: .* at least 0$"):
        check_counts("hits", -1, low=0)
    with pytest.raises(ValueError, match=r"^hits = 0\.5 is out of range: it must be whole$"):
        check_counts("hits", [2, 0.5], low=0)
    with pytest.raises(ValueError, match=r"^roll = nan is out of range: it must be whole$"):
        check_whole("roll", [1, np.nan])


def test_a_seed_is_kept_where_an_int_has_only_32_bits(monkeypatch):
    monkeypatch.setattr(np, "intp", np.int32)
    assert check_whole("seed", 2**40) == 2**40
    assert check_whole("seed", [-(2**40), 1]).tolist() == [-(2**40), 1]
    assert check_whole("seed", [2**31 - 1, 7]).dtype == np.int32
    assert check_whole("seeds", []).shape == (0,)


def test_a_scalar_comes_out_as_a_python_scalar():
    assert type(scalar(np.asarray(1.5))) is float
    assert scalar(np.asarray([1.5])).shape == (1,)


@pytest.mark.parametrize(
    "value",
    [0, 1, -1, 0.0, -0.0, 0.5, 2**31, -(2**40), 2**53 + 2, 1e15, np.inf, np.nan, True],
)
@pytest.mark.parametrize("domain", [{}, {"low": 0}, {"low": 0, "open_low": True}, {"high": 0.5}])
@pytest.mark.parametrize("check", [check_numbers, check_counts, check_whole])
def test_a_single_number_is_checked_as_an_array_of_it(check, value, domain):
    """Single numbers of Python's own go a shorter way."""

    def told(value):
        try:
            found = check("m", value, **domain)
        except ValueError as error:
            return str(error)
        return repr(found.item()), found.dtype, found.shape

    assert told(value) == told(np.array(value))
