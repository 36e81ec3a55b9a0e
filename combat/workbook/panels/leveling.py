"""Two units level by level: whose growth wins, and where one falls behind."""

from functools import partial

import numpy as np
import pandas as pd

from combat.core.words import percent
from combat.units import turns_to_kill
from combat.units.round_robin import duel_tables
from combat.workbook import Answer, charts, choice
from combat.workbook.charts.palette import SIDES
from combat.workbook.panels.common import observing, pair_of
from combat.workbook.panels.game import cached

LEVELS = (1, 2, 3, 4, 5, 7, 10, 13, 16, 20)
_EVEN = 0.15  # of a score from a half, within which two levels are told as nearly even
_CHANCE, _TURNS = "chance to win", "turns"


def levels(game, *, first=None, second=None, rule=None, **options):
    """Return a Panel of a duel by own level and the foe's, as a map, and which levels are even.

    first, second, rule: what is shown at first. What grows stands in the cells of the sheet.

    >>> from combat.workbook import Game, panels
    >>> sheet = b"name,hp,attack,defense,damage\\nImp,2+level,9,9,1\\nOgre,5+2*level,9,9,1\\n"
    >>> panels.levels(Game(sheet, "mine.csv"), first="Imp", second="Ogre")
    Imp of level 13 is even with Ogre of level 5: 50.0%...
    """

    def show(first, second, rule, shown):
        found = by_levels(game, first, second, rule)
        scores = found["score"]
        if shown == _TURNS:
            most = found["turns"].replace(np.inf, np.nan).max(axis=None)
            drawn = charts.heat(found["turns"], limits=(0, most), spec=".1f")
        else:
            drawn = charts.heat(scores, diverging=True)
        told, *others = even_in_words(scores, first, second)
        what = f"{shown.capitalize()}, by the levels of both; a draw is half a win."
        return Answer(told, drawn, note=" ".join([*others, what]))

    def controls():
        shown = choice("shown", [_CHANCE, _TURNS])
        return {**pair_of(game, first, second, rule), "shown": shown}

    return observing(game, show, controls, **{"cost": 18} | options)


@cached
def grows(game):
    """Return whether the units have other numbers at another level."""
    try:
        now, then = (game.units.at(level) for level in LEVELS[:: len(LEVELS) - 1])
    except ValueError:  # they were made in code
        return False
    return [*now] != [unit.changed(level=1) for unit in then]


@cached
def by_levels(game, first, second, rule):
    """Return the frames of a duel by the levels of both: {"score" or "turns": frame}."""
    sides = [[game.units.at(level)[name] for level in LEVELS] for name in (first, second)]
    found = duel_tables(*sides, game.rules[rule])
    score = (1 + found["win"] - found["lose"]) / 2
    axes = pd.Index(LEVELS, name=f"level of {first}"), pd.Index(LEVELS, name=f"level of {second}")
    return {
        "score": pd.DataFrame(score, *axes),
        "turns": pd.DataFrame(found["turns"], *axes),
    }


def even_in_words(scores, first, second):
    """Return which levels of two units are nearest to even, and in a second sentence the others."""
    gaps = (scores - 0.5).abs()
    pairs = [(own, int(gaps.loc[own].idxmin())) for own in reversed(LEVELS)]
    even = sorted([pair for pair in pairs if gaps.loc[pair] <= _EVEN], key=lambda at: gaps.loc[at])
    if not even:
        ahead = first if scores.to_numpy().mean() > 0.5 else second
        return [f"At no two levels are {first} and {second} even: {ahead} is ahead."]
    (own, other), *others = even
    nearly = "nearly " if gaps.loc[own, other] > _EVEN / 5 else ""
    score = percent(scores.loc[own, other])
    told = f"{first} of level {own} is {nearly}even with {second} of level {other}: {score}."
    more = ", ".join(f"{one} with {two}" for one, two in sorted(others, reverse=True))
    ends = f"{0.5 - _EVEN:.0%} and {0.5 + _EVEN:.0%}"
    return [told, f"Also between {ends}: {more}."] if others else [told]


def growth(game, *, unit=None, against=None, rule=None, **options):
    """Return a Panel of a unit against a foe of the same level: where it falls behind.

    >>> from combat.workbook import Game, panels
    >>> sheet = b"name,hp,attack,defense,damage\\nImp,2+level,9,9,1\\nOgre,5+2*level,9,9,1\\n"
    >>> panels.growth(Game(sheet, "mine.csv"), unit="Imp", against="Ogre")
    Imp ...
    """

    def show(first, second, rule):
        scores = pd.Series(
            np.diag(by_levels(game, first, second, rule)["score"]), pd.Index(LEVELS, name="level")
        )
        pictures = [charts.lines(scores.rename("score"), title=f"{first} against {second}")]
        if (turns := kills_of(game, first, second, rule)) is not None:
            colors = {"to kill": SIDES["first"], "to be killed": SIDES["second"]}
            pictures.append(charts.lines(turns, title="Turns", colors=colors, percent=""))
        early, late = scores.round(2).iloc[[0, -1]]  # as printed
        way = "falls behind" if late < early else "gains" if late > early else "keeps up"
        return Answer(
            f"{first} {way}: {early:.0%} against {second} at level 1, {late:.0%} at {LEVELS[-1]}.",
            *pictures,
            note="Both have the same level; a draw is half a win.",
        )

    controls = partial(pair_of, game, unit, against, rule, ("unit", "against"))
    return observing(game, show, controls, **options)


@cached
def kills_of(game, name, other, rule):
    """Return the mean turns to kill and to be killed by level; None for units with actions."""
    rules, rows = game.rules[rule], []
    for level in LEVELS:
        one, two = (game.units.at(level)[who] for who in (name, other))
        if one.actions or two.actions or rules.decided:
            return None
        rows.append([turns_to_kill(*pair, rules).mean for pair in ((one, two), (two, one))])
    index = pd.Index(LEVELS, name="level")
    return pd.DataFrame(rows, index, ["to kill", "to be killed"])
