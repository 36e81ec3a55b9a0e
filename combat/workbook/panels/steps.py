"""What a step of each number is worth, for one unit and for all of them."""

from combat.units import views
from combat.workbook import Answer, charts
from combat.workbook.panels.choices import one_of, rule_of
from combat.workbook.panels.game import cached
from combat.workbook.panels.observing import observing

_LEAST = 0.02  # of the scale of a map in which no number matters
NOTHING = 1e-9  # an effect below this is rounding


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

    return observing(game, show, controls, **options)


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
        idle = ", ".join(mean.index[mean.abs() < NOTHING])
        most = max(_LEAST, found.abs().max(axis=None))
        return Answer(
            most_worth(mean),
            charts.heat(found, limits=(-most, most), spec="+.1f", scale=100, xlabel="a step of"),
            note=(f"A step of {idle} changes nothing here. " if idle else "") + "What a "
            "step of each number does to a unit's mean score, in percentage points.",
        )

    return observing(game, show, lambda: {"rule": rule_of(game, rule)}, **options)


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
