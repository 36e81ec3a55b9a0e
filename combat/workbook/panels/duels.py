"""Two units in a duel, and all against all."""

from functools import partial

import numpy as np
import pandas as pd

from combat import units as fights
from combat.core.words import listed, many, percent
from combat.units import advice
from combat.workbook import Answer, charts, choice
from combat.workbook.charts.palette import EDGE, SIDES
from combat.workbook.panels.common import observing, pair_of, rule_of, scores, tables
from combat.workbook.panels.game import Game, cached
from combat.workbook.panels.standing import (
    HELPLESS,
    endless,
    margins,
    near_even,
    ranking,
    verdict_parts,
    without_luck,
)

_MEAN, _BEST = "mean of all", "best by its mean"
_MOST_POINTS = 2000  # on a line: some three for each of its pixels


def duel(game, *, first=None, second=None, rule=None, **options):
    """Return a Panel of one duel: who wins, how long it takes, what is left of the winner.

    first, second, rule: what is shown at first; of several names, the first that the game has, and
    a page offers them all.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.duel(game)
    Ogre wins ...
    """

    def show(first, second, rule):
        found = fought(game, first, second, rule)
        if max(found.outcomes) == 1 and len(found.turns.values) == 1:
            return _sure(game, found, first, second)
        sides = {"first": f"1. {first}", "second": f"2. {second}", "draw": "both fall"}
        chances = [found.first, found.second, found.both]
        wins = pd.DataFrame({"chance": chances, "side": [*sides]}, [*sides.values()])
        turns = pd.Series(found.turns.chances, found.turns.values, name="chance")
        turns = turns.loc[: found.turns.quantile(0.9999)]
        return Answer(
            str(found),
            charts.rows(wins, by="side", title="Who wins"),
            charts.distribution(
                turns,
                title="How long it takes",
                colors={"chance": EDGE},  # blue is the first unit's
                xlabel="turns",
            ),
            *_left(found, first, second),
            note="The dotted line is the mean; one duel in 10,000 takes longer.",
        )

    turns = any(rules.duels_by_turns(game.units) for rules in game.rules.values())
    how = {"cost": 60 if turns else 6, "together": ("first", "second", "rule")}
    controls = partial(pair_of, game, first, second, rule)
    panel = observing(game, show, controls, **how | options)
    game.opens = game.opens or panel
    return panel


def _sure(game, found, first, second):
    """The answer for a duel that always ends in the same way."""
    full = [game.units[name].hp for name in (first, second)]
    left = [one.mean for one in found.left]
    turns = found.turns.mean
    turns = "never ends" if np.isinf(turns) else f"takes {many(int(turns), 'turn')}"
    told = f"Neither {first} nor {second} wins; it {turns}."
    if found.first or found.second:
        one, other = (first, second) if found.first else (second, first)
        told = f"{one} always beats {other}, with {max(left):g} hit points left; it {turns}."
    sides = [f"1. {first}", f"2. {second}"]
    shares = np.array(left) / full
    bars = pd.DataFrame({"left": shares, "side": ["first", "second"]}, sides)
    return Answer(told, charts.rows(bars, by="side", title="Share of the hit points left"))


def _left(found, *names):
    """A chart, in a list, of the hit points that each is left with; none if both always fall."""
    sides = zip(("first", "second"), names, found.left, strict=True)
    lines = {
        side: _line(pd.Series(one.chances, one.values, name=f"{number}. {name}"))
        for number, (side, name, one) in enumerate(sides, 1)
        if one.values[-1] > 0
    }
    if not lines:
        return []
    whose = "" if len(lines) == 2 else f": {next(iter(lines.values())).name[3:]}"
    defaults = {"title": f"Hit points left{whose}", "xlabel": "hit points"}
    defaults["ylim"] = charts.room(pd.concat(lines.values()))
    drawn = [
        charts.lines(one, colors={one.name: SIDES[side]}, **defaults) for side, one in lines.items()
    ]
    return [sum(drawn[1:], drawn[0])]


def _line(chances):
    """Chances by hit points above 0, with 0 for those that nobody can be left with."""
    chances = chances[(chances.index > 0) & (chances > 0)]
    if len(chances) < 2:
        return chances
    first, last = chances.index[[0, -1]]
    every = range(first, last + 1, np.gcd.reduce(np.diff(chances.index)))
    return chances.reindex(every, fill_value=0) if len(every) <= _MOST_POINTS else chances


@cached
def fought(game, first, second, rule):
    """Return the `Odds` of two units' duel."""
    return fights.duel(game.units[first], game.units[second], game.rules[rule])


def table(game, *, by=None, against=None, rule=None, **options):
    """Return a Panel of all duels, one unit a row and one a column.

    A click on a cell opens it in the game's first `duel` panel; opens=None turns that off. by: a
    column of texts, such as a slot of `loadouts`: rows and columns are its texts, and a cell is the
    mean of all duels of theirs, or of the row's best unit. against: another `Game`, or `Units`, in
    the columns, such as enemies against heroes; they fight by the game's rules.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.table(game)
    Ogre beats Imp, 95.7% of all duels. The chance to win each duel, a draw half a win.
    >>> panels.table(game, against=game.units.only("Imp"))
    Nobody stops Ogre: it wins 95% at least. ...
    """
    if by and against is not None:
        raise ValueError("by, against: a table has one of them; leave the other out")
    if against is not None:
        return _against(game, against, rule, options)
    if by:

        def choices():
            return {"rule": rule_of(game, rule), "cell": choice("cell", [_MEAN, _BEST])}

        return observing(game, partial(by_column, game, by), choices, **options)
    opened = options.pop("opens", game.opens)

    def show(rule, order):
        duels = tables(game, rule)
        found = duels["score"]
        names = ranking(game, rule).index if order == "strength" else found.index
        shown, how = found, {"diverging": True}
        what = "The chance to win each duel, a draw half a win"
        if without_luck(game, rule):
            shown, how = margins(game, rule), {"limits": (-1, 1), "spec": "+.0%"}
            what = "The share of its hit points that the winner has left, below 0 the column's"
        shown = shown.mask(endless(duels)).loc[names, names]
        told = advice(game.units, game.rules[rule])
        told += ["The row attacks"] * game.rules[rule].attacking
        told += [f"Grey: they {HELPLESS}"] * bool(shown.isna().any(axis=None))
        opens = ("first", "second") if opened else ()
        title, more = verdict_parts(found, duels)
        return Answer(
            title,
            charts.heat(shown, missing=HELPLESS, xlabel="against", opens=opens, **how),
            note=f"{more} {'. '.join(map(_begun, [*told, what]))}.".strip(),
        )

    def controls():
        return {"rule": rule_of(game, rule), "order": choice("order", ["strength", "the file's"])}

    return observing(game, show, controls, True, **{"cost": 40, "opens": opened} | options)


def _against(game, other, rule, options):
    """A Panel of the duels of a game's units, in rows, against those of another, in columns."""
    other = other if isinstance(other, Game) else Game(other)

    def show(rule):
        duels = tables(game, rule, other.units)
        shown = duels["win"].mask(endless(duels))
        told = ["The row attacks"] * game.rules[rule].attacking
        told += [f"Grey: they {HELPLESS}"] * bool(shown.isna().any(axis=None))
        stopped = duels["win"] < 0.5 - 1e-9  # less is rounding
        return Answer(
            _first_stop(duels["win"], stopped),
            charts.heat(shown, missing=HELPLESS, xlabel="against", diverging=True),
            note=". ".join([*told, "The row's chance to win", _who_stops(stopped)]),
        )

    how = {"cost": 40} | options
    panel = observing(game, show, lambda: {"rule": rule_of(game, rule)}, True, **how)
    other.observe(lambda: panel.renew(panel.controls), True)
    return panel


def _first_stop(wins, stopped):
    """The first that stops most rows; where nobody does, a row that nobody stops."""
    counts, free = stopped.sum(), wins.index[~stopped.any(axis=1)]
    if (most := counts[counts > len(wins) / 2]).size:
        return f"{most.index[0]} is the first that stops most units: {most.iloc[0]}."
    if free.size:
        return f"Nobody stops {free[0]}: it wins {percent(wins.loc[free[0]].min(), 0)} at least."
    return f"All are stopped, most by {counts.idxmax()}: {counts.max()}."


def _who_stops(stopped):
    """By whom each row is the first to be stopped, in a sentence."""
    by = stopped.idxmax(axis=1).where(stopped.any(axis=1), "nobody")
    said = [f"{one} stops {', '.join(by.index[by == one])}" for one in by.unique()]
    return f"Which column is the first to hold a row below 50%: {'; '.join(said)}."


def by_column(game, by, rule, cell):
    """Return the Answer of a table whose rows and columns are the texts in a column of units."""
    groups = pd.Series({unit.name: unit.more.get(by) for unit in game.units})
    if not groups.map(lambda text: isinstance(text, str)).all():
        known = [name for name, one in game.units[game.names[0]].more.items() if one == str(one)]
        raise ValueError(f"'{by}' is no column of texts: take one of {listed(known)}")
    groups = groups.replace("", "–")
    each = scores(game, rule).T.groupby(groups, sort=False).mean().T
    best = each.mean(axis=1).groupby(groups, sort=False).idxmax()
    found = each.loc[best].set_axis(best.index)
    found = found if cell == _BEST else each.groupby(groups, sort=False).mean()
    means = found.mean(axis=1).sort_values(ascending=False, kind="stable")
    return Answer(
        f"{means.index[0]} does best: {percent(means.iloc[0], 0)} on average.",
        charts.heat(found.loc[means.index, means.index], diverging=True, xlabel="against"),
        note=f"By {by}, of each row the {cell}, against all of the column. A draw is half a win.",
    )


def _begun(sentence):
    return sentence[:1].upper() + sentence[1:]


def closest(game, *, rule=None, most=12, **options):
    """Return a Panel of the pairs whose duels are nearest to an even match.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.closest(game)
    Nearest to an even match: ...
    """

    def show(rule):
        if without_luck(game, rule):
            return _by_margin(game, rule, most)
        duels = tables(game, rule)
        near = near_even(duels["score"], duels).head(most)
        near.index = [f"{one} – {other}" for one, other in near.index]
        return Answer(
            f"Nearest to an even match: {near.index[0]}, {percent(near.iloc[0])}.",
            charts.rows(near.to_frame()),
            note="The score of the stronger in each pair, a draw half a win. Duels without "
            "luck are left out.",
        )

    return observing(game, show, lambda: {"rule": rule_of(game, rule)}, **options)


def _by_margin(game, rule, most):
    """The answer of `closest` where no dice are rolled: by what the winner has left."""
    left = margins(game, rule).mask(endless(tables(game, rule)))
    row, column = np.nonzero(left.to_numpy() > 0)
    names = [
        f"{one} – {other}" for one, other in zip(left.index[row], left.columns[column], strict=True)
    ]
    near = pd.Series(left.to_numpy()[row, column], names, name="left").sort_values(kind="stable")
    if near.empty:
        return Answer("Nobody beats anybody.")
    near = near.head(most)
    one, _, other = near.index[0].partition(" – ")
    return Answer(
        f"The narrowest win: {one} beats {other} with {percent(near.iloc[0], 0)} left.",
        charts.rows(near.to_frame()),
        note="The share of its hit points that the winner has left; no dice are rolled.",
    )
