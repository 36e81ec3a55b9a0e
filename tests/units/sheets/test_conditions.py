"""Conditions say what they seem to say, and one that can't be read tells where."""

import operator
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from combat.units.sheets.conditions import condition

COLUMNS = ("hp", "attack", "move_range")
STATUSES = ("slowed", "on fire", "Not Well")


class View:
    """Numbers and statuses, as a fight shows them."""

    def __init__(self, statuses=(), **numbers):
        self.numbers = {name.replace("_hp", " hp"): value for name, value in numbers.items()}
        self.statuses = statuses

    def number(self, column):
        return np.asarray(self.numbers[column])

    def has(self, status):
        return np.asarray(status in self.statuses)

    def stacks(self, status):
        return np.asarray(self.statuses.count(status))


OWN = View(["slowed", "slowed"], hp=4, full_hp=10, attack=7, move_range=3)
TARGET = View(["on fire", "Not Well"], hp=9, full_hp=20, attack=7, move_range=5)
FIGHT = View(round=3, foes=2, allies=0)


def holds(text):
    found = condition(text, COLUMNS, STATUSES).holds(OWN, TARGET, FIGHT)
    assert found.dtype == bool
    return bool(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hp < 5", True),
        ("hp ≤ 4", True),
        ("hp ≥ 5", False),
        ("hp == 4", True),
        ("hp > −1", True),
        ("hp < 40 %", False),
        ("50 % > target hp", True),
        ("45 % = target hp", True),
        ("target move range > move_range", True),
        ("round > 2, foes = 2, allies = 0", True),
        ("SLOWED and not on  fire", True),
        ("target not on fire", False),
        ("not target on fire", False),
        ("not well", False),
        ("slowed >= 2", True),
        ("2 < slowed", False),
        ("target slowed = 0", True),
        ("target on fire > target slowed and not slowed > hp", True),
        ("not (slowed or hp < 5)", False),
        ("hp > 5 and hp > 5 or slowed", True),
        ("hp > 5 and (hp > 5 or slowed)", False),
        ("slowed or slowed, hp > 5", True),
        (", ".join(["(hp < 5)"] * 25), True),
    ],
)
def test_a_condition_says_what_it_seems_to_say(text, expected):
    assert holds(text) is expected


@pytest.mark.parametrize("percent", range(1, 100))
def test_a_percentage_of_the_full_hit_points_is_exact(percent):
    """In floats 0.07 x 100 is 7.000000000000001."""
    own = View(hp=np.array([percent - 1, percent, percent + 1]), full_hp=100)
    found = condition(f"hp <= {percent} %", ["hp"], []).holds(own, None, FIGHT)
    assert found.tolist() == [True, True, False]
    found = condition(f"hp < {percent}.5 %", ["hp"], []).holds(own, None, FIGHT)
    assert found.tolist() == [True, True, False]


def test_arrays_are_taken_as_broad_as_they_are():
    own = View(hp=np.array([[1], [6]]), full_hp=10)
    target = View(hp=np.array([3, 8, 10]), full_hp=10)
    read = condition("hp < 50 % or target hp = 100 %", ["hp"], [])
    assert read.holds(own, target, FIGHT).tolist() == [[True] * 3, [False, False, True]]


def test_what_a_condition_asks_for_is_known():
    read = condition(
        "hp < 50 %, target attack > 3 or target not on fire, foes>1", COLUMNS, STATUSES
    )
    assert read.reads == {"hp", "attack"}
    assert read.statuses == {"on fire"}
    assert read.text == "hp < 50 %, target attack > 3 or target not on fire, foes>1"


def test_conditions_are_equal_when_they_say_the_same():
    one, other = (
        condition(text, COLUMNS, STATUSES) for text in ("hp<5, SLOWED", "hp < 5 and slowed")
    )
    assert one == other
    assert len({one, other, condition("hp<5", COLUMNS, STATUSES)}) == 2
    assert pickle.loads(pickle.dumps(one)) == one


ONE = "one of hp, attack, move_range, round, foes, allies, slowed, on fire, Not Well"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("foez > 2", f"at 'foez': no column or status; did you mean 'foes'? Write {ONE}"),
        ("xyz", f"at 'xyz': no column or status; write {ONE}"),
        ("target foes > 2", "at 'foes': it is a number of the fight; leave out target"),
        ("", "at the end: a column, a status or a number is missing"),
        ("hp < and slowed", "at 'and': a column, a status or a number is missing"),
        ("hp", "at the end: a number is compared with nothing; write a comparison such as hp < 5"),
        ("hp < 3 < 5", "at '<': two comparisons in one; write and between them"),
        ("attack < 50 %", "at '50 %': a percentage stands beside hp, foes, allies; write a number"),
        ("hp < 150 %", "at '150 %': a percentage is from 0 % to 100 %"),
        ("hp < 5 slowed", "at 'slowed': nothing joins it to the rest; write and, or, or a comma"),
        ("(hp < 5", "at the end: a parenthesis isn't closed; write one )"),
        ("hp < 5)", "at ')': no parenthesis is open; leave it out"),
        ("(" * 21 + "hp<5", "at '(': more than 20 parentheses inside each other; write fewer"),
        ("slowed " * 200, "the condition has more than 1000 letters; write a shorter one"),
    ],
)
def test_a_condition_that_cannot_be_read_tells_where(text, fault):
    with pytest.raises(ValueError, match=r"^(at|the) ") as caught:
        condition(text, COLUMNS, STATUSES)
    assert str(caught.value) == fault


NUMBERS = {"hp": 4, "attack": 7, "round": 3, "foes": 2, "target hp": 9, "target attack": 7}
HAS = {"slowed": True, "on fire": False, "target slowed": False, "target on fire": True}
COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}
sides = st.sampled_from([*NUMBERS, "3", "4", "7.5"])
leaves = st.sampled_from([*HAS]) | st.tuples(sides, st.sampled_from([*COMPARE]), sides)
trees = st.recursive(
    leaves,
    lambda parts: (
        st.tuples(st.just("not"), parts)
        | st.tuples(st.sampled_from(["and", "or", ","]), parts, parts)
    ),
)


def written(tree):
    if isinstance(tree, str):
        return tree
    if tree[0] == "not":
        return f"not ({written(tree[1])})"
    if tree[0] in ("and", "or", ","):
        return f"({written(tree[1])}) {tree[0]} ({written(tree[2])})"
    return " ".join(tree)


def judged(tree):
    if isinstance(tree, str):
        return HAS[tree]
    if tree[0] == "not":
        return not judged(tree[1])
    if tree[0] in ("and", ","):
        return judged(tree[1]) and judged(tree[2])
    if tree[0] == "or":
        return judged(tree[1]) or judged(tree[2])
    left, sign, right = tree
    value = {word: NUMBERS[word] if word in NUMBERS else float(word) for word in (left, right)}
    return COMPARE[sign](value[left], value[right])


def test_a_status_called_like_a_number_is_told_from_it():
    read = condition("attack, attack > 3", COLUMNS, ["attack"])
    assert read.statuses == read.reads == {"attack"}


@given(trees)
def test_a_condition_holds_where_plain_python_says_so(tree):
    text = written(tree)
    try:
        read = condition(text, COLUMNS, STATUSES)
    except ValueError as error:
        assert "parentheses" in str(error) or "letters" in str(error)  # noqa: PT017
        return
    assert bool(read.holds(OWN, TARGET, FIGHT)) == judged(tree)


@given(st.text("hpslowed <>=%(),.5−0123 targetnotandor", max_size=30))
def test_no_text_gives_anything_but_a_condition_or_one_line(text):
    try:
        condition(text, COLUMNS, STATUSES).holds(OWN, TARGET, FIGHT)
    except ValueError as error:
        assert str(error).startswith("at ")  # noqa: PT017
        assert "\n" not in str(error)  # noqa: PT017
