"""Odds of duels made of others: over at once, or one of several by chance; and their starts."""

from functools import partial

import numpy as np

from combat.battle.joint import crossed, pairs_of
from combat.battle.odds import Odds
from combat.dice import constant, mix


def starts_of(start):
    """Return `pairs_of` a frame to begin from; ValueError for what are no hit points."""
    ones, others, chances = pairs_of(start)
    for points in (ones, others):
        if points.dtype.kind not in "iuf" or (points < 0).any() or (points % 1 != 0).any():
            raise ValueError(f"start: {points[:9].tolist()} must be whole hit points from 0")
    return ones.astype(int), others.astype(int), chances


def over(first, second, one, other):
    """Return the `Odds` of a duel that is over before it begins, with these hit points left."""
    won = float(one > 0 >= other), float(other > 0 >= one), float(max(one, other) <= 0)
    left = constant(max(0, one)), constant(max(0, other))
    return Odds((first, second), np.array([*won, 0.0]), constant(0), left)


def mixed(duels, weights):
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
