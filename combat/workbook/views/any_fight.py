"""The tables and sentences of notebook 09, on the fights of six games."""

import re

import pandas as pd

from combat.core.words import percent


def units_table(units):
    """Return the units of Wesnoth as a frame: hit points, and weapons as the game writes them.

    units: {name: (hit points, {range: weapon})}; weapons have damage, strikes and special.
    """
    rows = {
        name: {
            "hit points": hp,
            **{
                reach: f"{arm.damage}-{arm.strikes} {arm.special}".strip()
                for reach, arm in weapons.items()
            },
        }
        for name, (hp, weapons) in units.items()
    }
    return pd.DataFrame.from_dict(rows, "index").rename_axis("unit").fillna("–")


def exchange_in_words(ends, attacker, defender, exchanges):
    """Return the result of an exchange in Wesnoth as a sentence.

    ends: a frame with a row for each result: columns attacker and defender, the hit points that
    they have left, and chance.
    """
    kills, dies = (ends.chance[ends[side] == 0].sum() for side in ("defender", "attacker"))
    left = [ends.chance @ ends[side] for side in ("attacker", "defender")]
    when = (
        "In one exchange"
        if exchanges == 1
        else f"In {exchanges} exchanges, each attacking in turn,"
    )
    return (
        f"{when} the {attacker} kills the {defender} in {percent(kills)} and dies in "
        f"{percent(dies)}; on average {left[0]:.1f} and {left[1]:.1f} hit points are left."
    )


def battle_in_words(battle, chance, left, prize, halting):
    """Return a battle of Risk as a sentence.

    chance: of taking the country if the battle is fought to its end. left: the mean of attackers
    less defenders. halting: from `optimal`, if the attacker may stop and the country is worth
    `prize`.
    """
    mean = f"{abs(left):.1f} {'attackers' if left > 0 else 'defenders'}"
    first = " or ".join(halting.best(battle))
    return (
        f"{battle.attackers} against {battle.defenders}: fought out, the country falls in "
        f"{percent(chance)}, and on average {mean} are left over. If it is worth {prize} armies, "
        f"first {first}: the position is worth {halting.value(battle):.2f} armies to whoever "
        f"stops in time, {battle.attackers} to whoever stops at once."
    )


def move_in_words(move, names):
    """Return a move in RPGLite with the characters' names in place of their first letters.

    >>> move_in_words("H strikes K, heals A", ["Knight", "Archer", "Healer"])
    'Healer strikes Knight, heals Archer'
    """
    for name in names:
        move = re.sub(rf"\b{name[0]}\b", name, move)
    return move


def position_in_words(at, chances):
    """Return what to do in a position of RPGLite as a sentence.

    at: the position. chances: the chance to win with each move, by the move's name, best first.
    """
    (first, *_), (best, *others) = chances.index, chances
    text = f"At {at.mine[0]} and {at.mine[1]} health against {at.theirs[0]} and {at.theirs[1]}"
    if not others:
        return f"{text} there is but one move, and it wins in {percent(best)}."
    second, worst = (100 * (best - chance) for chance in (others[0], others[-1]))
    return (
        f"{text}: {first}, and win in {percent(best)}. The next best move costs {second:.1f} "
        f"percentage points, the worst ({chances.index[-1]}) {worst:.1f}."
    )


def table_in_words(table):
    """Return the best and the worst pair of a table of scores as a sentence."""
    means = table.mean(axis=1)
    return (
        f"Over all opponents {means.idxmax()} wins most, {percent(means.max())}, and "
        f"{means.idxmin()} least, {percent(means.min())}."
    )


def map_in_words(chances, gains, number):
    """Return a map of Fire Emblem, and what to do before one enemy, as sentences.

    chances: to survive, a frame by threshold, of a rule of thumb and of the best play. gains: by
    how much drinking is better than attacking, by both sides' hit points. number: the enemy's.
    """
    rule, best = chances["a rule of thumb"], chances["the best play"].iloc[0]
    drinks = (gains > 0).to_numpy().sum() / gains.count().to_numpy().sum()
    return (
        f"Played as well as can be the lord survives in {percent(best)}; by the best rule of "
        f"thumb, to drink at {rule.idxmax()} or less, in {percent(rule.max())}. Before enemy "
        f"{number} he should drink in {percent(drinks, 0)} of the positions that he may come to."
    )


def squads_in_words(squads, ends, answer):
    """Return a battle of rifles against armour as a sentence.

    squads: both at the start. ends: how the battle ends. answer: from `seek`, the penetration with
    which the rifles win three battles of five.
    """
    wins, left = (
        ends.chance(lambda at: at.models[1] == 0),
        [ends.mean(lambda at, side=side: at.models[side]) for side in (0, 1)],
    )
    needed = f"they need {answer.value:.0f}" if answer.reached else "no penetration will do"
    return (
        f"{squads[0].models} rifles win {percent(wins)} against {squads[1].models} in armour, who "
        f"fires first by a coin; on average {left[0]:.1f} and {left[1]:.1f} models are left. For "
        f"three battles of five {needed}."
    )


def estimates(found, index):
    """Return estimates and the ends of their intervals as a frame, for charts with whiskers."""
    rows = [(float(one), one.low, one.high) for one in found]
    return pd.DataFrame(rows, index, columns=["chance", "low", "high"])


def day_in_words(found, stands, by_fireballs):
    """Return a day of heroes as a sentence.

    found: from `simulate`. stands: a function of the day's end, whether the heroes survived.
    by_fireballs: a frame of estimates by the number of fireballs.
    """
    survived = found.chance(stands)
    known = f"{percent(survived.low, 0)} to {percent(survived.high, 0)}"
    worth = ", ".join(
        f"{many}: {percent(chance, 0)}" for many, chance in by_fireballs["chance"].items()
    )
    left = found.given(stands).mean(lambda day: sum(day.heroes)) if survived else 0.0
    return (
        f"The day is survived in {percent(survived, 0)} ({known}), then with {left:.0f} hit points "
        f"among the four. By fireballs, {worth}."
    )
