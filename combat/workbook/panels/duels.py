"""Two units in a duel, and all against all."""

from functools import partial
from itertools import combinations

import pandas as pd

from combat import units as fights
from combat.core.words import percent
from combat.ranking import ladder_and_circle, strength
from combat.units import advice
from combat.workbook import charts, choice
from combat.workbook.charts.palette import EDGE
from combat.workbook.panels.choices import one_of, rule_of
from combat.workbook.panels.game import kept
from combat.workbook.panels.scores import scores
from combat.workbook.panels.watching import watching


def duel(game, *, first=None, second=None, rule=None, **parts):
    """Return a Panel of one duel: who wins, how long it takes, what is left of who stands.

    first, second, rule: what is shown at first; of several names, the first that the game has, and
    a page offers them all.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.duel(game)
    A duel. The dotted line is the mean; one duel in 10,000 takes longer. Ogre wins ...
    """
    shown = [
        charts.named_bars(partial(who_wins, game), by="side", title="Who wins"),
        charts.distribution(
            partial(how_long, game),
            title="How long it takes",
            colors={"chance": EDGE},  # blue is the first unit's
            xlabel="turns",
            ylim=lambda first, second, rule: charts.room(how_long(game, first, second, rule)),
        ),
        charts.lines(
            partial(points_left, game),
            title="What is left of who stands",
            xlabel="hit points",
            ylim=lambda first, second, rule: charts.room(points_left(game, first, second, rule)),
        ),
    ]

    def controls():
        one = one_of(game, "first", first)
        return {
            "first": one,
            "second": one_of(game, "second", second, unlike=one.value),
            "rule": rule_of(game, rule),
        }

    looks = {
        "caption": "A duel. The dotted line is the mean; one duel in 10,000 takes longer.",
        "words": lambda first, second, rule: str(fought(game, first, second, rule)),
        "size": (10.4, 3.4),
    }
    panel = watching(game, shown, controls, **looks | parts)
    game.opens = game.opens or panel
    return panel


@kept
def fought(game, first, second, rule):
    """Return the `Odds` of two units' duel."""
    return fights.duel(game.units[first], game.units[second], game.rules[rule])


def who_wins(game, first, second, rule):
    """Return the chances of a duel's ends, by whom they are good for."""
    found = fought(game, first, second, rule)
    chances = [found.first, found.second, found.both]
    names = [f"1. {first}", f"2. {second}", "both fall"]
    return pd.DataFrame({"chance": chances, "side": ["first", "second", "draw"]}, names)


def how_long(game, first, second, rule):
    """Return the chances of a duel's numbers of turns."""
    turns = fought(game, first, second, rule).turns
    chances = pd.Series(turns.chances, turns.values, name="chance")
    return chances.loc[: turns.quantile(0.9999)]


def points_left(game, first, second, rule):
    """Return the chances of the hit points that either side has left if it stands."""
    left = fought(game, first, second, rule).left
    sides = [pd.Series(one.chances, one.values) for one in left]
    names = [f"1. {first}", f"2. {second}"]
    shown = pd.concat(sides, axis=1, keys=names).fillna(0).sort_index()
    return shown[shown.index > 0]


def table(game, *, rule=None, **parts):
    """Return a Panel of all duels, one unit a row and one a column.

    A click on a cell opens it in the game's first `duel` panel; opens=None turns that off.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.table(game)
    The chance to win each duel, a draw half a win. 100% ladder, 0% circle.
    """
    picks = ("first", "second") if parts.get("opens", game.opens) else ()
    shown = charts.heat(partial(in_order, game), xlabel="against", picks=picks)

    def controls():
        return {"rule": rule_of(game, rule), "order": choice("order", ["strength", "the file's"])}

    looks = {
        "quick": True,
        "caption": "The chance to win each duel, a draw half a win.",
        "words": partial(table_in_words, game),
        "size": (9.4, 5.4),
        "opens": game.opens,
    }
    return watching(game, shown, controls, **looks | parts)


def in_order(game, rule, order):
    """Return the table of scores, the strongest first or as the units stand in their file."""
    found = scores(game, rule)
    names = strength(found).index if order == "strength" else found.index
    return found.loc[names, names]


def closest(game, *, rule=None, most=12, **parts):
    """Return a Panel of the pairs whose duels are nearest to an even match.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.closest(game)
    The score of the stronger in each pair, a draw half a win. Nearest to an even match: ...
    """
    shown = charts.named_bars(partial(near_even, game, most), labels="axis")
    looks = {
        "caption": "The score of the stronger in each pair, a draw half a win.",
        "words": partial(near_even_in_words, game, most),
        "size": (8.2, 3.6),
    }
    return watching(game, shown, lambda: {"rule": rule_of(game, rule)}, **looks | parts)


def near_even(game, most, rule):
    """Return the scores of the pairs nearest to even: of the stronger against the weaker."""
    table = scores(game, rule)
    found = {
        f"{one} – {other}" if ahead >= 0.5 else f"{other} – {one}": max(ahead, 1 - ahead)
        for one, other in combinations(table.index, 2)
        for ahead in [table.loc[one, other]]
    }
    return pd.Series(found, name="score").sort_values(kind="stable").head(most).to_frame()


def near_even_in_words(game, most, rule):
    """Return the pair nearest to an even match."""
    found = near_even(game, most, rule)["score"]
    return f"Nearest to an even match: {found.index[0]}, {percent(found.iloc[0])}."


def table_in_words(game, rule):
    """Return what goes round in the table, and what should be known before trusting it."""
    told = advice(game.units, game.rules[rule])
    return ". ".join([str(ladder_and_circle(scores(game, rule))), *told]) + "."
