"""Who is strong: in three sentences, in a panel with costs and the best mix, and in short.

A single duel, and the table of all of them, stand in `duels`.
"""

from itertools import pairwise
from math import comb

import numpy as np
import pandas as pd

from combat.core.words import minus, percent
from combat.ranking import equilibrium, ladder_and_circle, win_rates
from combat.ranking import strength as strengths
from combat.units.views import ranked
from combat.workbook import Answer, Table, charts
from combat.workbook.panels.common import observing, rule_of, scores, tables
from combat.workbook.panels.game import cached
from combat.workbook.panels.worth import all_steps, most_worth

_EVEN = 0.005  # of a score, within which neither of two is ahead
_LEAST_TURN = 4 * _EVEN  # in log-odds, which near an even score are four times as much
_LITTLE = 0.01  # of all leads, that go round
HELPLESS = "can't hurt each other"
_SURE = 0.99
_DECIDED = 1e-9  # a smaller chance of anything else is rounding
_IN_WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FORMATS = {"strength": ".2f", "rate": ".0%", "cost": ".0f", "for cost": ".2f", "share": ".0%"}
MOST_STEPS = 60  # units: beyond them a step of every number takes minutes


def endless(duels):
    """Return in which duels neither can hurt the other, so that they never end: a frame.

    duels: the frames of `combat.units.matrices`.
    """
    return np.isinf(duels["turns"]) & (duels["win"] == 0) & (duels["lead"] == 0)


def verdict(scores, duels=None):
    """Return who stands at the top and at the bottom, which pair is closest, and what goes round.

    scores: the score of each unit against each, a frame. duels: as for `near_even`.

    >>> from combat.units import Unit, Units, matrix
    >>> imp = Unit("Imp", hp=2, attack=9, defense=9, damage=1)
    >>> verdict(matrix(Units([imp, imp.changed(name="Ogre", hp=5)]), measure="score"))
    'Ogre beats Imp, 95.7% of all duels.'
    """
    return " ".join(verdict_parts(scores, duels)).strip()


def verdict_parts(scores, duels):
    """Return it as (who is first and who is last, what else is worth knowing)."""
    if len(scores) < 2:
        return "", ""
    rates = win_rates(scores, attacks=_row_attacks(scores))
    names = list(strengths(rates).index)
    if len(names) == 2:
        one, other = names
        score = rates.loc[one, other]
        if score < 0.5 + _EVEN:
            how = HELPLESS if _many_helpless(duels) else "are even"
            return f"{one} and {other} {how}.", ""
        return f"{one} beats {other}, {percent(score)} of all duels.", ""
    top, bottom = (_standing(rates, name) for name in (names[0], names[-1]))
    found = _many_helpless(duels)
    idle = f"; {found:,} of {comb(len(scores), 2):,} pairs {HELPLESS}" if found else ""
    return f"{top}; {bottom}{idle}.", f"{_closest(near_even(scores, duels))} {_circle(rates)}"


def _row_attacks(scores):
    """Whether a frame of `combat.units.matrix` says that the row's unit attacks."""
    return scores.attrs.get("attacks", False)


def _many_helpless(duels):
    """How many pairs can't hurt each other."""
    if duels is None:
        return 0
    found = endless(duels).to_numpy()
    return int(np.triu(found & found.T, 1).sum())


def near_even(scores, duels=None):
    """Return the score of the stronger in each pair whose duel luck decides, nearest to even first.

    A Series by (stronger, weaker). Where the row attacks, it is the mean of both roles. duels: the
    frames of `combat.units.matrices`; without them a duel that always ends in a draw, or never,
    can't be told from an even one.
    """
    row, column = np.triu_indices(len(scores), 1)
    attacks = _row_attacks(scores)  # then a cell and its mirror are two duels
    ahead = (win_rates(scores, attacks=True) if attacks else scores).to_numpy()[row, column]
    score = np.maximum(ahead, 1 - ahead)
    surest = score
    if attacks:
        sure = np.abs(scores.to_numpy() - 0.5) + 0.5
        surest = np.minimum(sure[row, column], sure[column, row])
    elif duels is not None:
        wins = duels["win"]
        won, lost = wins.to_numpy()[row, column], wins.to_numpy()[column, row]
        surest = np.max([won, lost, 1 - won - lost], axis=0)
    stronger = np.where(ahead >= 0.5, row, column)
    names = scores.index[stronger], scores.index[row + column - stronger]
    found = pd.Series(score, pd.MultiIndex.from_arrays(names), name="score")
    return found[surest < 1 - _DECIDED].sort_values(kind="stable")


@cached
def without_luck(game, rule):
    """Return whether luck decides no duel."""
    duels = tables(game, rule)
    return near_even(duels["score"], duels).empty


@cached
def margins(game, rule):
    """Return what the winner of each duel has left, as a share; below 0 where the column's wins."""
    full = np.array([unit.hp for unit in game.units], float)
    left = tables(game, rule)["left"] / full[:, None]
    return left - left.to_numpy().T


def _closest(near):
    """Which duel is nearest to even, in words."""
    if near.empty:
        return "Luck decides no duel."
    if near.iloc[0] > _SURE:
        return "In each duel the winner is all but sure."
    one, other = near.index[0]
    return f"Closest: {one} against {other}, {percent(near.iloc[0], 0)}."


def _standing(scores, name):
    """How many others a unit beats, in words."""
    ahead = scores.loc[name].drop(name)
    beaten, lost = int((ahead > 0.5 + _EVEN).sum()), int((ahead < 0.5 - _EVEN).sum())
    if beaten == len(ahead):
        return f"{name} beats " + ("both others" if beaten == 2 else f"all {_count(beaten)} others")
    if lost == len(ahead):
        return f"{name} loses to {'both' if lost == 2 else 'all'}"
    return f"{name} beats {_count(beaten)} of {_count(len(ahead))}"


def _count(many):
    return _IN_WORDS[many] if many < len(_IN_WORDS) else f"{many:,}"


def _circle(scores):
    found = ladder_and_circle(scores, triples=1)
    triples = found.triples[found.triples["turn"] > _LEAST_TURN]
    if triples.empty:
        return "No three units go round like rock, paper, scissors."
    around = triples.iloc[0][["first", "second", "third", "first"]]
    told = ", ".join(f"{one} beats {other}" for one, other in pairwise(around))
    whole = " in a game that is otherwise a ladder" * (found.circle_share < _LITTLE)
    return f"{told}: as rock, paper, scissors{whole}."


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

    return observing(game, show, lambda: {"rule": rule_of(game, rule)}, **{"cost": 13} | options)


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


class Summary:
    """Sentences about a game, as a list."""

    def __init__(self, lines):
        self.lines = [minus(line) for line in lines]

    def __repr__(self):
        return "\n".join(self.lines)

    def _repr_markdown_(self):
        return "\n".join(f"- {line}" for line in self.lines)


def summary(game, rule=None):
    """Return a `Summary`: who wins, who is worth the cost in duels, which number counts.

    rule: the name of one of the game's rules.

    >>> from combat.workbook import Game, panels
    >>> game = Game(b"name,hp,attack,defense,damage\\nImp,2,9,9,1\\nOgre,5,9,9,1\\n", "mine.csv")
    >>> panels.summary(game)
    2 units. By the rule 'ratio', guessed from the numbers; --rules (in Python rules=) names ...
    Ogre beats Imp, 95.7% of all duels.
    A step of ...
    """
    rule = rule or next(iter(game.rules))
    found = [f"{len(game.units)} units. {game.guessed or f'By {rule}'}.", *_lines(game, rule)]
    return Summary([*found, *(f"{line}." for line in game.warnings)])


def _lines(game, rule):
    try:
        duels = tables(game, rule)
        yield verdict(duels["score"], duels)
        found = ranking(game, rule)
        if "for cost" in found and found["for cost"].notna().any():
            worth = found["for cost"].dropna().sort_values(ascending=False)
            yield (
                f"By duels alone {worth.index[0]} is worth most for its cost, {worth.index[-1]} "
                f"least; armies of one price may say otherwise."
            )
        if len(game.units) <= MOST_STEPS:
            mean = all_steps(game, rule).mean().sort_values(ascending=False)
            yield most_worth(mean)
    except ValueError as error:
        yield f"{error}."
