"""About how many rounds and blows a battle will take, before it is fought."""

import numpy as np

from combat.battle import MOST_ROUNDS

MOST_BLOWS = 50_000_000_000  # of all battles together: an hour or two on one core


def battle_cost(armies, strikes, max_rounds=None):
    """Return about how many rounds and blows a battle of two armies takes.

    Each unit loses the mean damage of the blows at it; how many of it stand is a fraction, its hit
    points left divided by those of one. The battle ends when less than half a fighter of an army is
    left, or when no unit with at least half a fighter left can hurt another such unit.
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
    """Whether a unit with at least half a fighter left can hurt such a unit of the other side."""
    stand = [side >= 0.5 for side in living]
    return any((stand[side] @ (taken[side] > 0))[stand[1 - side]].any() for side in (0, 1))


def _taken(strikes):
    """The mean hit points that a blow takes from an unhurt defender: (attackers, defenders)."""
    amounts = [strikes.amounts[which] for which in strikes.which.ravel()]
    hps = np.broadcast_to([unit.hp for unit in strikes.defenders], strikes.which.shape).ravel()
    means = [
        float(np.minimum(amount.values, hp) @ amount.chances)
        for amount, hp in zip(amounts, hps, strict=True)
    ]
    return strikes.chance * np.reshape(means, strikes.chance.shape)


def _after(living, hps, damage):
    """How many of each unit stand after a round; blows spread evenly over all who stand."""
    lost = damage * (living / living.sum()) / hps
    return np.maximum(living - lost, 0)
