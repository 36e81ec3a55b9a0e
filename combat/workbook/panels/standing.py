"""Who is strong, who is worth the cost, and which mix nobody can beat."""

from combat.ranking import equilibrium
from combat.units.views import ranked
from combat.workbook import Answer, Table, charts
from combat.workbook.panels.choices import rule_of
from combat.workbook.panels.game import cached
from combat.workbook.panels.observing import observing
from combat.workbook.panels.scores import scores

FORMATS = {"strength": ".2f", "rate": ".0%", "cost": ".0f", "for cost": ".2f", "share": ".0%"}


def strength(game, *, rule=None, **options):
    """Return a Panel of the mean scores, with strength, cost and the mix that nobody can beat.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.strength(game)
    The strongest first: Ogre, Imp. Against ...
    """

    def show(rule):
        found, best = ranking(game, rule), equilibrium(scores(game, rule))
        return Answer(
            in_order(found.index),
            charts.rows(found["rate"], title="Mean score against all"),
            table=Table(found, formats=FORMATS),
            note=f"Against an opponent who knows these chances it is best to bring "
            f"{mix_in_words(best)}. A draw is half a win.",
        )

    return observing(game, show, lambda: {"rule": rule_of(game, rule)}, **options)


def in_order(names):
    """Return the strongest units, and the weakest, in a sentence; names: by strength."""
    if len(names) < 5:
        return f"The strongest first: {', '.join(names)}."
    return f"Strongest: {', '.join(names[:3])}; weakest: {names[-1]}."


@cached
def ranking(game, rule):
    """Return the units by strength, with costs where the sheet has them."""
    units = game.units
    return ranked(scores(game, rule), units.frame["cost"] if "cost" in units.columns else None)


def mix_in_words(best):
    """Return an `Equilibrium`'s mix: who is fielded how often."""
    return ", ".join(f"{name} {best.mix[name]:.0%}" for name in best.fielded)
