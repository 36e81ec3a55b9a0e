"""What a battle will take, before it is fought: about how many rounds, and how many blows."""

import numpy as np

from combat.battle import MOST_ROUNDS

MOST_BLOWS = 50_000_000_000  # of all battles together: an hour or two on one core


def battle_cost(armies, strikes, max_rounds=None):
    """Return about how many rounds and blows a battle of two armies takes.

    armies: two `Army`s; strikes: the `Strikes` of each at the other. Every unit loses what the
    blows at it take on average; how many of it stand is a fraction, the points left by the points
    of one. The battle ends where less than half a fighter is left of an army, or where no unit of
    which half a one is left can hurt such a one. ValueError where that takes more than 10,000
    rounds, and no max_rounds stops it.
    """
    hps = [np.array([unit.hp for unit in army.units], float) for army in armies]
    living = [np.array(army.counts, float) for army in armies]
    taken = [_taken(one) for one in strikes]
    speeds = [np.array([unit.speed for unit in army.units]) for army in armies]
    most = MOST_ROUNDS if max_rounds is None else min(max_rounds, MOST_ROUNDS)
    rounds, blows = 0, 0.0
    while min(side.sum() for side in living) >= 0.5:
        if rounds == most:
            if max_rounds is None:
                raise ValueError(
                    f"a battle of these armies takes more than {MOST_ROUNDS:,} rounds: say after "
                    f"how many to stop (max_rounds)"
                )
            break
        if not _hurt_each_other(living, taken):
            break
        rounds += 1
        struck = [one * speed for one, speed in zip(living, speeds, strict=True)]
        blows += sum(side.sum() for side in struck)
        living = [
            _after(living[side], hps[side], struck[1 - side] @ taken[1 - side]) for side in (0, 1)
        ]
    return rounds, float(blows)


def _hurt_each_other(living, taken):
    """Whether any of whom at least half a one stands can hurt such a one of the other side."""
    stand = [side >= 0.5 for side in living]
    return any((stand[side] @ (taken[side] > 0))[stand[1 - side]].any() for side in (0, 1))


def _taken(strikes):
    """The mean hit points that a blow takes of one who has all of his: (attackers, defenders)."""
    amounts = [strikes.amounts[which] for which in strikes.which.ravel()]
    hps = np.broadcast_to([unit.hp for unit in strikes.defenders], strikes.which.shape).ravel()
    means = [
        float(np.minimum(amount.values, hp) @ amount.chances)
        for amount, hp in zip(amounts, hps, strict=True)
    ]
    return strikes.chance * np.reshape(means, strikes.chance.shape)


def _after(living, hps, damage):
    """Who stands after a round; each unit is struck as often as it stands there."""
    lost = damage * (living / living.sum()) / hps
    return np.maximum(living - lost, 0)
