"""Who is strong, who is worth the cost, and which mix nobody can beat."""

from functools import partial

from combat.ranking import equilibrium
from combat.units.views import ranked
from combat.workbook import Table, charts
from combat.workbook.panels.choices import rule_of
from combat.workbook.panels.game import kept
from combat.workbook.panels.scores import scores
from combat.workbook.panels.watching import watching

FORMATS = {"strength": ".2f", "rate": ".0%", "cost": ".0f", "for cost": ".2f", "share": ".0%"}


def strength(game, *, rule=None, **parts):
    """Return a Panel of the mean scores, with strength, cost and the mix that nobody can beat.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.strength(game)
    Each duel of the table, a draw half a win. Strongest: Ogre, Imp; weakest: Imp. Who ...
    """
    shown = charts.named_bars(partial(rates, game), labels="axis", title="Mean score against all")
    looks = {
        "caption": "Each duel of the table, a draw half a win.",
        "words": partial(ranking_in_words, game),
        "table": lambda rule: Table(ranking(game, rule), formats=FORMATS),
        "size": (8.2, max(2.2, min(9.0, 0.6 + 0.26 * len(game.units)))),
    }
    return watching(game, shown, lambda: {"rule": rule_of(game, rule)}, **looks | parts)


@kept
def ranking(game, rule):
    """Return the units by strength, with costs where the sheet has them."""
    units = game.units
    return ranked(scores(game, rule), units.frame["cost"] if "cost" in units.columns else None)


def rates(game, rule):
    """Return the mean score of each unit."""
    return ranking(game, rule)[["rate"]]


def ranking_in_words(game, rule):
    """Return who is strongest and weakest, and the mix of who knows the table."""
    top, best = ranking(game, rule)["strength"], equilibrium(scores(game, rule))
    return (
        f"Strongest: {', '.join(top.index[:3])}; weakest: {top.index[-1]}. Who knows the table "
        f"fields: {mix_in_words(best)}."
    )


def mix_in_words(best):
    """Return an `Equilibrium`'s mix: who is fielded how often."""
    return ", ".join(f"{name} {best.mix[name]:.0%}" for name in best.fielded)
