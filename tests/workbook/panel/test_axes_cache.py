"""A part of a picture is drawn once for what it reads, and every frame is still the panel's own."""

import itertools

import numpy as np
import pandas as pd
import pytest

from combat.workbook import Panel, charts, choice, slider, tick
from combat.workbook.panel.axes_cache import AxesCache, Reads

VALUES = {"a": (0, 3), "b": (1, 2), "high": (False, True), "who": ("rat", "owl")}


def controls():
    return {
        "a": slider("a", 0, 3, 1),
        "b": slider("b", 1, 2, 1),
        "high": tick("high"),
        "who": choice("who", ["rat", "owl"]),
    }


def line(a):
    return pd.Series(a * np.arange(3) / 10, name="hit")


def sure(b, high):
    return pd.Series([b / 4, 0.9 if high else 0.1], ["rat", "owl"])


def panel(shown, **said):
    said = {"caption": "Lines.", "words": lambda **values: f"Now {values}."} | said
    return Panel(shown, controls(), **said)


def same(one, other):
    assert (one.words, one.caption, one.below) == (other.words, other.caption, other.below)
    assert [*one.pieces] == [*other.pieces]
    assert [*one.plots] == [*other.plots]
    assert [numbers.title for numbers in one.data] == [numbers.title for numbers in other.data]
    for numbers, others in zip(one.data, other.data, strict=True):
        pd.testing.assert_frame_equal(numbers.frame, others.frame)


def combinations():
    for values in itertools.product(*VALUES.values()):
        yield dict(zip(VALUES, values, strict=True))


def drawn_by_hand(ax, who, a):
    ax.plot([0, a], color="black")
    ax.set(xlim=(0, 1), ylim=(0, 3), title=who)


@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ([charts.lines(line), charts.named_bars(sure)], {}),
        ([charts.lines(line, mark="b"), charts.named_bars(sure, title=lambda who: who)], {}),
        ([charts.lines(line), charts.named_bars(sure)], {"caption": lambda who: f"Of the {who}."}),
        ([charts.lines(line) + charts.points(line), drawn_by_hand], {}),
        (
            charts.lines(line, ylim=lambda high: (0, 2 if high else 1)),
            {"table": lambda b: f"b {b}"},
        ),
        (drawn_by_hand, {}),
    ],
)
def test_each_frame_is_the_panels_own(shown, told):
    ours = panel(shown, **told)
    vectors = ours.recorded(AxesCache())
    rng = np.random.default_rng(1)
    for values in rng.permutation([*combinations()]):
        same(vectors(**values), ours.vectors(**values))
    assert vectors().words == ours.now.words


def test_a_part_is_drawn_once_for_what_it_reads():
    seen = []

    def counted(a):
        seen.append(a)
        return line(a)

    ours = panel([charts.lines(counted), charts.named_bars(sure)])
    vectors, before = ours.recorded(AxesCache()), len(seen)
    for values in combinations():
        vectors(**values)
    assert seen[before:] == [0, 3]


def test_a_function_that_takes_all_values_is_drawn_for_each():
    cache, drawn = AxesCache(), []
    for values in combinations():
        cache.memoised(0, values, lambda read: drawn.append(dict(**read)))
    assert len(drawn) == 16
    assert cache.reads() == [set(VALUES)]


def test_what_is_read_may_hang_on_what_was_read():
    """Of a rat its b is asked for, of an owl its a: neither may be taken for the other."""

    def draw(values):
        return values["who"], values["b"] if values["who"] == "rat" else values["a"]

    cache = AxesCache()
    for values in [*combinations()] * 2:
        assert cache.memoised(0, values, draw) == draw(values)
    assert cache.reads() == [{"who", "a", "b"}]


def test_a_drawing_that_fails_is_not_kept():
    cache = AxesCache()
    with pytest.raises(ZeroDivisionError):
        cache.memoised(0, {"m": 0}, lambda values: 1 / values["m"])
    assert cache.memoised(0, {"m": 0}, lambda values: "drawn") == "drawn"


def test_to_ask_whether_there_is_a_value_is_not_to_read_it():
    reads = Reads({"m": 3, "seed": 1})
    assert ("m" in reads, reads.get("no"), len(reads)) == (True, None, 2)
    assert not reads.read
    assert reads.get("m") == 3
    assert [*reads.read] == ["m"]
