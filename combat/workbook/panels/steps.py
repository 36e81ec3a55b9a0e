"""What a step of each number is worth, for one unit and for all of them."""

from functools import partial

from combat.units import views
from combat.workbook import charts
from combat.workbook.panels.choices import one_of, rule_of
from combat.workbook.panels.game import kept
from combat.workbook.panels.watching import watching

_LEAST = 0.02  # of the scale of a map in which no number matters
NOTHING = 1e-9  # an effect below this is rounding


def what_matters(game, *, unit=None, rule=None, **parts):
    """Return a Panel of what a step of each number of a unit does to its mean score.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.what_matters(game, unit="Imp")
    What a step of each number does to the score against all others. Imp scores 4% against ...
    """
    shown = charts.tornado(partial(steps, game), xlabel="change of the mean score")

    def controls():
        return {"name": one_of(game, "unit", unit), "rule": rule_of(game, rule)}

    looks = {
        "caption": "What a step of each number does to the score against all others.",
        "words": partial(steps_in_words, game),
        "size": (8.2, 3.6),
    }
    return watching(game, shown, controls, **looks | parts)


@kept
def steps(game, name, rule):
    """Return what a step of each number of a unit does to its mean score."""
    return views.what_matters(name, game.units, game.rules[rule])


def steps_in_words(game, name, rule):
    """Return a unit's mean score, and the three numbers that change it most."""
    effects = steps(game, name, rule)["effect"]
    now = views.field_score(game.units[name], game.units, game.rules[rule])
    (change, most), *others = effects.head(3).items()
    text = "; ".join(f"{other} {100 * effect:+.1f}" for other, effect in others)
    return (
        f"{name} scores {now:.0%} against the others; {change} changes that most: "
        f"{100 * most:+.1f} percentage points. Then {text}."
    )


def numbers(game, *, rule=None, **parts):
    """Return a Panel of what a step of each number is worth to each unit.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.numbers(game)
    What a step of each number does to a unit's mean score, in percentage points. On ...
    """
    shown = charts.heat(
        partial(all_steps, game),
        limits=partial(limits, game),
        center=0,
        spec="+.1f",
        scale=100,
        xlabel="a step of",
    )
    looks = {
        "caption": "What a step of each number does to a unit's mean score, in percentage points.",
        "words": partial(all_steps_in_words, game),
        "size": (9.4, 5.0),
    }
    return watching(game, shown, lambda: {"rule": rule_of(game, rule)}, **looks | parts)


@kept
def all_steps(game, rule):
    """Return what a step of each number does to each unit's mean score."""
    return views.which_numbers_count(game.units, game.rules[rule])


def limits(game, rule):
    """Return the ends of the map's colours."""
    most = max(_LEAST, all_steps(game, rule).abs().max(axis=None))
    return -most, most


def all_steps_in_words(game, rule):
    """Return which number's step is worth most on average, and which count for nothing."""
    mean = all_steps(game, rule).mean().sort_values(ascending=False)
    idle = ", ".join(mean.index[mean.abs() < NOTHING])
    text = f"On average over all units a step of {mean.index[0]} is worth most: "
    text += f"{100 * mean.iloc[0]:+.1f} points."
    return text + (f" By this rule {idle} count for nothing." if idle else "")
