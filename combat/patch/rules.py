"""The effects of a patch of a hit rule: which hit chances moved most."""

import numpy as np
import pandas as pd

from combat.core.checks import check_whole
from combat.hit_rules import rules
from combat.patch import numbers
from combat.patch.result import SMALL, Part, Patch, greatest_first

AHEAD = 40  # points of difference to either side, where only the difference counts
STEPS = 20  # steps of attack and of defense, where both count
MIDDLE = 50  # the defense at which a difference is tried


def read_settings(text, base=None):
    """Return (HitRule, parameters) of a text such as "rule=Elo, logistic; scale=40".

    base: the rule to take if the text names none. Any part of a rule's name will do that no other
    rule's name contains. ValueError for an unknown rule or parameter, naming those that are known,
    and for a value that is no number.

    >>> rule, parameters = read_settings("rule=bell curve; sd=6")
    >>> rule.name, parameters
    ('NetHack EV/DR, bell curve', {'sd': 6.0})
    >>> read_settings("rule=Elo; width=3")
    Traceback (most recent call last):
    ValueError: 'width' is no parameter of the rule 'Elo, logistic': it has scale
    """
    given = {}
    for part in filter(str.strip, text.split(";")):
        name, sign, value = (piece.strip() for piece in part.partition("="))
        if not sign or not name:
            raise ValueError(f"'{part.strip()}' sets nothing: write name=value, parted by ;")
        given[name] = value
    rule = _named(given.pop("rule")) if "rule" in given else base
    if rule is None:
        raise ValueError(f"'{text}' names no rule: begin with rule=, such as rule=ratio")
    return rule, {name: _number(rule, name, value) for name, value in given.items()}


def patch_of_rule(before, after, *, points=(0, 100), names=None):
    """Return the `Patch` between two settings of hit rules: the chances that moved most.

    before, after: pairs (HitRule, parameters) as of `read_settings`. If both rules depend only on
    the difference of attack and defence, it goes from -40 to 40; otherwise attack and defence
    each go through 21 values of `points`, (low, high). names: of the two versions. ValueError
    for parameters that a rule refuses, and for low not below high.

    >>> bell, narrow = read_settings("rule=bell curve"), read_settings("rule=bell curve; sd=6")
    >>> found = patch_of_rule(bell, narrow)
    >>> print(found.parts[1].text(most=2))
    The chances to hit
    By how far attack is ahead of defense, from -40 to 40. Exact.
      ahead  before  after  change
         -7   19.1%  12.2%    -6.9
          7   80.9%  87.8%    +6.9
      and 78 more; --out FILE.csv has all of them
    """
    cells = [_cells(*version) for version in (before, after)]
    changed = numbers.of_settings(*cells)
    names = names or tuple(map(_in_words, cells))
    if changed.empty:
        return Patch(*names, changed)
    only = {version[0].depends for version in (before, after)} == {"difference"}
    frame, where = _ahead() if only else _grid(points)
    for label, (rule, parameters) in (("before", before), ("after", after)):
        frame[label] = rule(frame["attack"].to_numpy(), frame["defense"].to_numpy(), **parameters)
    frame["change"] = frame["after"] - frame["before"]
    picture = frame.pivot_table("change", "attack", "defense")
    if only:
        frame = frame.drop(columns=["attack", "defense"])
        picture = frame.set_index("ahead")[["before", "after"]]
    moved = greatest_first(frame[frame["change"].abs() > SMALL])
    note = f"{where} Exact." if len(moved) else f"{where} None moved."
    parts = (
        Part("numbers", "The numbers that changed", changed, "", (), ()),
        Part("chances", "The chances to hit", moved, note, picture=picture),
    )
    return Patch(*names, changed, parts, of="rule")


def _named(name):
    known = rules()
    if name in known:
        return known[name]
    fitting = [rule for known_name, rule in known.items() if name.lower() in known_name.lower()]
    if len(fitting) != 1:
        what = "is not known" if not fitting else "may be several"
        listed = ", ".join(rule.name for rule in fitting or known.values())
        raise ValueError(f"rule = '{name}' {what}: name one of {listed}")
    return fitting[0]


def _number(rule, name, value):
    if name not in rule.defaults:
        has = ", ".join(rule.defaults) or "none"
        raise ValueError(f"'{name}' is no parameter of the rule '{rule.name}': it has {has}")
    try:
        return float(value)
    except ValueError:
        raise ValueError(f"{name} = '{value}' is no number: write one such as 8 or 0.5") from None


def _cells(rule, parameters):
    """The rule and all its parameters, with defaults for those that aren't given."""
    return {"rule": rule.name} | rule.defaults | parameters


def _in_words(cells):
    return "; ".join(
        f"{name}={value:g}" if isinstance(value, float) else f"{name}={value}"
        for name, value in cells.items()
    )


def _ahead():
    ahead = np.arange(-AHEAD, AHEAD + 1)
    frame = pd.DataFrame({"ahead": ahead, "attack": MIDDLE + ahead, "defense": MIDDLE})
    return frame, f"By how far attack is ahead of defense, from -{AHEAD} to {AHEAD}."


def _grid(points):
    low, high = (int(check_whole("points", end)) for end in points)
    if not low < high:
        raise ValueError(f"points = {low}, {high}: the first must be below the second")
    values = np.unique(np.rint(np.linspace(low, high, STEPS + 1))).astype(int)
    attack, defense = (axis.ravel() for axis in np.meshgrid(values, values, indexing="ij"))
    return (
        pd.DataFrame({"attack": attack, "defense": defense}),
        f"Attack and defense from {low} to {high}.",
    )
