"""What a number is worth: its steps, the value that gives what is wanted, and breakpoints.

What changes of numbers mend of a charter stands in `charter`.
"""

import numpy as np

from combat import questions
from combat import units as fights
from combat.core.words import many
from combat.units import views
from combat.workbook import Answer, charts, choice, slider
from combat.workbook.charts.palette import BLACK
from combat.workbook.panels.common import (
    columns_of,
    number_of,
    observing,
    one_of,
    rule_of,
    values_of,
)
from combat.workbook.panels.game import cached

_LEAST = 0.02  # of the scale of a map in which no number matters
NOTHING = 1e-9  # an effect below this is rounding
_ATTACKERS = ["damage", "attack"]
_MOST_VALUES = 30  # to look for breakpoints among


def what_matters(game, *, unit=None, rule=None, **options):
    """Return a Panel of what a step of each number of a unit does to its mean score.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.what_matters(game, unit="Imp")
    Imp scores 4% against ...
    """

    def show(name, rule):
        effects = steps(game, name, rule)[["effect"]]
        now = views.field_score(game.units[name], game.units, game.rules[rule])
        change, most = effects.index[0], effects["effect"].iloc[0]
        told = f"{change} changes that most: {100 * most:+.1f} percentage points"
        pictures = [charts.rows(effects, effects=True, xlabel="change of the mean score")]
        if abs(most) < NOTHING:
            told, pictures = "no single step changes that", []
        return Answer(
            f"{name} scores {now:.0%} against the others; {told}.",
            *pictures,
            note="What a step of each number does to the score against all others.",
        )

    def controls():
        return {"name": one_of(game, "unit", unit), "rule": rule_of(game, rule)}

    return observing(game, show, controls, **{"cost": 30} | options)


@cached
def steps(game, name, rule):
    """Return what a step of each number of a unit does to its mean score."""
    found = views.what_matters(name, game.units, game.rules[rule])
    words = tuple(f"{column} " for column in _lacking(game))
    return found[[not change.startswith(words) for change in found.index]] if words else found


def numbers(game, *, rule=None, **options):
    """Return a Panel of what a step of each number is worth to each unit.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.numbers(game)
    A step of ...
    """

    def show(rule):
        found = all_steps(game, rule)
        mean = found.mean().sort_values(ascending=False)
        none = mean.index[mean.abs() < NOTHING]
        idle = ", ".join(f"{one} ({found.attrs['steps'][one]})" for one in none)
        most = max(_LEAST, found.abs().max(axis=None))
        drawn = charts.heat(found, limits=(-most, most), spec="+.1f", scale=100, xlabel="a step of")
        return Answer(
            most_worth(mean),
            *[drawn] * (len(none) < len(mean)),
            note=(f"A step of {idle} changes nothing here. " if idle else "") + "What a "
            "step of each number does to a unit's mean score, in percentage points.",
        )

    return observing(game, show, lambda: {"rule": rule_of(game, rule)}, **{"cost": 200} | options)


def most_worth(mean):
    """Return in a sentence which number's step is worth most; mean: over all units, falling."""
    if mean.iloc[0] < NOTHING:
        return "No step of a single number changes who wins."
    return (
        f"A step of {mean.index[0]} is worth most: {100 * mean.iloc[0]:+.1f} percentage points of "
        f"the mean score, averaged over all units."
    )


@cached
def all_steps(game, rule):
    """Return what a step of each number does to each unit's mean score."""
    found = views.which_numbers_count(game.units, game.rules[rule])
    return found.drop(columns=_lacking(game), errors="ignore")


def _lacking(game):
    """The workbook's columns that the game's sheet doesn't have."""
    reading = game.units.reading
    if reading is None:
        return []
    return [column for column in ("armor", "speed") if column not in {*reading["as"]}]


def seek(game, *, unit=None, against=None, columns=None, wanted=0.55, rule=None, **options):
    """Return a Panel that finds the least value of one number with which a unit scores enough.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.seek(game, unit="Imp", columns=["hp"])
    Imp ...
    """

    def show(who, whom, column, wanted, rule):
        known = curve(game, who, whom, rule, column)
        found = answer(game, who, whom, rule, column, wanted)
        return Answer(
            f"{who} against {whom}, {column}: {found}.",
            charts.lines(
                known.assign(wanted=wanted),
                guides=["wanted"],
                mark=found.value if found.reached else None,
                xlabel=f"{column} of {who}",
            ),
            note="The chance to win, to lose, and the score, by one number: a draw is half a win.",
        )

    def controls():
        who = one_of(game, "who", unit, exported=2)
        known = columns_of(game, columns) if columns else counted(game, who.value, rule)
        return {
            "who": who,
            "whom": one_of(game, "against", against, unlike=who.value, exported=2),
            "column": choice("which number", known, exported=known[:4]),
            "wanted": slider("score wanted", 0.05, 0.95, wanted, step=0.05, percent=True),
            "rule": rule_of(game, rule),
        }

    return observing(game, show, controls, **{"cost": 15} | options)


def counted(game, who, rule=None):
    """Return the numbers of a unit that can be moved, those that count under a rule first."""
    known = columns_of(game)
    try:
        effects = steps(game, who, rule or next(iter(game.rules)))["effect"]
    except ValueError:
        return known
    moving = {step.rpartition(" ")[0] for step, by in effects.items() if abs(by) > NOTHING}
    return sorted(known, key=lambda column: column not in moving)


@cached
def curve(game, who, whom, rule, column):
    """Return how a unit fares against another for each value of one of its numbers."""
    values = values_of(game, column)
    return views.outcomes_by(game.units[who], game.units[whom], game.rules[rule], column, values)


def answer(game, who, whom, rule, column, wanted):
    """Return the answer of `combat.questions.seek` among the whole numbers along the curve."""
    known = curve(game, who, whom, rule, column)["score"]

    def score(value):
        if value in known.index:
            return known[value]
        sides = game.units[who], game.units[whom]
        return views.outcomes_by(*sides, game.rules[rule], column, [value])["score"].iloc[0]

    return questions.seek(score, wanted, known.index[0], known.index[-1], whole=True)


def breakpoints(game, *, unit=None, against=None, rule=None, **options):
    """Return a Panel of the blows that a kill takes, by a number of either side.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.breakpoints(game, unit="Imp")
    Imp ...
    """

    def show(who, whom, column, rule):
        table = blows(game, who, whom, rule, column)
        needed = table[["median", "late"]].set_axis(["half fallen", "9 of 10 fallen"], axis=1)
        if certain(table):
            needed = table[["median"]].set_axis(["blows"], axis=1)
        at = table.loc[table["breakpoint"], "median"].rename("breakpoint")
        most = needed.to_numpy()[np.isfinite(needed)].max(initial=0)
        return Answer(
            breakpoint_in_words(game, who, whom, column, table),
            charts.steps(
                needed,
                percent="",
                ylim=(0, max(30, 1.05 * most)),
                xlabel=f"{column} (points)",
                ylabel="blows to kill",
            )
            + charts.points(at, colors={"breakpoint": BLACK}),
            note="Damage and attack are the attacker's, armor and defense the target's.",
        )

    def controls():
        known = columns_of(game, [*_ATTACKERS, "armor", "defense"])
        who = one_of(game, "who strikes", unit, exported=3)
        return {
            "who": who,
            "whom": one_of(game, "whom", against, unlike=who.value, exported=2),
            "column": choice("which number", known, exported=known[:3]),
            "rule": rule_of(game, rule),
        }

    return observing(game, show, controls, **{"cost": 11} | options)


def breakpoint_in_words(game, who, whom, column, table):
    """Return how many blows a kill takes, and the next value of a number at which that changes."""
    now = number_of(game.units[who if column in _ATTACKERS else whom], column)
    needed = table["median"].loc[now]
    if "fought" in table.attrs:  # by turns, whoever wins
        told = f"{who} and {whom} fight for {many(int(needed), 'turn')} in half of all cases"
    else:
        blows = "no number of blows" if np.isinf(needed) else many(int(needed), "blow")
        told = f"{who} fells {whom} with {blows}" + " in half of all cases" * (not certain(table))
    later = [value for value in table.index[table["breakpoint"]] if value > now]
    if not later:
        return f"{told}; more {column} changes nothing."
    return f"{told}; {column} {later[0]:.4g} in place of {now:.4g} changes that."


def certain(table):
    """Return whether each kill takes as many blows whatever the dice show."""
    return bool((table["fewest"] == table["mean"]).all())


@cached
def blows(game, who, whom, rule, column):
    """Return how many blows a kill takes, by each value of a number; of dice, their mean."""
    side = "attacker" if column in _ATTACKERS else "defender"
    attacker, defender = game.units[who], game.units[whom]
    now = number_of(attacker if side == "attacker" else defender, column)
    # Its own value is one of them, and dice stand between whole points: 3.5, 4.5.
    values = sorted({value + now % 1 for value in values_of(game, column, _MOST_VALUES)} | {now})
    how = {"of": side, "dice": True}
    return fights.breakpoints(attacker, defender, game.rules[rule], column, values, **how)
