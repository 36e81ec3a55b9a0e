"""A designer's views of a game: which units are worth it, what matters, equal budgets."""

import math
from itertools import combinations

import numpy as np
import pandas as pd

from combat.core.checks import check_numbers, check_word
from combat.questions import effects
from combat.ranking import equilibrium, strength
from combat.units.battles.many import even_scores
from combat.units.number_steps import steps_of
from combat.units.round_robin import duel_tables
from combat.units.rules import PLAIN


def scores(units, others, rules=PLAIN, *, max_turns=None, both_roles=False, progress=None):
    """Return the score of each of some units against each of others: a frame, exact to 1e-12.

    Only these pairs are fought. Where it matters who attacks, the unit does; with both_roles the
    score is the mean of both.
    """
    units, others = list(units), list(others)
    for what, some in (("units", units), ("others", others)):
        if not some:
            raise ValueError(f"{what} = [] is out of range: give at least one to fight")
    won, lost, fought = _outcomes(units, others, rules, max_turns, progress)
    names = pd.Index([unit.name for unit in units], name="name")
    found = pd.DataFrame((1 + won - lost) / 2, names, [other.name for other in others])
    if both_roles and rules.attacking:
        attacked = scores(others, units, rules, max_turns=max_turns, progress=progress)
        found = (found + 1 - attacked.to_numpy().T) / 2
        fought += attacked.attrs["fought"]
    found.attrs["fought"] = fought
    return found


def outcomes_by(
    unit, other, rules=PLAIN, column="attack", values=range(41), *, of="unit", max_turns=None
):
    """Return how a unit fares against another for each value of a number: a frame by value.

    of: "other" for a number of the opponent. Columns: wins, loses, and score, in which a draw is
    half. Where it matters who attacks, the unit does. ValueError for no values.
    """
    check_word("of", of, ("unit", "other"))
    values = check_numbers("values", list(values))
    if not values.size or np.isnan(values).any():
        raise ValueError(f"values = {values.tolist()} is out of range: give at least one number")
    values = [int(value) if value.is_integer() else value for value in values.tolist()]
    changed = [(unit if of == "unit" else other).changed(**{column: value}) for value in values]
    pairs = (changed, [other]) if of == "unit" else ([unit], changed)
    won, lost, fought = _outcomes(*pairs, rules, max_turns)
    won, lost = won.ravel(), lost.ravel()
    found = {"wins": won, "loses": lost, "score": (1 + won - lost) / 2}
    found = pd.DataFrame(found, pd.Index(values, name=column))
    found.attrs["fought"] = fought
    return found


def field_score(unit, units, rules=PLAIN, *, max_turns=None, progress=None):
    """Return the mean score of a unit against all others, both attacking and attacked."""
    return _field_scores([unit], units, rules, max_turns, progress)[0][0]


def _field_scores(changed, units, rules, max_turns, progress=None):
    """The `field_score` of each of some units, all of one name, and how many duels had dice."""
    name = changed[0].name
    others = [other for other in units if other.name != name]
    if not others:
        raise ValueError(f"units: there is nobody but {name}: it takes two to fight")
    how = {"max_turns": max_turns, "progress": progress}
    found = scores(changed, others, rules, both_roles=True, **how)
    return found.mean(axis=1).tolist(), found.attrs["fought"]


def what_matters(name, units, rules=PLAIN, share=0.1, *, max_turns=None):
    """Return how a step in each number of a unit changes its `field_score`, greatest effect first.

    A step is `share` times the column's mean over all units, to two digits. For damage, and in
    columns of whole numbers except speed, it is whole and at least 1. A column of your own that
    holds only 0 and 1 is a switch: its step is to the other value. Numbers of the unit's actions
    and their statuses have steps, too, `share` of their own value: "Fireball: uses +1"; a status is
    changed as `Units.changed` changes it, for all who know it. Left out are cost,
    count, text, derived columns, and columns of your own that no rule uses, such as a challenge
    rating. max_turns: as for `duel`. The frame is that of `combat.questions.effects`; a chart of it
    is a tornado. ValueError for a share not above 0.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> found = what_matters("Imp", Units([imp, imp.changed(name="Ogre", hp=3)]))
    >>> found["effect"].round(3).head(3)
    change
    damage +1     0.259
    hp +1         0.259
    defense +1    0.026
    Name: effect, dtype: float64
    """
    steps = steps_of(name, units, rules, share)
    counts = []

    def scored(games):
        found, fought = _scores_in(games, units, name, rules, max_turns)
        counts.append(fought)
        return found

    try:
        found = effects(scored, units, steps, together=True)
    except ValueError:  # somebody can't fight: one by one, only the step to that unit is left out
        counts.clear()
        found = effects(lambda game: scored([game])[0], units, steps)
    found.attrs["fought"] = sum(counts)
    return found


def which_numbers_count(units, rules=PLAIN, share=0.1, *, max_turns=None):
    """Return how a step in each number of each unit changes its `field_score`: units by numbers.

    As `what_matters`; missing where a unit lacks the number, or can't take the step. `attrs` has
    the "steps": {"speed": "+0.14"}; of a switch, and of a number of actions, that of one unit.
    """
    rows, fought, taken = {}, 0, {}
    for name in units.names:
        effect = what_matters(name, units, rules, share, max_turns=max_turns)["effect"]
        fought += effect.attrs["fought"]
        taken |= (change.rpartition(" ")[::2] for change in effect.index)
        rows[name] = effect.rename(lambda change: change.rpartition(" ")[0])
    found = pd.DataFrame(rows).T.rename_axis(index="unit", columns=None)
    # In the order of the sheet; the numbers of actions come last.
    order = [column for column in units.columns if column in found]
    found = found[[*order, *(column for column in found if column not in order)]]
    found.attrs |= {"fought": fought, "steps": taken}
    return found


def ranked(matrix, costs=None, *, attacks=None):
    """Return each unit's strength, its share in the best mix, what replaces it: a frame by unit.

    matrix, attacks: as in `combat.ranking`, a frame of scores; by default one of
    `combat.units.matrix` says itself whether the row attacks. costs: of each unit, or None; NaN
    anywhere counts as None. Columns: those of `strength`; share, the unit's share in the best mix
    (`equilibrium`); replaced by, the units of a mix that does no worse against anybody.

    >>> names = ["Knight", "Pikeman"]
    >>> ranked(pd.DataFrame([[0.5, 2 / 3], [1 / 3, 0.5]], names, names)).round(2)
             strength  rate  share replaced by
    unit
    Knight       1.41  0.67    1.0
    Pikeman      0.71  0.33    0.0      Knight
    """
    attacks = matrix.attrs.get("attacks", False) if attacks is None else attacks
    known = None if costs is None or pd.Series(costs).isna().any() else costs
    found, best = strength(matrix, known, attacks=attacks), equilibrium(matrix, attacks=attacks)
    found["share"] = best.mix.reindex(found.index)
    replaced = best.dominated.groupby("unit")["by"].agg(", ".join)
    found["replaced by"] = replaced.reindex(found.index).fillna("")
    return found


def bought(price, cost):
    """Return how many units a price buys at a cost; both may have decimals."""
    # 0.3 / 0.1 is 2.9999999999999996.
    return math.floor(price / cost + 1e-9)


def for_price(units, price):
    """Return for each unit the army of it alone that a price buys: name -> {name: count}.

    ValueError for a unit without a cost, or one that the price doesn't buy even once.
    """
    price = float(check_numbers("price", price, low=0, open_low=True))
    if math.isnan(price):
        raise ValueError("price = nan is out of range: it must be a number above 0")
    for unit in units:
        cost = unit.role("cost")
        if not cost > 0:
            raise ValueError(f"{unit.name}: cost = {cost:g} buys no army: write one above 0")
        if not bought(price, cost):
            raise ValueError(
                f"price = {price:g}: {unit.name} costs {cost:g}, {price:g} buys none; write more"
            )
    return {unit.name: {unit.name: bought(price, unit.role("cost"))} for unit in units}


def price_matrix(
    units,
    rules=PLAIN,
    price=1200,
    *,
    battles=400,
    seed=0,
    targeting="random",
    max_rounds=None,
    progress=None,
):
    """Return the scores of armies of equal price, each of one unit, all against all: a frame.

    Each pair fights `battles` simulated battles, each attacking in half of them if that matters:
    pass `battles` as `counts` to `strength`. Armies that can't hurt each other score one half.
    """
    armies, names = for_price(units, price), units.names
    how = {"units": units, "battles": battles, "seed": seed}
    how |= {"targeting": targeting, "max_rounds": max_rounds, "progress": progress}
    found = pd.DataFrame(0.5, pd.Index(names, name="name"), names)
    pairs = [*combinations(names, 2)]
    scores = even_scores([(armies[one], armies[other]) for one, other in pairs], rules, **how)
    for (one, other), score in zip(pairs, scores.tolist(), strict=True):
        found.loc[one, other], found.loc[other, one] = score, 1 - score
    return found


def _outcomes(units, others, rules, max_turns, progress=None):
    """The chances to win and to lose, arrays over all pairs, and how many duels had dice."""
    found = duel_tables(units, others, rules, max_turns, progress)
    return found["win"].clip(0, 1), found["lose"].clip(0, 1), found["fought"]


def _scores_in(games, units, name, rules, max_turns):
    """The `field_score` of a unit in each of some games, side by side, and duels with dice."""
    others = [one for one in units if one.name != name]
    alone = [game for game in games if [one for one in game if one.name != name] == others]
    apart = [game for game in games if game not in alone]
    parts = [([game], game) for game in apart] + ([(alone, units)] if alone else [])
    found, fought = {}, 0
    for some, against in parts:
        rates, many = _field_scores([game[name] for game in some], against, rules, max_turns)
        found |= dict(zip(some, rates, strict=True))
        fought += many
    return [found[game] for game in games], fought
