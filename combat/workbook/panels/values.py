"""Which value of a number gives what is wanted, and at which values a kill takes a blow less."""

from functools import partial

import numpy as np

from combat import questions
from combat import units as fights
from combat.units.views import outcomes_by
from combat.workbook import charts, choice, slider
from combat.workbook.panels.choices import columns_of, one_of, rule_of, values_of
from combat.workbook.panels.game import kept
from combat.workbook.panels.steps import NOTHING, steps
from combat.workbook.panels.watching import watching

_ATTACKERS = ["damage", "attack"]
_MOST_VALUES = 30  # to look for breakpoints among


def seek(game, *, unit=None, against=None, columns=None, wanted=0.55, rule=None, **parts):
    """Return a Panel that finds the least value of one number with which a unit scores enough.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.seek(game, unit="Imp", columns=["hp"])
    The chance to win, to lose, and the score, by one number: a draw is half a win. Imp ...
    """
    shown = charts.lines(
        partial(curve_and_goal, game),
        guides=["wanted"],
        mark=partial(needed, game),
        legend="beside",
        xlabel=lambda who, column: f"{column} of {who}",
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

    looks = {
        "caption": "The chance to win, to lose, and the score, by one number: a draw is half a "
        "win.",
        "words": lambda who, whom, rule, column, wanted: (
            f"{who} against {whom}, {column}: {answer(game, who, whom, rule, column, wanted)}."
        ),
        "size": (8.8, 3.2),
    }
    return watching(game, shown, controls, **looks | parts)


def counted(game, who, rule=None):
    """Return the numbers of a unit that can be moved, those that count under a rule first."""
    known = columns_of(game)
    try:
        effects = steps(game, who, rule or next(iter(game.rules)))["effect"]
    except ValueError:
        return known
    moving = {step.rpartition(" ")[0] for step, by in effects.items() if abs(by) > NOTHING}
    return sorted(known, key=lambda column: column not in moving)


@kept
def curve(game, who, whom, rule, column):
    """Return how a unit fares against another for each value of one of its numbers."""
    values = values_of(game, column)
    return outcomes_by(game.units[who], game.units[whom], game.rules[rule], column, values)


def curve_and_goal(game, who, whom, rule, column, wanted):
    """Return the same, and the score that is wanted."""
    return curve(game, who, whom, rule, column).assign(wanted=wanted)


def answer(game, who, whom, rule, column, wanted):
    """Return the answer of `combat.questions.seek` among the whole numbers along the curve."""
    known = curve(game, who, whom, rule, column)["score"]

    def score(value):
        if value in known.index:
            return known[value]
        return outcomes_by(game.units[who], game.units[whom], game.rules[rule], column, [value])[
            "score"
        ].iloc[0]

    return questions.seek(score, wanted, known.index[0], known.index[-1], whole=True)


def needed(game, who, whom, rule, column, wanted):
    """Return the value that is needed, None if none will do."""
    found = answer(game, who, whom, rule, column, wanted)
    return found.value if found.reached else None


def breakpoints(game, *, unit=None, against=None, rule=None, **parts):
    """Return a Panel of the blows that a kill takes, by a number of either side.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.breakpoints(game, unit="Imp")
    Damage and attack are those of who strikes, armor and defense of whom it meets. Imp ...
    """
    shown = charts.stairs(
        partial(blows_needed, game),
        percent="",
        ylim=partial(_room, game),
        xlabel=lambda column: f"{column} (points)",
        ylabel="blows to kill",
    ) + charts.points(partial(where_it_steps, game), percent="")

    def controls():
        known = columns_of(game, [*_ATTACKERS, "armor", "defense"])
        who = one_of(game, "who strikes", unit, exported=3)
        return {
            "who": who,
            "whom": one_of(game, "whom", against, unlike=who.value, exported=2),
            "column": choice("which number", known, exported=known[:3]),
            "rule": rule_of(game, rule),
        }

    looks = {
        "caption": "Damage and attack are those of who strikes, armor and defense of whom it "
        "meets.",
        "words": partial(steps_in_words, game),
        "size": (8.8, 3.2),
    }
    return watching(game, shown, controls, **looks | parts)


@kept
def blows(game, who, whom, rule, column):
    """Return how many blows a kill takes, by each value of a number."""
    side = "attacker" if column in _ATTACKERS else "defender"
    values = values_of(game, column, _MOST_VALUES)
    attacker, defender = game.units[who], game.units[whom]
    return fights.breakpoints(attacker, defender, game.rules[rule], column, values, of=side)


def blows_needed(game, who, whom, rule, column):
    """Return the blows within which half, and 9 of 10, of the targets have fallen."""
    table = blows(game, who, whom, rule, column)[["median", "late"]]
    return table.rename(columns={"median": "half fallen", "late": "9 of 10 fallen"})


def where_it_steps(game, who, whom, rule, column):
    """Return the values at which the median changes, with the median there."""
    table = blows(game, who, whom, rule, column)
    return table.loc[table["breakpoint"], "median"].rename("breakpoint")


def steps_in_words(game, who, whom, rule, column):
    """Return at which values the median of the blows changes."""
    at = where_it_steps(game, who, whom, rule, column).index
    if at.empty:
        return f"{who} against {whom}: no value of {column} changes the median of the blows."
    text = ", ".join(map(str, at))
    return f"{who} against {whom}: the median of the blows steps at {column} {text}."


def _room(game, who, whom, rule, column):
    found = blows_needed(game, who, whom, rule, column).to_numpy()
    return 0, max(30, 1.05 * found[np.isfinite(found)].max(initial=0))
