"""What limits actions: uses, recharge, cooldown, reactions, actions a turn, and counters.

Each is a resource of a kind of fighters: a start, a most, and what comes back.
"""

from typing import NamedTuple

import numpy as np

from combat.units.sheets.counters import counter_of, most_of


class Resource(NamedTuple):
    """What limits an action: so much at the start and at most, and what of it comes back.

    back: how much at the start of each of its owner's turns. chance: that all of it does, where
    none is left. each_turn: whether all of it is there in each turn, of whomever.
    """

    start: int
    most: int
    back: int = 0
    chance: float = 0.0
    each_turn: bool = False


class Cost(NamedTuple):
    """What an action takes of the resource at a place, and what is said where it lacks."""

    place: int
    amount: int
    lacks: str


def limits_of(kinds, actions, counters):
    """Return the resources of all kinds, what actions cost, and which resource is their uses.

    A `Resource` of arrays (kinds, resources), the counters first; lists of `Cost`s by kind and
    action; {(kind, number of the action): place}.
    """
    resources, costs, uses = [], [], {}
    for kind, unit in enumerate(kinds):
        own = [Resource(counter_of(unit, name), most_of(unit, name)) for name in counters]
        costs.append([])
        for number, action in enumerate(actions[kind]):
            if action.uses is not None:
                uses[kind, number] = len(own)
            costs[kind].append(_costs(action, counters, own))
        resources.append(own)
    return _by_kind(resources), costs, uses


def _costs(action, counters, resources):
    """The `Cost`s of an action; its own resources are added to those of its kind."""
    each_turn = None if action.reacts else action.per_turn
    reacts = (action.per_turn or 1) if action.limited else None
    often = "which was done as often as it may be"
    limits = [  # how much it takes, of how much at most, and what comes back
        (1, action.uses, {}, "which is used up"),
        (
            1,
            None if action.recharge is None else 1,
            {"chance": action.recharge or 0.0},
            "which isn't ready",
        ),
        (action.cooldown, action.cooldown, {"back": 1}, "which is on cooldown"),
        (1, reacts, {"back": reacts}, often),
        (1, each_turn, {"each_turn": True}, often),
    ]
    costs = []
    for amount, most, back, lacks in limits:
        if most is not None:
            costs.append(Cost(len(resources), amount, lacks))
            resources.append(Resource(most, most, **back))
    return costs + [
        Cost(counters.index(name), amount, f"which takes {amount} {name}")
        for name, amount in action.spends
    ]


def _by_kind(resources):
    """Lists of resources, one of each kind, as one `Resource` of arrays (kinds, resources)."""
    width = max(map(len, resources), default=0)
    padded = [own + [Resource(0, 0)] * (width - len(own)) for own in resources]
    shape = len(resources), width
    return Resource(
        *(np.array([[one[at] for one in own] for own in padded]).reshape(shape) for at in range(5))
    )
