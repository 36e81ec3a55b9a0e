"""One unit against another: a blow, the blows and turns to a kill, and the duel, exact."""

from functools import partial

import numpy as np

from combat.battle.odds import Odds, both_left, crossed, pairs_of, starts_of
from combat.core.checks import check_whole
from combat.dice import Distribution, constant, mix
from combat.units.cautions import noted
from combat.units.own_functions import fought
from combat.units.rules import PLAIN
from combat.units.strikes.kill_curves import (
    MOST_WORK,
    blows_by,
    hits_after,
    sums_of_blows,
    turn_of,
)
from combat.units.strikes.races import MOST_TURNS, Pairs, duels_at_once, kills_of
from combat.units.strikes.strikes import AttackTable, strikes_of_turns

MOST_BLOWS = 1_000_000
MOST_STARTS = 5000
_ROUNDED = 1e-15  # smaller chances are left out


def blow(attacker, defender, rules=PLAIN):
    """Return the Distribution of the hit points lost in one action, misses included.

    A blow of more than the defender's hit points counts in full. ValueError, naming the pair, for a
    rule that doesn't give a chance or damage.

    >>> from combat.units import Rules, Unit
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage="1d2")
    >>> blow(imp, imp).chances
    array([0.5 , 0.25, 0.25])
    >>> blow(imp, imp, Rules(critical=(0.5, 2), least=2)).values
    array([0, 2, 4])
    """
    refuse_actions(attacker)
    return AttackTable([attacker], [defender], rules).blow()


def blows_to_kill(attacker, defender, rules=PLAIN):
    """Return the Distribution of the number of actions until the defender has fallen.

    Infinite if no blow can hurt. Exact to 1e-12. ValueError as for `blow`, and if it takes more
    than a million actions or too long.

    >>> from combat.units import Unit
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> blows_to_kill(imp, imp).chances[:3], round(blows_to_kill(imp, imp).mean, 9)
    (array([0.25  , 0.25  , 0.1875]), 4.0)
    """
    refuse_actions(attacker)
    strikes = AttackTable([attacker], [defender], rules)
    kills = list(kills_of(strikes, ([0], [0]), most_blows=MOST_BLOWS))
    if not kills:
        return constant(np.inf)
    _, curve = kills[0]
    return _distribution(np.append(0, -np.diff(curve.alive[:, 0])))


def turns_to_kill(attacker, defender, rules=PLAIN):
    """Return the Distribution of the turn in which the defender falls, if nobody strikes back.

    As `blows_to_kill`, with the attacker's speed: the k-th action is in turn k/speed, rounded up.

    >>> from combat.units import Unit
    >>> imp = Unit("Imp", hp=2, attack=10, defense=0, damage=1, speed=0.7)
    >>> turns_to_kill(imp, imp), turns_to_kill(imp.changed(speed=2), imp)
    (Distribution(3..3, mean 3), Distribution(1..1, mean 1))
    """
    blows = blows_to_kill(attacker, defender, rules)
    if np.isinf(blows.values[-1]):
        return blows
    speed = rules.derive(attacker).role("speed")
    return blows.map(lambda blow: turn_of(blow, speed).astype(int))


def duel(first, second, rules=PLAIN, *, max_turns=None, start=None):
    """Return the `Odds` of two units' duel, exact to 1e-12 unless it has too many states.

    In turn r a unit of speed s has floor(r s) - floor((r - 1) s) actions; `Rules.order` says whose
    come first. A `fight` of the rules decides the whole duel, with the first unit as attacker.
    Duels by turns with too many states are simulated (`Odds.fights`). max_turns: the last turn,
    from 1; None for as many as it takes. start: the chances of the hit points at the start, a frame
    as `Odds.joint`, scaled to a sum of 1; by default both begin with all of theirs. If neither can
    hurt the other, `Odds.helpless` says so at once. ValueError as for `blow`, for a duel of more
    than 100,000 turns, and for so many hit points that it would take minutes.

    >>> from combat.units import Unit
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> found = duel(imp, imp)
    >>> round(found.first + found.second + found.both, 12), found.undecided
    (1.0, 0.0)
    >>> print(duel(imp.changed(attack=0), imp.changed(attack=0, name="Ogre")))
    Imp and Ogre can't hurt each other: the fight never ends.
    >>> again = duel(imp, imp, max_turns=1)
    >>> again.undecided, duel(imp, imp, max_turns=1, start=again.joint).undecided
    (1.0, 0.5625)
    """
    if max_turns is not None and not rules.decided:
        max_turns = int(check_whole("max_turns", max_turns, low=1, high=MOST_TURNS))
    if rules.duels_by_turns((first, second)):
        from combat.units.engine.pairs import turn_duel  # loads scipy's sparse matrices

        return turn_duel(first, second, rules, max_turns, start)
    (first, second), rules = rules.derived_units((first, second))
    if start is not None:
        return _from(first, second, rules, max_turns, start)
    if rules.decided:
        return fought(first, second, rules, max_turns)
    units = first, second
    strikes, pairs = paired(units, rules, max_turns)
    if not pairs.many:
        left = tuple(constant(unit.hp) for unit in units)
        together = partial(both_left, left, 0.0, left)
        turns = constant(np.inf)
        outcomes = np.array([0.0, 0.0, 0.0, 1.0])
        return Odds(_names(units), outcomes, turns, left, together=together, helpless=True)
    return _duel(units, strikes, pairs.sides([0]), rules, max_turns)


def paired(units, rules, max_turns):
    """Return the `AttackTable`s of two units at each other, and their duel as `Pairs` of one."""
    strikes = [strikes_of_turns([one], [other], rules) for one, other in (units, units[::-1])]
    places, most = ([0], [0]), MOST_WORK
    return strikes, Pairs(*strikes, places=places, rules=rules, max_turns=max_turns, most_work=most)


def refuse_actions(unit):
    """Raise ValueError for a unit with actions, whose turn is no single blow."""
    if unit.actions:
        names = ", ".join(action.name for action in unit.actions[:3])
        raise ValueError(
            f"{unit.name} has actions ({names}): what it does in a turn is no single blow; ask for "
            f"duels, tables and battles, for what a turn leaves: duel(..., max_turns=1).left, or "
            f"how long a kill takes: duel(unit, other.changed(actions=[Action('Wait', "
            f"on='nobody')])).turns"
        )


def _names(units):
    return tuple(unit.name for unit in units)


def _duel(units, strikes, sides, rules, max_turns):
    found = duels_at_once(*sides, rules.acts_first(*units), max_turns)
    undecided = 0.0 if max_turns is None else float(found.undecided[0])
    turns = np.append(0, -np.diff(found.going[:, 0]))
    turns[-1] += found.going[-1, 0]
    at_last = np.arange(len(turns)) == len(turns) - 1

    def left_after(stops):
        return tuple(_left(strikes[1 - side], sides[1 - side], stops[side]) for side in (0, 1))

    stops = [
        stop[:, 0] + at_last * fails[0]
        for stop, fails in zip(found.stops, found.fails, strict=True)
    ]
    left = left_after(stops)
    last = left_after([at_last] * 2) if undecided else None
    both = float(found.both[0])
    outcomes = np.array([*(wins[0] for wins in found.wins), both, undecided])
    together = partial(both_left, left, both, last)
    turns = _distribution(turns)
    notes = tuple(noted(units, rules))
    return Odds(_names(units), outcomes, turns, left, together=together, notes=notes)


def _from(first, second, rules, max_turns, start):
    """The `Odds` of a duel that begins with hit points chosen by chance."""
    ones, others, chances = starts_of(start)
    if len(chances) > MOST_STARTS:
        raise ValueError(
            f"start: {len(chances):,} pairs of hit points are too many to begin from, at most "
            f"{MOST_STARTS:,}"
        )
    duels = []
    for one, other in zip(ones.tolist(), others.tolist(), strict=True):
        if min(one, other) <= 0:
            duels.append(_over(first.name, second.name, one, other))
        else:
            units = first.changed(hp=int(one)), second.changed(hp=int(other))
            duels.append(duel(*units, rules, max_turns=max_turns))
    return _mixed(duels, chances)


def _left(strikes, side, stops):
    """The target's hit points left, if the duel stops after t turns with the chance stops[t]."""
    hits = hits_by_then(strikes, side, stops)
    states = sums_of_blows(strikes.amounts, strikes.defenders[0].hp)
    cost = sum(weight * state[:, 0] for weight, state in zip(hits, states, strict=False))
    left = np.append(0.0, cost[::-1])
    left[0] = max(0.0, 1 - left.sum())
    return _distribution(left)


def hits_by_then(strikes, side, stops, pair=0):
    """Return the chances that a target has suffered 0, 1, ... hits, if it stops so."""
    target = side.targets[pair]
    blows = blows_by(np.arange(len(stops)), side.speeds[pair])
    chance = strikes.chance[0, 0] * target.hurt
    return hits_after(chance, np.bincount(blows, stops), len(target.alive))


def _distribution(chances):
    # Differences of chances near 1 are exact only to about 1e-16.
    values = np.flatnonzero(chances > _ROUNDED)
    return Distribution(values, chances[values] / chances[values].sum())


def _over(first, second, one, other):
    """Return the `Odds` of a duel that is over before it begins, with these hit points left."""
    won = float(one > 0 >= other), float(other > 0 >= one), float(max(one, other) <= 0)
    left = constant(max(0, one)), constant(max(0, other))
    return Odds((first, second), np.array([*won, 0.0]), constant(0), left)


def _mixed(duels, weights):
    """Return the `Odds` of one of several duels, chosen by chance; weights: the chances, sum 1.

    Its `fights` are the fewest of those that were simulated.
    """
    weights = np.asarray(weights) / np.sum(weights)
    outcomes = weights @ [one.outcomes for one in duels]
    left = tuple(mix(weights, [one.left[side] for one in duels]) for side in (0, 1))
    turns = mix(weights, [one.turns for one in duels])
    together = partial(_mixed_joint, duels, weights)
    fights = min((one.fights for one in duels if one.fights is not None), default=None)
    notes = tuple(dict.fromkeys(note for one in duels for note in one.notes))
    helpless = all(one.helpless for one in duels)
    return Odds(
        duels[0].names,
        outcomes,
        turns,
        left,
        fights=fights,
        helpless=helpless,
        notes=notes,
        together=together,
    )


def _mixed_joint(duels, weights):
    parts = [pairs_of(one.joint) for one in duels]
    one, other, chances = (np.concatenate(column) for column in zip(*parts, strict=True))
    return crossed(one, other, chances * np.repeat(weights, [len(part[0]) for part in parts]))
