"""What a step in one number of one unit does to a battle: to winning it, and to who falls."""

from functools import cache

import pandas as pd
from scipy.special import ndtri

from combat.core.checks import check_whole
from combat.units.battles.armies import army_of, match_up
from combat.units.battles.encounters import fallen, lost_by
from combat.units.number_steps import steps_of
from combat.units.rules import PLAIN

_WIDE = float(ndtri(0.975))  # standard errors to each side of a 95 % interval


def what_moves(army, other, rules=PLAIN, *, units, share=0.1, battles=1000, seed=0, **how):
    """Return what a step in each number of each unit does to a battle: a frame, greatest first.

    army, other: as for `battle`, of names of `units`. A step is that of `what_matters`: `share` of
    the mean over all units, of whole numbers one point at least. Index: "Knight: hp +2". Columns:
    win, the change of the chance that the first army wins, with low and high, the ends of its 95 %
    interval; lost, the change of how many of it fall on average. What is too large to be solved is
    fought so often, with the same dice before and after the step. how: targeting, max_rounds. A
    step that somebody can't fight with is left out. ValueError as for `battle`.

    >>> from combat.units import Unit, Units
    >>> knight = Unit("Knight", hp=20, attack=12, defense=10, damage="1d8")
    >>> units = Units([knight, Unit("Imp", hp=6, attack=10, defense=8, damage="1d4")])
    >>> what_moves({"Knight": 1}, {"Imp": 3}, units=units).round(3).head(2)
                      win    low   high   lost
    change
    Knight: armor +1  0.276  0.276  0.276 -0.276
    Imp: damage +1   -0.210 -0.210 -0.210  0.210
    """
    battles = int(check_whole("battles", battles, low=2))

    def meeting(units):
        return match_up(army_of(army, units), army_of(other, units), rules, **how)

    now = Ends(meeting(units), battles, seed)
    rows = {}
    for name in dict.fromkeys([*army, *other]):
        for change, stepped in steps_of(name, units, rules, share).items():
            try:
                then = Ends(meeting(stepped(units)), battles, seed)
            except ValueError:  # such as damage below 0
                continue
            rows[f"{name}: {change}"] = _difference(now, then)
    found = pd.DataFrame.from_dict(rows, "index", columns=["win", "low", "high", "lost"])
    return found.rename_axis("change").sort_values("win", key=abs, ascending=False, kind="stable")


class Ends:
    """How a battle ends: the chance that the first wins, and how many of it fall on average.

    exact: both, if it can be solved; else None. fought(): who falls and who wins, see `fallen`.
    """

    def __init__(self, met, battles, seed=0):
        odds = met.exact()
        lost = None if odds is None else lost_by(met, odds)
        self.exact = None if lost is None else (odds.first, lost[0])
        self.fought = cache(lambda: fallen(met, battles, seed))

    @property
    def means(self):
        """The chance to win and how many fall, as exactly as can be told."""
        if self.exact:
            return self.exact
        fell, won = self.fought()
        return won.mean(), fell.mean()


def _difference(now, then):
    """The change of the chance to win, the ends of its interval, and that of who falls."""
    if now.exact and then.exact:
        won, lost = (after - before for before, after in zip(now.exact, then.exact, strict=True))
        return won, won, won, lost
    (fell, won), (fell_then, won_then) = now.fought(), then.fought()
    gained, missed = (won_then & ~won).sum(), (won & ~won_then).sum()
    # Half a battle more of each kind (Agresti, Min), for none seen doesn't mean that there is none.
    many = len(won) + 2
    mean = (gained - missed) / many
    error = _WIDE * ((gained + missed + 1) / many - mean**2) ** 0.5 / many**0.5
    change = (gained - missed) / len(won)
    return change, mean - error, mean + error, (fell_then - fell).mean()
