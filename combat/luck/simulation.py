"""Simulated rolls, for any sequence of chances and many players."""

from dataclasses import dataclass

import numpy as np

from combat.core.checks import check_whole
from combat.luck.meter import LuckRules
from combat.luck.system import _mix


def _single(chance):
    if isinstance(chance, dict):
        raise ValueError(f"chances = {chance} is out of range: each roll must have one chance")
    return chance


@dataclass(frozen=True)
class Play:
    """Simulated rolls: `success`, (rolls, players), and `luck`, (rolls + 1, players).

    luck: before the first roll and after each roll.

    >>> play = simulate([75, 75], players=3, seed=1)
    >>> play.success[0], play.luck[1]
    (array([False, False,  True]), array([30, 30,  0]))
    """

    success: np.ndarray
    luck: np.ndarray


def simulate(chances, *, players=1, start=0, seed=0, rules=LuckRules()):
    """Return the `Play` of a sequence of chances, for each of several players.

    chances: points, one for each roll. Every player rolls at the same chances, with dice and
    Luck of his own. seed: a number, or a numpy Generator. ValueError outside the domain.

    >>> simulate([75, 75, 10], seed=1).luck.ravel().tolist()
    [0, 30, 9, -36]
    """
    rng = np.random.default_rng(seed)
    check_whole("players", players, low=1)
    sequence = [next(iter(_mix({chance: 1.0}, rules))) for chance in map(_single, chances)]
    if len(set(sequence)) > 1 and not rules.mixable:
        raise ValueError(
            f"chances = {sorted(set(sequence))} are out of range: {rules.name} keeps "
            f"one memory for each chance, so all rolls must have the same"
        )
    states, weights = rules.begin(sequence[0] if sequence else 0, start)
    now = rng.choice(states, players, p=weights)
    success, luck = [], [now]
    for chance in sequence:
        hit, now = rules.play(chance, now, rng)
        success.append(hit)
        luck.append(now)
    return Play(np.array(success).reshape(len(sequence), players), np.array(luck))
