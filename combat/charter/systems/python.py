"""Your own function in a charter: a whole day, a campaign, a simulator you already have.

The measure is `file.py:function`, or a public function of this package, such as
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
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from combat.charter.cells import Fault, Row, cell, number, number_or_text, settings
from combat.charter.claim import Exact, Sample
from combat.charter.measures import Measure
from combat.charter.place import file_of, pooled, units_of
from combat.core.own_code import loaded, told, why
from combat.core.words import printable, unknown
from combat.dice import Distribution
from combat.markov import Estimate, Simulated, Solved

# Settings of the charter's own, not passed to a function that doesn't ask for them.
OURS = ("file", "sheet", "units", "chance", "low", "high")
_DRAWN = ("seed", "runs")
_AT_ONCE = 500  # runs in one call of a sampler


def measure_of(cells):
    """Return the `Measure` of a row: its function; a chance if the band is in percent."""
    unit = "chance" if "%" in cells["at least"] + cells["at most"] else "number"
    return Measure(cells["measure"], unit)


def settings_of(text):
    """Return the settings of a cell, as texts and as values; any name may be an argument's."""
    return settings(text, {}, other=number_or_text)


def questions(row, place):
    """Yield the one question of a row; the function runs only when it is answered."""
    text = row.measure.name
    with cell("measure"):
        if ":" not in text:
            raise ValueError(f"'{printable(text)}' names no function; write file.py:function")
        place.may_run(text)
    yield row.first, row.second, _Call(row, place)


@dataclass(frozen=True, eq=False)
class _Call:
    """A row's function, to be called; also a question of units, as of `systems.units`."""

    row: Row
    place: object
    names = None

    def __call__(self):
        return _answer(self.row, self.place)

    @property
    def question(self):
        """The call itself; None if its function takes no units."""
        if "units" not in inspect.signature(_function(self.row, self.place)).parameters:
            return None
        units_of(self.row, self.place)
        return self

    @property
    def file(self):
        """The file of the units, and its sheet."""
        return file_of(self.row, self.place)

    def by(self, units, place):
        """Return a function that answers by other units."""
        return lambda: _answer(self.row, place, pooled(self.row, units))


def _answer(row, place, units=None):
    """The `Exact` or the `Sample` of a function."""
    function, text = _function(row, place), printable(row.measure.name)
    wanted = inspect.signature(function).parameters
    arguments = _arguments(row, place, wanted, units)
    if "seed" in wanted:
        return _sample(row, place, arguments)
    found = _called(row.measure.name, function, arguments)
    if isinstance(found, Solved):
        return _of_chance(row, place, found)
    with cell("measure"):
        if isinstance(found, Simulated | Estimate):
            raise ValueError(
                f"{text} returns what was simulated; give it the parameters seed and runs"
            )
        if "chance" in row.given and "chance" not in wanted:
            what = f"chance: {text} doesn't return what solve found; leave it out"
            raise Fault("given", what)
        if isinstance(found, Distribution):
            return Exact(found.mean, found, "what it returns")
        if isinstance(found, numbers.Real | np.bool_):
            return Exact(float(found))
        raise ValueError(
            f"{text} returns {printable(told(found, repr))}; it must be a number, a Distribution "
            f"or what solve returns"
        )


def _sample(row, place, arguments):
    """The `Sample` of a function with a seed."""
    low, high = row.given.get("low", "0"), row.given.get("high", "1")
    with cell("given", "low"):
        low = number(low)
    with cell("given", "high"):
        high = number(high)
    if not low < high:
        raise Fault("given", f"low: {low:g} isn't below high, {high:g}")
    play = partial(_scores, row.measure.name, place.folder, arguments, (low, high))
    return Sample(play, low, high, mirrored=False, label="scores", block=_AT_ONCE)


def _function(row, place, name=""):
    """A row's function; name: another one in the same file."""
    text = f"{row.measure.name.rpartition(':')[0]}:{name}" if name else row.measure.name
    with cell("measure"):
        function = loaded(text, place.folder)
        if not callable(function):
            raise ValueError(f"'{printable(text)}' is no function")
    return function


def _arguments(row, place, wanted, units=None):
    """The arguments for a function: {name: value}."""
    text = printable(row.measure.name)
    any_name = any(one.kind is one.VAR_KEYWORD for one in wanted.values())
    found = {name: getattr(row, name) for name in ("first", "second") if getattr(row, name)}
    for name in found:
        if name not in wanted:
            raise Fault(name, f"{text} takes no {name}; leave the cell empty")
    for name, value in row.set.items():
        if name == "units" or (name in OURS and name not in wanted):
            continue
        if name in _DRAWN or not (any_name or name in wanted):
            names = [one for one in wanted if one not in (*_DRAWN, "first", "second")]
            raise Fault("given", unknown(name, names, row.measure.name))
        found[name] = value
    if "units" in wanted:
        found["units"] = units_of(row, place) if units is None else units
    for name, one in wanted.items():
        named = one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)
        if named and one.default is one.empty and name not in (*found, *_DRAWN):
            raise Fault("given", f"{text} wants {name}; write {name}=...")
    return found


def _called(text, function, arguments):
    try:
        return function(**arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        # No `Fault`: it couldn't come back from another process.
        raise ValueError(f"measure: {printable(text)} fails ({why(error)})") from None


def _of_chance(row, place, found):
    """The `Exact` chance of the end states that a function in the same file names."""
    if "chance" not in row.given:
        what = "say which, by a function of an end state in the same file: chance=name"
        raise Fault("given", f"chance: {what}")
    when = _function(row, place, row.given["chance"])
    steps = found.steps if np.isfinite(found.mean_steps) else None
    return Exact(found.chance(when), steps, "steps")


def _scores(text, folder, arguments, ends, _exchanged, seed, battles):
    """The scores of a sampler, by its name, as processes load it anew; and what is plotted."""
    given = _called(text, _kept(text, folder), arguments | {"seed": seed, "runs": battles})
    scores, (low, high) = np.asarray(given, float), ends
    if scores.shape != (battles,) or not ((scores >= low) & (scores <= high)).all():
        raise ValueError(
            f"{text}: {battles} scores from {low:g} to {high:g} were asked for, an array; set low "
            f"and high where they lie elsewhere"
        )
    return scores, scores


_kept = lru_cache(maxsize=16)(loaded)
