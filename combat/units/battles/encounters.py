"""What an encounter costs a party: hit points, uses, and who falls."""

import numpy as np
import pandas as pd

from combat.core.binomial import wilson
from combat.units.battles.armies import SIDES, army_of, battles_of, match_up_by_turns
from combat.units.engine.game import AWAY, FLED
from combat.units.rules import PLAIN

NEAR = 1e-9  # chances that are exact may be off by rounding


def encounter(
    party,
    foes,
    rules=PLAIN,
    *,
    units=None,
    targeting="random",
    max_rounds=None,
    battles=None,
    seed=0,
):
    """Return what an encounter costs each fighter of a party: a frame by fighter, of means.

    party, foes: as the armies of `battle`. falls: the chance to fall; hit_points: how many are
    lost, all of them if the fighter falls, those until it leaves if it does, none if it never came
    in; and a column for each action with uses: how many of them are spent, 0 for a fighter without
    that action. Exact for up to four fighters with few states, unless `battles` is given; otherwise
    fought with dice, turn by turn.

    attrs: "won", the chance that the party wins, with "low" and "high", the ends of Wilson's 95 %
    interval; "lost", how many of the party fall on average, and "lost_if_won", of the encounters
    that it wins, NaN if it wins none; "battles", how many were fought, None if it is exact;
    "errors", the standard errors of the means, {column: list by fighter}; "notes", as `Odds.notes`.
    All else, and ValueError, as for `battle`.

    >>> from combat.units import Action, Rules, Unit, Units
    >>> knight = Unit("Knight", hp=20, attack=12, defense=10, damage="1d8", actions=[
    ...     Action("Smite", columns=(("damage", "2d8"),), uses=2)])
    >>> imp = Unit("Imp", hp=6, attack=10, defense=8, damage="1d4")
    >>> found = encounter({"Knight": 1}, {"Imp": 2}, Rules(order="initiative"),
    ...                   units=Units([knight, imp]))
    >>> found.round(3)
              falls  hit_points  Smite
    fighter
    Knight 1  0.058       7.196    2.0
    >>> found.attrs["battles"], round(found.attrs["won"], 3)
    (None, 0.942)
    """
    armies = army_of(party, units), army_of(foes, units)
    rules.refuse_fight()
    met = match_up_by_turns(armies, rules, targeting, max_rounds)
    found = met.solved(keeps_spent=True) if battles is None else None
    if found is None:
        battles = battles_of(met, battles)
        found = met.fought(met.begun(battles), seed)
    weights, rows, side = found.chances, found.rows, met.game.side
    spent = _spent(met.game, rows, np.flatnonzero(side == 0))
    names = pd.Index(met.names[SIDES[0]], name="fighter")
    frame = pd.DataFrame({column: own @ weights for column, own in spent.items()}, names)
    won = float(found.outcomes()[0, 0])
    frame.attrs |= {"won": won, "low": won, "high": won, "battles": battles}
    frame.attrs |= dict(zip(("lost", "lost_if_won"), _lost(found), strict=True))
    frame.attrs["notes"] = found.notes
    frame.attrs["errors"] = {column: [0.0] * len(frame) for column in frame}
    if battles is not None:
        low, high = wilson(round(won * battles), battles)
        frame.attrs |= {"low": float(low), "high": float(high)}
        errors = {column: own.std(axis=1) / battles**0.5 for column, own in spent.items()}
        frame.attrs["errors"] = {column: error.tolist() for column, error in errors.items()}
    return frame


def lost_by(met, odds):
    """How many of the first army fall on average, and if it wins; odds: the `Odds` of the battle.

    None if that takes dice, as who stands may not have won, and who doesn't may not have fallen.
    """
    sure = odds.undecided <= NEAR
    if met.by_turns and not (sure and not met.game.leaves and not met.game.waits.any()):
        found = met.solved() if odds.fights is None else None
        return None if found is None else _lost(found)
    many, left = len(odds.alive[0]), odds.survivors[0].mean
    if sure or not odds.first:
        return many - left, many - left / odds.first if odds.first else np.nan
    return None


def _lost(found):
    """How many of the first army fall on average, and of the fights that it wins: two numbers."""
    fallen = (found.rows["hp"][found.game.side == 0] == 0).sum(axis=0) * found.chances
    (first, second), won = found.stood, float(found.outcomes()[0, 0])
    return float(fallen.sum()), float(fallen[first & ~second].sum() / won) if won else np.nan


def fallen(met, battles, seed=0):
    """How many of the first army fall in each of many battles, and whether it wins: two arrays."""
    if met.by_turns:
        found = met.fought(met.begun(battles), seed)
        own, stood = found.rows["hp"][met.game.side == 0], found.stood
    else:
        own, other = met.ends(battles, seed).hit_points.values()
        stood = (own > 0).any(axis=0), (other > 0).any(axis=0)
    return (own == 0).sum(axis=0).astype(float), stood[0] & ~stood[1]


def _spent(game, rows, own):
    """What each fighter of the party has lost and spent: {column: array (fighters, fights)}."""
    left = rows["hp"][own]
    full = game.full[game.places[0, own]][:, None]
    there = np.where(left <= FLED, FLED + 1 - left, left)
    found = {"falls": left == 0, "hit_points": np.where(left == AWAY, 0, full - there)}
    for at, slot in enumerate(own.tolist()):
        kind = game.places[0, slot]
        for number, action in enumerate(game.actions[kind]):
            if action.uses is not None:
                uses = rows["resources"][slot, game.uses[kind, number]]
                found.setdefault(action.name, np.zeros(left.shape))[at] = action.uses - uses
    return found
