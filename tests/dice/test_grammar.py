"""Dice as people write them, against a plain enumeration of every roll."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from combat.dice import Distribution, dice, opposed
from combat.dice.pools import highest_of_unlike


def enumerated(rolls, value):
    """{value: chance} of a function of independent rolls, each a dict {value: chance}."""
    found = defaultdict(Fraction)
    for outcome in product(*(roll.items() for roll in rolls)):
        chance = Fraction(1)
        for _, share in outcome:
            chance *= share
        found[value([shown for shown, _ in outcome])] += chance
    return dict(found)


def a_die(sides):
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def again(die, which):
    """The die, rolled once more where it shows one of some values."""
    found = defaultdict(Fraction)
    for face, chance in die.items():
        for other, share in die.items() if face in which else [(face, Fraction(1))]:
            found[other] += chance * share
    return dict(found)


COMPARE = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "<": lambda a, b: a < b,
    "=": lambda a, b: a == b,
}


@st.composite
def some_dice(draw):
    """A text of a few dice of one kind, and what it means."""
    count, sides = draw(st.integers(1, 3)), draw(st.integers(2, 5))
    text, die = f"{count}d{sides}", a_die(sides)
    if draw(st.booleans()):
        low = draw(st.integers(1, sides - 1))
        written = draw(st.sampled_from([f"r{low}", f"r<={low}"]))
        text += written
        die = again(die, {low} if written == f"r{low}" else set(range(1, low + 1)))
    mark = draw(st.sampled_from(["", "kh", "kl", "dl", "dh", "count"]))
    if mark == "count":
        sign, least = draw(st.sampled_from(list(COMPARE))), draw(st.integers(1, sides))
        counts = COMPARE[sign]
        return f"{text}{sign}{least}", enumerated(
            [die] * count, lambda faces: sum(counts(face, least) for face in faces)
        )
    if not mark:
        return text, enumerated([die] * count, sum)
    number = draw(st.integers(1, count - 1)) if count > 1 and mark[0] == "d" else 1
    if count == 1 and mark[0] == "d":
        return text, enumerated([die] * count, sum)
    kept = count - number if mark[0] == "d" else number
    best = mark in ("kh", "dl")
    return f"{text}{mark}{number}", enumerated(
        [die] * count, lambda faces: sum(sorted(faces, reverse=best)[:kept])
    )


def combined(texts):
    """Texts made of texts: sums, products, brackets, the best of several, several rolls."""

    @st.composite
    def made(draw):
        (one, mine), (other, theirs) = draw(texts), draw(texts)
        how = draw(st.sampled_from(["+", "-", "*", "max", "min", "of", "number"]))
        if how == "*":
            factor = draw(st.integers(0, 3))
            text = draw(st.sampled_from([f"({one})*{factor}", f"{factor} * ({one})"]))
            return text, enumerated([mine], lambda rolls: factor * rolls[0])
        if how == "of":
            return f"2 of ({one})", enumerated([mine] * 2, sum)
        if how == "number":
            return f"{one} + 3 - 1", enumerated([mine], lambda rolls: rolls[0] + 2)
        if how in ("max", "min"):
            of = max if how == "max" else min
            return f"{how}({one}, {other})", enumerated([mine, theirs], of)
        sign = 1 if how == "+" else -1
        return f"{one} {how} ({other})", enumerated([mine, theirs], lambda r: r[0] + sign * r[1])

    return made()


def is_the_enumeration(text, expected):
    found = dice(text)
    assert dict(zip(found.values.tolist(), found.chances.tolist(), strict=True)) == pytest.approx(
        {value: float(expected[value]) for value in sorted(expected)}, rel=1e-12, abs=1e-15
    )


@settings(max_examples=60)
@given(st.recursive(some_dice(), combined, max_leaves=3))
def test_drawn_expressions_are_the_enumeration(drawn):
    is_the_enumeration(*drawn)


@settings(max_examples=30)
@given(
    sides=st.lists(st.integers(2, 5), min_size=1, max_size=4),
    kept=st.integers(1, 4),
    best=st.booleans(),
)
def test_the_best_of_unlike_dice_are_the_enumeration(sides, kept, best):
    kept = min(kept, len(sides))
    text = f"({', '.join(f'd{one}' for one in sides)})k{'h' if best else 'l'}{kept}"
    value = lambda faces: sum(sorted(faces, reverse=best)[:kept])  # noqa: E731
    is_the_enumeration(text, enumerated([a_die(one) for one in sides], value))


def depth(again_from, sides, condition, most):
    """P(count) of a die that is rolled again from a value on, to a depth: {count: chance}."""
    found = defaultdict(float)
    deeper = depth(again_from, sides, condition, most - 1) if most else {}
    for face in range(1, sides + 1):
        counts, share = int(condition(face)), 1 / sides
        if face >= again_from and most:
            for more, chance in deeper.items():
                found[counts + more] += share * chance
        else:
            found[counts] += share
    return dict(found)


def test_counted_dice_that_are_rolled_again():
    """A die that goes on in 1 of 5 is followed for 17 rolls more: 1e-12 of all go on."""
    found, one = dice("1d10>=8!9"), depth(9, 10, lambda face: face >= 8, 17)
    assert found.chances.tolist() == pytest.approx([one[n] for n in sorted(one)], abs=1e-12)
    assert dice("6d10>=8!9").at_least(5) == pytest.approx(0.0888728, abs=5e-8)
    assert dice("6d10>=8!").mean == pytest.approx(6 * 0.3 / 0.9)
    assert dice("1d6>=5!7").chances == pytest.approx([2 / 3, 1 / 3])
    # What is rolled again need not count itself.
    lower = depth(5, 6, lambda face: face == 6, 24)
    assert dice("d6=6!5").mean == pytest.approx(sum(n * chance for n, chance in lower.items()))


def test_dice_that_were_asked_for():
    higher = dice("max(1d8!, 1d6!)")
    assert (higher.at_least(4), higher.at_least(8)) == pytest.approx((0.8125, 0.246528), abs=5e-7)
    assert dice("(2d6, 1d8, 1d10)k2").mean == pytest.approx(11.7111, abs=5e-5)
    assert dice("2d6*2") == 2 * dice("2d6")
    assert dice("max(300d100)") == dice("300d100")
    assert dice("d10!9").mean == pytest.approx(5.5 / 0.8)
    assert dice("(1d6, 1d10)>=6!6").mean == pytest.approx(1 / 6 / (5 / 6) + 0.5 / 0.5)
    assert dice("(1d6, 1d4)k2").values.tolist() == list(range(2, 11))
    assert dice("1-6 + max(1-4, 2)").values.tolist() == list(range(3, 11))
    assert dice("8D6 ≥ 5") == dice("8d6>=5")


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("2d6+x", 5, "'x' can't be read: write for example 2d6"),
        ("2d6 $", 5, "'$' can't be read"),
        ("(2d6", 5, "its end can't be read, here should be ')'"),
        ("max(2d6 1d8)", 9, "'1' can't be read, here should be ')'"),
        (
            "(2d6, 1d8)",
            11,
            "its end can't be read, a list of dice needs a mark, as in (2d6, 1d8)k2",
        ),
        ("2d6 * 1d4", 5, "* takes a whole number: 2d6*2; of rolls write 3 of (2d6)"),
        ("1 + 3d6kh4", 8, "it would keep 4 of 3 dice: it must be 1 to 3"),
        ("(2d6, 1d8)k5", 11, "it would keep 5 of 3 dice: it must be 1 to 3"),
        ("6d10!>=8", 5, "which are rolled again comes last: write 6d10>=8!10"),
        ("d6 + 4d1!", 9, "a die that always shows as much explodes for ever"),
        ("6d10>=8!1", 8, "a die that always shows as much explodes for ever"),
        ("(2d6, 1d8)>=5!", 14, "say which values are rolled again: (2d6, 1d8)>=5!6"),
        ("1 + 2000d6", 5, "out of range: up to 1000 dice of 1 to 1000 sides"),
        ("2 + 2000 of (d6)", 5, "out of range: up to 1000 dice of 1 to 1000 sides"),
        ("d6 + 1d5000", 6, "out of range: up to 1000 dice of 1 to 1000 sides"),
        ("2d66", 1, "may be digits, or one die: write 10*1d6+1d6, or 1-66"),
        ("15-12", 1, "they begin with a range from 15 to 12: write the lower number first"),
        ("1d6+12-15", 5, "it can be read in two ways: write a range first"),
        ("2d6-12-15", 5, "it can be read in two ways"),
        ("0-1000001", 1, "they begin with a range from 0 to 1000001: write the lower number first"),
        ("", 1, "its end can't be read: write for example 2d6, 1d8+2, 12-15, 5"),
        ("3d6r", 5, "its end can't be read"),
        ("3d6>=", 6, "its end can't be read"),
        ("8d10>=8-8d10=1", 8, "two pools of 8d10 would be rolled"),
        ("8d10>=8 + 1 - 8d10=1", 13, "two pools of 8d10 would be rolled"),
        ("8d10>=8+8d10>=10", 8, "two pools of 8d10 would be rolled"),
        ("2d20kh1-2d20kl1", 8, "two pools of 2d20 would be rolled"),
        ("12-15-18", 6, "they would all be below 0: write one range alone"),
    ],
)
def test_errors_name_the_place(text, place, what):
    with pytest.raises(ValueError, match=r"^dice ") as caught:
        dice(text)
    assert str(caught.value).startswith(f"dice {text!r}, character {place}: {what}")
    assert "\n" not in str(caught.value)


def test_two_pools_that_are_meant_are_rolled_apart():
    """Successes of one side less those of the other: both counted dice by dice."""
    for text, mean in (
        ("8d10>=8-8d10>=8", 0),
        ("(8d10>=8)-(8d10=1)", 8 * 0.3 - 8 * 0.1),
        ("8d10>=8-6d10=1", 8 * 0.3 - 6 * 0.1),
        ("3d6+3d6>=5", 10.5 + 1),
        ("4d6kh3+4d6kl1", 14),
    ):
        assert dice(text).mean == pytest.approx(mean, abs=1e-12)


def test_the_best_of_unlike_dice_may_be_below_0():
    shifted = [dice("1d4") - 6, dice("1d6") - 3]
    expected = enumerated(
        [{n - 6: c for n, c in a_die(4).items()}, {n - 3: c for n, c in a_die(6).items()}], max
    )
    found = highest_of_unlike(shifted, 1)
    assert found.values.tolist() == sorted(expected)
    assert isinstance(found, Distribution)


@settings(max_examples=40)
@given(
    pools=st.tuples(*[st.tuples(st.integers(1, 3), st.integers(1, 5))] * 2),
    limits=st.tuples(*[st.one_of(st.none(), st.integers(1, 5))] * 2),
    critical=st.booleans(),
)
def test_opposed_pools_are_the_enumeration(pools, limits, critical):
    won = {1: Fraction(), -1: Fraction(), 0: Fraction()}
    (one, mine), (other, theirs) = pools
    for faces in product(*[range(1, mine + 1)] * one, *[range(1, theirs + 1)] * other):
        best = []
        for part, limit in zip((faces[:one], faces[one:]), limits, strict=True):
            counted = [face for face in part if limit is None or face <= limit]
            best.append(99 if critical and limit in counted else max(counted, default=0))
        won[(best[0] > best[1]) - (best[0] < best[1])] += Fraction(1, mine**one * theirs**other)
    found = opposed(f"{one}d{mine}", f"{other}d{theirs}", at_most=limits, critical=critical)
    assert found == pytest.approx([float(won[key]) for key in (1, -1, 0)], abs=1e-12)


def test_opposed_pools_of_a_known_game():
    """As its text reads, and if a die that shows just its limit beats any other."""
    found = opposed("3d20", "1d20", at_most=(13, 11))
    assert found == pytest.approx((0.8028, 0.1435, 0.0536), abs=6e-5)
    found = opposed("3d20", "1d20", at_most=(13, 11), critical=True)
    assert found == pytest.approx((0.7893, 0.1557, 0.0550), abs=5e-5)
    for first in ("3d20kh1", "2d6+1", 5):
        with pytest.raises(ValueError, match="are no pool of one kind: write 3d20"):
            opposed(first, "1d6")
    with pytest.raises(ValueError, match="must be two limits"):
        opposed("1d6", "1d6", at_most=3)


def at_least(number):
    return lambda shown: sum(one >= number for one in shown)


# As games print them: the dice, each with what is rolled again, and what counts of them.
GAMES = {
    "3d6": ([a_die(6)] * 3, sum),
    "4d6dl1": ([a_die(6)] * 4, lambda shown: sum(shown) - min(shown)),
    "2d20kl1+5": ([a_die(20)] * 2, lambda shown: min(shown) + 5),
    "2d6r<=2": ([again(a_die(6), {1, 2})] * 2, sum),
    "4d6r1kh3": ([again(a_die(6), {1})] * 4, lambda shown: sum(shown) - min(shown)),
    "5d6>=5": ([a_die(6)] * 5, at_least(5)),
    "3d10>7": ([a_die(10)] * 3, at_least(8)),
    "4d6>=6": ([a_die(6)] * 4, at_least(6)),
    "2W6+1": ([a_die(6)] * 2, lambda shown: sum(shown) + 1),
    "D3+3": ([a_die(3)], lambda shown: shown[0] + 3),
    "d%": ([a_die(100)], sum),
    "10*1d6+1d6": ([a_die(6)] * 2, lambda shown: 10 * shown[0] + shown[1]),
    "4d3-8": ([a_die(3)] * 4, lambda shown: sum(shown) - 8),
    "(1d6+1)*10": ([a_die(6)], lambda shown: 10 * shown[0] + 10),
    "3 of (1d4+1)": ([a_die(4)] * 3, lambda shown: sum(shown) + 3),
    "2d10-1d6": ([a_die(10), a_die(10), a_die(6)], lambda shown: shown[0] + shown[1] - shown[2]),
    "min(2d6, 1d12)": (
        [a_die(6), a_die(6), a_die(12)],
        lambda shown: min(shown[0] + shown[1], shown[2]),
    ),
    "(2d6, 1d8, 1d10)k2": (
        [a_die(6), a_die(6), a_die(8), a_die(10)],
        lambda shown: sum(sorted(shown)[-2:]),
    ),
    "(2d6, 1d8)>=5": ([a_die(6), a_die(6), a_die(8)], at_least(5)),
    "12-15+1d6": ([dict.fromkeys(range(12, 16), Fraction(1, 4)), a_die(6)], sum),
}


@pytest.mark.parametrize("text", GAMES)
def test_dice_of_published_games_are_the_enumeration(text):
    expected, found = enumerated(*GAMES[text]), dice(text)
    assert dict(zip(found.values.tolist(), found.chances.tolist(), strict=True)) == pytest.approx(
        {value: float(chance) for value, chance in expected.items()}
    )
