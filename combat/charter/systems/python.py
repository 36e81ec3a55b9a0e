"""Your own function in a charter: a whole day, a campaign, a simulator you already have.

The measure is `file.py:function`, or a public function of a room of ours,
`combat.luck:success_rate`. The function's arguments are matched by parameter name: `units`
gets the table of units, `first` and `second` get the cells of these columns, and any other
parameter gets the setting of its name in the column `given`, as a number where it is one. The
function returns a number, a Distribution (its mean is judged) or a result of
`combat.markov.solve`. For a result of `solve`, `given` names the chance to judge:
`chance=hero_lives`, a function of an end state in the same file. What it returns is taken for
exact, so an estimate of `combat.markov.simulate` is refused. A function with the parameters `seed`
and `runs` is a sampler: it returns an array of `runs` scores from `low` to `high` (0 to 1, unless
`given` sets them) and is judged like any sampled claim, within the error of the whole charter.
"""

import inspect
import numbers
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from combat.charter.cells import Fault, number_of, unknown
from combat.charter.claim import Exact, Sample
from combat.charter.systems.system import System
from combat.charter.systems.units import Question, units_of
from combat.core.own_code import loaded, told, why
from combat.core.words import printable
from combat.dice import Distribution
from combat.markov import Estimate, Simulated, Solved

_OURS = (
    "file",
    "sheet",
    "units",
    "chance",
    "low",
    "high",
)  # settings of the charter's own, not passed to the function
_DRAWN = ("seed", "runs")
_MEND = "give it the parameters seed and runs"
_AT_ONCE = 500  # runs in one call of a sampler


def questions(row, place):
    """Yield the one question of a row; the function runs only when it is answered."""
    text = row.measure
    if ":" not in text:
        raise Fault("measure", f"'{printable(text)}' names no function; write file.py:function")
    place.may_run("measure", text)
    yield row.first, row.second, _Run(row, place)


@dataclass(frozen=True, eq=False)
class _Run:
    """A row's function, to be called."""

    row: object
    place: object

    def __call__(self):
        return _answer(self.row, self.place)

    def question(self):
        """Return what the function asks of units; None if it takes none."""
        function = _function(self.row.measure, self.place.folder)
        if "units" not in inspect.signature(function).parameters:
            return None
        units = units_of(self.row, self.place)
        return Question(self.row, self.place, units, None, _made)


def _made(row, units, place):
    return lambda: _answer(row, place, units)


def _answer(row, place, units=None):
    """The `Exact` or the `Sample` of a function."""
    text = row.measure
    function = _function(text, place.folder)
    wanted = inspect.signature(function).parameters
    arguments = _arguments(row, place, wanted, units)
    if "seed" in wanted:
        low, high = row.number("low", 0.0), row.number("high", 1.0)
        if not low < high:
            raise Fault("given", f"low: {low:g} isn't below high, {high:g}")
        play = _Play(text, place.folder, arguments, (low, high))
        return Sample(play, low, high, mirrored=False, label="scores", block=_AT_ONCE)
    found = _called(text, function, arguments)
    if isinstance(found, Solved):
        return _of_chance(row, place, found)
    if isinstance(found, Simulated):
        raise Fault("measure", f"{printable(text)} simulates; {_MEND}")
    if isinstance(found, Estimate):
        raise Fault("measure", f"{printable(text)} returns an estimate, {found!r}; {_MEND}")
    if "chance" in row.given and "chance" not in wanted:
        raise Fault(
            "given", f"chance: {printable(text)} doesn't return what solve found; leave it out"
        )
    if isinstance(found, Distribution):
        return Exact(found.mean, found, "what it returns")
    if isinstance(found, numbers.Real | np.bool_):
        return Exact(float(found))
    raise Fault(
        "measure",
        f"{printable(text)} returns {printable(told(found, repr))}; it must be a number, a "
        f"Distribution or what solve returns",
    )


def _function(text, folder):
    try:
        function = loaded(text, folder)
    except ValueError as error:
        raise Fault("measure", str(error)) from None
    if not callable(function):
        raise Fault("measure", f"'{printable(text)}' is no function")
    return function


def _arguments(row, place, wanted, units=None):
    """The arguments for a function: {name: value}."""
    any_name = any(one.kind is one.VAR_KEYWORD for one in wanted.values())
    found = {}
    for name, cell in (("first", row.first), ("second", row.second)):
        if cell and name not in wanted:
            raise Fault(name, f"{printable(row.measure)} takes no {name}; leave the cell empty")
        if cell:
            found[name] = cell
    for name, value in row.given.items():
        if name == "units" or (name in _OURS and name not in wanted):
            continue
        if name in _DRAWN or not (any_name or name in wanted):
            names = [one for one in wanted if one not in (*_DRAWN, "first", "second")]
            raise unknown("given", name, names, row.measure)
        found[name] = _value(value)
    if "units" in wanted:
        found["units"] = units_of(row, place) if units is None else units
    missing = [
        name
        for name, one in wanted.items()
        if one.default is one.empty
        and one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
        and name not in (*found, *_DRAWN)
    ]
    if missing:
        raise Fault("given", f"{printable(row.measure)} wants {missing[0]}; write {missing[0]}=...")
    return found


def _value(text):
    if text.isdecimal() and len(text) < 16:
        return int(text)
    try:
        return number_of("given", text)
    except Fault:
        return text


def _called(text, function, arguments):
    try:
        return function(**arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # No `Fault`: it couldn't come back from another process.
        raise ValueError(f"measure: {printable(text)} fails ({why(error)})") from None


def _of_chance(row, place, found):
    if "chance" not in row.given:
        raise Fault(
            "given",
            "chance: say which, by a function of an end state in the same file: chance=name",
        )
    when = _function(f"{row.measure.rpartition(':')[0]}:{row.given['chance']}", place.folder)
    return Exact(
        found.chance(when), found.steps if np.isfinite(found.mean_steps) else None, "steps"
    )


@dataclass(frozen=True)
class _Play:
    """A sampler as `Sample` calls it; it holds the function's name, as processes load it anew."""

    text: str
    folder: object
    arguments: dict = field(hash=False)
    range: tuple

    def __call__(self, exchanged, seed, battles):
        function = _kept(self.text, self.folder)
        given = _called(self.text, function, self.arguments | {"seed": seed, "runs": battles})
        scores = np.asarray(given, float)
        low, high = self.range
        if scores.shape != (battles,) or not ((scores >= low) & (scores <= high)).all():
            raise ValueError(
                f"{self.text}: {battles} scores from {low:g} to {high:g} were asked for, an array; "
                f"set low and high where they lie elsewhere"
            )
        return scores, scores


_kept = lru_cache(maxsize=16)(loaded)


SYSTEM = System("python", {"file.py:function": "number"}, _OURS, questions, own=True)
