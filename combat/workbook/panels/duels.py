"""Two units in a duel, and all against all."""

from itertools import combinations

import numpy as np
import pandas as pd

from combat import units as fights
from combat.core.words import percent
from combat.ranking import strength
from combat.units import advice
from combat.workbook import Answer, charts, choice
from combat.workbook.charts.palette import EDGE, SIDES
from combat.workbook.panels.choices import one_of, rule_of
from combat.workbook.panels.game import kept
from combat.workbook.panels.scores import scores
from combat.workbook.panels.verdict import verdict
from combat.workbook.panels.watching import watching

_DECIDED = 1e-9  # a smaller chance of an upset is rounding
_MOST_POINTS = 2000  # on a line: some three for each of its pixels


def duel(game, *, first=None, second=None, rule=None, **parts):
    """Return a Panel of one duel: who wins, how long it takes, what is left of who stands.

    first, second, rule: what is shown at first; of several names, the first that the game has, and
    a page offers them all.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.duel(game)
    Ogre wins ...
    """

    def show(first, second, rule):
        found = fought(game, first, second, rule)
        sides = {"first": f"1. {first}", "second": f"2. {second}", "draw": "both fall"}
        chances = [found.first, found.second, found.both]
        wins = pd.DataFrame({"chance": chances, "side": [*sides]}, [*sides.values()])
        turns = pd.Series(found.turns.chances, found.turns.values, name="chance")
        turns = turns.loc[: found.turns.quantile(0.9999)]
        left = [pd.Series(one.chances, one.values) for one in found.left]
        left = pd.concat(left, axis=1, keys=[*sides.values()][:2]).fillna(0).sort_index()
        left = _filled(left[left.index > 0])
        return Answer(
            str(found),
            charts.rows(wins, by="side", title="Who wins"),
            charts.distribution(
                turns,
                title="How long it takes",
                colors={"chance": EDGE},  # blue is the first unit's
                xlabel="turns",
                ylim=charts.room(turns),
            ),
            *[
                charts.lines(
                    left,
                    title="What is left of who stands",
                    xlabel="hit points",
                    colors=dict(zip(left, (SIDES["first"], SIDES["second"]), strict=True)),
                    ylim=charts.room(left),
                )
            ][: len(left)],  # where both always fall there is nothing to draw
            note="The dotted line is the mean; one duel in 10,000 takes longer.",
        )

    def controls():
        one = one_of(game, "first", first)
        return {
            "first": one,
            "second": one_of(game, "second", second, unlike=one.value),
            "rule": rule_of(game, rule),
        }

    panel = watching(game, show, controls, **{"size": (10.4, 3.4)} | parts)
    game.opens = game.opens or panel
    return panel


def _filled(chances):
    """Chances by hit points, with 0 for the points between them that nobody can be left with."""
    points = chances.index.to_numpy()
    if len(points) < 2:
        return chances
    every = range(points[0], points[-1] + 1, np.gcd.reduce(np.diff(points)))
    return chances.reindex(every, fill_value=0) if len(every) <= _MOST_POINTS else chances


@kept
def fought(game, first, second, rule):
    """Return the `Odds` of two units' duel."""
    return fights.duel(game.units[first], game.units[second], game.rules[rule])


def table(game, *, rule=None, **parts):
    """Return a Panel of all duels, one unit a row and one a column.

    A click on a cell opens it in the game's first `duel` panel; opens=None turns that off.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.table(game)
    Ogre beats Imp, 95.7% of all duels. The chance to win each duel, a draw half a win.
    """
    opened = parts.pop("opens", game.opens)

    def show(rule, order):
        found = scores(game, rule)
        names = strength(found).index if order == "strength" else found.index
        told = [*advice(game.units, game.rules[rule]), "The chance to win each duel, a draw half"]
        opens = ("first", "second") if opened else ()
        return Answer(
            verdict(found),
            charts.heat(found.loc[names, names], xlabel="against", opens=opens),
            note=f"{'. '.join(map(_begun, told))} a win.",
        )

    def controls():
        return {"rule": rule_of(game, rule), "order": choice("order", ["strength", "the file's"])}

    looks = {"quick": True, "size": (9.4, 5.4), "opens": opened}
    return watching(game, show, controls, **looks | parts)


def _begun(sentence):
    return sentence[:1].upper() + sentence[1:]


def closest(game, *, rule=None, most=12, **parts):
    """Return a Panel of the pairs whose duels are nearest to an even match.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.closest(game)
    Nearest to an even match: ...
    """

    def show(rule):
        found = near_even(game, most, rule)
        if not len(found):
            return Answer("No duel is close: each is decided before it begins.")
        first = found["score"]
        return Answer(
            f"Nearest to an even match: {first.index[0]}, {percent(first.iloc[0])}.",
            charts.rows(found),
            note="The score of the stronger in each pair, a draw half a win. Duels without "
            "luck are left out.",
        )

    looks = {"size": (8.2, 3.6)}
    return watching(game, show, lambda: {"rule": rule_of(game, rule)}, **looks | parts)


def near_even(game, most, rule):
    """Return the scores of the pairs nearest to even, of the stronger; none that are decided."""
    table = scores(game, rule)
    found = {
        f"{one} – {other}" if ahead >= 0.5 else f"{other} – {one}": max(ahead, 1 - ahead)
        for one, other in combinations(table.index, 2)
        for ahead in [table.loc[one, other]]
    }
    near = pd.Series(found, name="score", dtype=float).sort_values(kind="stable").head(most)
    return near[near < 1 - _DECIDED].to_frame()
