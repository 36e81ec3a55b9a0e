"""A hit rule: a function of attack and defense, its parameters, and how it is tried out."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from keyword import iskeyword

import numpy as np

from combat.core.checks import check_numbers, scalar, within_rounding

DEPENDS = ("difference", "ratio", "both", "defense")
LARGEST = np.finfo(float).max


@dataclass(frozen=True)
class Parameter:
    """A parameter of a rule: its name, its range, and the source's value.

    scale: whether doubling it has the same effect as halving the advantage. ValueError for a name
    that Python can't use for an argument, and for a value outside low..high.

    >>> from combat.hit_rules import rules
    >>> [parameter.name for parameter in rules()["Diablo II"].parameters]
    ['attacker_level', 'defender_level']
    >>> rules()["Elo, logistic"].parameters[0].scale
    True
    """

    name: str
    low: float
    high: float
    value: float
    scale: bool = False

    def __post_init__(self):
        if not str(self.name).isidentifier() or iskeyword(self.name):
            raise ValueError(
                f"the parameter {self.name!r} can't be an argument of a function: use letters, "
                f"digits and _ alone, such as 'range_in_feet'"
            )
        for bound in ("low", "high", "value"):
            check_numbers(f"the parameter '{self.name}': {bound}", getattr(self, bound))
        if self.low > self.high:
            raise ValueError(
                f"the parameter '{self.name}' goes from {self.low:g} to {self.high:g}: "
                f"write the lower number first"
            )
        if not self.low <= self.value <= self.high:
            raise ValueError(
                f"the parameter '{self.name}' has the value {self.value:g}: it must lie in its "
                f"range, {self.low:g} to {self.high:g}; change the value or widen the range"
            )


@dataclass(frozen=True)
class HitRule:
    """A hit rule; call it as rule(attack, defense, **parameters) for chances in [0, 1].

    depends: "difference" (attack - defense), "ratio", "both" numbers, or "defense" alone.
    parameters: of the rule, each an argument of the function with the same default. whole:
    whether it uses whole points only, and is a step function between them. battle: whether the
    chance is that of a whole battle, not of one blow. good_for, costs: its strengths and
    weaknesses, in words. critical: a function of (attack, defense), the chance of a critical hit
    among all blows, or None; fumble: the same for the worst of misses. die: the faces of the die by
    which it decides, whose highest is a critical hit for units that say what one does. unused: a
    result of its roll, in words, that counts as a plain hit otherwise.

    ValueError for a parameter that the function doesn't have, or has with another default, and
    for a function that returns anything but chances.

    >>> from combat.hit_rules import rules
    >>> rule = rules()["Elo, logistic"]
    >>> rule.depends, round(rule(35, 30), 4), round(rule(35, 30, scale=20), 4)
    ('difference', 0.5715, 0.6401)
    """

    name: str
    function: Callable = field(repr=False)
    depends: str
    source: str
    parameters: tuple = ()
    whole: bool = False
    battle: bool = False
    good_for: str = field(default="", repr=False)
    costs: str = field(default="", repr=False)
    critical: Callable | None = field(default=None, repr=False)
    fumble: Callable | None = field(default=None, repr=False)
    die: int | None = field(default=None, repr=False)
    unused: str = field(default="", repr=False)

    def __post_init__(self):
        # help() and the doctest finder look here.
        object.__setattr__(self, "__doc__", self.function.__doc__)
        object.__setattr__(self, "__wrapped__", self.function)
        object.__setattr__(self, "__module__", getattr(self.function, "__module__", __name__))
        self._check_parameters()

    def _check_parameters(self):
        """Raise a ValueError unless the function has the same parameters and defaults."""
        names = [parameter.name for parameter in self.parameters]
        for name, value in ((parameter.name, parameter.value) for parameter in self.parameters):
            if names.count(name) > 1:
                raise ValueError(
                    f"the rule '{self.name}' has two parameters '{name}': leave one out"
                )
            if name not in self.defaults:
                raise ValueError(
                    f"the rule '{self.name}' has a parameter '{name}', but its function no "
                    f"argument with a default for it: write def ...(attack, defense, "
                    f"{name}={value:g})"
                )
            if self.defaults[name] != value:
                raise ValueError(
                    f"the rule '{self.name}' has the parameter '{name}' at {value:g}, but its "
                    f"function says {name}={self.defaults[name]}: write the same number in both"
                )

    def __call__(self, attack, defense, **parameters):
        asked = np.broadcast_shapes(np.shape(attack), np.shape(defense))
        answer = self.function(attack, defense, **parameters)
        if answer is None:
            raise ValueError(f"the rule '{self.name}' gives nothing: it must return its chance")
        answer = within_rounding(answer)
        chances = np.broadcast_to(answer, np.broadcast_shapes(asked, np.shape(answer)))
        wrong = (chances < 0) | (chances > 1)
        if wrong.any():
            raise ValueError(
                f"the rule '{self.name}' gives {chances[wrong][0]:.4g}: a chance must "
                f"be between 0 and 1"
            )
        return scalar(chances)

    @property
    def defaults(self):
        """The function's arguments besides attack and defense, with their defaults: a dict."""
        try:
            _, _, *others = inspect.signature(self.function).parameters.values()
        except ValueError:  # some functions written in C have no signature
            return {}
        return {one.name: one.default for one in others if one.default is not one.empty}


def hit_rule(name, *, depends, source, parameters=(), **more):
    """Return a decorator that makes a function of (attack, defense) a HitRule.

    The arguments, and `more`, are its attributes. ValueError for an unknown `depends`.

    >>> @hit_rule("coin", depends="difference", source="a coin")
    ... def coin(attack, defense):
    ...     return 0.5
    >>> coin.name, coin([1, 2], 2)
    ('coin', array([0.5, 0.5]))
    """
    if depends not in DEPENDS:
        raise ValueError(
            f"depends = {depends!r} is not known: it must be one of {', '.join(DEPENDS)}"
        )
    return lambda function: HitRule(name, function, depends, source, tuple(parameters), **more)


def checked_pair(attack, defense, low=-np.inf, high=np.inf):
    """Return attack and defense as float arrays of one shape; ValueError outside low..high."""
    domain = {"low": low, "high": high}
    return np.broadcast_arrays(
        check_numbers("attack", attack, **domain), check_numbers("defense", defense, **domain)
    )


def difference(attack, defense):
    """Return attack - defense as a float array, limited to the largest float."""
    attack, defense = checked_pair(attack, defense)
    with np.errstate(over="ignore"):
        return np.clip(attack - defense, -LARGEST, LARGEST)


def share(own, its):
    """Return own/(own + its) as a float array; both >= 0. NaN where both are 0."""
    # Large numbers are divided by 4, so that their sum doesn't overflow; that changes no digit.
    scale = np.where(np.maximum(own, its) > LARGEST / 4, 0.25, 1.0)
    with np.errstate(invalid="ignore"):
        return np.asarray(scale * own / (scale * own + scale * its))


# Pairs of attack and defence at which a rule must give the same chance, by its `depends`.
ALIKE = {
    "difference": [(35, 30), (95, 90)],
    "ratio": [(30, 20), (90, 60)],
    "defense": [(30, 20), (90, 20)],
    "both": [(35, 30), (95, 90)],
}

# Words in the errors of functions that take numbers, but no arrays, and how to correct them.
ADVICE = {
    "ambiguous": "write np.where(condition, then, otherwise) in place of if, and "
    "np.clip(chance, 0, 1) in place of min and max",
    "converted to": "write np.floor, np.exp ... in place of math.floor, math.exp ... and int",
    "__round__": "write np.round in place of round",
}


def try_out(rule):
    """Raise ValueError, in one line, if a rule returns no number or its `depends` is wrong.

    rule: a HitRule, which is called with arrays of two pairs of attack and defense. If it can't
    take arrays, the message says how to write it with numpy.
    """
    pairs = ALIKE[rule.depends]
    here, there = _asked(rule, *np.array(pairs, float).T)
    if np.isnan([here, there]).any():
        ((attack, defense), (other, its)) = pairs
        raise ValueError(
            f"the rule '{rule.name}' gives no number for attack and defense "
            f"{attack} and {defense}, or {other} and {its}"
        )
    if rule.depends != "both" and abs(here - there) > 1e-6:
        raise ValueError(
            f"the rule '{rule.name}' is said to depend on the {rule.depends}, but "
            f"gives {here:.4g} at {pairs[0]} and {there:.4g} at {pairs[1]}: "
            f'depends="both" is always true'
        )


def _takes_one(rule, attack, defense):
    """Whether a rule that takes no arrays takes single numbers."""
    try:
        rule(attack, defense)
    except (TypeError, ValueError):
        return False
    return True


def _asked(rule, attack, defense):
    try:
        return rule(attack, defense)
    except (TypeError, ValueError) as error:
        advice = next((hint for words, hint in ADVICE.items() if words in str(error)), None)
        if advice is None and _takes_one(rule, attack[0], defense[0]):
            advice = "write @np.vectorize above its function, which then takes one pair at a time"
        if advice is None:
            raise
        raise ValueError(f"the rule '{rule.name}' takes no arrays: {advice}") from error
