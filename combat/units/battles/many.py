"""Many small battles at once: the fights of many pairs of armies go on side by side."""

from functools import partial

import numpy as np
import pandas as pd

from combat.battle.block import Force, fight
from combat.battle.draws import Luck
from combat.battle.side import Side, Stances
from combat.core.binomial import wilson
from combat.core.checks import check_whole
from combat.units.battles.armies import army_of, battle
from combat.units.battles.plain import ORDERS_OF_CORE, BlowTable, targeting_of
from combat.units.rules import PLAIN
from combat.units.sheets.counters import number_of, rows_matter
from combat.units.sheets.rolls import Save
from combat.units.sheets.roster import statuses_of
from combat.units.strikes.strikes import AttackTable

_CELLS = 2**18  # fighters times battles that are fought side by side
_FIGHTERS = 200  # battles of more gain nothing by that


def many_battles(
    pairs,
    rules=PLAIN,
    *,
    units=None,
    targeting="random",
    max_rounds=None,
    battles=200,
    seed=0,
    progress=None,
):
    """Return how many battles end, with dice: a frame, a row for each pair of armies.

    pairs: armies as those of `battle`, two each. battles: of each pair, all by the same dice, which
    are those of `battle` with this number and seed, whose answers these are. Columns: first,
    second, both, undecided, as the outcomes of `Odds`; score of the first, with low and high, the
    ends of its 95 % interval. A thousand pairs of 3 against 3 take a second or two. progress:
    called as progress(done, pairs). All else, and ValueError, as for `battle`.

    >>> from combat.units import Unit, Units
    >>> imp = Unit("Imp", hp=2, attack=10, defense=10, damage=1)
    >>> units = Units([imp, imp.changed(name="Ogre", hp=7)])
    >>> pairs = [({"Imp": 3}, {"Ogre": 1}), ({"Imp": 2}, {"Imp": 2})]
    >>> many_battles(pairs, units=units)["score"].round(1).tolist()
    [0.9, 0.5]
    """
    rules.refuse_fight()
    how = {"targeting": targeting_of(targeting), "max_rounds": max_rounds}
    how["seed"] = int(check_whole("seed", seed, low=0))
    how["battles"] = battles = int(check_whole("battles", battles, low=1))
    if max_rounds is not None:
        how["max_rounds"] = int(check_whole("max_rounds", max_rounds, low=1))
    armies = [tuple(army_of(one, units) for one in pair) for pair in pairs]
    if any(len(pair) != 2 for pair in armies):
        raise ValueError("pairs: each must be two armies, such as ({'Knight': 1}, {'Imp': 3})")
    found, done = np.zeros((len(armies), 4)), 0
    for fought, places in _together(armies, rules):
        fighters = sum(map(len, armies[places[0]]))
        size = max(1, _CELLS // (battles * max(1, fighters)))
        for at in range(0, len(places), size):
            some = places[at : at + size]
            found[some] = _outcomes(fought, [armies[place] for place in some], rules, how)
            done += len(some)
            if progress is not None:
                progress(done, len(armies))
    frame = pd.DataFrame(found, columns=["first", "second", "both", "undecided"])
    score = (1 + frame["first"] - frame["second"]) / 2
    low, high = wilson(np.rint(score * battles), np.full(len(frame), battles))
    return frame.assign(score=score, low=low, high=high)


def even_scores(pairs, rules, *, battles, **how):
    """Return the score of the first of each pair; it attacks in half of the battles, if any does.

    All else as for `many_battles`.
    """
    if not rules.attacking:
        return many_battles(pairs, rules, battles=battles, **how)["score"].to_numpy()
    turned, half = [pair[::-1] for pair in pairs], how | {"battles": -(-battles // 2)}
    scores = (many_battles(one, rules, **half)["score"].to_numpy() for one in (pairs, turned))
    return (next(scores) + (1 - next(scores))) / 2


def _together(armies, rules):
    """Yield which pairs may be fought in one: how, and their places."""
    groups, orders = {}, {}
    for place, pair in enumerate(armies):
        kinds = tuple(dict.fromkeys(unit for army in pair for unit in army.units))
        sizes, key = tuple(map(len, pair)), ()
        if by_turns := rules.battles_by_turns(kinds):
            own = {status.name: status for status in statuses_of(kinds)}
            orders[tuple(own)] = tuple(own.values())
            key = _apart(kinds, rules, own.values()), tuple(own)
        groups.setdefault((by_turns, sizes, *key), []).append(place)
    # In the order of the statuses they act in a turn, and roll their dice.
    longest, joined = sorted(orders, key=len, reverse=True), {}
    for (by_turns, sizes, *key), places in groups.items():
        if by_turns:
            key[-1] = next(order for order in longest if _in_order(key[-1], order))
        joined.setdefault((by_turns, sizes, *key), []).extend(places)
    for (by_turns, _, *key), places in joined.items():
        yield partial(_by_turns, statuses=orders[key[-1]]) if by_turns else _by_rounds, places


def _in_order(names, others):
    """Whether some names are all among others, and in their order."""
    left = iter(others)
    return all(name in left for name in names)


def _apart(kinds, rules, statuses):
    """What must be alike in fights that are followed together, or each would be another fight."""
    changed = {column for status in statuses for column, _, _ in status.changes}
    rows = rows_matter(kinds) or tuple({number_of(unit, "row") for unit in kinds})
    paced = "speed" in changed and not any("speed" in unit.own for unit in kinds)
    # These look at all kinds of the fight: how much is healed at most, and what is derived.
    alone = rules.derived or any(isinstance(status.broken, Save) for status in statuses)
    return rows, paced, kinds if alone else None


def _outcomes(fought, armies, rules, how):
    """The chances of outcomes, (pairs, 4); one by one where they can't be followed in one."""
    fighters = sum(map(len, armies[0]))
    if fighters <= _FIGHTERS and len(armies) * how["battles"] * fighters <= _CELLS:
        try:
            first, second = fought(armies, rules, **how)
        except ValueError:  # `battle` says what is wrong with which
            pass
        else:
            ends = first & ~second, second & ~first, ~first & ~second, first & second
            each = [end.reshape(len(armies), -1).sum(axis=1) for end in ends]
            return np.stack(each, axis=1) / how["battles"]
    return [battle(*pair, rules, **how).outcomes for pair in armies]


def _kinds_of(sides):
    """The units of some tuples of armies, each once, and their places, (tuples, fighters)."""
    kinds = list(dict.fromkeys(unit for side in sides for army in side for unit in army.units))
    number = {unit: kind for kind, unit in enumerate(kinds)}
    places = [
        np.concatenate([army.each([number[unit] for unit in army.units]) for army in side])
        for side in sides
    ]
    return kinds, np.array(places, int)


def _by_turns(armies, rules, targeting, max_rounds, seed, battles, statuses):
    """Whether each side stands at the end of fights by turns: two arrays (pairs x battles,)."""
    from combat.units.engine.ends import fought  # loads scipy's sparse matrices
    from combat.units.engine.game import CompiledFight

    kinds, places = _kinds_of(armies)
    how = {"max_rounds": max_rounds, "targeting": targeting, "more_statuses": statuses}
    game = CompiledFight(kinds, places, len(armies[0][0]), rules, deadlocks=True, **how)
    begun = game.begun(np.repeat(np.arange(len(armies)), battles))
    return fought(game, begun, seed, each=battles).stood


def _by_rounds(armies, rules, targeting, max_rounds, seed, battles):
    """The same of fights of plain units."""
    kinds, places = _kinds_of(armies)
    kinds, rules = rules.derived_units(kinds)
    strikes, every = AttackTable(kinds, kinds, rules), np.arange(len(kinds))
    hp, speeds = (np.array([unit.role(name) for unit in kinds]) for name in ("hp", "speed"))
    sides = np.split(places, [len(armies[0][0])], axis=1)
    luck, hurts = Luck(seed, 0, battles, times=len(armies)), strikes.mean + strikes.mean.T > 0

    def rows(at):
        return sides[at][luck.places // battles]  # of the fights that still go on

    def deadlock(*alive):
        there = [
            np.array([(stands & (rows(at) == kind)).any(axis=1) for kind in every])
            for at, stands in enumerate(alive)
        ]
        return ~((there[0].T @ hurts) & there[1].T).any(axis=1)

    def force(at):
        side = Side(
            armies[0][at].fighters,
            BlowTable(strikes),
            hp[sides[at][0]],
            stances=lambda _alive, _round: Stances(every, rows(at), every, rows(at)),
            targeting=targeting[at],
        )
        return Force(side, int(hp[sides[1 - at]].max(initial=1)), lambda: speeds[rows(at)])

    how = {"max_rounds": max_rounds, "order": ORDERS_OF_CORE[rules.order]}
    if max_rounds is None and all(map(len, armies[0])) and not hurts.all():
        how["deadlock"] = deadlock
    points = [np.repeat(hp[side], battles, axis=0) for side in sides]
    return [(side > 0).any(axis=1) for side in fight([force(0), force(1)], points, luck, **how)[0]]
